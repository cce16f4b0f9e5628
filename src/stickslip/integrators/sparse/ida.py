"""A run of IDA (SUNDIALS, package ``scikit-sundae``): backward differences of changing order and step size.

Unknowns are displacements x, velocities u, constraint forces Lambda and, in the form of Gear, Gupta and Leimkuhler, mu:

    index-3, index-2    x' - u = 0                 M u' - h - G^T Lambda = 0    g = 0, or G u + w = 0
    ggl                 M (x' - u) - G^T mu = 0    M u' - h - G^T Lambda = 0    G u + w = 0, g = 0

The package does not hand on IDASetSuppressAlg. Unknowns that the error test must not see have a tolerance that no
error reaches, which also leaves them out of the convergence test; the equations are linear in them.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np
import scipy.sparse as sp

from stickslip._arrays import Floats
from stickslip.codes import ERROR
from stickslip.errors import ModelError, SimulationError
from stickslip.integrators.sparse.run import SparseRun
from stickslip.integrators.sparse.schemes import IDA
from stickslip.linalg.sparse import block_entries
from stickslip.linalg.threads import one_openmp_thread
from stickslip.system.assemble import Assembly

_UNSEEN = 1e100  # tolerance of what the error test leaves out
_MOST_STEPS = 20_000  # in a step dt


class IDARun(SparseRun):
    """A smooth system in a simulation run; IDA chooses steps and orders within each dt."""

    def __init__(self, assembly: Assembly, integrator: IDA, settings: dict[str, Any], record_every: int) -> None:
        try:
            from sksundae.ida import IDA as Solver
        except ImportError:
            raise ModelError("IDA needs the package scikit-sundae: pip install stickslip[ida]") from None
        super().__init__(assembly, integrator, settings, record_every)
        self._new_solver: Any = Solver
        self._library = sys.modules.get("sksundae._cy_ida")  # it is linked to SuperLU_MT
        self._solver: Any = None
        self._pattern = _Pattern(self)
        self.mu = np.zeros(self.equations.m if integrator.form == "ggl" else 0)
        self.small_steps, self.jacobians = 0, 0

    def effort(self) -> dict[str, int]:
        """Return the numbers of small steps, evaluations and Jacobians."""
        return {"small_steps": self.small_steps, "evaluations": self.evaluations, "jacobians": self.jacobians}

    def start(self, project: bool, dt: float = 1e-3) -> None:
        """Check (or project) the initial state, find its accelerations and constraint forces, and give it to IDA."""
        super().start(project, dt)
        u = self.state.u.copy()
        form, n, m = self.integrator.form, self.equations.n, self.equations.m
        atol = np.full(2 * n + m + len(self.mu), _UNSEEN)
        atol[:n] = self.integrator.atol
        if form != "index-3" or m == 0:
            atol[n : 2 * n] = self.integrator.atol / dt
        with warnings.catch_warnings():  # about a pattern not needed for a given Jacobian: it is
            warnings.simplefilter("ignore", UserWarning)
            self._solver = self._new_solver(
                self._residual, jacfn=self._jacobian, linsolver="sparse", sparsity=self._pattern.matrix, atol=atol,
                rtol=self.integrator.rtol, max_order=self.integrator.max_order, max_num_steps=_MOST_STEPS,
            )  # fmt: skip
        self._begin(u)

    def _begin(self, u: Floats) -> None:
        """Give the present state to IDA, which forgets earlier steps."""
        y = np.concatenate([self.x, u, self.force, self.mu])
        rates = np.concatenate([u, self.a, np.zeros(self.equations.m + len(self.mu))])
        self._solver.init_step(self.t, y, rates)
        self._set_state(self.x, u, self.t)

    def _renew(self, dt: float) -> None:
        u = self.state.u.copy()
        super()._renew(dt)
        self.mu[:] = 0.0
        self._begin(u)

    def _split(self, y: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        n, m = self.equations.n, self.equations.m
        return y[:n], y[n : 2 * n], y[2 * n : 2 * n + m], y[2 * n + m :]

    def _residual(self, t: float, y: Floats, rates: Floats, out: Floats) -> None:
        (x, u, force, mu), (x_rate, a, _, _) = self._split(y), self._split(rates)
        point, M = self.equations.at(x, u, t, 1.0, 1.0), self.equations.mass
        self.evaluations += 1
        speed, position = point.G @ u + point.w, point.g
        rows = {"index-3": [position], "index-2": [speed], "ggl": [speed, position]}[self.integrator.form]
        first = M @ (x_rate - u) - point.G.T @ mu if len(mu) else x_rate - u
        out[:] = np.concatenate([first, M @ a - point.h - point.H.T @ force, *rows])
        if not np.isfinite(out).all():
            raise self._fail(t, "forces are not finite")

    def _jacobian(self, t: float, y: Floats, rates: Floats, res: Floats, cj: float, out: Floats) -> None:
        x, u, _, mu = self._split(y)
        point, D, K = self.equations.parts(x, u, t)
        self.jacobians += 1
        M, G, H, form = self.equations.mass, point.G, point.H, self.integrator.form
        if len(mu):
            blocks = [[cj * M, -M, None, -G.T], [K, cj * M + D, -H.T, None], [None, G, None, None], [G, *3 * [None]]]
        else:
            one = sp.eye_array(self.equations.n, format="csr")
            row = [G, None, None] if form == "index-3" else [None, G, None]
            blocks = [[cj * one, -one, None], [K, cj * M + D, -H.T], row]
            if self.equations.m == 0:
                blocks = [line[:2] for line in blocks[:2]]
        self._pattern.fill(_block(blocks, len(y)), out)

    def _step(self, dt: float) -> None:
        """Cover one step of size dt by small steps of IDA, the last of which ends there."""
        end, t, parts = self.t + dt, self.t, 0
        while t < end:
            try:
                with one_openmp_thread(self._library):
                    found = self._solver.step(end, method="onestep", tstop=end)
            except SimulationError:
                raise
            except Exception as error:  # of the package, whatever its kind
                raise self._gave_up(t, str(error)) from None
            if not found.success:
                raise self._gave_up(t, str(found.message))
            now = float(np.ravel(found.t)[-1])
            if parts >= _MOST_STEPS:
                raise self._gave_up(t, f"its steps became too small ({now - t:.3g} s)")
            y, rates = np.ravel(found.y), np.ravel(found.yp)
            self._accept(y.copy(), rates.copy(), end if abs(now - end) < 1e-12 * dt else now, now - t)
            t, parts = self.t, parts + 1
        self.small_steps += parts
        self.work.certificate[ERROR.substeps] = max(self.work.certificate[ERROR.substeps], parts)

    def _accept(self, y: Floats, rates: Floats, t: float, size: float) -> None:
        self.x, u, self.force, self.mu = self._split(y)
        self.a = self._split(rates)[1]
        point = self.equations.at(self.x, u, t, 1.0, 1.0)
        self._set_state(self.x, u, t)
        self._account(size, point)
        residual = self._balance(point, self.a, self.force)[1]
        self._certify(residual, 0, float(abs(point.G @ u + point.w).max(initial=0.0)))

    def _gave_up(self, t: float, why: str) -> SimulationError:
        form = self.integrator.form
        hint = "; form='ggl' or 'index-2' is easier to integrate" if form == "index-3" and self.equations.m else ""
        return SimulationError(f"IDA stopped at t = {t:.9g} s: {why}{hint}", t)

    def restore(self, saved: dict[str, Any]) -> None:
        """Reject: the past steps are inside IDA."""
        raise SimulationError("IDA does not expose its past steps, so the run cannot be resumed; start it again")


class _Pattern:
    """Places of the Jacobian: all that blocks and rows may ever fill, by columns."""

    def __init__(self, run: IDARun) -> None:
        equations, n = run.equations, run.equations.n
        rows, columns, _ = block_entries(run.system.pattern.blocks)
        inner = (rows < n) & (columns < n)
        A = _ones(rows[inner], columns[inner], (n, n))
        joint = (rows >= n) & (columns < n)
        G = _ones(rows[joint] - n, columns[joint], (equations.m, n))
        one, m = sp.eye_array(n), equations.m
        if run.integrator.form == "ggl":
            blocks = [[A, A, None, G.T], [A, A, G.T, None], [None, G, None, None], [G, None, None, None]]
        else:
            row = [G, None, None] if run.integrator.form == "index-3" else [None, G, None]
            blocks = [[one, one, None], [A, A, G.T], row]
        if m == 0:
            blocks = [line[:2] for line in blocks[:2]]
        size = 2 * n + m * (2 if run.integrator.form == "ggl" else 1)
        self.matrix = sp.csc_matrix(_block(blocks, size))  # the package knows matrices, not arrays
        self.matrix.sort_indices()
        self.matrix.indices, self.matrix.indptr = (np.int32(x) for x in (self.matrix.indices, self.matrix.indptr))
        self._keys = _keys(self.matrix)

    def fill(self, J: sp.csc_array, out: Floats) -> None:
        """Write the entries of a matrix to their places."""
        J.sort_indices()
        out[:] = 0.0
        out[np.searchsorted(self._keys, _keys(J))] = J.data


def _block(blocks: list[list[Any]], size: int) -> sp.csc_array:
    """Return the matrix of blocks, of which the last ones may be all empty."""
    matrix = sp.coo_array(sp.block_array(blocks))
    return sp.csc_array(sp.coo_array((matrix.data, matrix.coords), shape=(size, size)))


def _ones(rows: Any, columns: Any, shape: tuple[int, int]) -> sp.csr_array:
    return sp.csr_array(sp.coo_array((np.ones(len(rows)), (rows, columns)), shape=shape))


def _keys(matrix: Any) -> Any:
    """Return the place of every entry in order of columns, as one number."""
    columns = np.repeat(np.arange(matrix.shape[1]), np.diff(matrix.indptr))
    return columns.astype(np.int64) * matrix.shape[0] + matrix.indices
