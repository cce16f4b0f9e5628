"""How much there is to search before any contact is found."""

from __future__ import annotations

import numpy as np

from stickslip.contact.geometry.narrow import candidate_count
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
