"""Codes and columns that parts of the package share, each declared once.

A column of the certificate is one line of `Errors`: name, text, unit, limit, and how the verdict judges it. Results,
files, verdict, tables and pictures read that line, and the kernel that fills the column writes to
``certificate[ERROR.name]``. So it is with the columns of the ledger (`Energies`, `ENERGY`), of contacts (`CONTACT`,
`TOUCH`) and of momenta.
"""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Iterable
from typing import Any, NamedTuple

from stickslip._arrays import Floats


def _numbers(names: Iterable[str]) -> Any:
    """Return the numbers of columns by name, as fields that compiled code reads as constants."""
    found = tuple(names)
    return namedtuple("Numbers", found)(*range(len(found)))


# Kinds of nodes (``mechanics.bodies``)
FRAME, PLANAR, GENERAL, POINT, PLANAR_POINT = range(5)

# Classes of forces: rows of h
ELASTIC, DAMPER, LOAD, GYROSCOPIC = range(4)

# Tasks of batches, and what mass the nodes of a batch do not hold (``mechanics.batches``)
FORCE, TANGENT, MASS, PRODUCT, EVALUATE, INERTIA, STEP_FORCE, STEP_TANGENT, STRAIN = range(9)
IN_NODES, CONSTANT, CHANGING = range(3)

# Tasks of the step loops. START checks the initial state (its errors are written to work.certificate[:2]),
# START_PROJECTED makes it consistent first, START_MIXED (of ``mixed_advance``) finds closed contacts and accelerations.
# GIVEN completes a step whose contact impulses Python wrote to work.groups.r. PLACE sets work.poses. LINEARISE leaves
# forces (work.dynamics.h), rows (work.rows) and the matrix of the step (work.dynamics.values).
STEP, GIVEN, START, START_PROJECTED, START_MIXED, PLACE, LINEARISE = range(7)

# Why a step loop came back
DONE, GROW_DETECTION, GROW_GROUPS, ESCALATE, NOT_FINITE, BUFFER_FULL, PASS_NODE, NOT_SETTLED = range(8)
FUNCTION_FAILED, FAR, CONTRADICTION, LOST_ELEMENT = range(8, 12)

# Entries of State.counter
STEPS, SINCE_RECORD, RETRIES = range(3)

# Laws on joint coordinates
LOWER_STOP, UPPER_STOP, DRY_FRICTION, ONE_WAY = range(4)

# Entries of State.ledger: accumulated work [J]
ELASTIC_WORK, DAMPER_WORK, LOAD_WORK, GYROSCOPIC_WORK, DRIVE_WORK, JOINT_WORK, IMPACT_WORK, FRICTION_WORK = range(8)
IMPLICIT_WORK, START_ENERGY, START_POTENTIAL, MASS_WORK = 8, 9, 10, 11
# Sparse schemes: powers of dampers, loads, drives at the end of the last step [W]; BALANCED = 1: the rest is theirs.
# Mixed time stepping: BALANCED = 2, MASS_WORK is the work of inertia.
LAST_DAMPER, LAST_LOAD, LAST_DRIVE, BALANCED = 12, 13, 14, 15
# Impulses of outer forces since the start: force (3) [N s], moment about the origin (3) [N m s]
OUTER_IMPULSE = 16
PROJECTION_WORK = 22
N_LEDGER = 23
# Mixed time stepping, at a point of the quadrature: forces (friction is that of compliant contacts, which dampers have,
# too; the rest are those that do no work of their own) and powers [W] (of P_SLIDING likewise), outer force and moment
F_DAMPER, F_LOAD, F_REST, F_INERTIA, F_FRICTION, F_GYROSCOPIC, N_FORCES = range(7)
P_DAMPER, P_LOAD, P_DRIVE, P_IMPACT, P_FRICTION, P_SLIDING, P_REST, P_OUTER = range(8)
N_POWERS = P_OUTER + 6

