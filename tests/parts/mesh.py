"""Triangle meshes."""

import numpy as np

import stickslip as ss

BOX = ss.Mesh.box((0.2, 0.3, 0.1))


def _mesh():
    from samples import Sample, part_of, space  # of tests/robustness

    add = part_of(space())
    return Sample(ss.Mesh, {"vertices": np.array(BOX.vertices), "faces": np.array(BOX.faces)},
                  lambda mesh: add(ss.RigidBody.mesh(mesh, density=700.0)))  # fmt: skip


def _body():
    from samples import Sample, part_of, space

    return Sample(ss.RigidBody.mesh, {"mesh": BOX, "density": 700.0, "position": (0, 0, 3)}, part_of(space()))


def _box():
    from samples import Sample, part_of, space

    add = part_of(space())
    return Sample(ss.Mesh.box, {"lengths": (0.2, 0.3, 0.1)}, lambda mesh: add(ss.RigidBody.mesh(mesh, mass=1.0)))


def _sphere():
    from samples import Sample, part_of, space

    add = part_of(space())
    return Sample(ss.Mesh.sphere, {"radius": 0.2, "divisions": 2}, lambda mesh: add(ss.RigidBody.mesh(mesh, mass=1.0)))


SAMPLES = {"Mesh": _mesh, "RigidBody.mesh": _body, "Mesh.box": _box, "Mesh.sphere": _sphere}


def add_to(model):
    model.add(ss.RigidBody.mesh(BOX, density=3.0, position=(3, 3, 9), name="mesh body"))
