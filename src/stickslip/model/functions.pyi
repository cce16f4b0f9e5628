# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from collections.abc import Callable
from typing import Any
from stickslip.model.base import Declaration
from stickslip.typing import Numeric
from stickslip.typing import VectorLike


class TimeFunction(Declaration, abstract=True):
    ...

class Polynomial(TimeFunction):
    coefficients: tuple[float, ...]
    def __init__(self, coefficients: VectorLike, *, name: str | None = None) -> None: ...

class Sine(TimeFunction):
    amplitude: float
    frequency: float
    phase: float
    offset: float
    def __init__(self, amplitude: Numeric, frequency: Numeric, *, phase: Numeric = ..., offset: Numeric = ..., name: str | None = None) -> None: ...

class SmoothStep(TimeFunction):
    start: float
    end: float
    t_start: float
    t_end: float
    def __init__(self, start: Numeric, end: Numeric, *, t_start: Numeric, t_end: Numeric, name: str | None = None) -> None: ...

class Table(TimeFunction):
    times: tuple[float, ...]
    values: tuple[float, ...]
    def __init__(self, times: VectorLike, values: VectorLike, *, name: str | None = None) -> None: ...

class Steps(TimeFunction):
    times: tuple[float, ...]
    values: tuple[float, ...]
    def __init__(self, times: VectorLike, values: VectorLike, *, name: str | None = None) -> None: ...

class Compiled(TimeFunction):
    function: Callable[[float], float]
    rate: Callable[[float], float] | None
    def __init__(self, function: Callable[[float], float], rate: Callable[[float], float] | None = ..., *, name: str | None = None) -> None: ...
def constant(value: float) -> Polynomial: ...
def as_motion(value: Any) -> TimeFunction: ...
def as_time_function(value: Any) -> TimeFunction: ...
Function = TimeFunction
MotionFunction = TimeFunction
