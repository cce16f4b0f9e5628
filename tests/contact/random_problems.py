"""Random contact problems of all the kinds that are hard: see `random_problem`."""

from __future__ import annotations

import numpy as np
from solver_cases import make_laws

from stickslip.contact.solver import CONE, INTERVAL, BodySpace, ContactProblem

KINDS = ("bodies", "redundant", "ratio", "steep", "infeasible", "painleve", "unsymmetric", "loose")


def random_problem(seed: int) -> tuple[str, ContactProblem, np.ndarray]:
    """Return kind, problem and dense W of one of the kinds, in turn, in random units of mass and time.

    bodies: points and rigid bodies that touch at random places, released with random velocities
    redundant: many contacts per pair, some of them twice, levers in one plane
    ratio: masses from 1e-4 to 1e4
    steep: friction up to 10
    infeasible: walls that close on a body from two sides
    painleve: rods that slide with much friction on tips far from their centres
    unsymmetric: W of an implicit scheme
    loose: contacts without load, at rest, or with almost none
    """
    rng = np.random.default_rng([13, seed])
    kind = KINDS[seed % len(KINDS)]
    if kind == "painleve":
        laws, body, H, minv = _rods(rng)
    else:
        laws, body, H, minv = _bodies(rng, kind)
    b = H @ (minv**0.5 * rng.standard_normal(H.shape[1])) * (rng.random() < 0.7)
    b = b + H @ np.tile([0.0, 0.0, -1.0, 0.0, 0.0, 0.0], H.shape[1] // 6)
    if kind == "infeasible":
        b = b + rng.standard_normal(b.size) * 10.0 ** rng.uniform(-8, 0)
    if kind == "loose":
        b[rng.random(b.size) < 0.6] *= rng.choice([0.0, 1e-12, 1e-6])
    W = H @ (minv[:, None] * H.T)
    mass, speed = 10.0 ** rng.uniform(-12, 12, 2)
    if kind == "unsymmetric":
        skew = rng.standard_normal(W.shape) * np.sqrt(np.outer(W.diagonal(), W.diagonal()))
        W = (W + 0.2 * (skew - skew.T) / np.sqrt(b.size)) / mass
        return kind, ContactProblem(_scaled(laws, mass * speed), b * speed, W=W), W
    body = body._replace(minv=body.minv / mass)
    return kind, ContactProblem(_scaled(laws, mass * speed), b * speed, body=body), W / mass


def _scaled(laws, impulse):
    """Return the laws with bounds of intervals in another unit."""
    return laws._replace(bound=np.where(laws.kind == INTERVAL, laws.bound * impulse, laws.bound))


def _bodies(rng, kind):
    """Rigid bodies in space, each resting on the one before, the first on the ground."""
    n = int(rng.integers(1, 6))
    mass = 10.0 ** (rng.uniform(-4, 4, n) if kind == "ratio" else rng.uniform(-0.5, 0.5, n))
    inertia = mass[:, None] * rng.uniform(0.05, 0.5, (n, 3))
    minv = np.hstack([np.repeat(1.0 / mass[:, None], 3, axis=1), 1.0 / inertia])
    per_pair = int(rng.integers(3, 9)) if kind == "redundant" else int(rng.integers(1, 5))
    size, law, bound, blocks = [], [], [], []
    for k in range(n):
        for _ in range(per_pair):
            cone = rng.random() < 0.85
            size.append(int(rng.choice([1, 2, 3, 3])) if cone else 1)
            law.append(CONE if cone else INTERVAL)
            mu = 10.0 ** rng.uniform(-2, 1) if kind == "steep" else rng.choice([0.0, rng.random()])
            bound.append(mu if cone else rng.choice([np.inf, 0.3 * mass[k]]))
            frame = np.eye(3)[[2, 0, 1]] if rng.random() < 0.7 else _frame(rng)
            lever = np.array([*rng.uniform(-1, 1, 2), -0.5])
            side = {k: np.hstack([frame, np.cross(lever, frame)])[: size[-1]]}
            if k:
                side[k - 1] = -np.hstack([frame, np.cross(lever + np.array([0.0, 0.0, 1.0]), frame)])[: size[-1]]
            blocks.append(side)
            again = {"redundant": 1.0, "infeasible": -1.0}.get(kind, 0.0)
            if again and rng.random() < 0.3:
                size.append(size[-1])
                law.append(law[-1])
                bound.append(bound[-1])
                blocks.append({node: again * block for node, block in side.items()})
    return _assembled(size, law, bound, blocks, minv)


def _rods(rng):
    """Thin rods that slide on one or two of their tips, pushed down, some with more friction than they can bear."""
    n = int(rng.integers(1, 4))
    mass = rng.uniform(0.5, 2.0, n)
    minv = np.hstack([np.repeat(1.0 / mass[:, None], 3, axis=1), np.repeat(3.0 / mass[:, None], 3, axis=1)])
    size, blocks = [], []
    for k in range(n):
        angle = rng.uniform(0.2, 1.4)
        for sign in (1.0, -1.0)[: int(rng.integers(1, 3))]:
            frame = np.eye(3)[[2, 0, 1]]
            lever = sign * np.array([np.cos(angle), 0.0, -np.sin(angle)])
            size.append(int(rng.choice([2, 3])))
            blocks.append({k: np.hstack([frame, np.cross(lever, frame)])[: size[-1]]})
    bound = rng.uniform(0.5, 10.0, len(size))
    return _assembled(size, [CONE] * len(size), bound, blocks, minv)


def _frame(rng):
    return np.linalg.qr(rng.standard_normal((3, 3)))[0]


def _assembled(size, law, bound, blocks, minv):
    """Return laws, body space, H and the diagonal of M^-1 from the blocks of H by groups and nodes."""
    laws, n = make_laws(size, law, bound), len(minv)
    H = np.zeros((sum(size), 6 * n))
    node, data, ptr, off = [], [], [0], []
    for row, count, sides in zip(laws.row, size, blocks):
        for k, block in sides.items():
            H[row : row + count, 6 * k : 6 * k + 6] = block
            node.append(k)
            off.append(sum(x.size for x in data))
            data.append(block.ravel())
        ptr.append(len(node))
    inverse = np.concatenate([np.diag(line).ravel() for line in minv])
    first = np.arange(n + 1, dtype=np.int64)
    integers = (np.array(x, np.int64) for x in (ptr, node, off))
    body = BodySpace(6 * first, 36 * first[:-1], inverse, *integers, np.concatenate(data))
    return laws, body, H, minv.ravel()
