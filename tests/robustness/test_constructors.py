"""Bad arguments for every public constructor: what can be made runs or is rejected, by the package's own errors."""

from __future__ import annotations

import contextlib
import inspect
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, seed
from hypothesis import strategies as st
from limits import cases, limited
from nasty import spoiled
from samples import SAMPLES, Sample

import stickslip as ss
from stickslip.integrators.schemes import Integrator
from stickslip.model.base import Declaration

pytestmark = pytest.mark.usefixtures("compiled")
DT = 1e-3


def known_fields(make: Any) -> list[str]:
    """Return the names of all arguments."""
    if isinstance(make, type) and issubclass(make, Declaration):
        return list(make.model_fields)
    return [name for name, p in inspect.signature(make).parameters.items() if p.kind is not p.VAR_KEYWORD]


def is_callable_so(make: Any, fields: dict[str, Any]) -> bool:
    """Return whether a plain function has these arguments; if not, Python itself says so, by a TypeError."""
    if isinstance(make, type) and issubclass(make, Declaration | Integrator):
        return True
    try:
        inspect.signature(make).bind(**fields)
    except TypeError:
        return False
    return "self" not in fields and "cls" not in fields


def answer(sample: Sample, fields: dict[str, Any]) -> Any:
    """Make the object, put it into its model and do two steps; return the result."""
    made = sample.make(**fields)
    model = sample.use(made)
    large = model is not None and any(len(getattr(body, "nodes", ())) > 100 for body in model.bodies)
    return made if model is None or large else ss.simulate(model, 2 * DT, DT, integrator=sample.scheme(made))


def check(result: Any) -> None:
    """Reject a result that says it is finished but holds numbers that are none."""
    if isinstance(result, ss.Result) and result.status == "finished":
        for column in ("time", "q", "u", "energy", "certificate", "reaction", "coordinate"):
            assert np.isfinite(result.store.read(column)).all(), f"{column} is not finite"


def attempt(data: Any) -> None:
    """Do one spoiled case."""
    builds = SAMPLES[data.draw(st.sampled_from(sorted(SAMPLES)), label="what")]
    sample = builds[data.draw(st.integers(0, len(builds) - 1))]()
    fields = data.draw(spoiled(sample.fields, known_fields(sample.make)), label="fields")
    assume(is_callable_so(sample.make, fields))
    try:
        with limited():
            check(answer(sample, fields))
    except ss.StickslipError:
        pass


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory):
    """Some arguments are names of files that are written."""
    with contextlib.chdir(tmp_path_factory.mktemp("files")):
        yield


@cases(300)
@given(data=st.data())
def test_bad_arguments(data):
    attempt(data)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_many_bad_arguments(part):
    """The same with 6000 other cases, in parts for two processes."""

    @seed(part)
    @cases(750, fixed=False)
    @given(data=st.data())
    def run(data):
        attempt(data)

    run()


def test_every_public_name_has_a_sample():
    """Files have tests of their own; studies take as long as they are told; the rest are no functions of users."""
    others = {"load", "resume", "convergence", "work_precision", "critical_load"}
    others |= {"Result", "Motion", "SmoothIntegrator", "steel", "StickslipError", "ModelError", "SimulationError"}
    assert set(ss.__all__) - set(SAMPLES) == others, "add a valid use of new names to samples.py"


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_samples_are_valid(name):
    for build in SAMPLES[name]:
        sample = build()
        with limited(0):
            result = answer(sample, sample.fields)
            check(result)
        assert not isinstance(result, ss.Result) or result.status == "finished"
