"""Damaged and hostile result files: a sane result or one of the package's errors, soon, from this file alone."""

from __future__ import annotations

import contextlib
import json
import shutil
from functools import cached_property
from typing import Any

import h5py
import numpy as np
import pytest
from hypothesis import given, seed
from hypothesis import strategies as st
from limits import cases, limited
from nasty import spoiled_bytes, spoiled_tree
from samples import BAR, plane, solid

import stickslip as ss


def write(path: Any) -> None:
    """Write a run with every kind of body, with joints, contacts, a support and a bond."""
    s = plane()
    s.model.add(ss.Contact(s.a.add(ss.Circle(radius=0.1)), s.floor, friction=0.3))
    s.model.add(ss.Revolute(s.ground, s.b))
    for k, more in enumerate(({}, {"formulation": "redundant"}, {"order": 2})):
        s.model.add(ss.PlanarBeam.straight((0, 2 + k), (1, 2 + k), 2, section=BAR, **more))
    s.model.add(ss.StringBody.straight((0, 5), (1, 5), 2, stiffness=1e3, mass_per_length=0.5, formulation="bezier"))
    s.model.add(ss.StringBody.straight((0, 6), (1, 6), 2, stiffness=1e3, mass_per_length=0.5))
    s.model.add(ss.FloatingBeam.straight((0, 7), (1, 7), 2, section=BAR))
    block = s.model.add(solid(2))
    s.model.add(ss.Support(block, block.nodes_where(lambda x, y: y == 0)))
    light = s.model.add(ss.MasslessBody(position=(0.5, 1)))
    s.model.add(ss.Bond(block, block.boundary(lambda x, y: y == 1), light))
    s.model.add(ss.PrescribedBody(position=(9, 9)))
    ss.simulate(s.model, 1e-2, 1e-3, out=path)


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    path = tmp_path_factory.mktemp("hdf5") / "good.h5"
    write(path)
    return path


def touch(path: Any) -> None:
    """Ask for everything that a file may hold."""
    result = ss.load(path)
    with contextlib.closing(result.store):  # the next case writes to the same place
        ask(result)


def ask(result: ss.Result) -> None:
    for name in result.names:
        series = result[name]
        for key in [k for base in type(series).__mro__ for k, x in vars(base).items()
                    if isinstance(x, property | cached_property) and not k.startswith("_")]:  # fmt: skip
            try:
                getattr(series, key)
            except ss.StickslipError:
                pass
    for points in result.contacts:
        assert len(points.names_a) == len(points) == len(points.force)
    assert str(result.certificate) and repr(result) and result.summary() and len(result.time) == len(result) <= 11
    assert result.model is None or result.model.parts is not None
    result.store.last_checkpoint()


_DATASETS = ("header", "marker", "end", "checkpoint/0", "checkpoint/1", "data/time", "data/q", "data/contacts", "data")


def restructure(data: Any, path: Any, other: Any) -> None:
    """Replace a dataset by something else, or change an attribute."""
    name = data.draw(st.sampled_from(_DATASETS), label="name")
    what = data.draw(st.sampled_from(["drop", "external", "soft", "loop", "type", "shape", "bomb", "reference",
                                      "virtual",
                                      "group", "text", "attribute", "outside", "unlimited"]), label="what")  # fmt: skip
    with h5py.File(path, "r+", libver="v110") as file:
        if what == "attribute":
            of = file if data.draw(st.booleans()) else file["data/energy"]
            key = data.draw(st.sampled_from(["kind", "format", "columns", "header_sum"]))
            of.attrs[key] = data.draw(st.sampled_from([0, -1, 1e300, "x", [], ["a"], np.zeros((3, 3)), np.nan]))
            return
        old = file[name]
        shape, kind = (old.shape, old.dtype) if isinstance(old, h5py.Dataset) else ((3,), "f8")
        del file[name]
        if what == "external":
            file[name] = h5py.ExternalLink(str(other), f"/{name}")
        elif what in ("soft", "loop"):
            file[name] = h5py.SoftLink("/data/u" if what == "soft" else f"/{name}")
        elif what == "type":
            file[name] = np.zeros(shape, data.draw(st.sampled_from(["i1", ">f8", "f4", "c16", "S3", "i4,f8"])))
        elif what == "shape":
            file[name] = np.zeros(data.draw(st.sampled_from([(), (0,), (1,), (7, 7), (2, 3, 4)])), kind)
        elif what in ("bomb", "unlimited"):
            tail, packed = shape[1:], {"compression": "gzip"} if what == "bomb" else {}
            size = (data.draw(st.sampled_from([10**6, 10**9, 10**12])), *tail)
            file.create_dataset(name, size, "f8", chunks=(1000, *tail), maxshape=(None, *tail), **packed)
        elif what == "reference":
            file.create_dataset(name, (2,), h5py.ref_dtype)[:] = file["data"].ref if "data" in file else file.ref
        elif what == "virtual":
            layout = h5py.VirtualLayout(shape or (1,), "f8")
            layout[...] = h5py.VirtualSource(str(other), "data/u", shape or (1,))
            file.create_virtual_dataset(name, layout)
        elif what == "outside":
            file.create_dataset(name, (11,), "f8", external=[(str(other), 0, h5py.h5f.UNLIMITED)])
        elif what == "group":
            file.create_group(name)
        elif what == "text":
            file.create_dataset(name, data=["{}", "a"], dtype=h5py.string_dtype())


def forge(data: Any, path: Any) -> None:
    """Change the header, without the checksum that would tell."""
    with h5py.File(path, "r+", libver="v110") as file:
        tree = data.draw(spoiled_tree(json.loads(bytes(file["header"][()]))), label="header")
        del file["header"], file.attrs["header_sum"]
        file.create_dataset("header", data=np.bytes_(json.dumps(tree).encode() or b"x"))


def attempt(data: Any, good: Any) -> None:
    """Read one damaged file."""
    path = good.with_name("bad.h5")
    way = data.draw(st.sampled_from(["bytes", "structure", "header", "header"]))
    if way == "bytes":
        path.write_bytes(data.draw(spoiled_bytes(good.read_bytes(), (b"\0" * 64, b"\xff" * 64))))
    else:
        shutil.copy(good, path)
        restructure(data, path, good) if way == "structure" else forge(data, path)
    try:
        with limited():
            touch(path)
    except ss.StickslipError as error:
        assert str(error) and "\n" not in str(error).split("model", 1)[0]


def test_the_good_file(good):
    touch(good)


def test_damaged_files(good):
    @cases(80)
    @given(data=st.data())
    def run(data):
        attempt(data, good)

    run()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_many_damaged_files(good, part):
    """The same with 2000 other cases."""

    @seed(part)
    @cases(500, fixed=False)
    @given(data=st.data())
    def run(data):
        attempt(data, good)

    run()
