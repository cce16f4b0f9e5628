"""The local contact problem as arrays: laws, the two forms of W, settings, status.

Unknown r (m,) [N s], velocity v = W r + b [m/s]. Group g owns the rows row[g] ... row[g] + size[g] - 1.

* CONE: rows (N, T...), K = {|r_T| <= mu r_N} with mu = bound[g], law  K* ∋ v + mu |v_T| e_N ⟂ r ∈ K.
  One row alone is a frictionless unilateral contact.
* INTERVAL: one row, -v ∈ N_[-c,c](r) with c = bound[g]: v = 0 inside, v <= 0 at r = +c, v >= 0 at r = -c.
  c = inf is a bilateral row.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from stickslip._jit import njit

CONE = 0
INTERVAL = 1

MAX_ROWS = 36  # problems up to this size are small: dense Newton steps come first
OPEN, CONVERGED, INFEASIBLE, NOT_CONVERGED = 0, 1, 2, 3

DEPTH = 10
"""Number of earlier sweeps that Anderson acceleration combines."""


class Status(IntEnum):
    """How a contact problem ended."""

    OPEN = OPEN
    CONVERGED = CONVERGED
    INFEASIBLE = INFEASIBLE
    NOT_CONVERGED = NOT_CONVERGED

    @property
    def sentence(self) -> str:
        """Return one sentence on what the status means."""
        return _SENTENCES[self]


_SENTENCES = {
    Status.OPEN: "All contacts open: r = 0 satisfies every law.",
    Status.CONVERGED: "The laws hold to the tolerance; the residual was recomputed from r and the given data.",
    Status.INFEASIBLE: "No reaction satisfies the laws; the certificate z proves it (see Certificate).",
    Status.NOT_CONVERGED: "The tolerance was missed; r is the best iterate found, not a solution. Try a smaller step.",
}


class Laws(NamedTuple):
    """Groups of rows and their laws."""

    size: np.ndarray  # (n,) int64, rows of the group: 1, 2 or 3
    kind: np.ndarray  # (n,) int64, CONE or INTERVAL
    row: np.ndarray  # (n,) int64, first row of the group
    bound: np.ndarray  # (n,) float64, friction coefficient (CONE) or largest |r| (INTERVAL)


class BodySpace(NamedTuple):
    """W = H Minv H^T by nodes, never formed. Slot s of group g holds the block of H at one node."""

    off: np.ndarray  # (n_nodes + 1,) int64, node k owns u[off[k]:off[k + 1]]
    minv_off: np.ndarray  # (n_nodes,) int64, start of the inverse mass block of node k in minv
    minv: np.ndarray  # flat float64, row-major (nu, nu) blocks, symmetric positive definite
    slot_ptr: np.ndarray  # (n + 1,) int64, group g has the slots slot_ptr[g] ... slot_ptr[g + 1] - 1
    slot_node: np.ndarray  # (n_slots,) int64
    slot_off: np.ndarray  # (n_slots,) int64, start of the slot's block in slot_data
    slot_data: np.ndarray  # flat float64, row-major (size[g], nu) blocks of H


class Settings(NamedTuple):
    """Tolerance and limits. `tol` bounds the scaled natural-map residual (`residual.residual`)."""

    tol: float = 1e-10
    max_sweeps: int = 300
    dense_rows: int = 200
    """Compiled entries run the Newton stages up to this many rows (or unknowns of the touched nodes)."""
    address: int = 0
    """C function by which compiled loops reach the whole chain (``outside``), 0: none; ``number`` says whose."""
    number: int = 0
    kept: float = 1e-3
    """Part of `tol` up to which small problems keep a warm start; otherwise resting contacts never settle on one."""


class Work(NamedTuple):
    """Scratch memory for up to n groups, m rows, n_u node unknowns and n_data numbers in slot_data."""

    segments: np.ndarray  # (4, n + 1) int64, ptr, col, length, off of a dense W as `Blocks`
    diag: np.ndarray  # (n, 9) float64, blocks W_gg row-major in the leading size x size part
    scale: np.ndarray  # (4, n) float64: rho_g = 1 / max diag W_gg, slip multipliers, terms of rho_g v_g, rho_g^-1/2
    vec: np.ndarray  # (8, m) float64
    history: np.ndarray  # (2 * DEPTH, m) float64
    gram: np.ndarray  # (2 * DEPTH + 3, DEPTH) float64
    u: np.ndarray  # (n_u,) float64
    slot: np.ndarray  # (n_data,) float64, Minv H_s^T transposed, same layout as slot_data
    square: np.ndarray  # (MAX_ROWS^2,) float64, Newton matrix of a small problem
    dense: np.ndarray  # (MAX_ROWS^2,) float64, its W


@njit
def new_work(n, m, n_u, n_data):
    """Allocate scratch for problems up to n groups, m rows, n_u node unknowns, n_data numbers in slot_data.

    For explicit W give n_u = n_data = 0. A work array serves every problem that is not larger.
    """
    return Work(
        np.zeros((4, n + 1), np.int64),
        np.zeros((n, 9)),
        np.zeros((4, n)),
        np.zeros((8, m)),
        np.zeros((2 * DEPTH, m)),
        np.zeros((2 * DEPTH + 3, DEPTH)),
        np.zeros(n_u),
        np.zeros(n_data),
        np.zeros(MAX_ROWS * MAX_ROWS),
        np.zeros(MAX_ROWS * MAX_ROWS),
    )
