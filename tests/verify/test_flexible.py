"""The checker knows the momentum of strings, beams and solids, and finds it spoiled."""

import copy

import pytest

import stickslip as ss
from stickslip.codes import CONTACT

G = 9.81
RUBBER = ss.Material(young=1e5, density=1000.0, poisson=0.3)
BAR = ss.Section(EA=1e3, EI=1.0, GA=4e2, GJ=1.0, mass_per_length=1.0, inertia=1e-2)
WHOLE = "momentum of flexible bodies changes by what acts"


def string(model):
    ends = ((-1, 0.1), (1, 0.1)) if model.dim == 2 else ((-1, 0, 0.1), (1, 0, 0.1))
    line = model.add(ss.StringBody.straight(*ends, 4, stiffness=1e3, mass_per_length=1.0, order=2, rest_length=1.9))
    return line.surface(radius=0.05)


def beam(model):
    kind, ends = (ss.PlanarBeam, ((-1, 0.1), (1, 0.1))) if model.dim == 2 else (ss.Beam, ((-1, 0, 0.1), (1, 0, 0.1)))
    return model.add(kind.straight(*ends, 4, section=BAR)).surface(radius=0.05)


def solid(kind):
    def make(model):
        plane = {"plane": "strain", "thickness": 0.5} if model.dim == 2 else {}
        origin = (*(0.0,) * (model.dim - 1), 0.05)
        return model.add(ss.SolidBody.box((1.0,) * model.dim, 2, RUBBER, origin=origin, kind=kind, **plane)).surface()

    return make


BODIES = {
    "string": (2, string), "string in space": (3, string), "planar beam": (2, beam), "beam": (3, beam),
    "quads": (2, solid("quad")), "triangles": (2, solid("triangle")), "bricks": (3, solid("hexahedron")),
    "tets": (3, solid("tetra")),
}  # fmt: skip


def fallen(name, scheme):
    """Return the run of a flexible body that falls on a rough floor, in a wind from aside."""
    dim, make = BODIES[name]
    model = ss.Model(dim=dim, gravity=(2.0, *(0.0,) * (dim - 2), -G))
    floor = model.ground.add(ss.Plane(normal=(0, 1) if dim == 2 else (0, 0, 1)))
    model.add(ss.Contact(make(model), floor, friction=0.4))
    return ss.simulate(model, 0.3, 1e-3, integrator=scheme)


def found(result):
    return {check.law: check for check in result.verify().checks}[WHOLE]


@pytest.mark.parametrize("name", BODIES)
def test_momentum_changes_by_weight_and_contacts(name):
    result = fallen(name, ss.Theta())
    assert result.contacts.closed.max() > 0
    assert found(result).relative < 1e-9


@pytest.mark.parametrize("name", ["string", "bricks"])
@pytest.mark.parametrize("column, factor", [("P_N", 1.001), ("P_T1", 0.5)])
def test_spoiled_impulses_are_found(name, column, factor):
    result = fallen(name, ss.Theta())
    store = copy.deepcopy(result.store)
    store.read("contacts")[:, CONTACT.index(column)] *= factor
    assert found(ss.Result(store, result.model)).verdict == "flagged"


@pytest.mark.parametrize(
    "scheme", [ss.Bathe(), ss.GeneralizedAlpha(), ss.EnergyMomentum()], ids=lambda s: type(s).__name__
)
def test_sums_of_forces_and_impulses_carry_the_body(scheme):
    """Rows of schemes with forces are those of one instant: their sum follows the momentum."""
    result = fallen("quads", scheme)
    assert found(result).verdict == "right"
    store = copy.deepcopy(result.store)
    store.read("contacts")[:, CONTACT.index("P_N")] *= 1.3
    assert found(ss.Result(store, result.model)).verdict == "flagged"
