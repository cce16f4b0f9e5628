"""A headless Chromium, spoken to through two pipes: enough of its protocol to load pages and take pictures."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

import numpy as np

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--hide-scrollbars",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--no-first-run",
    "--disable-background-networking",
    "--remote-debugging-pipe",
)


def executable() -> str | None:
    """Return the path of a Chromium, None if there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Chromium:
    """One browser with one page."""

    def __init__(self, width: int = 680, height: int = 480) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_child, self._write = os.pipe()
        self._read, from_child = os.pipe()
        words = [executable(), *_OPTIONS, f"--user-data-dir={self._profile.name}", f"--window-size={width},{height}"]
        # the browser reads from 3 and writes to 4
        shell = f'exec "$@" 3<&{to_child} 4>&{from_child}'
        self._process = subprocess.Popen(
            ["bash", "-c", shell, "sh", *words, "about:blank"],
            pass_fds=(to_child, from_child),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_child)
        os.close(from_child)
        self._rest, self._number, self.events = b"", 0, []
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self._session = None
        self._session = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", size)
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")

    def _receive(self, limit: float) -> dict:
        end = time.monotonic() + limit
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._read], [], [], max(0.0, end - time.monotonic()))
            piece = os.read(self._read, 1 << 20) if ready else b""
            if not piece:
                raise TimeoutError("Chromium does not answer")
            self._rest += piece
        text, self._rest = self._rest.split(b"\0", 1)
        return json.loads(text)

    def _call(self, method: str, parameters: dict | None = None, limit: float = 120.0) -> dict:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters or {}}
        if getattr(self, "_session", None):
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data) :]
        while True:
            answer = self._receive(limit)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(answer["error"]["message"])
                return answer["result"]
            self.events.append(answer)

    def load(self, url: str) -> None:
        """Open a page, and wait until the viewer has drawn."""
        self.events.clear()
        self._call("Page.navigate", {"url": "about:blank"})  # a new hash alone would not load the page again
        self._call("Page.navigate", {"url": url})
        self.wait("document.readyState === 'complete' && Number(document.documentElement.dataset.drawn) > 0")

    def wait(self, condition: str, limit: float = 120.0) -> None:
        """Wait until a condition of the page is true."""
        end = time.monotonic() + limit
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise TimeoutError(f"not true in time: {condition}; {self.errors()}")
            time.sleep(0.05)

    def run(self, script: str):
        """Return the value of an expression (or of its promise) in the page."""
        answer = self._call("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "error in the page"))
        return answer["result"].get("value")

    def errors(self) -> list[str]:
        """Return errors and warnings of the page since it was loaded."""
        found = []
        for event in self.events:
            p = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(p["exceptionDetails"].get("exception", {}).get("description", "exception"))
            if event.get("method") == "Runtime.consoleAPICalled" and p["type"] in ("error", "warning", "assert"):
                found.append(" ".join(str(a.get("value", a.get("description"))) for a in p["args"]))
            if event.get("method") == "Log.entryAdded" and p["entry"]["level"] == "error":
                found.append(p["entry"]["text"])
        return found

    def requests(self) -> list[str]:
        """Return the addresses the page asked for since it was loaded."""
        return [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]

    def picture(self, path=None) -> np.ndarray:
        """Return what is seen, (height, width, 3) from 0 to 255."""
        import io

        import matplotlib.image as image

        data = base64.b64decode(self._call("Page.captureScreenshot", {"format": "png"})["data"])
        if path is not None:
            path.write_bytes(data)
        return np.rint(255.0 * image.imread(io.BytesIO(data), format="png")[..., :3]).astype(int)

    def theme(self, name: str) -> None:
        """Let the system prefer "dark" or "light" pages."""
        self._call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})

    def click(self, x: float, y: float) -> None:
        """Press and release the mouse at a place of the page."""
        for kind in ("mousePressed", "mouseReleased"):
            self._call("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})

    def close(self) -> None:
        """End the browser."""
        try:
            self._session = None
            self._call("Browser.close", limit=5.0)
        except (OSError, TimeoutError, RuntimeError):
            self._process.kill()
        self._process.wait(10)
        os.close(self._write)
        os.close(self._read)
        self._profile.cleanup()
