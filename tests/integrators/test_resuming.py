"""A run that ends after any of its checkpoints is resumed to the same result, bit for bit, with every scheme."""

import shutil

import numpy as np
import pytest
from mechanisms import tumbling

import stickslip as ss
from stickslip.integrators.run import Run
from stickslip.results.columns import COLUMNS
from stickslip.results.store import Hdf5Store


def block(law: str = "linear", divisions: tuple[int, int] = (3, 2)) -> ss.Model:
    """Return a clamped elastic block under its weight: equality constraints only."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    material = ss.Material(young=1e6, poisson=0.3, density=1e3)
    solid = model.add(ss.SolidBody.box((0.4, 0.2), divisions, material, kind="quad8", law=law, plane="strain"))
    model.add(ss.Support(solid, solid.nodes_where(lambda x, y: x == 0)))
    return model


def large_block() -> ss.Model:
    """Return a block of enough unknowns for the own factorisation."""
    return block("st-venant-kirchhoff", (16, 8))


def skidding() -> ss.Model:
    """Return a box that skids over a floor."""
    model = ss.Model(gravity=(0, 0, -9.81))
    box = model.add(ss.RigidBody(1.0, (0.01, 0.012, 0.014), position=(0, 0, 0.1), velocity=(1, 0, 0)))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    model.add(ss.Contact(box.add(ss.Cuboid(lengths=(0.2, 0.3, 0.2))), floor, friction=0.4))
    return model


def boxes() -> ss.Model:
    """Return boxes that start to fall on each other, and a rubbing pendulum."""
    return tumbling(2)


def landing() -> ss.Model:
    """Return boxes that land one after another: the arrays of contacts grow in the run."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    for k in range(8):
        height = 0.1 + 5e-5 * (k + 1) ** 2
        box = model.add(ss.RigidBody(1.0, (0.01, 0.012, 0.014), position=(k, 0, height), velocity=(0.1, 0, 0)))
        model.add(ss.Contact(box.add(ss.Cuboid(lengths=(0.2, 0.3, 0.2))), floor, friction=0.4))
    return model


SCHEMES = [
    (landing, ss.MoreauMidpoint()),
    (landing, ss.Theta()),
    (landing, ss.GeneralizedAlpha(0.8)),
    (boxes, ss.MoreauMidpoint()),
    (boxes, ss.Theta(0.55, stabilise=True)),
    (boxes, ss.GeneralizedAlpha(0.8)),
    (boxes, ss.Bathe(stabilise=True)),
    (skidding, ss.MoreauMidpoint()),
    (skidding, ss.GeneralizedAlpha(0.8)),
    (skidding, ss.GeneralizedAlpha(0.8, adaptive=True)),
    (skidding, ss.EnergyMomentum()),
    (landing, ss.EnergyMomentum()),
    (block, ss.BDF(2)),
    (block, ss.Newmark()),
    (large_block, ss.BDF(2, form="ggl")),
    (large_block, ss.Newmark()),
]


@pytest.mark.parametrize(("build", "scheme"), SCHEMES, ids=lambda x: getattr(x, "__name__", type(x).__name__))
def test_every_checkpoint_leads_to_the_same_end(build, scheme, tmp_path, monkeypatch):
    """``record_every`` does not divide the 26 steps, so that the last instant is recorded off the grid."""
    write, kept = Hdf5Store.checkpoint, []

    def checkpoint(self, arrays):
        write(self, arrays)
        kept.append(tmp_path / f"{len(kept)}.h5")
        shutil.copy(self.path, kept[-1])  # what a kill would leave now

    with monkeypatch.context() as patch:
        patch.setattr(Hdf5Store, "checkpoint", checkpoint)
        patch.setattr(Run, "flush_due", lambda self: True)
        patch.setattr(Run, "pace", lambda self: 7)
        whole = ss.simulate(
            build(), 0.026, 1e-3, integrator=scheme, out=tmp_path / "whole.h5", record=ss.Record(every=4)
        )
    assert len(kept) > 4
    for path in kept:
        resumed = ss.resume(path)
        assert resumed.status == "finished"
        for column in COLUMNS:
            found, expected = resumed.store.read(column), whole.store.read(column)
            np.testing.assert_array_equal(found, expected, err_msg=f"{column} of {path.name}")
