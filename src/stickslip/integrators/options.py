"""What a run records and how exactly it solves, as arguments of ``simulate``."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from stickslip._arguments import instance, number, whole
from stickslip.errors import ModelError
from stickslip.results.verdict import LIMITS

LOOSEST = 1e-6  # residual of contact laws: to more, ``verify`` finds them violated
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, kw_only=True)
class Record:
    """What a run records.

    Parameters
    ----------
    every : int
        Record every n-th step.
    open_contacts : bool
        Record gaps of open contacts too; unless given, only in models with few contours.
    """

    every: int = 1
    open_contacts: bool | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "every", whole("Record", "every", self.every, 1))
        instance("Record", "open_contacts", self.open_contacts, bool | None, "True, False or None")


@dataclass(frozen=True, kw_only=True)
class Tolerances:
    """How exactly a run solves.

    Parameters
    ----------
    laws : float
        Natural-map residual to which the contact laws are solved, at most 1e-6: less exact ones are violated.
    gap : float
        A contact counts as closed when its gap is at most this part of the smaller contour (its radius, or the size of
        the body that carries a point), up to 1e-3; it keeps round-off from opening resting contacts.
    max_halvings : int
        How often a step that cannot be solved is halved before the run stops.
    """

    laws: float = 1e-10
    gap: float = 1e-9
    max_halvings: int = 10

    def __post_init__(self) -> None:
        object.__setattr__(self, "laws", number("Tolerances", "laws", self.laws, 1e-15, LOOSEST))
        object.__setattr__(self, "gap", number("Tolerances", "gap", self.gap, 0.0, LIMITS["open_gap"]))
        object.__setattr__(self, "max_halvings", whole("Tolerances", "max_halvings", self.max_halvings, 0, 20))


_GROUPED: dict[str, tuple[str, type, str]] = {  # arguments of the last version: where they are now
    "record_every": ("record", Record, "every"),
    "record_open_contacts": ("record", Record, "open_contacts"),
    "tolerance": ("tolerances", Tolerances, "laws"),
    "gap_tolerance": ("tolerances", Tolerances, "gap"),
    "max_halvings": ("tolerances", Tolerances, "max_halvings"),
}


def grouping(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function take ``record_every`` and the like of the last version, and warn what to write."""

    @functools.wraps(function)
    def call(*args: P.args, **given: P.kwargs) -> R:
        found: dict[tuple[str, type], dict[str, Any]] = {}
        for old in [name for name in given if name in _GROUPED]:
            group, kind, name = _GROUPED[old]
            if group in given:
                raise ModelError(
                    f"{function.__name__}: '{old}' is part of {group}={kind.__name__}(...), which is given"
                )
            text = f"{function.__name__}: '{old}' is now {group}={kind.__name__}({name}=...)"
            warnings.warn(text, FutureWarning, stacklevel=2)
            found.setdefault((group, kind), {})[name] = given.pop(old)
        given.update({group: kind(**values) for (group, kind), values in found.items()})
        return function(*args, **given)

    return call
