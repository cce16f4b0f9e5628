"""Every check can fail: numbers of right results are spoiled by little, and the check that should complain does."""

import copy

import numpy as np
import pytest
from scenes import falling_bodies, linkage, rubbing_joints

import stickslip as ss
from stickslip.codes import CONTACT, LEDGER

LITTLE = 1e-4


def driven_crank():
    """A crank that turns as given."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    crank = model.add(
        ss.RigidBody(mass=1.0, inertia=0.1, position=(0.3, 0.0), velocity=(0.0, 0.6), angular_velocity=2.0)
    )
    model.add(ss.Revolute(model.ground, crank, at=(0, 0), motion=ss.Polynomial((0.0, 2.0)), name="drive"))
    return model


def sliding_box():
    """A box that slides on the floor."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    box = model.add(ss.RigidBody(mass=1.0, inertia=0.01, position=(0, 0, 0.05), velocity=(2.0, 1.0, 0)))
    model.add(ss.Contact(box.add(ss.Cuboid(lengths=(0.3, 0.3, 0.1))), floor, friction=0.3))
    return model


def resting_box():
    """A box that lies on the floor."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    box = model.add(ss.RigidBody(mass=1.0, inertia=0.01, position=(0, 0, 0.05)))
    model.add(ss.Contact(box.add(ss.Cuboid(lengths=(0.3, 0.3, 0.1))), floor, friction=0.3))
    return model


SCENES = {
    "resting": lambda: ss.simulate(resting_box(), 0.25, 1e-3),
    "sliding": lambda: ss.simulate(sliding_box(), 0.25, 1e-3),
    "falling": lambda: ss.simulate(falling_bodies(), 0.25, 5e-4),
    "linkage": lambda: ss.simulate(linkage(), 0.3, 1e-3),
    "rubbing": lambda: ss.simulate(rubbing_joints(), 0.45, 1e-3),
    "driven": lambda: ss.simulate(driven_crank(), 0.1, 1e-3),
}


@pytest.fixture(scope="module")
def right():
    """The results, every one of them right."""
    found = {name: run() for name, run in SCENES.items()}
    assert all(result.verify().right for result in found.values())
    return found


def P(name):
    return CONTACT.index(name)


def scaled(columns, part=LITTLE):
    """Change some columns by a part of themselves."""

    def change(result, table):
        table[:, columns] *= 1.0 + part

    return change


def shifted(column, amount, first=100):
    """Add a part of the column's largest value from an instant on."""

    def change(result, table):
        table[first:, column] += amount * np.abs(table[:, column]).max()

    return change


def kicked(column, amount=LITTLE):
    """Change one velocity at one instant, by a part of the largest one."""

    def change(result, table):
        table[200, column] += amount * np.abs(table[:, column]).max()

    return change


def turned(result, table):
    """Turn friction by a small angle."""
    a, b = table[:, P("P_T1")].copy(), table[:, P("P_T2")].copy()
    table[:, P("P_T1")], table[:, P("P_T2")] = a - LITTLE * b, b + LITTLE * a


def moved(column, length):
    """Add a length to all places."""

    def change(result, table):
        table[:, column] += length

    return change


def creeping(column, way):
    """Add a way to each step, far less than a place is known to."""

    def change(result, table):
        table[:, column] += way * np.arange(len(table))

    return change


def tilted(result, table):
    """Tilt the normals."""
    table[:, P("n_x")] += 0.02 * (table[:, P("n_z")] > 0.5)


