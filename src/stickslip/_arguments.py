"""Checks of the arguments of public functions: plain numbers, or a ModelError with function, argument and value."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from numbers import Integral
from typing import Any, ParamSpec, TypeVar

from stickslip.errors import ModelError
from stickslip.model.base import as_number, short

P = ParamSpec("P")
R = TypeVar("R")


def renamed(**names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function take arguments by their names in the last version, with a warning that says the new ones."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def call(*args: P.args, **given: P.kwargs) -> R:
            for old in names.keys() & given.keys() - {*names.values()}:
                warn_renamed(function.__name__, old, names[old], 3)
                given[names[old]] = given.pop(old)
            return function(*args, **given)

        return call

    return decorate


def warn_renamed(owner: str, old: str, new: str, level: int) -> None:
    """State what something is called now."""
    warnings.warn(f"{owner}: '{old}' has been renamed '{new}'", FutureWarning, stacklevel=level + 1)


def number(owner: str, name: str, value: Any, least: float, most: float = 1e300) -> float:
    """Return a number from ``least`` to ``most`` as a float."""
    try:
        found = as_number(value)
    except ValueError as error:
        raise ModelError(f"{owner}: {name} = {short(value)} {error}") from None
    if not least <= found <= most:
        sign = "positive, " if least > 0.0 else ""
        limits = f"at least {least:g}" if most >= 1e300 else f"from {least:g} to {most:g}"
        raise ModelError(f"{owner}: {name} = {found:g} must be {sign}{limits}")
    return found


def whole(owner: str, name: str, value: Any, least: int, most: int = 2**62) -> int:
    """Return an integer from ``least`` to ``most`` as an int."""
    if isinstance(value, bool) or not isinstance(value, Integral) or not least <= int(value) <= most:
        limits = f">= {least}" if most >= 2**62 else f"from {least} to {most}"
        raise ModelError(f"{owner}: {name} = {short(value)} must be an integer {limits}")
    return int(value)


def instance(owner: str, name: str, value: Any, kind: Any, example: str) -> None:
    """Reject a value that is not of a class."""
    if not isinstance(value, kind):
        raise ModelError(f"{owner}: {name} = {short(value)} is not {example}")
