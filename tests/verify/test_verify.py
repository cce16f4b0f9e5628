"""The checker finds right what is right, and every number that is spoiled afterwards."""

import copy
import json

import numpy as np
import pytest
from scenes import bushed_bodies, falling_bodies, linkage

import stickslip as ss
from stickslip.cli import main as cli
from stickslip.codes import CONTACT, LEDGER
from stickslip.verify.gaps import lasting
from stickslip.verify.report import Check, Verification


@pytest.fixture(scope="module")
def impacts():
    return ss.simulate(falling_bodies(), 0.5, 5e-4)


@pytest.fixture(scope="module")
def moving():
    return ss.simulate(linkage(), 0.3, 1e-3)


def spoiled(result, column, change):
    """Return the checks that complain after a column was changed."""
    store = copy.deepcopy(result.store)
    change(store.read(column))
    found = ss.Result(store, result.model).verify()
    return {check.law for check in found.flagged} - {check.law for check in result.verify().flagged}


def test_laws_hold_to_round_off_by_other_formulas(impacts):
    found = {check.law: check.relative for check in impacts.verify().checks}
    assert impacts.contacts.closed.max() > 0
    assert found["impulses press, and only where bodies meet"] < 1e-7
    assert found["friction stays in its cone"] < 1e-7
    assert found["friction opposes sliding"] < 1e-7
    assert found["momentum changes by what acts"] < 1e-9
    assert found["kinetic energy is that of the states"] < 1e-12
    assert found["contact rows lie on both surfaces"] < 1e-9
    assert found["normals are those of a surface"] < 1e-9


def test_joints_hold_by_other_formulas(moving):
    found = {check.law: check.relative for check in moving.verify().checks}
    assert found["joint velocities agree"] < 1e-9
    assert found["joint points stay together"] < 1e-3
    assert found["momentum changes by what acts"] < 1e-9


def _add(columns, amount, rows=slice(None)):
    def change(table):
        table[rows, columns] += amount

    return change


def _times(columns, factor):
    def change(table):
        table[:, columns] *= factor

    return change


@pytest.mark.parametrize(
    "column, change, law",
    [
        ("u", _add(0, 1e-3, slice(300, None)), "momentum changes by what acts"),
        ("u", _add(0, 1e-3, slice(300, None)), "kinetic energy is that of the states"),
        ("q", _add(2, -0.05, slice(300, None)), "places follow velocities"),
        ("q", _add(2, -0.05, slice(300, None)), "bodies do not stay inside each other"),
        ("q", _add(3, 1e-3), "body axes are orthonormal"),
        ("u", _add(3, np.nan, slice(10, 11)), "all recorded numbers are finite"),
        ("contacts", _times(CONTACT.index("P_N"), 1.001), "momentum changes by what acts"),
        ("contacts", _times(CONTACT.index("P_N"), -1.0), "impulses press, and only where bodies meet"),
        ("contacts", _times(CONTACT.index("P_T1"), 3.0), "friction stays in its cone"),
        ("contacts", _times(CONTACT.index("P_T1"), -1.0), "friction opposes sliding"),
        ("contacts", _add(CONTACT.index("x"), 0.01), "contact rows lie on both surfaces"),
        ("contacts", _add(CONTACT.index("n_x"), 0.01), "normals are those of a surface"),
        ("q", _add(2, 0.02), "no force at a distance"),
        ("energy", _times(LEDGER.index("impacts"), 1.01), "the ledger closes"),
        ("energy", _times(LEDGER.index("potential"), 1.01), "potential is that of the states"),
    ],
)
def test_spoiled_numbers_are_found(impacts, column, change, law):
    assert law in spoiled(impacts, column, change)


def test_spoiled_joints_are_found(moving):
    assert "joint points stay together" in spoiled(moving, "q", _add(0, 0.01, slice(100, None)))
    assert "joint velocities agree" in spoiled(moving, "u", _add(0, 1e-3, slice(100, None)))


