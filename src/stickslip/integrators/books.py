"""Energy ledger of a step: where energy went, how exactly the laws were met, and what is recorded."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.bonds.kernel import reading_power
from stickslip.codes import (
    BALANCED,
    DAMPER,
    DAMPER_WORK,
    DRIVE_WORK,
    ELASTIC,
    ELASTIC_WORK,
    ENERGY,
    ERROR,
    FRICTION_WORK,
    FRICTIONLESS,
    GYROSCOPIC,
    GYROSCOPIC_WORK,
    IMPACT_WORK,
    IMPLICIT_WORK,
    JOINT_WORK,
    LOAD,
    LOAD_WORK,
    MASS_WORK,
    OPEN,
    OUTER_IMPULSE,
    PROJECTION_WORK,
    SLIP,
    START_ENERGY,
    START_POTENTIAL,
    STICK,
    TOUCH,
)
from stickslip.contact.compliant import FRICTION_POWER, write_compliant
from stickslip.contact.detection import DETECTED, detect
from stickslip.contact.rows import (
    CONE,
    add_group_impulse,
    find_warm,
    group_tolerance,
    has_gap,
    restitution,
    stop_gap,
    stop_length,
)
from stickslip.contact.solver.islands import find_islands
from stickslip.integrators.joint_rates import certify_rates
from stickslip.integrators.momentum import add_total, find_node_masses, outer_forces, record_momentum
from stickslip.integrators.projection import joint_gap, position_error
from stickslip.integrators.timestep import add_momentum, evaluate, set_forces
from stickslip.lines.turns import certify_turns
from stickslip.mechanics.bodies import kinetic_energy, node_potential
from stickslip.system.matrix import NO_TANGENTS, add_joint_impulses, joint_velocity, multiply_nodes

RESTING = 0.1  # of a gap or depth: a contact that moves less along its normal in a step neither comes nor goes
LONG = 10  # steps after which a contact that stays in penetration without load is not merely reversing
SLIDES = 1e-9  # of the bound of friction: what is nearer to it slides
KNOWN = 1e-10  # of the largest impulse of an island: less of any impulse is not known


@njit
def account(system, scheme, dt, state, work):
    """Add the work of this step, each part where it arises: (u + u+)/2 times its impulse. Call before u changes.

    Return whether joints contradict each other.
    """
    d, ledger, groups = work.dynamics, state.ledger, work.groups
    n, u_new = len(state.u), d.solution
    elastic, damper, load, gyroscopic = 0.0, 0.0, 0.0, 0.0
    for i in range(n):
        mean = 0.5 * dt * (state.u[i] + u_new[i])
        elastic += mean * d.h[ELASTIC, i]
        damper += mean * d.h[DAMPER, i]
        load += mean * d.h[LOAD, i]
        gyroscopic += mean * d.h[GYROSCOPIC, i]
    ledger[ELASTIC_WORK] += elastic
    ledger[DAMPER_WORK] += damper
    ledger[LOAD_WORK] += load
    ledger[GYROSCOPIC_WORK] += gyroscopic
    for kind in range(3):  # what the forces do on prescribed bodies is work of their drives
        work_done = dt * d.power[kind]
        ledger[ELASTIC_WORK + kind] += work_done
        ledger[DRIVE_WORK] -= work_done
    if len(d.friction) > 0:  # of compliant contacts: friction, not damping
        slid = dt * d.power[FRICTION_POWER]
        for i in range(n):
            slid += 0.5 * dt * (state.u[i] + u_new[i]) * d.friction[i]
        ledger[FRICTION_WORK] += slid
        ledger[DAMPER_WORK] -= slid
    contradiction = len(state.impulse) > 0 and _account_joints(system, dt, state, work)
    for k in range(groups.count[1]):
        groups.b[k] = 0.5 * (groups.before[k] + groups.after[k])
        ledger[DRIVE_WORK] -= groups.r[k] * 0.5 * (groups.w_before[k] + groups.w[k])
    account_contacts(system, state, work)
    outer = d.u_free
    outer_forces(system, dt, state.impulse, 1.0, 1.0, work, outer)
    massive, implicit = system.matrix.massive[0] != 0, scheme.theta != 0.0
    if massive or implicit:
        _set_momentum_change(system, state, work)
    if massive:
        for i in range(n):
            ledger[MASS_WORK] += 0.5 * (state.u[i] + u_new[i]) * d.momentum[i]
    if implicit:
        _account_implicit(system, dt, state, work, outer)
    add_total(system, d.q, outer, 1.0, ledger[OUTER_IMPULSE:])
    return contradiction


@njit
def account_contacts(system, state, work):
    """Add the works of contacts, r times the mean velocities of their rows, which stand in groups.b.

    Call before they are remembered. What carried load in the last step was left without approach, and without slip
    where it stuck. Its rows see other velocities now only because they have rotated: as for joints, that is an error of
    the integrator.
    """
    groups, ledger, cursor = work.groups, state.ledger, 0
    for g in range(groups.count[0]):
        row = groups.row[g]
        cursor, closed, stuck = _find_load(system, g, cursor, state, work)
        for i in range(groups.size[g]):
            power = groups.r[row + i] * groups.b[row + i]
            if closed if i == 0 else stuck:
                ledger[JOINT_WORK] += power
            else:
                normal = i == 0 and groups.kind[g] == CONE
                ledger[IMPACT_WORK if normal else FRICTION_WORK] += power


@njit
def _find_load(system, g, cursor, state, work):
    """Return (next cursor, closed, stuck): whether the contact or stop of group g was closed under load, and stuck.

    One with restitution only if it approaches now, for it may have rebounded; it stuck if it does so still.
    """
    groups, contacts, c, row = work.groups, work.geometry.contacts, work.groups.contact[g], work.groups.row[g]
    if not has_gap(system, groups, g):
        return cursor, False, False
    rebounds = groups.before[row] >= 0.0 and restitution(system, contacts, groups, g) > 0.0
    if c < 0:
        return cursor, state.limit_r[-1 - c] > 0.0 and not rebounds, False
    cursor, entry = find_warm(state.warm, contacts, c, cursor)
    if entry < 0 or not state.warm.r[entry, 0] > 0.0:
        return cursor, False, False
    r, friction = state.warm.r[entry], 0.0
    for i in range(1, groups.size[g]):
        friction += groups.r[row + i] ** 2
    before = r[1] ** 2 + r[2] ** 2 + r[3] ** 2
    bound = (1.0 - SLIDES) * groups.bound[g]
    stuck = before < (bound * r[0]) ** 2 and friction < (bound * groups.r[row]) ** 2
    return cursor, not rebounds, stuck and system.laws.e_T[contacts.law[c]] == 0.0


@njit
def _set_momentum_change(system, state, work):
    """Write M du of the step into d.momentum."""
    d = work.dynamics
    for i in range(len(state.u)):
        d.rhs[i] = d.solution[i] - state.u[i]
    multiply_nodes(system.nodes, system.nodes.M, d.rhs, d.momentum)
    add_momentum(system, work, d.rhs, d.momentum)


@njit
def _account_joints(system, dt, state, work):
    """Drives do the work -Lambda w; what remains of Lambda (G mean u + w) is an error of the integrator.

    w is the mean of the step, too. Return whether joints contradict each other.
    """
    d, rows = work.dynamics, work.rows
    joint_velocity(system, rows, d.solution, d.rhs)
    for row in range(len(state.impulse)):
        w = 0.5 * (d.w_before[row] + rows.w[row])
        state.ledger[DRIVE_WORK] -= state.impulse[row] * w
        state.ledger[JOINT_WORK] += state.impulse[row] * (0.5 * (rows.before[row] + d.rhs[row]) - rows.w[row] + w)
    if len(system.observers.joint) > 0:
        for i in range(len(state.u)):
            d.mean[i] = 0.5 * (state.u[i] + d.solution[i])
        state.ledger[DRIVE_WORK] -= reading_power(system, rows, state.impulse, d.mean)
    for row in range(len(state.impulse)):
        work.certificate[ERROR.velocity_drift] = max(work.certificate[ERROR.velocity_drift], abs(d.rhs[row]))
    return certify_rates(system, rows.G, rows.w, d.rhs, dt, d.solution, d.h, state.impulse, work)


@njit
def _account_implicit(system, dt, state, work, outer):
    """Work of the implicit terms, M du - dt h - G^T Lambda - H^T r, and their impulse; M du stands in d.momentum."""
    d, groups, implicit = work.dynamics, work.groups, 0.0
    n = len(state.u)
    for i in range(n):
        d.rhs[i] = dt * (d.h[0, i] + d.h[1, i] + d.h[2, i] + d.h[3, i])
    add_joint_impulses(system, work.rows, state.impulse, d.rhs)
    for g in range(groups.count[0]):
        add_group_impulse(system.nodes, groups, g, 1.0, d.rhs)
    for i in range(n):
        rest = d.momentum[i] - d.rhs[i]
        implicit += 0.5 * (state.u[i] + d.solution[i]) * rest
        outer[i] += rest
    state.ledger[IMPLICIT_WORK] += implicit


@njit
def certify(system, work, residual, iterations):
    """Keep the largest violations of the contact laws since the last record."""
    certificate, groups = work.certificate, work.groups
    certificate[ERROR.residual] = max(certificate[ERROR.residual], residual)
    certificate[ERROR.iterations] = max(certificate[ERROR.iterations], float(iterations))
    closed, rubbing = 0, False
    for g in range(groups.count[0]):
        closed += 1 if groups.contact[g] >= 0 else 0
        rubbing = rubbing or (groups.contact[g] >= 0 and groups.size[g] > 1)
    if rubbing:
        _certify_friction(system, work, residual)
    certificate[ERROR.closed] = max(certificate[ERROR.closed], float(closed) + work.geometry.pressed[0])
    _certify_compression(work)
    if len(system.elements.address) > 0:
        certify_turns(system.elements, work.poses.A, work.dynamics.lost, certificate)


@njit
def _certify_compression(work):
    """Keep the largest compression of compliant contacts at the last evaluation of forces."""
    certificate, pressed = work.certificate, work.geometry.pressed
    certificate[ERROR.compression] = max(certificate[ERROR.compression], pressed[1])
    certificate[ERROR.overlap] = max(certificate[ERROR.overlap], pressed[2])


@njit
def certify_gaps(system, dt, state, work):
    """Keep the largest gaps and depths since the last record of what neither comes nor goes."""
    groups = work.groups
    for g in range(groups.count[0]):
        row = groups.row[g]
        certify_gap(system, dt * max(abs(groups.before[row]), abs(groups.after[row])), g, state, work)
    end_idle(state.idle)


@njit
def end_idle(idle):
    """Keep the counts that ``certify_gap`` has counted on in this step, which are negative, and forget the others."""
    for node in range(len(idle)):
        idle[node] = -idle[node] if idle[node] < 0 else 0


@njit
def certify_gap(system, way, g, state, work):
    """Keep gap or depth of a loaded contact or stop that moves by ``way`` in a step, or stays without load for LONG.

    It is compared with the smaller thickness, for a stop with the length of its joint, or as an angle. What is inside
    something and does not move stays there, with or without load; where motion reverses, for a few steps only.
    """
    certificate, groups, geometry = work.certificate, work.groups, work.geometry
    contacts, c = geometry.contacts, groups.contact[g]
    if not has_gap(system, groups, g):
        return
    if c >= 0:
        gap, size = contacts.gap[c], min(geometry.thick[contacts.a[c]], geometry.thick[contacts.b[c]])
    else:
        gap = stop_gap(system, work.poses, -1 - c, state.coordinate, work.force)
        size = stop_length(system, geometry, -1 - c)
    if size == 0.0 or abs(gap) <= group_tolerance(system, geometry, groups, g) or way > RESTING * abs(gap):
        return
    if groups.r[groups.row[g]] > 0.0:
        certificate[ERROR.open_gap] = max(certificate[ERROR.open_gap], gap / size)
        certificate[ERROR.sunk] = max(certificate[ERROR.sunk], -gap / size)
    elif gap < 0.0 and _stays(groups, g, state.idle):
        certificate[ERROR.sunk] = max(certificate[ERROR.sunk], -gap / size)


@njit
def _stays(groups, g, idle):
    """Count a step in which a contact is inside something, idle; return whether all it acts on has been so for LONG."""
    stays = True
    for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
        node = groups.slot_node[s]
        idle[node] = idle[node] if idle[node] < 0 else -idle[node] - 1
        stays = stays and -idle[node] >= LONG
    return stays


@njit
def _certify_friction(system, work, residual):
    """Judge the friction of all contacts, to what the residual of the laws of their island leaves of it."""
    groups, islands = work.groups, work.islands
    find_islands(groups, system.matrix.component, system.matrix.free, islands)
    impulse = islands.bound  # scratch: the largest of each island
    impulse[: islands.total[0]] = 0.0
    for g in range(groups.count[0]):
        for row in range(groups.row[g], groups.row[g] + groups.size[g]):
            impulse[islands.of[g]] = max(impulse[islands.of[g]], abs(groups.r[row]))
    for g in range(groups.count[0]):
        if groups.contact[g] >= 0 and groups.size[g] > 1 and impulse[islands.of[g]] > 0.0:
            _certify_cone(system, work, g, impulse[islands.of[g]], residual)


@njit
def _speed_at(work, g):
    """Return the largest speed of a contact in its step, and that to which its impulse alone brings what it acts on."""
    groups, own, speed = work.groups, 0.0, 0.0
    for row in range(groups.row[g], groups.row[g] + groups.size[g]):
        own = max(own, abs(groups.r[row]))
        speed = max(speed, abs(groups.before[row]), abs(groups.after[row]))
    for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
        mass = work.mass[groups.slot_node[s]]
        speed = max(speed, own / mass if mass > 0.0 else 0.0)
    return speed


@njit
def _certify_cone(system, work, g, impulse, residual):
    """Keep the cone violation, over the largest ``impulse`` of the island, and how far friction is from its law.

    Friction r_T meets it if it is the point of the disk with radius R = mu r_N that is nearest to r_T - (R / V) v_T,
    with the slip v_T (e_T included) and the speed V of the contact: what slides it opposes with R, and what it holds
    does not slide. The distance over R is the sine of the angle between friction and -slip where slip is quick.
    Impulses are known to the residual, a part of the largest one.
    """
    groups, certificate, row = work.groups, work.certificate, work.groups.row[g]
    e_T = system.laws.e_T[work.geometry.contacts.law[groups.contact[g]]]
    radius, speed = groups.bound[g] * max(groups.r[row], 0.0), _speed_at(work, g)
    r_T, size = 0.0, 0.0
    for i in range(1, groups.size[g]):
        v = groups.after[row + i] + e_T * groups.before[row + i]
        r_T += groups.r[row + i] ** 2
        size += (groups.r[row + i] - (radius / speed * v if speed > 0.0 else 0.0)) ** 2
    r_T, size = np.sqrt(r_T), np.sqrt(size)
    violation = (r_T - radius) / impulse
    certificate[ERROR.cone] = max(certificate[ERROR.cone], violation)
    if not (radius > 0.0 and speed > 0.0):
        return
    shrink, off = radius / size if size > radius else 1.0, 0.0
    for i in range(1, groups.size[g]):
        v = groups.after[row + i] + e_T * groups.before[row + i]
        off += (groups.r[row + i] - shrink * (groups.r[row + i] - radius / speed * v)) ** 2
    off = np.sqrt(off) / radius - max(residual, KNOWN) * impulse / radius
    certificate[ERROR.slip] = max(certificate[ERROR.slip], off)


@njit
def potential_at(system, t, state, work):
    """Return the total potential at the present state (all poses are set to it)."""
    evaluate(system, t, t, state.q, state.u, state, work)
    for law in range(len(system.laws.mu)):
        if system.laws.compliant[law] != 0:
            if detect(system, work.poses, 0.0, work.geometry) != DETECTED:
                return np.nan  # the buffers hold how much room is needed
            break
    return set_forces(system, t, state.q, state.u, NO_TANGENTS, state, work) + node_potential(system.nodes, state.q)


@njit
def kinetic_at(system, state, work):
    """Return the kinetic energy of the present state, at which the forces have been evaluated."""
    total = kinetic_energy(system.nodes, state.u)
    if system.matrix.massive[0] != 0:
        d = work.dynamics
        d.momentum[:] = 0.0
        add_momentum(system, work, state.u, d.momentum)
        for i in range(len(state.u)):
            total += 0.5 * state.u[i] * d.momentum[i]
    return total


@njit
def start_books(system, state, work):
    """Remember the energy of the start."""
    state.ledger[:] = 0.0
    potential = potential_at(system, state.t[0], state, work)
    find_node_masses(system, work)
    state.ledger[START_POTENTIAL] = potential
    state.ledger[START_ENERGY] = kinetic_at(system, state, work) + potential


@njit
def _status(system, work, g, contact):
    groups = work.groups
    if groups.size[g] == 1:
        return FRICTIONLESS
    row, r_T = groups.row[g], 0.0
    for i in range(1, groups.size[g]):
        r_T += groups.r[row + i] ** 2
    slack = groups.bound[g] * groups.r[row] - np.sqrt(r_T)
    v_T = 0.0
    for i in range(1, groups.size[g]):
        v_T += groups.after[row + i] ** 2
    if groups.r[row] > 0.0 and (slack > SLIDES * groups.r[row] or np.sqrt(v_T) < 1e-9):
        return STICK
    return SLIP if groups.r[row] > 0.0 else OPEN


@njit
def _write_place(contacts, c, line):
    """Write identity, gap, place and axes of contact c to its row of the record."""
    line[:] = 0.0
    line[TOUCH.a], line[TOUCH.b] = contacts.a[c], contacts.b[c]
    line[TOUCH.feature], line[TOUCH.gap] = contacts.feature[c], contacts.gap[c]
    for i in range(3):
        line[TOUCH.x + i] = 0.5 * (contacts.x_a[c, i] + contacts.x_b[c, i])
        line[TOUCH.n_x + i] = contacts.n[c, i]
        line[TOUCH.t1_x + i] = contacts.t1[c, i]


@njit
def record_contacts(system, work, recorder):
    """Append the rows of this step's set-valued contacts; return whether they and compliant ones fit."""
    contacts, groups = work.geometry.contacts, work.groups
    group, rows, start = 0, recorder.contacts, recorder.count[1]
    k = start
    if k + 2 * len(contacts.gap) > len(rows):
        return False
    for c in range(contacts.count[0]):
        while group < groups.count[0] and 0 <= groups.contact[group] < c:
            group += 1
        active = group < groups.count[0] and groups.contact[group] == c
        if (not active and recorder.keep_open[0] == 0) or system.laws.compliant[contacts.law[c]] != 0:
            continue
        line = rows[k]
        _write_place(contacts, c, line)
        if active:
            for i in range(groups.size[group]):
                line[TOUCH.P_N + i] = groups.r[groups.row[group] + i]
                line[TOUCH.gamma_N + i] = groups.after[groups.row[group] + i]
            line[TOUCH.status] = _status(system, work, group, c)
        k += 1
    recorder.contact_count[recorder.count[0]] = k - start
    recorder.count[1] = k
    return True


