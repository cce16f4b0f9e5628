"""A result: everything a run recorded, by name."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from stickslip.bonds.results import BondSeries
from stickslip.model.base import Declaration
from stickslip.model.families import family_of
from stickslip.results import export
from stickslip.results.base import Store
from stickslip.results.certificate import Certificate, Energy
from stickslip.results.columns import joint_count
from stickslip.results.contacts import Contacts
from stickslip.results.momentum import Momentum
from stickslip.results.series import BodySeries, JointSeries, SupportSeries, unknown
from stickslip.results.store import Hdf5Store, copy_store
from stickslip.results.trial import check_header

if TYPE_CHECKING:
    from stickslip.bodies.declaration import Body
    from stickslip.bonds.declaration import Bond, Tie
    from stickslip.bonds.results import BondSeries
    from stickslip.floating.beam.declaration import FloatingBeam
    from stickslip.floating.beam.results import FloatingSeries
    from stickslip.floating.solid.declaration import FloatingSolid
    from stickslip.floating.solid.results import FloatingSolidSeries
    from stickslip.joints import Gear, Guide, Joint, OneWayClutch, Rolling, Support
    from stickslip.lines.declaration import Line
    from stickslip.model.base import Part
    from stickslip.model.model import Model
    from stickslip.results.series import LineSeries
    from stickslip.solids.declaration import SolidBody
    from stickslip.solids.results import SolidSeries
    from stickslip.verify.report import Verification
    from stickslip.viz.plots import Plots
    from stickslip.viz.viewer import View

    class AnySeries(  # type: ignore[misc, override]
        LineSeries, FloatingSeries, FloatingSolidSeries, SolidSeries, SupportSeries, BondSeries
    ):  # fmt: skip
        """What a name may stand for; what there is at run time depends on the part."""

        strain: Any  # (n, m, k) of a line, strain(at) of a solid
        stress: Any


class Result:
    """What a run recorded.

    ``result[ball]`` or ``result["ball"]`` is the motion of a body or the coordinate and reaction of a joint;
    ``result.time``, ``result.contacts``, ``result.energy`` and ``result.certificate`` hold the rest.

    Parameters
    ----------
    store : MemoryStore or Hdf5Store
    model : Model, optional
        The model that was simulated; a loaded result rebuilds it from the file on request.
    """

    def __init__(self, store: Store, model: Model | None = None) -> None:
        self.store = store
        self._model = model

    @property
    def header(self) -> dict[str, Any]:
        """Plain description of the run: model, step size, integrator, bodies, joints, contours."""
        return self.store.header

    @property
    def model(self) -> Model | None:
        """The model; None if it holds Python functions, which a file cannot keep."""
        if self._model is None and self.header.get("model_yaml"):
            from stickslip.model.yaml_io import load_text

            self._model = load_text(self.header["model_yaml"])
        return self._model

    @property
    def status(self) -> str:
        """How the run ended: "finished", "stopped", "failed" or "unfinished"."""
        return self.store.status

    @property
    def message(self) -> str:
        """One sentence on how the run ended."""
        return self.store.message

    @property
    def success(self) -> bool:
        """True if the run reached its end or its stop condition."""
        return self.status in ("finished", "stopped")

    @property
    def timing(self) -> dict[str, Any]:
        """Steps, wall time [s], steps per second and time spent compiling [s]."""
        return dict(self.store.timing)

    @cached_property
    def time(self) -> np.ndarray:
        """Recorded instants (n,) [s]."""
        return self.store.read("time")

    @cached_property
    def _series(self) -> dict[str, BodySeries | JointSeries | BondSeries]:
        series: dict[str, BodySeries | JointSeries | BondSeries] = {}
        number = 0
        for joint in self.header["joints"]:
            of = SupportSeries if "nodes" in joint else JointSeries
            series[joint["name"]] = of(self.store, joint, number)
            number += joint_count(joint)
        for body in self.header["bodies"]:
            series[body["name"]] = family_of(body["kind"]).series()(self.store, body)
        for bond in self.header.get("bonds", []):
            series[bond["name"]] = BondSeries(self.store, bond)
        return series

    @property
    def names(self) -> list[str]:
        """Names of all recorded bodies and joints."""
        return list(self._series)

    @overload
    def __getitem__(self, key: Line) -> LineSeries: ...
    @overload
    def __getitem__(self, key: FloatingBeam) -> FloatingSeries: ...
    @overload
    def __getitem__(self, key: FloatingSolid) -> FloatingSolidSeries: ...
    @overload
    def __getitem__(self, key: SolidBody) -> SolidSeries: ...
    @overload
    def __getitem__(self, key: Body) -> BodySeries: ...
    @overload
    def __getitem__(self, key: Support) -> SupportSeries: ...
    @overload
    def __getitem__(self, key: Bond | Tie) -> BondSeries: ...
    @overload
    def __getitem__(self, key: Joint | Gear | Guide | OneWayClutch | Rolling) -> JointSeries: ...
    @overload
    def __getitem__(self, key: str) -> AnySeries: ...
    def __getitem__(self, key: Part | str) -> Any:
        name = key.name if isinstance(key, Declaration) else key
        if name not in self._series:
            raise unknown("body or joint", str(name), self._series)
        return self._series[name]

    def __len__(self) -> int:
        return self.store.n

    @cached_property
    def contacts(self) -> Contacts:
        """Contact points per instant and pairs over time."""
        return Contacts(self.store)

    @cached_property
    def energy(self) -> Energy:
        """The energy ledger over time [J]."""
        return Energy(self.time, self.store.read("energy"))

    @cached_property
    def momentum(self) -> Momentum:
        """Linear and angular momentum of all bodies, and the impulses that changed them."""
        return Momentum(self.time, self.store.read("momentum"))

    @cached_property
    def certificate(self) -> Certificate:
        """How exactly the laws were met, and where the energy went."""
        return Certificate(self.store)

    @cached_property
    def plot(self) -> Plots:
        """Figures: ``energy()``, ``gaps()``, ``contacts()``, ``body(name)``, ``phase(name)``."""
        from stickslip.viz.plots import Plots

        return Plots(self)

    def view(self, out: str | Path | None = None, *, open: bool = True, **options: Any) -> View:
        """Write the result as one HTML page with a moving picture and open it; see ``stickslip.viz.viewer.view``."""
        from stickslip.viz.viewer import view

        return view(self, out, open=open, **options)

    def verify(self) -> Verification:
        """Compute again, independently of the simulation, what the recorded states imply; see ``docs/verify``."""
        from stickslip.verify.run import verify

        return verify(self)

    def summary(self) -> dict[str, Any]:
        """Return certificate, energy balance, timing and end of the run as plain data."""
        from stickslip.results.summary import summarize

        return summarize(self)

    def save(self, path: str | Path) -> Path:
        """Write the result to an HDF5 file."""
        copy_store(self.store, path)
        return Path(path)

    def to_csv(self, folder: str | Path) -> list[Path]:
        """Write one CSV file per body and joint, and the energy, the certificate and the contacts."""
        return export.to_csv(self, folder)

    def to_netcdf(self, path: str | Path) -> Path:
        """Write ``to_xarray()`` to a netCDF file."""
        return export.to_netcdf(self, path)

    def to_vtk(self, folder: str | Path, *, every: int = 1) -> list[Path]:
        """Write every ``every``-th instant as VTK time series; open the returned ``.pvd`` files in ParaView."""
        from stickslip.viz.vtk import write_vtk

        return write_vtk(self, folder, every)

    def to_gltf(self, path: str | Path, *, shapes: int = 60) -> Path:
        """Write an animated ``.glb`` file (glTF 2.0) with at most so many shapes of bodies that deform."""
        from stickslip.viz.gltf import write_gltf

        return write_gltf(self, path, shapes)

    def render(self, path: str | Path, **options: Any) -> Path:
        """Draw a picture (``.png``) or a film (``.gif``, ``.mp4``), see ``stickslip.viz.render.render``."""
        from stickslip.viz.render import render

        return render(self, path, **options)

    def to_xarray(self) -> Any:
        """Return the result as an ``xarray.Dataset`` over time."""
        return export.to_xarray(self)

    def report(self, path: str | Path) -> Path:
        """Write one HTML page for people: verdict, plots, energy, certificate and model."""
        from stickslip.viz.report import write_page

        return write_page(self, path)

    def _repr_html_(self) -> str:
        from stickslip.viz.cards import result_card

        return result_card(self)

    def __repr__(self) -> str:
        name, n = self.header.get("model_name", "model"), self.store.n
        span = f" to t = {self.time[-1]:g} s" if n else ""
        return f"<Result of '{name}': {self.status}, {n} instants{span}>"


def load(path: str | Path, *, verify: bool = True) -> Result:
    """Open a result file, also of a run in progress or a killed one; ``verify`` compares the data with checksums."""
    store = Hdf5Store.open(path, verify)
    try:
        check_header(store.header, store.path)
    except BaseException:
        store.close()
        raise
    return Result(store)
