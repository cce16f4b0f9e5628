"""A scene as plain data: it can be built, printed as a program and made smaller."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import attrgetter

import laws

import stickslip as ss


@dataclass(frozen=True)
class Part:
    """A constructor of stickslip and its arguments; strings that begin with "$" name a part of the scene."""

    kind: str
    fields: dict = field(default_factory=dict)
    name: str = ""
    contours: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Scene:
    """Everything that a run needs."""

    family: str
    seed: int
    dim: int
    gravity: tuple[float, ...]
    bodies: tuple[Part, ...]
    parts: tuple[Part, ...]  # joints, forces, contacts
    scheme: Part
    dt: float
    steps: int
    ground: tuple[Part, ...] = ()  # contours

    def model(self) -> ss.Model:
        """Build the model."""
        model = ss.Model(dim=self.dim, gravity=self.gravity)
        known = {"$ground": model.ground}
        for contour in self.ground:
            known[f"${contour.name}"] = _attached(model.ground, contour)
        for part in self.bodies:
            body = known[f"${part.name}"] = model.add(_made(part, known, name=part.name))
            for contour in part.contours:
                known[f"${contour.name}"] = _attached(body, contour)
        for part in self.parts:
            made = model.add(_made(part, known))
            if part.name:
                known[f"${part.name}"] = made
        return model

    def run(self) -> ss.Result:
        """Simulate it."""
        return ss.simulate(self.model(), self.steps * self.dt, self.dt, integrator=_made(self.scheme, {}))

    def code(self) -> str:
        """Return a program that does the same."""
        lines = [
            "import laws",
            "",
            "import stickslip as ss",
            "",
            f"model = ss.Model(dim={self.dim}, gravity={self.gravity})",
        ]
        lines.append("ground = model.ground")
        lines += [f"{c.name} = model.ground.add({_text(c)})" for c in self.ground]
        for part in self.bodies:
            named = replace(part, fields={**part.fields, "name": part.name})
            lines.append(f"{part.name} = model.add({_text(named)})")
            lines += [f"{c.name} = {_attaching(part.name, c)}" for c in part.contours]
        for part in self.parts:
            lines.append(f"{part.name} = model.add({_text(part)})" if part.name else f"model.add({_text(part)})")
        lines.append(f"result = ss.simulate(model, {self.steps} * {self.dt!r}, {self.dt!r}, {_text(self.scheme)})")
        lines += ["print(result.certificate)", "print(result.verify())"]
        return "\n".join(lines)


def _attached(body: ss.Body, contour: Part) -> object:
    """Attach a contour; "surface" is the skin of a line or solid."""
    return body.surface(**contour.fields) if contour.kind == "surface" else body.add(_made(contour, {}))


def _attaching(body: str, contour: Part) -> str:
    return (
        _text(contour).replace("ss.surface", f"{body}.surface")
        if contour.kind == "surface"
        else f"{body}.add({_text(contour)})"
    )


def _made(part: Part, known: dict, **more: object) -> object:
    """Call a constructor; "@name" is one of the functions in ``laws``."""
    of = getattr(laws, part.kind[1:]) if part.kind.startswith("@") else attrgetter(part.kind)(ss)
    return of(**{key: _resolved(value, known) for key, value in part.fields.items()}, **more)


def _resolved(value: object, known: dict) -> object:
    if isinstance(value, str) and value.startswith("$"):
        name, _, place = value.partition(".")
        return getattr(known[name], place) if place else known[name]
    if isinstance(value, Part):
        return _made(value, known)
    if isinstance(value, tuple | list) and any(isinstance(x, str | Part) for x in value):
        return tuple(_resolved(x, known) for x in value)
    return value


def _text(part: Part) -> str:
    kind = part.kind.replace("@", "laws.") if part.kind.startswith("@") else f"ss.{part.kind}"
    return f"{kind}({', '.join(f'{key}={_argument(value)}' for key, value in part.fields.items())})"


def _argument(value: object) -> str:
    if isinstance(value, Part):
        return _text(value)
    if isinstance(value, str):
        return value[1:] if value.startswith("$") else repr(value)
    if isinstance(value, tuple):
        inner = ", ".join(_argument(x) for x in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    return repr(value)


def mentions(part: Part, name: str) -> bool:
    """Return whether a part refers to another one."""
    return any(_in(value, name) for value in part.fields.values())


def _in(value: object, name: str) -> bool:
    if isinstance(value, Part):
        return mentions(value, name)
    if isinstance(value, tuple):
        return any(_in(x, name) for x in value)
    return isinstance(value, str) and value.partition(".")[0] == f"${name}"


def without(scene: Scene, name: str) -> Scene:
    """Return the scene without a body or contour of the ground, and without all that needs it."""
    gone = {name}
    for body in scene.bodies:
        if body.name == name:
            gone |= {contour.name for contour in body.contours}
    parts = []
    for part in scene.parts:
        fields = {key: _thinned(value, gone) for key, value in part.fields.items()}
        if part.kind == "Contact" and fields["a"] and fields["b"]:
            parts.append(replace(part, fields=fields))
        elif not any(mentions(part, lost) for lost in gone):
            parts.append(part)
    return replace(
        scene, bodies=tuple(b for b in scene.bodies if b.name != name),
        ground=tuple(c for c in scene.ground if c.name != name), parts=tuple(parts),
    )  # fmt: skip


def _thinned(value: object, gone: set[str]) -> object:
    if isinstance(value, tuple) and value and all(isinstance(x, str) for x in value):
        return tuple(x for x in value if x[1:] not in gone)
    return value
