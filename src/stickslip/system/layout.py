"""System (frozen arrays of one model), State (what a step changes) and Work (scratch), all passed to compiled code."""

from __future__ import annotations

from typing import NamedTuple

from stickslip._arrays import Floats, Ints
from stickslip.bonds.kernel import Bonds, Observers
from stickslip.contact.solver.islands import Islands
from stickslip.contact.solver.problem import Work as SolverWork
from stickslip.contact.tables import Contacts, Contours, Pairs, Placed
from stickslip.floating.stations import Stations
from stickslip.forces.kernel import Forces, ForceWork
from stickslip.joints.guides import Guides
from stickslip.joints.relative import Relative
from stickslip.joints.rows import JointRows, Joints, RowTable
from stickslip.linalg.block_pattern import BlockPattern
from stickslip.lines.elements import Elements, LinePoints
from stickslip.mechanics.batches import Batches
from stickslip.mechanics.bodies import Bodies, Nodes, Points, Poses
from stickslip.mechanics.functions import Functions


class LawTable(NamedTuple):
    """Contact laws, one row per Contact declaration."""

    mu: Floats  # (nl,)
    e_N: Floats  # (nl,)
    e_T: Floats  # (nl,)
    compliant: Ints  # (nl,) 1: springs instead of the set-valued law
    stiffness: Floats  # (nl,)
    damping: Floats  # (nl,)
    v_ref: Floats  # (nl,)
    address: Ints  # (nl, 3) compiled code of a user's compliant law, of mu(slip speed), of e_N(approach speed), 0: none


class Limits(NamedTuple):
    """Set-valued laws on joint coordinates: stops, dry friction, one-way clutches."""

    joint: Ints  # (nlim,)
    kind: Ints  # (nlim,)
    value: Floats  # (nlim,) stop position, or friction bound
    e_N: Floats  # (nlim,) restitution of stops


class MatrixMap(NamedTuple):
    """Where blocks go in the flat values of the matrix [[A, -G^T], [G, 0]]."""

    coupled: Ints  # (1,) 1: joints or implicit forces couple nodes; 0: block diagonal
    component: Ints  # (nn,) lowest of the nodes that the matrix couples to each node, which may be the node itself
    free: Ints  # (nn,) 1: the matrix couples the node to nothing; its inverse block suffices
    staged: Ints  # (1,) 1: a scheme needs the rows of two stages at once; 2: their matrices too
    node: Ints  # (nn,) diagonal blocks
    joint_row: Ints  # (nj, sides) blocks (joint, node), -1: none
    joint_column: Ints  # (nj, sides) blocks (node, joint), -1: none, or the joint does not act on the node
    massive: Ints  # (1,) 1: some batches have a mass that is not in the nodes
    element: Ints  # (ne, 2, 2) blocks (node of side i, node of side j) of forces


class System(NamedTuple):
    """Everything about a model that does not change in time."""

    nodes: Nodes
    bodies: Bodies
    points: Points
    functions: Functions
    joints: Joints
    table: RowTable
    guides: Guides
    relative: Relative
    stations: Stations
    bonds: Bonds
    observers: Observers
    forces: Forces
    batches: Batches  # flexible bodies, and pressures that follow them
    elements: Elements
    line_points: LinePoints
    limits: Limits
    contours: Contours
    laws: LawTable
    law_of_groups: Ints  # (ng, ng)
    matrix: MatrixMap
    pattern: BlockPattern
    double: BlockPattern  # the same graph with two unknowns for each one, for schemes of two stages
    rigid: Ints  # (nn,) 1: the node takes part in rigid motions; 0: elastic or inner coordinates
    outer: Ints  # (nj,) 1: the joint ends at the ground or at a prescribed body, or acts without a reaction


class Warm(NamedTuple):
    """Impulses of the last step by identity of the contact, sorted as the contacts were."""

    count: Ints  # type: ignore[assignment]  # (1,), hides tuple.count
    a: Ints  # (capacity,)
    b: Ints  # (capacity,)
    feature: Ints  # (capacity,)
    r: Floats  # (capacity, 4) normal impulse, and that of friction in world components: tangents may jump


