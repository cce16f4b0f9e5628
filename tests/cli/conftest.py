import sys

import pytest

from stickslip.cli import main as cli


@pytest.fixture
def call(monkeypatch, capsys, tmp_path):
    """Run the command in an empty folder: call("run", ...) -> (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["stickslip", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        text = capsys.readouterr()
        code = end.value.code
        return (0 if code is None else code), text.out, text.err

    return call
