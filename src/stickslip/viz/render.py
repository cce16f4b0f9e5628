"""Pictures and films of results, off-screen: PNG, GIF, and MP4 where ffmpeg is found."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip._arrays import Floats
from stickslip._files import writing
from stickslip.errors import StickslipError
from stickslip.viz.colours import part_colours, rgb
from stickslip.viz.raster import Camera, Canvas
from stickslip.viz.scene import Part, Scene
from stickslip.viz.triangles import Mesh, instant, part_mesh, shape_mesh
from stickslip.viz.triangles import merged as merge

if TYPE_CHECKING:
    from stickslip.results.result import Result

VIEWS = {"iso": (0.75, -1.0, 0.55), "front": (0, -1, 0), "right": (1, 0, 0), "top": (0, 0, 1)}  # towards the camera
Colour = tuple[float, float, float]
_TEXT = {"light": (40, 44, 52), "dark": (225, 228, 232)}
THEMES: dict[str, dict[str, Colour]] = {
    "light": {"background": (1.0, 1.0, 1.0), "ground": (0.82, 0.84, 0.86), "edge": (0.2, 0.2, 0.25)},
    "dark": {"background": (0.10, 0.11, 0.13), "ground": (0.28, 0.30, 0.33), "edge": (0.0, 0.0, 0.0)},
}
_FORCE = np.array((0.85, 0.10, 0.15))
_MOST_FRAMES = 20000


def camera_for(scene: Scene, view: str, size: tuple[int, int]) -> Camera:
    """Return a camera that sees everything during the whole motion; planar models are seen from the front."""
    centre, half = 0.5 * (scene.low + scene.high), 0.5 * (scene.high - scene.low)
    up = scene.up / np.linalg.norm(scene.up)
    if scene.dim == 2:
        towards, up, parallel = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), True
    else:
        first = np.cross(up, np.eye(3)[int(np.argmin(abs(up)))] if abs(up[2]) < 0.99 else (0.0, -1.0, 0.0))
        first /= np.linalg.norm(first)
        towards = np.column_stack([first, np.cross(up, first), up]) @ np.array(VIEWS[view], dtype=float)
        towards /= np.linalg.norm(towards)
        parallel = view != "iso"
        if abs(towards @ up) > 0.99:
            up = np.cross(up, first)
    camera = Camera(centre + towards, centre, up, 1.0, perspective=False)
    corners = np.array(np.meshgrid(*zip(-half, half))).reshape(3, -1).T @ camera.axes.T
    across = np.maximum(abs(corners[:, 0]) * size[1] / size[0], abs(corners[:, 1]))
    height = 2.24 * max(float(across.max()), 1e-9)
    distance = 2.5 * height + float(np.linalg.norm(half))
    if not parallel:  # near corners appear larger, the more so the nearer the camera is
        near = corners[:, 2]
        for _ in range(8):
            distance = 1.6 * height + float(near.max())
            height = max(2.24 * float((across * distance / (distance - near)).max()), 1e-9)
        distance = 1.6 * height + float(near.max())
    return Camera(centre + distance * towards, centre, up, height, perspective=not parallel)


class Painter:
    """Draws a scene.

    Parameters
    ----------
    scene : Scene
    size : (width, height) [pixels]
    view : "iso", "front", "right" or "top"
    colour : name of a field, or None for one colour per part
    forces : whether contact forces are drawn as arrows
    theme : "light" or "dark"
    """

    def __init__(
        self, scene: Scene, size: tuple[int, int] = (960, 720), view: str = "iso", colour: str | None = None,
        forces: bool = True, theme: str = "light",
    ) -> None:  # fmt: skip
        _choose("view", view, VIEWS)
        _choose("theme", theme, THEMES)
        if colour is not None:
            _choose("colour", colour, scene.fields)
        if len(size) != 2 or not all(isinstance(n, int) and 16 <= n <= 8192 for n in size):
            raise StickslipError(f"size = {size} must be two numbers of pixels from 16 to 8192")
        self.scene, self.size, self.colour, self.forces = scene, size, colour, forces
        self.theme, self._text = THEMES[theme], _TEXT[theme]
        self.camera, self._own = camera_for(scene, view, size), part_colours(scene.parts)
        typical = scene.contacts.typical(scene.time)
        self._newton = 0.125 * scene.size / typical if typical else 0.0  # as in the viewer

    def picture(self, t: float) -> Any:
        """Return the picture at a time [s] as an image of Pillow."""
        from PIL import Image

        canvas = Canvas(self.size, self.camera, np.array(self.theme["background"]))
        k, x = instant(self.scene, t)
        for number, part in enumerate(self.scene.parts):
            self._part(canvas, part, number, k, x)
        if self.forces:
            self._arrows(canvas, k)
        image = Image.fromarray(canvas.picture())
        self._labels(image, t)
        return image

    def _part(self, canvas: Canvas, part: Part, number: int, k: int, x: float) -> None:
        mesh = part_mesh(self.scene, part, k, x)
        if not len(mesh.triangles):
            return
        colours = self._colours(part, number, mesh, k, x)
        planar = self.scene.dim == 2
        vertices = mesh.vertices + self._lift(0 if part.role == "ground" else number + 1)
        canvas.triangles(vertices, mesh.triangles, colours, lit=not planar, flat=mesh.flat)
        if part.role == "ground" and not planar:
            edge = 0.92 * np.array(self.theme["ground"])
        else:
            edge = np.array(self.theme["edge"])
        canvas.lines(vertices, mesh.edges, edge, thick=2 if planar or part.role != "ground" else 1)

    def _lift(self, layer: int) -> Floats:
        """Return how far a layer of a planar picture is in front of the plane: what is drawn later covers the rest."""
        return np.array([0.0, 0.0, 4e-3 * self.camera.height * layer if self.scene.dim == 2 else 0.0])

    def _colours(self, part: Part, number: int, mesh: Mesh, k: int, x: float) -> Floats:
        """Return colours (v, 3) of the vertices."""
        found = [field for field in part.fields if field.name == self.colour]
        if found:
            import matplotlib

            _, low, high = self.scene.fields[found[0].name]
            values = found[0].values
            now = (1.0 - x) * values[k] + x * values[min(k + 1, len(values) - 1)]
            each = now[mesh.station] if len(now) > 1 else np.full(len(mesh.vertices), now[0])
            table = matplotlib.colormaps["coolwarm" if found[0].signed else "viridis"]
            return np.asarray(table(np.clip((each - low) / (high - low), 0.0, 1.0)))[:, :3]
        colour = np.array(self.theme["ground"]) if part.role == "ground" else rgb(self._own[number])
        return np.tile(colour, (len(mesh.vertices), 1))

    def _arrows(self, canvas: Canvas, k: int) -> None:
        """Draw the forces of closed contacts."""
        contacts = self.scene.contacts
        rows = slice(int(contacts.offset[k]), int(contacts.offset[k + 1]))
        thick = 0.006 * self.scene.size
        for point, force in zip(contacts.point[rows], contacts.force[rows]):
            length = self._newton * float(np.linalg.norm(force))
            if length > 2.0 * thick:
                arrow = _arrow(point, force, min(length, 0.25 * self.scene.size), thick)
                colours = np.tile(_FORCE, (len(arrow.vertices), 1))
                lifted = arrow.vertices + self._lift(len(self.scene.parts) + 1)
                canvas.triangles(lifted, arrow.triangles, colours, lit=self.scene.dim == 3)

    def _labels(self, image: Any, t: float) -> None:
        """Write the time, and the range of the colours."""
        from PIL import ImageDraw, ImageFont

        draw, text = ImageDraw.Draw(image), self._text
        font = ImageFont.truetype(_font(), size=max(10, self.size[1] // 40))
        margin = self.size[1] // 40
        draw.text((margin, margin), clock(self.scene, t), fill=text, font=font)
        if self.colour is None:
            return
        import matplotlib

        unit, low, high = self.scene.fields[self.colour]
        signed = any(field.signed for part in self.scene.parts for field in part.fields if field.name == self.colour)
        table = matplotlib.colormaps["coolwarm" if signed else "viridis"]
        left, top, width = margin, self.size[1] - 3 * margin, self.size[0] // 4
        for i in range(width):
            colour = tuple(int(255 * c) for c in table(i / (width - 1))[:3])
            draw.line([(left + i, top), (left + i, top + margin // 2)], fill=colour)
        label = f"{self.colour} [{unit}]: {low:.3g} to {high:.3g}"
        draw.text((left, top + margin // 2 + 2), label, fill=text, font=font)


def clock(scene: Scene, t: float) -> str:
    """Return what time it is, with as many digits as the length of the run needs."""
    span = float(scene.time[-1] - scene.time[0]) or 1.0
    digits = int(np.clip(np.ceil(3.0 - np.log10(span)), 2, 9))
    return f"t = {t:.{digits}f} s" if scene.clock == "s" else f"{scene.clock} {t:.{digits}f}"


def _arrow(point: Floats, force: Floats, length: float, thick: float) -> Mesh:
    """Return an arrow that ends where it acts from."""
    from stickslip.viz.rotations import toward
    from stickslip.viz.scene import Shape

    axes = toward(force)
    head = min(4.0 * thick, 0.5 * length)
    shaft = Shape("cylinder", (0.4 * thick, length - head), point + 0.5 * (length - head) * axes[:, 2], axes)
    turn = np.linspace(0.0, 2.0 * np.pi, 17)
    rim = np.stack([1.2 * thick * np.cos(turn), 1.2 * thick * np.sin(turn), np.zeros(17)], axis=1)
    vertices = np.vstack([rim, [[0.0, 0.0, head]]]) @ axes.T + point + (length - head) * axes[:, 2]
    k = np.arange(16)
    triangles = np.stack([k, k + 1, np.full(16, 17)], axis=1)
    none = np.zeros((0, 2), dtype=np.int64)
    tip = Mesh(vertices, triangles, none, np.zeros(18, dtype=np.int64))
    return merge([shape_mesh(shaft), tip])


def _font() -> Path:
    """Return a font that has all signs of our units; matplotlib brings it."""
    import matplotlib

    return Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"


def _choose(name: str, value: str, known: Any) -> None:
    if value not in known:
        raise StickslipError(f"{name} = '{value}' must be one of {', '.join(known) or 'none'}")


def frame_times(scene: Scene, fps: float, speed: float) -> Floats:
    """Return the times [s] of the frames of a film: ``fps`` per second, ``speed`` times as fast as in reality."""
    for name, value in (("fps", fps), ("speed", speed)):
        if not isinstance(value, int | float) or not 0.0 < value < float("inf"):
            raise StickslipError(f"{name} = {value!r} must be a positive number")
    span = float(scene.time[-1] - scene.time[0])
    count = int(span * fps / speed) + 1
    if count > _MOST_FRAMES:
        raise StickslipError(f"{count} frames for {span:g} s are too many; raise speed or lower fps")
    return scene.time[0] + np.arange(count) * speed / fps


def film_speed(scene: Scene, seconds: float = 10.0) -> float:
    """Return the speed at which the whole motion takes some seconds, as a power of ten times 1, 2 or 5."""
    span = max(float(scene.time[-1] - scene.time[0]), 1e-12) / seconds
    if 0.2 <= span <= 2.0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(span))
    return float(power * min((1.0, 2.0, 5.0, 10.0), key=lambda x: abs(np.log(x * power / span))))


def render(
    result: Result, path: str | Path, time: float | None = None, fps: float = 30.0, speed: float | None = None,
    **options: Any,
) -> Path:  # fmt: skip
    """Draw a result: ``.png`` at one time [s] (the last unless given), ``.gif`` and ``.mp4`` of the whole motion.

    ``speed`` is how many times faster than in reality a film runs; unless given, the film takes about ten seconds.
    ``options`` are those of ``Painter``: size, view, colour, forces, theme.
    """
    from stickslip.viz.build import build

    path = Path(path)
    if path.suffix not in (".png", ".gif", ".mp4"):
        raise StickslipError(f"'{path}' must end with .png, .gif or .mp4")
    scene = build(result)
    painter = Painter(scene, **options)
    with writing(path) as part:
        if path.suffix == ".png":
            painter.picture(float(scene.time[-1]) if time is None else _within(scene, time)).save(part)
            return path
        speed = film_speed(scene) if speed is None else speed
        pictures = (painter.picture(float(t)) for t in frame_times(scene, fps, speed))
        if path.suffix == ".gif":
            _write_gif(part, pictures, fps)
        else:
            _write_mp4(part, pictures, fps, painter.size)
    return path


def _within(scene: Scene, time: float) -> float:
    if not scene.time[0] <= time <= scene.time[-1]:
        raise StickslipError(f"time = {time:g} s is outside the result ({scene.time[0]:g} to {scene.time[-1]:g} s)")
    return float(time)


def _write_gif(path: Path, pictures: Iterator[Any], fps: float) -> None:
    first, *rest = (picture.quantize(128) for picture in pictures)
    first.save(path, save_all=True, append_images=rest, duration=max(20, round(1000.0 / fps)), loop=0, optimize=False)


def _ffmpeg() -> str:
    found = shutil.which("ffmpeg")
    if found:
        return found
    try:
        import imageio_ffmpeg
    except ImportError:
        raise StickslipError(
            ".mp4 needs ffmpeg: install it, or pip install stickslip[video]; .gif works without"
        ) from None
    return str(imageio_ffmpeg.get_ffmpeg_exe())


def _write_mp4(path: Path, pictures: Iterator[Any], fps: float, size: Sequence[int]) -> None:
    command = [
        _ffmpeg(), "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}",
        "-r", f"{fps:g}", "-i", "-", "-an", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-pix_fmt",
        "yuv420p", "-movflags", "+faststart", str(path),
    ]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stderr is not None
        try:
            for picture in pictures:
                process.stdin.write(picture.tobytes())
            process.stdin.close()
        except BrokenPipeError:
            pass  # ffmpeg has given up and says why
        reason = process.stderr.read().decode(errors="replace").strip()
    if process.returncode != 0:
        raise StickslipError(
            f"ffmpeg could not write '{path}': {reason.splitlines()[-1] if reason else 'no reason given'}"
        )
