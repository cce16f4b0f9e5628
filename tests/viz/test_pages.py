"""The page in a real browser: it loads from a file without complaint, and shows what was computed."""

import json
import re

import numpy as np
import pytest
from synthetic import RADIUS, fill, header, height, model

import stickslip as ss
from stickslip.results.result import Result
from stickslip.results.store import Hdf5Store, MemoryStore
from stickslip.viz import packing
from stickslip.viz.viewer import view

HOSTILE = "</script><img src=x onerror=alert(1)> \"'&amp; @JS@ @DATA@ \u2028"


def ball_result(name="bouncing ball", n=1001):
    head = header() | {"model_name": name}
    return Result(fill(MemoryStore(head), n=n), model())


@pytest.fixture(scope="module")
def ball_page(tmp_path_factory):
    """The bouncing ball in space, analytic."""
    return view(ball_result(), tmp_path_factory.mktemp("page") / "ball.html", open=False)


@pytest.fixture(scope="module")
def planar_page(tmp_path_factory):
    """A disk of 0.5 m radius that falls on a line, beside a square on a spring."""
    m = ss.Model(dim=2, gravity=(0, -9.81), name="planar")
    disk = m.add(ss.RigidBody(1.0, 0.1, position=(0, 1.5), name="disk"))
    m.add(ss.Contact(disk.add(ss.Circle(radius=0.5)), m.ground.add(ss.Plane(normal=(0, 1))), restitution=0.5))
    square = m.add(ss.RigidBody(1.0, 1.0 / 6.0, position=(3.0, 1.0), name="<b>square</b>"))
    m.add(ss.SpringDamper(m.ground, square, stiffness=1e3))
    return view(ss.simulate(m, 1.0, 2e-3), tmp_path_factory.mktemp("page") / "planar.html", open=False)


def url(page, state=""):
    return page.path.as_uri() + state


def coloured(picture, number=0x4F7CAC):
    """Return where the hue of a colour of the palette is seen (rows, columns)."""
    wanted = np.array([number >> 16, number >> 8 & 255, number & 255], dtype=float)
    picture = picture.copy()
    picture[:44], picture[-60:] = 0, 0  # the bars of the page
    flat = picture.reshape(-1, 3).astype(float)
    along = flat @ wanted / (np.linalg.norm(flat, axis=1) * np.linalg.norm(wanted) + 1e-9)
    spread = np.ptp(flat, axis=1) > 25
    rows, columns = np.divmod(np.flatnonzero((along > 0.995) & spread), picture.shape[1])
    return rows, columns


def projected(browser, name):
    """Return the place of a part on the page [px], by the camera."""
    return browser.run(f"""(() => {{
      const v = window.viewer, p = v.scene.parts.findIndex((part) => part.name === {name!r});
      const x = new THREE.Vector3().fromArray(v.poses.values, 7 * p).project(v.stage.camera);
      const box = v.stage.canvas.getBoundingClientRect();
      return [box.left + (x.x + 1) / 2 * box.width, box.top + (1 - x.y) / 2 * box.height];
    }})()""")


def slide(browser, t):
    """Move the slider as a hand would, and wait for the picture."""
    browser.run(f"""new Promise((done) => {{
      const slider = document.getElementById("slider");
      slider.value = {t};
      slider.dispatchEvent(new Event("input"));
      requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
    }})""")


def test_page_loads_from_a_file_alone(browser, ball_page):
    browser.load(url(ball_page, "#t=0"))
    assert browser.errors() == []
    assert browser.requests() == [url(ball_page, "")] or browser.requests() == [url(ball_page, "#t=0")]
    assert browser.run("document.title") == "bouncing ball"
    assert not re.search(r'(src|href)="(https?:)?//', ball_page.html)
    assert "Copyright © 2010-2026 three.js authors" in ball_page.html


