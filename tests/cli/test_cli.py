"""The command line: files written, exit codes, one readable message per mistake."""

from __future__ import annotations

import json
import subprocess
import sys
import types
from typing import Literal

import numpy as np
import pytest
from synthetic import fill, header, model

import stickslip as ss
from stickslip import examples
from stickslip.cli import main as cli
from stickslip.errors import SimulationError, StickslipError
from stickslip.results.result import Result, load
from stickslip.results.store import Hdf5Store, MemoryStore


@pytest.fixture
def stub(monkeypatch):
    """An example that writes the analytic bouncing ball and remembers what it was called with."""
    module = types.ModuleType("stickslip.examples.stub_ball", "A ball that bounces.\n\nMore text.")
    module.calls = []

    def run(*, e=0.8, n=101, variant: Literal["planar", "spatial"] = "spatial", fast=False, v=(1.0, 0.0), dt=1e-3,
            out=None, progress=None):  # fmt: skip
        module.calls.append({"e": e, "n": n, "variant": variant, "fast": fast, "v": v, "dt": dt})
        store = Hdf5Store(out, header()) if out else MemoryStore(header())
        if progress:
            progress(0.5, 1.0, 1000, 1)
        if e == 0.123:
            store.finish("failed", "no way", {"steps": 1, "wall_s": 1.0})
            raise SimulationError("step 3 could not be solved", 0.003, Result(store))
        return Result(fill(store, n=n)), {"bounces": np.int64(3), "height [m]": 0.4, "times [s]": np.arange(9.0)}

    module.run = run
    monkeypatch.setitem(sys.modules, "stickslip.examples.stub_ball", module)
    return module


def test_registry(stub):
    assert "stub-ball" in examples.names()
    assert examples.get("stub-ball") is examples.get("stub_ball") is stub
    assert examples.title(stub) == "A ball that bounces"
    assert list(examples.parameters(stub)) == ["e", "n", "variant", "fast", "v", "dt"]
    with pytest.raises(StickslipError, match="did you mean 'stub-ball'"):
        examples.get("stub-bal")


def test_examples_lists_titles(stub, call):
    code, out, _ = call("examples")
    assert code == 0 and "stub-ball A ball that bounces" in " ".join(out.split())
    assert examples.titles()["bouncing-ball"] == examples.title(examples.get("bouncing-ball")) != ""


def test_version(call):
    assert call("--version")[:2] == (0, f"stickslip {ss.__version__}\n")


def test_run_writes_result_summary_and_plot(stub, call, tmp_path):
    code, out, err = call("run", "stub-ball", "--out", "there/a", "--set", "n=201", "--set", "variant=planar")
    assert code == 0, err
    assert stub.calls == [{"e": 0.8, "n": 201, "variant": "planar", "fast": False, "v": (1.0, 0.0), "dt": 1e-3}]
    folder = tmp_path / "there" / "a"
    assert sorted(p.name for p in folder.iterdir()) == ["plot.png", "result.h5", "summary.json"]
    assert len(load(folder / "result.h5")) == 201
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["quantities"]["bounces"] == 3 and summary["timing"]["steps"] == 200
    assert (folder / "plot.png").read_bytes()[:4] == b"\x89PNG"
    assert "bounces" in out and "[0, 1, 2, 3, 4, 5, ...]" in out and "finished: t = 0.2 s, 200 steps" in out


def test_quiet_and_default_folder(stub, call, tmp_path):
    assert call("run", "stub_ball", "--quiet") == (0, "", "")
    assert (tmp_path / "out" / "stub-ball" / "result.h5").exists()


def test_own_plot_and_result_in_memory(stub, call, tmp_path):
    stub.plot = lambda result, quantities: result.plot.gaps()
    inner = stub.run
    stub.run = lambda *, e=0.8, out=None, progress=None: inner(e=e, out=None, progress=progress)
    assert call("run", "stub-ball", "--out", "a", "-q")[0] == 0
    assert len(load(tmp_path / "a" / "result.h5")) == 101


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (["e=fast"], "e = fast: must be a number"),
        (["e=true"], "must be a number"),
        (["n=1.5"], "an integer"),
        (["fast=1"], "true or false"),
        (["v=3"], "list"),
        (["variant=planr"], "did you mean 'planar'"),
        (["ee=1"], "no parameter 'ee'; did you mean 'e'"),
        (["e"], "NAME=VALUE"),
        (["e=1", "e=2"], "twice"),
        (["e=[1"], "must be"),
        (["out=x"], "no parameter 'out'"),
    ],
)
def test_wrong_parameters(stub, call, settings, expected):
    words = [word for setting in settings for word in ("--set", setting)]
    code, _, err = call("run", "stub-ball", *words)
    assert code == 2 and expected in err and err.startswith("stickslip: ") and "Traceback" not in err
    assert stub.calls == []


