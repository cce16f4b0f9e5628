"""Write the contact problems in ``problems/``, one of each kind: ``python tests/contact/store_problems.py``.

Fields: data, indices, indptr (CSR of W), q, mu (per contact), dim. Unknown r per contact (normal, tangential ...),
velocity v = W r + q.
"""

from pathlib import Path

import numpy as np
import scipy.sparse as sp

import stickslip as ss
from stickslip.contact.solver.chain import body_matrices
from stickslip.examples import box_tower, dice_bowl
from stickslip.integrators.hard_islands import island_problem
from stickslip.integrators.run import Run
from stickslip.system.assemble import assemble

FOLDER = Path(__file__).parent / "problems"
SETTINGS = {"tolerance": 1e-10, "gap_tolerance": 1e-9, "record_open_contacts": False, "max_halvings": 5}


class Nowhere:
    """A store that keeps nothing."""

    def append(self, chunk):
        pass


def heap(shape, count, dim, seed):
    """Return a heap of equal bodies that fall into a box without a lid."""
    random, edge = np.random.default_rng(seed), 0.1
    model = ss.Model(dim=dim, gravity=(0.0,) * (dim - 1) + (-9.81,))
    walls = [model.ground.add(ss.Plane(normal=(0.0,) * (dim - 1) + (1.0,)))]
    for axis in range(dim - 1):
        for sign in (1.0, -1.0):
            normal = [0.0] * dim
            normal[axis] = sign
            walls.append(
                model.ground.add(ss.Plane(normal=tuple(normal), position=tuple(-2.0 * edge * x for x in normal)))
            )
    skins, places = [], np.stack(np.meshgrid(*[np.arange(3.0)] * (dim - 1), np.arange(count)), axis=-1).reshape(-1, dim)
    for place in places[np.argsort(places[:, -1], kind="stable")][:count]:
        position = 1.15 * edge * (place + np.eye(dim)[-1] * 0.6) - 1.15 * edge * (1.0 - np.eye(dim)[-1])
        position = position + 0.02 * edge * random.standard_normal(dim)
        body = model.add(ss.RigidBody(1.0, edge**2 / 6.0, position=position))
        skins.append(body.add(shape(edge)))
    model.add(ss.Contact(skins, walls, friction=0.4))
    model.add(ss.Contact(skins, skins, friction=0.4))
    return model


def problem(model, dt, steps):
    """Return W, b and friction of the last step of a run."""
    run = Run(assemble(model), ss.MoreauMidpoint(), SETTINGS, 10**9)
    run.start(project=False)
    run.advance(dt, steps, Nowhere())
    found, _ = island_problem(run.system, run.scheme, run.work, np.arange(run.work.groups.count[0]))
    W = found.W
    if W is None:
        H, inverse = body_matrices(found.laws, found.body)
        W = H @ inverse @ H.T
    return sp.csr_array(W), found.b, found.laws


def main():
    FOLDER.mkdir(exist_ok=True)
    cases = {
        "tower": (box_tower.model(6), 2e-3, 50),
        "dice": (dice_bowl.model(20), 2e-4, 2500),
        "balls": (heap(lambda edge: ss.Sphere(radius=edge / 2), 27, 3, 1), 2e-3, 300),
        "cubes": (heap(lambda edge: ss.Cuboid(lengths=(edge,) * 3), 18, 3, 2), 2e-3, 300),
        "disks": (heap(lambda edge: ss.Circle(radius=edge / 2), 20, 2, 3), 2e-3, 400),
    }
    for name, (model, dt, steps) in cases.items():
        W, b, laws = problem(model, dt, steps)
        dim = int(laws.size[0])
        W.data[abs(W.data) < 1e-15 * abs(W.data).max()] = 0.0
        W.eliminate_zeros()
        np.savez_compressed(
            FOLDER / f"{name}.npz", data=W.data, indices=W.indices, indptr=W.indptr, q=b, mu=laws.bound, dim=dim
        )
        print(f"{name}: {len(laws.size)} contacts, {W.nnz} entries")


if __name__ == "__main__":
    main()