# Status of a contact in a record
OPEN, STICK, SLIP, FRICTIONLESS, COMPLIANT = range(5)
STATUS = ("open", "stick", "slip", "closed without friction", "compliant")

# Columns of contacts: one row per contact point and instant. P: impulses of the step [N s], gamma: relative velocity
# after the step [m/s], (x, y, z): contact point, n: normal from a into b, t1: first tangent (the second is n x t1).
CONTACT = (
    *("a", "b", "feature", "gap", "P_N", "P_T1", "P_T2", "gamma_N", "gamma_T1", "gamma_T2", "status"),
    *("x", "y", "z", "n_x", "n_y", "n_z", "t1_x", "t1_y", "t1_z"),
)
TOUCH = _numbers(CONTACT)

# Momenta of all bodies about the origin [N s, N m s], and the impulses of outer forces since the start.
MOMENTUM = (
    *("linear_x", "linear_y", "linear_z", "angular_x", "angular_y", "angular_z"),
    *("impulse_x", "impulse_y", "impulse_z", "moment_x", "moment_y", "moment_z"),
)


# When the verdict speaks of a column of the certificate: above its limit, above zero, if there is friction, or joints
EXCEEDED, POSITIVE, RUBBING, JOINED, NEVER = "exceeded", "positive", "rubbing", "joined", "never"


class Column(NamedTuple):
    """What a column of the ledger or of the certificate says, and how the verdict judges it."""

    text: str  # in tables
    unit: str = ""
    about: str = "contacts"  # its place in the verdict: contacts, joints, lines, steps
    limit: float = math.inf  # more is not proven
    when: str = NEVER
    sentence: str = ""  # of the verdict
    advice: str = ""  # what helps where the limit is exceeded
    counted: bool = False  # a number of things
    instantaneous: bool = False  # not a sum since the start


def _column(*args: Any, **kwargs: Any) -> Any:
    return Column(*args, **kwargs)


class Energies:
    """Columns of the energy ledger [J] with their texts in tables.

    Kinetic, potential and rates are instantaneous, the rest is work since the start (losses negative): change of
    (kinetic + potential + rates) = sum of the others. Rates: kinetic energy of natural coordinates beside that of the
    recorded velocities, with EnergyMomentum only.
    """

    kinetic: Floats = _column("kinetic", instantaneous=True)
    potential: Floats = _column("potential", instantaneous=True)
    loads: Floats = _column("loads")
    drives: Floats = _column("drives")
    impacts: Floats = _column("impacts")
    friction: Floats = _column("friction")
    dampers: Floats = _column("dampers")
    integrator: Floats = _column("integrator's own")
    remainder: Floats = _column("unexplained remainder")
    projection: Floats = _column("correction of positions")
    rates: Floats = _column("rates", instantaneous=True)


LEDGER = tuple(Energies.__annotations__)
INSTANTANEOUS = tuple(name for name in LEDGER if vars(Energies)[name].instantaneous)
WORKS: dict[str, str] = {name: vars(Energies)[name].text for name in LEDGER if name not in INSTANTANEOUS}
ENERGY = _numbers(LEDGER)


