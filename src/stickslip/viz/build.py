"""From a result to a scene: which instants are enough, and what is to be seen at them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.contact.scene import body_numbers, closings, contact_frames
from stickslip.errors import StickslipError
from stickslip.joints.scene import joint_parts, spring_parts, support_parts
from stickslip.model.families import family_of
from stickslip.model.model import Model
from stickslip.results.base import BLOCK_BYTES, Store
from stickslip.results.result import Result
from stickslip.viz.attached import attached_parts
from stickslip.viz.crowded import uncrowded
from stickslip.viz.curves import energy_plots, gap_plot
from stickslip.viz.keyframes import Places, fewer, thin_by_pieces
from stickslip.viz.scene import CurvePlot, Part, Scene
from stickslip.viz.selection import Selection

TOLERANCE = 1e-3  # of the size of the model: a pixel of a picture of a thousand
MOST_INSTANTS = 20000
_SAMPLES = 64  # instants that show how large the scene is
_MARGIN = 1e-9
_EVEN = 200  # instants at equal distances: stresses and speeds change also where nothing is seen to move


class SceneBuilder:
    """Turns a result, or instants of it, into a scene.

    Parameters
    ----------
    result : Result
    tolerance : float
        Largest error of interpolated places, as a part of the size of the model.
    box : two corners (3,) [m], optional
        Of the scene, if they are known already.
    """

    def __init__(self, result: Result, tolerance: float = TOLERANCE, box: tuple[Floats, Floats] | None = None) -> None:
        if not isinstance(tolerance, int | float) or not 0.0 < tolerance < 1.0:
            raise StickslipError(f"tolerance = {tolerance!r} must be a part of the size of the model, between 0 and 1")
        if len(result) == 0:
            raise StickslipError(
                f"the result of '{result.header.get('model_name')}' holds no instants; nothing to show"
            )
        self.store: Store = result.store
        self.model: Model | None = result.model
        self.header = result.header
        self.dim = int(self.header["dim"])
        kinds = [(family_of(entry["kind"]).source(), entry) for entry in self.header["bodies"]]
        found = [source(entry, self.header, self.model) for source, entry in kinds if source is not None]
        self.sources = [source for source in found if source.seen]
        self.number = {source.name: k for k, source in enumerate(self.sources)}
        self.offset = np.concatenate([[0], np.cumsum(self.store.read("contact_count"))]).astype(np.int64)
        self.low, self.high = self._box() if box is None else box
        self.far = max(float(np.linalg.norm(self.high - self.low)), 1e-9)
        self.tolerance = tolerance * self.far
        self._reach = {source.name: source.reach(self.far) for source in self.sources}

    def view(self, rows: Ints) -> Result:
        """Return the result at some instants."""
        return Result(Selection(self.store, rows, self.offset), self.model)

    def _box(self) -> tuple[Floats, Floats]:
        """Return the corners of a box around everything, from some instants."""
        rows = np.unique(np.linspace(0, self.store.n - 1, _SAMPLES).astype(np.int64))
        sample = self.view(rows)
        low, high = np.full(3, np.inf), np.full(3, -np.inf)
        for source in self.sources:
            if not source.moves:
                continue
            places = source.bounds(sample)
            places = places[np.isfinite(places).all(axis=1)]
            if len(places):
                low, high = np.minimum(low, places.min(axis=0)), np.maximum(high, places.max(axis=0))
        for spring in [] if self.model is None else spring_parts(self.model, sample, 1.0):
            assert spring.motion is not None
            ends = spring.motion.position.reshape(-1, 3)
            low, high = np.minimum(low, ends.min(axis=0)), np.maximum(high, ends.max(axis=0))
        if not np.isfinite(low).all():
            return -np.ones(3), np.ones(3)
        if np.linalg.norm(high - low) < _MARGIN:
            low, high = low - 0.5, high + 0.5
        return low, high

    def places(self, start: int, stop: int) -> Places:
        """Return all that moves at instants start ... stop."""
        view = self.view(np.arange(start, stop))
        moving = [source for source in self.sources if source.moves]
        return Places.of(view.time, [(source.motion(view), self._reach[source.name]) for source in moving])

    def keyframes(self, first: int, most: int, keep: Ints) -> tuple[Ints, float]:
        """Return at most ``most`` instants from ``first`` on, and the error of places between them [m]."""
        piece = max(16, BLOCK_BYTES // (8 * max(1, self.store.widths["q"])))

        def read(start: int, stop: int) -> Places:
            return self.places(first + start, first + stop)

        kept = keep[keep >= first] - first
        numbers, places = thin_by_pieces(read, self.store.n - first, piece, self.tolerance, kept)
        numbers, tolerance = fewer(places, numbers, self.tolerance, kept, most)
        return numbers + first, tolerance

    def parts(self, view: Result) -> tuple[Part, ...]:
        """Return all parts at the instants of a view."""
        centre = 0.5 * (self.low + self.high)
        parts = [source.part(view, self.far, centre) for source in self.sources]
        if self.model is not None:
            parts += attached_parts(self.model, view, self.far)
            parts += joint_parts(self.model, view, self.number, self.far)
            parts += support_parts(self.model, view, self.number, self.far)
            parts += spring_parts(self.model, view, self.far)
        return tuple(without_rates(part) if self._static else part for part in uncrowded(parts, self.far))

    def scene(self, first: int = 0, most: int = MOST_INSTANTS) -> Scene:
        """Return the scene of the instants from ``first`` on, as many of them as are needed."""
        found = closings(self.store, self.offset, body_numbers(self.store, self.number))
        share = (self.store.n - first) / self.store.n
        even = np.linspace(first, self.store.n - 1, int(share * min(_EVEN, most // 4)) + 2).astype(np.int64)
        rows, tolerance = self.keyframes(first, most, np.union1d(found.strongest(max(1, most // 8)), even))
        time = self.store.read("time")
        plots: list[CurvePlot] = energy_plots(self.store, time)
        gaps = gap_plot(time, found, [source.name for source in self.sources])
        return self.at(rows, tolerance, tuple([*plots, gaps] if gaps is not None else plots))

    def at(self, rows: Ints, tolerance: float = 0.0, plots: tuple[CurvePlot, ...] = ()) -> Scene:
        """Return the scene of chosen instants."""
        view = self.view(rows)
        return Scene(
            name=str(self.header.get("model_name", "model")),
            dim=self.dim,
            up=self._up(),
            low=self.low,
            high=self.high,
            time=view.time,
            recorded=self.store.n,
            tolerance=tolerance,
            parts=self.parts(view),
            contacts=contact_frames(view.store, body_numbers(self.store, self.number)),
            plots=plots,
            facts=self._facts(self.store.read("time")),
            clock="load factor" if self._static else "s",
        )

    def _up(self) -> Floats:
        gravity = np.zeros(3)
        if self.model is not None:
            gravity[: self.dim] = self.model.gravity
        size = float(np.linalg.norm(gravity))
        if size == 0.0:
            return np.array([0.0, 1.0, 0.0] if self.dim == 2 else [0.0, 0.0, 1.0])
        return -gravity / size

    @property
    def _static(self) -> bool:
        return (self.header.get("integrator") or {}).get("type") == "static"

    def _facts(self, time: Floats) -> tuple[tuple[str, str], ...]:
        integrator = dict(self.header.get("integrator") or {})
        span = f"{time[0]:.6g} ... {time[-1]:.6g} {'of the load' if self._static else 's'}"
        facts = [
            ("model", f"{self.header.get('model_name', 'model')} ({self.dim}-D)"),
            (
                "integrator",
                "statics" if self._static else f"{integrator.get('type', '?')}, dt = {self.header['dt']:g} s",
            ),
            ("run", f"{self.store.status}: {span}, {self.store.n} instants recorded"),
        ]
        if self.store.message:
            facts.append(("message", self.store.message))
        return (*facts, ("written by", f"stickslip {self.header.get('version', '?')}"))


def without_rates(part: Part) -> Part:
    """Return a part without speeds, which are all zero in statics."""
    channels = tuple(each for each in part.channels if not each.unit.endswith("/s"))
    return replace(part, channels=channels, fields=tuple(each for each in part.fields if not each.unit.endswith("/s")))


def build(result: Result, tolerance: float = TOLERANCE, most: int = MOST_INSTANTS) -> Scene:
    """Return the scene of a result with at most ``most`` instants.

    Places that are interpolated between the instants of the scene are within ``tolerance`` (of the size of the model)
    of those recorded; where ``most`` instants are not enough, the scene says what was reached instead. Instants before
    and after the strongest impacts are among them.
    """
    return SceneBuilder(result, tolerance).scene(most=most)
