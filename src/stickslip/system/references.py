"""References to the tuples of a run, made once at the entry of compiled code (see ``stickslip._struct``)."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip._struct import reference
from stickslip.contact.tables import Contacts, Contours, Pairs, Placed
from stickslip.integrators.recorder import Recorder
from stickslip.linalg.block_lu import BlockPattern
from stickslip.mechanics.bodies import Bodies, Nodes, Points, Poses
from stickslip.mechanics.elements import Elements, LinePoints
from stickslip.mechanics.floating import Floating, FloatingWork
from stickslip.mechanics.forces import Forces, ForceWork
from stickslip.mechanics.functions import Functions
from stickslip.mechanics.guides import Guides
from stickslip.mechanics.joints import JointRows, Joints, RowTable
from stickslip.mechanics.relative import Relative
from stickslip.mechanics.stations import Stations
from stickslip.system.layout import (
    Double,
    Dynamics,
    Geometry,
    Groups,
    LawTable,
    Limits,
    MatrixMap,
    State,
    System,
    Warm,
    Work,
)

NodesRef = reference("NodesRef", __name__, Nodes._fields)
BodiesRef = reference("BodiesRef", __name__, Bodies._fields)
PointsRef = reference("PointsRef", __name__, Points._fields)
PosesRef = reference("PosesRef", __name__, Poses._fields)
FunctionsRef = reference("FunctionsRef", __name__, Functions._fields)
JointsRef = reference("JointsRef", __name__, Joints._fields)
RowTableRef = reference("RowTableRef", __name__, RowTable._fields)
GuidesRef = reference("GuidesRef", __name__, Guides._fields)
RelativeRef = reference("RelativeRef", __name__, Relative._fields)
FloatingRef = reference("FloatingRef", __name__, Floating._fields)
FloatingWorkRef = reference("FloatingWorkRef", __name__, FloatingWork._fields)
StationsRef = reference("StationsRef", __name__, Stations._fields)
JointRowsRef = reference("JointRowsRef", __name__, JointRows._fields)
ElementsRef = reference("ElementsRef", __name__, Elements._fields)
LinePointsRef = reference("LinePointsRef", __name__, LinePoints._fields)
ForcesRef = reference("ForcesRef", __name__, Forces._fields)
ForceWorkRef = reference("ForceWorkRef", __name__, ForceWork._fields)
LimitsRef = reference("LimitsRef", __name__, Limits._fields)
ContoursRef = reference("ContoursRef", __name__, Contours._fields)
PlacedRef = reference("PlacedRef", __name__, Placed._fields)
PairsRef = reference("PairsRef", __name__, Pairs._fields)
ContactsRef = reference("ContactsRef", __name__, Contacts._fields)
LawTableRef = reference("LawTableRef", __name__, LawTable._fields)
MatrixMapRef = reference("MatrixMapRef", __name__, MatrixMap._fields)
BlockPatternRef = reference("BlockPatternRef", __name__, BlockPattern._fields)
GeometryRef = reference("GeometryRef", __name__, Geometry._fields)
GroupsRef = reference("GroupsRef", __name__, Groups._fields)
DoubleRef = reference("DoubleRef", __name__, Double._fields)
DynamicsRef = reference("DynamicsRef", __name__, Dynamics._fields)
WarmRef = reference("WarmRef", __name__, Warm._fields)
RecorderRef = reference("RecorderRef", __name__, Recorder._fields)
SystemRef = reference("SystemRef", __name__, System._fields)
StateRef = reference("StateRef", __name__, State._fields)
WorkRef = reference("WorkRef", __name__, Work._fields)
for _name in [name for name in globals() if name.endswith("Ref")]:  # the cache looks the types up by name
    globals()[f"{_name}Type"] = globals()[_name].kind


@njit
def refer_system(system):
    """Return a reference to a System."""
    return SystemRef(
        NodesRef(*system.nodes),
        BodiesRef(*system.bodies),
        PointsRef(*system.points),
        FunctionsRef(*system.functions),
        JointsRef(*system.joints),
        RowTableRef(*system.table),
        GuidesRef(*system.guides),
        RelativeRef(*system.relative),
        FloatingRef(*system.floating),
        StationsRef(*system.stations),
        ForcesRef(*system.forces),
        ElementsRef(*system.elements),
        LinePointsRef(*system.line_points),
        LimitsRef(*system.limits),
        ContoursRef(*system.contours),
        LawTableRef(*system.laws),
        system.law_of_groups,
        MatrixMapRef(*system.matrix),
        BlockPatternRef(*system.pattern),
        BlockPatternRef(*system.double),
    )


@njit
def refer_state(state):
    """Return a reference to a State."""
    return StateRef(
        state.t,
        state.q,
        state.u,
        state.q_rate,
        state.a,
        state.rate,
        state.coordinate,
        state.impulse,
        state.limit_r,
        WarmRef(*state.warm),
        state.ledger,
        state.counter,
    )


@njit
def refer_work(work):
    """Return a reference to a Work."""
    geometry = work.geometry
    return WorkRef(
        PosesRef(*work.poses),
        JointRowsRef(*work.rows),
        ForceWorkRef(*work.force),
        FloatingWorkRef(*work.floating),
        GeometryRef(
            PlacedRef(*geometry.placed),
            PairsRef(*geometry.pairs),
            ContactsRef(*geometry.contacts),
            geometry.order,
            geometry.travelled,
            geometry.point,
            geometry.point_rate,
            geometry.line_J,
            geometry.size,
        ),
        GroupsRef(*work.groups),
        DynamicsRef(*work.dynamics),
        work.solver,
        work.certificate,
        work.X,
        DoubleRef(*work.double),
    )
