"""The integrators a user chooses from."""

from __future__ import annotations

import difflib
import inspect
import math
import warnings
from dataclasses import asdict, dataclass, field, fields
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

import stickslip
from stickslip.errors import ModelError
from stickslip.integrators.coefficients import (
    NOT_MIXED,
    Mixed,
)
from stickslip.model.base import short

if TYPE_CHECKING:
    from stickslip.integrators.run import Run
    from stickslip.system.assemble import Assembly


def is_number(value: Any) -> bool:
    """Return whether a value is a finite number."""
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(float(value))
    except OverflowError:
        return False


_TYPES: dict[str, tuple[Any, type, str]] = {
    "bool": (lambda value: isinstance(value, bool | np.bool_), bool, "True or False"),
    "float": (is_number, float, "a finite number"),
    "int": (lambda value: isinstance(value, Integral) and not isinstance(value, bool), int, "an integer"),
    "str": (lambda value: isinstance(value, str), str, "a string"),
}


class _Renamed(type):
    """Takes the keyword ``project`` of version 0.1 for ``stabilise``, with a warning."""

    if not TYPE_CHECKING:  # constructors keep their own types

        def __call__(cls, *args: Any, **given: Any) -> Any:
            if "project" in given and "stabilise" not in given:
                message = f"{cls.__name__}: 'project' has been renamed 'stabilise', which is on by default"
                warnings.warn(message, DeprecationWarning, stacklevel=2)
                given["stabilise"] = given.pop("project")
            return super().__call__(*args, **given)


