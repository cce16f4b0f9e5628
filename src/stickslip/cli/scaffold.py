"""``stickslip new``: a first model that runs at once, as a program or as a file."""

from __future__ import annotations

from pathlib import Path

from stickslip.errors import StickslipError

_PYTHON = '''\
"""A pendulum swings down and strikes a box, which slides away and stops: change a number, run it again."""

import stickslip as ss

model = ss.Model(gravity=(0, 0, -9.81), name="NAME")

# bodies: a bar along x, hinged to the ground at its left end, and a box on the floor
bar = model.add(ss.RigidBody(mass=1.0, inertia=(0.001, 0.08, 0.08), position=(-0.5, 0, 1.1), name="bar"))
box = model.add(ss.RigidBody(mass=0.5, inertia=0.003, position=(0.16, 0, 0.1), name="box"))
hinge = model.add(ss.Revolute(model.ground, bar, at=(0, 0, 1.1), axis=(0, 1, 0), name="hinge"))

# what may touch: the ball at the end of the bar, the box and the floor
ball = bar.add(ss.Sphere(radius=0.05, position=(-0.5, 0, 0), name="ball"))
skin = box.add(ss.Cuboid(lengths=(0.2, 0.2, 0.2), name="skin"))
floor = model.ground.add(ss.Plane(normal=(0, 0, 1), name="floor"))
model.add(ss.Contact(ball, skin, restitution=0.6, name="strike"))
model.add(ss.Contact(skin, floor, friction=0.3, name="slide"))

if __name__ == "__main__":
    scheme = ss.MoreauMidpoint()
    result = ss.simulate(model, t_end=2.0, dt=1e-3, integrator=scheme, out="NAME.h5", progress=True)
    print(*result.certificate.verdict, sep="\\n")  # what the run proves, and where the energy went
    print("the box stops at x =", result["box"].position[-1, 0], "m")
    result.plot.energy().savefig("NAME.png")
'''
_YAML = """\
# A pendulum swings down and strikes a box, which slides away and stops: change a number, run it again.
model:
  name: NAME
  gravity: [0, 0, -9.81]
  ground:
    contours:
    - {kind: Plane, name: floor, normal: [0, 0, 1]}
  parts:
  # bodies: a bar along x with a ball at its end, and a box on the floor
  - kind: RigidBody
    name: bar
    mass: 1.0
    inertia: [0.001, 0.08, 0.08]
    position: [-0.5, 0, 1.1]
    contours:
    - {kind: Sphere, name: ball, radius: 0.05, position: [-0.5, 0, 0]}
  - kind: RigidBody
    name: box
    mass: 0.5
    inertia: 0.003
    position: [0.16, 0, 0.1]
    contours:
    - {kind: Cuboid, name: skin, lengths: [0.2, 0.2, 0.2]}
  # the bar is hinged to the ground
  - {kind: Revolute, name: hinge, a: ground, b: bar, at: [0, 0, 1.1], axis: [0, 1, 0]}
  # what may touch
  - {kind: Contact, name: strike, a: bar.ball, b: box.skin, restitution: 0.6}
  - {kind: Contact, name: slide, a: box.skin, b: ground.floor, friction: 0.3}
simulation: {t_end: 2.0, dt: 1e-3, integrator: {type: MoreauMidpoint}}
"""


def write(path: Path, yaml: bool) -> str:
    """Write a new model to a file that must not exist; returns what to do next."""
    if path.suffix in (".yaml", ".yml"):
        yaml = True
    elif path.suffix == "":
        path = path.with_suffix(".yaml" if yaml else ".py")
    elif path.suffix != ".py" or yaml:
        raise StickslipError(f"new: '{path}' must end in {'.yaml' if yaml else '.py or .yaml'}")
    name = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in path.stem)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write((_YAML if yaml else _PYTHON).replace("NAME", name))
    except FileExistsError:
        raise StickslipError(f"new: '{path}' exists; it is left unchanged") from None
    except OSError as error:
        raise StickslipError(f"new: cannot write '{path}': {error.strerror or error}") from None
    if yaml:
        return f"wrote {path}; next: stickslip check {path}, stickslip run {path}"
    return f"wrote {path}; next: python {path}, then stickslip report {name}.h5"
