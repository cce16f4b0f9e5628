"""Allocation of State, Work and their growth."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stickslip._arrays import Floats
from stickslip.codes import CERTIFICATE, N_FORCES, N_LEDGER, N_POWERS
from stickslip.contact.solver.islands import new_islands
from stickslip.contact.solver.problem import new_work as new_solver_work
from stickslip.contact.sweep import thinnest
from stickslip.contact.tables import Contours, new_contacts, new_pairs, new_placed
from stickslip.floating.stations import N_ERROR
from stickslip.forces.kernel import ForceWork
from stickslip.joints.rows import JointRows
from stickslip.linalg.block_pattern import allocate
from stickslip.lines.elements import SOURCE_SIZE, TARGET_SIZE
from stickslip.mechanics.batches import new_control
from stickslip.mechanics.bodies import coordinate_count, new_poses
from stickslip.system.layout import Double, Dynamics, Geometry, Groups, Shift, State, System, Warm, Work


class Sizes(NamedTuple):
    """Lengths of the detection of contacts."""

    skin: float  # pairs nearer than this are candidates
    margin: float  # contact points with larger gaps are left out
    gap_tolerance: float  # part of a length up to which a gap counts as none
    keep: int  # which contacts of the last step are closed whatever their gaps (see ``contact_rows``)
    scale: Floats  # (nc,) length of each contour
    thick: Floats  # (nc,) smallest half extent of each contour
    joint_scale: Floats  # (nj,) length of each joint


def new_state(system: System, q: Floats, u: Floats, coordinate: Floats, capacity: int = 16) -> State:
    """Return a state at time 0 with the given coordinates, velocities and joint coordinates (copied)."""
    return State(
        t=np.zeros(1),
        q=q.copy(),
        u=u.copy(),
        q_rate=np.zeros(len(q)),
        a=np.zeros((2, len(u))),
        forces=np.zeros((N_FORCES, len(u))),
        powers=np.zeros(N_POWERS),
        rate=np.array([1.0, 1.0, 0.0, 0.0, 0.0]),
        coordinate=coordinate.copy(),
        impulse=np.zeros(len(system.table.kind)),
        limit_r=np.zeros(len(system.limits.joint)),
        warm=new_warm(capacity),
        ledger=np.zeros(N_LEDGER),
        creep=np.zeros(len(u)),
        idle=np.zeros(len(system.nodes.nu), dtype=np.int64),
        counter=np.zeros(4, dtype=np.int64),
    )


def new_warm(capacity: int) -> Warm:
    """Return an empty memory of contact impulses."""
    return Warm(
        count=np.zeros(1, dtype=np.int64),
        a=np.zeros(capacity, dtype=np.int64),
        b=np.zeros(capacity, dtype=np.int64),
        feature=np.zeros(capacity, dtype=np.int64),
        r=np.zeros((capacity, 4)),
    )


def copy_state(state: State) -> State:
    """Return an independent copy."""
    arrays = {name: value.copy() for name, value in state._asdict().items() if name != "warm"}
    warm = {name: value.copy() for name, value in state.warm._asdict().items()}
    return State(**arrays, warm=Warm(**warm))


def restore_state(state: State, saved: State) -> None:
    """Write the arrays of ``saved`` back (capacities may have grown since)."""
    for name, value in saved._asdict().items():
        if name != "warm":
            getattr(state, name)[:] = value
    count = int(saved.warm.count[0])
    state.warm.count[0] = count
    for name in ("a", "b", "feature", "r"):
        getattr(state.warm, name)[:count] = getattr(saved.warm, name)[:count]


def grown_state(state: State, capacity: int) -> State:
    """Return the state with room for ``capacity`` warm-start entries; all other arrays are shared."""
    warm, count = new_warm(capacity), int(state.warm.count[0])
    warm.count[0] = count
    for name in ("a", "b", "feature", "r"):
        getattr(warm, name)[:count] = getattr(state.warm, name)[:count]
    return state._replace(warm=warm)


def new_geometry(system: System, pairs: int, contacts: int, sizes: Sizes) -> Geometry:
    """Return empty detection buffers."""
    nc, reach = len(system.contours.kind), _reaches(system.contours)
    return Geometry(
        placed=new_placed(nc),
        pairs=new_pairs(pairs),
        contacts=new_contacts(contacts),
        order=np.arange(nc, dtype=np.int64),
        travelled=np.array([np.inf]),
        point=np.zeros((len(system.points.node) + len(system.line_points.s), 3)),
        point_rate=np.zeros((len(system.points.node) + len(system.line_points.s), 3)),
        line_J=np.zeros((2, 3, 18)),
        sweep=np.array([thinnest(system.contours, system.law_of_groups), 0.0, 0.0, 0.0, 0.0]),
        pressed=np.zeros(3),
        size=np.array([sizes.skin, sizes.margin, sizes.gap_tolerance]),
        scale=sizes.scale,
        thick=sizes.thick,
        joint_scale=sizes.joint_scale,
        carrier=np.array(list(reach), dtype=np.int64),
        reach=np.array(list(reach.values()), dtype=float),
        keep=np.array([sizes.keep], dtype=np.int64),
        near=new_pairs(contacts),
        end=new_contacts(contacts),
    )


def _reaches(contours: Contours) -> dict[int, float]:
    """Return the farthest place on the contours of each body that can move from its origin, by body."""
    arm = np.linalg.norm(contours.r_BC, axis=1)
    reach = np.where(np.isfinite(contours.radius), arm + contours.radius, arm)
    found: dict[int, float] = {}
    for body in (contours.body, contours.end):  # the second node of a segment of a line
        for k in np.flatnonzero((body > 0) & (contours.body >= 0)):
            found[int(body[k])] = max(found.get(int(body[k]), 0.0), float(reach[k]))
    return found


def new_groups(system: System, capacity: int) -> Groups:
    """Return buffers for ``capacity`` groups of rows."""
    widest = int(system.nodes.nu.max())
    several = bool((system.contours.corner >= 0).any() or (system.contours.end >= 0).any())
    slots = (6 if several else 2) * (capacity + 8)
    largest = 3 * ((4 if several else 1) * widest + 6 + widest)
    data = min(largest, 3 * (5 if several else 2) * 6 if widest <= 6 else largest) * (capacity + 8)
    rows = 3 * (capacity + 3)
    return Groups(
        count=np.array([0, 0, 0, 0, largest], dtype=np.int64),
        contact=np.zeros(capacity + 3, dtype=np.int64),
        size=np.zeros(capacity + 3, dtype=np.int64),
        kind=np.zeros(capacity + 3, dtype=np.int64),
        row=np.zeros(capacity + 3, dtype=np.int64),
        bound=np.zeros(capacity + 3),
        slot_ptr=np.zeros(capacity + 4, dtype=np.int64),
        slot_node=np.zeros(slots + 8, dtype=np.int64),
        slot_off=np.zeros(slots + 8, dtype=np.int64),
        slot_data=np.zeros(data + largest),
        b=np.zeros(rows),
        w=np.zeros(rows),
        w_before=np.zeros(rows),
        before=np.zeros(rows),
        after=np.zeros(rows),
        r=np.zeros(rows),
        loaded=np.zeros(capacity + 3, dtype=np.int64),
        answered=np.zeros(capacity + 3, dtype=np.int64),
    )


def new_shift(groups: Groups, nodes: int, nq: int, nu: int) -> Shift:
    """Return buffers for one normal row per group; they share all but laws and numbers."""
    n = len(groups.size)
    rows: dict[str, Any] = {name: np.zeros_like(groups.r) for name in ("b", "w", "w_before", "before", "after", "r")}
    normals = groups._replace(
        count=np.zeros_like(groups.count),
        size=np.ones(n, dtype=np.int64),
        kind=np.zeros(n, dtype=np.int64),
        bound=np.zeros(n),
        **rows,
    )
    flags: dict[str, Any] = {name: np.zeros(nodes, dtype=np.int64) for name in ("todo", "still")}
    contacts: dict[str, Any] = {name: np.zeros(n) for name in ("gap", "speed", "pull", "push", "pushed")}
    return Shift(
        normals, **contacts, **flags, placed=np.zeros(1, dtype=np.int64), error=np.zeros(nodes), work=np.zeros(1),
        late=np.zeros(2), way=np.zeros(nodes),
        thick=np.full(nodes, np.inf), q=np.zeros(nq), u=np.zeros(nu),
    )  # fmt: skip


def new_dynamics(system: System) -> Dynamics:
    """Return the matrix and vectors of a step."""
    nq = int(system.nodes.q_off[-1]) + coordinate_count(system.nodes.kind[-1], system.nodes.nu[-1])
    nu, nr = int(system.nodes.nu.sum()), len(system.table.kind)
    values, pivots, lu_work = allocate(system.pattern)
    return Dynamics(
        q=np.zeros(nq),
        h=np.zeros((4, nu)),
        h_total=np.zeros(nu),
        friction=np.zeros(nu if system.laws.compliant.any() else 0),
        power=np.zeros(4),
        w_before=np.zeros(nr),
        u_free=np.zeros(nu + nr),
        A_inv=np.zeros(len(system.nodes.M)),
        values=values,
        original=values.copy(),
        pivots=pivots,
        lu_work=lu_work,
        rhs=np.zeros(nu + nr),
        solution=np.zeros(nu + nr),
        mean=np.zeros(nu),
        momentum=np.zeros(nu),
        stage=np.zeros((8, nu)),
        forces=np.zeros((3, N_FORCES, nu)),
        powers=np.zeros((3, N_POWERS)),
        rate=np.ones(5),
        singular=np.zeros(2, dtype=np.int64),
        lost=np.zeros(1, dtype=np.int64),
        redundant=np.zeros(nu + nr, dtype=np.int64),
    )


def new_double(system: System, groups: int, rows: int, length: int) -> Double:
    """Return scratch for two stages with given numbers of groups and rows each; empty if no scheme needs it."""
    staged = int(system.matrix.staged[0])
    n, m = (2 * groups, 2 * rows) if staged else (0, 0)
    N = 2 * int(system.pattern.counts[1]) if staged else 0
    values, pivots, lu_work = allocate(system.double)
    if staged < 2:
        values, pivots, lu_work = np.zeros(0), np.zeros(0, dtype=np.int64), np.zeros((0, lu_work.shape[1]))
    ints = {name: np.zeros(n, dtype=np.int64) for name in ("size", "kind", "row")}
    return Double(
        values=values,
        pivots=pivots,
        lu_work=lu_work,
        part=np.zeros((2, int(system.pattern.counts[2]) if staged == 2 else 0)),
        rhs=np.zeros(N),
        x=np.zeros(N),
        last=np.zeros(N),
        H=np.zeros((m, N)),
        X=np.zeros((m, N)),
        G=np.zeros(length if staged else 0),
        b=np.zeros(m),
        r=np.zeros(m),
        w=np.zeros(m),
        **ints,
        bound=np.zeros(n),
        identity=np.zeros((n, 3), dtype=np.int64),
        tangent=np.zeros((n, 3)),
        kept=np.zeros(2, dtype=np.int64),
        solver=new_solver_work(n + 1, m + 3, 3 if staged else 1, 9),
    )


def new_work(system: System, sizes: Sizes, pairs: int = 64, contacts: int = 64, groups: int = 16):
    """Return all scratch arrays for up to the given numbers of pairs, contact points and closed contacts."""
    nr, nu = len(system.table.kind), int(system.nodes.nu.sum())
    length = int((np.diff(system.joints.row)[:, None] * np.where(system.joints.block >= 0, 6, 0)).sum())
    block_end = int(system.joints.block.max()) + 36 * 8 if system.joints.block.size else 0
    local = new_groups(system, groups)
    (poses,), _ = new_poses(system.bodies.r0, system.bodies.A0)
    coupled, dynamics = bool(system.matrix.coupled[0]), new_dynamics(system)
    rows = len(local.b)
    joint_rows = JointRows(np.zeros(max(length, block_end) + 12), np.zeros(nr), np.zeros(nr), np.zeros(nr))
    return Work(
        poses=poses,
        rows=joint_rows,
        force=ForceWork(
            wrench=np.zeros((3, 2, 6)), x=np.zeros((2, 3)), D=np.zeros((2, 3, 3)), F=np.zeros((4, 3)),
            M=np.zeros((4, 3)), user=np.zeros(24), source=np.zeros(SOURCE_SIZE), target=np.zeros(TARGET_SIZE),
        ),
        station=np.zeros((len(system.stations.joint), N_ERROR)),
        control=new_control(system.batches),
        memory=np.zeros(int(system.batches.memory_start[-1])),
        geometry=new_geometry(system, pairs, contacts, sizes),
        groups=local,
        shift=new_shift(local, len(system.nodes.nu), len(dynamics.q), nu),
        dynamics=dynamics,
        solver=new_solver_work(len(local.size), rows, nu, len(local.slot_data)),
        islands=new_islands(len(local.size), rows, len(local.slot_node), system.nodes.nu),
        root=np.zeros(len(system.nodes.nu), dtype=np.int64),
        touched=np.zeros(len(system.nodes.nu), dtype=np.int64),
        mass=np.zeros(len(system.nodes.nu)),
        certificate=np.zeros(len(CERTIFICATE)),
        lifted=new_warm(groups),
        lifted_limit=np.zeros(len(system.limits.joint)),
        X=np.zeros((rows if coupled else 0, nu + nr)),
        double=new_double(system, len(local.size), rows, len(joint_rows.G)),
    )  # fmt: skip
