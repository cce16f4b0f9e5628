"""Joint coordinates: the projected equations of motion (Zander 2008, sec. 4.1.1), no drift, guides on lines."""

import numpy as np
import pytest

import stickslip as ss


def chain(relative, n=3, dim=2, **fields):
    """A chain of bars, hinged to the ground, horizontal."""
    gravity = (0, -9.81) if dim == 2 else (0, -9.81, 0)
    model = ss.Model(dim=dim, gravity=gravity)
    parent = model.ground
    for k in range(n):
        place = (k + 0.5, 0) if dim == 2 else (k + 0.5, 0, 0)
        at = (k, 0) if dim == 2 else (k, 0, 0)
        inertia = 0.1 if dim == 2 else (0.02, 0.1, 0.1)
        body = model.add(ss.RigidBody(mass=1.0, inertia=inertia, position=place, name=f"bar{k}"))
        model.add(ss.Revolute(parent, body, at=at, relative=relative, name=f"hinge{k}", **fields))
        parent = body
    return model


def pendulum_accelerations(angles, rates, m=1.0, J=0.1, g=9.81):
    """Return the accelerations of the absolute bar angles from J^T M J phi'' = J^T (h - M J' phi').

    Zander 2008, sec. 4.1.1, eq. 4.7.
    """
    n = len(angles)
    J_all, bias, M, h = [], [], [], []
    for k in range(n):
        rows, accelerations = np.zeros((3, n)), np.zeros(3)
        for i in range(k + 1):
            arm = 1.0 if i < k else 0.5
            rows[:2, i] = arm * np.array([-np.sin(angles[i]), np.cos(angles[i])])
            accelerations[:2] -= arm * np.array([np.cos(angles[i]), np.sin(angles[i])]) * rates[i] ** 2
        rows[2, k] = 1.0
        J_all.append(rows)
        bias.append(accelerations)
        M += [m, m, J]
        h += [0.0, -m * g, 0.0]
    J_all, bias, M, h = np.vstack(J_all), np.concatenate(bias), np.diag(M), np.array(h)
    return np.linalg.solve(J_all.T @ M @ J_all, J_all.T @ (h - M @ bias))


def test_equations_of_motion_are_the_projected_ones():
    """The dense equations (Zander 2008, eq. 4.7), by Heun's rule, give the same motion with an error of order dt."""
    n, t_end = 3, 0.2
    state = np.zeros(2 * n)
    steps = 4000
    for _ in range(steps):
        dt = t_end / steps
        slope = np.concatenate([state[n:], pendulum_accelerations(state[:n], state[n:])])
        guess = state + dt * slope
        slope = 0.5 * (slope + np.concatenate([guess[n:], pendulum_accelerations(guess[:n], guess[n:])]))
        state = state + dt * slope
    errors = []
    for dt in (1e-3, 5e-4):
        result = ss.simulate(chain(True, n), t_end, dt, integrator=ss.MoreauMidpoint())
        angles = [result[f"bar{k}"].angle[-1] for k in range(n)]
        errors.append(abs(np.array(angles) - state[:n]).max())
    assert errors[1] < 2e-3 and 1.6 < errors[0] / errors[1] < 5.0


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("method", [ss.SemiExplicit, ss.MoreauMidpoint, ss.Theta])
def test_joints_in_joint_coordinates_do_not_drift(dim, method):
    """Round-off in joint coordinates, O(dt) otherwise, unless corrected; the two tend to the same motion."""
    kept = ss.simulate(chain(True, dim=dim), 1.0, 1e-3, integrator=method())
    free = ss.simulate(chain(False, dim=dim), 1.0, 1e-3, integrator=method(stabilise=False))
    held = ss.simulate(chain(False, dim=dim), 1.0, 1e-3, integrator=method())
    assert kept.certificate.position_drift < 1e-14
    assert free.certificate.position_drift > 1e-6
    assert held.certificate.position_drift < 1e-7
    for stabilise, other in ((False, free), (True, held)):
        fine = [
            ss.simulate(chain(r, dim=dim), 1.0, 2.5e-4, integrator=method(stabilise=stabilise)) for r in (True, False)
        ]
        apart = [abs(a["bar2"].position[-1] - b["bar2"].position[-1]).max() for a, b in ((kept, other), fine)]
        assert apart[1] < 0.5 * apart[0]


