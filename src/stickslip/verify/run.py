"""All checks of one result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from stickslip.contact.laws import Contact
from stickslip.verify.efforts import check_efforts
from stickslip.verify.energy import check_energy
from stickslip.verify.flexible import check_flexible
from stickslip.verify.functions import NotCovered
from stickslip.verify.gaps import Shapes, check_gaps
from stickslip.verify.joints import check_joints, held_joints, ways_of_drives, ways_of_stops
from stickslip.verify.laws import KEEPS_ENERGY, ONE_IMPULSE, check_laws, ways_of_impacts
from stickslip.verify.momentum import check_momentum
from stickslip.verify.poses import Poses, covered, poses, seen
from stickslip.verify.record import Record
from stickslip.verify.report import Check, Verification
from stickslip.verify.shapes import shapes_of
from stickslip.verify.states import check_states
from stickslip.verify.statics import check_statics

if TYPE_CHECKING:
    from stickslip.results.result import Result


def verify(result: Result) -> Verification:
    """Compute again, from the model and the recorded states alone, what can be said of a result."""
    name = str(result.header.get("model_name", "model"))
    if len(result) == 0:
        return Verification(name, [Check("something was recorded", 1.0, 0.0)], [])
    if result.model is None:
        reason = "everything: the model has Python functions, which a file cannot keep"
        return Verification(name, [], [reason])
    record, unchecked = Record(result.store, result.model), set[str]()
    for body in result.model.bodies:
        if not seen(body):
            unchecked.add(f"bodies of the kind {type(body).__name__}")
        elif not covered(body):
            unchecked.add(f"energy, and sliding at surfaces, of bodies of the kind {type(body).__name__}")
    unchecked |= _never(record)
    with np.errstate(all="ignore"):
        checks = _checks(record, unchecked)
    return Verification(name, checks, sorted(unchecked))


def _never(record: Record) -> set[str]:
    """Return what is not looked at in any run, or in none like this one, in words."""
    out = {
        "numbers of the certificate",
        "the ledger's split into loads, drives, impacts, friction and dampers",
    }
    if record.header["joints"]:
        out.add("recorded reactions and drifts of joints")
    if record.scheme not in (*ONE_IMPULSE, "static"):
        out.add("single forces and impulses of contacts: the scheme records their sums, laws are held to 5 %")
        if record.scheme != KEEPS_ENERGY:
            out.add("sliding and rebound at contacts of bodies that others hit in the same step")
    whole, steps = len(record.steps), max(len(record.time) - 1, 0)
    if 0 < whole < steps:
        out.add(f"laws and momentum in {steps - whole} of {steps} steps, which were divided")
    return out


def _checks(record: Record, unchecked: set[str]) -> list[Check]:
    try:
        here = poses(record, record.q, record.u, record.clock)
    except NotCovered as reason:
        unchecked.add(str(reason))
        return []
    shapes = _shapes(record, here, unchecked)
    joints = held_joints(record, unchecked)
    if record.scheme == "static":
        none = np.zeros(max(len(record.time) - 1, 0))
        checks = check_states(record, here, shapes, none) + check_joints(record, here, shapes, joints, none, unchecked)
        if record.header["integrator"].get("contacts") != "ignored":
            checks += check_gaps(record, here, shapes, unchecked)
        return checks + check_statics(record, here, shapes, joints, unchecked)
    ways = np.maximum(ways_of_impacts(record, here), ways_of_stops(record, here, joints))
    ways = np.maximum(ways, ways_of_drives(record, here, joints))
    checks = check_states(record, here, shapes, ways)
    checks += check_gaps(record, here, shapes, unchecked)
    checks += check_laws(record, here, shapes, ways, unchecked)
    checks += check_joints(record, here, shapes, joints, ways, unchecked)
    checks += check_momentum(record, here, joints, ways, unchecked)
    checks += check_efforts(record, here, shapes, joints, ways, unchecked)
    checks += check_flexible(record, here, unchecked)
    checks += check_energy(record, here, joints, ways, unchecked)
    return checks


def _shapes(record: Record, here: Poses, unchecked: set[str]) -> Shapes:
    """Return the contours named by contacts as point sets, as far as they are covered."""
    found: Shapes = {}
    for law in record.model.of_kind(Contact):
        for contour in (*law.a, *law.b):
            if contour in found or contour.body not in here:
                continue
            try:
                s = record.entries.get(str(contour.body.name), {}).get("s")
                found[contour] = shapes_of(contour, record.dim, None if s is None else np.array(s))
            except NotCovered as reason:
                unchecked.add(str(reason))
    return found
