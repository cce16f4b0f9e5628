"""``new``, ``check``, ``doctor``, completion, ``--set`` of model files, ``--seed``, ``--profile``, interruption."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import types

import pytest
from synthetic import fill, header, model

import stickslip as ss
from stickslip.cli import complete, progress
from stickslip.errors import ModelError
from stickslip.model.yaml_edit import change
from stickslip.model.yaml_io import load as load_model
from stickslip.results.result import Result, load
from stickslip.results.store import Hdf5Store

LINKAGE = """
model:
  name: parallelogram
  gravity: [0, 0, -9.81]
  parts:
  - {kind: RigidBody, name: left, mass: 1, inertia: 0.1, position: [0, 0, 0.5]}
  - {kind: RigidBody, name: right, mass: 1, inertia: 0.1, position: [1, 0, 0.5]}
  - {kind: RigidBody, name: rod, mass: 1, inertia: 0.1, position: [0.5, 0, 1]}
  - {kind: Revolute, name: a, a: ground, b: left, at: [0, 0, 0], axis: [0, 1, 0]}
  - {kind: Revolute, name: b, a: ground, b: right, at: [1, 0, 0], axis: [0, 1, 0]}
  - {kind: Revolute, name: c, a: left, b: rod, at: [0, 0, 1], axis: [0, 1, 0]}
  - {kind: Revolute, name: d, a: right, b: rod, at: [1, 0, 1], axis: [0, 1, 0]}
