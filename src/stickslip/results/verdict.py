"""The verdict: what a certificate proves and what it does not, in sentences.

Errors are compared with ``LIMITS``; where one is exceeded the sentence states what is not proven. Energies are compared
with the largest kinetic energy, change of energy or work of the run (``Energy.scale``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from stickslip.codes import ENTRIES, EXCEEDED, JOINED, OPEN, POSITIVE, RUBBING, TOUCH, Column
from stickslip.model.families import family_of
from stickslip.results.at_rest import REST, never_moved, reach_of, rest_energy, weight_impulse
from stickslip.results.base import SMALL_TURN, UNFINISHED, Store
from stickslip.results.islands import largest_gain
from stickslip.results.momentum import Momentum

if TYPE_CHECKING:
    from stickslip.results.certificate import Certificate, Energy

# Columns of the certificate, and what else is judged
LIMITS = {name: column.limit for name, column in ENTRIES.items()} | {
    "equations": 1e-3,  # of a step without contacts: Newton's method has stopped, relative to forces that may vanish
    "static": 1e-6,  # unbalanced forces
    "static_gap": 1e-6,  # of the smaller half extent, under load at an equilibrium
    "remainder": 1e-9,
    "gain": 1e-3,  # energy that contacts give back: directions rotate within a step; more is a law that creates energy
    "integrator": 1e-2,
    "island": 1e-2,  # energy above that of the start, of bodies that only each other and weight act on
}
IDLE = 1e-9  # of the largest force of a contact
ROUND_OFF = 1e-12  # of the potential, which may be large where nothing moves
LIFT = 50  # instants after an impact within which bodies that penetrated each other are lifted
MOST_ROWS = 2_000_000  # contact rows among which impacts are counted
_PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"), (1e-12, "p"))


class Finding(NamedTuple):
    """One sentence of a verdict (``text``); ``proven`` is False where a limit was exceeded or the run ended badly."""

    proven: bool
    text: str


def si(value: float, unit: str) -> str:
    """Return a value with the prefix that makes it readable: ``si(2e-6, "J")`` is "2 µJ"; zero has none."""
    size = abs(value)
    if not math.isfinite(value) or size >= 1e12:
        return f"{value:.2g} {unit}"
    for factor, prefix in _PREFIXES:
        if size >= 0.9995 * factor:
            return f"{float(f'{value / factor:.3g}'):g} {prefix}{unit}"
    return f"{value:.2g} {unit}" if size > 0.0 else f"0 {unit}"


def scheme(header: Mapping[str, Any]) -> str:
    """Return the name of the integrator of a run; "static" for equilibria."""
    return str((header.get("integrator") or {}).get("type", "?"))


def trait(header: Mapping[str, Any], name: str) -> bool:
    """Return how the integrator of a run describes itself (``Integrator.traits``)."""
    return bool((header.get("scheme") or {}).get(name, False))


def findings(certificate: Certificate, store: Store, energy: Energy) -> list[Finding]:
    """Return what a run proves: its end, contact laws, joints, then where energy went."""
    found = [_end(store, energy.time)]
    if store.n == 0:
        return found
    if scheme(store.header) == "static":
        contacts = _statics(certificate, store, energy)
        return [*found, *contacts, *_columns("lines", certificate, store), *_linear(store)]
    found += [*_laws(certificate, store), *_columns("joints", certificate, store)]
    found += [*_columns("lines", certificate, store), *_linear(store), *_columns("steps", certificate, store)]
    return [*found, *_momentum(store), *_energy(store, energy)]


def _statics(certificate: Certificate, store: Store, energy: Energy) -> Iterator[Finding]:
    """Judge equilibria: the balance of forces, the laws of contacts."""
    header = store.header
    if header["integrator"].get("contacts") == "ignored" and (header["contours"] or header["joints"]):
        yield Finding(True, "Contacts, stops and dry friction were left out, as requested.")
    text = f"unbalanced forces are at most {_small(certificate.residual)} of the largest force"
    yield _judge(certificate, "residual", text, LIMITS["static"])
    if certificate.closed == 0.0:
        return
    text = f"contact laws met: the friction cone to {_small(max(certificate.cone, 0.0))}"
    yield _judge(certificate, "cone", text, LIMITS["cone"])
    if certificate.slip != 0.0:
        yield _judge(certificate, "slip", f"friction opposes slip to {_small(certificate.slip)} rad", LIMITS["slip"])
    for name, what in (("sunk", "inside each other by"), ("open_gap", "across gaps of")):
        if certificate.maxima[name] > 0.0:
            text = f"bodies pressed {what} {_small(certificate.maxima[name])} of their size"
            yield _judge(certificate, name, text, LIMITS["static_gap"])
    if idle := _idle_contacts(store):
        text = f"{idle} closed contacts carry no load: more load and less load have different consequences"
        yield Finding(True, f"At the end {text}.")
    lost = -energy.summary()["friction"]
    if lost > 0.0:
        yield Finding(True, f"{si(lost, 'J')} lost by friction, with the forces at the end of each load step.")


def _idle_contacts(store: Store) -> int:
    """Return how many contacts are closed, but without load, at the last instant."""
    rows = store.read("contacts", slice(store.n_contacts - int(store.read("contact_count")[-1]), store.n_contacts))
    force = rows[:, TOUCH.P_N]
    return int(((rows[:, TOUCH.status] > OPEN) & (force <= IDLE * force.max(initial=0.0))).sum())


def _columns(about: str, certificate: Certificate, store: Store) -> Iterator[Finding]:
    """Judge the columns of the certificate by their entries."""
    for name, column in ENTRIES.items():
        value, at = certificate.maxima[name], certificate.at[name]
        if column.about != about or not _speaks(name, column, value, store):
            continue
        sizes = {"small": _small(max(value, 0.0)), "percent": _percent(value), "metres": si(value, "m"), "value": value}
        unit = f" ({column.unit})" if value else ""
        text = column.sentence.format(**sizes, at=at, unit=unit)
        advice = f"; {column.advice.format(**_cures(store.header))}" if column.advice else ""
        yield _judge(certificate, name, text, column.limit, advice)


def _speaks(name: str, column: Column, value: float, store: Store) -> bool:
    """Return whether the verdict speaks of a column of the certificate."""
    if column.when == EXCEEDED:
        # schemes that hold places only have velocities that follow from these
        known = name == "joint_rate" and trait(store.header, "places_only")
        return not (value <= column.limit or known)
    if column.when == POSITIVE:
        return not value <= 0.0
    if column.when == RUBBING:
        rubs = any(law.get("friction") for law in store.header.get("laws", ()))
        return rubs and (name == "cone" or value != 0.0)
    return column.when == JOINED and store.widths["drift"] > 0


def _linear(store: Store) -> Iterator[Finding]:
    """Judge bodies with linear elements by how far they rotate from where these are linear."""
    for entry in store.header["bodies"]:
        found = family_of(entry["kind"]).series()(store, entry).linear_turn()
        if found is not None and found.turn > SMALL_TURN:
            what = f"{found.kind} '{entry['name']}' rotates by {found.turn:.2g} rad{found.where} at t = {found.at:g} s"
            advice = f"it is valid up to {SMALL_TURN} rad: use {found.cure} for large deflections."
            yield Finding(False, f"The linear {what}; {advice}")


def _end(store: Store, time: np.ndarray) -> Finding:
    if store.n == 0:
        return Finding(False, f"Nothing was recorded{': ' + store.message if store.message else ''}.")
    last = float(time[-1])
    if scheme(store.header) == "static" and store.status == "finished":
        return Finding(True, f"Equilibrium found up to the load factor {last:g}.")
    if store.status == "finished":
        return Finding(True, f"The run reached its end, t = {last:g} s.")
    if store.status == "stopped":
        return Finding(True, f"The run was stopped before its end: {store.message or f't = {last:g} s'}.")
    if store.status == UNFINISHED:
        return Finding(False, f"The run has not ended; what follows holds until t = {last:g} s.")
    return Finding(False, f"The run failed: {store.message}; what follows holds until t = {last:g} s.")


def _small(value: float) -> str:
    return f"{value:.1e}".replace(".0e", "e") if value else "round-off"


def _percent(share: float) -> str:
    return f"{100.0 * share:.3g} %"


def _judge(certificate: Certificate, name: str, text: str, limit: float, advice: str = "") -> Finding:
    """Return the sentence, with the limit, the time of the largest value and what helps where it is exceeded."""
    value, at = certificate.maxima[name], certificate.at[name]
    if value <= limit:
        return Finding(True, f"{text[0].upper()}{text[1:]}.")
    reason = "is not a number" if math.isnan(value) else f"is above the limit {_small(limit)}"
    where = f"at the load factor {at:g}" if certificate.static else f"at t = {at:g} s"
    return Finding(False, f"{text[0].upper()}{text[1:]}: this {reason}, first {where}{advice}.")


def _asked(header: Mapping[str, Any]) -> float:
    """Return the residual to which contact laws were to be solved, which is a velocity."""
    return float(header.get("settings", {}).get("tolerance") or LIMITS["residual"])


def _idle_work(store: Store, energy: Energy) -> float:
    """Return the work [J] of contact forces at the residual of their laws, if nothing was ever faster; else 0."""
    k = int(np.argmax(energy.kinetic))
    quickest = float(np.abs(store.read("u", slice(k, k + 1))).max(initial=0.0))
    if quickest > _asked(store.header) or not 0 < store.n_contacts <= MOST_ROWS:
        return 0.0
    impulse = float(np.abs(store.read("contacts", columns=slice(TOUCH.P_N, TOUCH.P_N + 1))).max())
    steps = float(energy.time[-1] - energy.time[0]) / store.header["dt"]
    return _asked(store.header) * impulse * int(store.read("contact_count").max()) * steps


def _cures(header: Mapping[str, Any]) -> dict[str, str]:
    """Return what holds joints and contacts closer than in this run: what was on already helps no more."""
    integrator = header.get("integrator") or {}
    stabilised = bool(integrator.get("stabilise"))
    on = "a smaller dt helps" if stabilised else "stabilise=True of the integrator closes it"
    return {"closer": " or ".join(_joint_cures(header)), "stabilise": on}


def _joint_cures(header: Mapping[str, Any]) -> list[str]:
    """Return what holds joints closer than in this run."""
    integrator = header.get("integrator") or {}
    held = integrator.get("stabilise") or integrator.get("project")
    return ["a smaller dt"] if held else ["stabilise=True of the scheme", "relative=True of the joints", "a smaller dt"]


def _laws(certificate: Certificate, store: Store) -> Iterator[Finding]:
    residual = _small(certificate.residual)
    if not store.header["contours"]:
        yield _judge(certificate, "residual", f"equations of every step solved to {residual}", LIMITS["equations"])
    elif certificate.closed == 0 and certificate.residual == 0.0:
        yield Finding(True, "No contact was ever closed.")
        return
    else:
        text = f"contact laws met to {residual} at every step"
        yield _judge(certificate, "residual", text, _asked(store.header))
    yield from _columns("contacts", certificate, store)


def _energy(store: Store, energy: Energy) -> Iterator[Finding]:
    scale, e = energy.scale, energy.summary()
    if not np.isfinite(energy.table).all():
        first = float(energy.time[np.argmin(np.isfinite(energy.table).all(axis=1))])
        yield Finding(False, f"The energy is infinite or not a number from t = {first:g} s on.")
        return
    idle = _idle_work(store, energy)
    if 0.0 < scale <= idle:
        yield Finding(True, f"Nothing moved: all energies are round-off ({si(scale, 'J')}).")
        return
    if scale <= REST * rest_energy(store.header) and never_moved(store):
        yield Finding(True, f"Nothing moved: all energies are round-off ({si(scale, 'J')}).")
        return
    floor = max(idle, 1e-3 * LIMITS["remainder"] * scale + ROUND_OFF * float(np.abs(energy.potential).max()))
    if -e["impacts"] > floor:
        yield Finding(True, f"{si(-e['impacts'], 'J')} lost at {_impacts(store, energy)}.")
    for name, place in (("friction", "by friction"), ("dampers", "in dampers")):
        if -e[name] > floor:
            yield Finding(True, f"{si(-e[name], 'J')} lost {place}.")
    if e["friction"] > floor and e["friction"] + e["impacts"] < 0.0:  # an impact loses energy as a whole only
        yield Finding(True, f"Friction returned {si(e['friction'], 'J')} of the energy lost at impacts.")
    for name, verb in (("loads", "Loads"), ("drives", "Drives")):
        if abs(e[name]) > floor:
            yield Finding(True, f"{verb} {'added' if e[name] > 0 else 'removed'} {si(abs(e[name]), 'J')}.")
    advice = "if a smaller dt does not reduce it, the contact laws create it (docs/contact-laws)"
    held = "Contacts" if store.header["contours"] else "Joints"
    for name, gain in ((held, _contact_gain(energy)), ("Dampers", _gain(energy.dampers))):
        if gain > 1e-3 * LIMITS["gain"] * scale + floor:
            small = gain <= LIMITS["gain"] * scale
            reason = "an error of the step size" if small else f"but {name.lower()} may only dissipate energy: {advice}"
            yield Finding(small, f"{name} returned {si(gain, 'J')}, {_share(gain, scale)}, {reason}.")
    yield from _islands(store)
    if abs(e["projection"]) > floor:
        verb = "added" if e["projection"] > 0.0 else "removed"
        yield Finding(True, f"Position corrections {verb} {si(abs(e['projection']), 'J')}.")
    if (most := float(np.abs(energy.rates).max())) > floor:
        yield _rates(most, scale)
    yield _integrator(store, energy, floor)
    if trait(store.header, "balances"):
        return
    rest = float(np.abs(energy.remainder).max())
    if rest <= LIMITS["remainder"] * scale + floor:
        yield Finding(True, f"Every joule is accounted for (unexplained: {si(rest, 'J')}).")
    else:
        yield Finding(False, f"{si(rest, 'J')} remain unexplained, {_share(rest, scale)}.")


def _islands(store: Store) -> Iterator[Finding]:
    """Judge bodies that nothing drives by their own energy, which a heavy one elsewhere would hide."""
    gain = largest_gain(store)
    if gain.share > LIMITS["island"]:
        who = ", ".join(gain.names[:3]) + (", ..." if len(gain.names) > 3 else "")
        text = f"{who} had {si(gain.value, 'J')} more than at the start, {_percent(gain.share)} of the largest"
        where = f"energy there at t = {gain.time:g} s, though nothing drives them"
        cure = "if a smaller dt does not help, the contact laws create it (docs/contact-laws)"
        yield Finding(False, f"{text} {where}: {cure}.")


def _gain(works: np.ndarray, span: int = 1) -> float:
    """Return the sum of what works (n,) rise above their largest value of the last ``span`` instants."""
    before = np.pad(works[:-1], (span - 1, 0), mode="edge") if len(works) > 1 else works[:0]
    if len(before) == 0:
        return 0.0
    highest = np.lib.stride_tricks.sliding_window_view(before, span).max(axis=1)
    return float(np.maximum(works[1:] - highest, 0.0).sum())


def _contact_gain(energy: Energy) -> float:
    """Return what contacts and corrections of positions gave [J]; together they may only take.

    In a step the correction may take back what contacts gave: on convex contours rows of one instant push outwards
    along the way of the step. It may give back what contacts have just taken: bodies that came inside each other had
    fallen too far, the impact took that, too, and they are lifted when they do not leave by themselves. And it may
    undo the integrator's own work: where a prescribed body or a joint moves on, bodies follow by the rule of the scheme
    and are then put where they belong.
    """
    contacts = energy.impacts + energy.friction
    both = contacts + energy.projection
    return max(min(_gain(contacts), _gain(both)), min(_gain(both, LIFT), _gain(both + energy.integrator, LIFT)))


def _rates(most: float, scale: float) -> Finding:
    """Say how much energy the natural rates of a scheme have beside the recorded velocities."""
    text = f"The natural rates hold up to {si(most, 'J')} more than the recorded velocities,  {_share(most, scale)}"
    if most <= LIMITS["integrator"] * scale:
        return Finding(True, f"{text}.")
    return Finding(False, f"{text}: a smaller dt reduces the rotation per step.")


def _integrator(store: Store, energy: Energy, floor: float) -> Finding:
    """State what the integrator did until the end, and in between where that was more; the largest is judged.

    Where corrections of positions undo it, the rest is judged: off a joint and back to it is no work.
    """
    own, most, scale = float(energy.integrator[-1]), float(np.abs(energy.integrator).max()), energy.scale
    judged = min(most, float(np.abs(energy.integrator + energy.projection).max()))
    note = "; for this scheme, this includes anything unexplained" if trait(store.header, "balances") else ""
    if most <= floor:
        return Finding(True, f"The integrator neither dissipated nor added energy ({si(most, 'J')}){note}.")
    between = f" in all, up to {si(most, 'J')} in between" if most > 1.05 * abs(own) else ""
    text = f"The integrator {'dissipated' if own < 0.0 else 'added'} {si(abs(own), 'J')}{between}"
    if judged <= LIMITS["integrator"] * scale:
        return Finding(
            True, f"{text}, {_share(most, scale)}{', undone by corrections' if judged < most else ''}{note}."
        )
    cure = "the step is too large for the energy balance"
    if store.widths["drift"] and len(_joint_cures(store.header)) > 1:
        cure += ", or drifting joints do this work: stabilise=True of the scheme prevents the drift"
    return Finding(False, f"{text}, {_share(most, scale)}: {cure}{note}.")


def _momentum(store: Store) -> Iterator[Finding]:
    """Say how far momenta and outer impulses are apart, relative to the largest of both or to impulses of weights."""
    momentum = Momentum(np.empty(0), store.read("momentum"))
    if not momentum.known:
        return
    sizes, size = [], weight_impulse(store)
    for held, given, rest, reach in (
        (momentum.linear, momentum.impulse, momentum.linear_remainder, 1.0),
        (momentum.angular, momentum.moment, momentum.angular_remainder, reach_of(store)),
    ):
        size = max(np.abs(held).max(initial=0.0), np.abs(given).max(initial=0.0), reach * size)
        sizes.append(float(np.abs(rest).max(initial=0.0) / size) if size > 0.0 else 0.0)
    if not np.isfinite(sizes).all():
        yield Finding(False, "Momenta are infinite or not numbers.")
        return
    linear, angular = (_small(size if size > ROUND_OFF else 0.0) for size in sizes)
    without = [body["name"] for body in store.header["bodies"] if body["kind"] == "linear"]
    note = f"; {', '.join(without[:3])} have no rigid motion and are not counted" if without else ""
    yield Finding(True, f"Momenta match external impulses to {linear} (linear), {angular} (angular){note}.")


def _share(value: float, scale: float) -> str:
    if scale <= 0.0:
        return "though nothing moved"
    share = value / scale
    if share > 0.1:
        return f"{100.0 * share:.0f} % of the largest energy"
    return f"{100.0 * share:.2g} % of the largest energy" if share >= 1e-3 else f"{share:.1e} of the largest energy"


def _impacts(store: Store, energy: Energy) -> str:
    """Return "17 impacts", "impacts (at least 17)" where not every step was recorded, or "impacts"."""
    count = count_impacts(store, energy)
    if not count or int(store.header.get("record_every") or 1) == 1:
        return "impacts" if not count else f"{count} impacts" if count > 1 else "one impact"
    return f"impacts (at least {count})"


def count_impacts(store: Store, energy: Energy) -> int:
    """Count the recorded intervals in which a contact closed and the normal forces took energy.

    Without contours (joint stops) these are the separate times of loss; 0 where there are too many rows to look at.
    """
    losing = np.append(False, np.diff(energy.impacts) < -LIMITS["remainder"] * energy.scale)
    if not store.header["contours"]:
        return int(np.sum(losing[1:] & ~losing[:-1]))
    if store.n_contacts > MOST_ROWS:
        return 0
    instant = np.repeat(np.arange(store.n), store.read("contact_count"))
    status = store.read("contacts", columns=slice(TOUCH.status, TOUCH.status + 1))[:, 0]
    closed = status > OPEN
    _, identity = np.unique(store.read("contacts", columns=slice(0, 3))[closed], axis=0, return_inverse=True)
    count = int(identity.max(initial=0)) + 1
    codes = instant[closed] * count + identity.ravel()
    fresh = codes[~np.isin(codes - count, codes)] // count
    return int(np.sum(losing[np.unique(fresh)])) if len(fresh) else 0
