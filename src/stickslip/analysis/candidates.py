"""How much there is to search before any contact is found."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Ints
from stickslip.contact.pairs import pair_of
from stickslip.contact.tables import Contours
from stickslip.model.model import Model
from stickslip.system.assemble import assemble


def count_candidates(model: Model) -> dict[str, int]:
    """Return how many pairs of features (corner-face, edge-edge) and of bodies may touch (Zander 2008, sec. 6.4)."""
    system = assemble(model).system
    contours, law = system.contours, system.law_of_groups
    pairs: set[tuple[int, int]] = set()
    for k in range(len(contours.kind)):
        partners = contours.owner[law[contours.group[k], contours.group] >= 0]
        own = int(contours.owner[k])
        pairs |= {(min(own, int(b)), max(own, int(b))) for b in np.unique(partners) if b != own}
    return {"features": candidate_count(contours, law), "bodies": len(pairs)}


def candidate_count(contours: Contours, law_of_groups: Ints) -> int:
    """Return the number of feature pairs among all contours that may touch, as counted in (Zander 2008, sec. 6.4)."""
    total = 0
    for i in range(len(contours.kind)):
        allowed = law_of_groups[contours.group[i], contours.group[i + 1 :]] >= 0
        allowed &= contours.owner[i + 1 :] != contours.owner[i]
        for kind, times in zip(*np.unique(contours.kind[i + 1 :][allowed], return_counts=True), strict=True):
            pair = pair_of(int(contours.kind[i]), int(kind))
            total += int(times) * (pair.candidates if pair else 0)  # surfaces of solids have facets and nodes
    return total
