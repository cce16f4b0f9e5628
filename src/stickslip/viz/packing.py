"""A scene as JSON for the page: numbers as base64 text, places as 16-bit and colours as 8-bit steps of their range."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np

from stickslip.viz.colours import part_colours
from stickslip.viz.rotations import quaternions
from stickslip.viz.scene import Channel, CurvePlot, Field, LineMotion, MeshMotion, Part, RigidMotion, Scene, Shape

_STEPS = 65535.0


def text(array: Any, dtype: str) -> str:
    """Return an array as base64 text of little-endian numbers."""
    return base64.b64encode(np.ascontiguousarray(array, dtype="<" + dtype).tobytes()).decode("ascii")


def quantised(values: Any) -> dict[str, Any]:
    """Return values (n, ..., c) as 16-bit steps of the range of each component c: x = low + scale * step."""
    values = np.asarray(values, dtype=float)
    flat = values.reshape(-1, values.shape[-1])
    known = np.where(np.isfinite(flat), flat, 0.0)
    low, high = (known.min(axis=0), known.max(axis=0)) if len(known) else (np.zeros(flat.shape[1]),) * 2
    scale = (high - low) / _STEPS
    steps = np.rint((known - low) / np.where(scale > 0.0, scale, 1.0))
    return {"data": text(steps, "u2"), "low": low.tolist(), "scale": scale.tolist()}


def in_page(data: Any) -> str:
    """Return JSON that may stand in an HTML script element whatever names it contains."""
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for sign in "<>&\u2028\u2029":
        plain = plain.replace(sign, f"\\u{ord(sign):04x}")
    return plain


def description(scene: Scene) -> dict[str, Any]:
    """Return everything that does not change with time."""
    return {
        "name": scene.name,
        "dim": scene.dim,
        "up": scene.up.tolist(),
        "low": scene.low.tolist(),
        "high": scene.high.tolist(),
        "facts": [list(fact) for fact in scene.facts],
        "clock": scene.clock,
        "recorded": scene.recorded,
        "tolerance": scene.tolerance if np.isfinite(scene.tolerance) else None,
        "fields": _ranges(scene),
        "parts": [_part(part, colour) for part, colour in zip(scene.parts, part_colours(scene.parts), strict=True)],
    }


def _ranges(scene: Scene) -> dict[str, dict[str, Any]]:
    signed = {each.name: each.signed for part in scene.parts for each in part.fields}
    return {
        name: {"unit": unit, "low": low, "high": high, "signed": signed[name]}
        for name, (unit, low, high) in scene.fields.items()
    }


def _part(part: Part, colour: int) -> dict[str, Any]:
    kind = {RigidMotion: "rigid", LineMotion: "line", MeshMotion: "mesh", type(None): "none"}[type(part.motion)]
    out: dict[str, Any] = {
        "name": part.name,
        "kind": part.kind,
        "role": part.role,
        "colour": colour,
        "motion": kind,
        "parent": part.parent,
        "shapes": [_shape(shape) for shape in part.shapes],
        "channels": [{"name": c.name, "unit": c.unit, "labels": list(c.labels)} for c in part.channels],
        "fields": [field.name for field in part.fields],
    }
    if isinstance(part.motion, LineMotion | MeshMotion):
        out["count"] = int(part.motion.position.shape[1])
    if part.section is not None:
        out["section"] = {"outline": part.section.outline.tolist(), "closed": part.section.closed}
    if part.surface is not None:
        out["surface"] = {
            "triangles": text(part.surface.triangles, "u4"),
            "edges": text(part.surface.edges, "u4"),
            "flat": part.surface.flat,
        }
    return out


def _shape(shape: Shape) -> dict[str, Any]:
    return {
        "kind": shape.kind,
        "size": list(shape.size),
        "position": shape.position.tolist(),
        "quaternion": quaternions(shape.rotation).tolist(),
        "role": shape.role,
    }


def frames(scene: Scene, ranges: dict[str, dict[str, Any]] | None = None) -> dict[str, Any]:
    """Return everything that changes with time; ``ranges`` are those of the colours, if set before."""
    found = scene.contacts
    colours = _ranges(scene) if ranges is None else ranges
    return {
        "time": text(scene.time, "f8"),
        "parts": [_frames_of(part, colours) for part in scene.parts],
        "contacts": {
            "offset": text(found.offset, "u4"),
            "point": quantised(found.point),
            "force": text(np.nan_to_num(found.force), "f4"),
            "status": text(found.status, "u1"),
            "a": text(found.a, "i4"),
            "b": text(found.b, "i4"),
        },
        "plots": [_plot(plot) for plot in scene.plots],
    }


def _frames_of(part: Part, ranges: dict[str, dict[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {
        "channels": [_channel(channel) for channel in part.channels],
        "fields": [_colours(field, ranges) for field in part.fields],
    }
    motion = part.motion
    if motion is not None:
        out["position"] = quantised(motion.position)
        if isinstance(motion, RigidMotion | LineMotion) and motion.quaternion is not None:
            out["quaternion"] = text(np.rint(32767.0 * np.nan_to_num(motion.quaternion)), "i2")
    return out


def _channel(channel: Channel) -> dict[str, Any]:
    return quantised(channel.values)


def _colours(field: Field, ranges: dict[str, dict[str, Any]]) -> str:
    low, high = ranges[field.name]["low"], ranges[field.name]["high"]
    values = np.nan_to_num((field.values - low) / (high - low))
    return text(np.rint(255.0 * np.clip(values, 0.0, 1.0)), "u1")


def _plot(plot: CurvePlot) -> dict[str, Any]:
    return {
        "title": plot.title,
        "unit": plot.unit,
        "time": text(plot.time, "f8"),
        "curves": [{"label": curve.label, "data": text(curve.values, "f4")} for curve in plot.curves],
    }
