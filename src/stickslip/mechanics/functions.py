"""Functions of time inside compiled code: declared ones by table, Python ones by the address of their compiled code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba import types

from stickslip._arrays import Floats, Ints
from stickslip._jit import call_at, njit

POLYNOMIAL, SINE, SMOOTH_STEP, TABLE, COMPILED, STEPS = range(6)
INSIDE = 1e-6  # of a step: jumps nearer to its ends are at its ends


class Functions(NamedTuple):
    """All functions of time of a system; function k uses data[start[k]:start[k+1]]."""

    kind: Ints  # (nf,)
    start: Ints  # (nf + 1,)
    data: Floats  # flat parameters
    address: Ints  # (nf, 2) compiled code of f and f' (0: none)
    span: Floats  # (2,) the present step, without its ends: jumps at these are seen from inside
    jump: Floats  # times at which any function jumps, sorted
    failed: Floats  # (1,) not 0: a function of the user has failed (see ``system.user_code``)


@call_at(float)
def call_double(typingctx, address, x):
    """Call the C function double f(double) at ``address``."""

    def codegen(context, builder, signature, args):
        kind = ir.FunctionType(ir.DoubleType(), [ir.DoubleType()])
        return builder.call(builder.inttoptr(args[0], ir.PointerType(kind)), [args[1]])

    return types.float64(types.int64, types.float64), codegen


@call_at()
def call_buffers(typingctx, address, t, source, target):
    """Call the C function void f(double, double*, double*) at ``address`` with the data of two arrays."""

    def codegen(context, builder, signature, args):
        double_pointer = ir.PointerType(ir.DoubleType())
        kind = ir.FunctionType(ir.VoidType(), [ir.DoubleType(), double_pointer, double_pointer])
        source_array = context.make_array(signature.args[2])(context, builder, args[2])
        target_array = context.make_array(signature.args[3])(context, builder, args[3])
        function = builder.inttoptr(args[0], ir.PointerType(kind))
        builder.call(function, [args[1], source_array.data, target_array.data])
        return context.get_dummy_value()

    array = types.Array(types.float64, 1, "C")
    return types.void(types.int64, types.float64, array, array), codegen


@call_at()
def call_state(typingctx, address, t, q, u, h):
    """Call the C function void f(double, double*, double*, double*) at ``address`` with the data of three arrays."""

    def codegen(context, builder, signature, args):
        double_pointer = ir.PointerType(ir.DoubleType())
        kind = ir.FunctionType(ir.VoidType(), [ir.DoubleType(), double_pointer, double_pointer, double_pointer])
        function = builder.inttoptr(args[0], ir.PointerType(kind))
        arrays = [context.make_array(signature.args[k])(context, builder, args[k]).data for k in (2, 3, 4)]
        builder.call(function, [args[1], *arrays])
        return context.get_dummy_value()

    array = types.Array(types.float64, 1, "C")
    return types.void(types.int64, types.float64, array, array, array), codegen


@njit
def _polynomial(c, t):
    value, rate = 0.0, 0.0
    for k in range(len(c) - 1, -1, -1):
        rate = rate * t + value
        value = value * t + c[k]
    return value, rate


@njit
def _smooth_step(c, t):
    s = (t - c[2]) / (c[3] - c[2])
    if s <= 0.0:
        return c[0], 0.0
    if s >= 1.0:
        return c[1], 0.0
    rise = c[1] - c[0]
    value = c[0] + rise * s * s * s * (10.0 + s * (6.0 * s - 15.0))
    rate = rise * 30.0 * s * s * (1.0 - s) * (1.0 - s) / (c[3] - c[2])
    return value, rate


@njit
def enter_step(functions, t, dt):
    """Let functions see jumps at the ends of the step from t to t + dt from inside."""
    functions.span[0], functions.span[1] = t + INSIDE * dt, t + dt - INSIDE * dt


@njit
def jumps_at(functions, t, dt):
    """Return whether a function jumps at t, the start of a step dt."""
    k = np.searchsorted(functions.jump, t - INSIDE * dt)
    return k < len(functions.jump) and functions.jump[k] <= t + INSIDE * dt


@njit
def _steps(c, inside):
    n = len(c) // 2
    return c[n + np.searchsorted(c[:n], inside, side="right")], 0.0


@njit
def _table(c, t, inside):
    """Return value and rate at t, on the piece on which ``inside`` lies."""
    n = len(c) // 2
    if inside <= c[0]:
        return c[n], 0.0
    if inside >= c[n - 1]:
        return c[2 * n - 1], 0.0
    k = np.searchsorted(c[:n], inside, side="right") - 1
    rate = (c[n + k + 1] - c[n + k]) / (c[k + 1] - c[k])
    return c[n + k] + rate * (t - c[k]), rate


@njit
def _compiled_rate(address, rate_address, t):
    if rate_address != 0:
        return call_double(rate_address, t)
    h = 1e-4 * max(1.0, abs(t))  # fourth-order difference: error about 1e-12 relative for smooth functions
    return (
        8.0 * (call_double(address, t + h) - call_double(address, t - h))
        - call_double(address, t + 2 * h)
        + call_double(address, t - 2 * h)
    ) / (12.0 * h)


@njit
def _declared(functions, k, t):
    """Return value and rate of a declared function."""
    c = functions.data[functions.start[k] : functions.start[k + 1]]
    kind = functions.kind[k]
    if kind == POLYNOMIAL:
        return _polynomial(c, t)
    if kind == SINE:
        phase = 2.0 * np.pi * c[1] * t + c[2]
        return c[3] + c[0] * np.sin(phase), c[0] * 2.0 * np.pi * c[1] * np.cos(phase)
    if kind == SMOOTH_STEP:
        return _smooth_step(c, t)
    inside = min(max(t, functions.span[0]), functions.span[1])
    return _steps(c, inside) if kind == STEPS else _table(c, t, inside)


@njit
def function_value(functions, k, t):
    """Return f_k(t); k < 0 is the zero function."""
    if k < 0:
        return 0.0
    if functions.kind[k] == COMPILED:
        return call_double(functions.address[k, 0], t)
    return _declared(functions, k, t)[0]


@njit
def function_rate(functions, k, t):
    """Return f_k'(t); k < 0 is the zero function."""
    if k < 0:
        return 0.0
    if functions.kind[k] == COMPILED:
        return _compiled_rate(functions.address[k, 0], functions.address[k, 1], t)
    return _declared(functions, k, t)[1]