@njit
def _record_compliant(system, dt, work, recorder):
    """Append the compliant contacts of the present state: the law gives their forces, which act over dt."""
    geometry, k = work.geometry, recorder.count[1]
    contacts = geometry.contacts
    for c in range(contacts.count[0]):
        closed = contacts.gap[c] < 0.0
        if system.laws.compliant[contacts.law[c]] != 0 and (closed or recorder.keep_open[0] != 0):
            line = recorder.contacts[k]
            _write_place(contacts, c, line)
            write_compliant(system, work.poses, geometry, c, dt, line)
            k += 1
    recorder.contact_count[recorder.count[0]] += k - recorder.count[1]
    recorder.count[1] = k


@njit
def record_works(ledger, line):
    """Write the works, with that of the correction, to a row of the record; return the sum without the correction."""
    line[ENERGY.loads], line[ENERGY.drives] = ledger[LOAD_WORK], ledger[DRIVE_WORK]
    line[ENERGY.impacts], line[ENERGY.friction] = ledger[IMPACT_WORK], ledger[FRICTION_WORK]
    line[ENERGY.dampers], line[ENERGY.projection] = ledger[DAMPER_WORK], ledger[PROJECTION_WORK]
    return ledger[LOAD_WORK] + ledger[DRIVE_WORK] + ledger[IMPACT_WORK] + ledger[FRICTION_WORK] + ledger[DAMPER_WORK]