def test_slider_moves_the_ball(browser, ball_page, tmp_path):
    """The pixels of the ball are where the camera sees its recorded place, and lower at the impact."""
    browser.load(url(ball_page, "#t=0&panel=0"))
    middles = []
    for t in (0.0, 0.285):
        slide(browser, t)
        rows, columns = coloured(browser.picture(tmp_path / f"ball{t}.png"))
        middles.append((columns.mean(), rows.mean()))
        assert len(rows) > 50
        assert middles[-1] == pytest.approx(projected(browser, "ball"), abs=3.0)
        place = browser.run("Array.from(window.viewer.poses.values.slice(7, 10))")
        assert place == pytest.approx([t, 0.0, height(np.array([t]))[0][0] + RADIUS], abs=2e-3)
    assert middles[1][1] > middles[0][1] + 30
    assert browser.errors() == []


def test_time_plays(browser, ball_page):
    browser.load(url(ball_page))
    browser.wait("window.viewer.t > 0.02")
    browser.run("document.getElementById('play').click()")
    t = browser.run("window.viewer.t")
    assert browser.run("new Promise((done) => setTimeout(() => done(window.viewer.t), 200))") == t
    assert browser.errors() == []


def test_theme_follows_the_system_and_the_button(browser, ball_page):
    for name, back in (("dark", (0x15, 0x19, 0x1F)), ("light", (0xF4, 0xF5, 0xF7))):
        browser.theme(name)
        browser.load(url(ball_page, "#t=0&panel=0"))
        corner = browser.picture()[60, 5]
        assert abs(corner - np.array(back)).max() < 12
    browser.run("document.getElementById('theme').click()")
    assert browser.run("document.documentElement.classList.contains('dark')")
    browser.load(url(ball_page, "#t=0&theme=dark"))
    assert browser.run("document.documentElement.classList.contains('dark')")
    assert browser.errors() == []


def test_camera_presets_look_along_axes(browser, ball_page):
    browser.load(url(ball_page, "#t=0"))
    for number, (label, axis) in enumerate((("xy", (0, 0, 1)), ("xz", (0, -1, 0)), ("yz", (1, 0, 0)))):
        browser.run(f"document.querySelectorAll('#cameras button')[{number + 1}].click()")
        way = browser.run(
            "window.viewer.stage.camera.position.clone().sub(window.viewer.stage.controls.target).normalize().toArray()"
        )
        assert way == pytest.approx(axis, abs=1e-3), label


def test_planar_model_is_flat_and_to_scale(browser, planar_page, tmp_path):
    """An orthographic picture: the disk is as wide as it is high, one metre by the labels of the axes."""
    browser.load(url(planar_page, "#t=0&panel=0"))
    assert browser.run("window.viewer.stage.camera.isOrthographicCamera")
    assert not browser.run("window.viewer.stage.controls.enableRotate")
    browser.run("document.getElementById('legend').hidden = true")
    picture = browser.picture(tmp_path / "planar.png")
    rows, columns = coloured(picture)
    scale = browser.run(
        "(() => { const s = window.viewer.stage, c = s.camera; return s.width * c.zoom / (c.right - c.left) })()"
    )
    assert np.ptp(columns) + 1 == pytest.approx(scale * 1.0, abs=3.0)
    assert np.ptp(rows) + 1 == pytest.approx(scale * 1.0, abs=3.0)
    slide(browser, 0.4)
    lower, _ = coloured(browser.picture())
    assert lower.mean() - rows.mean() == pytest.approx(0.5 * 9.81 * 0.4**2 * scale, abs=4.0)
    assert browser.errors() == []


def test_picking_shows_channels(browser, planar_page):
    browser.load(url(planar_page, "#t=0.2"))
    browser.click(*projected(browser, "disk"))
    browser.wait("!document.getElementById('picked').hidden && window.viewer.panel.cells.length")
    assert browser.run("document.querySelector('#picked strong').textContent") == "disk"
    browser.wait("document.querySelector('#picked table').innerText.includes('m/s')")
    table = dict(re.findall(r"^(.+?)\t(.+)$", browser.run("document.querySelector('#picked table').innerText"), re.M))
    assert float(table["velocity y"].split()[0]) == pytest.approx(-9.81 * 0.2, rel=1e-2)
    browser.click(*projected(browser, "<b>square</b>"))
    assert browser.run("document.querySelector('#picked strong').textContent") == "<b>square</b>"
    assert browser.run("document.querySelector('#picked input').click(), window.viewer.trails.size") == 1
    assert browser.errors() == []


