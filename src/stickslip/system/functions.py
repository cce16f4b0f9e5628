"""Functions of time, coefficients and laws: from declarations to tables and addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from stickslip.errors import ModelError
from stickslip.mechanics.functions import COMPILED, POLYNOMIAL, SINE, SMOOTH_STEP, STEPS, TABLE, Functions
from stickslip.model.functions import Compiled, Polynomial, Sine, SmoothStep, Steps, Table, TimeFunction
from stickslip.system.user_code import LARGEST, UserCode, UserFunction

_SPEEDS = (0.0, 1e-6, 1e-3, 1.0, 1e3)  # at which coefficients are tried before a run [m/s]
_STRETCHES = (0.9, 1.0, 1.1, 2.0)  # at which laws of strings are


class FunctionTable:
    """Collects functions of time; compiled ones are kept alive as long as the table lives."""

    def __init__(self) -> None:
        self.kind: list[int] = []
        self.data: list[np.ndarray] = []
        self.address: list[tuple[int, int]] = []
        self.jump: set[float] = set()
        self.code = UserCode()

    def add(self, function: TimeFunction, label: str = "") -> int:
        """Append a function of the part with this label and return its number; -1 for the zero function."""
        address = (0, 0)
        if isinstance(function, Polynomial):
            if not any(function.coefficients):
                return -1
            kind, data = POLYNOMIAL, function.coefficients
        elif isinstance(function, Sine):
            kind, data = SINE, (function.amplitude, function.frequency, function.phase, function.offset)
        elif isinstance(function, SmoothStep):
            kind, data = SMOOTH_STEP, (function.start, function.end, function.t_start, function.t_end)
        elif isinstance(function, Table):
            kind, data = TABLE, (*function.times, *function.values)
        elif isinstance(function, Steps):
            kind, data = STEPS, (*function.times, *function.values)
            self.jump.update(function.times)
        elif isinstance(function, Compiled):
            kind, data = COMPILED, ()
            address = self._of_time(function, label)
        else:
            raise ModelError(f"{function!r} is not a function of time")
        self.kind.append(kind)
        self.data.append(np.array(data, dtype=float))
        self.address.append(address)
        return len(self.kind) - 1

    def _of_time(self, function: Compiled, label: str) -> tuple[int, int]:
        """Return the addresses of a function of time and of its rate (0: by differences)."""
        part = f"{label}: " if label else ""
        value, rate = function.function, function.rate
        address, _ = self.code.scalar(value, f"{part}function of time {_name(value)}", _at_time)
        if rate is None:
            return address, 0
        return address, self.code.scalar(rate, f"{part}rate {_name(rate)} of a function of time", _at_time)[0]

    def tension_law(self, function: Callable[[float], float], label: str) -> int:
        """Compile the tension N(stretch) of a string and return its address."""
        what = f"{label}: law: function {_name(function)}"
        address, own = self.code.scalar(function, what, lambda stretch: f"at stretch {stretch:g}")
        _try(own, _STRETCHES, (-LARGEST, LARGEST))
        return address

    def coefficient(self, function: Callable[[float], float], label: str, field: str, upper: float) -> int:
        """Compile a coefficient of a contact as a function of speed and return its address."""
        allowed = "between 0 and 1" if upper == 1.0 else "finite and >= 0"
        what, bounds = f"{label}: {field}: function {_name(function)}", (0.0, upper)
        address, own = self.code.scalar(function, what, lambda v: f"at {v:g} m/s", bounds, f"{allowed} at any speed")
        _try(own, _SPEEDS, bounds)
        return address

    def table(self) -> Functions:
        """Return the frozen arrays."""
        lengths = [len(d) for d in self.data]
        return Functions(
            kind=np.array(self.kind, dtype=np.int64),
            start=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
            data=np.concatenate([*self.data, np.zeros(0)]),
            address=np.array(self.address, dtype=np.int64).reshape(-1, 2),
            span=np.array([-np.inf, np.inf]),
            jump=np.array(sorted(self.jump), dtype=float),
            failed=self.code.failed,
        )


def _try(function: UserFunction, arguments: Iterable[float], bounds: tuple[float, float]) -> None:
    """Reject a function that fails, or leaves its bounds, at one of these arguments."""
    for x in arguments:
        kept = np.array([x])
        try:
            sound = bounds[0] <= function.call(kept) <= bounds[1]
        except Exception:  # whatever a foreign function raises
            sound = False
        if not sound:
            function.kept[:] = kept
            raise ModelError(function.reason())


def _at_time(t: float) -> str:
    hint = " (asked for by differences for its rate; Compiled(f, rate=df) needs none)" if t < 0.0 else ""
    return f"at t = {t:.9g} s{hint}"


def _name(function: Callable[..., object]) -> str:
    return f"'{getattr(function, '__name__', repr(function))}'"
