"""``summary.json``: what a run found, how exactly, and how quickly."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stickslip._files import writing
from stickslip.results.encode import jsonable, to_json

if TYPE_CHECKING:
    from stickslip.results.result import Result

TIMING = ("steps", "wall_s", "steps_per_s", "compile_s")


def summarize(result: Result) -> dict[str, Any]:
    """Return certificate, verdict, energy, timing, status, message, model and integrator as plain data."""
    timing = {name: result.store.timing.get(name) for name in TIMING}
    if timing["steps_per_s"] is None and timing["steps"] is not None and timing["wall_s"]:
        timing["steps_per_s"] = timing["steps"] / timing["wall_s"]
    plain: dict[str, Any] = jsonable(
        {
            "certificate": result.certificate.summary(),
            "verdict": result.certificate.verdict,
            "energy": result.energy.summary(),
            "timing": timing,
            "status": result.status,
            "message": result.message,
            "model": result.header.get("model_name"),
            "integrator": result.header.get("integrator"),
        }
    )
    return plain


def write_summary(path: str | Path, result: Result, quantities: Mapping[str, Any]) -> dict[str, Any]:
    """Write ``summary.json`` with the quantities of interest and the summary of the run; return what was written."""
    summary = {"quantities": jsonable(quantities), **summarize(result)}
    with writing(path) as part:
        part.write_text(to_json(summary, indent=2) + "\n", encoding="utf-8")
    return summary


def general_quantities(result: Result) -> dict[str, Any]:
    """Return the quantities of interest of a model that names none: end time, contacts and losses."""
    if len(result) == 0:
        return {}
    energy = result.energy
    return {
        "t_end [s]": float(result.time[-1]),
        "closed contacts at the end": int(result.contacts.closed[-1]),
        "energy at the end [J]": float(energy.total[-1]),
        "lost in impacts [J]": float(0.0 - energy.impacts[-1]),
        "lost by friction [J]": float(0.0 - energy.friction[-1]),
        "lost in dampers [J]": float(0.0 - energy.dampers[-1]),
    }
