"""Models, certificates and results as compact HTML: for notebooks, and as the tables of a report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip.bodies.declaration import Body, Frame, Ground
from stickslip.codes import ENTRIES, WORKS
from stickslip.contact.contours import Contour
from stickslip.contact.laws import Contact
from stickslip.forces.base import ForceElement
from stickslip.joints import Joint
from stickslip.model.base import Declaration
from stickslip.results.certificate import Certificate
from stickslip.results.verdict import scheme
from stickslip.viz.charts import STYLE as CHART_STYLE
from stickslip.viz.charts import Curve, line_chart
from stickslip.viz.html import Html, counted, fold, join, number, table, tag

if TYPE_CHECKING:
    from stickslip.model.model import Model
    from stickslip.results.result import Result

STYLE = """
.stickslip{font:13px/1.45 system-ui,sans-serif;max-width:60em}
.stickslip table{border-collapse:collapse;margin:.4em 0;font-size:inherit;font-variant-numeric:tabular-nums}
.stickslip th,.stickslip td{padding:.15em .8em .15em 0;text-align:left;vertical-align:top;background:none}
.stickslip th{font-weight:600;border-bottom:1px solid currentColor}
.stickslip td{border-bottom:1px solid rgba(128,128,128,.25)}
.stickslip th.n,.stickslip td.n{text-align:right}
.stickslip summary{cursor:pointer;font-weight:600;margin:.3em 0}
.stickslip ul.verdict{list-style:none;padding:0;margin:.4em 0}
.stickslip ul.verdict li{padding-left:1.6em;text-indent:-1.6em}
.stickslip ul.verdict li::before{display:inline-block;width:1.6em;text-indent:0}
.stickslip li.yes::before{content:"✓";color:#2c8a4b}.stickslip li.no::before{content:"✗";color:#b8324a}
.stickslip li.no{font-weight:600}
"""
OPEN_ROWS = 12  # tables with more are folded
FAMILIES = ("bodies", "joints", "forces", "contacts")


def card(*children: Any) -> Html:
    """Return a block with its own style that fits into any page."""
    return tag("div", tag("style", Html(STYLE + CHART_STYLE)), *children, class_="stickslip")


def model_card(model: Model) -> Html:
    """Return the card of a model: how many parts of which kind, and a table of each family."""
    families = model_parts(model)
    counts = ", ".join(counted(_own(families[name]), name) for name in FAMILIES)
    where = "in space" if model.dim == 3 else "in the plane"
    head = tag("div", tag("b", f"Model '{model.name}'"), f" {where}, gravity {number(model.gravity)} m/s²: {counts}")
    return card(head, model_tables(model))


def model_tables(model: Model) -> Html:
    """Return one foldable table per family of parts."""
    folds = []
    for name, parts in model_parts(model).items():
        if not parts:
            continue
        rows = [(part.name or "-", type(part).__name__, _connects(part), _fields(part)) for part in parts]
        head = ("name", "kind", "contours" if name == "bodies" else "between", "data")
        folds.append(fold(counted(_own(parts), name), table(head, rows), open_=len(parts) <= OPEN_ROWS))
    return join(folds)


def model_parts(model: Model) -> dict[str, list[Declaration]]:
    """Return the parts of a model by family; the ground is listed if it carries something."""
    families: dict[str, list[Declaration]] = {name: [] for name in FAMILIES}
    if model.ground.contours:
        families["bodies"].append(model.ground)
    for part in model.parts:
        kind = "bodies" if isinstance(part, Body) else "forces" if isinstance(part, ForceElement) else "joints"
        families["contacts" if isinstance(part, Contact) else kind].append(part)
    return families


def _own(parts: list[Declaration]) -> int:
    return sum(not isinstance(part, Ground) for part in parts)


def _connects(part: Declaration) -> str:
    """Return the names of what a part refers to; of a body its contours."""
    if isinstance(part, Body):
        return _listed([_short(contour) for contour in part.contours])
    sides = []
    for field in type(part).model_fields:
        value = getattr(part, field)
        if _refers(value):
            items = value if isinstance(value, tuple | list) else (value,)
            sides.append(_listed([_reference(item) for item in items]))
    return " – ".join(sides)


def _refers(value: Any) -> bool:
    """Whether a value of a field is another part (or parts), and no value such as a section or a function of time."""
    items = value if isinstance(value, tuple | list) else (value,)
    return bool(items) and all(isinstance(item, Body | Frame | Contour | Joint) for item in items)


def _reference(item: Declaration) -> str:
    body = getattr(item, "body", None)
    if isinstance(item, Frame | Contour) and body is not None:
        return f"{body.name}.{_short(item)}"
    return str(item.name or type(item).__name__)


def _short(item: Declaration) -> str:
    return str(item.name or type(item).__name__)


def _listed(names: list[str], most: int = 4) -> str:
    more = f", ... ({len(names)})" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _fields(part: Declaration) -> str:
    """Return the fields of a part that differ from their defaults, without what it refers to."""
    return "; ".join(_field_texts(part))


def _field_texts(part: Declaration) -> Iterator[str]:
    for field, info in type(part).model_fields.items():
        value = getattr(part, field)
        if field == "name" or value is None or _refers(value) or _is_default(value, info.default):
            continue
        yield f"{field} = {_value(value)}"


def _value(value: Any) -> str:
    """Return a value briefly: arrays by their shape, sections, materials and functions with their own fields."""
    if isinstance(value, np.ndarray):
        return f"{' × '.join(map(str, value.shape))} numbers"
    if isinstance(value, Declaration):
        return f"{type(value).__name__}({', '.join(_field_texts(value))})"
    if isinstance(value, tuple | list) and (len(value) > 12 or (len(value) > 3 and isinstance(value[0], tuple | list))):
        return f"{len(value)} entries"
    return number(value)


def _is_default(value: Any, default: Any) -> bool:
    return type(value) is type(default) and not isinstance(value, np.ndarray) and bool(value == default)


def verdict_list(certificate: Certificate) -> Html:
    """Return the verdict as a list; what is not proven stands out."""
    pairs = zip(certificate.findings, certificate.verdict)
    items = [tag("li", text, class_="yes" if finding.proven else "no") for finding, text in pairs]
    return tag("ul", *items, class_="verdict")


def certificate_table(certificate: Certificate) -> Html:
    """Return the largest errors of a run."""
    rows = []
    for name, column in ENTRIES.items():
        value = certificate.maxima[name]
        at = f"{certificate.at[name]:.6g}" if value else "-"
        rows.append((column.text, f"{value:.3g}", at, column.unit))
    return table(("", "largest", "at t [s]", "unit"), rows, (1, 2))


def ledger_table(certificate: Certificate) -> Html:
    """Return energies at start and end and the works between."""
    e = certificate.energy
    if not e:
        return Html("")
    names = ("kinetic", "potential", "total")
    rows = [(name, *(f"{x:.6g}" for x in (e[f"{name}_start"], e[f"{name}_end"], e[f"{name}_end"] - e[f"{name}_start"])))
            for name in names]  # fmt: skip
    rows += [(f"work: {WORKS[name]}", "", "", f"{e[name]:.6g}") for name in WORKS]
    return table(("energy [J]", "start", "end", "change"), rows, (1, 2, 3))


def certificate_card(certificate: Certificate) -> Html:
    """Return the card of a certificate: verdict first, tables folded."""
    head = tag("b", f"Certificate of '{certificate.model_name}': {certificate.status}")
    return card(
        head,
        verdict_list(certificate),
        fold("largest errors", certificate_table(certificate)),
        fold("energy", ledger_table(certificate)),
    )


def result_card(result: Result) -> Html:
    """Return the card of a result: how it ended, the verdict, energies, and what can be asked for by name."""
    header, n = result.header, len(result)
    span = f", t = {result.time[0]:g} to {result.time[-1]:g} s" if n else ""
    text = f": {result.status}, {n} instants{span}; {scheme(header)}, dt = {header['dt']:g} s"
    rows = [(entry["name"], entry["kind"], "body") for entry in header["bodies"]]
    rows += [(entry["name"], entry["kind"], "joint") for entry in header["joints"]]
    rows += [(entry["name"], "Bond", "bond") for entry in header.get("bonds", [])]
    return card(
        tag("div", tag("b", f"Result of '{header.get('model_name', 'model')}'"), text),
        verdict_list(result.certificate),
        fold("energy", energy_chart(result), ledger_table(result.certificate)) if n else "",
        fold(counted(len(rows), "names"), table(("result[...]", "kind", ""), rows)),
    )


def energy_chart(result: Result) -> Html:
    """Return kinetic, potential and total energy over time."""
    energy = result.energy
    curves = [Curve(name, result.time, getattr(energy, name)) for name in ("kinetic", "potential", "total")]
    return line_chart(curves, "energy [J]")
