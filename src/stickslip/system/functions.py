"""Functions of time and user forces: from declarations to tables and machine code."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types

from stickslip.errors import ModelError
from stickslip.mechanics.functions import COMPILED, POLYNOMIAL, SINE, SMOOTH_STEP, TABLE, Functions
from stickslip.model.functions import Compiled, Polynomial, Sine, SmoothStep, Table, TimeFunction


class FunctionTable:
    """Collects functions of time; compiled ones are kept alive as long as the table lives."""

    def __init__(self) -> None:
        self.kind: list[int] = []
        self.data: list[np.ndarray] = []
        self.address: list[tuple[int, int]] = []
        self.alive: list[Any] = []

    def add(self, function: TimeFunction) -> int:
        """Append a function and return its number; -1 for the zero function."""
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
        elif isinstance(function, Compiled):
            kind, data = COMPILED, ()
            rate = 0 if function.rate is None else self._compile(function.rate)
            address = (self._compile(function.function), rate)
        else:
            raise ModelError(f"{function!r} is not a function of time")
        self.kind.append(kind)
        self.data.append(np.array(data, dtype=float))
        self.address.append(address)
        return len(self.kind) - 1

    def _compile(self, function: Callable[[float], float]) -> int:
        try:
            compiled = numba.cfunc(types.float64(types.float64))(function)
        except Exception as error:
            why = _first(error)
            raise ModelError(f"function of time {_name(function)} cannot be compiled by Numba: {why}") from None
        self.alive.append(compiled)
        return int(compiled.address or 0)

    def tension_law(self, function: Callable[[float], float], label: str) -> int:
        """Compile the tension N(stretch) of a string and return its address."""
        try:
            address = self._compile(function)
        except ModelError as error:
            raise ModelError(f"{label}: law: {error}".replace("function of time", "function")) from None
        if not all(math.isfinite(float(function(x))) for x in (0.9, 1.0, 1.1, 2.0)):
            raise ModelError(f"{label}: law must give a finite tension near stretch 1")
        return address

    def user_force(self, function: Callable[..., None], label: str) -> int:
        """Compile ``function(t, r, v, A, omega, force, torque)`` and return its address."""
        _takes(function, "t, r, v, A, omega, force, torque", label)
        inner = numba.njit(function)
        pointer = types.CPointer(types.float64)

        def entry(t, source, target):
            s = numba.carray(source, (18,))
            f = numba.carray(target, (6,))
            inner(t, s[0:3], s[3:6], s[6:15].reshape(3, 3), s[15:18], f[0:3], f[3:6])

        return self._entry(types.void(types.float64, pointer, pointer), entry, label)

    def body_force(self, function: Callable[..., None], n: int, label: str) -> int:
        """Compile ``function(t, q, u, h)`` of n coordinates and return its address."""
        _takes(function, "t, q, u, h", label)
        inner = numba.njit(function)
        pointer = types.CPointer(types.float64)

        def entry(t, q, u, h):
            inner(t, numba.carray(q, (n,)), numba.carray(u, (n,)), numba.carray(h, (n,)))

        return self._entry(types.void(types.float64, pointer, pointer, pointer), entry, label)

    def contact_law(self, function: Callable[..., Any], label: str) -> int:
        """Compile ``function(depth, rate, slip, mu) -> (spring, damper, friction, potential)``; return its address."""
        _takes(function, "depth, rate, slip, mu", label)
        inner = numba.njit(function)
        pointer = types.CPointer(types.float64)

        def entry(t, source, target):
            s = numba.carray(source, (4,))
            f = numba.carray(target, (4,))
            f[0], f[1], f[2], f[3] = inner(s[0], s[1], s[2], s[3])

        return self._entry(types.void(types.float64, pointer, pointer), entry, label)

    def coefficient(self, function: Callable[[float], float], label: str, field: str, upper: float) -> int:
        """Compile a coefficient of a contact as a function of speed and return its address."""
        try:
            address = self._compile(function)
        except ModelError as error:
            raise ModelError(f"{label}: {field}: {error}".replace("function of time", "function")) from None
        for speed in (0.0, 1e-6, 1e-3, 1.0, 1e3):
            try:
                value = float(function(speed))
            except Exception as error:  # whatever a foreign function does
                raise ModelError(f"{label}: {field} fails at {speed:g} m/s: {_first(error)}") from None
            if not 0.0 <= value <= upper:
                bounds = "between 0 and 1" if upper == 1.0 else "finite and >= 0"
                raise ModelError(f"{label}: {field} is {value:g} at {speed:g} m/s; it must be {bounds} at any speed")
        return address

    def _entry(self, signature: Any, entry: Callable[..., None], label: str) -> int:
        try:
            compiled = numba.cfunc(signature)(entry)
        except Exception as error:
            raise ModelError(f"{label}: the function cannot be compiled by Numba: {_first(error)}") from None
        self.alive.append(compiled)
        return int(compiled.address or 0)

    def table(self) -> Functions:
        """Return the frozen arrays."""
        lengths = [len(d) for d in self.data]
        return Functions(
            kind=np.array(self.kind, dtype=np.int64),
            start=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
            data=np.concatenate([*self.data, np.zeros(0)]),
            address=np.array(self.address, dtype=np.int64).reshape(-1, 2),
        )


def _name(function: Callable[..., Any]) -> str:
    return f"'{getattr(function, '__name__', repr(function))}'"


def _first(error: Exception) -> str:
    """Return the telling line of a compiler message: what is wrong, not the stage in which it was found."""
    lines = [line.strip(" -*\t\x1b") for line in str(error).splitlines()]
    stages = ("Failed in", "During:", "File ")
    telling = [line for line in lines if line and not line.startswith(stages)]
    return telling[0] if telling else repr(error)


def _takes(function: Callable[..., Any], arguments: str, label: str) -> None:
    """Refuse a function that does not take these arguments; what cannot be inspected is left to the compiler."""
    count = arguments.count(",") + 1
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*range(count))
    except TypeError:
        raise ModelError(f"{label}: the function must take ({arguments}), not {signature}") from None