@njit
def record(system, dt, state, work, recorder):
    """Append the present state to the buffers; return whether it fitted."""
    k = recorder.count[0]
    if k >= len(recorder.time) or not record_contacts(system, work, recorder):
        return False
    ledger = state.ledger
    recorder.time[k] = state.t[0]
    recorder.q[k] = state.q
    recorder.u[k] = state.u
    for i in range(len(state.impulse)):
        recorder.reaction[k, i] = state.impulse[i] / dt
    potential = potential_at(system, state.t[0], state, work)
    if len(work.dynamics.friction) > 0:
        _record_compliant(system, dt, work, recorder)
        _certify_compression(work)  # of the recorded state, which may be deeper than where the step has evaluated it
    recorder.coordinate[k] = state.coordinate
    if len(state.impulse) > 0:
        work.certificate[ERROR.position_drift] = position_error(system, state.t[0], state, work)
        work.certificate[ERROR.joint_gap] = joint_gap(system, work)
        recorder.drift[k] = work.rows.g
    kinetic = record_momentum(system, state, work, recorder.momentum[k])
    integrator = potential - ledger[START_POTENTIAL] + ledger[ELASTIC_WORK] + ledger[GYROSCOPIC_WORK]
    integrator += ledger[JOINT_WORK] + ledger[IMPLICIT_WORK] - ledger[PROJECTION_WORK]
    # where the mass changes with the configuration, (u + u+)/2 M du is not the change of T; mixed schemes have M a
    if system.matrix.massive[0] != 0 or ledger[BALANCED] == 2.0:
        integrator += kinetic - (ledger[START_ENERGY] - ledger[START_POTENTIAL]) - ledger[MASS_WORK]
    if ledger[BALANCED] == 1.0:
        integrator = kinetic + potential - ledger[START_ENERGY] - ledger[LOAD_WORK] - ledger[DRIVE_WORK]
        integrator -= ledger[IMPACT_WORK] + ledger[FRICTION_WORK] + ledger[DAMPER_WORK] + ledger[PROJECTION_WORK]
    line = recorder.energy[k]
    line[ENERGY.kinetic], line[ENERGY.potential] = kinetic, potential
    explained = record_works(ledger, line) + integrator + ledger[PROJECTION_WORK]
    line[ENERGY.integrator] = integrator
    line[ENERGY.remainder] = kinetic + potential - ledger[START_ENERGY] - explained
    recorder.certificate[k] = work.certificate
    work.certificate[:] = 0.0
    recorder.count[0] = k + 1
    return True