def press(browser, key, selector):
    """Press a key while an element has the focus."""
    browser.run(
        f"document.querySelector({selector!r}).focus(), document.activeElement.dispatchEvent("
        f"new KeyboardEvent('keydown', {{ key: {key!r}, bubbles: true, cancelable: true }}))"
    )


def test_keys_work_wherever_the_focus_is(browser, planar_page):
    """After a drag of the slider the space bar plays; after a click on a button arrows step."""
    browser.load(url(planar_page, "#t=0.5&panel=1"))
    press(browser, " ", "#slider")
    assert browser.run("window.viewer.playing && document.getElementById('play').getAttribute('aria-label')") == "pause"
    press(browser, "ArrowRight", "#theme")
    assert not browser.run("window.viewer.playing")
    press(browser, "Home", "#slider")
    assert browser.run("window.viewer.t") == 0.0
    press(browser, "End", "#stage")
    assert browser.run("window.viewer.t") == pytest.approx(1.0)
    browser.run("(() => { const s = document.getElementById('parts'); s.selectedIndex = 1;"
                " s.dispatchEvent(new Event('change')) })()")  # fmt: skip
    assert browser.run("document.querySelector('#picked strong').textContent") == "disk"
    press(browser, "Enter", "#picked tr:nth-child(3)")
    assert browser.run("document.querySelector('#picked tr.shown').innerText").startswith("velocity")
    press(browser, "Escape", "#picked tr")
    assert browser.run("document.getElementById('picked').hidden && document.getElementById('parts').value") == "-1"
    unnamed = "[...document.querySelectorAll('button, select, input')].filter((e) => !/[a-z]/i.test("
    unnamed += "(e.getAttribute('aria-label') || '') + e.textContent + (e.closest('label')?.textContent || '')))"
    assert browser.run(f"{unnamed}.map((e) => e.outerHTML)") == []
    assert browser.errors() == []


