"""Random contact problems for the solver tests: bodies touching in a chain, with groups of all sizes and kinds."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from stickslip.contact.solver import CONE, INTERVAL, BodySpace, ContactProblem, Laws


def make_laws(size, kind, bound) -> Laws:
    size = np.asarray(size, np.int64)
    row = np.concatenate([[0], np.cumsum(size)[:-1]]).astype(np.int64)
    return Laws(size, np.asarray(kind, np.int64), row, np.asarray(bound, float))


def random_bodies(seed: int, n_nodes: int, per_pair: int, mu: float = 0.5) -> tuple[Laws, BodySpace, np.ndarray]:
    """Chain of nodes with 3 or 6 unknowns, `per_pair` groups between neighbours: redundant when large."""
    rng = np.random.default_rng(seed)
    nu = rng.choice([3, 6], n_nodes)
    off = np.concatenate([[0], np.cumsum(nu)]).astype(np.int64)
    minv_off = np.concatenate([[0], np.cumsum(nu**2)[:-1]]).astype(np.int64)
    minv = []
    for k in nu:
        a = rng.standard_normal((k, k))
        minv.append((a @ a.T / k + np.eye(k)).ravel())
    size, kind, bound, slot_ptr, slot_node, slot_off, slot_data = [], [], [], [0], [], [], []
    start = 0
    for k in range(n_nodes):
        for _ in range(per_pair):
            is_cone = rng.random() < 0.8
            size.append(int(rng.integers(1, 4)) if is_cone else 1)
            kind.append(CONE if is_cone else INTERVAL)
            bound.append(mu if is_cone else (np.inf if rng.random() < 0.2 else 0.3))
            for node in [k, k + 1][: 2 if k + 1 < n_nodes else 1]:
                block = rng.standard_normal((size[-1], nu[node]))
                slot_node.append(node)
                slot_off.append(start)
                slot_data.append(block.ravel())
                start += block.size
            slot_ptr.append(len(slot_node))
    laws = make_laws(size, kind, bound)
    body = BodySpace(
        off,
        minv_off,
        np.concatenate(minv),
        np.array(slot_ptr, np.int64),
        np.array(slot_node, np.int64),
        np.array(slot_off, np.int64),
        np.concatenate(slot_data),
    )
    # b = H u_free - small opening: in the range of H up to a part that only helps, so a solution exists
    H = np.zeros((int(laws.size.sum()), int(off[-1])))
    for g in range(len(size)):
        for s in range(slot_ptr[g], slot_ptr[g + 1]):
            node = slot_node[s]
            H[laws.row[g] : laws.row[g] + size[g], off[node] : off[node + 1]] += slot_data[s].reshape(size[g], -1)
    return laws, body, H @ rng.standard_normal(int(off[-1]))


def problem_folder() -> Path | None:
    """Folder of more stored problems: STICKSLIP_CONTACT_PROBLEMS or ../shared/contact-problems beside it."""
    named = os.environ.get("STICKSLIP_CONTACT_PROBLEMS")
    folder = Path(named) if named else Path(__file__).resolve().parents[3] / "shared" / "contact-problems"
    return folder if folder.is_dir() else None


def load_problem(path: Path) -> ContactProblem:
    z = np.load(path)
    m, dim = z["q"].size, int(z["dim"])
    n = m // dim
    W = sp.csr_array((z["data"], z["indices"], z["indptr"]), shape=(m, m))
    laws = make_laws(np.full(n, dim), np.full(n, CONE), np.broadcast_to(z["mu"], n))
    return ContactProblem(laws, np.ascontiguousarray(z["q"], dtype=float), W=W)


def natural_map(laws: Laws, W, b, r) -> tuple[np.ndarray, np.ndarray]:
    """Return |r_g - P(r_g - rho_g (v_g + mu |v_T| e_N))| and rho_g = 1 / max diag W_gg by groups, in plain NumPy."""
    n, rows = laws.size.size, laws.row[:, None] + np.arange(3)
    inside = np.arange(3) < laws.size[:, None]
    rows = np.where(inside, rows, 0)

    def table(x):
        return np.where(inside, np.asarray(x, float)[rows], 0.0)

    rho = 1.0 / table(W.diagonal()).max(axis=1)
    R, V = table(r), table(W @ r + b)
    cone, mu = laws.kind == CONE, np.where(laws.kind == CONE, laws.bound, 0.0)
    X = R - rho[:, None] * V
    X[:, 0] -= rho * mu * np.linalg.norm(V[:, 1:], axis=1)
    slide = np.linalg.norm(X[:, 1:], axis=1)
    top = np.maximum(X[:, 0] + mu * slide, 0.0) / (1.0 + mu**2)
    unit = np.divide(X[:, 1:], slide[:, None], out=np.zeros((n, 2)), where=slide[:, None] > 0.0)
    P = np.column_stack([top, mu[:, None] * top[:, None] * unit])
    stick = (X[:, 0] > 0.0) & (slide <= mu * X[:, 0])
    P[stick] = X[stick]
    P[~cone] = np.clip(X[~cone], -laws.bound[~cone, None], laws.bound[~cone, None])
    P[~cone, 1:] = 0.0
    return np.abs(R - P).max(axis=1), rho


def natural_residual(laws: Laws, W, b, r) -> float:
    """Natural-map residual of the whole problem, relative to max |r|."""
    worst = natural_map(laws, W, b, r)[0].max()
    return worst / np.abs(r).max() if worst > 0 else 0.0


def contact_residual(laws: Laws, W, b, r) -> float:
    """Largest natural map relative to the own scale of the contact, written a second time.

    The scale is the smaller of rho_g max |b| and the impulses at groups that W couples to g, as far as they can move
    it: |W_gh| <= (rho_g rho_h)^-1/2. Rounding of the terms in rho_g v_g counts for nothing, if it is small beside it;
    that of the sums here, of n terms each, is at most (n + 2) u times the sum of their sizes, u = 2^-53.
    """
    value, rho = natural_map(laws, W, b, r)
    group = np.repeat(np.arange(laws.size.size), laws.size)
    largest = np.zeros(len(rho))
    np.maximum.at(largest, group, np.abs(r))
    coupled = sp.coo_array(W)
    entry = coupled.data != 0.0
    pairs = np.unique(np.stack([group[coupled.row[entry]], group[coupled.col[entry]]]), axis=1)
    terms = np.zeros(len(rho))
    np.add.at(terms, pairs[0], 2.0 * (largest / np.sqrt(rho))[pairs[1]])  # a pair of bodies may share two nodes
    terms = np.maximum(np.sqrt(rho) * terms, largest)
    speed = rho * np.abs(b).max()
    scale = np.clip(terms, 1e-6 * speed, speed)
    doubt = 2.3e-16 * (terms + speed)
    summed = (np.diff(sp.csr_array(W).indptr) + 2) * 2.0**-53 * (abs(W) @ np.abs(r) + np.abs(b))
    rounded = np.zeros(len(rho))
    np.maximum.at(rounded, group, summed)
    beyond = np.maximum(value - np.maximum(doubt, rho * rounded + 2.0**-52 * largest), 0.0)
    if np.any(doubt > 3e-8 * scale) and np.any(r):
        return np.inf
    return float(np.max(np.divide(beyond, scale, out=np.zeros_like(beyond), where=beyond > 0.0)))