def stuck_velocity(name):
    """Push a body along its joint, with all that it carries: nothing but drive and friction tells."""

    def change(result, table):
        first = {entry["name"]: entry["u_off"] for entry in result.header["bodies"]}[name]
        table[300:, [first + 3 * k for k in range((table.shape[1] - first) // 3)]] += LITTLE * np.abs(table).max()

    return change


MUTATIONS = [
    ("sliding", "u", kicked(0), "momentum changes by what acts"),
    ("falling", "u", kicked(0), "kinetic energy is that of the states"),
    ("falling", "u", kicked(0), "recorded momenta are those of the states"),
    ("falling", "u", shifted(0, np.nan), "all recorded numbers are finite"),
    ("falling", "time", lambda result, t: t.__setitem__(7, t[5]), "time goes on"),
    ("falling", "q", scaled(3), "body axes are orthonormal"),
    ("falling", "q", shifted(2, 1e-2), "places follow velocities"),
    ("resting", "q", creeping(0, 4e-6), "places follow velocities"),
    ("falling", "q", shifted(2, -0.1), "bodies do not penetrate"),
    ("sliding", "q", moved(2, -1e-4), "bodies do not stay inside each other"),
    ("sliding", "contacts", scaled(P("P_N")), "momentum changes by what acts"),
    ("sliding", "contacts", scaled(P("P_N"), -1.0 - LITTLE), "impulses press, and only where bodies meet"),
    ("sliding", "contacts", scaled([P("P_T1"), P("P_T2")]), "friction stays in its cone"),
    ("sliding", "contacts", scaled([P("P_T1"), P("P_T2")], -LITTLE), "friction opposes sliding"),
    ("sliding", "contacts", turned, "friction opposes sliding"),
    ("sliding", "contacts", scaled([P("P_T1"), P("P_T2")], -2.0), "contacts take energy"),
    ("sliding", "contacts", moved(P("z"), 1e-4), "contact rows lie on both surfaces"),
    ("sliding", "contacts", tilted, "normals are those of a surface"),
    ("sliding", "q", moved(2, 1e-3), "no force at a distance"),
    ("falling", "energy", scaled(LEDGER.index("impacts")), "the ledger closes"),
    ("falling", "energy", scaled(LEDGER.index("potential")), "potential is that of the states"),
    ("falling", "energy", scaled(LEDGER.index("kinetic")), "kinetic energy is that of the states"),
    ("falling", "momentum", scaled(2), "recorded momenta are those of the states"),
    ("sliding", "u", shifted(0, 0.02, 1), "what is passive gains no energy"),
    ("sliding", "u", shifted(0, 0.1, 1), "energy changes by the works of forces"),
    ("linkage", "q", shifted(0, 1e-2), "joint points stay together"),
    ("linkage", "q", shifted(16, 1e-2), "joint frames stay aligned"),
    ("linkage", "u", kicked(0), "joint velocities agree"),
    ("rubbing", "coordinate", scaled(1), "recorded coordinates are those of the states"),
    ("rubbing", "u", stuck_velocity("slider"), "drives and joint friction are as declared"),
    ("rubbing", "u", stuck_velocity("slider"), "joint friction opposes motion"),
    ("driven", "q", shifted(2, 1e-2, 50), "driven coordinates follow"),
]


@pytest.mark.parametrize("scene, column, change, law", MUTATIONS)
def test_spoiled_number_is_found(right, scene, column, change, law):
    assert law in complaints(right[scene], column, change)


def complaints(result, column, change):
    """Return the checks that complain after a column was spoiled."""
    store = copy.deepcopy(result.store)
    change(result, store.read(column))
    return {check.law for check in ss.Result(store, result.model).verify().flagged}


def test_all_checks_are_spoiled(right):
    """No check is left out of the list, but for those that have tests of their own."""
    laws = {check.law for result in right.values() for check in result.verify().checks}
    own = {
        "stops push inward", "impacts at stops obey Newton's law", "coordinates keep within stops",
        "bodies do not pass through each other", "what overlaps has a contact row",
    }  # fmt: skip
    assert laws - own == {law for *_, law in MUTATIONS}
    assert own <= laws


def test_lost_contact_rows_are_found(right):
    """A box inside the floor without rows is one that no law holds."""
    result = right["sliding"]
    store = copy.deepcopy(result.store)
    store.read("q")[:, 2] -= 2e-3
    store.read("contacts")[:, P("a")] = -1.0
    found = {check.law for check in ss.Result(store, result.model).verify().flagged}
    assert "what overlaps has a contact row" in found


def declared_otherwise(result, **changes):
    """Return what the checker says if the hinge had been declared otherwise."""
    model = rubbing_joints()
    hinge = model["hinge"]
    for name, value in changes.items():
        setattr(hinge, name, value)
    return {check.law for check in ss.Result(result.store, model).verify().flagged}


def test_laws_of_joints_are_those_declared(right):
    """The same motion does not fit other bounds, springs, drives or restitutions, however close."""
    result = right["rubbing"]
    assert declared_otherwise(result) == set()
    assert "drives and joint friction are as declared" in declared_otherwise(result, friction=0.1 * (1.0 - LITTLE))
    assert "joint friction opposes motion" in declared_otherwise(result, friction=0.1 * (1.0 + LITTLE))
    assert "impacts at stops obey Newton's law" in declared_otherwise(result, stop_restitution=0.4 * (1.0 + LITTLE))
    assert "drives and joint friction are as declared" in declared_otherwise(result, stops=(-0.5, 0.2))
    assert "coordinates keep within stops" in declared_otherwise(result, stops=(-0.29, 0.2))
    assert "stops push inward" in declared_otherwise(result, stops=(-0.5, -0.301))