def test_right_parameters(stub, call):
    words = "e=1e-1 n=1e1 fast=yes v=[2,3] dt=1".split()
    assert call("run", "stub-ball", "-q", *(word for setting in words for word in ("--set", setting)))[0] == 0
    assert stub.calls == [{"e": 0.1, "n": 10, "variant": "spatial", "fast": True, "v": (2, 3), "dt": 1.0}]
    assert call("run", "stub-ball", "-q", "--dt", "0.5")[0] == 0 and stub.calls[-1]["dt"] == 0.5
    code, _, err = call("run", "stub-ball", "--t-end", "1")
    assert code == 2 and "no parameter 't_end'" in err


def test_mistyped_example(stub, call):
    code, out, err = call("run", "stub-bal")
    assert (code, out) == (2, "") and "did you mean 'stub-ball'" in err


def test_failed_simulation_keeps_what_there_is(stub, call, tmp_path):
    code, _, err = call("run", "stub-ball", "--set", "e=0.123", "--out", "a")
    assert code == 1 and "step 3 could not be solved" in err and "Traceback" not in err
    assert json.loads((tmp_path / "a" / "summary.json").read_text())["status"] == "failed"


def test_unexpected_error_is_one_line(stub, call, monkeypatch):
    stub.run = lambda *, out=None, progress=None: 1 / 0
    code, _, err = call("run", "stub-ball", "-q")
    assert code == 1 and err.count("\n") == 1 and "ZeroDivisionError" in err
    monkeypatch.setenv("STICKSLIP_DEBUG", "1")
    monkeypatch.setattr(sys, "argv", ["stickslip", "run", "stub-ball", "-q"])
    with pytest.raises(ZeroDivisionError):
        cli.main()


def test_model_file(call, tmp_path, monkeypatch):
    """The driver gets the model, the section 'simulation' and the options."""
    seen = {}

    def simulate(model, t_end, dt, integrator=None, *, out, progress, record, project=False):
        seen.update(model=model, t_end=t_end, dt=dt, integrator=integrator, record_every=record.every)
        return Result(fill(Hdf5Store(out, header())), model)

    fake = types.ModuleType("stickslip.integrators.simulate")
    fake.simulate = simulate
    monkeypatch.setitem(sys.modules, "stickslip.integrators.simulate", fake)
    text = model().to_yaml()
    path = tmp_path / "ball.yaml"
    path.write_text(text + "simulation: {dt: 1e-3, record_every: 2, integrator: {type: Theta, theta: 0.6}}\n")
    code, _, err = call("run", path)
    assert code == 2 and "no t_end" in err
    code, out, err = call("run", path, "--t-end", "2", "--out", "o")
    assert code == 0, err
    assert seen["model"].to_yaml() == text and seen["t_end"] == 2.0 and seen["record_every"] == 2
    assert seen["integrator"].theta == 0.6 and "lost in impacts [J]" in out
    assert set(json.loads((tmp_path / "o" / "summary.json").read_text())["quantities"]) >= {"t_end [s]"}
    assert call("run", path, "--set", "a=1")[0] == 2
    path.write_text(text + "simulation: {dt: 1, t_end: 2, integrator: Thet}\n")
    code, _, err = call("run", path)
    assert code == 2 and "Thet" in err
    path.write_text("model: {dmi: 2}\n")
    code, _, err = call("run", path)
    assert code == 2 and "did you mean 'dim'" in err and str(path) in err
    assert call("run", "missing.yaml")[0] == 2


def test_info(call, tmp_path):
    fill(Hdf5Store(tmp_path / "a.h5", header()))
    code, out, _ = call("info", "a.h5")
    assert code == 0 and "MoreauMidpoint(theta=0.5)" in out and "ball (rigid)" in out and "residual of" in out
    (tmp_path / "bad.h5").write_text("no")
    for name in ("bad.h5", "missing.h5", "."):
        code, out, err = call("info", name)
        assert (code, out) == (2, "") and err.count("\n") == 1


def test_resume_and_warmup(call, tmp_path, monkeypatch):
    fake = types.ModuleType("stickslip.integrators.simulate")
    fake.resume = lambda path, progress: load(path)
    monkeypatch.setitem(sys.modules, "stickslip.integrators.simulate", fake)
    fill(Hdf5Store(tmp_path / "a.h5", header()))
    code, out, err = call("resume", "a.h5")
    assert code == 0 and "finished" in out, err
    assert (tmp_path / "summary.json").exists() and (tmp_path / "plot.png").exists()
    assert not (tmp_path / "result.h5").exists()
    assert call("resume", "no.h5")[0] == 2
    fake = types.ModuleType("stickslip.integrators.warmup")
    fake.warmup = lambda: None
    monkeypatch.setitem(sys.modules, "stickslip.integrators.warmup", fake)
    code, out, _ = call("warmup")
    assert code == 0 and "compiled in" in out


def test_unusable_folder_and_usage_errors(stub, call, tmp_path):
    (tmp_path / "file").write_text("")
    code, _, err = call("run", "stub-ball", "--out", "file/x")
    assert code == 2 and "cannot make the folder" in err
    assert call("run")[0] == 2 and call("fly")[0] == 2 and call("run", "stub-ball", "--dt", "x")[0] == 2


def test_start_up_loads_nothing_heavy():
    code = (
        "import sys, stickslip.cli.main;"
        "heavy = {'numba', 'scipy', 'matplotlib', 'h5py', 'rich.progress'} & set(sys.modules);"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