class State(NamedTuple):
    """What a step changes; copying these arrays copies the state."""

    t: Floats  # (1,)
    q: Floats  # (nq,)
    u: Floats  # (nu,)
    q_rate: Floats  # (nq,) rates of natural coordinates, used by energy-momentum only
    a: Floats  # (2, nu) acceleration and auxiliary acceleration, used by mixed time stepping only
    forces: Floats  # (6, nu) forces at the start of a step (F_DAMPER ...), used by mixed time stepping only
    powers: Floats  # (13,) powers there (P_DAMPER ...), used by mixed time stepping only
    rate: Floats  # (5,) of Newton's method in two stages: rates of convergence, first changes; and their step size
    coordinate: Floats  # (nj,) joint angles and travels
    impulse: Floats  # (nr,) bilateral multipliers of the last step, times dt
    limit_r: Floats  # (nlim,)
    warm: Warm
    ledger: Floats  # (len(WORK),) accumulated works
    creep: Floats  # (nu,) travel of nodes in contact besides velocities since the start, rotations times radii [m]
    idle: Ints  # (nn,) steps for which a node has had a contact that stays inside something without load
    counter: Ints  # (4,) steps done, steps since the last record, retries, steps with redundant constraints


class Geometry(NamedTuple):
    """Contact detection: where contours are, which pairs are near, which points they have."""

    placed: Placed
    pairs: Pairs
    contacts: Contacts
    order: Ints  # (nc,)
    travelled: Floats  # (1,) upper bound of the distance travelled since the last broad phase
    point: Floats  # (np, 3) places of the interaction points, then of material points on lines
    point_rate: Floats  # (np, 3) their velocities
    line_J: Floats  # (2, 3, 18) derivatives of (x, y, phi) of two material points by the motion of the nodes, scratch
    sweep: Floats  # (5,) travel of contours in a step: see ``contact.detection``
    pressed: Floats  # (3,) compliant contacts at the last evaluation of forces: number, depth [m], depth over thickness
    size: Floats  # (3,) skin, margin, gap tolerance as a part of lengths
    scale: Floats  # (nc,) length of each contour: a gap that is a small part of it is none
    thick: Floats  # (nc,) smallest half extent of each contour: what a depth is compared with
    joint_scale: Floats  # (nj,) length of each joint
    carrier: Ints  # (nb,) bodies with contours, without the ground
    reach: Floats  # (nb,) farthest place on the contours of each from its origin; to theirs, if they have no bounds
    keep: Ints  # (1,) which contacts of the last step are closed whatever their gaps (see ``contact_rows``)
    near: Pairs  # pairs of the closed contacts
    end: Contacts  # their contact points at the end of a step


class Groups(NamedTuple):
    """The local contact problem of one step: groups of rows with their directions H."""

    # (5,) groups, rows, slots, data, largest extent of one group in slot_data
    count: Ints  # type: ignore[assignment]
    contact: Ints  # (ng,) contact index, or -1 - limit index
    size: Ints  # (ng,)
    kind: Ints  # (ng,)
    row: Ints  # (ng,)
    bound: Floats  # (ng,)
    slot_ptr: Ints  # (ng + 1,)
    slot_node: Ints  # (ns,)
    slot_off: Ints  # (ns,)
    slot_data: Floats  # flat
    b: Floats  # (m,)
    w: Floats  # (m,) what prescribed motion adds to the velocities at the end of the step
    w_before: Floats  # (m,) the same at its start
    before: Floats  # (m,) velocities at the start of the step
    after: Floats  # (m,) velocities at its end
    r: Floats  # (m,)
    loaded: Ints  # (ng,) 1: carried load in the last step
    answered: Ints  # (ng,) 1: Work.X holds the answers of the matrix to unit impulses in the group's rows


class Shift(NamedTuple):
    """The contact problem of a move that closes gaps: one row per group, its normal."""

    rows: Groups  # slots and numbers of rows are those of the step's groups
    gap: Floats  # (n,) to be closed
    speed: Floats  # (n,) with which the contact opens by itself
    pull: Floats  # (n,) with which a contact that carried load, or was pushed before, may be held, at most
    push: Floats  # (n,) by which the moves of this correction have pushed so far, where they are kept
    pushed: Floats  # (n,) the same for the contacts that are kept in ``Work.lifted``
    todo: Ints  # (nn,) 1: the node still has to be moved; nodes that are connected move together
    still: Ints  # (nn,) what is known to be closed among what is connected with this root (see ``still``)
    placed: Ints  # (1,) 1: poses, points and coordinates are those of the end of the step
    error: Floats  # (nn,) largest gap to be closed among what is connected with this root, relative to its length
    work: Floats  # (1,) change of the potential by moves of this step [J]
    late: Floats  # (2,) depth and speed of the new contact that closed first in a mixed step, before any move
    way: Floats  # (nn,) largest gap to be closed in this step among what is connected with the node [m]
    thick: Floats  # (nn,) smallest thickness of the contours by which a node is in contact [m], infinite without
    q: Floats  # (nq,) configuration at the start of the step
    u: Floats  # (nu,) velocities


