"""Strings, beams, rods, elastic solids and floating bodies, free, held and in contact."""

from __future__ import annotations

from itertools import pairwise

from scene import Part

from families.dice import G, Sizes


def line(given: Sizes, dim: int) -> dict:
    """A string or beam that falls on a floor, or a ball that falls on it."""
    L, n = given.L, given.whole(2, 5)
    places = tuple(
        tuple(float(x) for x in ((i / n - 0.5) * 2.0 * L, *(0.0,) * (dim - 2), 0.5 * L)) for i in range(n + 1)
    )
    density, radius = given.power(-1, 1), 0.05 * L
    stiffness = density * G * L * given.power(1.0, 3.0)
    skin = Part("surface", {"radius": radius}, "skin")
    line = Part(
        "StringBody", {"positions": places, "mass_per_length": density, "stiffness": stiffness}, "line", (skin,)
    )
    ball = Part("Sphere" if dim == 3 else "Circle", {"radius": 0.2 * L}, "c1")
    body = given.body(1, given.up(0.5 * L + radius + 0.25 * L), 0.0, True, (ball, 0.2 * L, 0.1 * L))
    parts = (given.law(("$skin", "$c1", "$floor"), ("$skin", "$c1", "$floor")),)
    return {"bodies": (line, body), "ground": (given.floor(),), "parts": parts, "dt": given.short_step()}


def solid(given: Sizes, dim: int) -> dict:
    """An elastic block that falls on a floor."""
    L = given.L
    density = given.power(2, 4)
    young = density * G * L * given.power(2.0, 4.0)
    lengths, start = (L,) * dim, (*(0.0,) * (dim - 1), L * given.one((0.0, 0.05)))
    material = Part("Material", {"young": young, "poisson": 0.3, "density": density})
    fields = {"lengths": lengths, "divisions": (2,) * dim, "origin": start, "material": material}
    if dim == 2:
        fields["thickness"], fields["plane"] = L, given.one(("stress", "strain"))
    skin = Part("surface", {}, "skin")
    block = Part("SolidBody.box", fields, "block", (skin,))
    parts = (given.law(("$skin",), ("$floor",)),)
    return {"bodies": (block,), "ground": (given.floor(),), "parts": parts, "dt": given.short_step()}


def _section(given: Sizes, stiff: float) -> Part:
    """Return a section of mass 1 per length; waves run along the line at about sqrt(stiff) times V."""
    EA, r = stiff * G * given.L, 0.1 * given.L
    fields = {"EA": EA, "EI": EA * r**2, "GA": 0.4 * EA, "GJ": 0.8 * EA * r**2, "mass_per_length": 1.0, "inertia": r**2}
    return Part("Section", fields)


def _ends(given: Sizes, height: float) -> dict:
    half, between = given.L, (0.0,) * (given.dim - 2)
    return {"start": (-half, *between, height), "end": (half, *between, height), "elements": given.whole(2, 4)}


def _line_of_any_kind(given: Sizes, height: float) -> Part:
    """Return a straight beam or string with a skin."""
    skin = Part("surface", {"radius": 0.05 * given.L}, "skin")
    fields = _ends(given, height)
    kinds = (
        ("PlanarBeam", "PlanarBeam", "redundant", "bezier", "string") if given.dim == 2 else ("Beam", "Beam", "string")
    )
    kind, stiff = given.one(kinds), given.power(1.0, 3.0)
    if kind in ("bezier", "string"):
        fields |= {"mass_per_length": 1.0, "stiffness": stiff * G * given.L}
        fields |= {"formulation": "bezier"} if kind == "bezier" else {"law": given.one(("linear", "neo-hookean"))}
        return Part("StringBody.straight", fields, "line", (skin,))
    fields["section"] = _section(given, stiff)
    if kind == "redundant":
        fields["formulation"] = "redundant"
    elif given.chance(0.3):
        fields["order"] = 2
    if given.chance(0.3):
        fields["retardation"] = 0.01 * given.L / given.V
    name = "Beam" if kind == "Beam" else "PlanarBeam"
    return Part(f"{name}.straight", fields, "line", (skin,))


def beam(given: Sizes, dim: int) -> dict:
    """A beam or string, free or held, over a floor, with a ball that falls on it."""
    L, height = given.L, 0.5 * given.L
    line = _line_of_any_kind(given, height)
    if given.chance(0.3):
        line.fields["velocity"] = given.vec(0.5 * given.V)
    ball = Part("Sphere" if dim == 3 else "Circle", {"radius": 0.2 * L}, "c1")
    body = given.body(1, given.up(height + 0.3 * L, 0.05 * L), 0.0, True, (ball, 0.2 * L, 0.1 * L))
    group = ("$skin", "$c1", "$floor")
    parts: list[Part] = [given.law(group, group)]
    string = line.kind.startswith("String")
    if "velocity" not in line.fields and given.chance(0.5):
        hold = "Fixed" if not string and given.chance(0.5) else "Revolute" if dim == 2 else "Spherical"
        parts += [Part(hold, {"a": "$ground", "b": "$line.start"})]
        parts += [Part("Revolute" if dim == 2 else "Spherical", {"a": "$ground", "b": "$line.end"})]
    if given.chance(0.2):
        parts.append(Part("LineLoad", {"line": "$line", "force": given.vec(0.5 * G), "factor": given.function(1.0)}))
    bodies = (line, body) if given.chance(0.7) else (line,)
    if len(bodies) == 1:
        group = ("$skin",), ("$floor",)
        parts[0] = given.law(*group)
    return {"bodies": bodies, "ground": (given.floor(),), "parts": tuple(parts), "dt": given.short_step()}


