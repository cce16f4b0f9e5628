"""Batches: how families of flexible bodies take part in the equations of motion.

A batch is one body (or load) of a family with all of its elements. Its family is one compiled function, called by its
address with raw arrays: step loops are compiled without any family, and know none by name.
To write a family, compile ``void f(table, data, q, u, poses, h, h_tilde, values, memory, control)`` with
``compile_batch`` and return a `Batch` for every body; ``open_batch`` turns the pointers into

table    int64: header T_*, then the family's own numbers, T_BLOCKS and T_NODES (see `Batch`)
data     float64, the family's own: parameters and constants
q, u     (nq,), (nu,) of the whole system
poses    places, axes, velocities of all bodies, one after the other (see `Poses`), at offsets R_*; in a step
         those at its mid-point, then those at its end and its start, then the rotations S (nb, 3, 3)
h        (4 nu,) forces per class (ELASTIC, DAMPER, LOAD, GYROSCOPIC), added to
h_tilde  (nu,) added to
values   blocks of the matrix, row-major, added to where ``table[T_BLOCKS]`` says; -1: no place
memory   (T_MEMORY,) what the batch keeps from one call to the next
control  C_*, then T_SCRATCH numbers of scratch that all batches share

and the function does the task ``control[C_TASK]``. A family leaves out the tasks it has no use for.

FORCE        adds forces and potential at (q, u), and keeps what MASS and PRODUCT need
TANGENT      does so too, adds C_STIFFNESS K + C_DAMPING D to values, K = -dh/dq and D = -dh/du, and subtracts
             C_SHIFT K u from h_tilde. C_GIVEN = 1: the geometric part of K has the stress at the end of ``memory``
EVALUATE     only keeps what MASS and PRODUCT need
INERTIA      adds only forces of inertia that depend on velocities, and keeps the same
MASS         adds M to values, as far as nodes do not hold it
PRODUCT      adds M u to h_tilde, too
STEP_FORCE   adds forces of an energy-momentum step: q at its start, u the change of the unknowns, C_STIFFNESS = dt,
             moments in world components
STEP_TANGENT adds -dt d(force)/d(change) to values; h is not read afterwards
STRAIN       writes strains, then the stress without that of dampers, of every element to values (n, 2, T_STRESS)

C_LOAD is the factor of weight and loads. A batch with an element that has no valid state writes its number to
C_INVERTED, if that is negative.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba import types

from stickslip._arrays import Floats, Ints
from stickslip._jit import c_function, call_at, njit
from stickslip.codes import ELASTIC, FORCE, IN_NODES, STRAIN, TANGENT
from stickslip.mechanics.bodies import Nodes, Poses, coordinate_count

# Header: sizes of table, data, system, matrix, memory, scratch; elements and nodes of each, where node numbers and
# places of blocks begin; what mass the nodes do not hold; dimension of the mesh; 1: some forces have no potential;
# numbers of stress of an element
T_SIZE, T_DATA, T_NQ, T_NU, T_BODIES, T_VALUES, T_MEMORY, T_SCRATCH = range(8)
T_ELEMENTS, T_WIDTH, T_NODES, T_BLOCKS, T_MASS, T_MESH, T_FOLLOWS, T_STRESS = range(8, 16)
T_HEADER = 16
C_TASK, C_DAMPING, C_STIFFNESS, C_SHIFT, C_POTENTIAL, C_INVERTED, C_BATCH, C_ELEMENT, C_TIME = range(9)
C_SPAN = 9  # start and end of the present step, seen from inside (see ``Functions.span``)
C_LOAD, C_GIVEN = 11, 12
CONTROL_SIZE = 13
R_PLACE, R_AXES, R_VELOCITY, R_OMEGA, POSE = 0, 3, 12, 15, 18  # offsets in ``poses``, times the number of bodies
STEP_POSES = 3 * POSE + 9  # numbers per body in a step


@dataclass(frozen=True)
class Batch:
    """A batch before it has a place in a system.

    Table and matrix are laid out here: behind the header stand ``own``, then the places of the blocks (n, k, k) of all
    pairs of ``nodes`` (n, k) in the matrix, then the nodes themselves.
    """

    owner: Any  # the declaration, for messages
    address: int  # compiled code
    nodes: Ints  # (n, k) node numbers of the system, -1: none; those of one row are coupled
    own: Ints  # the family's numbers
    data: Floats
    mass: int = IN_NODES
    mesh: int = 1  # dimension of the mesh: the fill of factors grows with it
    follows: bool = False  # whether there are forces without a potential
    stress: int = 0  # numbers of stress of an element that tangents take from the end of the memory
    memory: int = 0
    scratch: int = 0
    step: Callable[[], int] | None = None  # compiles the code for energy-momentum steps, if that is separate


class Origin(NamedTuple):
    """What messages and schemes need of a batch besides its arrays."""

    owner: Any
    step: Callable[[], int] | None


class Batches(NamedTuple):
    """All batches of a system."""

    address: Ints  # (nb,) compiled code
    table_start: Ints  # (nb + 1,)
    data_start: Ints  # (nb + 1,)
    memory_start: Ints  # (nb + 1,)
    table: Ints  # flat
    data: Floats  # flat


def join_batches(parts: Sequence[Batch], nodes: Nodes, bodies: int) -> Batches:
    """Lay out the tables of all batches of a system with ``bodies`` bodies; no block has a place in a matrix yet."""
    tables = [_table(part, nodes, bodies) for part in parts]
    return Batches(
        address=np.array([part.address for part in parts], dtype=np.int64),
        table_start=_starts(len(table) for table in tables),
        data_start=_starts(len(part.data) for part in parts),
        memory_start=_starts(part.memory for part in parts),
        table=np.concatenate([*tables, np.zeros(0, dtype=np.int64)]),
        data=np.concatenate([*(part.data for part in parts), np.zeros(0)]),
    )


def _table(part: Batch, nodes: Nodes, bodies: int) -> Ints:
    """Return header, own numbers, places of blocks (-1) and nodes of a batch."""
    (n, k), first = part.nodes.shape, T_HEADER + len(part.own)
    header = np.zeros(T_HEADER, dtype=np.int64)
    header[T_SIZE], header[T_DATA] = first + n * k * k + n * k, len(part.data)
    header[T_NQ] = int(nodes.q_off[-1]) + coordinate_count(nodes.kind[-1], nodes.nu[-1])
    header[T_NU], header[T_BODIES] = nodes.nu.sum(), bodies
    header[T_MEMORY], header[T_SCRATCH] = part.memory, part.scratch
    header[T_ELEMENTS], header[T_WIDTH], header[T_BLOCKS], header[T_NODES] = n, k, first, first + n * k * k
    header[T_MASS], header[T_MESH], header[T_FOLLOWS], header[T_STRESS] = (
        part.mass,
        part.mesh,
        part.follows,
        part.stress,
    )
    places = np.full(n * k * k, -1)
    return np.concatenate([header, part.own, places, part.nodes.ravel()]).astype(np.int64)


def _starts(lengths: Any) -> Ints:
    return np.cumsum([0, *lengths], dtype=np.int64)


def header_of(batches: Batches, entry: int) -> Ints:
    """Return one number of the headers of all batches (nb,)."""
    return np.asarray(batches.table[batches.table_start[:-1] + entry])


def nodes_of(batches: Batches) -> list[Ints]:
    """Return the node numbers (n, k) of every batch; those of one row are coupled."""
    out = []
    for start in batches.table_start[:-1]:
        n, k, first = batches.table[start + np.array([T_ELEMENTS, T_WIDTH, T_NODES])]
        out.append(batches.table[start + first : start + first + n * k].reshape(n, k))
    return out


def coupled_nodes(nodes: Ints, size: int) -> Ints:
    """Return the pairs (m, 2) of different nodes, the smaller first, in the same row of ``nodes`` (n, k)."""
    a, b = np.triu_indices(nodes.shape[1], 1)
    first, second = np.minimum(nodes[:, a], nodes[:, b]), np.maximum(nodes[:, a], nodes[:, b])
    found = np.unique((first * size + second)[(first >= 0) & (first < second)])
    return np.stack([found // size, found % size], axis=1)


def with_blocks(batches: Batches, size: int, block_offset: Callable[[Ints, Ints], Ints]) -> Batches:
    """Return the batches with places of their blocks in a matrix of ``size`` values.

    ``block_offset`` takes row and column nodes (m,); it answers -1 where one of them is.
    """
    table = batches.table.copy()
    for start, nodes in zip(batches.table_start[:-1], nodes_of(batches), strict=True):
        rows, columns = np.broadcast_arrays(nodes[:, :, None], nodes[:, None, :])
        first = start + table[start + T_BLOCKS]
        table[first : first + rows.size] = block_offset(rows.ravel(), columns.ravel())
        table[start + T_VALUES] = size
    return batches._replace(table=table)


def with_steps(batches: Batches, origins: Sequence[Origin]) -> Batches:
    """Return the batches with their code for energy-momentum steps."""
    address = [origin.step() if origin.step else int(own) for origin, own in zip(origins, batches.address, strict=True)]
    return batches._replace(address=np.array(address, dtype=np.int64))


def new_control(batches: Batches) -> Floats:
    """Return control and shared scratch."""
    control = np.zeros(CONTROL_SIZE + int(header_of(batches, T_SCRATCH).max(initial=0)))
    control[C_LOAD], control[C_BATCH] = 1.0, -1.0
    return control


def compile_batch(entry: Callable[..., None]) -> int:
    """Compile the C entry of a family, a module-level function of ten pointers, and return its address."""
    number, real = types.CPointer(types.int64), types.CPointer(types.float64)
    compiled = c_function(entry, types.void(number, *[real] * 9))
    _alive.append(compiled)
    return int(compiled.address or 0)


_alive: list[Any] = []  # compiled code lives as long as its function


@call_at()
def call_batch(typingctx, address, table, data, q, u, poses, h, h_tilde, values, memory, control):
    """Call the batch at ``address`` with the data of ten arrays (C order, any number of axes)."""
    arrays = (table, data, q, u, poses, h, h_tilde, values, memory, control)

    def codegen(context, builder, signature, args):
        number, real = ir.PointerType(ir.IntType(64)), ir.PointerType(ir.DoubleType())
        kind = ir.FunctionType(ir.VoidType(), [number, *[real] * 9])
        data = [context.make_array(signature.args[k])(context, builder, args[k]).data for k in range(1, 11)]
        builder.call(builder.inttoptr(args[0], ir.PointerType(kind)), data)
        return context.get_dummy_value()

    return types.void(types.int64, *arrays), codegen


def call_one(
    batches: Batches, k: int, task: int, q: Floats, u: Floats, poses: Poses, h: Floats, h_tilde: Floats,
    values: Floats, memory: Floats, control: Floats,
) -> None:  # fmt: skip
    """Do a task of batch k alone, from Python; all arrays are C-ordered."""
    control[C_TASK] = task
    table = batches.table[batches.table_start[k] : batches.table_start[k + 1]]
    if table[T_VALUES] != values.size:
        table = table.copy()
        table[T_VALUES] = values.size
    own = (table, batches.data[batches.data_start[k] :])
    arrays = (*own, q, u, poses.r, h, h_tilde, values, memory[batches.memory_start[k] :], control)
    function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(arrays))(int(batches.address[k]))
    function(*(array.ctypes.data for array in arrays))


def stress_of(batches: Batches, q: Floats, u: Floats, work: Any) -> Floats:
    """Return the stress of all elements at the poses in ``work``, one batch after the other."""
    found, d = [np.zeros(0)], work.dynamics
    for k in np.flatnonzero(header_of(batches, T_STRESS)):
        out = np.zeros((header_of(batches, T_ELEMENTS)[k], 2, header_of(batches, T_STRESS)[k]))
        call_one(batches, int(k), STRAIN, q, u, work.poses, d.h, d.h_total, out, work.memory, work.control)
        found.append(out[:, 1].ravel())
    return np.concatenate(found)


def give_stress(batches: Batches, stress: Floats, memory: Floats) -> None:
    """Write stress, laid out as ``stress_of`` returns it, to where tangents with C_GIVEN find it."""
    first, sizes = 0, header_of(batches, T_STRESS) * header_of(batches, T_ELEMENTS)
    for end, size in zip(batches.memory_start[1:], sizes, strict=True):
        memory[end - size : end] = stress[first : first + size]
        first += size


@njit
def run_batches(batches, task, q, u, poses, h, h_tilde, values, memory, control):
    """Do a task of all batches; return the first with an element that has no valid state, -1: none.

    ``control[C_POTENTIAL]`` becomes the potential of all batches, ``control[C_INVERTED]`` the element in that batch.
    """
    inverted = -1
    control[C_TASK], control[C_POTENTIAL], control[C_INVERTED] = task, 0.0, -1.0
    for k in range(len(batches.address)):
        call_batch(
            batches.address[k], batches.table[batches.table_start[k] :], batches.data[batches.data_start[k] :],
            q, u, poses.r, h, h_tilde, values, memory[batches.memory_start[k] :], control,
        )  # fmt: skip
        if inverted < 0 and control[C_INVERTED] >= 0.0:
            inverted = k
    return inverted


@njit
def do_task(system, task, q, u, y, work):
    """Do a task of all batches of a system with the arrays of a step; what it adds to h~ goes to y."""
    d = work.dynamics
    return run_batches(system.batches, task, q, u, work.poses, d.h, y, d.values, work.memory, work.control)


@njit
def add_batch_forces(system, q, u, blend, work):
    """Add forces of all batches to h per class, their tangents where ``blend`` has any; return their potential.

    Where an element has no valid state forces become NaN, and ``control`` keeps its batch and its number.
    """
    control, d = work.control, work.dynamics
    if len(system.batches.address) == 0:
        return 0.0
    control[C_DAMPING], control[C_STIFFNESS], control[C_SHIFT] = blend.damping, blend.stiffness, blend.shift
    batch = do_task(system, FORCE if blend.stiffness == 0.0 else TANGENT, q, u, d.h_total, work)
    control[C_BATCH], control[C_ELEMENT] = batch, control[C_INVERTED]
    if batch >= 0:
        d.h[ELASTIC, 0] = np.nan
    return control[C_POTENTIAL]


@njit
def do_step(system, task, dt, q, z, work):
    """Do STEP_FORCE or STEP_TANGENT of all batches over a step dt; return whether all elements have a valid state.

    Where one has none, ``control`` keeps its batch and its number.
    """
    control, d = work.control, work.dynamics
    control[C_STIFFNESS] = dt
    batch = run_batches(system.steps, task, q, z, work.poses, d.h, d.h_total, d.values, work.memory, control)
    control[C_BATCH], control[C_ELEMENT] = batch, control[C_INVERTED]
    return batch < 0


@njit
def open_batch(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """Return the arrays behind the pointers of a batch, in the same order."""
    head = numba.carray(table, (T_HEADER,))
    nq, nu = head[T_NQ], head[T_NU]
    return (
        numba.carray(table, (head[T_SIZE],)), numba.carray(data, (head[T_DATA],)), numba.carray(q, (nq,)),
        numba.carray(u, (nu,)), numba.carray(poses, (STEP_POSES * head[T_BODIES],)), numba.carray(h, (4 * nu,)),
        numba.carray(h_tilde, (nu,)), numba.carray(values, (head[T_VALUES],)),
        numba.carray(memory, (head[T_MEMORY],)), numba.carray(control, (CONTROL_SIZE + head[T_SCRATCH],)),
    )  # fmt: skip
