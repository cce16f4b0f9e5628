"""Pairs of contours that have contact points: one list that assembly, messages and the table in the docs read.

A pair is *direct* (a branch of ``contact.geometry.narrow.touch``; a test compares it with this list), or called by the
address of its compiled code: *generic* for two convex contours, or a function from outside the package.
Step loops are compiled without any pair of the second kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from stickslip.contact import kinds

NUMBER: dict[str, int] = {
    "plane": kinds.PLANE, "patch": kinds.PATCH, "cuboid": kinds.CUBOID, "cylinder": kinds.CYLINDER,
    "segment": kinds.SEGMENT, "sphere": kinds.SPHERE, "ring": kinds.RING, "node of a solid": kinds.NODE,
    "convex": kinds.CONVEX, "line": kinds.LINE, "rectangle": kinds.RECTANGLE, "bar": kinds.BAR, "circle": kinds.CIRCLE,
}  # fmt: skip


SHOWN: dict[str, str] = {  # what has the kind, in the order of the table in the docs
    "sphere": "`Point`, `Sphere`", "plane": "`Plane`", "cuboid": "`Cuboid`", "cylinder": "`Cylinder`",
    "segment": "`LineSegment`, skin of a line", "convex": "any other convex contour", "ring": "`Ring`",
    "patch": "`PatchSurface`, facets of a solid", "node of a solid": "nodes of a solid",
}  # fmt: skip


class Pair(NamedTuple):
    """How two kinds of contours touch."""

    candidates: int  # feature pairs (corner-face, edge-edge, ...), as counted in (Zander 2008, sec. 6.4)
    generic: bool = False
    function: Callable[..., Any] | None = None  # of a pair from outside


PAIRS: dict[tuple[str, str], Pair] = {
    ("plane", "cuboid"): Pair(8),
    ("plane", "cylinder"): Pair(2),
    ("plane", "segment"): Pair(2),
    ("plane", "sphere"): Pair(1),
    ("patch", "cuboid"): Pair(8),
    ("patch", "sphere"): Pair(1),
    ("cuboid", "cuboid"): Pair(12 * 12 + 2 * 6 * 8),
    ("cuboid", "segment"): Pair(12 + 2 * 6),
    ("cuboid", "sphere"): Pair(1),
    ("cylinder", "sphere"): Pair(1),
    ("cylinder", "ring"): Pair(1),
    ("segment", "segment"): Pair(1 + 2 * 2),
    ("segment", "sphere"): Pair(1),
    ("segment", "ring"): Pair(1),
    ("plane", "node of a solid"): Pair(1),
    ("patch", "node of a solid"): Pair(1),
    ("cuboid", "node of a solid"): Pair(1),
    ("cylinder", "node of a solid"): Pair(1),
    ("segment", "node of a solid"): Pair(1),
    ("sphere", "sphere"): Pair(1),
    ("plane", "convex"): Pair(1, generic=True),
    ("cuboid", "cylinder"): Pair(1, generic=True),
    ("cuboid", "convex"): Pair(1, generic=True),
    ("cylinder", "cylinder"): Pair(1, generic=True),
    ("cylinder", "segment"): Pair(1, generic=True),
    ("cylinder", "convex"): Pair(1, generic=True),
    ("segment", "convex"): Pair(1, generic=True),
    ("sphere", "convex"): Pair(1, generic=True),
    ("convex", "convex"): Pair(1, generic=True),
    ("line", "rectangle"): Pair(4),
    ("line", "bar"): Pair(2),
    ("line", "circle"): Pair(1),
    ("rectangle", "rectangle"): Pair(2 * 4 * 4),
    ("rectangle", "bar"): Pair(2 * 4 + 4),
    ("rectangle", "circle"): Pair(1),
    ("bar", "bar"): Pair(2 * 2),
    ("bar", "circle"): Pair(1),
    ("circle", "circle"): Pair(1),
}


def add_pair(one: str, two: str, function: Callable[..., int], planar: bool = False) -> None:
    """Let contours of two kinds touch by a function from outside the package; a kind not known yet is a new one.

    ``function(r_a, axes_a, size_a, r_b, axes_b, size_b, points) -> number of points`` gets the places (3,), axes
    (3, 3), one per row, and sizes (3,) of both contours, in the order of the names, and writes one row per point: its
    number among those of the pair, the gap, the unit normal from a into b and the point on a. It is compiled by Numba.
    """
    for name in (one, two):
        if name not in NUMBER:
            first, last = (kinds.PLANAR_FOREIGN, kinds.KINDS) if planar else (kinds.FOREIGN, kinds.LINE)
            free = set(range(first, last)) - set(NUMBER.values())
            if not free:
                raise ValueError(f"there are {last - first} kinds from outside the package already")
            NUMBER[name] = min(free)
    if NUMBER[one] > NUMBER[two]:
        raise ValueError(f"name the kind {two!r} first: it is the older one")
    if (NUMBER[one] < kinds.LINE) != (NUMBER[two] < kinds.LINE):
        raise ValueError(f"{one!r} and {two!r} are not kinds of the same dimension")
    known = PAIRS.get((one, two))
    if known is not None and known.function is None:
        raise ValueError(f"{one} and {two} touch already")
    PAIRS[one, two] = Pair(1, function=function)


def number_of(kind: str) -> int:
    """Return the number of a kind."""
    if kind not in NUMBER:
        raise ValueError(f"nothing touches contours of the kind {kind!r} yet; say how with add_pair")
    return NUMBER[kind]


def name_of(number: int) -> str:
    """Return the name of a kind."""
    return next((name for name, known in NUMBER.items() if known == number), f"kind {number}")


def pair_of(one: int, two: int) -> Pair | None:
    """Return how two kinds touch, in either order; None if they do not."""
    first, second = name_of(min(one, two)), name_of(max(one, two))
    return PAIRS.get((first, second))


def check_supported(one: int, two: int) -> None:
    """Raise ``ValueError`` if two kinds of contours (in either order) have no contact points."""
    if pair_of(one, two) is None:
        partners = [name for name, number in NUMBER.items() if pair_of(one, number) is not None]
        raise ValueError(
            f"contact between {name_of(one)} and {name_of(two)} is not available; "
            f"{name_of(one)} can touch: {', '.join(partners)}"
        )


def table() -> str:
    """Return the pairs in space as a table in Markdown: ● by formulas of their own, ○ by the generic pair."""
    lines = ["| | " + " | ".join(SHOWN.values()) + " |", "|---|" + ":-:|" * len(SHOWN)]
    for one in SHOWN:
        pairs = [pair_of(NUMBER[one], NUMBER[two]) for two in SHOWN]
        marks = ["" if pair is None else "○" if pair.generic else "●" for pair in pairs]
        lines.append(f"| {SHOWN[one]} | " + " | ".join(marks) + " |")
    return "\n".join(lines)