def small(given: Sizes, dim: int) -> dict:
    """A clamped bending-torsion beam or a rod with small deflections, hit by a ball or loaded."""
    L = given.L
    fields = {"start": (0.0, 0.0, 0.0), "end": (2.0 * L, 0.0, 0.0), "elements": given.whole(2, 4)}
    fields["section"] = _section(given, given.power(3.0, 4.0))
    if given.chance(0.4):
        load = tuple(float(x) for x in 0.01 * G * given.rng.normal(size=fields["elements"]))
        line = Part("Rod.fe", {**fields, "load": load}, "line")
        return {"bodies": (line,), "parts": (), "dim": 3, "gravity": (0.0, 0.0, 0.0), "dt": given.short_step()}
    line = Part("BendingTorsionBeam.straight", fields, "line", (Part("surface", {"radius": 0.05 * L}, "skin"),))
    ball = Part("Sphere", {"radius": 0.2 * L}, "c1")
    given.dim = 3
    body = given.body(1, (1.8 * L, 0.0, 0.3 * L), 0.0, True, (ball, 0.2 * L, 0.1 * L))
    body.fields.update(mass=0.02, inertia=0.001 * L**2)
    parts = (Part("Fixed", {"a": "$ground", "b": "$line.start"}), given.law(("$skin",), ("$c1",)))
    gravity = (0.0, 0.0, -0.1 * G)
    return {"bodies": (line, body), "parts": parts, "dim": 3, "gravity": gravity, "dt": given.short_step()}


def guided(given: Sizes, dim: int) -> dict:
    """A body that slides along a clamped beam."""
    line = _line_of_any_kind(given, 0.0)
    while line.kind.startswith("String") or "formulation" in line.fields or line.fields.get("order") == 2:
        line = _line_of_any_kind(given, 0.0)
    line = Part(line.kind, line.fields, line.name)
    m = given.power(-2.0, 0.0)
    inertia = 0.01 * m * given.L**2
    slider = Part("RigidBody", {"mass": m, "inertia": inertia, "position": (0.1 * given.L, *(0.0,) * (dim - 1))}, "b0")
    slider.fields["velocity"] = (0.3 * given.V, *(0.0,) * (dim - 1))
    hold = [Part("Fixed", {"a": "$ground", "b": f"$line.{end}"}) for end in ("start", "end")]
    guide = Part("Guide", {"line": "$line", "b": "$b0", **({"relative": True} if given.chance(0.3) else {})})
    return {"bodies": (line, slider), "parts": (*hold, guide), "dt": given.short_step()}


def _material(given: Sizes) -> Part:
    density = given.power(2, 4)
    return Part(
        "Material", {"young": density * G * given.L * given.power(2.0, 4.0), "poisson": 0.3, "density": density}
    )


def _block(given: Sizes, name: str, low: float, **more: object) -> Part:
    """Return a block of any kind of element and law above a height, with a skin."""
    L, dim = given.L, given.dim
    kind = given.one(("quad", "triangle", "quad8") if dim == 2 else ("hexahedron", "tetra"))
    fields = {"lengths": (L,) * dim, "divisions": (2,) * dim, "origin": (*(0.0,) * (dim - 1), low), "kind": kind}
    fields |= {"material": _material(given), "law": given.one(("st-venant-kirchhoff", "neo-hookean"))}
    if dim == 2:
        fields |= {"thickness": L, "plane": "strain"}
    if given.chance(0.3):
        fields["retardation"] = 0.01 * L / given.V
    return Part("SolidBody.box", {**fields, **more}, name, (Part("surface", {}, f"skin_{name}"),))


def solids(given: Sizes, dim: int) -> dict:
    """A block on a floor, and another block, a ball or a box that falls on it."""
    L = given.L
    first = _block(given, "low", L * given.one((0.0, 0.02)))
    height = 1.02 * L + first.fields["origin"][-1]
    if given.chance(0.4):
        second = _block(given, "top", height, velocity=(*(0.0,) * (dim - 1), -0.2 * given.V))
        parts = (given.law(("$skin_low",), ("$floor",)), given.law(("$skin_top",), ("$skin_low", "$floor")))
        return {"bodies": (first, second), "ground": (given.floor(),), "parts": parts, "dt": given.short_step()}
    shape = given.contour("c0", round_only=dim == 3)
    middle = (*(0.5 * L,) * (dim - 1), height + 1.05 * shape[1])
    body = given.body(0, middle, 0.0, shape=shape)
    m = first.fields["material"].fields["density"] * L**3 * given.power(-1.0, 0.5)
    body.fields.update(mass=m, inertia=0.05 * m * L**2)
    parts = (given.law(("$skin_low",), ("$floor",)), given.law(("$skin_low",), ("$c0",)))
    return {"bodies": (first, body), "ground": (given.floor(),), "parts": parts, "dt": given.short_step()}


