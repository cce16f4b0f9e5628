"""A page that grows with a running simulation, served on this machine only.

A process of its own reads the result file while it is written (the step loop would leave a thread no time) and answers
two questions: ``/`` is the page, ``/frames?after=N`` what came after N instants. It ends when its standard input does,
hence with the process that started it however that ends, once the page has seen the end of the run.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np

from stickslip.errors import StickslipError
from stickslip.results.base import UNFINISHED
from stickslip.results.result import load
from stickslip.viz import packing
from stickslip.viz.build import SceneBuilder
from stickslip.viz.viewer import page

_GRACE = 4.0  # [s] for the page to ask for the end of the run
_MOST = 4000  # keyframes of one answer
_PATIENCE = 5.0  # [s] for a client to send its question or take the answer
_LONGEST = 200  # characters of a question
_CLIENTS = 16  # at once
_WAITING = """<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>stickslip</title>
<link rel="icon" href="data:,">
<style>body { font: 15px system-ui, sans-serif; margin: 3em; color-scheme: light dark }</style>
<body>waiting for the first instants of the run ...</body>"""


class LiveScene:
    """What a page needs to know of a growing result file.

    The box of the scene and the ranges of colours are set when a page is made; a page is asked to start anew when the
    motion leaves that box by half of its size, or values exceed their range twofold.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.ended = threading.Event()  # a page has seen the end of the run
        self.asked = threading.Event()  # there is a page at all
        self._old = self._identity()
        self._lock = threading.Lock()
        self._box: tuple[Any, Any] | None = None
        self._ranges: dict[str, dict[str, Any]] = {}
        self._run: Any = None

    def _identity(self) -> Any:
        """Return what tells this run's file from one that a former run left there."""
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_dev

    def _builder(self, box: Any = None) -> SceneBuilder | None:
        if self._identity() in (None, self._old):
            return None
        result = load(self.path, verify=False)
        return SceneBuilder(result, box=box) if len(result) else None

    def page(self) -> str:
        """Return the page with all that is known now."""
        with self._lock:
            self.asked.set()
            builder = self._builder()
            if builder is None:
                return _WAITING
            scene = builder.scene(most=_MOST)
            description = packing.description(scene)
            self._box, self._ranges, self._run = (builder.low, builder.high), description["fields"], self._identity()
            description["live"] = builder.store.status == UNFINISHED
            if not description["live"]:
                self.ended.set()
            return page({"scene": description, "frames": packing.frames(scene)}, scene.name)

    def frames(self, after: int) -> dict[str, Any]:
        """Return the keyframes after the first ``after`` instants."""
        with self._lock:
            builder = self._builder(self._box)
            if builder is None or self._box is None or self._identity() != self._run or after > builder.store.n:
                return {"reset": True}
            live = builder.store.status == UNFINISHED
            answer: dict[str, Any] = {"live": live, "recorded": builder.store.n, "frames": None}
            if after < builder.store.n:
                scene = builder.scene(first=after, most=_MOST)
                if self._outgrown(scene):
                    return {"reset": True}
                answer["frames"] = packing.frames(scene, self._ranges)
                answer["facts"] = [list(fact) for fact in scene.facts]
            if not live:
                self.ended.set()
            return answer

    def _outgrown(self, scene: Any) -> bool:
        low, high = scene.low, scene.high
        margin = 0.5 * float(np.linalg.norm(high - low))
        for part in scene.parts:
            if part.motion is not None and part.role != "ground":
                places = part.motion.position.reshape(-1, 3)
                if (places < low - margin).any() or (places > high + margin).any():
                    return True
        for name, (_, _, most) in scene.fields.items():
            if name not in self._ranges or most > 2.0 * self._ranges[name]["high"]:
                return True
        return False


def policy(text: str) -> str:
    """Return the content security policy of a page: the scripts in it run, nothing is loaded but from this server."""
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests) or "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data: blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


class _Server(ThreadingHTTPServer):
    """A server of few clients: one that floods it is turned away."""

    daemon_threads = True

    def __init__(self, *arguments: Any) -> None:
        self._places = threading.BoundedSemaphore(_CLIENTS)
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that go away."""


def _handler(live: LiveScene) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = _PATIENCE

        def do_GET(self) -> None:
            if len(self.path) > _LONGEST:
                self.send_error(414)
                return
            where = urlsplit(self.path)
            host = (self.headers.get("Host") or "").rsplit(":", 1)[0]
            if host not in ("127.0.0.1", "localhost"):  # another site's name for this machine
                self.send_error(403)
            elif where.path == "/":
                self._answer("text/html; charset=utf-8", live.page)
            elif where.path == "/frames":
                after = parse_qs(where.query).get("after", ["0"])[0]
                if after.isdecimal():
                    self._answer("application/json", lambda: json.dumps(live.frames(int(after)), allow_nan=False))
                else:
                    self.send_error(400)
            else:
                self.send_error(404)

        def _answer(self, kind: str, make: Any) -> None:
            try:
                data = make().encode("utf-8")
            except StickslipError as error:  # the file is being made just now; the page asks again
                self.send_error(503, str(error).encode("ascii", "replace").decode())
                return
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header(
                "Content-Security-Policy", policy(data.decode()) if "html" in kind else "default-src 'none'"
            )
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


def serve(path: Path, port: int = 0) -> None:
    """Serve a result file until standard input ends; prints the address first."""
    live = LiveScene(path)
    server = _Server(("127.0.0.1", port), _handler(live))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
    sys.stdin.read()
    if live.asked.is_set():
        live.ended.wait(_GRACE)
        time.sleep(0.2)  # the last answer is on its way
    server.shutdown()


class Live:
    """A running server: ``url`` is the address of its page."""

    def __init__(self, path: str | Path) -> None:
        words = [sys.executable, "-m", "stickslip.viz.live", str(path)]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        if not self.url:
            self.stop()
            raise StickslipError(f"the live view of '{path}' could not be started on 127.0.0.1")

    def stop(self) -> None:
        """End the server, after the page has seen the end of the run."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(2.0 * _GRACE + 2.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


@contextmanager
def live_view(path: str | Path, open: bool = True) -> Iterator[Live]:
    """Show the run that is streamed to ``path`` during the run.

    with live_view("run.h5"):
        ss.simulate(model, 10.0, 1e-3, out="run.h5")
    """
    live = Live(path)
    try:
        if open:
            webbrowser.open(live.url)
        yield live
    finally:
        live.stop()


if __name__ == "__main__":
    try:
        serve(Path(sys.argv[1]))
    except KeyboardInterrupt:
        pass  # Ctrl-C in a terminal reaches this process, too
