"""Random scenes: what falls, rests, collides, hangs in joints and is driven, at all sizes, masses and schemes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scene import Part, Scene

from families import flexible, linked, rigid
from families.dice import Dice, G, Sizes, down

SCHEMES = (
    ("MoreauMidpoint", {}), ("MoreauMidpoint", {}), ("SemiExplicit", {}), ("Theta", {}), ("Theta", {"theta": 1.0}),
    ("GeneralizedAlpha", {}), ("GeneralizedAlpha", {"rho_inf": 0.5}), ("Bathe", {}), ("EDAlpha", {}),
    ("HalfExplicit", {}), ("EnergyMomentum", {}), ("EnergyMomentum", {}),
)  # fmt: skip
ADAPTIVE = ("GeneralizedAlpha", "Bathe", "EDAlpha", "HalfExplicit")
FAMILIES: tuple[tuple[Callable[[Sizes, int], dict], int], ...] = (
    (rigid.falling, 4), (rigid.resting, 4), (rigid.colliding, 2), (rigid.bullet, 2), (rigid.driven, 2),
    (rigid.hole, 2), (rigid.sprung, 2), (rigid.far_heavy, 2), (rigid.inside, 2), (rigid.compound, 2), (rigid.tray, 2),
    (rigid.drum, 2), (rigid.grains, 1),
    (linked.linked, 5), (linked.loop, 2), (linked.geared, 2), (linked.clutch, 1), (linked.rolling, 1),
    (linked.bushed, 2),
    (flexible.line, 2), (flexible.beam, 4), (flexible.small, 1), (flexible.guided, 1), (flexible.solid, 1),
    (flexible.solids, 2), (flexible.held, 1), (flexible.floating, 1), (flexible.plate, 1),
)  # fmt: skip
NOT_CONSERVING = (  # what EnergyMomentum rejects
    "Rolling", "OneWayClutch", "Guide", "Compliant", "UserLaw", "'stops'", "relative", "bezier", "redundant",
    "BendingTorsionBeam", "LinearBody", "Rod", "Floating", "Bushing", "UserForce",
)  # fmt: skip
_EACH = [family for family, times in FAMILIES for _ in range(times)]


def random_scene(seed: int) -> Scene:
    """Return the scene of a seed."""
    dice = Dice(seed)
    dim, family = dice.one((2, 3)), dice.one(_EACH)
    L = dice.power(-4, 3) if dice.chance(0.5) else 1.0
    made = family(Sizes(dice, dim, L), dim)
    dim = made.pop("dim", dim)
    dt = made.pop("dt", None) or float(np.sqrt(L / G) * dice.power(-3.5, -1.0))
    return Scene(
        family=family.__name__, seed=seed, dim=dim, scheme=_scheme(dice, made), dt=float(f"{dt:.3g}"),
        steps=dice.whole(50, 200), **{"gravity": down(dim), "ground": (), "parts": (), **made},
    )  # fmt: skip


def _scheme(dice: Dice, made: dict) -> Part:
    """Return an integrator, with fixed or chosen steps, corrected at position level or not."""
    name, options = dice.one(SCHEMES)
    while name == "EnergyMomentum" and any(word in repr(made) for word in NOT_CONSERVING) and dice.chance(0.9):
        name, options = dice.one(SCHEMES)
    fields = dict(options)
    if name in ADAPTIVE and dice.chance(0.15):
        fields |= {"adaptive": True, "rtol": 1e-4, "atol": 1e-6}
    elif dice.chance(0.08):
        fields["stabilise"] = False
    if name in ADAPTIVE and dice.chance(0.1):
        fields["after_impact"] = "reinit"
    return Part(name, fields)
