"""The cells of the matrix: two kinds meet in a small model, and a law of mechanics is checked.

A cell returns "works", or the sentence with which the package rejects the combination. Everything else (a foreign
error, a refusal that does not say what does not go together, a wrong result) is a defect and raises.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from kinds import BODIES, CONTOURS, GRAVITY, JOINTS, LAWS, SIZE, SURFACES, Specimen, place_of, run, site, up

import stickslip as ss

WORKS = "works"
REACH = {"Point": 0.0, "Plane": 0.0, "LineSegment": 0.5 * SIZE}  # from the origin of a contour to its end


class Defect(AssertionError):
    """A combination that neither works nor is rejected by name."""


def cell(check: Callable[[], None], *kinds: str) -> str:
    """Return what became of a combination."""
    try:
        check()
    except ss.StickslipError as error:
        text = str(error)
        missing = [kind for kind in kinds if not _named(kind, text)]
        if missing:
            raise Defect(f"{' x '.join(kinds)} is rejected without naming {' and '.join(missing)}: {text}") from None
        return text
    except Defect as defect:
        raise Defect(f"{' x '.join(kinds)}: {defect}") from None
    except Exception as error:
        raise Defect(f"{' x '.join(kinds)}: {type(error).__name__}: {error}") from error
    return WORKS


def _named(kind: str, text: str) -> bool:
    """Return whether a kind, or one of "this|that", is named."""
    return any(name.split()[0].lower() in text.lower() for name in kind.split("|"))


def new_model(dim: int, gravity: float = GRAVITY) -> ss.Model:
    """Return an empty model with gravity downwards."""
    return ss.Model(dim=dim, gravity=up(dim, -gravity))


def reach(contour: str) -> float:
    """Return how far a contour extends below and above its origin."""
    return REACH.get(contour.split()[0], SIZE)


def inside_out(contour: str) -> bool:
    """Return whether partners are inside a contour at the start."""
    return contour in ("Ring", "Circle hollow")


def partner_of(contour: str, dim: int) -> str:
    """Return a contour that can touch the given one from below."""
    round_one = "Circle" if dim == 2 else "Sphere"
    return {"Ring": "Cylinder", "Circle hollow": round_one, "Plane": round_one}.get(contour, "Plane")


def turned(contour: str, dim: int) -> Any:
    """Return the turn that makes a plane look down; other contours are the same from both sides."""
    if contour != "Plane":
        return None
    return np.pi if dim == 2 else np.diag([1.0, -1.0, -1.0])


def drop(dim: int, body: Callable[..., Specimen], upper: str, lower: str, gap: float = 0.02) -> None:
    """Let a body with the contour ``upper`` fall on ``lower``, or be hit by it where it cannot fall."""
    height = 0.0 if inside_out(upper) or inside_out(lower) else reach(upper) + reach(lower) + gap
    model = new_model(dim)
    specimen = body(model, height)
    place = place_of(specimen, turned(upper, dim))
    skin = CONTOURS[upper, dim](**{key: value for key, value in place.items() if key != "s"})
    skin = specimen.body.add(skin, s=place["s"]) if "s" in place else specimen.body.add(skin)
    if specimen.falls:
        other = model.ground.add(CONTOURS[lower, dim](position=site(specimen, dim, 0.0)))
    else:
        model.gravity = up(dim, 0.0)
        inertia = 0.01 if dim == 2 else (0.01, 0.01, 0.01)
        base = model.add(
            ss.RigidBody(mass=1.0, inertia=inertia, position=up(dim, 0.0), velocity=up(dim, 1.0), name="base")
        )
        other = base.add(CONTOURS[lower, dim]())
    model.add(ss.Contact(skin, other, friction=0.3))
    check_touch(run(model, 0.4, 1e-3, scheme_for(specimen)), SIZE)


def scheme_for(specimen: Specimen) -> str:
    """Return the default scheme, or an implicit one for flexible bodies."""
    rigid = isinstance(specimen.body, ss.RigidBody | ss.PointMass | ss.PrescribedBody)
    return "MoreauMidpoint" if rigid else "Theta"


def check_touch(result: ss.Result, size: float) -> None:
    """Contacts were closed and pressed, and nothing is inside anything at the end."""
    rows = result.store.read("contacts")
    if not (rows[:, 4] > 0.0).any():
        raise Defect("the bodies never pressed on each other")
    count = int(result.store.read("contact_count")[-1])
    deepest = -float(rows[len(rows) - count :, 3].min(initial=0.0))
    if deepest > 1e-3 * size:
        raise Defect(f"{deepest:.2e} m inside each other at the end")


def check_energy(result: ss.Result, moves: bool = True) -> None:
    """Kinetic and potential energy change by the work of loads, drives and losses only, and something moves."""
    energy = result.energy
    work = energy.loads + energy.drives + energy.impacts + energy.friction + energy.dampers
    error = abs(energy.total - energy.total[0] - work).max()
    if moves and not energy.kinetic.max() > 0.0:
        raise Defect("nothing moved")
    if moves and not error <= 0.02 * energy.kinetic.max():
        raise Defect(f"energy is off by {error / energy.kinetic.max():.1%}")


def contour_on_body(body: tuple[str, int], contour: str) -> str:
    """A body with a contour falls on its partner."""
    dim = body[1]
    return cell(lambda: drop(dim, BODIES[body], contour, partner_of(contour, dim)), body[0], contour)


def surface_on_contour(body: tuple[str, int], contour: str) -> str:
    """A flexible body falls with its boundary on a contour."""
    dim = body[1]

    def check() -> None:
        model = new_model(dim)
        make, skin = SURFACES[body]
        height = 0.0 if inside_out(contour) else 0.5 * SIZE + reach(contour) + 0.01
        specimen = make(model, height)
        other = model.ground.add(CONTOURS[contour, dim](position=(0.03, *up(dim, 0.0)[1:])))
        model.add(ss.Contact(skin(specimen.body, height), other, friction=0.3))
        check_touch(ss.simulate(model, 0.35 if inside_out(contour) else 0.15, 5e-4, integrator=ss.Theta()), SIZE)

    return cell(check, body[0], contour)


def contour_on_contour(upper: str, lower: str, dim: int) -> str:
    """A rigid body with one contour falls on the other one."""
    return cell(lambda: drop(dim, BODIES["RigidBody", dim], upper, lower), upper, lower)


def planar_contours(upper: str, lower: str) -> str:
    """In the plane."""
    return contour_on_contour(upper, lower, 2)


def spatial_contours(upper: str, lower: str) -> str:
    """In space."""
    return contour_on_contour(upper, lower, 3)


def body_in_scheme(body: tuple[str, int], scheme: str) -> str:
    """A free body falls, a held one is set in motion by its load."""

    def check() -> None:
        model = new_model(body[1])
        specimen = BODIES[body](model, 0.5)
        if body[0] == "PrescribedBody":
            carried = model.add(ss.RigidBody(mass=1.0, inertia=0.01, position=up(body[1], 0.2), name="carried"))
            model.add(ss.SpringDamper(specimen.body, carried, stiffness=100.0))
        check_energy(run(model, 0.02, 1e-4, scheme))

    return cell(check, "RigidBody" if body[0] == "PrescribedBody" else body[0], scheme)


def law_in_scheme(law: str, scheme: str) -> str:
    """A ball slides on a floor that carries its weight."""

    def check() -> None:
        model = new_model(3)
        ball = model.add(ss.RigidBody(mass=2.0, inertia=0.01, position=up(3, SIZE), velocity=(0.2, 0, 0)))
        skin, floor = ball.add(ss.Sphere(radius=SIZE)), model.ground.add(ss.Plane(normal=(0, 0, 1)))
        fields = LAWS[law]()
        model.add(ss.Contact(skin, floor, **fields))
        result = run(model, 0.1, 5e-4, scheme)
        rows = result.store.read("contacts")
        force = rows[:, 4].sum() / result.time[-1]
        if abs(force - 2.0 * GRAVITY) > 0.02 * 2.0 * GRAVITY:
            raise Defect(f"the mean normal force is {force:.4g} N, the weight {2.0 * GRAVITY:.4g} N")
        slower = result.store.read("u")[-1, 0] < 0.2 - 1e-3
        if slower != bool(fields.get("friction")):
            raise Defect("friction does not act" if fields.get("friction") else "friction acts where there is none")

    return cell(check, "contact", scheme)


def joint_on_body(joint: tuple[str, int], body: tuple[str, int], scheme: str = "") -> None:
    """A body swings on a joint to the ground; what cannot swing carries a rigid body on the joint."""
    dim = body[1]
    model = new_model(dim)
    specimen = BODIES[body](model, 0.5)
    point = site(specimen, dim, 0.5)
    if body[0] == "LinearBody" or body[0] == "Rod":
        inner = ss.Frame(body=specimen.body, position=specimen.body.points[specimen.place["point"]].position)
    else:
        inner = ss.Frame(body=specimen.body, **specimen.place)
    carried = not specimen.falls or (joint[0] == "Fixed" and body[0] in ("RigidBody", "PointMass"))
    far = (point[0] + 0.3, *point[1:]) if joint[0] == "Distance" else point
    if not carried:
        model.add(JOINTS[joint](ss.Frame(body=model.ground, position=far), inner))
    if carried or body[0] == "RigidBody":  # off the axis, so that it swings
        inertia = 0.01 if dim == 2 else (0.01, 0.011, 0.012)
        arm = model.add(ss.RigidBody(mass=1.0, inertia=inertia, position=(point[0] + 0.2, *point[1:]), name="arm"))
        if carried:
            away = (0.1 if joint[0] == "Distance" else -0.2,) + (0.0,) * (dim - 1)
            model.add(JOINTS[joint](inner, ss.Frame(body=arm, position=away)))
            if joint[0] == "Fixed":
                model.add(ss.SpringDamper(model.ground, arm, stiffness=100.0))
        else:
            model.add(ss.Fixed(specimen.body, arm, at=point))
    result = run(model, 0.02, 1e-4, scheme or scheme_for(specimen))
    drift = float(abs(result.store.read("drift")).max(initial=0.0))
    if drift > 1e-5:
        raise Defect(f"the joint opens by {drift:.1e}")
    check_energy(result, moves=body[0] != "PointMass" or joint[0] in ("Prismatic", "PointOnLine", "Distance"))


def joint_with_body(joint: tuple[str, int], body: tuple[str, int]) -> str:
    """The default scheme."""
    return cell(lambda: joint_on_body(joint, body), joint[0], body[0])


def joint_in_scheme(joint: tuple[str, int], scheme: str) -> str:
    """A rigid body."""
    body = f"{joint[0]}|RigidBody" if scheme in ("BDF", "Newmark", "IDA") else joint[0]
    return cell(lambda: joint_on_body(joint, ("RigidBody", joint[1]), scheme), body, scheme)


ANALYSES: dict[str, Callable[[ss.Model], None]] = {}


def analysis(function: Callable[[ss.Model], None]) -> Callable[[ss.Model], None]:
    """Enter an analysis into the table."""
    ANALYSES[function.__name__] = function
    return function


@analysis
def solve_static(model: ss.Model) -> None:
    """Equilibrium to the limit of its own certificate."""
    result = ss.solve_static(model)
    if not all(finding.proven for finding in result.certificate.findings):
        raise Defect(f"not proven: {[f.text for f in result.certificate.findings if not f.proven]}")


@analysis
def modes(model: ss.Model) -> None:
    """Real, positive frequencies."""
    at = None if model.of_kind(ss.Contact) else ss.solve_static(model)
    frequencies = np.asarray(ss.modes(model, n=1, about=at).frequencies)
    if not (np.isfinite(frequencies).all() and frequencies[0] > 0.0):
        raise Defect(f"frequencies {frequencies}")


@analysis
def linearize(model: ss.Model) -> None:
    """Finite matrices, mass positive."""
    found = ss.linearize(model)
    M = found.M.toarray() if hasattr(found.M, "toarray") else np.asarray(found.M)
    if not (np.isfinite(M).all() and np.linalg.eigvalsh(0.5 * (M + M.T)).min() > -1e-12 * abs(M).max()):
        raise Defect("the mass matrix is not positive")


def analysis_of_body(name: str, body: tuple[str, int]) -> str:
    """A held body under its weight."""

    def check() -> None:
        model = new_model(body[1], 0.05 * GRAVITY)  # small deflections
        specimen = BODIES[body](model, 0.5)
        for part in specimen.clamp():
            model.add(part)
        ANALYSES[name](model)

    return cell(check, name, body[0])


def analysis_of_law(name: str, law: str) -> str:
    """A ball on a spring that presses on a floor: the contact counts, or is rejected."""
    single = law[0].isupper()  # a law of the depth

    def check() -> None:
        model = new_model(3)
        ball = model.add(ss.RigidBody(mass=1.0, inertia=0.01, position=up(3, SIZE - (1e-3 if single else 0.0))))
        model.add(ss.Bushing(model.ground, ball, stiffness=(100.0,) * 6))
        skin, floor = ball.add(ss.Sphere(radius=SIZE)), model.ground.add(ss.Plane(normal=(0, 0, 1)))
        model.add(ss.Contact(skin, floor, **LAWS[law]()))
        ANALYSES[name](model)
        if name == "solve_static":
            force = ss.solve_static(model).contacts.between(skin, floor).force[-1]
            carried = GRAVITY + 100.0 * SIZE  # the weight of 1 kg, and the pull of the bushing towards the origin
            if abs(force - carried) > 1e-9 * carried:
                raise Defect(f"the floor carries {force} N")
            return
        highest = 2.0 * np.pi * max(ss.modes(model, n=6).frequencies)
        if abs(highest - np.sqrt(1e5 + 100.0)) > 1e-3 * highest:
            raise Defect("the contact is ignored")

    return cell(check, f"{name}|linearize", "contact")
