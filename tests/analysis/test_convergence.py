"""Convergence studies: orders that are known, and what the study rejects."""

import numpy as np
import pytest
from pendulum_case import pendulum, pendulum_exact, place

import stickslip as ss

STEPS = (8e-3, 4e-3, 2e-3)


def test_orders_on_the_pendulum():
    """Joints on velocity level cost Moreau's scheme one order; mixed schemes keep two."""
    schemes = {"Moreau": ss.MoreauMidpoint(), "alpha": ss.GeneralizedAlpha(0.8), "Bathe": ss.Bathe()}
    study = ss.convergence(pendulum(), schemes, STEPS, quantity=place, reference=pendulum_exact(0.8), t_end=0.8)
    assert study.labels == list(schemes)
    assert study.order == pytest.approx([1.0, 2.0, 2.0], abs=0.1)
    assert study.orders.shape == (3, 2) and study.errors.shape == (3, 3)
    assert study["Bathe"][-1] < 1e-4 < study["Moreau"][-1]
    assert study.cost[0] == 1.0 and (study.step_time > 0.0).all()
    assert all(label in study.table() for label in schemes)
    assert len(study.plot().axes[0].lines) == 3


def test_without_reference_the_order_is_found_from_half_steps():
    study = ss.convergence(
        lambda dt: pendulum(), [ss.Bathe(), ss.GeneralizedAlpha(0.5)], STEPS, quantity=place, t_end=0.8
    )
    assert study.labels == ["Bathe", "GeneralizedAlpha(rho_inf=0.5)"]
    assert study.order == pytest.approx([2.0, 2.0], abs=0.1)


def test_norm_and_instants_are_the_users():
    exact = np.array([pendulum_exact(t) for t in (0.4, 0.8)])
    study = ss.convergence(
        pendulum(), [ss.Bathe()], STEPS, quantity=lambda r: r["ball"].position[1:], reference=exact,
        t_end=0.8, instants=2, error=lambda found, right: abs(found - right).max(),
    )  # fmt: skip
    assert study.order[0] == pytest.approx(2.0, abs=0.1)


def test_unfit_steps_are_refused():
    with pytest.raises(ss.ModelError, match="does not divide"):
        ss.convergence(pendulum(), [ss.Bathe()], (3e-3, 1e-3), quantity=place, reference=0.0, t_end=0.8, instants=7)
    with pytest.raises(ss.ModelError, match=r"dts = .* two different"):
        ss.convergence(pendulum(), [ss.Bathe()], (1e-3,), quantity=place, reference=0.0, t_end=0.8)
