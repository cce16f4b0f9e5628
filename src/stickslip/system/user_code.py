"""Python user functions, compiled, with a status that reports failures.

Compiled loops call these functions by address, where an exception cannot propagate. The code made here catches whatever
a function raises, checks indices and what it returns, keeps the arguments of the first failing call and raises a flag
(``Functions.failed``) that loops look at before a step counts. The run then asks why: the function is called again
from Python with those arguments, and its message becomes that of the run.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from stickslip._arrays import Floats
from stickslip.errors import ModelError

LARGEST = float(np.finfo(float).max)
_DOUBLES = types.CPointer(types.float64)
_GIVEN = types.Array(types.float64, 1, "C", readonly=True)
_GIVEN_AXES = types.Array(types.float64, 2, "C", readonly=True)
_TARGET = types.Array(types.float64, 1, "C")


@intrinsic
def _doubles(typingctx, address):
    """Return the pointer to the doubles at an address."""

    def codegen(context, builder, signature, args):
        return builder.inttoptr(args[0], ir.PointerType(ir.DoubleType()))

    return _DOUBLES(types.int64), codegen


@dataclass
class UserFunction:
    """A compiled function of the user, and its first failing call."""

    what: str
    """The part and the function, as messages name them."""
    call: Callable[[Floats], Any]
    """Calls it with the numbers of ``kept``, out of reach of the run; returns what it gives."""
    where: Callable[[Floats], str]
    """Says where in time, or at which speed, a call was."""
    allowed: str
    """What it may give."""
    kept: Floats
    """Arguments of the first failing call."""

    def reason(self) -> str:
        """Return what is wrong with the kept call."""
        where = self.where(self.kept)
        try:
            found = self.call(self.kept)
        except Exception as error:  # whatever a foreign function raises
            return f"{self.what} fails {where}: {type(error).__name__}: {error}"
        return f"{self.what} gives {_plain(found)} {where}; it must be {self.allowed}"


class UserCode:
    """All compiled functions of a system; they live as long as this."""

    def __init__(self) -> None:
        self.failed = np.zeros(1)  # number of the function that failed first, from 1
        self._functions: list[UserFunction] = []
        self._alive: list[Any] = []

    def reason(self) -> str:
        """Return why a function has failed since the last call, as the end of a message; empty if none has."""
        number, self.failed[0] = int(self.failed[0]), 0.0
        return self._functions[number - 1].reason() if number else ""

    def scalar(
        self,
        function: Callable[[float], float],
        what: str,
        where: Callable[[float], str] = lambda t: f"at t = {t:.9g} s",
        bounds: tuple[float, float] = (-LARGEST, LARGEST),
        allowed: str = "finite",
    ) -> tuple[int, UserFunction]:
        """Compile a function of one number within ``bounds``; return its address and what it is."""
        inner = _compiled(function, (types.float64,), what, types.float64)
        kept = np.zeros(1)
        own = UserFunction(what, lambda x: inner(float(x[0])), lambda x: where(float(x[0])), allowed, kept)
        (lower, upper), flag, place, number = bounds, self._flag, kept.ctypes.data, self._add(own)

        def entry(x):
            value = math.nan
            try:
                value = inner(x)
            except Exception:
                value = math.nan
            if lower <= value <= upper:
                return value
            failed = numba.carray(_doubles(flag), (1,))  # type: ignore[call-arg]
            if failed[0] == 0.0:
                failed[0] = number
                numba.carray(_doubles(place), (1,))[0] = x
            return 0.0

        return self._address(types.float64(types.float64), entry), own

    def vector(
        self, inner: Any, what: str, given: int, wanted: int, free: int | None = None, allowed: str = "finite",
        where: Callable[[Floats], str] | None = None,
    ) -> int:  # fmt: skip
        """Return the address of ``inner(t, source, target)``, of which source and target have these lengths.

        Entries of the target from ``free`` on must be 0.
        """
        kept = np.zeros(1 + given)

        def call(x: Floats) -> Floats:
            target = np.zeros(wanted)
            inner(float(x[0]), x[1:].copy(), target)
            return target

        own = UserFunction(what, call, where or _at_time, allowed, kept)
        flag, place, number = self._flag, kept.ctypes.data, self._add(own)
        first = wanted if free is None else free

        def entry(t, source, target):
            s, f, sound = numba.carray(source, (given,)), numba.carray(target, (wanted,)), False
            try:
                inner(t, s, f)
                sound = True
            except Exception:
                sound = False
            for i in range(wanted):
                sound = sound and math.isfinite(f[i]) and (i < first or f[i] == 0.0)
            if not sound:
                f[:] = 0.0
                failed = numba.carray(_doubles(flag), (1,))  # type: ignore[call-arg]
                if failed[0] == 0.0:
                    failed[0] = number
                    keep = numba.carray(_doubles(place), (1 + given,))
                    keep[0] = t
                    keep[1:] = s

        return self._address(types.void(types.float64, _DOUBLES, _DOUBLES), entry)

    def user_force(self, function: Callable[..., None], label: str, still: str = "", dim: int = 3) -> int:
        """Compile ``function(t, r, v, A, omega, force, torque)``; ``still`` states why its torque must be 0."""
        _takes(function, "t, r, v, A, omega, force, torque", label)
        arguments = (types.float64, _GIVEN, _GIVEN, _GIVEN_AXES, _GIVEN, _TARGET, _TARGET)
        what = _name(label, function)
        inner = _compiled(function, arguments, what, types.none, "write to force and torque")

        @numba.njit
        def split(t, s, f):
            inner(t, s[0:3], s[3:6], s[6:15].reshape(3, 3), s[15:18], f[0:3], f[3:6])

        if not still:
            return self.vector(split, what, 18, 6)
        return self.vector(split, what, 18, 6, 3 if dim == 3 else 5, f"finite, and without torque, for {still}")

    def joint_row(self, function: Callable[..., Any], label: str) -> int:
        """Compile ``function(x, D, coordinate, constant, force, moment) -> g`` of a row of a joint."""
        _takes(function, "x, D, coordinate, constant, force, moment", label)
        what = _name(label, function)
        places, axes = (types.Array(types.float64, n, "C", readonly=True) for n in (2, 3))
        written = types.Array(types.float64, 2, "C")
        inner = _compiled(function, (places, axes, types.float64, types.float64, written, written), what)

        @numba.njit
        def split(constant, s, f):
            force, moment = f[0:6].reshape(2, 3), f[6:12].reshape(2, 3)
            f[12] = inner(s[0:6].reshape(2, 3), s[6:24].reshape(2, 3, 3), s[24], constant, force, moment)

        return self.vector(split, what, 25, 13, where=lambda kept: f"at the coordinate {kept[-1]:.9g}")

    def line_law(self, function: Callable[..., Any], label: str) -> int:
        """Compile ``function(length, rate) -> (elastic, damper, potential)``."""
        _takes(function, "length, rate", label)
        what = _name(label, function)
        inner = _compiled(function, (types.float64,) * 2, what)

        @numba.njit
        def split(t, s, f):
            f[0], f[1], f[2] = inner(s[0], s[1])

        return self.vector(split, what, 2, 3, where=_at_length)

    def contact_law(self, function: Callable[..., Any], label: str) -> int:
        """Compile ``function(depth, rate, slip, mu) -> (spring, damper, friction, potential)``."""
        _takes(function, "depth, rate, slip, mu", label)
        what = _name(label, function)
        inner = _compiled(function, (types.float64,) * 4, what)

        @numba.njit
        def split(t, s, f):
            f[0], f[1], f[2], f[3] = inner(s[0], s[1], s[2], s[3])

        return self.vector(split, what, 4, 4, where=_at_depth)

    def contact_pair(self, function: Callable[..., Any], label: str) -> int:
        """Compile ``function(r_a, axes_a, size_a, r_b, axes_b, size_b, points) -> count`` of ``contact.pairs``."""
        _takes(function, "r_a, axes_a, size_a, r_b, axes_b, size_b, points", label)
        what, written = _name(label, function), types.Array(types.float64, 2, "C")
        side = (_GIVEN, _GIVEN_AXES, _GIVEN)
        inner = _compiled(function, (*side, *side, written), what, types.int64)

        @numba.njit
        def split(t, s, f):
            f[:] = 0.0
            a, b = s[0:15], s[28:43]
            points = f[0:384].reshape(32, 12)
            r_a, axes_a, size_a = a[0:3], a[3:12].reshape(3, 3), a[12:15]
            f[384] = inner(r_a, axes_a, size_a, b[0:3], b[3:12].reshape(3, 3), b[12:15], points)

        return self.vector(split, what, 56, 396, where=lambda kept: "between the contours")

    def body_force(self, function: Callable[..., None], n: int, label: str) -> int:
        """Compile ``function(t, q, u, h)`` of n coordinates."""
        _takes(function, "t, q, u, h", label)
        what, kept = _name(label, function), np.zeros(1 + 2 * n)
        inner = _compiled(function, (types.float64, _GIVEN, _GIVEN, _TARGET), what, types.none, "write to h")

        def call(x: Floats) -> Floats:
            target = np.zeros(n)
            inner(float(x[0]), x[1 : 1 + n].copy(), x[1 + n :].copy(), target)
            return target

        own = UserFunction(what, call, _at_time, "finite", kept)
        flag, place, number = self._flag, kept.ctypes.data, self._add(own)

        def entry(t, q, u, h):
            q_n, u_n, f, sound = numba.carray(q, (n,)), numba.carray(u, (n,)), numba.carray(h, (n,)), False
            try:
                inner(t, q_n, u_n, f)
                sound = True
            except Exception:
                sound = False
            for i in range(n):
                sound = sound and math.isfinite(f[i])
            if not sound:
                f[:] = 0.0
                failed = numba.carray(_doubles(flag), (1,))  # type: ignore[call-arg]
                if failed[0] == 0.0:
                    failed[0] = number
                    keep = numba.carray(_doubles(place), (1 + 2 * n,))
                    keep[0] = t
                    keep[1 : 1 + n] = q_n
                    keep[1 + n :] = u_n

        return self._address(types.void(types.float64, _DOUBLES, _DOUBLES, _DOUBLES), entry)

    @property
    def _flag(self) -> int:
        return int(self.failed.ctypes.data)

    def _add(self, function: UserFunction) -> float:
        """Append a function and return its number."""
        self._functions.append(function)
        return float(len(self._functions))

    def _address(self, signature: Any, entry: Callable[..., Any]) -> int:
        compiled = _try_compile(lambda: numba.cfunc(signature)(entry), self._functions[-1].what)
        self._alive.append(compiled)
        return int(compiled.address or 0)


def _compiled(
    function: Callable[..., Any], arguments: tuple[Any, ...], what: str, gives: Any = None, instead: str = ""
) -> Any:
    """Compile a function with checked indices; given arrays cannot be written to."""
    plain = getattr(function, "py_func", function)  # of one that is compiled already
    signature = gives(*arguments) if gives not in (None, types.none) else arguments
    compiled = _try_compile(lambda: numba.njit(signature, boundscheck=True)(plain), what)
    found = compiled.nopython_signatures[0].return_type
    if gives is types.none and found != types.none:
        raise ModelError(f"{what} returns {found}, which is ignored; it must {instead}")
    return compiled


def _try_compile(compile_it: Callable[[], Any], what: str) -> Any:
    try:
        return compile_it()
    except Exception as error:  # whatever Numba raises
        raise ModelError(f"{what} cannot be compiled by Numba: {telling(error)}") from None


def telling(error: Exception) -> str:
    """Return the informative line of a compiler message: what is wrong, not the stage in which it was found."""
    lines = [line.strip(" -*\t\x1b") for line in str(error).splitlines()]
    stages = ("Failed in", "During:", "File ")
    found = [line for line in lines if line and not line.startswith(stages)]
    if found and found[0].startswith("No implementation of function Function(<built-in function setitem>)"):
        return "it writes to an array that it may only read, or a value of another kind"
    return found[0] if found else repr(error)


def _name(label: str, function: Callable[..., Any]) -> str:
    return f"{label}: function '{getattr(function, '__name__', repr(function))}'"


def _at_time(kept: Floats) -> str:
    return f"at t = {kept[0]:.9g} s"


def _at_depth(kept: Floats) -> str:
    return f"at the depth {kept[1]:.6g} m with a slip of {kept[3]:.6g} m/s"


def _at_length(kept: Floats) -> str:
    return f"at the length {kept[1]:.6g} m with a rate of {kept[2]:.6g} m/s"


def _plain(found: Any) -> str:
    return f"{found:g}" if np.ndim(found) == 0 else f"({', '.join(f'{x:g}' for x in np.ravel(found))})"


def _takes(function: Callable[..., Any], arguments: str, label: str) -> None:
    """Reject a function that does not take these arguments; what cannot be inspected is left to the compiler."""
    count = arguments.count(",") + 1
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*range(count))
    except TypeError:
        raise ModelError(f"{label}: the function must take ({arguments}), not {signature}") from None