"""


def test_new_python_model_runs(call, tmp_path):
    """The box of the first model stops: friction takes what it got, mu m g x = m v^2 / 2."""
    code, out, _ = call("new", "first.py")
    assert code == 0 and "python first.py" in out
    done = subprocess.run([sys.executable, "first.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "the box stops at x = " in done.stdout and "Not proven" not in done.stdout
    result = load(tmp_path / "first.h5")
    x, v = result["box"].position[:, 0], result["box"].velocity[:, 0]
    assert abs(v[-1]) < 1e-9 and (tmp_path / "first.png").exists()
    assert x[-1] - x[0] == pytest.approx(v.max() ** 2 / (2 * 0.3 * 9.81), rel=0.01)
    before = (tmp_path / "first.py").read_text()
    code, _, err = call("new", "first.py")
    assert code == 2 and "exists" in err and (tmp_path / "first.py").read_text() == before


def test_new_yaml_is_the_same_model(call, tmp_path):
    """Both forms declare the same parts."""
    assert call("new", "first.py")[0] == 0 and call("new", "second", "--yaml")[0] == 0
    space = {"__name__": "first"}
    exec((tmp_path / "first.py").read_text(), space)
    text = load_model(tmp_path / "second.yaml").to_yaml()
    named = {str(part["name"]): part for part in _parts(space["model"].to_yaml())}
    assert named == {str(part["name"]): part for part in _parts(text)}
    assert call("new", "x.txt")[0] == 2 and call("new", "x.py", "--yaml")[0] == 2
    assert call("new", "none/x.py")[0] == 2


def _parts(text):
    from stickslip.model.yaml_text import parse

    return parse(text)["model"]["parts"]


def test_check_counts(call, tmp_path):
    """A planar linkage in space: 18 coordinates, 20 constraints, 3 of them follow from the others, one freedom."""
    (tmp_path / "l.yaml").write_text(LINKAGE + "simulation: {t_end: 1, dt: 1e-2, integrator: Theta}\n")
    code, out, err = call("check", "l.yaml")
    assert code == 0, err
    assert "3 RigidBody" in out and "4 Revolute" in out and "1 degree of freedom (18 coordinates, 20 constraints" in out
    assert "3 constraints follow from others" in out and "100 steps, Theta" in out
    assert sorted(p.name for p in tmp_path.iterdir()) == ["l.yaml"]


def test_check_gaps(call, tmp_path):
    """The synthetic ball hangs 0.4 m above the floor; 20 mm inside it is rejected, but for a compliant law."""
    ball = model()
    ball.to_yaml(tmp_path / "m.yaml")
    code, out, _ = call("check", "m.yaml")
    assert code == 0 and "nearest gap 400 mm, ground.floor – ball.skin" in out and "no t_end and no dt" in out
    code, out, err = call("check", "m.yaml", "--set", "ball.position=[0,0,0.03]")
    assert code == 2 and "ground-ball are 0.02 m inside each other" in err and "project: true" in err
    ball.of_kind(ss.Contact)[0].law = ss.Compliant(stiffness=1e5)
    ball.to_yaml(tmp_path / "m.yaml")
    code, out, _ = call("check", "m.yaml", "--set", "ball.position=[0,0,0.03]")
    assert code == 0 and "penetrate at the start: 1" in out and "20 mm at ground.floor – ball.skin" in out


def test_check_refuses(call, tmp_path):
    (tmp_path / "x.py").write_text("raise SystemExit('executed')\n")
    code, out, err = call("check", "x.py")
    assert (code, out) == (2, "") and "is a program" in err and "executed" not in err
    assert call("check", "x.h5")[0] == 2 and call("check", "no.yaml")[0] == 2
    (tmp_path / "l.yaml").write_text(
        LINKAGE.replace("position: [0.5, 0, 1]", "position: [0.5, 0, 1], velocity: [0, 0, 1]")
    )
    code, _, err = call("check", "l.yaml")
    assert code == 2 and "velocities violate" in err and "project: true" in err
    (tmp_path / "l.yaml").write_text(LINKAGE + "simulation: {t_end: 1, dt: 2}\n")
    assert "larger than t_end" in call("check", "l.yaml")[2]
    (tmp_path / "l.yaml").write_text(LINKAGE + "simulation: {integrator: Thta}\n")
    assert "did you mean 'Theta'" in call("check", "l.yaml")[2]


def test_doctor(call, monkeypatch):
    code, out, _ = call("doctor")
    assert code == 0 and "all is well" in out and "numba" in out and "kernels" in out and "GB free" in out
    from stickslip.cli import doctor

    monkeypatch.setitem(doctor._PACKAGES, "no-such", "no_such_package")
    code, out, _ = call("doctor")
    assert code == 1 and "problem: no-such cannot be loaded" in out


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("ball.mass", 2.0, ("parts", 0, "mass")),
        ("ball.contours.skin.radius", 0.1, ("parts", 0, "contours", 0, "radius")),
        ("ball.contours.0.radius", 0.1, ("parts", 0, "contours", 0, "radius")),
        ("ball.position.2", 7.0, ("parts", 0, "position", 2)),
        ("gravity", [0, 0, 0], ("gravity",)),
        ("model.parts.1.friction", 0.5, ("parts", 1, "friction")),
        ("ground.contours.floor.normal", [0, 1, 0], ("ground", "contours", 0, "normal")),
        ("contact1.restitution", 0.0, ("parts", 1, "restitution")),
    ],
)
def test_change_sets_one_value(path, value, place):
    """Exactly one entry of the plain data differs afterwards."""
    from stickslip.model.yaml_text import parse

    document, expected = parse(model().to_yaml()), parse(model().to_yaml())
    change(document, {path: value})
    at = expected["model"]
    for word in place[:-1]:
        at = at[word]
    at[place[-1]] = value
    assert document == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("bal.mass", "did you mean 'ball'"),
        ("ball.contors.skin.radius", "did you mean 'contours'"),
        ("ball.contours.skn.radius", "did you mean 'skin'"),
        ("ball.mass.x", "single value"),
        ("ball.mass.x.y", "single value"),
        ("ball.position.9", "0 ... 2"),
        ("ball", "name one of its fields"),
        ("simulation", "name one of its fields"),
        ("ball..mass", "PART.FIELD"),
        ("ball.mas", "did you mean 'mass'"),
    ],
)
def test_change_explains(path, expected):
    with pytest.raises(ModelError, match=expected):
        load_model(model().to_yaml(), {path: 1.0})


def test_set_on_a_model_file(call, tmp_path):
    """Without restitution the whole height is lost at the first impact: m g h with the mass that was set."""
    model().to_yaml(tmp_path / "m.yaml")
    words = ["--set", "ball.mass=2", "--set", "contact1.restitution=0", "--set", "simulation.t_end=0.5"]
    code, out, err = call("run", "m.yaml", "--out", "o", "--dt", "1e-4", *words)
    assert code == 0, err
    assert load(tmp_path / "o" / "result.h5").energy.impacts[-1] == pytest.approx(-2 * 9.81 * 0.4, rel=1e-3)
    assert "lost at one impact." in out
    for setting in ("ball.mass", "=3", "ball.mass=[1"):
        assert call("run", "m.yaml", "--set", setting)[0] == 2
    assert "given twice" in call("run", "m.yaml", "--set", "ball.mass=1", "--set", "ball.mass=2")[2]
    assert "no random numbers" in call("run", "m.yaml", "--seed", "1")[2]


@pytest.fixture
def dicing(monkeypatch):
    """An example with random numbers."""
    module = types.ModuleType("stickslip.examples.stub_dice", "Dice.")
    module.seeds = []

    def run(*, seed=1, out=None, progress=None):
        module.seeds.append(seed)
        return Result(fill(Hdf5Store(out, header()), n=101)), {}

    module.run = run
    monkeypatch.setitem(sys.modules, "stickslip.examples.stub_dice", module)
    return module


def test_seed_and_profile(dicing, call):
    code, out, _ = call("run", "stub-dice", "--seed", "5", "--profile")
    assert code == 0 and dicing.seeds == [5]
    assert "where the time went" in out and "writing results" in out and "total" in out
    assert "given twice" in call("run", "stub-dice", "--seed", "5", "--set", "seed=6")[2]
    code, _, err = call("run", "bouncing-ball", "--seed", "5")
    assert code == 2 and "uses no random numbers" in err


def test_run_explains_other_files(call):
    assert "'python x.py'" in call("run", "x.py")[2]
    assert "stickslip info x.h5" in call("run", "x.h5")[2]
    assert "'stickslip examples'" in call("run", "qqq")[2]
    assert "Did you mean 'run'" in call("rnu")[2] and "--set" in call("run", "x", "--sett", "1")[2]


def test_interrupt_keeps_the_file_and_says_130(call, tmp_path, monkeypatch):
    """Ctrl-C in the middle of a run: exit code 130, what was computed is kept, and resume ends the run."""
    from stickslip.integrators import simulate

    original = simulate.Run.advance

    def advance(self, dt, count, store):
        if self.steps > 50:
            os.kill(os.getpid(), signal.SIGINT)
        original(self, dt, min(count, 40), store)

    monkeypatch.setattr(simulate.Run, "advance", advance)
    monkeypatch.setattr(simulate.Run, "pace", lambda self: 40)
    model().to_yaml(tmp_path / "m.yaml")
    code, out, err = call("run", "m.yaml", "--out", "o", "--dt", "1e-3", "--t-end", "0.2")
    assert code == 130 and "interrupted; 'stickslip resume o/result.h5' goes on" in err, err
    assert "stopped before its end: interrupted" in out and len(load(tmp_path / "o" / "result.h5")) < 150
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["stickslip", "resume", "o/result.h5", "-q"])
    from stickslip.cli import main as cli

    with pytest.raises(SystemExit) as end:
        cli.main()
    assert not end.value.code and len(load(tmp_path / "o" / "result.h5")) == 201


def test_interrupted_example_that_cannot_cope(dicing, call):
    def run(*, seed=1, out=None, progress=None):
        try:
            os.kill(os.getpid(), signal.SIGINT)
            progress(0.5, 0.1, 10, 0)
        except KeyboardInterrupt:
            raise IndexError("half a run") from None

    dicing.run = run
    code, _, err = call("run", "stub-dice")
    assert code == 130 and "interrupted" in err and "IndexError" not in err


def test_progress_lines(capsys):
    """100 steps/s for 40 s to go: every ten seconds a line with speed and time left."""
    now = [0.0]
    update = progress.lines(lambda: now[0])
    for k in range(21):
        now[0] = float(k)
        update(k / 60, 0.01 * k, 100 * k, 1)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        " 16.7 %  t = 0.1 s, 100 steps/s, 1 closed contact, 0:50 left",
        " 33.3 %  t = 0.2 s, 100 steps/s, 1 closed contact, 0:40 left",
    ]
    assert [progress.duration(s) for s in (59.6, 3661.0, float("nan"))] == ["1:00", "1:01:01", "?"]


def test_pace_of_a_second_run_starts_anew():
    now = [0.0]
    pace = progress.Pace(lambda: now[0])
    for done, steps in ((0.5, 1000), (1.0, 2000), (0.1, 10), (0.2, 20)):
        now[0] += 1.0
        pace.update(done, steps)
    assert pace.steps_per_s == 10.0 and pace.left == pytest.approx(8.0)


def test_bar_on_a_terminal(monkeypatch):
    """The bar of a terminal gets the same text."""
    with progress._terminal() as update:
        update(0.5, 0.1, 100, 2)
    with progress.bar(True) as nothing:
        assert nothing is None


def test_completion(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wood.yaml").write_text("")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "r.h5").write_text("")
    assert complete.models("wood") == ["woodpecker", "wood.yaml"]
    assert complete.results("") == ["a/"] and complete.results("a/") == ["a/r.h5"] and complete.results("b/") == []
    assert complete.model_files("w") == ["wood.yaml"]
    monkeypatch.setenv("COMP_WORDS", "stickslip run woodpecker --set ")
    assert "variant=" in complete.settings("") and complete.settings("var") == ["variant="]
    assert "variant=spatial" in complete.settings("variant=") and complete.settings("nothing=") == []
    assert complete.parameters("no-such") == {}


def test_completion_knows_the_parameters_of_all_examples():
    """Reading the source gives what importing gives."""
    from stickslip import examples

    for name in ("woodpecker", "bouncing-ball", "dice-bowl", "patch-tests"):
        assert list(complete.parameters(name)) == list(examples.parameters(examples.get(name)))


def test_shell_asks_for_completion():
    """As bash does it: the words of the line in variables, one proposal per line."""
    environment = {
        **os.environ,
        "_STICKSLIP_COMPLETE": "complete_bash",
        "COMP_WORDS": "stickslip run wood",
        "COMP_CWORD": "2",
    }
    code = "import sys; sys.argv = ['stickslip']; from stickslip.cli.main import main; main()"
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert found.stdout.split() == ["woodpecker"], found


def test_help_is_quick():
    """CPU time of ``stickslip --help`` stays below 0.3 s, whatever else the machine does."""
    code = """
