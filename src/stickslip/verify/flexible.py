"""Strings, beams and elastic solids as heaps of points: momentum of the whole, and forces at their surfaces.

Inner forces of a body cancel in its momentum, p = sum over nodes of (int rho N_a dV) v_a, whatever its material. So

    p+ - p- = dt (m g) + recorded contact impulses

for a body that nothing else acts upon. Joints and loads are not looked at.
"""

from __future__ import annotations

import numpy as np

from stickslip import forces as declared
from stickslip._arrays import Floats
from stickslip.bodies.declaration import Body
from stickslip.bonds.declaration import Bond, Observer, Tie
from stickslip.codes import COMPLIANT
from stickslip.contact.laws import Contact
from stickslip.joints import Guide, Joint, Support
from stickslip.lines.declaration import Beam, Line, StringBody
from stickslip.solids.declaration import SolidBody
from stickslip.verify.functions import NotCovered
from stickslip.verify.laws import LAW, MERGED, ONE_IMPULSE
from stickslip.verify.poses import Poses, covered, padded, seen
from stickslip.verify.record import Record
from stickslip.verify.report import Check

PRESS, CONE = "contacts of flexible bodies press", "friction on flexible bodies stays in its cone"
WHOLE = "momentum of flexible bodies changes by what acts"
BALANCE, TOTAL = 1e-6, 5e-2  # of the impulses, as for rigid bodies
_LINE = {2: (0.5, 0.5), 3: (1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0)}  # int N_a ds over the length of an element
_GAUSS = 1.0 / np.sqrt(3.0)


def check_flexible(record: Record, here: Poses, unchecked: set[str]) -> list[Check]:
    """Return the checks of bodies whose nodes are recorded."""
    bodies = [body for body in record.model.bodies if seen(body) and not covered(body)]
    if not bodies or not len(record.steps):
        return []
    return [*_contact_forces(record, bodies), *_momenta(record, here, bodies, unchecked)]


def impulses_on(record: Record, body: Body) -> tuple[Floats, Floats]:
    """Return the sum of the recorded contact impulses (n, 3) on a body in every step, and of their sizes (n,)."""
    instant, P, n = record.rows["instant"].astype(np.int64), record.row_impulses, len(record.time)
    total, size = np.zeros((n, 3)), np.zeros(n)
    for names, sign in zip(record.row_bodies, (-1.0, 1.0)):
        k = np.flatnonzero(names == str(body.name))
        np.add.at(total, instant[k], sign * P[k])
        np.add.at(size, instant[k], np.linalg.norm(P[k], axis=1))
    return total[record.steps + 1], size[record.steps + 1]


def node_masses(record: Record, body: Body) -> Floats:
    """Return int rho N_a dV (k,) of the nodes of a line or solid [kg]."""
    entry = record.entries[str(body.name)]
    out = np.zeros(int(entry["nodes"]))
    if isinstance(body, Line):
        s, elements = np.array(entry["s"]), entry["elements"]
        density = body.section_data.mass_per_length if isinstance(body, Beam) else getattr(body, "mass_per_length", 0.0)
        free = getattr(body, "rest_length", None) if isinstance(body, StringBody) else None
        for nodes in elements:
            first, last = s[nodes[0]], s[nodes[-1]]
            length = last - first if last > first else body.length - first  # the closing one
            out[list(nodes)] += density * length * np.array(_LINE[len(nodes)])
        return out * (free / body.length if free else 1.0)
    assert isinstance(body, SolidBody)
    cells, depth = np.array(body.cells), body.depth if record.dim == 2 else 1.0
    corners = np.array(body.nodes)[cells]
    share = _cell_shares(corners, body.kind)
    np.add.at(out, cells, body.material.density * depth * share)
    return out


def _cell_shares(x: Floats, kind: str) -> Floats:
    """Return int N_a dV (cells, k) of linear cells with corners x (cells, k, dim)."""
    if kind in ("triangle", "tetra"):
        edges = x[:, 1:] - x[:, :1]
        count = x.shape[1]
        volume = np.abs(np.linalg.det(edges)) / (2.0 if count == 3 else 6.0)
        return np.repeat(volume[:, None] / count, count, axis=1)
    if kind not in ("quad", "hexahedron"):
        raise NotCovered(f"masses of {kind} cells")
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], dtype=float)
    if kind == "hexahedron":
        signs = np.array([(*s, z) for z in (-1.0, 1.0) for s in signs])
    dim, out = x.shape[2], np.zeros(x.shape[:2])
    for point in _GAUSS * signs:
        factors = 0.5 * (1.0 + signs * point)
        N = factors.prod(axis=1)
        dN = np.stack([0.5 * signs[:, i] * np.delete(factors, i, axis=1).prod(axis=1) for i in range(dim)], 1)
        volume = np.abs(np.linalg.det(np.einsum("ai,caj->cij", dN, x)))
        out += volume[:, None] * N
    return out


