"""Assembly of contours and contact laws: groups of contours with equal partners, one table of laws between groups."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.assembly import LinearPart
from stickslip.bodies.declaration import Body, LinearBody
from stickslip.contact import kinds
from stickslip.contact.contours import Contour, Outline, rounded_segment
from stickslip.contact.convex import MOST_DISKS
from stickslip.contact.laws import Compliant, Contact
from stickslip.contact.pairs import PAIRS, check_supported, number_of, pair_of
from stickslip.contact.shapes.circle import Circle
from stickslip.contact.shapes.line_surface import LineSurface
from stickslip.contact.shapes.patch_surface import PatchSurface
from stickslip.contact.shapes.point import Point
from stickslip.contact.tables import DIRECT, ENCLOSES, PLAIN, UNBOUNDED, Contours
from stickslip.errors import ModelError
from stickslip.floating.beam.mesh import FloatingMesh
from stickslip.lines.assembly import LineMesh
from stickslip.lines.axes import arc_length
from stickslip.lines.elements import LinePoints
from stickslip.model.model import Model
from stickslip.solids.assembly import SolidMesh
from stickslip.solids.declaration import SolidSurface
from stickslip.solids.surfaces import pieces_of
from stickslip.system.bodies import BodySet
from stickslip.system.functions import FunctionTable
from stickslip.system.layout import LawTable
from stickslip.system.pose import axis_frame, position_of, rotation_of
from stickslip.system.user_code import UserCode


@dataclass
class Shape:
    """A contour as numbers, where it is on what carries it."""

    outline: Outline
    r: Floats
    A: Floats
    corner: tuple[int, int, int, int] = (-1, -1, -1, -1)
    ends: tuple[int, int] = (-1, -1)  # bodies of the two nodes of a segment of a flexible line

    @property
    def kind(self) -> int:
        """Number of the kind."""
        return number_of(self.outline.kind)


def _shapes(model: Model, bodies: BodySet, contour: Contour, curve: list[tuple[int, float]]) -> list[Shape]:
    """Translate one declared contour; surfaces give one shape per patch."""
    if isinstance(contour, PatchSurface):
        return _patches(bodies, contour)
    _check_carrier(bodies, contour)
    if isinstance(contour, SolidSurface):
        return _facets(model, bodies, contour)
    if isinstance(contour, LineSurface):
        return _line_segments(model, bodies, contour, curve)
    own = bodies.find(contour.body)
    if isinstance(own, LineMesh) and own.line.curved:
        return [_curve_point(bodies, own, contour, curve)]
    material = own is not None and own.places_are_material()  # position is that of the point that carries the contour
    r = np.zeros(3) if material else position_of(contour.label, "position", contour.position, model.dim)
    return [rigid_shape(contour, model.dim, r, rotation_of(contour.label, contour.rotation, model.dim))]


def rigid_shape(contour: Contour, dim: int, r: Floats, A: Floats) -> Shape:
    """Return a contour as numbers, with its own axes, where its place is r and its rotation A."""
    outline = contour.outline(dim)
    _check_outline(contour, outline, dim)
    if outline.origin:
        r = r + A @ np.array(outline.origin)
    if outline.axis and dim == 2:
        first = np.array(outline.axis) / np.linalg.norm(outline.axis)
        A = A @ np.column_stack([first, np.array([-first[1], first[0], 0.0]), np.array([0.0, 0.0, 1.0])])
    elif outline.axis:
        A = A @ axis_frame(contour.label, outline.axis, 3)
    return Shape(outline, r, A)


def _patches(bodies: BodySet, contour: PatchSurface) -> list[Shape]:
    own = bodies.find(contour.body)
    if not isinstance(own, LinearPart):
        raise ModelError(f"{contour.label}: a PatchSurface belongs to a LinearBody with interaction points")
    numbers = own.points
    shapes = []
    for patch in contour.patches:
        if min(patch) < 0 or max(patch) >= len(numbers) or len(set(patch)) != 4:
            raise ModelError(f"{contour.label}: patch {patch} must name four different points 0..{len(numbers) - 1}")
        corner = tuple(numbers[p] for p in patch)
        shapes.append(Shape(Outline("patch", (0.0, 0.0, 0.0), 0.0), np.zeros(3), np.eye(3), corner))  # type: ignore[arg-type]
    return shapes


def _facets(model: Model, bodies: BodySet, skin: SolidSurface) -> list[Shape]:
    """Return the edges of a planar solid, or the patches and then the nodes of a spatial one."""
    mesh = bodies.find(skin.body)
    if not isinstance(mesh, SolidMesh):
        raise ModelError(f"{skin.label}: a SolidSurface belongs to a SolidBody")
    pieces = pieces_of(skin)
    zero, one, radius = np.zeros(3), np.eye(3), skin.radius
    shapes = []
    for nodes, depth in zip(pieces.nodes.tolist(), pieces.depth.tolist(), strict=True):
        if model.dim == 2:
            a, b = nodes
            half = 0.5 * float(np.linalg.norm(mesh.solid.nodes[b] - mesh.solid.nodes[a]))
            ends = (mesh.first + a, mesh.first + b)
            edge = rounded_segment(2, radius, half)
            edge = edge._replace(size=(radius, half, depth), inward=radius + 0.5 * depth)
            shapes.append(Shape(edge, zero, one, ends=ends))
        else:
            corner = tuple(mesh.point_of[k] if k >= 0 else -1 for k in nodes)
            size = (radius, float(nodes[3] < 0), depth)
            X = mesh.solid.nodes[[k for k in nodes if k >= 0]]
            reach = float(np.linalg.norm(X - X.mean(axis=0), axis=1).max()) + radius
            facet = Outline("patch", size, reach, (), (), radius + 0.5 * depth, radius, radius, radius)
            shapes.append(Shape(facet, zero, one, corner))  # type: ignore[arg-type]
    if model.dim == 3:
        used = np.unique(pieces.nodes[pieces.nodes >= 0]).tolist()
        ball, size = ((0.0, 0.0, 0.0, 0.0),), (radius, 0.0, 0.0)
        node = Outline("node of a solid", size, radius, (), (), radius, radius, radius, radius, hull=ball)
        shapes += [Shape(node, zero, one, ends=(mesh.first + k, -1)) for k in used]
    return shapes


def _line_segments(model: Model, bodies: BodySet, contour: LineSurface, curve: list[tuple[int, float]]) -> list[Shape]:
    """Return one rounded segment between each two neighbouring nodes of a flexible line."""
    floating = bodies.find(contour.body)
    if isinstance(floating, FloatingMesh):
        return [_bar(model, contour, float(floating.s[b] - floating.s[a]), floating.body_of[a], floating.body_of[b])
                for a, b in floating.segments]  # fmt: skip
    mesh = bodies.find(contour.body)
    if not isinstance(mesh, LineMesh):
        raise ModelError(f"{contour.label}: a LineSurface belongs to a beam or a string")
    if len(mesh.inner):
        return _curve_segments(bodies, mesh, contour, curve)
    return [
        _bar(model, contour, float(np.linalg.norm(mesh.r[b] - mesh.r[a])), mesh.first + a, mesh.first + b)
        for nodes in mesh.elements
        for a, b in itertools.pairwise(nodes)
    ]


def _bar(model: Model, contour: LineSurface, length: float, a: int, b: int) -> Shape:
    """Return a rounded segment between bodies a and b."""
    return Shape(rounded_segment(model.dim, contour.radius, 0.5 * length), np.zeros(3), np.eye(3), ends=(a, b))


def _first_element(bodies: BodySet, mesh: LineMesh) -> int:
    """Return the number of the first element of a line among all elements."""
    before = 0
    for other in bodies.of(LineMesh):
        if other is mesh:
            break
        before += len(other.elements)
    return before


def _curve_point(bodies: BodySet, mesh: LineMesh, contour: Contour, curve: list[tuple[int, float]]) -> Shape:
    """Return a point or circle at a material point of a curved line."""
    hollow = isinstance(contour, Circle) and contour.hollow
    if not isinstance(contour, Point | Circle) or any(contour.position) or hollow:
        raise ModelError(
            f"{contour.label} on {mesh.line.label}: a curved line carries points and disks (not holes) on its axis"
        )
    assert contour.s is not None
    e = int(np.clip(np.searchsorted(mesh.s, contour.s, side="right") - 1, 0, len(mesh.elements) - 1))
    a, b = mesh.elements[e]
    end = mesh.s[b] if b > a else mesh.line.length
    share = (contour.s - mesh.s[a]) / (end - mesh.s[a])
    number = len(bodies.points.node) + len(curve)
    curve.append((_first_element(bodies, mesh) + e, share * arc_length(mesh, a, b) / mesh.stretch))
    corner, ends = (number, number, -1, -1), (mesh.first + a, -1)
    return Shape(contour.outline(2), np.zeros(3), np.eye(3), corner, ends)


def _curve_segments(
    bodies: BodySet, mesh: LineMesh, contour: LineSurface, curve: list[tuple[int, float]]
) -> list[Shape]:
    """Return rounded segments between material points, ``contour.pieces`` per element of a curved line."""
    before, offset = _first_element(bodies, mesh), len(bodies.points.node)
    shapes = []
    for e, (a, b) in enumerate(mesh.elements):
        length, first = arc_length(mesh, a, b), offset + len(curve)
        free = length / mesh.stretch
        curve += [(before + e, free * k / contour.pieces) for k in range(contour.pieces + 1)]
        half, ends = 0.5 * length / contour.pieces, (mesh.first + a, -1)
        for k in range(contour.pieces):
            corner = (first + k, first + k + 1, -1, -1)
            shapes.append(Shape(rounded_segment(2, contour.radius, half), np.zeros(3), np.eye(3), corner, ends))
    return shapes


def _check_outline(contour: Contour, outline: Outline, dim: int) -> None:
    """Reject what kernels cannot read: an unknown kind, one of the other dimension, a hull they have no room for."""
    try:
        planar = number_of(outline.kind) >= kinds.LINE
    except ValueError as error:
        raise ModelError(f"{contour.label}: {error}") from None
    if planar != (dim == 2):
        raise ModelError(f"{contour.label}: not available in a model with dim = {dim}")
    if not 1 <= len(outline.hull) <= MOST_DISKS:
        raise ModelError(f"{contour.label}: the hull has {len(outline.hull)} disks; give 1 to {MOST_DISKS}")
    if len(outline.shrink) not in (0, len(outline.hull)):
        raise ModelError(f"{contour.label}: shrink must have as many rows as the hull")


@dataclass
class ContactSet:
    """Everything assembled about contact."""

    contours: Contours
    laws: LawTable
    law_of_groups: Ints
    line_points: LinePoints
    declared: list[Contour]  # the declaration behind each row of contours
    outlines: list[Outline]  # of all contours
    contacts: list[Contact]


def assemble_contacts(model: Model, bodies: BodySet, functions: FunctionTable) -> ContactSet:
    """Translate all contours that take part in a contact, and tabulate the laws between their groups."""
    contacts = model.of_kind(Contact)
    used: dict[Contour, tuple[frozenset[tuple[int, int]], int]] = {}
    memberships: dict[Contour, set[tuple[int, int]]] = {}
    for k, contact in enumerate(contacts):
        for side, group in enumerate((contact.a, contact.b)):
            for contour in group:
                _check_owner(bodies, contact, contour)
                memberships.setdefault(contour, set()).add((k, side))
    signatures: dict[frozenset[tuple[int, int]], int] = {}
    for contour, members in memberships.items():
        signature = frozenset(members)
        used[contour] = (signature, signatures.setdefault(signature, len(signatures)))
    table = _law_table(contacts, list(signatures))
    rows, owners, groups, origin, declared_by = [], [], [], [], []
    curve: list[tuple[int, float]] = []  # material points: element, arc length in it
    for number, body in enumerate(model.bodies):
        for contour in body.contours:
            if contour not in used:
                continue
            for shape in _shapes(model, bodies, contour, curve):
                rows.append(shape)
                owners.append(_carrier(bodies, body, contour, shape, -1 - number))
                declared_by.append(number)
                groups.append(used[contour][1])
                origin.append(contour)
    contours = frozen(rows, owners, declared_by, groups, functions.code)
    _check_pairs(contours, table, origin)
    points = LinePoints(np.array([p[0] for p in curve], dtype=np.int64), np.array([p[1] for p in curve], dtype=float))
    outlines = [shape.outline for shape in rows]
    return ContactSet(contours, _laws(contacts, functions), table, points, origin, outlines, contacts)


def frozen(
    shapes: Sequence[Shape], body: Sequence[int], owner: Sequence[int], group: Sequence[int],
    code: UserCode | None = None,
) -> Contours:  # fmt: skip
    """Return the arrays of shapes with the numbers of their bodies, declarations and groups.

    ``code`` compiles functions of pairs from outside the package.
    """
    n, outlines = len(shapes), [shape.outline for shape in shapes]
    forms = [UNBOUNDED if o.unbounded else ENCLOSES if o.encloses else PLAIN for o in outlines]
    rows = [[*disk, *less] for o in outlines for disk, less in zip(o.hull, o.shrink or [(0.0,) * 4] * len(o.hull))]
    return Contours(
        kind=np.array([shape.kind for shape in shapes], dtype=np.int64),
        body=np.array(body, dtype=np.int64),
        end=np.array([shape.ends[1] for shape in shapes], dtype=np.int64),
        owner=np.array(owner, dtype=np.int64),
        group=np.array(group, dtype=np.int64),
        r_BC=np.array([shape.r for shape in shapes]).reshape(n, 3),
        A_BC=np.array([shape.A for shape in shapes]).reshape(n, 3, 3),
        size=np.array([o.size for o in outlines]).reshape(n, 3),
        radius=np.array([o.reach for o in outlines], dtype=float),
        corner=np.array([shape.corner for shape in shapes], dtype=np.int64).reshape(n, 4),
        form=np.array(forms, dtype=np.int64),
        inward=np.array([o.inward for o in outlines], dtype=float),
        within=np.array([o.within for o in outlines], dtype=float),
        rounding=np.array([o.rounding for o in outlines], dtype=float),
        start=np.cumsum([0, *(len(o.hull) for o in outlines)]).astype(np.int64),
        hull=np.array(rows, dtype=float).reshape(-1, 8),
        meets=_meeting({o.kind for o in outlines}, code),
    )


def _meeting(used: set[str], code: UserCode | None) -> Ints:
    """Return how each two kinds touch, by their numbers, the smaller first; only pairs in use have compiled code."""
    meets = np.zeros((kinds.KINDS, kinds.KINDS), dtype=np.int64)
    for (one, two), pair in PAIRS.items():
        if not {one, two} <= used:
            continue
        how = DIRECT
        if pair.generic:
            from stickslip.contact.geometry.convex_pair import address_of

            how = address_of(one == "plane")
        elif pair.function is not None:
            assert code is not None
            how = code.contact_pair(pair.function, f"contact between {one} and {two}")
        meets[number_of(one), number_of(two)] = how
    return meets


def _check_carrier(bodies: BodySet, contour: Contour) -> None:
    """Reject contours whose body has no pose, or a place but no orientation."""
    body = contour.body
    if isinstance(body, LinearBody):
        raise ModelError(
            f"{contour.label} on {body.label}: a LinearBody has points and no pose; give it a PatchSurface"
        )
    mesh = bodies.find(body)
    if not isinstance(mesh, LineMesh) or contour.whole_line or contour.isotropic:
        return
    if mesh.without_axes():
        raise ModelError(
            f"{contour.label} on {mesh.line.label}: a string has no orientation; use Point, Sphere, Circle on it"
        )


def _carrier(bodies: BodySet, body: Body, contour: Contour, shape: Shape, none: int) -> int:
    """Return the row of the body (or node of a line or solid) that carries a contour; ``none`` if it has no row."""
    if shape.ends[0] >= 0:
        return shape.ends[0]
    if shape.kind == kinds.PATCH:  # no body carries it
        return none
    return bodies.at(body, contour)


def _check_owner(bodies: BodySet, contact: Contact, contour: Contour) -> None:
    body = contour.body
    if body is None or body not in bodies.parts:
        name = body.label if body is not None else "no body"
        raise ModelError(f"{contact.label}: {contour.label} belongs to {name}, which is not part of the model")


def _law_table(contacts: list[Contact], signatures: list[frozenset[tuple[int, int]]]) -> Ints:
    """Return the law between each two groups, -1 for none; two laws for one pair are rejected."""
    n = len(signatures)
    table = -np.ones((max(n, 1), max(n, 1)), dtype=np.int64)
    for i in range(n):
        for j in range(n):
            first = {k for k, side in signatures[i] if side == 0}
            laws = first & {k for k, side in signatures[j] if side == 1}
            for k in laws:
                for a, b in ((i, j), (j, i)):
                    if table[a, b] not in (-1, k):
                        other = contacts[int(table[a, b])]
                        raise ModelError(f"{contacts[k].label} and {other.label} apply to the same pair of contours")
                    table[a, b] = k
    return table


def _check_pairs(contours: Contours, table: Ints, origin: list[Contour]) -> None:
    """Reject combinations of shapes for which there is no closest-point kernel."""
    seen: dict[tuple[int, int], int] = {}
    for k in range(len(contours.kind)):
        seen.setdefault((int(contours.kind[k]), int(contours.group[k])), k)
    for (kind_a, group_a), a in seen.items():
        for (kind_b, group_b), b in seen.items():
            same_alone = a == b and np.count_nonzero((contours.kind == kind_a) & (contours.group == group_a)) == 1
            if table[group_a, group_b] < 0 or kind_a > kind_b or same_alone:
                continue
            if kinds.CIRCLE == kind_b and kind_a in (kinds.LINE, kinds.CIRCLE):
                _refuse_holes(contours, origin, a, b)
            try:
                if not _meets(origin[a], kind_a, origin[b], kind_b):
                    check_supported(kind_a, kind_b)
                elif {kind_a, kind_b} & {kinds.PATCH} and {kind_a, kind_b} & {kinds.CYLINDER, kinds.SEGMENT}:
                    _check_facets(contours, a, b)
                elif kind_b == kinds.RING:
                    _check_pole(contours, a)
            except ValueError as error:
                raise ModelError(f"contact between {_where(origin[a])} and {_where(origin[b])}: {error}") from None


def _check_facets(contours: Contours, a: int, b: int) -> None:
    """Reject facets wider than a cylinder or a rounded line: only their nodes meet it, it would pass between them."""
    patch, other = (a, b) if contours.kind[a] == kinds.PATCH else (b, a)
    own, partner = ((contours.kind == contours.kind[k]) & (contours.group == contours.group[k]) for k in (patch, other))
    width, radius = 2.0 * contours.radius[own].max(), contours.size[partner, 0].min()
    if width > radius:
        raise ValueError(
            f"facets of up to {width:.3g} m meet a round contour of radius {radius:.3g} m by their nodes only; use "
            "facets that are smaller than its radius, or a Cuboid or Sphere"
        )


def _check_pole(contours: Contours, a: int) -> None:
    """Reject a pole without a radius: at contact it is undecidable on which side of the ring it is."""
    own = (contours.kind == contours.kind[a]) & (contours.group == contours.group[a])
    if not contours.size[own, 0].min() > 0.0:
        raise ValueError("a ring needs a round pole; give it a radius > 0")


def _where(contour: Contour) -> str:
    """Name a contour and its body."""
    return contour.label if contour.body is None else f"{contour.label} of {contour.body.label}"


def _meets(one: Contour, kind_a: int, two: Contour, kind_b: int) -> bool:
    """Return whether the facets or the nodes of a surface of a spatial solid meet the partner."""
    facet = (kinds.PATCH, kinds.NODE)
    first, second = (
        facet if isinstance(contour, SolidSurface) and kind in facet else (kind,)
        for contour, kind in ((one, kind_a), (two, kind_b))
    )
    return any(pair_of(i, j) is not None for i in first for j in second)


def _refuse_holes(contours: Contours, origin: list[Contour], a: int, b: int) -> None:
    """Reject a hole against a half plane or another hole: it is touched from inside only."""
    in_a, in_b = (
        (contours.kind == contours.kind[k]) & (contours.group == contours.group[k]) & (contours.size[:, 0] < 0.0)
        for k in (a, b)
    )
    alone = contours.kind[a] == kinds.LINE
    if in_b.any() and (alone or in_a.any()) and not (a == b and np.count_nonzero(in_b) == 1):
        hole = origin[int(np.flatnonzero(in_b)[0])]
        raise ModelError(f"contact between {_where(origin[a])} and {_where(hole)}: only bodies inside can touch a hole")


def _laws(contacts: list[Contact], functions: FunctionTable) -> LawTable:
    """Return the coefficients of all laws and the addresses of those that a user wrote."""

    def column(values) -> Floats:
        return np.array(list(values), dtype=float)

    springs = [c.law if isinstance(c.law, Compliant) else None for c in contacts]
    return LawTable(
        mu=column(1.0 if callable(c.friction) else c.friction for c in contacts),
        e_N=column(0.0 if callable(c.restitution) else c.restitution for c in contacts),
        e_T=column(c.tangential_restitution for c in contacts),
        compliant=np.array([c.law is not None for c in contacts], dtype=np.int64),
        stiffness=column(0.0 if law is None else law.stiffness for law in springs),
        damping=column(0.0 if law is None else law.damping for law in springs),
        v_ref=column(1.0 if law is None else law.v_ref for law in springs),
        address=np.array([_addresses(c, functions) for c in contacts], dtype=np.int64).reshape(-1, 3),
    )


def _addresses(contact: Contact, functions: FunctionTable) -> tuple[int, int, int]:
    """Return the addresses of a user's compliant law, of mu and of e_N; 0: none."""
    law = mu = e_N = 0
    if contact.law is not None and not contact.law.native:
        law = functions.code.contact_law(contact.law.formula(), contact.label)
    if callable(contact.friction):
        mu = functions.coefficient(contact.friction, contact.label, "friction", np.finfo(float).max)
    if callable(contact.restitution):
        e_N = functions.coefficient(contact.restitution, contact.label, "restitution", 1.0)
    return law, mu, e_N