class Dynamics(NamedTuple):
    """Forces, matrix and right-hand sides of one step, with units and what computes them."""

    # Where everything is evaluated (``prepare``, stages of mixed schemes, ``set_poses`` of the ends of a step)
    q: Floats  # (nq,) configuration [m, rad]
    # velocities of the evaluation, or those that move q (``prepare``, ``finish``) [m/s, rad/s]; in iterations of mixed
    # schemes their change, at the end of a stage its acceleration
    mean: Floats  # (nu,)
    # Forces (``set_forces``) [N, N m]
    h: Floats  # (4, nu) per class: elastic + weight, damper, load, gyroscopic
    h_total: Floats  # (nu,) all of them, less C_SHIFT K u of implicit terms; products with the mass of batches
    friction: Floats  # (nu,) the part of h[DAMPER] that is friction of compliant contacts; empty if there are none
    power: Floats  # (4,) [W] of elastic forces, dampers, loads and of that friction on prescribed bodies
    w_before: (
        Floats  # (nr,) [m/s, rad/s] what prescribed motion adds to joint rows at the start of the step (``prepare``)
    )
    # Matrix (``_set_matrix``, ``linearise``) [kg, kg m^2]
    A_inv: Floats  # flat inverse node blocks (uncoupled systems)
    values: Floats  # flat matrix values, factored
    original: Floats  # flat matrix values before the factorisation
    pivots: Ints
    lu_work: Floats
    singular: Ints  # (2,) not 0: rows of joints follow from others (see ``matrix.factorise``); joint that contradicts
    redundant: Ints  # (nu + nr,) how many of a block of rows, at the place of its first one
    # Unknowns: velocities [m/s, rad/s], then impulses of joints [N s, N m s]
    rhs: Floats  # (nu + nr,) right-hand side of the solve that follows; scratch of a single function otherwise
    u_free: (
        Floats  # (nu + nr,) motion without contact (``prepare``); after the step impulses of outer forces (``account``)
    )
    solution: Floats  # (nu + nr,) motion with contact (``finish``, stages)
    momentum: Floats  # (nu,) [N s, N m s] what is counted: M u, M du, or impulses whose total is needed (``books``)
    # Mixed time stepping
    stage: Floats  # (8, nu) vectors of a stage
    forces: Floats  # (3, 6, nu) forces F_DAMPER ... at the quadrature points of a step: start, (half,) end
    powers: Floats  # (3, 13) powers P_DAMPER ... there
    rate: Floats  # (5,) State.rate during a step
    lost: Ints  # (1,) 1 + element of a line that is bent too far (see ``lines.turns``)


class Double(NamedTuple):
    """Two stages of a step at once: n groups, m rows and N unknowns of both."""

    values: Floats  # flat matrix of both stages
    pivots: Ints
    lu_work: Floats
    part: Floats  # (2, values of one stage) blocks of a stage by its own and by the other velocities
    rhs: Floats  # (N,)
    x: Floats  # (N,)
    last: Floats  # (N,) x of the iteration before
    H: Floats  # (m, N) directions of the contact rows
    X: Floats  # (m, N) answers to them
    G: Floats  # rows of the joints at the start of a stage
    b: Floats  # (m,)
    r: Floats  # (m,)
    w: Floats  # (m,)
    size: Ints  # (n,)
    kind: Ints  # (n,)
    row: Ints  # (n,)
    bound: Floats  # (n,)
    identity: Ints  # (n, 3)
    tangent: Floats  # (n, 3) first tangents of contacts
    kept: Ints  # (2,) groups and rows of the last evaluation
    solver: SolverWork


class Work(NamedTuple):
    """Scratch of the time steppers."""

    poses: Poses
    rows: JointRows
    force: ForceWork
    station: Floats  # (ns, 3) how far stations of floating bodies are from their places
    control: Floats  # what batches are asked and answer, and their scratch
    memory: Floats  # what batches keep
    geometry: Geometry
    groups: Groups
    shift: Shift
    dynamics: Dynamics
    solver: SolverWork
    islands: Islands
    root: Ints  # (nn,) the first of all nodes that are connected with each node (see ``components``)
    touched: Ints  # (nn,) 1: the node is connected with a closed contact
    mass: Floats  # (nn,) what impulses move at each node: its own mass, or its share of those of elements
    certificate: Floats  # (len(CERTIFICATE),) maxima since the last record
    lifted: Warm  # contacts that were closed before the configuration of an impact was corrected
    lifted_limit: Floats  # (nlim,) the same for limits, as in State.limit_r; < 0: an open stop
    X: Floats  # (m, nu + nr) response of the coupled system to unit contact impulses
    double: Double
