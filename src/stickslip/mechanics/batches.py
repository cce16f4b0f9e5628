"""Batches: all elements of one body in one compiled function, called by its address with raw arrays.

The step loop is compiled without any of them. A batch is void f(table, data, q, u, h, h_tilde, values, control):

table    int64: header T_* (as far as the batch has use for it), then what belongs to the kind of batch
data     float64, what belongs to the kind of batch
q, u     (nq,), (nu,) of the whole system
h        (4, nu) forces per class, added to
h_tilde  (nu,) added to
values   blocks of the matrix, added to
control  C_*: task, blend and time in; potential (added to) and element that is turned inside out (set) out; C_BATCH
         and C_ELEMENT keep batch and element where forces were evaluated last

Tasks: FORCE adds forces and potential. TANGENT does so too, adds stiffness K + damping D to values, K = -dh/dq and
D = -dh/du, and subtracts shift K u from h_tilde. MASS adds M to values, PRODUCT adds M u to h_tilde.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from stickslip._arrays import Floats, Ints
from stickslip._jit import c_function, njit

FORCE, TANGENT, MASS, PRODUCT = range(4)
T_SIZE, T_DATA, T_NQ, T_NU, T_VALUES, T_ELEMENTS, T_NODES, T_POINTS, T_LAW, T_CONSISTENT = range(10)
T_HEADER = 10
C_TASK, C_DAMPING, C_STIFFNESS, C_SHIFT, C_POTENTIAL, C_INVERTED, C_BATCH, C_ELEMENT, C_TIME = range(9)
C_SPAN = 9  # begin and end of the present step, seen from inside (see ``Functions.span``)
CONTROL_SIZE = 11


class Batches(NamedTuple):
    """All batches of one kind."""

    address: Ints  # (nb,) machine code
    table_start: Ints  # (nb + 1,)
    data_start: Ints  # (nb + 1,)
    table: Ints  # flat
    data: Floats  # flat


def join_batches(address: Sequence[int], tables: Sequence[Ints], data: Sequence[Floats]) -> Batches:
    """Collect batches: addresses of their machine code, tables and data of each."""
    return Batches(
        address=np.array(address, dtype=np.int64),
        table_start=np.cumsum([0, *(len(x) for x in tables)], dtype=np.int64),
        data_start=np.cumsum([0, *(len(x) for x in data)], dtype=np.int64),
        table=np.concatenate([*tables, np.zeros(0, dtype=np.int64)]),
        data=np.concatenate([*data, np.zeros(0)]),
    )


def compile_batch(entry: Callable[..., None]) -> int:
    """Compile the C entry of batches, a module-level function of eight pointers, and return its address."""
    number, real = types.CPointer(types.int64), types.CPointer(types.float64)
    compiled = c_function(entry, types.void(number, *[real] * 7))
    _alive.append(compiled)
    return int(compiled.address or 0)


_alive: list[Any] = []  # machine code lives as long as its function


@intrinsic
def call_batch(typingctx, address, table, data, q, u, h, h_tilde, values, control):
    """Call the batch at ``address`` with the data of eight arrays (C order, any number of axes)."""
    arrays = (table, data, q, u, h, h_tilde, values, control)

    def codegen(context, builder, signature, args):
        number, real = ir.PointerType(ir.IntType(64)), ir.PointerType(ir.DoubleType())
        kind = ir.FunctionType(ir.VoidType(), [number, *[real] * 7])
        data = [context.make_array(signature.args[k])(context, builder, args[k]).data for k in range(1, 9)]
        builder.call(builder.inttoptr(args[0], ir.PointerType(kind)), data)
        return context.get_dummy_value()

    return types.void(types.int64, *arrays), codegen


@njit
def run_batches(batches, q, u, h, h_tilde, values, control):
    """Do the task of ``control`` for all batches; return the first with an element turned inside out, -1: none.

    ``control[C_POTENTIAL]`` becomes the potential of all batches, ``control[C_INVERTED]`` the element in that batch.
    """
    inverted = -1
    control[C_POTENTIAL], control[C_INVERTED] = 0.0, -1.0
    for k in range(len(batches.address)):
        call_batch(  # type: ignore[call-arg]
            batches.address[k], batches.table[batches.table_start[k] :], batches.data[batches.data_start[k] :],
            q, u, h, h_tilde, values, control,
        )  # fmt: skip
        if inverted < 0 and control[C_INVERTED] >= 0.0:
            inverted = k
    return inverted


@njit
def open_batch(table, data, q, u, h, h_tilde, values, control, control_size):
    """Return the arrays behind the pointers of a batch, in the same order; ``control`` has ``control_size`` numbers."""
    head = numba.carray(table, (T_VALUES + 1,))
    nq, nu = head[T_NQ], head[T_NU]
    return (
        numba.carray(table, (head[T_SIZE],)), numba.carray(data, (head[T_DATA],)), numba.carray(q, (nq,)),
        numba.carray(u, (nu,)), numba.carray(h, (4 * nu,)), numba.carray(h_tilde, (nu,)),
        numba.carray(values, (head[T_VALUES],)), numba.carray(control, (control_size,)),
    )  # fmt: skip
