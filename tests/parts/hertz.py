"""Hertz's law."""

import stickslip as ss

LAW = {"radius": 0.05, "modulus": 1e6, "dissipation": 0.1, "v_ref": 1e-3}


def _sample():
    from samples import Sample, of_part, space  # of tests/robustness

    s = space()
    skin = s.a.add(ss.Sphere(radius=0.11))
    return Sample(ss.Hertz, LAW, of_part(s, lambda law: ss.Contact(skin, s.floor, friction=0.2, law=law)))


SAMPLES = {"Hertz": _sample}
LAWS = {"Hertz": lambda: {"friction": 0.3, "law": ss.Hertz(radius=0.05, modulus=1.3e7, dissipation=5.0)}}


def add_to(model):
    a, b = (model.add(ss.RigidBody(1.0, 1.0, position=(x, 0, 9), name=f"hertz {x}")) for x in (5, 7))
    skins = [body.add(ss.Sphere(radius=0.1)) for body in (a, b)]
    model.add(ss.Contact(*skins, law=ss.Hertz(**LAW)))
