"""The verdict: sentences with known numbers from synthetic runs, and from a real one."""

from __future__ import annotations

import numpy as np
import pytest
from synthetic import E_N, HEIGHT, MASS, G, chunk, fill, header

import stickslip as ss
from stickslip.codes import CERTIFICATE, LEDGER
from stickslip.results.result import Result
from stickslip.results.store import MemoryStore
from stickslip.results.verdict import count_impacts, si


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2e-6, "2 µJ"),
        (0.3, "300 mJ"),
        (1.0, "1 J"),
        (999.9, "1 kJ"),
        (0.0, "0 J"),
        (-4.56789e-9, "-4.57 nJ"),
        (1.5e7, "15 MJ"),
        (3e-15, "3e-15 J"),
        (4e15, "4e+15 J"),
        (float("nan"), "nan J"),
        (float("inf"), "inf J"),
    ],
)
def test_si(value, text):
    assert si(value, "J") == text


def run(status="finished", message="", certificate=None, energy=None, head=None, n=501):
    """Return the analytic bouncing ball with some columns of certificate and ledger replaced."""
    store = MemoryStore(header() | {"laws": [{"contact": "c", "friction": 0.3, "restitution": E_N}]} | (head or {}))
    part = chunk(0, n)
    part.energy[:, LEDGER.index("remainder")] = 0.0  # that of the chunk is exact in between impacts only
    part.certificate[:, CERTIFICATE.index("closed")] = 1.0
    for name, value in (certificate or {}).items():
        part.certificate[n // 2, CERTIFICATE.index(name)] = value
    for name, value in (energy or {}).items():
        part.energy[1:, LEDGER.index(name)] = value
    store.append(part)
    store.finish(status, message, {})
    return Result(store).certificate


def test_energy_lost_at_counted_impacts():
    """Two impacts until t = 0.8 s (flights of 0.286 and 2 * 0.228 s) take m g h (1 - e^4)."""
    store = fill(MemoryStore(header()), n=801)
    result = Result(store)
    assert count_impacts(store, result.energy) == 2
    lost = MASS * G * HEIGHT * (1 - E_N**4)
    assert f"{lost:.3g} J lost at 2 impacts." in result.certificate.verdict
    assert "Equations" not in " ".join(result.certificate.verdict)
    store.header["record_every"] = 5
    assert f"{lost:.3g} J lost at impacts (at least 2)." in Result(store).certificate.verdict


def test_bodies_that_start_inside_each_other_are_refused():
    """A depth that is there at the start is rejected; a hit later, or round-off at rest, is not."""
    for height, inside in ((0.02, True), (0.1, False), (0.2, False)):
        model = ss.Model(dim=2, gravity=(0, -9.81))
        floor = model.ground.add(ss.Plane(normal=(0, 1)))
        ball = model.add(ss.RigidBody(1.0, 0.1, position=(0, height)))
        model.add(ss.Contact(ball.add(ss.Circle(radius=0.1)), floor))
        if inside:
            with pytest.raises(ss.ModelError):
                ss.simulate(model, 0.3, 1e-3)
        else:
            assert ss.simulate(model, 0.3, 1e-3).certificate.proven


@pytest.mark.parametrize(
    ("name", "right", "wrong", "words"),
    [
        ("open_gap", 9e-4, 2e-3, "pressed across gaps of 0.2 % of their size"),
        ("overlap", 0.4, 0.6, "compressed by 60 % of the thickness of their bodies"),
    ],
)
def test_gaps_under_load_and_depths_of_springs_are_judged(name, right, wrong, words):
    assert run(certificate={name: right}).proven
    found = run(certificate={name: wrong})
    assert not found.proven and any("Not proven" in text and words in text for text in found.verdict)


def test_everything_proven():
    found = run(certificate={"cone": 1e-12, "penetration": 2e-6, "substeps": 4}, energy={"integrator": -2e-6})
    assert found.proven and not any("Not proven" in text for text in found.verdict)
    assert "The run reached its end, t = 0.5 s." in found.verdict
    assert "Friction cone respected to 1e-12." in found.verdict
    assert "Largest penetration 2 µm, at t = 0.25 s." in found.verdict
    assert any(text.startswith("Steps that were hard") and "at most 4 parts" in text for text in found.verdict)
    assert any(text.startswith("The integrator dissipated 2 µJ, 4.5e-07 of") for text in found.verdict)
    assert "Every joule is accounted for (unexplained: 0 J)." in found.verdict


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"certificate": {"residual": 1e-6}}, "contact laws met to 1e-06 at every step: this is above the limit 1e-10"),
        ({"certificate": {"residual": np.nan}}, "is not a number, first at t = 0.25 s"),
        ({"certificate": {"cone": 2e-3}}, "friction cone respected to 2e-03: this is above"),
        ({"certificate": {"slip": 1.0}}, "friction opposes sliding to 1e+00 rad: this is above"),
        ({"certificate": {"position_drift": 0.02}}, "joints hold to 2e-02 (m, rad): this is above"),
        ({"certificate": {"position_drift": 0.02}}, "first at t = 0.25 s; stabilise=True of the scheme or"),
        ({"energy": {"remainder": 1e-3}}, "1 mJ remain unexplained, 2.3e-04 of the largest energy"),
        (
            {"energy": {"integrator": 1.0}},
            "the integrator added 1 J, 23 % of the largest energy: the step is too large",
        ),
        ({"energy": {"friction": 0.5}}, "contacts returned 500 mJ, 11 % of the largest energy, but contacts may"),
        ({"energy": {"kinetic": np.nan}}, "the energy is infinite or not a number from t = 0.001 s on"),
        ({"status": "failed", "message": "no way"}, "the run failed: no way; what follows holds until t = 0.5 s."),
        ({"status": "unfinished"}, "the run has not ended; what follows holds until t = 0.5 s."),
        ({"n": 0, "status": "failed", "message": "no way"}, "nothing was recorded: no way."),
    ],
)
def test_what_is_not_proven(changes, expected):
    """One exceeded limit is one sentence; the largest energy is m (v_x^2 + 2 g h) / 2 = 4.42 J."""
    found = run(**changes)
    wrong = [text for text in found.verdict if text.startswith("Not proven: ")]
    assert not found.proven and len(wrong) == 1 and expected in wrong[0], found.verdict