def held(given: Sizes, dim: int) -> dict:
    """A block on a support that may move, with a weight or a body bonded to it, or pressed at its top."""
    block = _block(given, "low", 0.0, kind="quad" if dim == 2 else "hexahedron")
    n = 3**dim
    low, top = tuple(range(3 ** (dim - 1))), tuple(range(n - 3 ** (dim - 1), n))
    parts = [Part("Support", {"solid": "$low", "nodes": low})]
    if given.chance(0.4):
        parts[0].fields["motion"] = (*(0.0,) * (dim - 1), given.function(0.05 * given.L))
    if given.chance(0.5):
        force = given.vec(0.3 * G * block.fields["material"].fields["density"])
        parts.append(Part("VolumeLoad", {"solid": "$low", "force": force, "factor": given.function(1.0)}))
    fall = given.one((True, False))
    bodies: tuple[Part, ...] = (Part(block.kind, block.fields, block.name, ()),)
    if fall:
        shape = given.contour("c0", round_only=True)
        body = given.body(0, (*(0.5 * given.L,) * (dim - 1), 1.05 * given.L + shape[1]), 0.0, shape=shape)
        m = 0.3 * block.fields["material"].fields["density"] * given.L**3
        body.fields.update(mass=m, inertia=0.05 * m * given.L**2)
        bodies = (block, body)
        parts.append(given.law(("$skin_low",), ("$c0",)))
    elif dim == 2:
        facets = tuple((b, a) for a, b in pairwise(top))
        m = 0.3 * block.fields["material"].fields["density"] * given.L**3
        middle = (0.5 * given.L, 1.2 * given.L)
        bodies = (*bodies, Part("RigidBody", {"mass": m, "inertia": 0.05 * m * given.L**2, "position": middle}, "b0"))
        parts.append(Part("Bond", {"solid": "$low", "facets": facets, "body": "$b0"}))
    return {"bodies": bodies, "parts": tuple(parts), "dt": given.short_step()}


def floating(given: Sizes, dim: int) -> dict:
    """A floating beam or solid that hangs in a joint or falls on a floor."""
    L = given.L
    if dim == 2 and given.chance(0.5):
        fields = {**_ends(given, 0.5 * L), "section": _section(given, given.power(2.0, 4.0))}
        fields["reference"] = given.one(("tangential", "pinned", "mean"))
        body = Part("FloatingBeam.straight", fields, "line", (Part("surface", {"radius": 0.05 * L}, "skin"),))
        parts = [given.law(("$skin",), ("$floor",))] if given.chance(0.6) else []
        if not parts or given.chance(0.5):
            parts.append(Part("Revolute", {"a": "$ground", "b": "$line.start"}))
        return {"bodies": (body,), "ground": (given.floor(),), "parts": tuple(parts), "dt": given.short_step()}
    shape = _block(given, "low", 0.0, kind="quad" if dim == 2 else "hexahedron", law="st-venant-kirchhoff")
    shape.fields.pop("retardation", None)
    low = tuple(range(3 ** (dim - 1)))
    fields = {"shape": Part(shape.kind, shape.fields), "interfaces": {"low": list(low)}, "modes": 2}
    fields["position"] = (*(-0.5 * L,) * (dim - 1), 0.3 * L)
    contour = Part("Sphere" if dim == 3 else "Circle", {"radius": 0.1 * L, "interface": "low"}, "c0")
    body = Part("FloatingSolid", fields, "block", (contour,))
    return {"bodies": (body,), "ground": (given.floor(),), "parts": (given.law(("$c0",), ("$floor",)),),
            "dt": given.short_step()}  # fmt: skip


def plate(given: Sizes, dim: int) -> dict:
    """A ball that falls on a bilinear patch of four points with a mass and a spring."""
    L = given.L
    given.dim = 3
    corners = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    points = tuple(Part("LinearPoint", {"position": (x * L, y * L, 0.0), "jacobian": ((0.0,), (0.0,), (1.0,))})
                   for x, y in corners)  # fmt: skip
    m, k = given.power(-1.0, 1.0), G / L * given.power(1.0, 3.0)
    fields = {"mass_matrix": ((m,),), "stiffness_matrix": ((k * m,),), "points": points}
    patch = Part("PatchSurface", {"patches": ((0, 1, 2, 3),)}, "patch")
    carrier = Part("LinearBody", fields, "plate", (patch,))
    ball = Part("Sphere", {"radius": 0.3 * L}, "c0")
    body = given.body(0, (0.1 * L, 0.2 * L, 0.35 * L), 0.0, True, (ball, 0.3 * L, 0.2 * L))
    return {"bodies": (carrier, body), "parts": (given.law(("$patch",), ("$c0",)),), "dim": 3,
            "gravity": (0.0, 0.0, -G)}  # fmt: skip
