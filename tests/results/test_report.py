"""Report and notebook cards: complete, escaped, without anything from outside; charts that keep every peak."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest
from synthetic import chunk, fill, header, model

import stickslip as ss
from stickslip.errors import StickslipError
from stickslip.results.result import Result
from stickslip.results.store import Hdf5Store, MemoryStore
from stickslip.viz.charts import Curve, labels, line_chart, reduced, ticks, waterfall
from stickslip.viz.html import Html, counted, escape, number, table, tag
from stickslip.viz.report import find_result, page, report

EVIL = "<script>alert('x')</script>\"&"


class Page(HTMLParser):
    """Collects tags and text, and fails where tags are not balanced or something refers to the outside."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.text = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, name, attributes):
        self.tags.append(name)
        for key, value in attributes:
            assert not key.startswith("on") and key not in ("src", "href"), (name, key, value)
        if name not in ("meta", "line", "rect", "path"):
            self.open.append(name)

    def handle_startendtag(self, name, attributes):
        self.tags.append(name)

    def handle_endtag(self, name):
        if name not in ("line", "rect", "path"):
            assert self.open.pop() == name

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture
def result():
    return Result(fill(MemoryStore(header()), n=801), model())


def test_page_is_complete(result):
    found = Page(page(result, {"height": [1.0, 0.5], "height_exact": [1.0, 0.502], "n": 3, "text": EVIL}))
    text = " ".join(found.text)
    for word in (
        "bouncing ball",
        "All is within",
        "Quantities",
        "Plots",
        "Energy",
        "Certificate",
        "Model",
        "Simulation",
    ):
        assert word in text, word
    assert "script" not in found.tags and EVIL in text
    assert "lost at 2 impacts." in text and "2.0e-03" in text  # deviation 0.002 of 1
    assert found.tags.count("svg") >= 5 and "residual of the contact laws" in text and "1 contact" in text
    assert "MoreauMidpoint" in text and "RigidBody" in text


def test_page_refers_to_nothing_outside(result):
    text = re.sub(r'<iframe srcdoc="[^"]*"', "<iframe", page(result))  # the viewer has tests of its own
    assert not re.search(r"https?://|@import|url\(", text)
    assert "prefers-color-scheme:dark" in text and "@media print" in text


def test_names_are_escaped():
    """Names that are HTML stay text everywhere: in the title, in tables, in legends, in the YAML, in cards."""
    evil = ss.Model(gravity=(0, 0, -9.81), name=EVIL)
    floor = evil.ground.add(ss.Plane(normal=(0, 0, 1), name=EVIL))
    ball = evil.add(ss.RigidBody(1.0, 0.1, position=(0, 0, 0.1), name=EVIL))
    evil.add(ss.Contact(ball.add(ss.Sphere(radius=0.1, name=EVIL)), floor, friction=0.2, name=EVIL + "c"))
    run = ss.simulate(evil, t_end=0.02, dt=1e-3)
    run.store.message = EVIL
    for text in (page(run), run._repr_html_(), evil._repr_html_(), run.certificate._repr_html_()):
        assert "<script" not in text and "script" not in Page(text).tags
        assert EVIL in " ".join(Page(text).text)


def test_failed_and_empty_runs():
    store = MemoryStore(header())
    store.append(chunk(0, 50))
    store.finish("failed", "step at t = 0.05 s could not be solved", {"steps": 50})
    text = " ".join(Page(page(Result(store))).text)
    assert "Not proven: the run failed: step at t = 0.05 s could not be solved" in text
    assert "1 statement is not proven" in text
    assert "holds Python functions" in text and "ball" in text  # no YAML: tables from the header
    empty = MemoryStore(header())
    empty.finish("failed", "no start", {})
    for text in (page(Result(empty)), Result(empty)._repr_html_(), Result(empty).certificate._repr_html_()):
        assert "nothing was recorded: no start" in " ".join(Page(text).text)


def test_static_result():
    beam_model = ss.Model(dim=2, gravity=(0, -9.81))
    beam = beam_model.add(ss.PlanarBeam.straight((0, 0), (1, 0), 4, section=ss.Round(0.02), material=ss.steel))
    beam_model.add(ss.Fixed(beam_model.ground, beam.start))
    text = " ".join(Page(page(ss.solve_static(beam_model))).text)
    assert "Equilibrium found" in text and "load factor" in text
    assert "Round(radius = 0.02)" in " ".join(Page(beam_model._repr_html_()).text)


def test_not_a_number_does_not_break_the_page(result):
    store = MemoryStore(header())
    part = chunk(0, 100)
    part.energy[60:] = np.nan
    part.certificate[60:] = np.nan
    store.append(part)
    store.finish("failed", "", {})
    text = page(Result(store))
    Page(text)
    assert "not a number" in text and "nan " not in "".join(re.findall(r' d="[^"]*"', text))


def test_files_and_folders(tmp_path):
    fill(Hdf5Store(tmp_path / "result.h5", header()), n=101)
    (tmp_path / "summary.json").write_text(json.dumps({"quantities": {"bounces": 3}}))
    assert report(tmp_path) == tmp_path / "report.html"
    assert "bounces" in (tmp_path / "report.html").read_text()
    assert report(tmp_path / "result.h5", tmp_path / "x.html") == tmp_path / "x.html"
    (tmp_path / "summary.json").write_text("[1")
    with pytest.raises(StickslipError, match=r"summary\.json' cannot be read"):
        report(tmp_path)
    one = tmp_path / "one"
    one.mkdir()
    with pytest.raises(StickslipError, match="no result file"):
        find_result(one)
    fill(Hdf5Store(one / "a.h5", header()), n=101)
    assert report(one) == one / "a-report.html"  # a.html is the page of the viewer
    fill(Hdf5Store(one / "b.h5", header()), n=11)
    with pytest.raises(StickslipError, match=r"several results \(a.h5, b.h5\)"):
        find_result(one)
    with pytest.raises(StickslipError, match="no file or folder"):
        find_result(tmp_path / "none")
    with pytest.raises(StickslipError, match="cannot write"):
        report(one / "a.h5", tmp_path / "no" / "x.html")