def test_limit_is_the_tolerance_that_was_asked_for():
    assert run(certificate={"residual": 1e-7}, head={"settings": {"tolerance": 1e-6}}).proven
    assert not run(certificate={"residual": 1e-7}, head={"settings": {"tolerance": 1e-8}}).proven


def test_scheme_that_balances_by_definition_claims_no_closed_books():
    found = run(energy={"integrator": -1e-5}, head={"integrator": {"type": "BDF"}, "scheme": {"balances": True}})
    assert "; for this scheme, this includes anything unexplained." in found.verdict[-1] and found.proven


def test_dampers_that_give_energy_are_noticed():
    found = run(energy={"dampers": 0.5})
    assert not found.proven
    assert any("dampers returned 500 mJ, 11 % of the largest energy, but dampers may only" in x for x in found.verdict)


def test_integrator_is_judged_with_the_corrections_that_undo_it():
    """0.2 J of 4.42 J added on the way off a joint and taken on the way back are none; on one way they are."""
    assert run(energy={"integrator": 0.2, "projection": -0.2}).proven
    assert not run(energy={"integrator": 0.2}).proven
    assert not run(energy={"integrator": 0.2, "projection": 0.2}).proven


def test_corrections_that_undo_the_integrator_are_no_gain():
    """0.02 J of 4.42 J taken by the integrator and put back are none; put back alone they are."""
    back = np.linspace(0.0, 0.02, 500)
    assert run(energy={"integrator": -back, "projection": back}).proven
    found = run(energy={"impacts": 0.0, "projection": back})
    assert not found.proven and any("contacts returned 20 mJ" in text for text in found.verdict)


def test_corrections_give_back_only_what_an_impact_has_just_taken():
    """Impacts take 0.3 J too much, of bodies that fell too far, and lifting these soon gives it back; not more."""
    time = np.arange(500)
    impact, soon, late = (np.where(time < begin, 0.0, 0.3) for begin in (250, 255, 350))
    assert run(energy={"impacts": -impact, "projection": soon}).proven
    for energy in ({"projection": 1.1 * soon}, {"projection": 0.1 * late}, {"projection": 0.1 * time / 500.0}):
        found = run(energy={"impacts": -impact, **energy})
        assert not found.proven and any("contacts returned" in text for text in found.verdict)