class Errors:
    """Columns of the certificate: largest values over the steps since the last recorded instant.

    A sentence may hold {percent}, {small}, {metres}, {value}, {unit} and {at}, the time; an advice {closer} and
    {stabilise}, what this run has not done yet.
    """

    residual: float = _column("residual of the contact laws", "relative", limit=1e-10)
    cone: float = _column(
        "friction above its bound", "relative", "contacts", 1e-8, RUBBING, "friction cone respected to {small}"
    )
    slip: float = _column(
        "friction not against slip", "sine", "contacts", 1e-3, RUBBING, "friction opposes sliding to {small} rad"
    )
    penetration: float = _column(
        "penetration", "m", when=POSITIVE, sentence="largest penetration {metres}, at t = {at:g} s"
    )
    position_drift: float = _column(
        "drift of the constraints", "m, rad", "joints", 1e-3, JOINED,
        "joints hold to {small}{unit}", "{closer} holds them closer",
    )  # fmt: skip
    velocity_drift: float = _column("drift of the constraint rates", "m/s, rad/s", "joints")
    iterations: float = _column("iterations of the contact solver", counted=True)
    closed: float = _column("closed contacts", counted=True)
    substeps: float = _column(
        "smaller steps after a retry", "", "steps", when=POSITIVE, counted=True,
        sentence="steps that were hard to solve, or in which bodies would have passed through each other, were "
        "divided, into at most {value:g} parts",
    )  # fmt: skip
    compression: float = _column(
        "compression of compliant contacts", "m", when=POSITIVE,
        sentence="compliant contacts were compressed by up to {metres}, at t = {at:g} s",
    )  # fmt: skip
    open_gap: float = _column(  # of the smaller half extent, under load
        "load across a gap", "relative", "contacts", 1e-3, EXCEEDED,
        "bodies pressed across gaps of {percent} of their size", "a smaller dt helps",
    )  # fmt: skip
    depth: float = _column(  # of the smaller half extent, where bodies come together within a step
        "penetration over thickness", "relative", "contacts", 0.1, EXCEEDED,
        "bodies came inside each other by {percent} of the smaller one before they met",
        "a smaller dt finds them earlier",
    )  # fmt: skip
    sunk: float = _column(  # likewise, where it stays: lever arms are wrong by as much; stops: of joints, rad
        "depth that lasts", "relative", "contacts", 1e-3, EXCEEDED,
        "bodies stayed inside each other, or past a stop of a joint, by {percent} of their size",
        "{stabilise}",
    )  # fmt: skip
    joint_rate: float = _column(  # of joints on the level of velocities, relative to the speeds of their bodies
        "drift of rates over speeds", "relative", "joints", 1e-4, EXCEEDED,
        "joints open at {small} of the speed of their bodies",
        "joints contradict each other, or dt is too large for redundant ones",
    )  # fmt: skip
    turn: float = _column(  # between neighbouring nodes of a line, over 20 degrees (quadratic elements: 40)
        "turn within lines over safe one", "relative", "lines", 1.5, EXCEEDED,
        "nodes of a line turn against each other by {value:.1f} times what its elements can follow",
        "more elements or order=2 help",
    )  # fmt: skip
    overlap: float = _column(  # of the thickness: what springs let deeper may come out on the other side
        "compression over thickness", "relative", "contacts", 0.5, EXCEEDED,
        "compliant contacts were compressed by {percent} of the thickness of their bodies",
        "stiffer springs, or thicker contours: what is deeper may come out on the other side",
    )  # fmt: skip
    moved: float = _column(  # of what velocities, gaps that are closed and a small part of a thickness allow in a step
        "way beside velocities", "relative", "contacts", 1.0, EXCEEDED,
        "bodies in contact were moved {value:.2g} times as far as their velocities allow",
        "gaps were closed by moves that friction or inertia would not let happen: a smaller dt helps",
    )  # fmt: skip
    joint_gap: float = _column(  # of the length of a joint
        "drift over length of joints", "relative", "joints", 1e-3, EXCEEDED,
        "points of joints are apart by {percent} of the size of their bodies", "{closer} holds them closer",
    )  # fmt: skip
    mean_rate: float = _column(  # like joint_rate, of a scheme that meets joints in the mean of a step only
        "rates of joints at ends of steps", "relative", "joints", 1e-2, POSITIVE,
        "velocities meet the joints to {small} of the speed of their bodies",
        "a smaller dt turns bodies less in a step",
    )  # fmt: skip


CERTIFICATE = tuple(Errors.__annotations__)
ENTRIES: dict[str, Column] = {name: vars(Errors)[name] for name in CERTIFICATE}
ERROR = _numbers(CERTIFICATE)
