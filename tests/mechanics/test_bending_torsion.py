"""Linear beam of bending and torsion: exact duals, exact statics, the frequencies of a clamped pole.

Zander 2008, sec. 6.3.
"""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import stickslip as ss
from stickslip.lines.bending_torsion.kernel import PARAMETERS, bending_torsion
from stickslip.lines.elements import (
    DAMPER_WRENCH,
    DAMPING,
    ELASTIC_WRENCH,
    FORCE,
    NODE,
    NODES,
    POTENTIAL,
    RATE,
    SOURCE_SIZE,
    STIFFNESS,
    TANGENT,
    TARGET_SIZE,
)

WOOD = ss.Material(young=7.0e10, density=2.3e3, poisson=0.3)
TAU = 0.3


class Element:
    """One element in slanted axes, its nodes displaced and turned at random by about ``turn`` rad."""

    def __init__(self, turn, tau=0.0):
        rng = np.random.default_rng(5)
        A_0, r_0 = Rotation.random(random_state=rng).as_matrix(), rng.normal(size=(2, 3))
        stiffness = rng.uniform(1.0, 3.0, 6)
        self.p = np.array([tau, 1.3, *r_0.ravel(), *A_0.ravel(), *stiffness])
        assert len(self.p) == PARAMETERS
        self.r = r_0 + 0.1 * rng.normal(size=(2, 3))
        self.A = [Rotation.from_rotvec(turn * rng.normal(size=3)).as_matrix() @ A_0 for _ in range(2)]
        self.u = rng.normal(size=12)

    def at(self, d, task=FORCE, u=None):
        source, target = np.zeros(SOURCE_SIZE), np.full(TARGET_SIZE, np.nan)
        source[0], u = task, self.u if u is None else u
        for a, x in enumerate(np.reshape(d, (2, 6))):
            o = NODES + NODE * a
            source[o : o + 3] = self.r[a] + x[:3]
            source[o + 3 : o + 12] = (Rotation.from_rotvec(x[3:]).as_matrix() @ self.A[a]).ravel()
            source[o + RATE : o + RATE + 6] = u[6 * a : 6 * a + 6]
        bending_torsion(source, self.p, target)
        return target

    def columns(self, values, h=1e-5):
        """Return the derivative of values(d) at d = 0 by central differences."""
        return np.array([(values(h * d) - values(-h * d)) / (2 * h) for d in np.eye(12)]).T


@pytest.mark.parametrize("turn", [0.0, 0.05, 1.0])
def test_wrench_is_the_negative_gradient_of_the_potential(turn):
    element = Element(turn)
    gradient = element.columns(lambda d: element.at(d)[[POTENTIAL]])[0]
    assert -gradient == pytest.approx(element.at(np.zeros(12))[ELASTIC_WRENCH : ELASTIC_WRENCH + 12], abs=1e-8)


@pytest.mark.parametrize("turn", [0.0, 0.05, 1.0])
def test_stiffness_and_damping_are_derivatives_of_the_wrenches(turn):
    element = Element(turn)
    place = slice(ELASTIC_WRENCH, ELASTIC_WRENCH + 12)
    K = element.at(np.zeros(12), TANGENT)[STIFFNESS : STIFFNESS + 144].reshape(12, 12)
    assert K == pytest.approx(-element.columns(lambda d: element.at(d)[place]), abs=1e-7)
    damped = Element(turn, TAU)
    D = damped.at(np.zeros(12), TANGENT)[DAMPING : DAMPING + 144].reshape(12, 12)
    damper = damped.at(np.zeros(12))[DAMPER_WRENCH : DAMPER_WRENCH + 12]
    assert damper == pytest.approx(-D @ damped.u, abs=1e-12)
    rates = damped.columns(lambda u: damped.at(np.zeros(12), u=u)[DAMPER_WRENCH : DAMPER_WRENCH + 12])
    assert D == pytest.approx(-rates, abs=1e-8)
    assert np.linalg.eigvalsh(D)[0] > -1e-12


def cantilever(elements, section, material=None, **fields):
    model = ss.Model()
    beam = model.add(
        ss.BendingTorsionBeam.straight(
            (0, 0, 0), (0, 0, 0.5), elements, section=section, material=material, name="pole", **fields
        )
    )
    model.add(ss.Fixed(model.ground, beam.start, name="clamp"))
    return model, beam


