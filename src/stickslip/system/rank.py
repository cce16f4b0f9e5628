"""Rank of the constraints at the start: rows that depend on each other, and bodies without mass that nothing moves.

[[M, -G^T], [G, 0]] is regular if and only if the rows of G are independent and no motion of bodies without mass has
G u = 0 (sodersten 2.1, A.2, A.4). Redundant joints of rigid bodies are allowed, they are met by refinement; those of
solids and of bodies without mass are refused by name.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sla

from stickslip.contact.tables import Floats, Ints
from stickslip.errors import ModelError
from stickslip.model.base import Declaration
from stickslip.model.bodies import Frame
from stickslip.model.bonds import Bond, MasslessBody, Observer, Tie
from stickslip.system.assemble import Assembly

_DEPENDENT = 1e-7  # |G^T y| of a unit vector y, rows of unit length, below which rows depend on each other
_SHIFT = 1e-13  # of G G^T; far below the square of the former
_SAFE = 1e-3  # entry over the largest of its row that makes the row independent if no other has that column
_PART = 1e-3  # smallest share in a dependence that is named
_VECTORS, _ITERATIONS, _NAMED = 6, 4, 8


def check_rank(assembly: Assembly, blocks: Floats) -> None:
    """Refuse constraints of solids that depend on each other, and free bodies without mass.

    ``blocks`` are those of JointRows.G at the start.
    """
    light = list(assembly.model.of_kind(MasslessBody))
    if not (assembly.bodies.solids or light):
        return
    G = rows_matrix(assembly, blocks)
    if light:
        _check_light(assembly, light, G)
        _check_read(assembly, light, G)
    y = dependence(G, _watched(assembly, light))
    if y is not None:
        parts = _describe(assembly, np.flatnonzero(abs(y) > _PART * abs(y).max()))
        raise ModelError(f"constraints depend on each other: {parts}; one of them is superfluous")


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


def _watched(assembly: Assembly, light: list[MasslessBody]) -> Ints:
    """Return the rows of all joints on nodes of solids or on bodies without mass."""
    bodies, joints = assembly.bodies, assembly.system.joints
    watched = np.zeros(len(bodies.r) + 1, dtype=bool)  # the last one stands for no body
    for mesh in bodies.solids.values():
        watched[mesh.bodies] = True
    watched[[bodies.index[body] for body in light]] = True
    return np.flatnonzero(np.repeat(watched[joints.body].any(axis=1), np.diff(joints.row)))


def dependence(G: sp.csr_array, watched: Ints) -> Floats | None:
    """Return y (rows,) with G^T y = 0 and some part in the watched rows, None if there is none.

    Rows with a column of their own are independent of all others. For what is left, inverse iteration with G G^T finds
    the smallest singular values; it is done in [[1, G^T], [G, -shift]], because bodies with many rows fill G G^T.
    """
    left = _entangled(G)
    if len(left) == 0:
        return None
    part = sp.csr_array(G[left])
    part = sp.csr_array(part[:, np.flatnonzero(abs(part).sum(axis=0))])
    norms = np.sqrt(np.asarray(part.multiply(part).sum(axis=1)).ravel())
    if not norms.all():
        return np.eye(G.shape[0])[left[int(np.argmin(norms))]]
    part = sp.csr_array(sp.diags_array(1.0 / norms) @ part)
    m, n = part.shape
    factors = sla.splu(sp.csc_array(sp.block_array([[sp.eye_array(n), part.T], [part, -_SHIFT * sp.eye_array(m)]])))
    y = np.random.default_rng(0).standard_normal((m, min(m, _VECTORS)))
    for _ in range(_ITERATIONS):
        right = np.vstack([np.zeros((n, y.shape[1])), y])
        y = np.linalg.qr(factors.solve(right)[n:])[0]
    size, V = np.linalg.svd(part.T @ y, full_matrices=False)[1:]
    null = y @ V[size < _DEPENDENT].T
    seen = null[np.isin(left, watched)]
    if seen.size == 0 or np.linalg.norm(seen, ord=2) < _PART:
        return None
    out = np.zeros(G.shape[0])
    out[left] = null @ np.linalg.svd(seen, full_matrices=False)[2][0] / norms
    return out


def _entangled(G: sp.csr_array) -> Ints:
    """Return the rows that remain when rows with a column of their own are taken away, again and again."""
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


def _check_light(assembly: Assembly, light: list[MasslessBody], G: sp.csr_array) -> None:
    """Refuse motions of bodies without mass that no row notices."""
    nodes, columns = assembly.system.nodes, list[int]()
    owner: list[MasslessBody] = []
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


def _check_read(assembly: Assembly, light: list[MasslessBody], G: sp.csr_array) -> None:
    """Refuse bodies without mass whose rotation is only read: the couple that turns them would act on nothing else."""
    observers, row = assembly.system.observers, assembly.system.joints.row
    for j, body in zip(observers.joint, observers.body, strict=True):
        part = assembly.joints[j]
        owner = next((own for own in light if assembly.bodies.index[own] == body), None)
        if owner is None or not isinstance(part, Observer) or not part.predict_only:
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
    node_of = {b: (solid, k) for solid, mesh in assembly.bodies.solids.items() for k, b in enumerate(mesh.bodies)}
    bonds = {str(part.name): part for part in assembly.model.parts if isinstance(part, Bond | Tie)}
    found: dict[str, list[tuple[Declaration, int]]] = {}
    for j in np.unique(np.searchsorted(joints.row, rows, side="right") - 1).tolist():
        part = assembly.joints[j]
        if isinstance(part, Frame):  # a multiplier of a bond
            label, own = bonds[str(part.name).rsplit("[", 1)[0]].label, [(part.body, int(part.node or 0))]
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
