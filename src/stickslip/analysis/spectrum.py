"""Linear analysis of integrators: one step on q'' + 2 D w q' + w^2 q = 0 as a matrix.

Rezaei and Schindler, sec. 2.4.1, app. A, B.

The matrix is measured: the integrator itself does one step from each unit state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip._arguments import instance, number
from stickslip._arrays import Floats
from stickslip.bodies.declaration import LinearBody
from stickslip.errors import ModelError
from stickslip.integrators.mixed.schemes import MixedIntegrator
from stickslip.integrators.run import NEVER
from stickslip.integrators.schemes import Integrator
from stickslip.model.model import Model
from stickslip.results.store import MemoryStore
from stickslip.system.assemble import assemble, describe

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SETTINGS = {"tolerance": 1e-10, "gap_tolerance": 1e-9, "record_open_contacts": False, "max_halvings": 1}
STABLE = 1e-6  # a double eigenvalue on the unit circle is known to half of all digits
_Q, _V, _A, _AUXILIARY = range(4)


@dataclass(frozen=True)
class Spectrum:
    """Spectral radius and period error of one integrator over dt / T, T = 2 pi / w."""

    integrator: Integrator
    ratio: Floats
    """(n,) step over period."""
    matrices: Floats
    """(n, m, m) of X = (q, dt v), or (q, dt v, dt^2 a) where a step remembers an acceleration."""
    radius: Floats
    """(n,) largest modulus of an eigenvalue."""
    period_error: Floats
    """(n,) period of the computed oscillation over T, minus 1; NaN where nothing oscillates."""

    def table(self) -> str:
        """Return all values as text."""
        lines = [f"{type(self.integrator).__name__}", "    dt/T     radius   period error"]
        rows = zip(self.ratio, self.radius, self.period_error)
        return "\n".join([*lines, *(f"{x:8.4g}   {rho:8.5f}   {100 * e:8.4f} %" for x, rho, e in rows)])

    def plot(self) -> Figure:
        """Draw spectral radius and period error over dt / T."""
        return plot_spectra({type(self.integrator).__name__: self})


def plot_spectra(spectra: dict[str, Spectrum]) -> Figure:
    """Draw spectral radius and period error of several integrators, with their labels, over dt / T."""
    from stickslip.viz.plots import style

    with style() as plt:
        figure, (left, right) = plt.subplots(1, 2, figsize=(8.0, 3.5))
        for label, spectrum in spectra.items():
            left.semilogx(spectrum.ratio, spectrum.radius, label=label)
            low = spectrum.ratio <= 0.4
            right.plot(spectrum.ratio[low], 100 * spectrum.period_error[low], label=label)
        left.set(xlabel="dt / T", ylabel="spectral radius", ylim=(0.0, 1.2))
        right.set(xlabel="dt / T", ylabel="period error [%]")
        right.legend()
    return figure


class _Oscillator:
    """The test equation with w = 1, one step at a time."""

    def __init__(self, integrator: Integrator, damping: float) -> None:
        instance("spectral", "integrator", integrator, Integrator, "an integrator such as Bathe()")
        damping = number("spectral", "damping", damping, 0.0, 1e6)
        if integrator.spectrum:
            raise ModelError(f"spectral: {type(integrator).__name__} {integrator.spectrum}")
        model = Model()
        D = ((2.0 * damping,),) if damping else None
        model.add(LinearBody(mass_matrix=((1.0,),), stiffness_matrix=((1.0,),), damping_matrix=D))
        assembly = assemble(model)
        self.damping = damping
        self.run = integrator.new_run(assembly, dict(SETTINGS), NEVER)
        self.run.start(False, 1.0)
        self.store = MemoryStore({"dim": 3, **describe(assembly)})
        remembered = abs(self._full(1.0)[:, _A:]).max(axis=0) > 1e-12
        remembered &= isinstance(integrator, MixedIntegrator)  # others leave accelerations as they are
        self.both, self.kept = bool(remembered.all()), [_Q, _V]
        if remembered.any():
            self.kept.append(_AUXILIARY if remembered[1] else _A)

    def _full(self, dt: float) -> Floats:
        """Return the matrix of a step for (q, dt v, dt^2 a, dt^2 A)."""
        scale = np.array([1.0, dt, dt * dt, dt * dt])
        full = np.zeros((4, 4))
        for k in range(4):
            state = self.run.state
            state.t[:], state.q[:], state.u[:], state.a[:] = 0.0, 0.0, 0.0, 0.0
            for place, index in ((state.q, _Q), (state.u, _V), (state.a[0], _A), (state.a[1], _AUXILIARY)):
                place[0] = float(index == k) / scale[index]
            self.run.advance(dt, 1, self.store)
            state = self.run.state
            full[:, k] = scale * np.array([state.q[0], state.u[0], *state.a[:, 0]])
        return full

    def matrix(self, dt: float) -> Floats:
        """Return the matrix of a step for the state that a step remembers."""
        full = self._full(dt)
        if self.both:  # generalized-alpha: the true acceleration is that of the equation of motion
            full[:, _Q] -= dt * dt * full[:, _A]
            full[:, _V] -= 2.0 * self.damping * dt * full[:, _A]
        return full[np.ix_(self.kept, self.kept)]


def amplification(integrator: Integrator, ratio: float, *, damping: float = 0.0) -> Floats:
    """Return A of X_{i+1} = A X_i for q'' + 2 D w q' + w^2 q = 0 at dt / T = ``ratio``, D = ``damping``.

    X = (q, dt v); a scheme that remembers accelerations has (q, dt v, dt^2 a), where a of generalized-alpha is the
    auxiliary one (Rezaei and Schindler, eq. 94, corrected).
    """
    return _Oscillator(integrator, damping).matrix(2.0 * np.pi * _checked([ratio])[0])


def spectral(
    integrator: Integrator, ratios: Sequence[float] | Floats | None = None, *, damping: float = 0.0
) -> Spectrum:
    """Return spectral radius and relative period error of an integrator, from steps of the integrator itself.

    Parameters
    ----------
    ratios : (n,) step over period; default: 0.01 to 100
    damping : float
        Damping ratio D of the test equation; the period error is that of the undamped one where it is 0.
    """
    x = np.geomspace(1e-2, 1e2, 200) if ratios is None else _checked(ratios)
    oscillator = _Oscillator(integrator, damping)
    matrices = np.array([oscillator.matrix(2.0 * np.pi * r) for r in x])
    eigenvalues = np.linalg.eigvals(matrices)
    exact = 2.0 * np.pi * x * np.sqrt(max(1.0 - damping**2, 0.0))
    return Spectrum(integrator, x, matrices, abs(eigenvalues).max(axis=1), exact / _angles(eigenvalues) - 1.0)


def stability_region(
    integrator: Integrator, ratios: Sequence[float] | Floats, dampings: Sequence[float] | Floats
) -> Floats:
    """Return the spectral radius (len(dampings), len(ratios)); the scheme is stable where it is at most 1.

    A point is z = w dt (-D + i sqrt(1 - D^2)) in the plane of complex rates, |z| = 2 pi dt / T.
    """
    return np.array([spectral(integrator, ratios, damping=float(D)).radius for D in dampings])


def stability_limit(integrator: Integrator, *, damping: float = 0.0) -> float:
    """Return the largest dt / T up to which no oscillation grows; infinity if that holds up to 1000."""
    oscillator = _Oscillator(integrator, damping)

    def grows(ratio: float) -> bool:
        return bool(abs(np.linalg.eigvals(oscillator.matrix(2.0 * np.pi * ratio))).max() > 1.0 + STABLE)

    low = 0.0
    for high in np.geomspace(1e-3, 1e3, 400):
        if grows(high):
            break
        low = float(high)
    else:
        return float("inf")
    while high - low > 1e-9 * high:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if grows(middle) else (middle, high)
    return low


def cutoff_frequency(integrator: Integrator, dt: float, *, radius: float = 0.008) -> float:
    """Return the frequency [Hz] above which one step leaves less than ``radius`` of any oscillation.

    Rezaei and Schindler, sec. 4.5.

    Modes above it do not change the result. The default radius is that of Bathe's scheme at dt / T = 100. Infinite for
    schemes that damp less.
    """
    dt = number("cutoff_frequency", "dt", dt, 1e-300)
    radius = number("cutoff_frequency", "radius", radius, 1e-12, 1.0 - 1e-12)
    oscillator = _Oscillator(integrator, 0.0)

    def left(ratio: float) -> float:
        return float(abs(np.linalg.eigvals(oscillator.matrix(2.0 * np.pi * ratio))).max())

    ratios = np.geomspace(1e-3, 1e4, 281)
    above = [k for k, ratio in enumerate(ratios) if not left(ratio) <= radius]
    if above[-1] == len(ratios) - 1:
        return float("inf")
    low, high = ratios[above[-1]], ratios[above[-1] + 1]
    while high - low > 1e-9 * high:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if left(middle) <= radius else (middle, high)
    return float(high / dt)


def _angles(eigenvalues: Any) -> Floats:
    """Return the angle of the largest complex eigenvalue of each row; NaN where all are real."""
    size = np.where(eigenvalues.imag > 1e-9 * abs(eigenvalues), abs(eigenvalues), -1.0)
    best = np.argmax(size, axis=1)
    rows = np.arange(len(best))
    return np.where(size[rows, best] > 0.0, np.angle(eigenvalues[rows, best]), np.nan)


def _checked(ratios: Any) -> Floats:
    """Return ratios dt / T as an array (n,)."""
    items = list(ratios) if isinstance(ratios, Sequence) or np.ndim(ratios) else [ratios]
    if not items:
        raise ModelError("spectral: give at least one ratio dt/T")
    return np.array([number("spectral", "ratio dt/T", x, 1e-12, 1e12) for x in items])
