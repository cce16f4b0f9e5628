"""Multistep schemes for smooth systems with sparse matrices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from stickslip.errors import ModelError

if TYPE_CHECKING:
    from stickslip.integrators.run import Run
    from stickslip.system.assemble import Assembly
from stickslip.integrators.schemes import Integrator

FORMS = ("index-3", "index-2", "ggl")


@dataclass(frozen=True)
class SparseIntegrator(Integrator, base=True):
    """Base of schemes for smooth systems without contact, driven from Python with sparse factorisations.

    They take nodes with q' = u: solids, strings, planar bodies and planar beams. The rest is rejected by name.
    """

    places_only = True
    balances = True
    spectrum = "remembers earlier steps, which a step from a unit state does not show"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.stabilise:
            name, cure = type(self).__name__, "form='index-2' is the one in which positions drift"
            raise ModelError(f"{name}: stabilise = False is not possible; {cure}")

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return those of an implicit scheme."""
        return (0.0, 0.0, 1.0, 1.0)

    def _check_form(self, form: str) -> None:
        if form not in FORMS:
            raise ModelError(f"{type(self).__name__}: form = {form!r} must be one of {', '.join(FORMS)}")


@dataclass(frozen=True)
class BDF(SparseIntegrator):
    """Backward differences with constant steps (Södersten 2018, sec. 2.7), for smooth systems without contact.

    The first step of order 2 is one of order 1.

    Parameters
    ----------
    order : 1 or 2
    form : "index-3", "index-2" or "ggl"
        Constraints g = 0; or G u + w = 0, where positions drift; or both, after Gear, Gupta and Leimkuhler.
    tolerance : float
        Newton's method ends when its correction is below this, relative to the motion in a step.
    """

    order: int = 2
    form: str = field(default="index-3", kw_only=True)
    tolerance: float = field(default=1e-10, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_form(self.form)
        if self.order not in (1, 2):
            raise ModelError(f"BDF: order = {self.order!r} must be 1 or 2")
        if not 0.0 < self.tolerance < 1e-3:
            raise ModelError(f"BDF: tolerance = {self.tolerance} must lie in (0, 1e-3)")

    def new_run(self, assembly: Assembly, settings: dict[str, Any], record_every: int) -> Run:
        """Return a run of this scheme, at its start."""
        from stickslip.integrators.sparse.run import BDFRun  # it loads sparse solvers

        return BDFRun(assembly, self, settings, record_every)


@dataclass(frozen=True)
class Newmark(SparseIntegrator):
    """Newmark's scheme in its classical form, constraints at position level (Södersten 2018, sec. 2.7).

    Without constraints it is ``GeneralizedAlpha.newmark(beta, gamma)``; with them it has no position drift, and
    gamma = 1/2 does not damp errors of the constraint forces.

    Parameters
    ----------
    beta, gamma : float
        1/4, 1/2: trapezoidal rule.
    tolerance : float
        As for BDF.
    """

    beta: float = 0.25
    gamma: float = 0.5
    tolerance: float = field(default=1e-10, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (self.beta >= 1e-3 and self.gamma >= 0.5):
            raise ModelError(f"Newmark: beta = {self.beta} must be >= 0.001 and gamma = {self.gamma} >= 1/2")
        if not 0.0 < self.tolerance < 1e-3:
            raise ModelError(f"Newmark: tolerance = {self.tolerance} must lie in (0, 1e-3)")

    def new_run(self, assembly: Assembly, settings: dict[str, Any], record_every: int) -> Run:
        """Return a run of this scheme, at its start."""
        from stickslip.integrators.sparse.run import NewmarkRun  # it loads sparse solvers

        return NewmarkRun(assembly, self, settings, record_every)


@dataclass(frozen=True)
class IDA(SparseIntegrator):
    """Backward differences of changing order and step size by IDA of SUNDIALS (package ``scikit-sundae``).

    dt is the grid of the record. Constraint forces, and in index-3 form velocities, are left out of the error test.

    Parameters
    ----------
    rtol : float
        Of coordinates (displacements from the declared configuration) and velocities.
    atol : float [m, rad]
        Of coordinates; that of velocities is atol / dt.
    form : "index-3", "index-2" or "ggl"
        As for BDF.
    max_order : int
        Largest order, 1 to 5.
    """

    rtol: float = 1e-6
    atol: float = 1e-9
    form: str = field(default="ggl", kw_only=True)
    max_order: int = field(default=5, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_form(self.form)
        if not (1e-15 <= self.rtol < 1.0 and self.atol >= 1e-15):
            wanted = f"rtol = {self.rtol} must lie in (0, 1) and atol = {self.atol} be > 0"
            raise ModelError(f"IDA: {wanted}, both not below round-off (1e-15)")
        if self.max_order not in (1, 2, 3, 4, 5):
            raise ModelError(f"IDA: max_order = {self.max_order!r} must be 1 to 5")

    def new_run(self, assembly: Assembly, settings: dict[str, Any], record_every: int) -> Run:
        """Return a run of this scheme, at its start."""
        from stickslip.integrators.sparse.ida import IDARun  # it needs scikit-sundae

        return IDARun(assembly, self, settings, record_every)