def turning_arm(dt):
    """A slider on an arm that is driven with 2 rad/s."""
    model = ss.Model(dim=2)
    arm = model.add(ss.RigidBody(mass=1.0, inertia=1.0, angular_velocity=2.0, name="arm"))
    bead = model.add(ss.RigidBody(mass=0.1, inertia=1e-3, position=(1, 0), velocity=(0, 2.0), angular_velocity=2.0))
    model.add(ss.Revolute(model.ground, arm, motion=ss.Polynomial((0, 2.0)), relative=True))
    model.add(ss.Prismatic(arm, bead, axis=(1, 0), at=(1, 0), relative=True, name="slide"))
    return ss.simulate(model, 1.0, dt, integrator=ss.MoreauMidpoint())


def test_driven_and_sliding_joints():
    """A driven angle is met exactly; the slider feels centrifugal force: s + 1 = cosh(w t), to first order."""
    coarse, fine = turning_arm(2e-4), turning_arm(1e-4)
    for result in (coarse, fine):
        assert result["arm"].angle[-1] == pytest.approx(2.0, abs=1e-12)
        assert result.certificate.position_drift < 1e-12
    s = [result["slide"].coordinate[-1] for result in (coarse, fine)]
    exact = np.cosh(2.0) - 1.0
    assert (s[0] - exact) / (s[1] - exact) == pytest.approx(2.0, abs=0.05)
    assert 2.0 * s[1] - s[0] == pytest.approx(exact, rel=1e-6)


def test_stops_springs_and_contacts_work_on_joint_coordinates():
    """A pendulum against its stop and a bar on the floor lose energy only; its spring keeps what it takes."""
    model = chain(True, n=2, stops=(-0.5, 0.5))
    tip = model["bar1"].add(ss.Point(position=(0.5, 0)))
    floor = model.ground.add(ss.Plane(normal=(0, 1), position=(0, -0.9)))
    model.add(ss.Contact(tip, floor, friction=0.3))
    result = ss.simulate(model, 2.0, 1e-3, integrator=ss.Theta())
    assert result["hinge0"].coordinate.min() > -0.5 - 5e-3
    assert result.certificate.position_drift < 1e-14 and result.certificate.residual < 1e-9
    assert np.diff(result.energy.total).max() < 1e-6


def test_wrong_trees_are_refused():
    model = chain(True, n=2)
    model.add(ss.Revolute(model["bar0"], model["bar1"], at=(1, 0), relative=True, name="twice"))
    with pytest.raises(ss.ModelError, match="already moves relative to its parent"):
        ss.simulate(model, 1e-3, 1e-3)
    model = ss.Model(dim=2)
    a, b = (model.add(ss.RigidBody(mass=1, inertia=1, position=(x, 0))) for x in (0, 1))
    model.add(ss.Revolute(a, b, at=(0.5, 0), relative=True))
    model.add(ss.Revolute(b, a, at=(0.5, 0), relative=True))
    with pytest.raises(ss.ModelError, match="form a loop"):
        ss.simulate(model, 1e-3, 1e-3)


def test_inventory_counts_joint_coordinates():
    parts = ss.inventory(chain(True))
    assert set(parts.coordinates.values()) == {1} and not parts.constraints and parts.freedom == 3
    parts = ss.inventory(chain(False))
    assert set(parts.coordinates.values()) == {3} and set(parts.constraints.values()) == {2} and parts.freedom == 3
