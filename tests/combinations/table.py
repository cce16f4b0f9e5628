"""All cells of the matrix, and the page that shows them.

``PYTHONPATH=tests python tests/combinations/table.py`` writes docs/what-works.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cells
from force_cells import FORCES, OWN_CODE, force_in_scheme, force_on_body
from function_cells import FUNCTIONS, load_in_scheme, motion_in_scheme
from kinds import BODIES, CONTOURS, JOINTS, LAWS, SCHEMES, SURFACES
from mechanism_cells import MECHANISMS, mechanism_in_scheme

PAGE = Path(__file__).parents[2] / "docs" / "what-works.md"
HEAD = """# What works with what

Every cell of these tables is a small model that runs in the tests. ● : it runs, and a law of mechanics was checked
(nothing falls through, weights are carried, energy balances, joints hold). A number: the package rejects the
combination, with the words below the table. There is no third kind of cell.

Rows are parts with their options: `Revolute stops` is a `Revolute(stops=...)`, `GeneralizedAlpha adaptive` a
`GeneralizedAlpha(adaptive=True)`. Rigid bodies stand for all bodies where bodies have no column.
"""


@dataclass(frozen=True)
class Table:
    """Rows and columns, and what happens where they meet."""

    title: str
    cell: Callable[[Any, Any], str]
    rows: list[Any]
    columns: list[Any]


def kinds_of(table: dict[tuple[str, int], Any], dim: int) -> list[tuple[str, int]]:
    """Return the kinds of one dimension."""
    return [kind for kind in table if kind[1] == dim]


def names_of(table: dict[tuple[str, int], Any], dim: int) -> list[str]:
    """Return their names."""
    return [name for name, _ in kinds_of(table, dim)]


def _tables() -> Iterator[Table]:
    for dim, where in ((2, "in the plane"), (3, "in space")):
        contours, bodies = names_of(CONTOURS, dim), kinds_of(BODIES, dim)
        yield Table(f"Contours on bodies, {where}", cells.contour_on_body, bodies, contours)
        on = {2: cells.planar_contours, 3: cells.spatial_contours}[dim]
        yield Table(f"Contours on contours, {where}", on, contours, contours)
        yield Table(
            f"Boundaries of flexible bodies on contours, {where}",
            cells.surface_on_contour,
            kinds_of(SURFACES, dim),
            contours,
        )
        yield Table(f"Joints on bodies, {where}", cells.joint_with_body, kinds_of(JOINTS, dim), bodies)
        yield Table(f"Forces on bodies, {where}", force_on_body, kinds_of(FORCES, dim), bodies)
    yield Table("Bodies under schemes", cells.body_in_scheme, list(BODIES), list(SCHEMES))
    yield Table("Joints under schemes", cells.joint_in_scheme, list(JOINTS), list(SCHEMES))
    yield Table("Constraints and drives under schemes", mechanism_in_scheme, list(MECHANISMS), list(SCHEMES))
    light = [kind for kind in FORCES if kind not in OWN_CODE]
    yield Table("Forces under schemes", force_in_scheme, light, list(SCHEMES))
    yield Table("Functions of time as loads, under schemes", load_in_scheme, list(FUNCTIONS), list(SCHEMES))
    yield Table("Functions of time as motions, under schemes", motion_in_scheme, list(FUNCTIONS), list(SCHEMES))
    yield Table("Contact laws under schemes", cells.law_in_scheme, list(LAWS), list(SCHEMES))
    moving = [kind for kind in BODIES if kind[0] != "PrescribedBody"]
    yield Table("Analyses of bodies", cells.analysis_of_body, list(cells.ANALYSES), moving)
    yield Table("Analyses of models with contacts", cells.analysis_of_law, list(cells.ANALYSES), list(LAWS))


TABLES = {table.title: table for table in _tables()}


def label(kind: Any) -> str:
    """Return the name of a row or column."""
    return kind if isinstance(kind, str) else f"{kind[0]} ({kind[1]}-D)"


def outcomes(table: Table) -> dict[tuple[str, str], str]:
    """Return what becomes of every cell of a table; all defects of it raise together."""
    found, defects = {}, []
    for row in table.rows:
        for column in table.columns:
            try:
                found[label(row), label(column)] = table.cell(row, column)
            except cells.Defect as defect:
                defects.append(str(defect))
    if defects:
        raise cells.Defect("\n".join(defects))
    return found


def markdown(table: Table, found: dict[tuple[str, str], str]) -> str:
    """Return a table of the page, with its refusals below."""
    notes: dict[str, int] = {}
    columns = [label(column) for column in table.columns]
    lines = [f"## {table.title}", "", "| | " + " | ".join(columns) + " |", "|---|" + ":-:|" * len(columns)]
    for row in map(label, table.rows):
        marks = []
        for column in columns:
            text = found[row, column]
            marks.append("●" if text == cells.WORKS else str(notes.setdefault(_words(text, column), len(notes) + 1)))
        lines.append(f"| {row} | " + " | ".join(marks) + " |")
    return "\n".join([*lines, "", *(f"{number}. {text}" for text, number in notes.items())]).rstrip() + "\n"


def _words(text: str, column: str) -> str:
    """Return a refusal without what differs from model to model and, by name, from scheme to scheme."""
    if column in SCHEMES:
        text = text.replace(f": {column.split()[0]} ", ": the scheme ")
    words = re.sub(r" '(body|plate|carried|arm|[a-z]+\d+)'", "", text.split("\n")[0]).replace("|", "\\|")
    return re.sub(r"\d+\.\d+(e[-+]\d+)?|\d+e[-+]\d+", "…", words)


def page(found: dict[str, dict[tuple[str, str], str]]) -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *(markdown(TABLES[title], cells_of) for title, cells_of in found.items())])


if __name__ == "__main__":
    PAGE.write_text(page({title: outcomes(table) for title, table in TABLES.items()}), encoding="utf-8")
