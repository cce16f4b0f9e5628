"""What went wrong in a step: which body, what may be too stiff, and why there are no factors (``linalg.outside``)."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats
from stickslip.contact.laws import Contact
from stickslip.linalg.multifrontal import SingularMatrix
from stickslip.linalg.outside import Outside, outside_of
from stickslip.model.model import Model
from stickslip.system.assemble import Assembly
from stickslip.system.layout import System
from stickslip.system.unknowns import label_of


def _factors(system: System) -> list[Outside]:
    found = (outside_of(pattern) for pattern in (system.pattern, system.double))
    return [factors for factors in found if factors is not None]


def raise_interrupt(system: System) -> None:
    """Raise the interrupt (Ctrl-C) that came while a compiled loop asked for factors."""
    for factors in _factors(system):
        if isinstance(error := factors.error, KeyboardInterrupt):
            factors.error = None
            raise error


def lost_element(assembly: Assembly, number: int) -> str:
    """State which element of which line is bent too far between two of its nodes."""
    bodies = assembly.system.elements.body[:, 0]
    for part in assembly.bodies.parts.values():
        own = np.flatnonzero((bodies >= part.first) & (bodies < part.first + part.own_rows))
        if number in own:
            return (
                f"element {number - own[0]} of {part.body.label} is bent by more than 120 degrees between two nodes, "
                "where interpolated axes vanish and it stretches without resistance; use more elements or order=2"
            )
    return f"element {number} of the lines is bent by more than 120 degrees between two nodes"


def factor_reason(assembly: Assembly, system: System) -> str:
    """Return why there are no factors as the end of a message; nothing if there are."""
    size = len(assembly.u) + len(system.table.kind)
    for factors in _factors(system):
        error, times = factors.error, factors.n // size  # stages at once
        if isinstance(error, SingularMatrix):
            return f"; the matrix is singular near {label_of(assembly, error.unknown // times)}"
        if error is not None:
            return f"; {error}"
    return ""


def body_of_largest(assembly: Assembly, velocities: Floats) -> str:
    """Return the body with the largest velocity, or with the first that is not a number."""
    bad = ~np.isfinite(velocities)
    unknown = int(np.argmax(bad)) if bad.any() else int(np.argmax(abs(velocities)))
    return label_of(assembly, unknown)


def stiff_parts(assembly: Assembly) -> str:
    """Return what may be too stiff for an explicit scheme, springs, lines, solids, compliant contacts, or ""."""
    model, found = assembly.model, []
    springs = {part: float(np.max(part.stiffness)) for part in model.parts if hasattr(part, "stiffness")}
    springs = {part: value for part, value in springs.items() if value > 0.0 and part not in model.bodies}
    if springs:
        found.append(f"the stiffest spring, {max(springs, key=lambda part: springs[part]).label}")
    meshed = [part.body for part in assembly.bodies.parts.values() if part.own_rows > 1]
    found += [f"elements of {body.label}" for body in meshed[:2]]
    found += [f"springs of {part.label}" for part in _compliant(model)][:1]
    return " or ".join(found)


def _compliant(model: Model) -> list[Contact]:
    return [contact for contact in model.of_kind(Contact) if contact.law is not None]
