"""Functions of time for drives, prescribed motions and loads.

A plain number, one of the declared functions below (they can be stored in a file), or a Python function ``f(t)``
that Numba can compile. Rates and accelerations of declared functions are exact; those of Python functions are
taken from ``rate=`` of the user or by differences.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BeforeValidator, InstanceOf, model_validator

from stickslip.model.base import Declaration, Number, Positive, Vector
from stickslip.typing import Accepts


class TimeFunction(Declaration, abstract=True):
    """Base of all declared functions of time."""

    inline = True


class Polynomial(TimeFunction):
    """c0 + c1 t + c2 t^2 + ... with ``coefficients`` (c0, c1, ...); ``Polynomial((0, 2))`` is a constant rate of 2.

    Parameters
    ----------
    coefficients : (n,)
        (c0, c1, ...), in units of the value and of the value per second to the power of their number.
    """

    positional = ("coefficients",)

    coefficients: Vector


class Sine(TimeFunction):
    """offset + amplitude sin(2 pi frequency t + phase).

    Parameters
    ----------
    amplitude : float
    frequency : float [Hz]
    phase : float [rad]
    offset : float
    """

    positional = ("amplitude", "frequency")

    amplitude: Number
    frequency: Positive
    phase: Number = 0.0
    offset: Number = 0.0


class SmoothStep(TimeFunction):
    """From ``start`` to ``end`` between ``t_start`` and ``t_end``, continuous acceleration: 10 s^3 - 15 s^4 + 6 s^5.

    Parameters
    ----------
    start, end : float
        Values before and after the step.
    t_start, t_end : float [s]
    """

    positional = ("start", "end")

    start: Number
    end: Number
    t_start: Number
    t_end: Number

    @model_validator(mode="after")
    def _ordered(self) -> SmoothStep:
        if self.t_end <= self.t_start:
            raise ValueError(f"t_end = {self.t_end} must be greater than t_start = {self.t_start}")
        return self


class Table(TimeFunction):
    """Piecewise linear through (times, values), constant outside.

    Parameters
    ----------
    times : (n,) [s]
        Increasing.
    values : (n,)
    """

    positional = ("times", "values")

    times: Vector
    values: Vector

    @model_validator(mode="after")
    def _increasing(self) -> Table:
        if len(self.times) != len(self.values) or len(self.times) < 2:
            raise ValueError("times and values must have the same length of at least 2")
        if any(b <= a for a, b in zip(self.times, self.times[1:], strict=False)):
            raise ValueError("times must increase strictly")
        return self


class Steps(TimeFunction):
    """Piecewise constant: values[0] before times[0], values[k + 1] from times[k] on; for loads and efforts.

    At the ends of a step a jump is seen from inside the step, so that a pulse has its impulse F dt in every scheme.
    `BDF`, `Newmark` and `IDA` divide steps with a jump inside.

    Parameters
    ----------
    times : (n,) [s]
        Increasing.
    values : (n + 1,)
    """

    positional = ("times", "values")

    times: Vector
    values: Vector

    @model_validator(mode="after")
    def _increasing(self) -> Steps:
        if len(self.times) < 1 or len(self.values) != len(self.times) + 1:
            raise ValueError("values must have one entry more than times, which has at least one")
        if any(b <= a for a, b in zip(self.times, self.times[1:], strict=False)):
            raise ValueError("times must increase strictly")
        return self


class Compiled(TimeFunction):
    """A Python function ``f(t)`` (and optionally its rate ``df(t)``), compiled to native code.

    Parameters
    ----------
    function : callable(t) -> value
    rate : callable(t) -> rate of the value per second
        By differences unless given.
    """

    positional = ("function", "rate")

    function: Callable[[float], float]
    rate: Callable[[float], float] | None = None


def constant(value: float) -> Polynomial:
    """Return the function of time that has one value."""
    return Polynomial(coefficients=(value,))


def as_motion(value: Any) -> TimeFunction:
    """Read a motion: as any function of time, but without jumps."""
    function = as_time_function(value)
    if isinstance(function, Steps):
        raise ValueError("a motion must not jump, as Steps does; use Table or SmoothStep")
    return function


def as_time_function(value: Any) -> TimeFunction:
    """Read a number, a declared function or a Python callable as a function of time."""
    if isinstance(value, TimeFunction):
        return value
    if callable(value):
        return Compiled(function=value)
    return constant(value)


Function = Annotated[InstanceOf[TimeFunction], BeforeValidator(as_time_function), Accepts("TimeLike")]
MotionFunction = Annotated[InstanceOf[TimeFunction], BeforeValidator(as_motion), Accepts("TimeLike")]
