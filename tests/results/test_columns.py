"""Columns of the certificate: each is one line of a table, which everything that names columns reads."""

import math
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from synthetic import chunk, header

import stickslip
from stickslip.codes import CERTIFICATE, CONTACT, ENERGY, ENTRIES, ERROR, LEDGER, TOUCH
from stickslip.results.result import Result
from stickslip.results.store import MemoryStore

LIMITED = [name for name, column in ENTRIES.items() if column.limit < math.inf]


def test_numbers_are_places_in_the_rows():
    assert [getattr(ERROR, name) for name in CERTIFICATE] == list(range(len(CERTIFICATE)))
    assert [getattr(ENERGY, name) for name in LEDGER] == list(range(len(LEDGER)))
    assert [getattr(TOUCH, name) for name in CONTACT] == list(range(len(CONTACT)))


@pytest.mark.parametrize("name", LIMITED)
@pytest.mark.parametrize("factor", [2.0, math.nan])
def test_each_column_with_a_limit_is_judged(name, factor):
    """What is above its limit, or not a number, is said with this limit and not proven."""
    store = MemoryStore(header() | {"laws": [{"contact": "c", "friction": 0.3, "restitution": 0.8}]})
    part = chunk(0, 11)
    part.certificate[:, ERROR.closed] = 1.0
    part.certificate[5, CERTIFICATE.index(name)] = factor * ENTRIES[name].limit
    store.append(part)
    store.finish("finished", "", {})
    found = [text for text in Result(store).certificate.verdict if text.startswith("Not proven")]
    why = "is not a number" if math.isnan(factor) else "is above the limit"
    assert len([text for text in found if why in text]) == 1


SCRIPT = """
from synthetic import chunk, header
from stickslip.results.result import Result
from stickslip.results.store import MemoryStore

store = MemoryStore(header())
part = chunk(0, 11)
part.certificate[5, -1] = 0.3
store.append(part)
store.finish("finished", "", {})
certificate = Result(store).certificate
assert certificate.wobble == 0.3 and not certificate.proven
text = "Not proven: bodies wobble by 30 %: this is above the limit 1e-01, first at t = 0.005 s; a smaller dt helps."
assert text in certificate.verdict
assert "wobble of bodies" in str(certificate) and "wobble of bodies" in certificate._repr_html_()
assert "wobble : float [relative], wobble of bodies" in type(certificate).__doc__
"""


def test_a_new_column_is_one_line(tmp_path):
    """A line more in the table: recorded, summarised, shown and judged."""
    shutil.copytree(
        Path(stickslip.__file__).parent, tmp_path / "stickslip", ignore=shutil.ignore_patterns("__pycache__")
    )
    table = tmp_path / "stickslip" / "codes.py"
    line = '    wobble: float = _column("wobble of bodies", "relative", "contacts", 0.1, EXCEEDED, '
    line += '"bodies wobble by {percent}", "a smaller dt helps")\n'
    text = table.read_text()
    table.write_text(text.replace("\n\nCERTIFICATE = tuple", line + "\n\nCERTIFICATE = tuple", 1))
    path = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(Path(__file__).parent)!r}]"
    done = subprocess.run([sys.executable, "-c", f"{path}\n{SCRIPT}"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