def _others(record: Record) -> set[Body]:
    """Return the bodies on which more acts than weight and contacts of exact laws."""
    out: set[Body] = set()
    for part in record.model.parts:
        if isinstance(part, Contact):
            if part.law is not None:
                out |= {contour.body for contour in (*part.a, *part.b) if contour.body is not None}
        elif isinstance(part, Joint | Guide | Support | Bond | Tie | Observer | declared.ForceElement):
            for name in ("a", "b", "on", "line", "solid", "other", "body", "reaction"):
                side = getattr(part, name, None)
                if side is not None:
                    out.add(getattr(side, "body", None) or side)
    return out


def _momenta(record: Record, here: Poses, bodies: list[Body], unchecked: set[str]) -> list[Check]:
    exact = record.scheme in ONE_IMPULSE
    check, looked = Check(WHOLE, 0.0, BALANCE if exact else TOTAL), False
    others, steps = _others(record), record.steps
    for body in bodies:
        if body in others or getattr(body, "mass_damping", False):
            unchecked.add(f"momentum of '{body.name}', which joints or loads hold")
            continue
        try:
            masses = node_masses(record, body)
        except NotCovered as reason:
            unchecked.add(str(reason))
            continue
        looked = True
        p = np.einsum("a,nai->ni", masses, here[body].v_x)
        contact, pressed = impulses_on(record, body)
        weight = record.dt[steps, None] * masses.sum() * padded(record.model.gravity)
        rest = p[steps + 1] - p[steps] - weight - contact
        size = np.linalg.norm(weight, axis=1) + pressed
        flow = masses @ np.linalg.norm(here[body].v_x, axis=2).max(axis=0)
        if not exact:
            rest, size = np.cumsum(rest, axis=0), np.cumsum(size) + 2.0 * np.maximum.accumulate(size)
        off = np.maximum(np.linalg.norm(rest, axis=1) - 1e-11 * flow, 0.0)
        check = _worse(check, off, size, record.time[steps + 1], str(body.name), "N s")
    return [check] if looked else []


def _contact_forces(record: Record, bodies: list[Body]) -> list[Check]:
    """Return whether rows with a flexible side press, and stay in the cone of their law."""
    limit = LAW if record.scheme in ONE_IMPULSE else MERGED
    press, cone = Check(PRESS, 0.0, limit), Check(CONE, 0.0, limit)
    rows, pair = record.rows, list(zip(*record.row_bodies))
    flexible = {str(body.name) for body in bodies}
    along = np.hypot(rows["P_T1"], rows["P_T2"])
    looked = False
    for law in record.model.of_kind(Contact):
        own = {str(contour.body.name) for contour in (*law.a, *law.b) if contour.body is not None}
        if law.law is not None or callable(law.friction) or not own & flexible:
            continue
        k = np.array([i for i, (a, b) in enumerate(pair) if {a, b} <= own and {a, b} & flexible], dtype=np.int64)
        k = k[rows["status"][k] != COMPLIANT] if len(k) else k
        if not len(k) or len([x for x in record.model.of_kind(Contact) if own & _bodies(x)]) > 1:
            continue
        looked, time, P_N = True, record.time[rows["instant"][k]], rows["P_N"][k]
        scale = np.full(len(k), max(float(np.abs(P_N).max()), 0.0))
        press = _worse(press, np.maximum(-P_N, 0.0), scale, time, " – ".join(sorted(own)), "N s")
        beyond = np.maximum(along[k] - law.friction * np.maximum(P_N, 0.0), 0.0)
        cone = _worse(cone, beyond, scale, time, " – ".join(sorted(own)), "N s")
    return [press, cone] if looked else []


def _bodies(law: Contact) -> set[str]:
    return {str(contour.body.name) for contour in (*law.a, *law.b) if contour.body is not None}


def _worse(check: Check, off: Floats, scale: Floats, time: Floats, name: str, unit: str) -> Check:
    relative = np.where(scale > 0.0, off / np.where(scale > 0.0, scale, 1.0), off)
    k = int(np.argmax(np.where(np.isnan(relative), np.inf, relative)))
    if relative[k] <= check.relative:
        return check
    return check._replace(
        relative=float(relative[k]), subject=name[:60], time=float(time[k]), value=float(off[k]), unit=unit
    )
