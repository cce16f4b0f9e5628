"""Stiffness due to contact forces, as normals and tangents rotate: -d(H^T r)/dx.

By central differences of the rows of all contacts at once: nodes are moved together where no contact sees two of them
(Curtis, Powell, Reid 1974), so that a surface of many contacts needs as many evaluations as a few.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from stickslip._arrays import Floats, Ints
from stickslip.analysis.contact_rows import ContactReader, Memory, Rows
from stickslip.codes import GENERAL
from stickslip.mechanics.bodies import place_dim

_DIFFERENCE = 1e-6  # of the length of the model, and in rad


class ContactTangent:
    """Differences of contact forces."""

    def __init__(self, reader: ContactReader, length: float) -> None:
        self.reader, self.length = reader, length
        self.nodes = reader.run.system.nodes

    def at(self, q: Floats, rows: Rows, r: Floats) -> sp.csr_array:
        """Return -d(H^T r)/dx (nu, nu) at the configuration of ``rows``, tangential forces r held in space."""
        n = self.reader.evaluator.n
        loaded = [g for g in range(rows.n) if r[rows.forces_of(g)].any()]
        memory, entries = Memory(), _Entries()
        memory.keep(rows, r)
        for colour in self._colours(rows, loaded):
            for k in range(max(int(self.nodes.nu[node]) for node in colour)):
                own = {node: seen for node, seen in colour.items() if self._turns_rows(node, k)}
                if own:
                    self._differ(q, rows, memory, own, k, entries)
        return entries.matrix(n)

    def _turns_rows(self, node: int, k: int) -> bool:
        """Return whether a node has a velocity k that moves contours in any other way than along a straight line."""
        return k < self.nodes.nu[node] and self.nodes.kind[node] != GENERAL

    def _differ(
        self, q: Floats, rows: Rows, memory: Memory, moved: dict[int, list[int]], k: int, entries: _Entries
    ) -> None:
        """Move velocity k of some nodes to both sides, and add what the forces of their groups change by."""
        nodes, x = self.nodes, np.zeros(self.reader.evaluator.n)
        sides = []
        for sign in (1.0, -1.0):
            for node in moved:
                turn = k >= place_dim(int(nodes.kind[node]))
                x[nodes.u_off[node] + k] = sign * _DIFFERENCE * (1.0 if turn else self.length)
            other = self.reader.at(self.reader.evaluator.move(q, x))
            sides.append(_slot_forces(other, memory.read(other)))
        for node, groups in moved.items():
            column = int(nodes.u_off[node]) + k
            step = 2.0 * abs(float(x[column]))
            for g in groups:
                key, slots = rows.key[g], rows.slot_node[rows.slots(g)]
                ahead, behind = sides[0].get(key, []), sides[1].get(key, [])
                if len(ahead) == len(behind) == len(slots):
                    for other, f_1, f_0 in zip(slots, ahead, behind, strict=True):
                        entries.add(int(nodes.u_off[other]), column, (f_0 - f_1) / step)

    def _colours(self, rows: Rows, loaded: list[int]) -> list[dict[int, list[int]]]:
        """Return sets of nodes, with the loaded groups that see them, of which no group sees two."""
        groups: dict[int, list[int]] = {}
        for g in loaded:
            for node in set(rows.slot_node[rows.slots(g)].tolist()):
                groups.setdefault(node, []).append(g)
        colours: list[tuple[dict[int, list[int]], set[int]]] = []
        for node in sorted(groups, key=lambda node: -len(groups[node])):
            for members, taken in colours:
                if taken.isdisjoint(groups[node]):
                    members[node] = groups[node]
                    taken.update(groups[node])
                    break
            else:
                colours.append(({node: groups[node]}, set(groups[node])))
        return [members for members, _ in colours]


class _Entries:
    """Entries of a sparse matrix, column pieces one after the other."""

    def __init__(self) -> None:
        self.rows: list[Ints] = []
        self.columns: list[Ints] = []
        self.values: list[Floats] = []

    def add(self, first: int, column: int, values: Floats) -> None:
        self.rows.append(np.arange(first, first + len(values)))
        self.columns.append(np.full(len(values), column))
        self.values.append(values)

    def matrix(self, n: int) -> sp.csr_array:
        if not self.values:
            return sp.csr_array((n, n))
        places = (np.concatenate(self.rows), np.concatenate(self.columns))
        return sp.csr_array(sp.coo_array((np.concatenate(self.values), places), shape=(n, n)))


def _slot_forces(rows: Rows, r: Floats) -> dict[tuple[int, int, int], list[Floats]]:
    """Return the forces on the nodes of each group, by its key."""
    out = {}
    for g, key in enumerate(rows.key):
        own = r[rows.forces_of(g)]
        if own.any():
            out[key] = [own @ rows.slot_block[s] for s in rows.slots(g)]
    return out
