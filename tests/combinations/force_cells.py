"""Forces on bodies and under schemes: the momentum of all bodies changes by the impulse of the force, and its moment.

A force is attached to a free body at rest, without gravity, for a time in which nothing moves far. It returns the force
and the moment that it is expected to have there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from cells import Defect, cell, new_model, scheme_for
from kinds import AXIS, BODIES, Specimen, run, site, up

import stickslip as ss

END, STEP = 2e-3, 1e-4
HEIGHT = 0.5
EXACT, ELASTIC = 1e-6, 1e-2  # relative errors: of constant forces, of those that change a little
PULL = (3.0, -2.0, 1.0)  # [N]
TURN = (0.3, -0.2, 0.1)  # [N m]


@dataclass
class Place:
    """Where a force acts."""

    model: ss.Model
    specimen: Specimen
    frame: ss.Frame
    point: np.ndarray  # (3,) in the world
    axes: np.ndarray  # (3, 3) of the frame, columns

    @property
    def dim(self) -> int:
        """Dimension of the model."""
        return self.model.dim

    def beside(self, shift: Any, **fields: Any) -> ss.Frame:
        """Return a frame of the ground, aside of the point."""
        position = self.point[: self.dim] + np.asarray(shift)[: self.dim]
        if self.specimen.axes is not None:
            fields = {"rotation": self.specimen.axes.tolist()} | fields
        return ss.Frame(body=self.model.ground, position=tuple(position), **fields)


@dataclass
class Effect:
    """What a force does, in the world."""

    force: Any = (0.0, 0.0, 0.0)
    moment: Any = (0.0, 0.0, 0.0)  # about ``at``
    at: Any = None  # the place of the frame
    error: float = EXACT
    held: bool = False  # the place, by a joint: the momentum of the whole is that of the joint's force, too
    others: float = 0.0  # size of what a reaction takes away: the momenta of the whole do not change
    others_force: Any = 0.0  # of the reaction
    work: bool = False  # done on a moving place by a dead force


FORCES: dict[tuple[str, int], Callable[[Place], Effect]] = {}


def force(name: str, *dims: int) -> Any:
    """Enter a force into the table, for these dimensions."""

    def enter(build: Callable[[Place], Effect]) -> Callable[[Place], Effect]:
        for dim in dims or (2, 3):
            FORCES[name, dim] = build
        return build

    return enter


# Python functions are compiled for every run: these stand in the table of bodies only.
OWN_CODE = (("UserForce", 3), ("UserForce torque", 2))


def vector(values: Any, dim: int) -> tuple[float, ...]:
    """Return the components that a model of this dimension has."""
    return tuple(float(x) for x in values[:dim])


def torque(values: Any, dim: int) -> Any:
    """Return a torque as the dimension has it: about z in the plane."""
    return float(values[2]) if dim == 2 else vector(values, 3)


def in_plane(values: Any, dim: int) -> np.ndarray:
    """Return a force in three components, without that across the plane."""
    return np.array([*values[:2], 0.0 if dim == 2 else values[2]])


def about_z(values: Any, dim: int) -> np.ndarray:
    """Return a moment in three components, only about z in the plane."""
    return np.array([0.0, 0.0, values[2]]) if dim == 2 else np.array(values)


@force("PointForce")
def point_force(p: Place) -> Effect:
    p.model.add(ss.PointForce(p.frame, vector(PULL, p.dim)))
    return Effect(in_plane(PULL, p.dim), work=True)


@force("PointForce follower")
def follower_force(p: Place) -> Effect:
    p.model.add(ss.PointForce(p.frame, vector(PULL, p.dim), follower=True))
    return Effect(p.axes @ in_plane(PULL, p.dim), error=ELASTIC)


@force("Torque")
def plain_torque(p: Place) -> Effect:
    p.model.add(ss.Torque(p.frame, torque(TURN, p.dim)))
    return Effect(moment=about_z(TURN, p.dim))


@force("Torque follower")
def follower_torque(p: Place) -> Effect:
    p.model.add(ss.Torque(p.frame, torque(TURN, p.dim), follower=True))
    return Effect(moment=p.axes @ about_z(TURN, p.dim), error=ELASTIC)


def _other(p: Place) -> ss.Body:
    inertia = 1.0 if p.dim == 2 else (1.0,) * 3
    return p.model.add(ss.RigidBody(mass=1.0, inertia=inertia, position=p.beside((0.3, 0.1, 0.2)).position))


@force("Torque reaction")
def torque_with_reaction(p: Place) -> Effect:
    p.model.add(ss.Torque(p.frame, torque(TURN, p.dim), reaction=_other(p)))
    return Effect(others=1.0)


@force("SpringDamper")
def spring(p: Place) -> Effect:
    p.model.add(ss.SpringDamper(p.beside((0.3, 0.0, 0.0)), p.frame, stiffness=10.0, rest_length=0.1))
    return Effect((2.0, 0.0, 0.0), error=ELASTIC)


@force("SpringDamper damping")
def damper(p: Place) -> Effect:
    """Its other end moves away at 2 m/s."""
    motion = (ss.Polynomial((0.0, 2.0)), *(0.0,) * (p.dim - 1))
    hand = p.model.add(ss.PrescribedBody(position=p.beside((0.3, 0.0, 0.0)).position, motion=motion))
    p.model.add(ss.SpringDamper(hand, p.frame, stiffness=0.0, damping=0.1))
    return Effect((0.2, 0.0, 0.0), error=ELASTIC)


@force("TorsionalSpring")
def torsional_spring(p: Place) -> Effect:
    joint = p.model.add(ss.Revolute(p.beside((0.0, 0.0, 0.0)), p.frame, **AXIS[p.dim]))
    p.model.add(ss.TorsionalSpring(joint, stiffness=0.1, rest_angle=2.0))
    return Effect(moment=(0.0, 0.0, 0.2) if p.dim == 2 else (0.0, 0.2, 0.0), error=ELASTIC, held=True)


@force("Bushing")
def bushing(p: Place) -> Effect:
    shift = in_plane((0.02, -0.01, 0.03), p.dim)
    p.model.add(ss.Bushing(p.beside(shift), p.frame, stiffness=(100.0,) * 3 if p.dim == 2 else (100.0,) * 6))
    return Effect(100.0 * shift, error=ELASTIC)


def _push(t, r, v, A, omega, force, torque):
    force[0], force[1], force[2] = 3.0, -2.0, 1.0


def _twist(t, r, v, A, omega, force, torque):
    torque[0], torque[1], torque[2] = 0.3, -0.2, 0.1


@force("UserForce", 3)
def user_force(p: Place) -> Effect:
    p.model.add(ss.UserForce(p.frame, _push))
    return Effect(in_plane(PULL, p.dim))


@force("UserForce torque", 2)
def user_torque(p: Place) -> Effect:
    p.model.add(ss.UserForce(p.frame, _twist))
    return Effect(moment=about_z(TURN, p.dim))


@force("UserForce reaction", 2)
def user_force_with_reaction(p: Place) -> Effect:
    """Force and reaction act in one point each: their moment is that of the couple."""
    other = _other(p)
    p.model.add(ss.UserForce(p.frame, _push, reaction=other))
    arm = -in_plane((0.3, 0.1, 0.2), p.dim)
    moment = np.cross(arm, in_plane(PULL, p.dim))
    return Effect(moment=moment, error=ELASTIC, others=1.0, others_force=in_plane(PULL, p.dim))


def _line_centre(p: Place) -> tuple[ss.Body, np.ndarray]:
    return p.specimen.body, np.array([0.0, *([HEIGHT, 0.0] if p.dim == 2 else [0.0, HEIGHT])])


@force("LineLoad")
def line_load(p: Place) -> Effect:
    line, centre = _line_centre(p)
    p.model.add(ss.LineLoad(line, vector(PULL, p.dim)))
    return Effect(0.4 * in_plane(PULL, p.dim), at=centre)


@force("LineLoad follower")
def line_follower(p: Place) -> Effect:
    line, centre = _line_centre(p)
    p.model.add(ss.LineLoad(line, vector(PULL, p.dim), follower=True))
    return Effect(0.4 * p.axes @ in_plane(PULL, p.dim), at=centre, error=ELASTIC)


@force("LineLoad moment")
def line_moment(p: Place) -> Effect:
    line, centre = _line_centre(p)
    p.model.add(ss.LineLoad(line, moment=torque(TURN, p.dim)))
    return Effect(moment=0.4 * about_z(TURN, p.dim), at=centre)


def _solid(p: Place) -> tuple[ss.Body, Any, np.ndarray, float]:
    """Return a solid, its lower side, the centre of that side and its area; of a shell all of it."""
    solid, low = p.specimen.body, np.array([[0, 1]])
    if isinstance(solid, ss.Shell):
        return solid, solid.cells, np.array([0.1, 0.1, HEIGHT]), 0.04
    if isinstance(solid, ss.SolidBody):
        low = solid.boundary(lambda *x: abs(x[-1] - HEIGHT) < 1e-9)
    return solid, low, np.array([0.0, *([HEIGHT, 0.0] if p.dim == 2 else [0.0, HEIGHT])]), 0.2 ** (p.dim - 1)


@force("SurfaceLoad traction")
def traction(p: Place) -> Effect:
    solid, low, centre, area = _solid(p)
    p.model.add(ss.SurfaceLoad(solid, low, traction=vector(PULL, p.dim)))
    return Effect(area * in_plane(PULL, p.dim), at=centre)


def _pressed(follower: bool) -> Callable[[Place], Effect]:
    def build(p: Place) -> Effect:
        solid, low, centre, area = _solid(p)
        p.model.add(ss.SurfaceLoad(solid, low, pressure=10.0, follower=follower))
        size = -10.0 if isinstance(solid, ss.Shell) else 10.0  # shells: against directors, which point up
        return Effect(in_plane((*up(p.dim, size * area), 0.0), p.dim), at=centre, error=ELASTIC if follower else EXACT)

    return build


force("SurfaceLoad pressure")(_pressed(False))
force("SurfaceLoad follower")(_pressed(True))


@force("VolumeLoad")
def volume_load(p: Place) -> Effect:
    solid, _, centre, area = _solid(p)
    p.model.add(ss.VolumeLoad(solid, vector(PULL, p.dim)))
    middle = centre + in_plane((*up(p.dim, 0.1), 0.0), p.dim)
    return Effect(0.2 * area * in_plane(PULL, p.dim), at=middle)


@force("EdgeLoad", 3)
def edge_load(p: Place) -> Effect:
    shell = p.specimen.body
    sides = shell.boundary(lambda x, y, z: x == 0.0) if isinstance(shell, ss.Shell) else np.array([[0, 1]])
    p.model.add(ss.EdgeLoad(shell, sides, force=vector(PULL, p.dim)))
    return Effect(0.2 * in_plane(PULL, p.dim), at=np.array([0.0, 0.1, HEIGHT]))


@force("EdgeLoad moment", 3)
def edge_moment(p: Place) -> Effect:
    """The part across the directors, which point up."""
    shell = p.specimen.body
    sides = shell.boundary(lambda x, y, z: x == 0.0) if isinstance(shell, ss.Shell) else np.array([[0, 1]])
    p.model.add(ss.EdgeLoad(shell, sides, moment=(0.01, 0.02, 0.05)))
    return Effect(moment=0.2 * np.array([0.01, 0.02, 0.0]), error=ELASTIC)


VARYING = ("redundant", "bezier", "FloatingBeam", "BendingTorsionBeam")  # their mass changes with the configuration


def act(kind: tuple[str, int], body: tuple[str, int], scheme: str) -> None:
    """Let a force act on a body; compare momentum and moment with its impulse."""
    model = new_model(body[1], 0.0)
    specimen = BODIES[body](model, HEIGHT)
    if isinstance(specimen.body, ss.PrescribedBody):  # a model needs a body that can move
        model.add(ss.RigidBody(mass=1.0, inertia=1.0, position=up(model.dim, 9.0), name="bystander"))
    point = np.array([*site(specimen, model.dim, HEIGHT), 0.0][:3])
    if body[0] in ("LinearBody", "Rod"):
        frame = ss.Frame(body=specimen.body, position=specimen.body.points[specimen.place["point"]].position)
    else:
        frame = ss.Frame(body=specimen.body, **specimen.place)
    axes = np.eye(3) if specimen.axes is None else np.asarray(specimen.axes, dtype=float)
    effect = FORCES[kind](Place(model, specimen, frame, point, axes))
    result = run(model, END, STEP, scheme or scheme_for(specimen))
    if isinstance(specimen.body, ss.PrescribedBody):
        check_work(effect, result, -2.0 * END**2)
    else:
        if any(word in body[0] for word in VARYING):
            effect.error = ELASTIC
        compare(effect, result, point)


def check_work(effect: Effect, result: ss.Result, lift: float) -> None:
    """A force on a prescribed body does work on its way, which its drive takes up."""
    if not effect.held and not effect.others and effect.work:
        work = float(np.asarray(effect.force)[1 if len(result.model.gravity) == 2 else 2]) * lift
        if abs(result.energy.loads[-1] - work) > 0.02 * abs(work):
            raise Defect(f"the load does {result.energy.loads[-1]:.4g} J instead of {work:.4g} J")
    momentum = abs(result.momentum.linear[-1]).max() / END
    if effect.others and abs(momentum - abs(np.asarray(effect.others_force)).max()) > 1e-9:
        raise Defect(f"the other body gains {momentum:.4g} N s a second")


def compare(effect: Effect, result: ss.Result, point: np.ndarray) -> None:
    """Compare the momenta of a result with the impulse of a force."""
    linear, angular = result.momentum.linear[-1], result.momentum.angular[-1]
    force, at = np.asarray(effect.force, dtype=float), point if effect.at is None else effect.at
    moment = np.asarray(effect.moment, dtype=float) + np.cross(at, force)
    scale = max(abs(force).max(), abs(np.asarray(effect.moment)).max(), effect.others)
    if effect.held:
        angular, linear = angular - np.cross(at, linear), 0.0 * linear
    for what, found, expected in (("momentum", linear, force), ("angular momentum", angular, moment)):
        error = abs(found / END - expected).max()
        if not error <= effect.error * scale:
            raise Defect(f"{what} grows by {found / END} a second, not by {expected}")
    if effect.others and not result.energy.kinetic[-1] > 0.0:
        raise Defect("nothing moved")


def force_on_body(kind: tuple[str, int], body: tuple[str, int]) -> str:
    """The default scheme."""
    names = f"{kind[0]}|Revolute" if kind[0] == "TorsionalSpring" else kind[0]
    return cell(lambda: act(kind, body, ""), names, body[0])


def carrier(kind: tuple[str, int]) -> tuple[str, int]:
    """Return a body that carries a force."""
    if kind[0].startswith("LineLoad"):
        return ("PlanarBeam", 2) if kind[1] == 2 else ("Beam", 3)
    if kind[0].startswith("EdgeLoad"):
        return "Shell", 3
    return ("SolidBody" if kind[0].startswith(("SurfaceLoad", "VolumeLoad")) else "RigidBody", kind[1])


def force_in_scheme(kind: tuple[str, int], scheme: str) -> str:
    """A body that carries the force."""
    body = carrier(kind)
    names = f"{kind[0]}|{body[0]}" if scheme in ("BDF", "Newmark", "IDA") else kind[0]
    return cell(lambda: act(kind, body, scheme), names, scheme)