import resource, sys
from stickslip.cli.main import main
sys.argv = ["stickslip", "--help"]
try:
    main()
finally:
    used = resource.getrusage(resource.RUSAGE_SELF)
    sys.stderr.write(str(used.ru_utime + used.ru_stime))
"""
    found = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True) for _ in range(2)]
    assert min(float(run.stderr) for run in found) < 0.3 and "Exit codes: 0 done" in found[0].stdout


def test_public_api_of_seeded_example():
    """Another seed is another patch, and the uniform strain is exact in both."""
    from stickslip.examples import patch_tests

    first, second = (patch_tests.patch("quad", "linear", seed).nodes for seed in (1, 2))
    assert abs(first - second).max() > 1e-3
    assert patch_tests.run(kind="quad", seed=2)[1]["error_quad"] < 1e-10
    assert isinstance(patch_tests.model("quad", "linear", patch_tests.F, 2), ss.Model)


def test_report_command(call, tmp_path):
    fill(Hdf5Store(tmp_path / "result.h5", header()), n=101)
    code, out, _ = call("report", ".")
    assert code == 0 and out.strip() == "wrote report.html" and (tmp_path / "report.html").exists()
    assert call("report", "result.h5", "--out", "x.html")[0] == 0 and (tmp_path / "x.html").exists()
    code, _, err = call("report", "none")
    assert code == 2 and "no file or folder 'none'" in err


def test_unwritable_cache_is_explained(tmp_path):
    """A folder of compiled code that cannot be made is one clear message, of a run and of the doctor."""
    (tmp_path / "file").write_text("")
    environment = {**os.environ, "STICKSLIP_CACHE": str(tmp_path / "file" / "x")}
    code = "import sys; sys.argv = ['stickslip', {}]; from stickslip.cli.main import main; main()"
    for words, expected in (("'run', 'bouncing-ball'", 2), ("'doctor'", 1)):
        command = [sys.executable, "-c", code.format(words)]
        found = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=tmp_path)
        said = found.stderr + found.stdout
        assert found.returncode == expected and "set STICKSLIP_CACHE to a folder that can be written" in said, said


def test_render_takes_the_kind_from_the_ending(call, tmp_path):
    model = ss.Model(dim=2, gravity=(0, -9.81))
    ball = model.add(ss.RigidBody(1.0, 0.1, name="ball"))
    ball.add(ss.Circle(radius=0.1))
    ss.simulate(model, 0.02, 1e-2).save(tmp_path / "r.h5")
    for words, names in (
        (("--out", "a.png"), {"a.png"}),
        (("--out", "b.gif", "--fps", "2"), {"b.gif"}),
        (("--out", "c", "--gif", "--png", "--fps", "2"), {"c.gif", "c.png"}),
    ):
        code, out, err = call("render", "r.h5", "--size", "80x60", *words)
        assert code == 0, err
        assert set(out.split()) == names and all((tmp_path / name).exists() for name in names)
