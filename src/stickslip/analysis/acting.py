"""Set-valued laws and compliant contacts that act at a configuration: equilibria and modes do not know them."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats
from stickslip.codes import DRY_FRICTION, GROW_DETECTION, GROW_GROUPS, ONE_WAY, PASS_NODE
from stickslip.errors import ModelError
from stickslip.integrators.run import NEVER, Run
from stickslip.model.base import short
from stickslip.results.verdict import si
from stickslip.system.state import copy_state, restore_state

EXACT, IGNORED, OPEN = "exact", "ignored", "open"
_INSTANT = 1e-12  # [s] step that only looks at what is closed
_NAMED = 4


def as_contacts(name: str, value: object, solved: bool = False) -> str:
    """Return a valid argument ``contacts``; solved: of an analysis that knows the laws of contacts."""
    if not isinstance(value, str) or value not in (OPEN, IGNORED, *((EXACT,) if solved else ())):
        exact = f"'{EXACT}', " if solved else ""
        raise ModelError(f"{name}: contacts = {short(value)} must be {exact}'{OPEN}' (none may act) or '{IGNORED}'")
    return value


def has_contacts(run: Run) -> bool:
    """Return whether a model has contacts, stops, clutches or dry friction at all."""
    return bool(run.assembly.contacts.contacts or len(run.system.limits.joint))


def refuse_acting(name: str, run: Run, q: Floats, at: str, contacts: str) -> None:
    """Reject a configuration at which contacts, stops, clutches or dry friction act, unless they are to be ignored."""
    if contacts == IGNORED or not has_contacts(run):
        return
    if found := _acting(run, q):
        more = ", ..." if len(found) > _NAMED else ""
        raise ModelError(
            f"{name}: {', '.join(found[:_NAMED])}{more} {at}; {name} does not support them: let the "
            f"model come to rest in simulate(...), or leave them out on purpose with contacts='{IGNORED}'"
        )


def refuse_compliant(name: str, run: Run, at: str) -> None:
    """Reject a configuration, that of the last detection, at which contacts with springs as their law are pressed."""
    contacts = run.work.geometry.contacts
    for c in np.flatnonzero(contacts.gap[: int(contacts.count[0])] < 0.0):
        if run.system.laws.compliant[contacts.law[c]]:
            law = type(run.assembly.contacts.contacts[int(contacts.law[c])].law).__name__
            raise ModelError(
                f"{name}: Contact {run._pair_label(contacts, int(c))} with law={law} is pressed by "
                f"{si(-float(contacts.gap[c]), 'm')} {at}; {name} knows exact contacts only: leave its law out, or let "
                "the model come to rest by simulate(...)"
            )


def _acting(run: Run, q: Floats) -> list[str]:
    """State which contacts and limits act at a configuration at rest."""
    saved = copy_state(run.state)
    run.state.q[:], run.state.u[:] = q, 0.0
    while (code := run._call(_INSTANT, 1, record_every=NEVER)[0]) in (GROW_DETECTION, GROW_GROUPS, PASS_NODE):
        run._pass_nodes() if code == PASS_NODE else run._grow()
    found = _closed_contacts(run) + _acting_limits(run)
    restore_state(run.state, saved)
    return found


def _closed_contacts(run: Run) -> list[str]:
    groups, contacts = run.work.groups, run.work.geometry.contacts
    number = {int(c) for c in groups.contact[: int(groups.count[0])] if c >= 0}
    pressed = np.flatnonzero(contacts.gap[: int(contacts.count[0])] < 0.0)
    number |= {int(c) for c in pressed if run.system.laws.compliant[contacts.law[c]]}
    deepest: dict[str, float] = {}
    for c in sorted(number):
        label = run._pair_label(contacts, c)
        deepest[label] = max(deepest.get(label, 0.0), -float(contacts.gap[c]))
    tolerance, found = run.settings["gap_tolerance"], []
    for label, depth in deepest.items():
        how = f"penetrates by {si(depth, 'm')}" if depth > tolerance else "is closed"
        found.append(f"Contact {label} {how}")
    return found


def _acting_limits(run: Run) -> list[str]:
    groups, limits = run.work.groups, run.system.limits
    found = []
    for number in groups.contact[: int(groups.count[0])]:
        if number < 0:
            k = -1 - int(number)
            kind = {DRY_FRICTION: "dry friction", ONE_WAY: "the clutch"}.get(int(limits.kind[k]), "a stop")
            found.append(f"{kind} of {run.assembly.joints[int(limits.joint[k])].label} acts")
    return found
