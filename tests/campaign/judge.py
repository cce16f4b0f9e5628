"""What became of a scene, by its certificate and by the independent checker; smaller scenes with the same end."""

from __future__ import annotations

import signal
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scene import Scene, without

from stickslip.errors import StickslipError

RIGHT, UNCHECKED, FLAGGED, REFUSED = "right", "unchecked", "flagged", "refused"
SILENT, CRIED, FOREIGN, ENDLESS = "silently wrong", "wrongly flagged", "foreign exception", "endless"
FINDINGS = (SILENT, CRIED, FOREIGN, ENDLESS)
PATIENCE = 300  # [s] of computing that a scene may take; the slowest take a tenth
BLIND = (  # words of a doubt, and of what the checker says then that it did not look at
    ("Joints hold", "joints of the kind"), ("Joints hold", "of bodies that are not rigid"), ("energy", "works of all"),
    ("Velocities meet", "joints of the kind"), ("Velocities meet", "of bodies that are not rigid"),
    ("Joints open", "joints of the kind"), ("Joints open", "of bodies that are not rigid"),
    ("Nodes of a line turn", "sliding at surfaces, of bodies of the kind"),
    ("inside each other", "gaps between"),
)  # fmt: skip
GREY = 1.0 / 3.0  # of the checker's limit: where both judges measure about the same, neither cries
CLASSES = (RIGHT, UNCHECKED, FLAGGED, REFUSED, *FINDINGS)
BOOKKEEPING = (  # checks that hold whatever the motion is
    "all recorded numbers are finite", "time goes on", "body axes are orthonormal", "the ledger closes",
    "recorded momenta are those of the states", "recorded coordinates are those of the states",
    "kinetic energy is that of the states", "potential is that of the states",
)  # fmt: skip


class Outcome(NamedTuple):
    """Class of a scene, and the reason: what was found wrong, or not proven."""

    kind: str
    reason: str
    detail: str = ""


class Endless(BaseException):
    """A scene has taken too long."""


def _give_up(*_: object) -> None:
    raise Endless


def judge(scene: Scene) -> Outcome:
    """Run a scene and compare both judges."""
    signal.signal(signal.SIGVTALRM, _give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        return _judge(scene)
    except Endless:
        return Outcome(ENDLESS, scene.scheme.kind)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)


def _judge(scene: Scene) -> Outcome:
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            result = scene.run()
            doubts = [finding.text for finding in result.certificate.findings if not finding.proven]
            found = result.verify()
    except StickslipError as error:
        return Outcome(REFUSED, type(error).__name__, str(error))
    except Exception as error:
        return Outcome(FOREIGN, f"{type(error).__name__}: {error}"[:80], traceback.format_exc())
    wrong = [check.law for check in found.flagged]
    if not doubts:
        if wrong:
            return Outcome(SILENT, wrong[0], str(found))
        mechanics = any(check.law not in BOOKKEEPING for check in found.checks)
        return Outcome(RIGHT, "") if mechanics else Outcome(UNCHECKED, "; ".join(found.unchecked), str(found))
    reason = doubts[0].split(" ")[0:6]
    about_energy = all("energy" in doubt or "returned" in doubt for doubt in doubts)
    grey = any(check.relative > GREY * check.limit for check in found.checks)
    blind = [about for about, text in BLIND if any(text in line for line in found.unchecked)]
    if wrong or grey or (about_energy and any("works" in text for text in found.unchecked)):  # not compared
        return Outcome(FLAGGED, (wrong or ["energy"])[0], f"{doubts}")
    if all(any(about in doubt for about in blind) for doubt in doubts):
        return Outcome(FLAGGED, "not compared", f"{doubts}")
    return Outcome(CRIED, " ".join(reason), "\n".join([*doubts, "", str(found)]))


def shrunk(scene: Scene, outcome: Outcome, tries: int = 60) -> Scene:
    """Return a smaller scene that ends in the same class for the same reason."""
    while tries > 0:
        for smaller in _smaller(scene):
            tries -= 1
            found = judge(smaller)
            if found.kind == outcome.kind and (outcome.kind == CRIED or found.reason == outcome.reason):
                scene = smaller
                break
            if tries <= 0:
                return scene
        else:
            return scene
    return scene


def _smaller(scene: Scene) -> Iterator[Scene]:
    for name in [body.name for body in scene.bodies] + [contour.name for contour in scene.ground]:
        if len(scene.bodies) > 1 or name not in [body.name for body in scene.bodies]:
            yield without(scene, name)
    for k, part in enumerate(scene.parts):
        yield replace(scene, parts=scene.parts[:k] + scene.parts[k + 1 :])
        for key, plain in (("friction", 0.0), ("restitution", 0.0), ("tangential_restitution", 0.0)):
            if part.kind == "Contact" and part.fields.get(key, plain) != plain:
                other = replace(part, fields={**part.fields, key: plain})
                yield replace(scene, parts=(*scene.parts[:k], other, *scene.parts[k + 1 :]))
    for k, body in enumerate(scene.bodies):
        for key in ("velocity", "angular_velocity", "rotation"):
            if key in body.fields:
                other = replace(body, fields={name: value for name, value in body.fields.items() if name != key})
                yield replace(scene, bodies=(*scene.bodies[:k], other, *scene.bodies[k + 1 :]))
    if scene.steps > 2:
        yield replace(scene, steps=scene.steps // 2)
        yield replace(scene, steps=scene.steps - max(1, scene.steps // 10))
