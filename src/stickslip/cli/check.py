"""``stickslip check``: read, assemble and evaluate a model file at its start, without running it."""

from __future__ import annotations

import math
import warnings
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stickslip.errors import ModelError, StickslipError
from stickslip.results.verdict import si

if TYPE_CHECKING:
    from stickslip.model.model import Model
    from stickslip.results.result import Result
    from stickslip.system.inventory import Inventory

_INSTANT = 1e-12  # [s] a step so short that nothing moves shows the gaps of the start
_TOUCHING = 1e-9  # [m]
_MOST_ROWS = 1000  # constraints among which redundant ones are looked for
_MOST_COORDINATES = 5000  # of a model whose start is evaluated
_DEPENDENT = 1e-9  # relative size of a pivot that counts as zero
_SHOWN = 5


def check(path: Path, settings: list[str]) -> str:
    """Return what a model consists of and how it starts; everything that is wrong with it is an error."""
    from stickslip.cli.values import changes
    from stickslip.model.yaml_io import load, load_simulation
    from stickslip.system.inventory import inventory

    _refuse_other_files(path)
    edits = changes(settings)
    model, simulation = load(path, edits), load_simulation(path, edits)
    rows = [("model", f"{model.name}, {'in space' if model.dim == 3 else 'in the plane'}"), *_parts(model)]
    found = inventory(model)
    if sum(found.coordinates.values()) > _MOST_COORDINATES:
        rows += [_freedom(found, 0), ("start", f"not looked at: more than {_MOST_COORDINATES} coordinates")]
    else:
        redundant, rest = _redundant(model)
        rows += [_freedom(found, redundant), *rest, *_start(model, bool(simulation.get("project", False)))]
    rows.append(("simulation", _plan(simulation)))
    return "\n".join([f"{path}: a valid model", "", *(f"{name:12}{text}" for name, text in rows)])


def _refuse_other_files(path: Path) -> None:
    if path.suffix == ".py":
        raise StickslipError(
            f"check: '{path}' is a program, and looking into it would mean running it; run it with 'python {path}', or "
            "write its model to a file with model.to_yaml('model.yaml') and check that"
        )
    if path.suffix in (".h5", ".hdf5"):
        raise StickslipError(f"check: '{path}' is a result; 'stickslip info {path}' shows it")


def _parts(model: Model) -> list[tuple[str, str]]:
    from stickslip.viz.cards import model_parts

    families = {
        name: Counter(type(part).__name__ for part in parts if part is not model.ground)
        for name, parts in model_parts(model).items()
    }
    rows = [(name, _counted(kinds)) for name, kinds in families.items()]
    contours = sum(len(body.contours) for body in model.bodies)
    laws = sum(families["contacts"].values())
    return [*rows[:3], ("contacts", f"{laws} between {contours} contours" if laws else "none")]


def _counted(kinds: Counter[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in kinds.items()) or "none"


def _freedom(found: Inventory, redundant: int) -> tuple[str, str]:
    coordinates, constraints = sum(found.coordinates.values()), sum(found.constraints.values())
    free = found.freedom + redundant
    return (
        "freedom",
        f"{free} degree{'' if free == 1 else 's'} of freedom ({coordinates} coordinates, {constraints} constraints)",
    )


def _redundant(model: Model) -> tuple[int, list[tuple[str, str]]]:
    """Return how many constraints follow from others, and rows of the table about them."""
    import numpy as np
    import scipy.linalg as la

    from stickslip.analysis.linearization import Evaluator

    evaluator = Evaluator(model)
    if evaluator.m == 0:
        return 0, []
    if evaluator.m > _MOST_ROWS:
        return 0, [("", f"redundant constraints are not looked for among more than {_MOST_ROWS}")]
    evaluator.evaluate(evaluator.assembly.q, evaluator.assembly.u)
    G = evaluator.matrices()[1].toarray()
    G /= np.maximum(np.linalg.norm(G, axis=1), 1e-300)[:, None]
    R, order = la.qr(G.T, mode="r", pivoting=True)
    pivots = np.abs(np.diag(R))
    rank = int(np.sum(pivots > _DEPENDENT * pivots[0])) if len(pivots) else 0
    count = evaluator.m - rank
    if count == 0:
        return 0, []
    labels = evaluator.assembly.label_of_row
    names = ", ".join(dict.fromkeys(labels[k] for k in order[rank:][:_SHOWN]))
    verb = "constraint follows" if count == 1 else "constraints follow"
    return count, [("", f"{count} {verb} from others (for example of {names}): motion is unique, their forces are not")]


def _start(model: Model, project: bool) -> list[tuple[str, str]]:
    """Return how the model starts: errors of the constraints, gaps and penetrations."""
    from stickslip.integrators.options import Record, Tolerances
    from stickslip.integrators.simulate import simulate

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = simulate(
                model,
                _INSTANT,
                _INSTANT,
                project=project,
                record=Record(open_contacts=True),
                tolerances=Tolerances(gap=_TOUCHING),
            )
    except ModelError as error:
        hint = " (in a file: 'simulation: {project: true}')" if "project=True" in str(error) else ""
        raise ModelError(f"{error}{hint}") from None
    rows = []
    if result.store.widths["drift"]:
        drift = float(abs(result.store.read("drift", slice(0, 1))).max())
        size = f"{drift:.1e} (m, rad)" if drift else "round-off"
        rows.append(("start", f"constraints hold to {size}{' after projection' if project else ''}"))
    if model.ground.contours or any(body.contours for body in model.bodies):
        rows += _gaps(result)
    return rows


def _gaps(result: Result) -> list[tuple[str, str]]:
    points = result.contacts[-1]
    deep = sorted((float(gap), a, b) for gap, a, b in zip(points.gap, points.names_a, points.names_b))
    inside = [entry for entry in deep if entry[0] < -_TOUCHING]
    touching = sum(abs(gap) <= _TOUCHING for gap, _, _ in deep)
    if not inside:
        nearest = f"; nearest gap {si(deep[0][0], 'm')}, {deep[0][1]} – {deep[0][2]}" if deep and not touching else ""
        return [("gaps", f"no penetration, contact points that touch: {touching}{nearest}")]
    rows = [
        ("gaps", f"contact points that penetrate at the start: {len(inside)}, that touch: {touching}; the deepest:")
    ]
    return rows + [("", f"{si(-gap, 'm')} at {a} – {b}") for gap, a, b in inside[:_SHOWN]]


def _plan(simulation: dict[str, Any]) -> str:
    from stickslip.integrators.schemes import MoreauMidpoint, from_description

    scheme = from_description(simulation["integrator"]) if "integrator" in simulation else MoreauMidpoint()
    missing = [name for name in ("t_end", "dt") if name not in simulation]
    if missing:
        return (
            f"{type(scheme).__name__}; no {' and no '.join(missing)}: give them to 'stickslip run' by --t-end and --dt"
        )
    t_end, dt = simulation["t_end"], simulation["dt"]
    if dt > t_end:
        raise ModelError(f"simulation: dt = {dt} s is larger than t_end = {t_end} s")
    return f"t_end = {t_end:g} s, dt = {dt:g} s: {math.ceil(t_end / dt * (1 - 1e-12))} steps, {type(scheme).__name__}"
