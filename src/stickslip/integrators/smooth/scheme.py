"""Base of integrators for smooth systems: a class with one method, ``step``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from stickslip._arrays import Floats
from stickslip.integrators.schemes import Integrator

if TYPE_CHECKING:
    from stickslip.integrators.run import Run
    from stickslip.system.assemble import Assembly


class Motion(Protocol):
    """What a step may ask about a system M(q) u' = h(q, u, t) + G^T Lambda.

    u holds the velocities of all nodes and, behind them, sums that the ledger and the balance of momentum keep. They
    are integrated with the weights of the scheme, which need not know about them.
    """

    def accelerations(self, t: float, q: Floats, u: Floats) -> Floats:
        """Return u' at time t [s], where joints hold at acceleration level; as long as u."""

    def moved(self, q: Floats, k: Floats) -> Floats:
        """Return the configuration after a motion k, a velocity (or sum of velocities) times a time.

        Places move by k, frames turn by the exponential of their rotation vector, in their own axes.
        """


@dataclass(frozen=True)
class SmoothIntegrator(Integrator, base=True):
    """Base of explicit schemes for systems without contact: a subclass is a frozen dataclass with a method ``step``.

    Joints hold at acceleration level in each evaluation; after each step positions and velocities move to the nearest
    ones that obey joints, unless ``stabilise`` is False. Steps end where loads jump. Rigid bodies, lines, solids and
    floating bodies, joints, drives and forces may be in the model; contacts, stops, friction in joints, clutches,
    guides, observers and joint coordinates (``relative=True``) are rejected by name.
    """

    balances = True
    explicit = True
    spectrum = "is evaluated in Python, one system at a time"

    def coefficients(self) -> tuple[float, float, float, float]:
        """Return those of an evaluation at the present state."""
        return (0.0, 0.0, 1.0, 0.0)

    def step(self, motion: Motion, t: float, q: Floats, u: Floats, dt: float) -> tuple[Floats, Floats]:
        """Return configuration and velocities at t + dt; q and u stay as they are."""
        raise NotImplementedError

    def new_run(self, assembly: Assembly, settings: dict[str, Any], record_every: int) -> Run:
        """Return a run of this scheme, at its start."""
        from stickslip.integrators.smooth.run import SmoothRun  # it loads sparse solvers

        return SmoothRun(assembly, self, settings, record_every)
