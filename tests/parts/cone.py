"""A cone."""

import stickslip as ss

SIZE = {"radius": 0.1, "length": 0.2, "axis": (0.0, 0.0, -1.0)}


def _sample():
    from samples import Sample, of_part, space  # of tests/robustness

    s = space()
    return Sample(ss.Cone, SIZE, of_part(s, lambda cone: ss.Contact(s.floor, s.b.add(cone), friction=0.2)))


SAMPLES = {"Cone": _sample}
CONTOURS = {("Cone", 3): lambda **at: ss.Cone(radius=0.05, length=0.05, **at)}


def add_to(model):
    bodies = [model.add(ss.RigidBody(1.0, 1.0, position=(x, 9, 0), name=f"cone {x}")) for x in (5, 7)]
    model.add(ss.Contact(*(body.add(ss.Cone(**SIZE)) for body in bodies)))
