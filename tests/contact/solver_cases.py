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
    """Folder of the stored problems: STICKSLIP_CONTACT_PROBLEMS or ../shared/contact-problems beside the repository."""
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


def natural_residual(laws: Laws, W, b, r) -> float:
    """Natural-map residual, written a second time in plain NumPy: max |r - P(r - rho(v + mu|v_T|e_N))| / max |r|."""
    v = W @ r + b
    diagonal = W.diagonal()
    worst = 0.0
    for size, kind, i, bound in zip(*laws):
        rows = slice(i, i + size)
        rho = 1.0 / diagonal[rows].max()
        if kind == INTERVAL:
            p = np.clip(r[rows] - rho * v[rows], -bound, bound)
        else:
            x = r[rows] - rho * v[rows]
            x[0] -= rho * bound * np.linalg.norm(v[rows][1:])
            t = np.linalg.norm(x[1:])
            if bound * t <= -x[0]:
                p = 0 * x
            elif t <= bound * x[0]:
                p = x
            else:
                n = (x[0] + bound * t) / (1 + bound**2)
                p = np.concatenate([[n], bound * n * x[1:] / t])
        worst = max(worst, np.abs(r[rows] - p).max())
    return worst / np.abs(r).max() if worst > 0 else 0.0