def test_energy_from_nowhere_is_found():
    """A heavy body far away does not hide that a light one is pushed: energies are compared island by island."""
    model = ss.Model(gravity=(0, 0, -9.81))
    for name, mass, x in (("light", 1.0, 0.0), ("heavy", 1e10, 50.0)):
        model.add(ss.RigidBody(mass=mass, inertia=mass, position=(x, 0, 0), name=name))
    result = ss.simulate(model, 0.1, 1e-3)
    assert result.verify().right
    result.store.read("u")[50:, 2] -= 0.5
    found = {check.law: check.subject for check in result.verify().flagged}
    assert found["what is passive gains no energy"] == "light"


def test_what_goes_through_between_two_instants_is_found():
    """A ball of 5 mm at 50 m/s crosses a plate of 2 mm within a step; neither end of the step shows it."""
    model = ss.Model()
    ball = model.add(ss.RigidBody(mass=1.0, inertia=1e-5, position=(0, 0, 0.02), velocity=(0, 0, -50.0)))
    skin = ball.add(ss.Sphere(radius=0.005))
    plate = model.ground.add(ss.Cuboid(lengths=(1.0, 1.0, 0.002)))
    result = ss.simulate(model, 2e-3, 1e-3)  # no contact is declared
    model.add(ss.Contact(skin, plate))
    assert "bodies do not pass through each other" in {c.law for c in ss.Result(result.store, model).verify().flagged}


def test_command(impacts, tmp_path, capsys, monkeypatch):
    """The command tells in its exit code whether anything was found, and prints the checks as JSON."""

    def call(*words):
        monkeypatch.setattr("sys.argv", ["stickslip", *words])
        with pytest.raises(SystemExit) as end:
            cli.main()
        return end.value.code, capsys.readouterr().out

    still = ss.Model()
    still.add(ss.RigidBody(mass=1.0, inertia=1.0))
    path = str(ss.simulate(still, 0.01, 1e-3).save(tmp_path / "still.h5"))
    assert call("verify", path) == (0, f"{ss.load(path).verify()}\n")
    store = copy.deepcopy(impacts.store)
    store.read("u")[5, 3] = 77.0
    path = str(ss.Result(store, impacts.model).save(tmp_path / "spoiled.h5"))
    code, out = call("verify", path, "--json")
    assert code == 1 and json.loads(out)["verdict"] == "flagged"


def test_what_is_not_a_number_is_flagged_and_what_was_not_checked_is_named():
    found = Verification("m", [Check("law", float("nan"), 1.0)], ["beams"])
    assert not found.right and "unknown  beams" in str(found)
    model = ss.Model()
    model.add(ss.StringBody(positions=((0, 0, 0), (1, 0, 0)), mass_per_length=1.0, stiffness=1e3))
    assert any("StringBody" in text for text in ss.simulate(model, 1e-3, 1e-4).verify().unchecked)


