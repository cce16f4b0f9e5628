"""Fifty dice fall into an elastic bowl (Zander 2008, sec. 6.4): hundreds of frictional contacts close at the same time.

The bowl is an external body, M q'' + K q = J^T f with 16 nodes of mass 1 kg on springs of 750 N/m and nine bilinear
patches between them; the central square of four nodes has an edge of 1 m, the outer nodes are raised (their places are
not given in the source and chosen here). Dice of 0.1 m and 0.1 kg, mu = 0.3 everywhere, no restitution.
"""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.analysis import count_candidates
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

NODE_MASS, NODE_STIFFNESS, DIE_MASS, DIE_EDGE = 1.0, 750.0, 0.1, 0.1


def bowl(rim: float = 0.45) -> ss.LinearBody:
    """Return the 4 x 4 net of nodes; rows and columns at -1.1, -0.5, 0.5, 1.1 m, outer nodes lifted by ``rim``."""
    place = (-1.1, -0.5, 0.5, 1.1)
    n = 48
    points = []
    for k in range(16):
        i, j = divmod(k, 4)
        edges = (i in (0, 3)) + (j in (0, 3))
        jacobian = np.zeros((3, n))
        jacobian[:, 3 * k : 3 * k + 3] = np.eye(3)
        height = (0.0, rim, 1.2 * rim)[edges]
        points.append(ss.LinearPoint(position=(place[i], place[j], height), jacobian=jacobian))
    return ss.LinearBody(
        mass_matrix=NODE_MASS * np.eye(n), stiffness_matrix=NODE_STIFFNESS * np.eye(n), points=points, name="bowl"
    )


def model(dice: int = 50, friction: float = 0.3, seed: int = 1) -> ss.Model:
    """Return the bowl and ``dice`` dice in layers above it, slightly turned at random; the first clears it by 31 mm."""
    random = np.random.default_rng(seed)
    model = ss.Model(gravity=(0, 0, -9.81), name="dice-bowl")
    shell = model.add(bowl())
    corners = [(4 * i + j, 4 * (i + 1) + j, 4 * (i + 1) + j + 1, 4 * i + j + 1) for i in range(3) for j in range(3)]
    surface = shell.add(ss.PatchSurface(patches=tuple(corners), name="surface"))
    inertia = DIE_MASS * DIE_EDGE**2 / 6.0
    skins = []
    for k in range(dice):
        layer, cell = divmod(k, 9)
        i, j = divmod(cell, 3)
        turn = random.uniform(-0.3, 0.3, 3)
        reach = 0.5 * DIE_EDGE * np.sqrt(3.0)
        place = (0.19 * (i - 1), 0.19 * (j - 1), 0.031 + reach + 0.19 * layer)
        die = model.add(ss.RigidBody(mass=DIE_MASS, inertia=inertia, position=place, rotation=turn, name=f"die{k}"))
        skins.append(die.add(ss.Cuboid(lengths=(DIE_EDGE,) * 3)))
    model.add(ss.Contact(skins, surface, friction=friction))
    model.add(ss.Contact(skins, skins, friction=friction))
    return model


def run(
    *,
    dice: int = 50,
    friction: float = 0.3,
    seed: int = 1,
    dt: float = 5e-5,
    t_end: float = 1.2,
    integrator: str = "SemiExplicit",
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Pour the dice and count candidates and closed contacts; check that energy never grows."""
    scheme = getattr(ss, integrator)(stabilise=False)  # as published
    poured = model(dice, friction, seed)
    result = ss.simulate(poured, t_end, dt, integrator=scheme, out=out, record=ss.Record(every=20), progress=progress)
    candidates = count_candidates(poured)
    jumps = first_jump(result)
    total, given = result.energy.total, result.energy.impacts + result.energy.friction
    quantities = {
        "candidate_pairs": candidates["features"],
        "sphere_tests": candidates["bodies"],
        "closed_contacts_max": int(result.certificate.closed),
        "energy_growth": float(np.diff(given, prepend=0.0).max()),  # work of the contacts, never positive
        "energy_start": float(total[0]),
        "energy_end": float(total[-1]),
        "node_jump_ratio_error": jumps,
    }
    return result, quantities


def first_jump(result: ss.Result) -> float:
    """Return how far the first velocity jump of the bowl's nodes departs from the ratio of the bilinear weights.

    At the first closure one corner strikes one patch; equal nodal masses make the jumps proportional to the weights N_i
    of the patch, which sum to one and satisfy N_0 N_2 = N_1 N_3.
    """
    u = result["bowl"].u.reshape(len(result.time), 16, 3)
    speed = abs(u).max(axis=(1, 2))
    struck = np.flatnonzero(speed > 1e-9)
    if not len(struck):
        return float("nan")
    jump = u[struck[0], :, 2]
    hit = np.flatnonzero(abs(jump) > 1e-3 * abs(jump).max())
    if len(hit) != 4:
        return float("nan")
    weights = jump[hit] / jump[hit].sum()  # nodes of the patch in the order (0,0), (0,1), (1,0), (1,1)
    return float(abs(weights[0] * weights[3] - weights[1] * weights[2]))


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw energies and the number of closed contacts while the dice come to rest."""
    import matplotlib.pyplot as plt

    figure, (above, below) = plt.subplots(2, sharex=True)
    energy = result.energy
    for name, values in (("kinetic", energy.kinetic), ("lost", -(energy.impacts + energy.friction))):
        above.plot(result.time, values, label=name)
    above.set(ylabel="energy [J]")
    above.legend()
    below.plot(result.time, result.contacts.closed, lw=0.7)
    below.set(xlabel="time [s]", ylabel="closed contacts")
    return figure