def test_corrections_may_take_back_what_contacts_gave():
    """Contacts push a body outwards on a convex contour, and corrections pull it back, in each step or not at all."""
    out = np.linspace(0.0, 0.02, 500)
    assert run(energy={"impacts": out, "projection": -out}).proven
    assert not run(energy={"impacts": out, "projection": -0.1 * out}).proven


def test_static():
    found = run(head={"integrator": {"type": "static"}}, certificate={"residual": 1e-8})
    assert found.verdict[1] == "Unbalanced forces are at most 1e-08 of the largest force."
    assert found.verdict[2:] == ["Contact laws met: the friction cone to round-off."]  # the ball rests on the ground


def test_body_at_rest_is_not_judged_by_its_round_off():
    """Nothing moves: the largest energy is round-off of the potential, and so is the remainder."""
    store = MemoryStore(header())
    part = chunk(0, 11)
    part.energy[:] = 0.0
    part.energy[:, 1], part.energy[5:, 1], part.energy[5:, 8] = 1e3, 1e3 + 2e-13, 2e-13
    store.append(part)
    store.finish("finished", "", {})
    assert Result(store).certificate.proven


def test_stops_of_joints_are_counted_by_their_losses():
    found = run(head={"contours": []}, energy={"impacts": -0.3})
    assert "300 mJ lost at one impact." in found.verdict


def test_real_run():
    """A ball with e = 0.5 falls 0.2 m: after the second impact m g h (1 - e^4) is gone."""
    model = ss.Model(gravity=(0, 0, -10.0))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    ball = model.add(ss.RigidBody(mass=1.0, inertia=0.004, position=(0, 0, 0.3), name="ball"))
    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.1)), floor, friction=0.3, restitution=0.5))
    found = ss.simulate(model, t_end=0.45, dt=1e-4).certificate
    assert found.proven, found.verdict
    assert any(text.endswith("lost at 2 impacts.") for text in found.verdict)
    assert found.energy["impacts"] == pytest.approx(-2.0 * (1 - 0.5**4), rel=1e-3)
    assert "verdict" in str(found) and found.verdict[0] in str(found)


def test_energy_that_the_integrator_gives_and_takes_is_judged_by_its_largest():
    """0.5 J of 4.42 J in between are 11 %, also if nothing of it is left at the end."""
    wave = 0.5 * np.sin(np.pi * np.arange(1, 501) / 500) + 1e-3
    found = run(energy={"integrator": wave})
    assert not found.proven
    assert any(
        "added 1 mJ in all, up to 501 mJ in between, 11 % of the largest energy" in text for text in found.verdict
    )
    spike = np.zeros(500)
    spike[100] = 1e-3
    assert not run(energy={"remainder": spike}).proven


def test_speeds_below_the_tolerance_of_contact_laws_are_no_motion():
    """A point mass rests on the floor where its potential is zero: all energies are those of a residual velocity."""
    model = ss.Model(gravity=(0, 0, -9.81))
    mass = model.add(ss.PointMass(1.0, name="mass"))
    model.add(ss.Contact(mass.add(ss.Point()), model.ground.add(ss.Plane(normal=(0, 0, 1))), friction=0.3))
    found = ss.simulate(model, t_end=1e-3, dt=1e-4).certificate
    assert found.proven, found.verdict


def test_box_held_by_friction_is_not_judged_by_its_round_off():
    """A gripper holds a box at the origin, where the potential is zero: all that moves is the last digit."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    box = model.add(ss.RigidBody(1.0, 0.002, name="box"))
    skin = box.add(ss.Cuboid(lengths=(0.1, 0.1)))
    for name, side in (("left", -1), ("right", 1)):
        jaw = model.add(ss.RigidBody(0.2, 0.001, position=(side * 0.06, 0), name=name))
        model.add(ss.Prismatic(model.ground, jaw, axis=(1, 0)))
        model.add(ss.Contact(jaw.add(ss.Cuboid(lengths=(0.02, 0.06))), skin, friction=0.5))
        model.add(ss.PointForce(jaw, (-side * 12.0, 0)))
    result = ss.simulate(model, 0.1, 1e-3)
    assert abs(result["box"].velocity).max() < 1e-12
    assert result.certificate.proven and result.certificate.verdict[-1].startswith("Nothing moved: all energies are")