def slow_hop(**options):
    """A ball that rises from a floor by half of what its weight takes back within a step."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    ball = model.add(ss.RigidBody(mass=1.0, inertia=0.1, position=(0.0, 0.5), velocity=(0.0, 0.5 * 9.81 * 1e-3)))
    law = ss.Contact([ball.add(ss.Circle(radius=0.5))], [model.ground.add(ss.Plane(normal=(0, 1)))], restitution=0.8)
    model.add(law)
    return ss.simulate(model, 2e-3, 1e-3, integrator=ss.MoreauMidpoint(**options))


def test_contact_that_opens_and_is_pressed_back_does_not_rebound():
    result = slow_hop()
    assert result.contacts.closed[1] == 1
    np.testing.assert_allclose(result.store.read("u")[1:, 1], 0.0, atol=1e-12)  # of 5e-3, solved to 1e-10
    assert "impulses press, and only where bodies meet" not in {check.law for check in result.verify().flagged}


def test_checker_knows_which_law_a_run_has():
    hopped, source = slow_hop(), slow_hop(stabilise=False)
    assert not source.verify().flagged
    hopped.store.header["integrator"]["stabilise"] = False
    assert "impulses press, and only where bodies meet" in {check.law for check in hopped.verify().flagged}


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), ss.Bathe()], ids=["moreau", "bathe"])
def test_sleeve_that_has_left_its_pole_falls_freely(scheme):
    """Past the end of the pole nothing holds the ring, and the checker asks for nothing there."""
    model = ss.Model(gravity=(2.0, 0.0, -9.81))
    pole = model.ground.add(ss.Cylinder(radius=0.2, length=1.0))
    ring = model.add(ss.RigidBody(mass=1.0, inertia=0.1)).add(ss.Ring(radius=0.25))
    model.add(ss.Contact(ring, pole, friction=0.1))
    result = ss.simulate(model, 1.0, 2e-3, integrator=scheme)
    assert result.store.read("q")[-1, 2] < -2.0 and result.contacts.closed.max() > 0
    assert not result.verify().flagged


@pytest.mark.parametrize("dim", [2, 3])
def test_bushings_act_by_their_potential(dim):
    result = ss.simulate(bushed_bodies(dim), 0.5, 1e-4)
    found = {check.law: check.relative for check in result.verify().checks}
    assert found["momentum changes by what acts"] < 1e-9
    assert found["potential is that of the states"] < 1e-9
    other = ss.Result(result.store, bushed_bodies(dim, stiffness=50.01)).verify()
    assert {"momentum changes by what acts", "potential is that of the states"} <= {c.law for c in other.flagged}


def test_checker_knows_that_energy_is_kept():
    """With `EnergyMomentum` what opens and is pressed back comes back as fast; it does no work, as its law says."""
    model = ss.Model(dim=2, gravity=(0.0, -9.81))
    start = {
        "position": (0.0, 0.5504997348745225),
        "velocity": (-0.5725, 0.5775706497820356),
        "angular_velocity": 0.334,
    }
    ball = model.add(ss.RigidBody(mass=1.0, inertia=0.0557820183294434, **start))
    floor = model.ground.add(ss.Plane(normal=(0.0, 1.0)))
    model.add(ss.Contact(ball.add(ss.Circle(radius=0.39363695318798586)), floor, friction=0.3, restitution=0.8))
    result = ss.simulate(model, 2.896, 0.016, integrator=ss.EnergyMomentum())
    assert result.contacts.closed.any() and not result.verify().flagged


def test_what_leaves_by_itself_does_not_stay_inside():
    """Depths of a visit are none that last; those of a body at rest, or sinking, are."""
    visit = np.concatenate([np.zeros(5), np.linspace(1.0, 3.0, 5), np.linspace(3.0, 1.0, 12), np.zeros(5)])
    assert lasting(visit)[10:].max() <= 1.0 and lasting(visit)[20] == 0.0
    assert lasting(np.full(30, 2.0))[-1] == 2.0 and lasting(np.linspace(1.0, 3.0, 30))[-1] > 2.0


@pytest.mark.parametrize(
    "scheme", [ss.MoreauMidpoint(), ss.GeneralizedAlpha()], ids=lambda scheme: type(scheme).__name__
)
def test_what_a_spring_carries_at_rest_is_not_judged_by_its_round_off(scheme):
    """The force of the spring and the weight cancel to their last digit, which is all that moves the body."""
    model = ss.Model(gravity=(0, 0, -9.81))
    body = model.add(ss.RigidBody(1.0, 0.01, position=(0, 0, -0.3)))
    hook, eye = model.ground.point("hook", (0, 0, 0)), body.point("eye", (0, 0, 0))
    model.add(ss.SpringDamper(hook, eye, stiffness=100.0, damping=1.0, rest_length=0.3 - 9.81 / 100.0))
    assert not ss.simulate(model, 0.2, 1e-3, integrator=scheme).verify().flagged
