"""The closed tangents of planar torsional springs equal central differences of the same element."""

import numpy as np
from scratch import work_of

import stickslip as ss
from stickslip._struct import Reference
from stickslip.forces import kernel as forces
from stickslip.mechanics.bodies import set_poses
from stickslip.system.assemble import assemble
from stickslip.system.state import new_state


def test_planar_torsion_tangents_equal_differences():
    model = ss.Model(dim=2)
    a = model.add(ss.RigidBody(mass=1.0, inertia=0.2, position=(0.3, 0.1), rotation=0.4, angular_velocity=0.7))
    b = model.add(ss.RigidBody(mass=2.0, inertia=0.1, position=(1.2, -0.2), rotation=-1.1, angular_velocity=-0.3))
    joint = model.add(ss.Revolute(a, b, at=(0.6, 0.0)))
    model.add(ss.TorsionalSpring(joint, stiffness=3.0, damping=0.5, rest_angle=0.2))
    assembly = assemble(model)
    system = assembly.system
    state = new_state(system, assembly.q, assembly.u, assembly.coordinate)
    work = work_of(system)
    nodes, bodies, functions = (Reference(x) for x in (system.nodes, system.bodies, system.functions))
    elements, joints, poses, inner = (Reference(x) for x in (system.forces, system.joints, work.poses, work.force))
    set_poses(nodes, bodies, functions, 0.0, 0.0, state.q, state.u, poses)

    def h(q, u):
        set_poses(nodes, bodies, functions, 0.0, 0.0, q, u, poses)
        out, power = np.zeros((3, 6)), np.zeros(3)
        forces.add_forces(elements, nodes, bodies, joints, functions, poses, state.coordinate, 0.0, inner, out, power)
        return out.sum(axis=0)

    dh_dq, dh_du = np.ones((2, 6, 2, 6)), np.ones((2, 6, 2, 6))
    forces._planar_torsion_tangents(elements, 0, bodies, dh_dq, dh_du)
    step = 1e-6
    for found, shift in ((dh_dq, 0), (dh_du, 1)):
        for k in range(6):
            e = np.zeros(6)
            e[k] = step
            plus = h(state.q + (1 - shift) * e, state.u + shift * e)
            minus = h(state.q - (1 - shift) * e, state.u - shift * e)
            numeric = (plus - minus) / (2 * step)
            closed = found[:, :3, k // 3, k % 3].ravel()
            assert np.allclose(closed, numeric, atol=1e-8)