def test_nothing_lies_beside_a_small_screen(browser, ball_page):
    browser._call(
        "Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    )
    try:
        browser.load(url(ball_page, "#t=0"))
        outside = "(e) => e.getBoundingClientRect().right > innerWidth"
        found = f"[...document.querySelectorAll('#bar *, #clock *')].filter({outside}).map((e) => e.id)"
        assert browser.run(found) == []
        assert browser.run("window.viewer.stage.bar > 80")  # the picture is fitted below all rows of buttons
    finally:
        size = {"width": 680, "height": 480, "deviceScaleFactor": 1, "mobile": False}
        browser._call("Emulation.setDeviceMetricsOverride", size)


def test_the_arrow_of_a_resting_ball_is_seen(browser, tmp_path):
    """Impacts of kilonewtons do not hide its weight: forces are measured by how long they last."""
    m = ss.Model(gravity=(0, 0, -9.81))
    ball = m.add(ss.RigidBody(1.0, 1e-3, position=(0, 0, 0.3), name="ball"))
    m.add(ss.Contact(ball.add(ss.Sphere(radius=0.1)), m.ground.add(ss.Plane(normal=(0, 0, 1))), restitution=0.5))
    page = view(ss.simulate(m, 1.5, 1e-3, integrator=ss.MoreauMidpoint()), tmp_path / "rest.html", open=False)
    browser.load(url(page, "#t=1.5&panel=0"))
    assert browser.run("window.viewer.contacts.force") == pytest.approx(9.81, rel=1e-3)
    browser.run("document.getElementById('legend').hidden = true")
    rows, _ = coloured(browser.picture(tmp_path / "rest.png"), 0x3B82C4)  # closed without friction
    assert np.ptp(rows) > 15 and len(rows) > 40


def test_a_click_on_a_plot_jumps_there(browser, planar_page):
    browser.load(url(planar_page, "#t=0&panel=1"))
    place = browser.run(
        "(() => { const p = window.viewer.plots[0], b = p.canvas.getBoundingClientRect();"
        " return [b.left + 0.5 * (p.left + p.right), b.top + 40] })()"
    )
    browser.click(*place)
    assert browser.run("window.viewer.t") == pytest.approx(0.5, abs=0.01)


def test_colours_by_speed_and_by_contact(browser, planar_page):
    browser.load(url(planar_page, "#t=0.3&colour=speed"))
    assert "m/s" in browser.run("document.getElementById('legend').innerText")
    fast = browser.run("Array.from(window.viewer.groups.find((g) => g.kind === 'disk').colours)")
    browser.run("window.viewer.setColour('object')")
    browser.wait("true")
    slide(browser, 0.3)
    assert browser.run("Array.from(window.viewer.groups.find((g) => g.kind === 'disk').colours)") != fast
    browser.run("window.viewer.setColour('contact')")
    assert "no contact" in browser.run("document.getElementById('legend').innerText")


def test_names_cannot_break_out_of_the_page(browser, tmp_path):
    page = view(ball_result(HOSTILE, 51), tmp_path / "hostile.html", open=False)
    browser.load(url(page, "#t=0"))
    assert browser.errors() == []
    assert browser.run("document.getElementById('name').textContent") == HOSTILE
    assert browser.run("document.querySelectorAll('img').length") == 0
    text = packing.in_page({"a": HOSTILE})
    assert set(text).isdisjoint("<>&") and json.loads(text) == {"a": HOSTILE}


def test_notebook_shows_the_page_inline(browser, ball_page, tmp_path):
    import html

    text = ball_page._repr_html_()
    assert text.startswith("<iframe srcdoc=")
    (tmp_path / "notebook.html").write_text(f"<!doctype html><body>{text}</body>", encoding="utf-8")
    assert html.unescape(re.search('srcdoc="([^"]*)"', text)[1]) == ball_page.html
    browser.events.clear()
    browser._call("Page.navigate", {"url": (tmp_path / "notebook.html").as_uri()})
    browser.wait("Number(document.querySelector('iframe')?.contentDocument?.documentElement?.dataset.drawn) > 0")
    assert browser.errors() == []


# Without a browser.


def test_page_is_bounded_and_says_so(tmp_path):
    result = ball_result(n=2001)
    small = view(result, tmp_path / "a.html", open=False, tolerance=1e-6, max_mb=0.85)
    large = view(result, tmp_path / "b.html", open=False, tolerance=1e-6)
    assert len(small.html) <= 0.85e6 < len(large.html)
    assert small.keyframes < large.keyframes and small.tolerance > large.tolerance
    with pytest.raises(ss.StickslipError, match="max_mb"):
        view(result, tmp_path / "c.html", open=False, max_mb=0.5)
    with pytest.raises(ss.StickslipError, match="max_mb"):
        view(result, open=False, max_mb=-1)


def test_unwritable_places_are_named(tmp_path):
    for place in (tmp_path / "no" / "folder.html", tmp_path):
        with pytest.raises(ss.StickslipError, match="cannot write"):
            view(ball_result(n=11), place, open=False)


def test_page_lies_beside_its_result(tmp_path):
    store = fill(Hdf5Store(tmp_path / "result.h5", header()), n=11)
    found = Result(store, model()).view(open=False)
    assert found.path == tmp_path / "result.html" and found.path.read_text("utf-8") == found.html
    assert Result(fill(MemoryStore(header()), n=11), model()).view(open=False).path is None


def test_a_failed_run_can_be_seen(tmp_path):
    store = MemoryStore(header())
    fill(store, n=51)
    store.finish("failed", "step 51 could not be solved", {"steps": 50, "wall_s": 0.1})
    found = view(Result(store, model()), open=False)
    assert "step 51 could not be solved" in found.html