@pytest.mark.parametrize("elements", [1, 3, 8])
def test_tip_loads_deflect_as_in_the_textbook_in_both_planes(elements):
    """P l^3 / 3 EI, P l^2 / 2 EI, T l / GJ, N l / EA of an unsymmetric section, and its resultants."""
    section = ss.Section(EA=4e4, EI=(3.0, 5.0), GA=1e6, GJ=2.0, mass_per_length=1.0, inertia=1e-4)
    model, beam = cantilever(elements, section, normal=(1, 0, 0))
    l, P, Q, N, T = 0.5, 1e-6, 2e-6, 3.0, 1e-6
    model.add(ss.PointForce(beam.end, vector=(P, Q, N)))
    model.add(ss.Torque(beam.end, vector=(0, 0, T)))
    static = ss.solve_static(model, steps=1)
    tip = static[beam].position[-1, -1] - [0, 0, l]
    assert tip == pytest.approx([P * l**3 / (3 * 5.0), Q * l**3 / (3 * 3.0), N * l / 4e4], rel=1e-9)
    turn = Rotation.from_matrix(static[beam].rotation[-1, -1]).as_rotvec()
    assert turn == pytest.approx([-Q * l**2 / (2 * 3.0), P * l**2 / (2 * 5.0), T * l / 2.0], rel=1e-6)
    s, found = static[beam].points, static[beam].resultant[-1]
    # the turning moment of (P, Q, 0) about the point at s has the components -(l - s) Q, (l - s) P
    exact = np.column_stack([P + 0 * s, Q + 0 * s, N + 0 * s, -(l - s) * Q, (l - s) * P, T + 0 * s])
    assert found == pytest.approx(exact, rel=1e-4, abs=1e-12)


def test_frequencies_of_the_clamped_pole():
    """Bending 15.44, 96.7, 270.9 Hz, torsion 1711 Hz (Zander 2008, sec.

    6.3); lumped mass converges with the second power.
    """
    bending, torsion = [], []
    for elements in (16, 32):
        model, _ = cantilever(elements, ss.Round(2.5e-3), WOOD)
        found = ss.modes(model, n=3 * elements)
        f = found.frequencies
        assert f[0:6:2] == pytest.approx(f[1:6:2], rel=1e-6)
        bending.append(f[0:6:2])
        torsion.append(f[np.argmin(abs(f - 1711.0))])
    bending.append((4.0 * bending[1] - bending[0]) / 3.0)
    assert bending[1] == pytest.approx([15.44, 96.7, 270.9], rel=4e-3)
    assert bending[2] == pytest.approx([15.44, 96.7, 270.9], rel=5e-4)
    assert (4.0 * torsion[1] - torsion[0]) / 3.0 == pytest.approx(np.sqrt(WOOD.shear / 2.3e3) / 2.0, rel=1e-4)
    assert torsion[1] == pytest.approx(1711.0, rel=5e-4)


def swinging(**fields):
    model, beam = cantilever(6, ss.Round(2.5e-3), WOOD, **fields)
    model.add(ss.PointForce(beam.end, vector=(0.1, 0.05, 0)))
    model.add(ss.Torque(beam.end, vector=(0, 0, 1e-2)))
    bent = ss.solve_static(model)
    free, beam = cantilever(6, ss.Round(2.5e-3), WOOD, **fields)
    return ss.simulate(free, 0.1, 1e-4, integrator=ss.Theta(), start=bent), beam


def test_released_from_a_bent_and_twisted_shape_it_keeps_its_energy():
    result, beam = swinging()
    total = result.energy.total
    assert abs(total - total[0]).max() < 1e-6 * total[0]
    assert abs(result.energy.remainder).max() < 1e-9 * total[0]
    assert np.ptp(result[beam].position[:, -1, 0]) > 1e-3


def test_retardation_takes_what_is_missing():
    result, _ = swinging(retardation=1e-4)
    total = result.energy.total
    assert total[-1] < 0.9 * total[0]
    assert abs(result.energy.remainder).max() < 1e-9 * total[0]


def test_large_turns_are_warned_of_and_energy_momentum_is_refused():
    model, beam = cantilever(2, ss.Round(2.5e-3), WOOD)
    model.add(ss.Torque(beam.end, vector=(0, 0, 2.0)))
    with pytest.warns(UserWarning, match=r"pole.*linear"):
        ss.solve_static(model)
    with pytest.raises(ss.ModelError, match=r"pole.*EnergyMomentum"):
        ss.simulate(model, 1e-3, 1e-4, integrator=ss.EnergyMomentum())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"order": 2}, "order"),
        ({"positions": [(0, 0, 0), (0, 0.1, 1), (0, 0, 2)]}, "straight"),
        ({"positions": [(0, 0), (1, 0)]}, "spatial"),
        ({"section": ss.Section(mass_per_length=1.0, inertia=1.0, stiffness=(np.eye(6) + 0.1).tolist())}, "couplings"),
    ],
)
def test_what_it_cannot_be_is_refused(change, message):
    fields = {
        "positions": [(0, 0, 0), (0, 0, 1), (0, 0, 2)],
        "section": ss.Section(EA=1, EI=1, GA=1, GJ=1, mass_per_length=1, inertia=1),
    }
    with pytest.raises(ss.ModelError, match=message):
        ss.BendingTorsionBeam(**{**fields, **change})
