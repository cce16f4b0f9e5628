"""The live view: a page that grows with the file, and a server that ends."""

import http.client
import json
import socket
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from synthetic import chunk, fill, header, model

import stickslip as ss
from stickslip.cli import main as cli
from stickslip.results.store import Hdf5Store
from stickslip.viz.live import Live, LiveScene, live_view


def whole_header():
    return header() | {"model_yaml": model().to_yaml()}


def ask(url, host=None):
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


def test_page_grows_with_the_run(browser, tmp_path):
    path = tmp_path / "result.h5"
    live = Live(path)
    try:
        assert "waiting" in ask(live.url)
        store = Hdf5Store(path, whole_header(), flush_s=0.0)
        store.append(chunk(0, 300))
        browser.load(live.url)
        assert browser.run("window.viewer.scene.recorded") == 300
        first = browser.run("window.viewer.frames.count")
        store.append(chunk(300, 300))
        browser.wait("window.viewer.scene.recorded === 600")
        assert browser.run("window.viewer.frames.count") > first
        assert browser.run("window.viewer.frames.end") == pytest.approx(0.599)
        store.finish("finished", "reached t_end", {"steps": 599, "wall_s": 1.0})
        browser.wait("document.documentElement.dataset.live === 'ended'")
        assert browser.run("window.viewer.t") == pytest.approx(0.599)  # it followed the run
        assert browser.errors() == []
    finally:
        live.stop()
    assert live._process.returncode == 0


def test_page_has_a_security_policy(tmp_path):
    live = Live(tmp_path / "result.h5")
    try:
        with urllib.request.urlopen(live.url, timeout=60) as answer:
            policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe-eval" not in policy
        with pytest.raises(urllib.error.HTTPError, match="414"):
            ask(f"{live.url}frames?after={'1' * 500}")
    finally:
        live.stop()


def test_silent_clients_are_let_go_and_others_served(tmp_path):
    live = Live(tmp_path / "result.h5")
    try:
        place = urllib.parse.urlsplit(live.url)
        silent = [socket.create_connection((place.hostname, place.port)) for _ in range(40)]
        silent[0].sendall(b"GET / HTTP/1.1\r\nHost: ")
        silent[0].settimeout(20.0)
        begin = time.monotonic()
        while silent[0].recv(100):
            pass
        assert time.monotonic() - begin < 15.0
        while True:  # the others are let go one by one
            try:
                assert "waiting" in ask(live.url)
                break
            except http.client.RemoteDisconnected:
                assert time.monotonic() - begin < 15.0
        for client in silent:
            client.close()
    finally:
        live.stop()


def test_answers_are_the_keyframes_after_an_instant(tmp_path):
    """Chunks of a growing file join to the whole motion: no instant twice, ends recorded."""
    path = tmp_path / "result.h5"
    scene = LiveScene(path)
    assert "waiting" in scene.page()
    store = Hdf5Store(path, whole_header(), flush_s=0.0)
    store.append(chunk(0, 400))
    assert '"live":true' in scene.page()
    assert scene.frames(400) == {"live": True, "recorded": 400, "frames": None}
    store.append(chunk(400, 200))
    answer = scene.frames(400)
    assert answer["recorded"] == 600 and answer["frames"] is not None
    import base64

    import numpy as np

    times = np.frombuffer(base64.b64decode(answer["frames"]["time"]), "<f8")
    assert times[0] == pytest.approx(0.4) and times[-1] == pytest.approx(0.599)
    assert scene.frames(601) == {"reset": True}
    store.append(chunk(600, 1401))
    assert scene.frames(600) == {"reset": True}  # the ball has left the box by more than half of its size
    store.finish("finished", "", {"steps": 1, "wall_s": 1.0})
    assert '"live":false' in scene.page() and scene.ended.is_set()


def test_an_older_file_at_the_same_place_is_not_shown(tmp_path):
    fill(Hdf5Store(tmp_path / "result.h5", whole_header()), n=11)
    scene = LiveScene(tmp_path / "result.h5")
    assert "waiting" in scene.page()
    fill(Hdf5Store(tmp_path / "result.h5", whole_header()), n=21)
    assert '"recorded":21' in scene.page()


def test_server_is_for_this_machine_and_these_questions_only(tmp_path):
    with live_view(tmp_path / "result.h5", open=False) as live:
        assert live.url.startswith("http://127.0.0.1:")
        for place, host, code in (("frames?after=x", None, 400), ("etc/passwd", None, 404), ("", "evil.example", 403)):
            with pytest.raises(urllib.error.HTTPError) as error:
                ask(live.url + place, host)
            assert error.value.code == code
        assert json.loads(ask(live.url + "frames?after=0")) == {"reset": True}
        begin = time.monotonic()
    assert live._process.returncode == 0 and time.monotonic() - begin < 8.0


def test_command_run_live(tmp_path, monkeypatch, capsys):
    m = model()
    m.to_yaml(tmp_path / "ball.yaml")
    words = ["run", "ball.yaml", "--t-end", "0.05", "--dt", "0.001", "--live", "--no-open", "--out", "there"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["stickslip", *words])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert not end.value.code
    assert "http://127.0.0.1:" in capsys.readouterr().err
    assert (tmp_path / "there" / "result.h5").exists()


def test_command_view(tmp_path, monkeypatch, capsys):
    fill(Hdf5Store(tmp_path / "result.h5", whole_header()), n=101)
    monkeypatch.setattr(sys, "argv", ["stickslip", "view", str(tmp_path / "result.h5"), "--no-open"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert not end.value.code and "result.html" in capsys.readouterr().out
    assert (tmp_path / "result.html").read_text("utf-8").startswith("<!doctype html>")
    monkeypatch.setattr(sys, "argv", ["stickslip", "view", str(tmp_path / "none.h5"), "--no-open"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2 and "none.h5" in capsys.readouterr().err
    assert ss.load(tmp_path / "result.h5").view(open=False).path == tmp_path / "result.html"
