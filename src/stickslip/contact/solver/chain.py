"""The whole chain for one contact problem: open, warm start, sweeps, proximal point, proof of no solution, rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from stickslip.contact.solver.anderson import accelerated_sweeps
from stickslip.contact.solver.certificate import Certificate, find_certificate, proof_rows
from stickslip.contact.solver.continuation import EAGER, PATIENT
from stickslip.contact.solver.entries import (
    all_open,
    compiled_proximal_point,
    original_residual,
    scaled_proximal_point,
    solve_blocks,
    solve_body,
)
from stickslip.contact.solver.nodes_lu import nodes_lu
from stickslip.contact.solver.operators import Blocks, Bodies, bodies, dense_blocks, velocity
from stickslip.contact.solver.problem import (
    CONE,
    INTERVAL,
    NOT_CONVERGED,
    BodySpace,
    Laws,
    Settings,
    Status,
    Work,
    new_work,
)
from stickslip.contact.solver.projection import project
from stickslip.contact.solver.scaling import row_scale, scaled, scaled_laws
from stickslip.contact.solver.sparse import SparseContact, blocks_from_sparse

_ROUND_SWEEPS = 500
_PROOF_LIMIT = 1500
"""Largest number of rows in the search for a certificate, which is dense."""


@dataclass(frozen=True)
class ContactProblem:
    """v = W r + b under the laws, with W explicit (dense or sparse) or in body space.

    Parameters
    ----------
    laws : Laws, groups in the order of their rows
    b : (m,) velocity without reactions [m/s]
    W : (m, m) array or sparse array, or None if `body` is given
    body : BodySpace or None
    """

    laws: Laws
    b: np.ndarray
    W: np.ndarray | sp.sparray | sp.spmatrix | None = None
    body: BodySpace | None = None

    def __post_init__(self) -> None:
        laws, m = self.laws, np.shape(self.b)[0]
        if (self.W is None) == (self.body is None):
            raise ValueError("contact problem: give exactly one of W and body")
        if self.W is not None and self.W.shape != (m, m):
            raise ValueError(f"contact problem: W has shape {self.W.shape}, b has {m} rows; W must be ({m}, {m})")
        if not np.array_equal(np.concatenate([[0], np.cumsum(laws.size)]), np.append(laws.row, m)):
            raise ValueError(f"contact problem: rows of the groups must follow one another and end at {m}")
        if not np.all(np.isin(laws.kind, (CONE, INTERVAL))) or not np.all((laws.size >= 1) & (laws.size <= 3)):
            raise ValueError("contact problem: kind must be CONE or INTERVAL, size 1, 2 or 3")
        if np.any(laws.size[laws.kind == INTERVAL] != 1):
            raise ValueError("contact problem: an INTERVAL group has exactly one row")
        finite = np.all(np.isfinite(self.b)) and np.all(np.isfinite(laws.bound[laws.kind == CONE]))
        if not finite or not np.all(laws.bound >= 0.0):
            raise ValueError("contact problem: b must be finite, bound >= 0 (finite at cones)")


@dataclass(frozen=True)
class ContactSolution:
    """Reaction, velocity and how well the laws are met."""

    r: np.ndarray
    """(m,) [N s]; only a solution if `status` is OPEN or CONVERGED."""
    v: np.ndarray
    """(m,) v = W r + b [m/s]"""
    residual: float
    """Scaled natural-map residual, recomputed from r and the given data."""
    status: Status
    iterations: int
    """Sweeps plus Newton steps."""
    message: str
    certificate: Certificate | None = None

    @property
    def success(self) -> bool:
        """Return whether r satisfies the laws to the tolerance."""
        return self.status in (Status.OPEN, Status.CONVERGED)


def solve(
    problem: ContactProblem, r0: np.ndarray | None = None, tol: float = 1e-10, rounds: int = 3
) -> ContactSolution:
    """Solve v = W r + b under the laws, from r0 (0 if not given), to the residual tol.

    Accelerated sweeps first; then an eager proximal point with Newton inside (dense, sparse or in body space); then the
    search for a proof that no solution exists; then up to `rounds` rounds of more sweeps and a patient proximal point.
    """
    problem = _plain(problem)
    laws, b = problem.laws, problem.b
    settings = Settings(tol=tol)
    if all_open(laws, b):
        return ContactSolution(np.zeros_like(b), b.copy(), 0.0, Status.OPEN, 0, Status.OPEN.sentence)
    W, work = _operator(problem)
    r = np.zeros_like(b) if r0 is None else np.array(r0, dtype=float)
    res, iterations = _first_chain(problem, W, r, settings, work)
    proof = None
    if not res <= tol:
        proof = _certificate(problem, b)
        if proof is None:
            iterations += _rounds(W, laws, b, r, res, rounds, settings, work)
    v = np.empty_like(b)
    velocity(W, laws, r, b, v)
    res = original_residual(W, laws, b, r, work)
    status = Status.CONVERGED
    if not res <= tol:
        status = Status.NOT_CONVERGED if proof is None else Status.INFEASIBLE
    message = f"{status.sentence} Residual {res:.1e}, tolerance {tol:.1e}."
    if proof is not None:
        message += f" Any solution would need |r| >= {proof.least_norm:.1e}."
    return ContactSolution(r, v, res, status, iterations, message, proof)


def _plain(problem: ContactProblem) -> ContactProblem:
    """Copy the arrays into plain writable C order: any other layout would recompile every kernel."""
    types = (np.int64, np.int64, np.int64, np.float64)
    laws = Laws(*(np.array(x, kind, order="C") for x, kind in zip(problem.laws, types)))
    body = problem.body
    if body is not None:
        body = BodySpace(*(np.array(x, np.float64 if x.dtype.kind == "f" else np.int64, order="C") for x in body))
    return ContactProblem(laws, np.array(problem.b, dtype=float, order="C"), problem.W, body)


def _operator(problem: ContactProblem) -> tuple[Blocks | Bodies, Work]:
    """Build the operator and its scratch memory."""
    laws, m, n = problem.laws, problem.b.shape[0], problem.laws.size.size
    if problem.body is not None:
        work = new_work(n, m, int(problem.body.off[-1]), problem.body.slot_data.size)
        return bodies(laws, problem.body, work.u, work.slot), work
    work = new_work(n, m, 0, 0)
    if sp.issparse(problem.W):
        return blocks_from_sparse(laws, sp.csr_array(problem.W)), work
    return dense_blocks(laws, np.array(problem.W, dtype=float, order="C"), work.segments), work


def _first_chain(
    problem: ContactProblem, W: Blocks | Bodies, r: np.ndarray, settings: Settings, work: Work
) -> tuple[float, int]:
    """Run the compiled entries, with sparse Newton systems for a large W; returns (residual, iterations)."""
    laws, b = problem.laws, problem.b
    if problem.body is not None:
        return solve_body(laws, problem.body, b, r, settings, work)[1:]
    status, res, iterations = solve_blocks(laws, W, b, r, settings, work)
    if status == NOT_CONVERGED and b.size > settings.dense_rows:
        proximal, linear = _proximal_point(W, laws, work)
        res, steps = proximal(EAGER, linear, W, laws, b, r, settings, work)
        iterations += steps
    return res, iterations


def _proximal_point(W: Blocks | Bodies, laws: Laws, work: Work) -> tuple[Callable[..., tuple[float, int]], Any]:
    """Return the proximal point, compiled or not, and its linear systems."""
    if isinstance(W, Bodies):
        return compiled_proximal_point, nodes_lu(W, laws)
    if int(laws.size.sum()) <= Settings().dense_rows:
        return compiled_proximal_point, None
    s = row_scale(laws, work.scale[0, : laws.size.size], int(laws.size.sum()))
    return scaled_proximal_point, SparseContact(scaled(W, laws, s), scaled_laws(laws, s))


def _rounds(
    W: Blocks | Bodies,
    laws: Laws,
    b: np.ndarray,
    r: np.ndarray,
    res: float,
    rounds: int,
    settings: Settings,
    work: Work,
) -> int:
    """Run rounds of sweeps and proximal point; r, with residual res, becomes the best point. Returns the iterations.

    A round starts from the end of the last one with every group scaled at random (always the same sequence): the way in
    decides whether Newton passes.
    """
    tol, iterations = settings.tol, 0
    proximal, linear = _proximal_point(W, laws, work)
    rng = np.random.default_rng(0)
    x = r.copy()
    for _ in range(rounds):
        _, sweeps = accelerated_sweeps(W, laws, b, x, 0.0, tol, _ROUND_SWEEPS, work)
        new, steps = proximal(PATIENT, linear, W, laws, b, x, settings, work)
        iterations += sweeps + steps
        if new < res:
            r[:], res = x, new
        if res <= tol:
            break
        x *= np.repeat(rng.uniform(0.5, 1.5, laws.size.size), laws.size)
        project(laws, x)
    return iterations


def _certificate(problem: ContactProblem, b: np.ndarray) -> Certificate | None:
    """Search for a proof that no solution exists, while the search stays affordable."""
    rows = proof_rows(problem.laws)
    if rows.size > _PROOF_LIMIT:
        return None
    if problem.body is None:
        return find_certificate(problem.laws, sp.csr_array(problem.W)[rows], rows, b)
    H, minv = body_matrices(problem.laws, problem.body)
    return find_certificate(problem.laws, sp.csr_array(H[rows] @ minv @ H.T), rows, b)


def body_matrices(laws: Laws, body: BodySpace) -> tuple[sp.csr_array, sp.csr_array]:
    """Return H (m, n_u) and the block-diagonal Minv (n_u, n_u) as sparse arrays: W = H Minv H^T."""
    m, n_u = int(laws.size.sum()), int(body.off[-1])
    values, rows, cols = [], [], []
    for g in range(laws.size.size):
        for s in range(body.slot_ptr[g], body.slot_ptr[g + 1]):
            node, size = body.slot_node[s], laws.size[g]
            nu = body.off[node + 1] - body.off[node]
            values.append(body.slot_data[body.slot_off[s] : body.slot_off[s] + size * nu])
            rows.append(np.repeat(laws.row[g] + np.arange(size), nu))
            cols.append(np.tile(body.off[node] + np.arange(nu), size))
    H = sp.coo_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(cols))), shape=(m, n_u))
    blocks = []
    for k in range(body.off.size - 1):
        nu = body.off[k + 1] - body.off[k]
        blocks.append(body.minv[body.minv_off[k] : body.minv_off[k] + nu * nu].reshape(nu, nu))
    return sp.csr_array(H), sp.csr_array(sp.block_diag(blocks))
