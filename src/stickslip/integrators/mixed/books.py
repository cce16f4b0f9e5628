"""Where the energy goes in mixed time stepping.

A base step (each half of Bathe's) has equilibrium M a = f at two points: its start and its end, or its two stages.
Over the displacement x of the step, forces do the work x.(f_0 + f_1)/2: dampers and loads are counted so. Contacts and
drives are counted by their own velocities, dt (Lambda gamma)/2 at both points: what sticks or rolls does no work in a
step of any size. The scheme's own work is found from the rest,

    change of energies - x.(M a_0 + M a_1)/2 + x.(f_rest,0 + f_rest,1)/2 - dt (Lambda (gamma - w))/2 at both points,

with f_rest = M a - f of dampers and loads: elastic, gyroscopic and constraint forces. It uses no entry of the
ledger: work that is entered wrongly remains unexplained.
"""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.bonds.kernel import reading_power
from stickslip.codes import (
    DAMPER,
    DAMPER_WORK,
    DRIVE_WORK,
    ELASTIC,
    F_DAMPER,
    F_FRICTION,
    F_GYROSCOPIC,
    F_INERTIA,
    F_LOAD,
    F_REST,
    FRICTION_WORK,
    GYROSCOPIC,
    IMPACT_WORK,
    JOINT_WORK,
    LOAD,
    LOAD_WORK,
    MASS_WORK,
    OUTER_IMPULSE,
    P_DAMPER,
    P_DRIVE,
    P_FRICTION,
    P_IMPACT,
    P_LOAD,
    P_OUTER,
    P_REST,
    P_SLIDING,
)
from stickslip.contact.compliant import FRICTION_POWER
from stickslip.contact.solver.problem import CONE
from stickslip.integrators.momentum import add_total, outer_forces
from stickslip.integrators.timestep import add_momentum
from stickslip.system.matrix import joint_velocity, multiply_nodes


@njit
def keep_forces(point, work):
    """Keep the last evaluation of forces and of their powers on prescribed bodies."""
    d, n = work.dynamics, len(work.dynamics.mean)
    f, p = d.forces[point], d.powers[point]
    for i in range(n):
        f[F_DAMPER, i], f[F_LOAD, i], f[F_GYROSCOPIC, i] = d.h[DAMPER, i], d.h[LOAD, i], d.h[GYROSCOPIC, i]
    for i in range(len(d.friction)):
        f[F_FRICTION, i] = d.friction[i]
    for k in range(len(p)):
        p[k] = 0.0
    p[P_DAMPER], p[P_LOAD], p[P_SLIDING] = d.power[DAMPER], d.power[LOAD], d.power[FRICTION_POWER]
    p[P_REST], p[P_DRIVE] = d.power[ELASTIC], -d.power[ELASTIC] - d.power[DAMPER] - d.power[LOAD]


@njit
def keep_inertia(system, point, a, work):
    """Keep M a of the accelerations a (nu), with the masses of the last evaluation."""
    inertia = work.dynamics.forces[point, F_INERTIA]
    multiply_nodes(system.nodes, system.nodes.M, a, inertia)
    add_momentum(system, work, a, inertia)


@njit
def keep_joint_powers(system, point, w, alpha, v, work):
    """Keep the powers of joint forces at velocities v; w are the rates of their drives, impulses alpha times forces."""
    d, n = work.dynamics, len(work.dynamics.mean)
    power = reading_power(system, work.rows, d.solution[n:], v)
    for row in range(len(w)):
        power += d.solution[n + row] * w[row]
    d.powers[point, P_DRIVE] -= power / alpha
    d.powers[point, P_REST] += power / alpha


@njit
def keep_contact_power(p, normal, force, w, gamma):
    """Keep the power of one row of a contact: w is the prescribed part of its velocity gamma."""
    p[P_IMPACT if normal else P_FRICTION] += force * gamma
    p[P_DRIVE] -= force * w
    p[P_REST] += force * (w - gamma)


@njit
def keep_contact_powers(point, alpha, w, gamma, work):
    """Keep the powers of all contact forces, which are impulses groups.r by alpha, at velocities gamma (m,)."""
    groups, p = work.groups, work.dynamics.powers[point]
    for g in range(groups.count[0]):
        for i in range(groups.size[g]):
            k = groups.row[g] + i
            keep_contact_power(p, i == 0 and groups.kind[g] == CONE, groups.r[k] / alpha, w[k], gamma[k])