def test_result_writes_its_report(result, tmp_path):
    assert result.report(tmp_path / "r.html").read_text().startswith("<!doctype html>")


def test_reduction_keeps_every_peak():
    """A curve of 100 000 points with three single peaks: all of them stay, and far fewer points."""
    x = np.linspace(0.0, 1.0, 100_000)
    y = np.sin(40.0 * x)
    y[[777, 50_001, 99_998]] = 9.0, -7.0, 8.0
    few_x, few_y = reduced(x, y)
    assert len(few_x) <= 4 * 800 and (np.diff(few_x) > 0.0).all()
    assert {9.0, -7.0, 8.0} <= set(few_y) and few_x[0] == 0.0 and few_x[-1] == 1.0
    same_x, same_y = reduced(x[:100], y[:100])
    assert same_x is not None and len(same_y) == 100


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.0, 1.0, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (-3.0, 7.0, [-2.0, 0.0, 2.0, 4.0, 6.0]),
        (0.0, 3e-7, [0.0, 1e-7, 2e-7, 3e-7]),
    ],
)
def test_ticks_are_round(low, high, expected):
    np.testing.assert_allclose(ticks(low, high, 5), expected, atol=1e-12 * high)
    np.testing.assert_allclose(ticks(-0.1, 2.2, 5, whole=True), [0.0, 1.0, 2.0])


def test_labels():
    assert labels(np.array([-0.5, 0.0, 0.5])) == ["−0.5", "0", "0.5"]
    assert labels(np.array([0.0, 2e-7])) == ["0", "2e-7"] and labels(np.zeros(2)) == ["0", "0"]


def test_curves_break_at_missing_values():
    x = np.arange(5.0)
    text = line_chart([Curve("", x, np.array([0.0, 1.0, np.nan, 1.0, 0.0]))], "y")
    path = re.search(r'class="c0" d="([^"]*)"', text).group(1)
    assert path.count("M") == 2 and path.count("L") == 2
    assert line_chart([Curve("", x, np.full(5, np.nan))], "y") == ""


def test_waterfall_ends_where_the_changes_lead():
    """Bars are as tall as their changes: 10 J less 4 J is 6 J, in pixels too."""
    text = waterfall([("impacts", -4.0)], 10.0)
    heights = [float(h) for h in re.findall(r'<rect[^>]* height="([\d.]+)"', text)]
    assert heights[1] / heights[0] == pytest.approx(0.4, abs=0.01)
    assert heights[2] / heights[0] == pytest.approx(0.6, abs=0.01)
    assert "-4 J" in text and "6 J" in text and waterfall([("x", np.nan)], 1.0) == ""


def test_html_pieces():
    assert tag("p", EVIL, class_="a\"b", hidden=True, id=None) == (
        '<p class="a&quot;b" hidden>&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;&quot;&amp;</p>'
    )  # fmt: skip
    assert escape("a\x00b") == "a\ufffdb" and escape(Html("<b>")) == "<b>"
    assert "and 50 more" in table(("a",), [(k,) for k in range(250)])
    assert [number(x) for x in (True, None, 1.0, (1.0, 2.5), "x")] == ["yes", "-", "1", "(1, 2.5)", "x"]
    assert counted(1, "bodies") == "1 body" and counted(2, "joints") == "2 joints" and counted(1, "forces") == "1 force"


def test_model_card_shows_every_family():
    big = ss.Model(dim=2, gravity=(0, -9.81), name="toy")
    a = big.add(ss.RigidBody(1.0, 0.1, name="a"))
    hinge = big.add(ss.Revolute(big.ground, a, at=(0, 0), name="hinge"))
    big.add(ss.TorsionalSpring(hinge, stiffness=3.0, name="spring"))
    text = " ".join(Page(big._repr_html_()).text)
    assert "1 body, 1 joint, 1 force, 0 contacts" in text
    assert "ground – a" in text and "hinge" in text and "stiffness = 3" in text
    assert "0 bodies" in ss.Model()._repr_html_()


def test_viewer_is_embedded_lazily_and_escaped(result):
    """The viewer stands in a frame of its own, as an attribute that cannot break out of it."""
    text = page(result)
    found = Page(text)
    assert found.tags.count("iframe") == 1 and "script" not in found.tags
    frame = re.search(r'<iframe srcdoc="([^"]*)" loading="lazy"', text).group(1)
    assert "&lt;script" in frame and "<" not in frame


def test_cards_of_all_examples():
    """Every kind of part that an example uses has a readable card."""
    from stickslip import examples

    shown = 0
    for name in examples.names():
        build = getattr(examples.get(name), "model", None)
        try:
            built = build() if build else None
        except TypeError:  # needs arguments
            continue
        if isinstance(built, ss.Model):
            text = " ".join(Page(built._repr_html_()).text)
            assert all(str(part.name) in text for part in built.parts[:10]) and " object at 0x" not in text, name
            shown += 1
    assert shown > 15
