"""Proof that a contact problem has no solution: z >= 0 on the normals with z W_N = 0 and z · b_N < 0.

Every solution has v_N >= 0 at unilateral contacts and v = 0 at bilateral rows. If z W = 0 over these rows (z free at
bilateral rows) and z · b < 0, then z · v = z · b < 0 for every r: a contradiction. In floating point z W is not
exactly 0, but any solution must still have |r| >= -z · b / |z W|.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.optimize as so
import scipy.sparse as sp

from stickslip.contact.solver.problem import CONE, INTERVAL, Laws

_PROOF = 1e-13
"""|z W| / (-z · b), with rows scaled to unit length, below which z counts as proof."""


@dataclass(frozen=True)
class Certificate:
    """The multipliers z of the rows and the least norm any solution would need."""

    rows: np.ndarray
    """(k,) rows of v that the proof uses: normals of cones and bilateral rows."""
    z: np.ndarray
    """(k,) multipliers, >= 0 on normals."""
    least_norm: float
    """Any r that satisfies the laws has |r| >= least_norm [N s]."""


def find_certificate(laws: Laws, W_rows: sp.csr_array, rows: np.ndarray, b: np.ndarray) -> Certificate | None:
    """Find z by non-negative least squares on [W_rows^T; b] z = [0; -1] with scaled rows; None if there is none.

    Parameters
    ----------
    W_rows : (k, m) the rows `proof_rows(laws)` of W
    b : (m,) velocity without reactions [m/s]
    """
    if rows.size == 0 or not np.any(b[rows]):
        return None
    length = np.sqrt(np.asarray(W_rows.multiply(W_rows).sum(axis=1)).ravel())
    length[length == 0.0] = 1.0
    normalised = (sp.diags_array(1.0 / length) @ W_rows).toarray()
    load = b[rows] / length
    load = load / np.abs(load).max()
    free = np.isin(rows, laws.row[laws.kind == INTERVAL])
    table = np.vstack([normalised.T, load])
    both = np.hstack([table, -table[:, free]])
    goal = np.zeros(both.shape[0])
    goal[-1] = -1.0
    try:
        z, _ = so.nnls(both, goal)
    except RuntimeError:  # iteration limit: no proof found
        return None
    z_rows = z[: rows.size].copy()
    z_rows[free] -= z[rows.size :]
    defect, gain = float(np.linalg.norm(z_rows @ normalised)), -float(z_rows @ load)
    if gain <= 0.0 or defect > _PROOF * gain:
        return None
    z_rows /= length
    gain, defect = -float(z_rows @ b[rows]), float(np.linalg.norm(W_rows.T @ z_rows))
    return Certificate(rows, z_rows, gain / defect if defect > 0.0 else np.inf)


def proof_rows(laws: Laws) -> np.ndarray:
    """Return the rows whose velocity every solution restricts: normals (v_N >= 0) and bilateral rows (v = 0)."""
    return laws.row[(laws.kind == CONE) | np.isinf(laws.bound)]
