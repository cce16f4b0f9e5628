"""A result as one HTML page that needs nothing else: verdict, quantities, animation, plots, certificate, model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip._files import writing
from stickslip.errors import StickslipError
from stickslip.results.verdict import scheme
from stickslip.viz import cards
from stickslip.viz.charts import STYLE as CHART_STYLE
from stickslip.viz.charts import Curve, line_chart, waterfall
from stickslip.viz.html import Html, counted, fold, join, number, table, tag

if TYPE_CHECKING:
    from stickslip.results.result import Result

_MOST_PAIRS = 8  # curves that can be told apart
_MOST_YAML = 200_000  # characters of a model that are shown
_STYLE = """
:root{color-scheme:light dark;--ink:#1d2429;--soft:#5c6770;--paper:#fff;--rule:#d9dee2;--yes:#2c8a4b;--no:#b8324a}
@media (prefers-color-scheme:dark){:root{--ink:#e4e8ea;--soft:#9fabb3;--paper:#15191c;--rule:#343b41;--yes:#6fcf8f;
--no:#f0788c}}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:58rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.7rem;margin:0 0 .2rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2.4rem 0 .6rem;padding-bottom:.2rem;border-bottom:1px solid var(--rule)}
h3{font-size:1rem;margin:1.4rem 0 .3rem;font-weight:600}
p.sub,p.note,footer{color:var(--soft);margin:.1rem 0 .8rem}footer{margin-top:3rem;font-size:.85rem}
.box{border-left:4px solid var(--yes);padding:.2rem 0 .2rem 1rem;margin:1.2rem 0}.box.no{border-color:var(--no)}
.box b{display:block;margin-bottom:.2rem}
ul.verdict{list-style:none;margin:0;padding:0}ul.verdict li{padding-left:1.5em;text-indent:-1.5em}
ul.verdict li::before{display:inline-block;width:1.5em;text-indent:0}
li.yes::before{content:"✓";color:var(--yes)}li.no::before{content:"✗";color:var(--no)}li.no{font-weight:600}
table{border-collapse:collapse;margin:.4rem 0 1rem;font-size:.92rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.22rem 1.2rem .22rem 0;overflow-wrap:break-word}
th{color:var(--soft);font-weight:600;border-bottom:1px solid var(--ink)}td{border-bottom:1px solid var(--rule)}
th.n,td.n{text-align:right;padding-right:1.6rem;white-space:nowrap}
summary{cursor:pointer;font-weight:600;margin:.5rem 0}
pre{overflow:auto;max-height:32rem;font:12px/1.45 ui-monospace,monospace;border:1px solid var(--rule);padding:.8rem}
section{overflow-x:auto}iframe{width:100%;height:34rem;border:1px solid var(--rule)}figure{margin:0 0 1.4rem}
@media print{body{font-size:10.5pt}main{max-width:none;padding:0}iframe,pre{display:none}h2,h3{break-after:avoid}
figure,tr,.box{break-inside:avoid}:root{--ink:#000;--soft:#444;--paper:#fff;--rule:#bbb;--yes:#1c6a35;--no:#9c1f36}}
"""


def find_result(source: str | Path) -> Path:
    """Return the result file that a path means: the file, or result.h5 (or the only .h5 file) of a folder."""
    path = Path(source)
    if path.is_file():
        return path
    if not path.is_dir():
        raise StickslipError(f"no file or folder '{path}'")
    if (path / "result.h5").is_file():
        return path / "result.h5"
    found = sorted(path.glob("*.h5"))
    if len(found) == 1:
        return found[0]
    several = f"several results ({', '.join(p.name for p in found[:5])}); name one"
    raise StickslipError(f"'{path}' holds {several if found else 'no result file (.h5)'}")


def report(source: str | Path, out: str | Path | None = None) -> Path:
    """Write the page of a result file or folder; returns where it is.

    By default that is report.html beside result.h5, NAME-report.html beside NAME.h5 (NAME.html is that of the viewer).
    """
    from stickslip.results.result import load

    path = find_result(source)
    quantities = _quantities_of(path.parent / "summary.json") if path.name == "result.h5" else {}
    name = "report.html" if path.name == "result.h5" else f"{path.stem}-report.html"
    return write_page(load(path), path.with_name(name) if out is None else out, quantities)


def write_page(result: Result, path: str | Path, quantities: Mapping[str, Any] | None = None) -> Path:
    """Write the page of a result."""
    with writing(path) as part:
        part.write_text(page(result, quantities), encoding="utf-8")
    return Path(path)


def page(result: Result, quantities: Mapping[str, Any] | None = None) -> str:
    """Return the page of a result as text."""
    title = str(result.header.get("model_name") or "model")
    body = tag(
        "main",
        tag("h1", title),
        tag("p", _subtitle(result), class_="sub"),
        _verdict(result),
        _section("Quantities", _quantities(quantities or {})),
        _section("Animation", _animation(result)),
        _section("Plots", _plots(result)),
        _section("Energy", _energy(result)),
        _section("Certificate", cards.certificate_table(result.certificate)),
        _section("Model", _model(result)),
        _section("Simulation", _simulation(result)),
        tag("footer", f"Written by stickslip {result.header.get('version', '?')}. This page needs no network."),
    )
    head = tag(
        "head",
        Html('<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'),
        tag("title", f"{title} – stickslip report"),
        tag("style", Html(_STYLE + CHART_STYLE)),
    )
    return "<!doctype html>\n" + tag("html", head, tag("body", body), lang="en")


def _section(title: str, content: Html) -> Html:
    return tag("section", tag("h2", title), content) if content else Html("")


def _subtitle(result: Result) -> str:
    timing, n = result.summary()["timing"], len(result)
    parts = ["in space" if result.header["dim"] == 3 else "in the plane", scheme(result.header)]
    if n and parts[1] != "static":
        parts.append(f"t = {result.time[0]:g} to {result.time[-1]:g} s, dt = {result.header['dt']:g} s")
    if timing["steps"]:
        speed = f" in {timing['wall_s']:.3g} s" if timing["wall_s"] else ""
        parts.append(f"{timing['steps']:,} steps{speed}".replace(",", " "))
    return " · ".join(parts)


def _verdict(result: Result) -> Html:
    certificate = result.certificate
    wrong = sum(not finding.proven for finding in certificate.findings)
    heads = {0: "All is within its limits."}
    head = heads.get(wrong, f"{wrong} {'statement is' if wrong == 1 else 'statements are'} not proven.")
    return tag("div", tag("b", head), cards.verdict_list(certificate), class_="box no" if wrong else "box")


def _quantities_of(path: Path) -> dict[str, Any]:
    """Return the quantities of a summary.json beside the result, if there is one."""
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        quantities = data.get("quantities", {})
        return dict(quantities)
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise StickslipError(f"'{path}' cannot be read ({error}); delete it to report without quantities") from None


def _quantities(quantities: Mapping[str, Any]) -> Html:
    """Return the quantities beside what is exact, where an example knows it."""
    if not quantities:
        return Html("")
    rows, known = [], False
    for name, value in quantities.items():
        if name.endswith("_exact") and name.removesuffix("_exact") in quantities:
            continue
        exact = quantities.get(f"{name}_exact")
        known |= exact is not None
        rows.append((name, number(value), "" if exact is None else number(exact), _deviation(value, exact)))
    if known:
        return table(("", "computed", "exact", "largest deviation"), rows, (3,))
    return table(("", "value"), [row[:2] for row in rows])


def _deviation(value: Any, exact: Any) -> str:
    """Return the largest deviation relative to the largest exact value."""
    try:
        a, b = np.asarray(value, dtype=float), np.asarray(exact, dtype=float)
        scale = float(np.abs(b).max())
        off = float(np.abs(a - b).max()) / (scale or 1.0)
    except (TypeError, ValueError):
        return ""
    return f"{off:.1e}" if np.isfinite(off) else ""


def _animation(result: Result) -> Html:
    """Return the viewer in a frame of its own that loads when it comes into sight."""
    if len(result) < 2:
        return Html("")
    from stickslip.viz.viewer import page_of

    return tag("iframe", srcdoc=page_of(result)[0], loading="lazy", title="animation")


def _plots(result: Result) -> Html:
    if len(result) < 2:
        return Html("")
    if scheme(result.header) == "static":
        energy = result.energy
        curve = Curve("", result.time, energy.total)
        return _figure("Potential energy over the load factor", line_chart([curve], "energy [J]", "load factor"))
    energy, time = result.energy, result.time
    works = [name for name in ("loads", "drives", "impacts", "friction", "dampers") if np.any(getattr(energy, name))]
    figures = [_figure("Energy", cards.energy_chart(result))]
    if works:
        curves = [Curve(name, time, getattr(energy, name)) for name in works]
        figures.append(_figure("Work since the start; losses are negative", line_chart(curves, "work [J]")))
    own = [Curve(name, time, getattr(energy, name)) for name in ("integrator", "remainder")]
    if any(np.any(curve.y) for curve in own):
        figures.append(_figure("The integrator's own work, and what remains unexplained", line_chart(own, "work [J]")))
    return join([*figures, *_contact_plots(result)])


def _contact_plots(result: Result) -> list[Html]:
    contacts = result.contacts
    if not contacts.closed.any():
        return []
    pairs = contacts.pairs()
    shown = [(f"{a} – {b}", contacts.between(a, b)) for a, b in pairs[:_MOST_PAIRS]]
    note = f" (the first {_MOST_PAIRS} of {len(pairs)} pairs)" if len(pairs) > _MOST_PAIRS else ""
    gaps = [Curve(name, pair.time, pair.gap) for name, pair in shown]
    forces = [Curve(name, pair.time, pair.force) for name, pair in shown]
    count = Curve("", *_stairs(contacts.time, contacts.closed.astype(float)))
    return [
        _figure("Closed contact points", line_chart([count], "closed contacts", height=180, whole=True)),
        _figure(f"Gaps{note}", line_chart(gaps, "gap [m]")),
        _figure(f"Normal forces, mean over a step{note}", line_chart(forces, "force [N]")),
    ]


def _stairs(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the corners of a function that keeps its value until the next abscissa."""
    return np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]


def _figure(title: str, chart: Html) -> Html:
    return tag("figure", tag("h3", title), chart) if chart else Html("")


def _energy(result: Result) -> Html:
    e = result.certificate.energy
    if not e:
        return Html("")
    ledger = cards.ledger_table(result.certificate)
    steps = [(name, e[name]) for name in cards.WORKS if e[name] != 0.0]
    if scheme(result.header) == "static" or not steps:
        return ledger
    chart = _figure("From the energy at the start to that at the end", waterfall(steps, e["total_start"]))
    return join([chart, ledger])


def _model(result: Result) -> Html:
    """Return tables of all parts and the file; from the header where the model holds Python functions."""
    model, text = result.model, result.header.get("model_yaml")
    tables = cards.model_tables(model) if model is not None else _header_tables(result)
    if not text:
        note = "The model holds Python functions, which a file cannot keep; it is not shown as YAML."
        return join([tables, tag("p", note, class_="note")])
    cut = f"\n... ({len(text) - _MOST_YAML} characters more)" if len(text) > _MOST_YAML else ""
    return join([tables, fold("model as YAML", tag("pre", text[:_MOST_YAML] + cut))])


def _header_tables(result: Result) -> Html:
    header = result.header
    bodies = [(entry["name"], entry["kind"], number(entry.get("mass"))) for entry in header["bodies"]]
    joints = [(entry["name"], entry["kind"]) for entry in header["joints"]]
    laws = [(law["contact"], number(law["friction"]), number(law["restitution"])) for law in header.get("laws", [])]
    folds = [_folded("bodies", ("name", "kind", "mass [kg]"), bodies, (2,))]
    if joints:
        folds.append(_folded("joints", ("name", "kind"), joints, ()))
    if laws:
        folds.append(_folded("contacts", ("name", "friction", "restitution"), laws, (1, 2)))
    return join(folds)


def _folded(title: str, head: tuple[str, ...], rows: list[Any], numbers: tuple[int, ...]) -> Html:
    return fold(counted(len(rows), title), table(head, rows, numbers), open_=len(rows) <= cards.OPEN_ROWS)


def _every(count: int) -> str:
    return "every step" if count == 1 else f"one of {count} steps"


def _simulation(result: Result) -> Html:
    """Return integrator, step sizes, tolerances and times as one table."""
    header, timing = result.header, result.timing
    integrator = dict(header.get("integrator") or {})
    rows: list[tuple[str, Any]] = [("integrator", integrator.pop("type", "?"))]
    rows += [(f"– {key}", number(value)) for key, value in integrator.items()]
    rows += [
        ("step size dt [s]", number(header["dt"])),
        ("end [s]", number(header.get("t_end"))),
        ("recorded", f"{_every(header.get('record_every', 1))}, {len(result)} instants"),
    ]
    rows += [(key.replace("_", " "), number(value)) for key, value in (header.get("settings") or {}).items()]
    units = {"wall_s": "computing time [s]", "steps_per_s": "steps per second", "compile_s": "loading kernels [s]"}
    rows += [(units.get(key, key), number(value)) for key, value in timing.items()]
    rows.append(("how it ended", f"{result.status}{': ' + result.message if result.message else ''}"))
    return table(("", ""), rows)
