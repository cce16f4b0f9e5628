"""The whole chain for compiled step loops: one C function that they call by its address where quick solvers fail.

The heavy stages are compiled apart, and hard problems are rare: a loop need not be compiled with them, nor be left for
them. A problem comes with a dense W, or it is the one that the run itself finds in its scratch memory.
"""

from __future__ import annotations

import ctypes
import itertools
import math
import weakref
from types import MethodType
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types

from stickslip._jit import call_at, njit
from stickslip.contact.solver.problem import CONVERGED, NOT_CONVERGED, Laws, Settings

_open: dict[int, Chain] = {}
_numbers = itertools.count(1)


class Chain:
    """The access of one run to the whole chain; it keeps what went wrong.

    Parameters
    ----------
    solve_own : method of the run that solves the problem in its memory; it returns residual and why it failed, or ""
    tol : float, residual to which the laws are solved
    """

    def __init__(self, solve_own: MethodType, tol: float) -> None:
        number = next(_numbers)
        _open[number] = self
        self._solve_own = weakref.WeakMethod(solve_own)
        self.settings = Settings(tol=tol, address=ctypes.cast(_call, ctypes.c_void_p).value or 0, number=number)
        self.message = ""  # why the last problem has no answer
        self.error: BaseException | None = None
        weakref.finalize(solve_own.__self__, _open.pop, number, None)

    def solve_own(self) -> float:
        """Solve the problem of the run; return the residual."""
        solve = self._solve_own()
        assert solve is not None
        residual, self.message = solve()
        return residual

    def solve_dense(self, laws: Laws, W: np.ndarray, b: np.ndarray, r: np.ndarray) -> float:
        """Solve v = W r + b from r, which becomes the answer; return the residual."""
        from stickslip.contact.solver.chain import ContactProblem, solve  # sparse solvers, loaded where needed

        start = r if np.isfinite(r).all() else None
        solution = solve(ContactProblem(laws, b, W=W), r0=start, tol=self.settings.tol)
        r[:] = solution.r
        self.message = "" if solution.success else solution.message
        return solution.residual


@ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
def _call(number: int, integers: int, numbers: int, W: int) -> float:
    """Solve a problem of the run with a number; no exception may escape: one from an interrupt would be lost."""
    chain = _open[number]
    try:
        n, m = (int(k) for k in _array(integers, 2, ctypes.c_int64))
        if n == 0:
            return chain.solve_own()
        size, kind, row = _array(integers, 2 + 3 * n, ctypes.c_int64)[2:].reshape(3, n)
        values = _array(numbers, n + 2 * m, ctypes.c_double)
        matrix = _array(W, m * m, ctypes.c_double).reshape(m, m)
        return chain.solve_dense(Laws(size, kind, row, values[:n]), matrix, values[n : n + m], values[n + m :])
    except BaseException as error:
        chain.error = error
        return math.inf


def _array(address: int, length: int, kind: Any) -> np.ndarray:
    return np.ctypeslib.as_array(ctypes.cast(address, ctypes.POINTER(kind)), (length,))


@call_at(float)
def _call_chain(typingctx, address, number, integers, numbers, W):
    """Call double f(number, integers, numbers, W) at ``address`` with the data of three arrays."""

    def codegen(context, builder, signature, args):
        byte = ir.PointerType(ir.IntType(8))
        kind = ir.FunctionType(ir.DoubleType(), [ir.IntType(64), byte, byte, byte])
        data = [context.make_array(signature.args[k])(context, builder, args[k]).data for k in (2, 3, 4)]
        data = [builder.bitcast(pointer, byte) for pointer in data]
        return builder.call(builder.inttoptr(args[0], ir.PointerType(kind)), [args[1], *data])

    return types.float64(types.int64, types.int64, integers, numbers, W), codegen


@njit
def _verdict(residual, settings):
    return (CONVERGED if residual <= settings.tol else NOT_CONVERGED), residual, 0


@njit
def solve_outside(laws, W, b, r, settings):
    """Solve v = W r + b for a dense W (m, m) by the whole chain; return (status, residual, iterations).

    r is the start and becomes the answer or the best iterate.
    """
    n, m = laws.size.shape[0], b.shape[0]
    integers, numbers = np.empty(2 + 3 * n, np.int64), np.empty(n + 2 * m)
    integers[0], integers[1] = n, m
    for g in range(n):
        integers[2 + g], integers[2 + n + g], integers[2 + 2 * n + g] = laws.size[g], laws.kind[g], laws.row[g]
        numbers[g] = laws.bound[g]
    for k in range(m):
        numbers[n + k], numbers[n + m + k] = b[k], r[k]
    residual = _call_chain(settings.address, settings.number, integers, numbers, W)
    for k in range(m):
        r[k] = numbers[n + m + k]
    return _verdict(residual, settings)


@njit
def solve_own_outside(settings):
    """Let the run solve the problem in its memory by the whole chain; return (status, residual, iterations)."""
    integers = np.zeros(2, np.int64)
    residual = _call_chain(settings.address, settings.number, integers, np.zeros(1), np.zeros((1, 1)))
    return _verdict(residual, settings)
