"""Full disks and folders that cannot be written: one clear line, an exit code, and what was computed is kept."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import stickslip as ss

WRITERS = {
    "save": "result.save(out / 'copy.h5')",
    "csv": "result.to_csv(out)",
    "yaml": "result.model.to_yaml(out / 'model.yaml')",
    "summary": "from stickslip.results.summary import write_summary; write_summary(out / 'summary.json', result, {})",
    "simulate": "ss.simulate(model(), 2.0, 1e-3, out=out / 'run.h5')",
    "static": "ss.solve_static(held(), out=out / 'static.h5')",
}
SCRIPT = """
import resource, signal, sys
from pathlib import Path
import stickslip as ss

def model():
    model = ss.Model(gravity=(0, 0, -9.81), name="x" * 3000)
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    for k in range(3):
        ball = model.add(ss.RigidBody(1.0, 0.1, position=(k, 0, 0.5)))
        model.add(ss.Contact(ball.add(ss.Sphere(radius=0.1)), floor))
    return model

def held():
    model = ss.Model()
    beam = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), 2, ss.Round(0.1), ss.steel))
    model.add(ss.Fixed(model.ground, beam.start))
    model.add(ss.PointForce(beam.end, (0, 0, 1)))
    return model

out = Path({out!r})
result = ss.simulate(model(), 1.0, 1e-3)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
try:
    {call}
except ss.StickslipError as error:
    print(error)
"""


def refusal(call: str, out: Path, limit: int = -1) -> str:
    """Return what a writer says."""
    script = SCRIPT.format(call=call, out=str(out), limit=limit)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and not done.stderr, done.stderr[-2000:]
    assert done.stdout.count("\n") == 1 and "cannot" in done.stdout, done.stdout
    return done.stdout


@pytest.mark.parametrize("writer", ["save", pytest.param("simulate")])
def test_full_disk(tmp_path, writer):
    """A limit on the size of files stands for the full disk."""
    assert "File too large" in refusal(WRITERS[writer], tmp_path, 60_000)


@pytest.mark.slow
@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("limit", [0, 1000])
def test_full_disk_from_the_begin(tmp_path, writer, limit):
    assert "File too large" in refusal(WRITERS[writer], tmp_path, limit)


@pytest.mark.slow
@pytest.mark.parametrize("writer", WRITERS)
def test_folders_that_cannot_be_written(writer):
    """Also for root, /proc takes no files."""
    refusal(WRITERS[writer], Path("/proc"))


MODEL = """
model:
  parts:
  - {kind: RigidBody, name: ball, mass: 1.0, inertia: 1.0}
simulation: {t_end: 2.0, dt: 1e-3}
"""


def command(folder: Path, *words: str, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    code = f"""
    import resource, signal, sys
    limit = {limit}
    if limit is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    sys.argv[1:] = {list(words)!r}
    from stickslip.cli.main import main
    main()
    """
    env = {**os.environ, "MPLCONFIGDIR": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], cwd=folder, capture_output=True, text=True, timeout=300, env=env
    )


@pytest.mark.parametrize("limit", [30_000, pytest.param(0, marks=pytest.mark.slow)])
def test_command_on_a_full_disk(tmp_path, limit):
    (tmp_path / "ball.yaml").write_text(MODEL)
    done = command(tmp_path, "run", "ball.yaml", "--out", "there", "-q", limit=limit)
    assert done.returncode == 2 and done.stderr.startswith("stickslip: cannot write"), done.stderr
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
    if limit:
        assert ss.load(tmp_path / "there" / "result.h5").status == "unfinished"


@pytest.mark.parametrize("name", ["summary.json", "plot.png"])
def test_results_are_kept_if_the_rest_cannot_be_written(tmp_path, name):
    (tmp_path / "ball.yaml").write_text(MODEL)
    (tmp_path / "there" / name).mkdir(parents=True)  # in the way
    done = command(tmp_path, "run", "ball.yaml", "--out", "there", "-q")
    assert done.returncode == 2 and name in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert ss.load(tmp_path / "there" / "result.h5").status == "finished"
