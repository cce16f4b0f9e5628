"""Elements of flexible lines: their inputs, their outputs, and how they are called.

An element joins two or three nodes (bodies of the system) and answers with wrenches about their origins, in world
components. Its family is one compiled function, called by the address of its compiled code with three buffers. What
reads poses and puts the answers where they belong is the same for all families: the batch of ``evaluation``.

source  [task, dt, load factor] and per node ``NODE`` numbers: pose (r, A) at the place of evaluation, at the end of
        a step, at its start, rotation Q (3, 3), velocity v, angular velocity omega (world)
p       parameters of the element
target  potential, wrenches of the elastic, the damper and the inertia forces (without M u'), K and D (row = component
        of a wrench, column = node motion), M, scratch, strains and stress

Tasks FORCE and TANGENT evaluate at one configuration. TANGENT writes all that FORCE writes, and K = -d(wrench)/dq and,
where the element is damped, D = -d(wrench)/du; columns are displacements and rotations in world components.
TANGENT_GIVEN does so with a given stress, which stands in the place of the end pose of node 0 (6 numbers per point):
statics needs it. FORCE leaves strains, then stress, 6 numbers per point each, at STRAIN in target.

Tasks STEP_FORCE and STEP_TANGENT evaluate the energy-momentum step (Betsch et al., sec. 6): averaged stress, mid-point
vectors; K is by the unknowns of the step (change of r, Cayley vector theta), whose mid-point directors change by
Q (dtheta x d), Q = S/2.

An element with a mass of its own has eight velocities and gravity as its last two parameters. Its FORCE and TANGENT
write M (8, 8) as well. It writes strains with AT_POINTS only, those of one point after those of another. PLACE_POINT
writes place and velocity (x, y, x', y') of the material point at arc length source[1], PLACE_AGAIN is the same
for another point right after the first. POINT_JACOBIAN writes place and angle (x, y, phi), their derivatives by
the motion of the nodes, and dr/ds. Arc lengths a little beyond the ends are allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from llvmlite import ir
from numba import types

from stickslip._arrays import Floats, Ints
from stickslip._jit import c_function, call_at, njit
from stickslip.codes import PLANAR

FORCE, TANGENT, TANGENT_GIVEN, PLACE_POINT, PLACE_AGAIN, POINT_JACOBIAN, STEP_FORCE, STEP_TANGENT, AT_POINTS = range(9)
MAX_NODES = 3
FACTOR = 2  # of weight, in source
NODES, NODE = 3, 51  # first node in source, numbers per node
END, BEGIN, TURN, RATE = 12, 24, 36, 45  # within a node
GIVEN = NODES + 12  # stress for TANGENT_GIVEN, 6 per point
POTENTIAL, ELASTIC_WRENCH, DAMPER_WRENCH, INERTIA_WRENCH, STIFFNESS, DAMPING, INERTIA, SCRATCH = (
    0, 1, 19, 37, 55, 379, 703, 767,
)  # fmt: skip
MASS_SIZE = SCRATCH - INERTIA  # numbers of M
PLACE_J, SLOPE = 3, 57  # of POINT_JACOBIAN: derivatives (3, 18) and dr/ds (2)
STRAIN = SCRATCH + 700  # strains, then stress without that of dampers, 6 numbers per point each
STRAIN_SIZE = 24
SOURCE_SIZE, TARGET_SIZE = NODES + MAX_NODES * NODE, STRAIN + STRAIN_SIZE


class Elements(NamedTuple):
    """All elements of flexible lines, as guides and contours on lines see them."""

    address: Ints  # (ne,) compiled code of the family
    size: Ints  # (ne,) number of nodes
    body: Ints  # (ne, 3) bodies, -1: none
    massive: Ints  # (ne,) 1: the element is a curve of its own, with inner coordinates and a mass that changes
    start: Ints  # (ne,) first parameter in the data of all batches


class LinePoints(NamedTuple):
    """Material points on elements with a mass of their own, where contours are."""

    element: Ints  # (np,)
    s: Floats  # (np,) arc length within the element


@call_at()
def call_element(typingctx, address, source, parameter, target):
    """Call the C function void f(double*, double*, double*) at ``address`` with the data of three arrays."""

    def codegen(context, builder, signature, args):
        pointer = ir.PointerType(ir.DoubleType())
        kind = ir.FunctionType(ir.VoidType(), [pointer, pointer, pointer])
        data = [context.make_array(signature.args[k])(context, builder, args[k]).data for k in (1, 2, 3)]
        builder.call(builder.inttoptr(args[0], ir.PointerType(kind)), data)
        return context.get_dummy_value()

    array = types.Array(types.float64, 1, "C")
    return types.void(types.int64, array, array, array), codegen


@njit
def component(kind, i):
    """Return which component of a wrench belongs to velocity i of a node: planar nodes rotate about z."""
    return 5 if kind == PLANAR and i == 2 else i


@cache
def address_of(entry: Callable[..., None]) -> int:
    """Compile the entry of a family, a module-level function of three pointers (cached on disk); return its address."""
    pointer = types.CPointer(types.float64)
    compiled = c_function(entry, types.void(pointer, pointer, pointer))
    _alive.append(compiled)
    return int(compiled.address or 0)


_alive: list[object] = []  # compiled code lives as long as its function