@dataclass(frozen=True)
class Integrator(metaclass=_Renamed):
    """Base of all integrators: a subclass describes itself and makes its own runs.

    Parameters
    ----------
    stabilise : bool
        After each step move to the nearest configuration in which joints hold and loaded contacts are closed. False:
        the scheme as it was published, at velocity level only.

    Notes
    -----
    Class attributes tell the rest of the package what a scheme is; those in ``traits`` head its results.

    known
        All integrators by the names that model files and results call them.
    places_only
        Joints hold at position level, velocities follow from positions.
    balances
        The scheme's own work is whatever the energy balance leaves unexplained.
    explicit
        Springs limit the step.
    staged
        Contacts carry forces within a step, beside impulses.
    divides
        It can choose its steps (``adaptive``).
    spectrum
        Why it has no matrix of one step of the test equation, or nothing.
    """

    stabilise: bool = field(default=True, kw_only=True)  # not the first argument: Theta(1.0) sets theta

    known: ClassVar[dict[str, type[Integrator]]] = {}
    places_only: ClassVar[bool] = False
    balances: ClassVar[bool] = False
    explicit: ClassVar[bool] = False
    staged: ClassVar[bool] = False
    divides: ClassVar[bool] = False
    spectrum: ClassVar[str] = ""

    def __init_subclass__(cls, base: bool = False, **kwargs: Any) -> None:
        """Register an integrator by its name; ``base=True`` is for common ground that nobody chooses."""
        super().__init_subclass__(**kwargs)
        if not base:
            Integrator.known[cls.__name__] = cls

    if not TYPE_CHECKING:

        def __new__(cls, /, *args: Any, **given: Any) -> Any:
            """Reject arguments that do not exist."""
            try:
                inspect.signature(cls.__init__).bind(None, *args, **given)
            except TypeError as error:
                raise ModelError(f"{cls.__name__}: {error}; known: {', '.join(f.name for f in fields(cls))}") from None
            return super().__new__(cls)

    def __post_init__(self) -> None:
        """Give every field its plain type; reject what has none."""
        for entry in fields(self):
            value, kind = getattr(self, entry.name), getattr(entry.type, "__name__", str(entry.type))
            known = _TYPES.get(kind.removesuffix(" | None"))
            if known is None or (value is None and kind.endswith("None")):
                continue  # a type of its own, in a class of the user
            fits, plain, what = known
            if not fits(value):
                raise ModelError(f"{type(self).__name__}: {entry.name} = {short(value)} must be {what}")
            object.__setattr__(self, entry.name, plain(value))  # another type would be recompiled

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return (c, w0, w1, theta) of the one-step map in ``timestep``."""
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        """Return kind and parameters as plain data."""
        return {"type": type(self).__name__, **asdict(self)}

    def traits(self) -> dict[str, bool]:
        """Return what those who judge a result must know of its scheme."""
        return {"places_only": self.places_only, "balances": self.balances}

    def mixed(self) -> Mixed:
        """Return kind and parameters of a base scheme of mixed time stepping."""
        return NOT_MIXED

    def new_run(self, assembly: Assembly, settings: dict[str, Any], record_every: int) -> Run:
        """Return a run of this scheme, at its start."""
        from stickslip.integrators.run import Run  # kernels are loaded with the first run

        return Run(assembly, self, settings, record_every)


@dataclass(frozen=True)
class SemiExplicit(Integrator):
    """Semi-explicit time stepping: contacts and forces at q + dt u (Zander 2008, sec. 2.4). First order."""

    explicit = True

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return (1, 0, 0, 0)."""
        return (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class MoreauMidpoint(Integrator):
    """Moreau's time stepping: everything at the mid-point q + dt/2 u. Second order between events."""

    explicit = True

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return (1/2, 0, 1/2, 0)."""
        return (0.5, 0.0, 0.5, 0.0)


@dataclass(frozen=True)
class Theta(Integrator):
    """Linear-implicit theta time stepping, A-stable for theta >= 1/2 (Zander 2008, sec. 5.1)."""

    theta: float = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0.0 < self.theta <= 1.0:
            raise ModelError(f"Theta: theta = {self.theta} must lie in (0, 1]")

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return (0, 1 - theta, theta, theta)."""
        return (0.0, 1.0 - self.theta, self.theta, self.theta)


@dataclass(frozen=True)
class EnergyMomentum(Integrator):
    """Energy-momentum scheme in natural coordinates (Betsch et al., eq. 57).

    Set-valued contacts are solved step by step from Python. They keep both momenta, do no work while they rest and in
    impacts with restitution 1, and never positive work; the energy balance closes to round-off (docs/integrators.md).
    Joints are always at position level; ``stabilise=False`` leaves contacts at velocity level.

    Parameters
    ----------
    torque_rule : "contravariant" or "covariant"
        Consistent rule (Betsch et al., eq. 61) or the inferior one (Betsch et al., eq. 70) for comparison.
    tolerance : float
        Newton increment relative to the size of the unknowns.
    """

    torque_rule: str = field(default="contravariant", kw_only=True)
    tolerance: float = field(default=1e-12, kw_only=True)

    staged = True
    places_only = True
    spectrum = "works in natural coordinates and has no matrix of this equation"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.torque_rule not in ("contravariant", "covariant"):
            valid = "'contravariant' or 'covariant'"
            raise ModelError(f"EnergyMomentum: torque_rule = '{self.torque_rule}' must be {valid}")
        if not 0.0 < self.tolerance < 1e-3:
            raise ModelError(f"EnergyMomentum: tolerance = {self.tolerance} must lie in (0, 1e-3)")

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return those of the mid-point rule, to which the scheme reduces for small rotations."""
        return (0.5, 0.0, 0.5, 0.0)

    def new_run(self, assembly: Assembly, settings: dict[str, Any], record_every: int) -> Run:
        """Return a run with or without contacts, at its start."""
        from stickslip.integrators.energy_momentum.run import EnergyMomentumRun  # its kernels are loaded only here

        if assembly.contacts.contacts:
            from stickslip.integrators.energy_momentum.contact_run import ContactEnergyMomentumRun

            return ContactEnergyMomentumRun(assembly, self, settings, record_every)
        return EnergyMomentumRun(assembly, self, settings, record_every)


def from_description(data: dict[str, Any]) -> Integrator:
    """Rebuild an integrator from ``describe()``."""
    parameters = {str(key): value for key, value in data.items() if key != "type"}
    if "project" in parameters:  # the name in version 0.1
        parameters["stabilise"] = parameters.pop("project")
    name = str(data.get("type"))
    if name not in Integrator.known and name in stickslip.__all__:
        getattr(stickslip, name)  # its module, which makes it known, is loaded on first use
    kind = Integrator.known.get(name)
    if kind is None:
        close = difflib.get_close_matches(name, Integrator.known, n=1)
        hint = f"did you mean '{close[0]}'?" if close else f"known: {', '.join(Integrator.known)}"
        raise ModelError(f"integrator type '{name}' is unknown; {hint}")
    return kind(**parameters)
