"""The package as a whole: light import, stored list of public names, one compiled signature, threads."""

import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import stickslip as ss

HERE = Path(ss.__file__).parent


def test_import_is_light():
    """The command line starts at once, and writing a model needs none of the heavy packages."""
    heavy = ("numba", "scipy", "matplotlib", "h5py", "pytest", "numpy", "pydantic")
    code = f"import sys, stickslip; print([m for m in {heavy} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
    code = f"import sys, stickslip as ss; ss.Model(); print([m for m in {heavy[:5]} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_every_public_name_is_where_the_list_says():
    listed = [line for line in (HERE / "__init__.pyi").read_text().splitlines() if line.startswith("from")]
    assert len(listed) == len(ss.__all__) > 80
    assert all(getattr(ss, name) is not None for name in ss.__all__)
    assert set(dir(ss)) == {*ss.__all__, "__version__"}


def test_mistyped_public_name_is_suggested():
    with pytest.raises(AttributeError, match="did you mean 'RigidBody'"):
        _ = ss.RigidBdy


def planar():
    model = ss.Model(dim=2, gravity=(0, -9.81))
    bob = model.add(ss.RigidBody(1.0, 0.1, position=(1, 0)))
    model.add(ss.Revolute(model.ground, bob, at=(0, 0), stops=(-1.0, 1.0), friction=0.1))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(3, 0.2)))
    model.add(ss.Contact(ball.add(ss.Circle(radius=0.1)), model.ground.add(ss.Plane(normal=(0, 1))), friction=0.3))
    return model


def spatial():
    model = ss.Model(gravity=(0, 0, -9.81))
    base = model.add(ss.PrescribedBody(motion=(ss.Sine(0.1, 1.0),)))
    bob = model.add(ss.RigidBody(1.0, (0.1, 0.2, 0.25), position=(1, 0, 0.5)))
    model.add(ss.SpringDamper(base, bob, stiffness=30.0, damping=0.1))
    corners = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]
    points = [ss.LinearPoint(position=c, jacobian=[[0.0], [0.0], [1.0]]) for c in corners]
    plate = model.add(ss.LinearBody([[2.0]], [[500.0]], points=points))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(0.1, 0.2, 0.15), velocity=(0.2, 0.1, 0)))
    skin = plate.add(ss.PatchSurface(patches=((0, 1, 2, 3),)))
    model.add(ss.Contact(skin, ball.add(ss.Sphere(radius=0.1)), friction=0.3, restitution=0.5))
    return model


def test_one_signature_serves_all_models():
    """Compile time is the first impression: 2-D, 3-D, joints, contacts, every scheme run the same compiled code."""
    from stickslip.integrators.advance import advance

    for scheme in (ss.MoreauMidpoint(), ss.Theta(0.5), ss.SemiExplicit(stabilise=False)):
        for model in (planar(), spatial()):
            ss.simulate(model, 0.05, 1e-3, integrator=scheme)
    assert len(advance.signatures) == 1


def test_two_states_of_one_system_in_two_threads():
    """A System is frozen: runs that share it do not disturb each other."""
    from stickslip.integrators.run import Run
    from stickslip.results.store import MemoryStore
    from stickslip.system.assemble import assemble, describe

    settings = {"tolerance": 1e-10, "gap_tolerance": 1e-9, "record_open_contacts": True, "max_halvings": 5}
    assembly = assemble(spatial())

    def run(dt, answers):
        store = MemoryStore({"dim": 3, **describe(assembly)})
        one = Run(assembly, ss.MoreauMidpoint(), settings, 1)
        one.start(False)
        one.advance(dt, 4000, store)
        answers[dt] = one.state.q.copy(), one.state.u.copy()

    serial, parallel = {}, {}
    for dt in (1e-3, 5e-4):
        run(dt, serial)
    threads = [threading.Thread(target=run, args=(dt, parallel)) for dt in serial]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for dt, expected in serial.items():
        for found, right in zip(parallel[dt], expected, strict=True):
            np.testing.assert_array_equal(found, right)