@njit
def balance_forces(system, q, point, work):
    """Take from equilibrium the rest of the forces and the total of outer ones at q.

    Equilibrium holds to the tolerance of Newton's method, which the certificate judges; stiff forces evaluated anew
    would differ by their stiffness times that.
    """
    d, f = work.dynamics, work.dynamics.forces[point]
    for i in range(len(d.mean)):
        f[F_REST, i] = f[F_INERTIA, i] - f[F_DAMPER, i] - f[F_LOAD, i]
        d.momentum[i] = f[F_INERTIA, i] - f[F_GYROSCOPIC, i]
    add_total(system, q, d.momentum, 1.0, d.powers[point, P_OUTER:])


@njit
def account_span(dt, first, x, work, ledger):
    """Add the works over a displacement x in a time dt, from point ``first`` of the quadrature to the next one."""
    d, last, half = work.dynamics, first + 1, 0.5 * dt
    f, p = d.forces, d.powers
    for i in range(len(x)):
        ledger[DAMPER_WORK] += 0.5 * x[i] * (f[first, F_DAMPER, i] + f[last, F_DAMPER, i])
        ledger[LOAD_WORK] += 0.5 * x[i] * (f[first, F_LOAD, i] + f[last, F_LOAD, i])
        ledger[JOINT_WORK] += 0.5 * x[i] * (f[first, F_REST, i] + f[last, F_REST, i])
        ledger[MASS_WORK] += 0.5 * x[i] * (f[first, F_INERTIA, i] + f[last, F_INERTIA, i])
    slid = half * (p[first, P_SLIDING] + p[last, P_SLIDING])
    for i in range(len(d.friction)):
        slid += 0.5 * x[i] * (f[first, F_FRICTION, i] + f[last, F_FRICTION, i])
    ledger[FRICTION_WORK] += slid + half * (p[first, P_FRICTION] + p[last, P_FRICTION])
    ledger[DAMPER_WORK] += half * (p[first, P_DAMPER] + p[last, P_DAMPER]) - slid
    ledger[LOAD_WORK] += half * (p[first, P_LOAD] + p[last, P_LOAD])
    ledger[DRIVE_WORK] += half * (p[first, P_DRIVE] + p[last, P_DRIVE])
    ledger[IMPACT_WORK] += half * (p[first, P_IMPACT] + p[last, P_IMPACT])
    ledger[JOINT_WORK] += half * (p[first, P_REST] + p[last, P_REST])
    for i in range(6):
        ledger[OUTER_IMPULSE + i] += half * (p[first, P_OUTER + i] + p[last, P_OUTER + i])


@njit
def account_impulses(system, v, work, ledger):
    """Add the work of impulses on the mean velocities, from v to d.solution."""
    d, groups, n = work.dynamics, work.groups, len(v)
    for g in range(groups.count[0]):
        for i in range(groups.size[g]):
            k = groups.row[g] + i
            power = 0.5 * (groups.before[k] + groups.after[k]) * groups.r[k]
            ledger[IMPACT_WORK if i == 0 and groups.kind[g] == CONE else FRICTION_WORK] += power
            ledger[DRIVE_WORK] -= groups.r[k] * groups.w[k]
    for i in range(n):
        d.rhs[i] = d.solution[i] - v[i]
    multiply_nodes(system.nodes, system.nodes.M, d.rhs, d.momentum)
    add_momentum(system, work, d.rhs, d.momentum)
    for i in range(n):
        ledger[MASS_WORK] += 0.5 * (v[i] + d.solution[i]) * d.momentum[i]
        d.mean[i] = 0.5 * (v[i] + d.solution[i])
    impulse = d.solution[n:]
    ledger[DRIVE_WORK] -= reading_power(system, work.rows, impulse, d.mean)
    joint_velocity(system, work.rows, d.mean, d.rhs[n:])
    for row in range(len(impulse)):
        ledger[DRIVE_WORK] -= impulse[row] * work.rows.w[row]
        ledger[JOINT_WORK] += impulse[row] * d.rhs[n + row]
    outer_forces(system, 0.0, impulse, 1.0, 1.0, work, d.momentum)
    add_total(system, d.q, d.momentum, 1.0, ledger[OUTER_IMPULSE:])
