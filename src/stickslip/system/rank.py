"""Rank of the constraints at the start: rows that depend on each other, and massless bodies that nothing moves.

[[M, -G^T], [G, 0]] is regular if and only if the rows of G are independent and no motion of massless bodies has
G u = 0 (Södersten 2018, sec. 2.1, app. A.2, app. A.4). Redundant joints of rigid bodies are allowed, they are met by
refinement; those of solids and of massless bodies are rejected by name.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sla

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Frame
from stickslip.errors import ModelError
from stickslip.model.base import Declaration
from stickslip.system.assemble import Assembly

_DEPENDENT = 1e-7  # |G^T y| of a unit vector y, rows of unit length, below which rows depend on each other
_SHIFT = 1e-13  # of G G^T; far below the square of the former
_SAFE = 1e-3  # entry over the largest of its row that makes the row independent if no other has that column
_PART = 1e-3  # smallest share in a dependence that is named
_FEW = 60  # entries of a column above which it would fill G G^T
_VECTORS, _ITERATIONS, _NAMED = 6, 4, 8


def check_rank(assembly: Assembly, blocks: Floats) -> None:
    """Reject constraints of solids that depend on each other, and free massless bodies.

    ``blocks`` are those of JointRows.G at the start.
    """
    light = [body for body, part in assembly.bodies.parts.items() if part.massless]
    watched = _watched(assembly)
    if not (light or len(watched)):
        return
    G = rows_matrix(assembly, blocks)
    if light:
        _check_light(assembly, light, G)
        _check_read(assembly, light, G)
    if parts := dependent_parts(assembly, G, watched):
        raise ModelError(f"constraints depend on each other: {parts}; one of them is superfluous")


def dependent_parts(assembly: Assembly, G: sp.csr_array, watched: Ints | None = None) -> str:
    """Return the names of parts whose rows of G depend on each other, some of them watched (all unless given)."""
    y = dependence(G, np.arange(G.shape[0]) if watched is None else watched)
    return "" if y is None else _describe(assembly, np.flatnonzero(abs(y) > _PART * abs(y).max()))


def rows_matrix(assembly: Assembly, blocks: Floats) -> sp.csr_array:
    """Return G (rows, velocities) from its blocks."""
    joints, nodes, node_of = assembly.system.joints, assembly.system.nodes, assembly.system.bodies.node
    j, side = np.nonzero(joints.block >= 0)
    node, rows = node_of[joints.body[j, side]], np.diff(joints.row)[j]
    nu = nodes.nu[node]
    counts = rows * nu
    each = np.repeat(np.arange(len(j)), counts)
    k = np.arange(len(each)) - np.repeat(np.cumsum(counts) - counts, counts)  # within the block
    places = joints.row[j][each] + k // nu[each], nodes.u_off[node][each] + k % nu[each]
    shape = (len(assembly.system.table.kind), len(assembly.u))
    out = sp.csr_array(sp.coo_array((blocks[joints.block[j, side][each] + k], places), shape=shape))
    out.eliminate_zeros()
    return out


def _watched(assembly: Assembly) -> Ints:
    """Return the rows of all joints on nodes of solids or on massless bodies."""
    bodies, joints = assembly.bodies, assembly.system.joints
    watched = np.zeros(len(bodies.r) + 1, dtype=bool)  # the last one stands for no body
    for part in bodies.parts.values():
        watched[part.watched_rows()] = True
    return np.flatnonzero(np.repeat(watched[joints.body].any(axis=1), np.diff(joints.row)))


def dependence(G: sp.csr_array, watched: Ints) -> Floats | None:
    """Return y (rows,) with G^T y = 0 and some part in the watched rows, None if there is none.

    Rows with a column of their own are independent of all others. For what is left, y is in the null space of the
    columns with few entries, G_1^T y = 0, and there in that of the others: bodies with many rows would fill G G^T.
    """
    left = _entangled(G)
    if len(left) == 0:
        return None
    part = sp.csr_array(G[left])
    norms = np.sqrt(np.asarray(part.multiply(part).sum(axis=1)).ravel())
    norms[norms == 0.0] = 1.0
    part = sp.csc_array(sp.diags_array(1.0 / norms) @ part)
    entries = np.diff(part.indptr)
    null = _null_space(sp.csr_array(part[:, (entries > 0) & (entries <= _FEW)]))
    U, size, _ = np.linalg.svd((part[:, entries > _FEW].T @ null).T, full_matrices=True)
    small = np.ones(null.shape[1], dtype=bool)
    small[: len(size)] = size < _DEPENDENT
    null = null @ U[:, small]
    seen = null[np.isin(left, watched)]
    if seen.size == 0 or np.linalg.norm(seen, ord=2) < _PART:
        return None
    out = np.zeros(G.shape[0])
    out[left] = null @ np.linalg.svd(seen, full_matrices=False)[2][0] / norms
    return out


def _null_space(G: sp.csr_array) -> Floats:
    """Return unit vectors y (rows, k) with G^T y = 0: rows of zeros, for the others inverse iteration with G G^T."""
    zero = np.diff(G.indptr) == 0
    own = np.zeros((len(zero), int(zero.sum())))
    own[np.flatnonzero(zero), np.arange(own.shape[1])] = 1.0
    part = sp.csr_array(G[~zero])
    m, n_vectors = part.shape[0], _VECTORS
    if m == 0:
        return own
    normal = sp.csc_array(part @ part.T + _SHIFT * sp.eye_array(m))
    factors = sla.splu(normal, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    while True:
        y = np.random.default_rng(0).standard_normal((m, min(m, n_vectors)))
        for _ in range(_ITERATIONS):
            y = np.linalg.qr(factors.solve(y))[0]
        image = part.T @ y
        image = np.vstack([image, np.zeros((max(0, y.shape[1] - len(image)), y.shape[1]))])  # more rows than columns
        size, V = np.linalg.svd(image, full_matrices=False)[1:]
        if size.max() >= _DEPENDENT or y.shape[1] == m:
            break
        n_vectors *= 2  # all of them are in the null space: there may be more
    found = np.zeros((len(zero), int((size < _DEPENDENT).sum())))
    found[~zero] = y @ V[size < _DEPENDENT].T
    return np.hstack([own, found])


def _entangled(G: sp.csr_array) -> Ints:
    """Return the rows that remain after rows with a column of their own have been removed repeatedly."""
    entries = G.tocoo()
    row, column, value = entries.row, entries.col, abs(entries.data)
    largest = np.zeros(G.shape[0])
    np.maximum.at(largest, row, value)
    left = np.ones(G.shape[0], dtype=bool)
    while True:
        used = left[row]
        single = np.bincount(column[used], minlength=G.shape[1]) == 1
        own = used & single[column] & (value > _SAFE * largest[row])
        if not own.any():
            return np.flatnonzero(left)
        left[row[own]] = False


def _check_light(assembly: Assembly, light: list[Declaration], G: sp.csr_array) -> None:
    """Reject motions of massless bodies that no row constrains."""
    nodes, columns = assembly.system.nodes, list[int]()
    owner: list[Declaration] = []
    for body in light:
        node = assembly.bodies.node_of[body][0]
        owner += [body] * int(nodes.nu[node])
        columns += range(int(nodes.u_off[node]), int(nodes.u_off[node] + nodes.nu[node]))
    part = sp.csc_array(G[:, columns])
    norms = np.sqrt(np.asarray(part.multiply(part).sum(axis=0)).ravel())
    norms[norms == 0.0] = 1.0
    scaled = sp.csc_array(part @ sp.diags_array(1.0 / norms))
    value, vectors = np.linalg.eigh((scaled.T @ scaled).toarray())
    free = vectors[:, value < _DEPENDENT**2 * 10.0]
    if free.shape[1] == 0:
        return
    k = int(np.argmax(abs(free).sum(axis=1)))
    own = [i for i, body in enumerate(owner) if body is owner[k]]
    if abs(part[:, own]).sum() == 0.0:
        raise ModelError(f"{owner[k].label}: has no mass and no bond to a solid that would move it")
    turns = own.index(k) >= assembly.model.dim
    what = "turn" if turns else "move"
    raise ModelError(f"{owner[k].label}: has no mass, and its bonds and joints leave it free to {what}")


def _check_read(assembly: Assembly, light: list[Declaration], G: sp.csr_array) -> None:
    """Reject massless bodies whose rotation is only read: the couple that rotates them would act on nothing else."""
    observers, row = assembly.system.observers, assembly.system.joints.row
    for j, body in zip(observers.joint, observers.body, strict=True):
        part = assembly.joints[j]
        owner = next((own for own in light if assembly.bodies.index[own] == body), None)
        if owner is None or not getattr(part, "predict_only", False):
            continue
        others = np.delete(np.arange(G.shape[0]), np.arange(row[j], row[j + 1]))
        try:
            _check_light(assembly, [owner], sp.csr_array(G[others]))
        except ModelError:
            hint = f"bond {owner.label} to a boundary, or take predict_only=False"
            raise ModelError(f"{part.label}: predict_only=True turns a body that nothing else holds; {hint}") from None


def _describe(assembly: Assembly, rows: Ints) -> str:
    """Return the parts behind some rows, with nodes of solids."""
    joints = assembly.system.joints
    node_of = {b: (body, k) for body, part in assembly.bodies.parts.items() for b, k in part.numbered().items()}
    parts = {str(part.name): part for part in assembly.model.parts}
    found: dict[str, list[tuple[Declaration, int]]] = {}
    for j in np.unique(np.searchsorted(joints.row, rows, side="right") - 1).tolist():
        part = assembly.joints[j]
        bond = parts.get(str(part.name).rsplit("[", 1)[0]) if isinstance(part, Frame) else None
        if bond is not None and isinstance(part, Frame):  # one of its multipliers
            label, own = bond.label, [(part.body, int(part.node or 0))]
        else:
            label, own = part.label, [(*node_of[b],) for b in joints.body[j].tolist() if b in node_of]
        found.setdefault(label, []).extend(own)
    out = []
    for label, seen in found.items():
        numbers = sorted({k for _, k in seen})
        more = " ..." if len(numbers) > _NAMED else ""
        place = f" (nodes {' '.join(map(str, numbers[:_NAMED]))}{more} of {seen[0][0].label})" if seen else ""
        out.append(label + place)
    return ", ".join(out)
