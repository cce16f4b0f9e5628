"""Shells."""

import numpy as np

import stickslip as ss

RUBBER = ss.Material(young=1e6, density=1000.0, poisson=0.3)
LAYER = {"thickness": 0.01, "E1": 2e6, "E2": 1e6, "nu12": 0.3, "G12": 4e5, "density": 900.0, "angle": 0.4}
SECTION = {"A": np.eye(3) * 1e4, "D": np.eye(3), "As": np.eye(2) * 3e3, "mass_per_area": 10.0, "inertia": 1e-3}
FLAT = {"material": RUBBER, "thickness": 0.02}
QUAD = {"nodes": [(0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)], "cells": [(0, 1, 2, 3)]}


def shell(height=0.0, **fields):
    """Return a square of four elements, its first corner at a height above the origin."""
    plate = ss.Shell.plate((0.2, 0.2), 2, **FLAT)
    return ss.Shell(plate.nodes + np.array([0.0, 0.0, height]), plate.cells, **{**FLAT, "name": "body", **fields})


def specimen(**fields):
    def make(model, height):
        from kinds import Specimen

        body = model.add(shell(height, **fields))
        return Specimen(body, {"node": 0}, clamp=lambda: [ss.Support(body, [0, 1, 2], directors=True)])

    return make


BODIES = {("Shell", 3): specimen(), ("Shell retardation", 3): specimen(retardation=1e-4)}


def _made(make, fields):
    def build():
        from samples import Sample, part_of, space

        return Sample(make, fields, part_of(space()))

    return build


def _section(cls, fields, wrap=lambda section: section):
    def build():
        from samples import Sample, of_part, space

        return Sample(cls, fields, of_part(space(), lambda made: ss.Shell(**QUAD, section=wrap(made))))

    return build


def _on(name):
    def build():
        from samples import Sample, of_part, space

        s = space()
        body = s.model.add(shell(1.0))
        made = getattr(body, name)
        if name in ("nodes_where", "boundary"):
            fields = {"condition": lambda x, y, z: x == 0.0}
            return Sample(made, fields, of_part(s, lambda found: ss.Support(body, np.unique(found), directors=True)))
        fields = {"number": 1} if name == "node" else {"point": (0.2, 0.2, 1.0)}
        return Sample(made, fields, of_part(s, lambda place: ss.PointForce(place, (0, 0, 1))))

    return build


def _edge_load():
    from samples import Sample, part_of, space

    s = space()
    body = s.model.add(shell(1.0))
    fields = {"shell": body, "sides": [(0, 1)], "force": (0, 0, 1.0), "moment": (0, 0.1, 0), "factor": ss.Sine(1, 2)}
    return Sample(ss.EdgeLoad, fields, part_of(s))


SAMPLES = {
    "EdgeLoad": _edge_load,
    "Shell": _made(ss.Shell, QUAD | FLAT | {"retardation": 1e-4, "prestress": (1.0, 2.0, 0.0)}),
    "Shell.plate": _made(ss.Shell.plate, {"lengths": (1, 2), "divisions": (2, 1), "order": 2, **FLAT}),
    "Shell.cylinder": _made(
        ss.Shell.cylinder, {"radius": 0.5, "length": 1.0, "divisions": (12, 1), "angles": (0.0, 1.0), **FLAT}
    ),
    "Shell.sphere": _made(ss.Shell.sphere, {"radius": 0.5, "divisions": 2, **FLAT}),
    "Shell.from_mesh": _made(
        ss.Shell.from_mesh,
        {"nodes": [*QUAD["nodes"], (2, 0.5, 1)], "quads": QUAD["cells"], "triangles": [(1, 4, 2)], **FLAT},
    ),
    **{f"Shell.{name}": _on(name) for name in ("node", "nearest", "nodes_where", "boundary")},
    "ShellSection": _section(ss.ShellSection, SECTION),
    "Layer": _section(ss.Layer, LAYER, lambda layer: ss.Laminate([layer])),
    "Laminate": _section(ss.Laminate, {"layers": [ss.Layer(**LAYER), ss.Layer(**LAYER)]}),
}


def add_to(model):
    body = model.add(ss.Shell.plate((1.0, 1.0), 1, section=ss.Laminate([ss.Layer(**LAYER)]), name="a shell"))
    model.add(ss.Support(body, [0, 1], directors="y", components="xz"))
    model.add(ss.EdgeLoad(body, body.boundary(lambda x, y, z: x == 1.0), force=(0, 0, 1.0)))
    model.add(ss.SurfaceLoad(body, body.cells, pressure=2.0, follower=True))
    model.add(ss.Shell(**QUAD, section=ss.ShellSection(**SECTION), name="another shell"))
