"""Options of mixed time stepping: levels of constraints, stabilisation, two-stage schemes."""

import numpy as np
import pytest

import stickslip as ss

SCHEMES = [ss.GeneralizedAlpha(0.5), ss.Bathe(), ss.EDAlpha(0.0), ss.EDAlpha(0.6), ss.HalfExplicit()]
NAMES = ["generalized-alpha", "bathe", "ed-alpha 0", "ed-alpha 0.6", "half-explicit"]


def chain(k=10.0):
    """Three masses on springs, the last one held at its place (Rezaei and Schindler, sec. 2.8 b)."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    before = model.ground.frame("top", (0, 0))
    for i in range(3):
        body = model.add(ss.RigidBody(mass=1.0, inertia=1.0, position=(0, -1.0 - i), name=f"m{i + 1}"))
        model.add(ss.SpringDamper(before, body, stiffness=k, rest_length=1.0))
        before = body
    model.add(ss.PointOnLine(model.ground, body, axis=(1, 0), name="hold"))
    return model


def hold_errors(scheme, steps=3, dt=0.05):
    """Return errors of the holding force in the first steps; exact is m g (2 - cos(sqrt(k/m) t))."""
    result = ss.simulate(chain(), steps * dt, dt, integrator=scheme)
    force = abs(result["hold"].reaction[1:, 0])
    return force - 9.81 * (2 - np.cos(np.sqrt(10.0) * result.time[1:])), result


def test_acceleration_level_drifts_linearly():
    """The start ignores the constraint, so half a step of free fall stays: v3 = dt g / 2.

    Rezaei and Schindler, sec. 2.8.
    """
    for rho in (0.0, 0.5, 1.0):
        scheme = ss.GeneralizedAlpha(rho, level="acceleration", consistent_start=False, stabilise=False)
        result = ss.simulate(chain(), 10.0, 0.05, integrator=scheme)
        assert abs(result["m3"].velocity[-1, 1]) == pytest.approx(0.24525, rel=1e-6)
        assert 2.425 <= abs(result["m3"].position[-1, 1] + 3.0) <= 2.46


@pytest.mark.parametrize("scheme", SCHEMES[:4], ids=NAMES[:4])
def test_consistent_start_has_clean_forces(scheme):
    errors, result = hold_errors(scheme)
    assert abs(errors).max() < 0.06  # of the springs, second order in dt
    assert abs(result["m3"].position[-1, 1] + 3.0) < 1e-10


def test_ed_alpha_is_clean_after_one_step():
    errors, result = hold_errors(ss.EDAlpha(0.0, consistent_start=False))
    assert abs(errors[0]) < 2e-4 and abs(errors).max() < 5e-4
    assert abs(result["m3"].position[-1, 1] + 3.0) < 1e-12


def oscillator(damping=0.0):
    model = ss.Model(dim=2)
    body = model.add(ss.RigidBody(mass=1.0, inertia=1.0, position=(0, -2.0), name="m"))
    model.add(ss.SpringDamper(model.ground.frame("top", (0, 0)), body, stiffness=4.0, damping=damping, rest_length=1.0))
    return model


@pytest.mark.parametrize("scheme", SCHEMES, ids=NAMES)
def test_order_two_of_a_damped_oscillator(scheme):
    """x = e^(-dt) (cos + d/w sin) with d = 0.1; errors fall by four with half the step."""
    d, w = 0.1, np.sqrt(4.0 - 0.01)
    exact = -1.0 - np.exp(-d * 2.0) * (np.cos(w * 2.0) + d / w * np.sin(w * 2.0))
    error = [
        abs(ss.simulate(oscillator(0.2), 2.0, dt, integrator=scheme)["m"].position[-1, 1] - exact)
        for dt in (0.02, 0.01)
    ]
    order = 3.0 if isinstance(scheme, ss.EDAlpha) else 2.0  # alpha_ar = 1/6 gains one on linear problems
    assert np.log2(error[0] / error[1]) == pytest.approx(order, abs=0.25)


@pytest.mark.parametrize("scheme", SCHEMES[:4], ids=NAMES[:4])
def test_swinging_beam_of_two_stages(scheme):
    """A soft cantilever released under its weight: the schemes agree with energy-momentum at small steps."""

    def model():
        m = ss.Model(gravity=(0, 0, -9.81))
        section = ss.Section(EA=1e4, EI=2.0, GA=5e3, GJ=2.0, mass_per_length=0.5, inertia=1e-4)
        beam = m.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), 4, section=section, name="beam"))
        m.add(ss.Fixed(m.ground, beam.start))
        return m

    reference = ss.simulate(model(), 0.2, 1e-4, integrator=ss.EnergyMomentum())["beam"].position[-1, -1]
    error = [np.linalg.norm(ss.simulate(model(), 0.2, dt, integrator=scheme)["beam"].position[-1, -1] - reference)
             for dt in (2e-3, 1e-3)]  # fmt: skip
    assert error[1] < 2e-3 and error[1] < 0.5 * error[0]


def falling_box(scheme, dt=1e-3, t_end=0.6):
    model = ss.Model(dim=2, gravity=(0, -9.81))
    box = model.add(ss.RigidBody(mass=1.0, inertia=0.01, position=(0, 0.3), rotation=0.2, name="box"))
    corners = [box.add(ss.Point(position=(x, y))) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    model.add(ss.Contact(corners, floor, friction=0.3, restitution=0.3))
    return ss.simulate(model, t_end, dt, integrator=scheme, record=ss.Record(open_contacts=True))


def _lowest(result):
    """Height of the lowest corner of the box in each recorded instant."""
    box = result["box"]
    corners = np.array([(x, y) for x in (-0.1, 0.1) for y in (-0.1, 0.1)])
    return (box.position[:, None, 1] + (box.rotation[:, 1, :2] @ corners.T)).min(axis=1)


def _longest_inside(heights, depth=1e-10):
    """Return for how many instants in a row something is inside the floor."""
    ends = np.flatnonzero(np.diff(np.concatenate([[False], heights < -depth, [False]]).astype(int)))
    return np.diff(ends.reshape(-1, 2)).max()


@pytest.mark.parametrize("scheme", ["GeneralizedAlpha", "Bathe", "EDAlpha", "HalfExplicit"])
def test_stabilisation_removes_penetration(scheme):
    """What rebounds leaves the floor by itself in a few steps; what stays is not inside, with stabilisation only."""
    free, kept = (falling_box(getattr(ss, scheme)(stabilise=p), t_end=0.8) for p in (False, True))
    heights = [_lowest(result) for result in (free, kept)]
    assert _longest_inside(heights[0]) > 100 and _longest_inside(heights[1]) <= 5
    assert heights[0][-100:].max() < -1e-6 and abs(heights[1][-100:]).max() < 1e-10
    for result in (free, kept):
        assert result.certificate.residual < 1e-9
        assert result["box"].position[-1, 1] == pytest.approx(0.1, abs=2e-3)  # lies flat


def test_bad_options_are_refused():
    for make, text in (
        (lambda: ss.GeneralizedAlpha(1.2), "rho_inf"),
        (lambda: ss.GeneralizedAlpha(level="position"), "level"),
        (lambda: ss.GeneralizedAlpha(beta=0.3), "give alpha_m"),
        (lambda: ss.Bathe(after_impact="guess"), "carry"),
        (lambda: ss.EDAlpha(0.5, alpha_ar=0.0), "alpha_ar"),
        (lambda: ss.HalfExplicit(rtol=0.0, atol=0.0), "not both 0"),
    ):
        with pytest.raises(ss.ModelError, match=text):
            make()
