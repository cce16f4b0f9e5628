"""What went wrong with the factors of large matrices, which compiled loops ask for by address (``linalg.outside``)."""

from __future__ import annotations

from stickslip.linalg.multifrontal import SingularMatrix
from stickslip.linalg.outside import Outside, outside_of
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
