"""Models as YAML text: plain data in, plain data out.

A file reads like the Python that builds the model. Every part is a mapping with its ``kind``; bodies carry their
``frames`` and ``contours``; parts refer to each other by name: "ball", "ball.pin" (a frame), "ball.skin" (a contour).

    model:
      name: bouncing ball
      dim: 3
      gravity: [0.0, 0.0, -9.81]
      ground:
        contours: [{kind: Plane, name: floor, normal: [0, 0, 1]}]
      parts:
      - {kind: RigidBody, name: ball, mass: 1.0, inertia: 0.001, position: [0, 0, 0.4],
         contours: [{kind: Sphere, name: skin, radius: 0.05}]}
      - {kind: Contact, a: ball.skin, b: ground.floor, restitution: 0.8}
    simulation: {t_end: 2.0, dt: 1e-3, integrator: {type: MoreauMidpoint}}
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

import numpy as np
from pydantic_core import PydanticUndefined

import stickslip
from stickslip._arguments import whole
from stickslip.bodies.declaration import Body, Frame
from stickslip.contact.contours import Contour
from stickslip.errors import ModelError
from stickslip.floating.solid.declaration import FloatingSolid
from stickslip.joints import Joint
from stickslip.model.base import Declaration, Part, as_number, short
from stickslip.model.functions import Polynomial
from stickslip.model.model import Model
from stickslip.model.yaml_edit import change
from stickslip.model.yaml_text import parse, write
from stickslip.solids import declaration as solids  # noqa: F401
from stickslip.solids.declaration import SolidBody

_SIMULATION = ("t_end", "dt", "integrator", "record_every", "project")


# Writing.


def dump(model: Model) -> str:
    """Return the model as YAML text; a model with Python functions raises a ModelError that names the object."""
    names = _Names(model)
    parts = [_dump_part(part, names) for part in model.parts]
    ground = _dump_attachments(model.ground, names)
    content: dict[str, Any] = {"name": model.name, "dim": model.dim, "gravity": list(model.gravity)}
    if ground:
        content["ground"] = ground
    content["parts"] = parts
    return write({"model": content})


class _Names:
    """Names by which the parts, frames and contours of a model are written; unnamed ones get kind and number."""

    def __init__(self, model: Model) -> None:
        self.bodies = {id(body): body for body in model.bodies}
        self.joints = {id(part): part for part in model.parts if isinstance(part, Joint)}
        self.frames: dict[int, list[tuple[str, Frame]]] = {key: [] for key in self.bodies}
        self.contours: dict[int, list[tuple[str, Contour]]] = {key: [] for key in self.bodies}
        for key, body in self.bodies.items():
            for frame in body.frames:
                self.frames[key].append((frame.name or "", frame))
            taken = {contour.name for contour in body.contours}
            for contour in body.contours:
                name = self._fresh(contour, taken, [name for name, _ in self.contours[key]])
                self.contours[key].append((name, contour))
        for part in model.parts:
            for field in type(part).model_fields:
                value = getattr(part, field)
                if isinstance(value, Frame):
                    self._add_loose_frame(part, value)
        self._refuse_ambiguous()

    def _fresh(self, item: Declaration, taken: Iterable[str | None], used: list[str]) -> str:
        if item.name and item.name not in used:
            return item.name
        base, number = item.name or type(item).__name__.lower(), 1
        while f"{base}{number}" in used or f"{base}{number}" in taken:
            number += 1
        return f"{base}{number}"

    def _add_loose_frame(self, part: Declaration, frame: Frame) -> None:
        """Give a frame that was made without ``body.frame`` a place among the frames of its body."""
        key = id(frame.body)
        if key not in self.bodies:
            raise ModelError(f"{part.label}: refers to {frame.body.label}, which has not been added to the model")
        if any(frame is other for _, other in self.frames[key]):
            return
        used = [name for name, _ in self.frames[key]]
        self.frames[key].append((self._fresh(frame, (), used), frame))

    def _refuse_ambiguous(self) -> None:
        tables: tuple[Any, ...] = (self.frames, self.contours)
        for table in tables:
            seen: dict[str | None, Declaration] = {body.name: body for body in self.bodies.values()}
            for key, body in self.bodies.items():
                for name, item in table[key]:
                    full = f"{body.name}.{name}"
                    if full in seen:
                        raise ModelError(f"{item.label}: the reference '{full}' would also mean {seen[full].label}")
                    seen[full] = item

    def reference(self, item: Declaration, owner: Declaration) -> str:
        """Return the text by which ``owner`` refers to ``item``."""
        if isinstance(item, Body | Joint):
            if id(item) in self.bodies or id(item) in self.joints:
                return str(item.name)
            raise ModelError(f"{owner.label}: refers to {item.label}, which has not been added to the model")
        assert isinstance(item, Frame | Contour)
        table: Any = self.frames if isinstance(item, Frame) else self.contours
        for name, other in table.get(id(item.body), ()):
            if other is item:
                return f"{self.bodies[id(item.body)].name}.{name}"
        raise ModelError(f"{owner.label}: refers to {item.label}, whose body has not been added to the model")


def _dump_part(part: Declaration, names: _Names) -> dict[str, Any]:
    data = {"kind": type(part).__name__, "name": part.name, **_dump_fields(part, names, part)}
    if isinstance(part, Body):
        data |= _dump_attachments(part, names)
    return data


def _dump_attachments(body: Body, names: _Names) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if frames := names.frames[id(body)]:
        data["frames"] = [{"name": name, **_dump_fields(frame, names, frame)} for name, frame in frames]
    if contours := names.contours[id(body)]:
        data["contours"] = [
            {"kind": type(contour).__name__, "name": name, **_dump_fields(contour, names, contour)}
            for name, contour in contours
        ]
    return data


def _dump_fields(item: Declaration, names: _Names, owner: Declaration) -> dict[str, Any]:
    """Return all fields that differ from their default (the carrying body of a frame is where it stands)."""
    data: dict[str, Any] = {}
    for field, info in type(item).model_fields.items():
        value = getattr(item, field)
        if callable(value):
            raise ModelError(f"{owner.label}: Python functions cannot be written to a file ({item.label})")
        default = info.get_default(call_default_factory=True)
        if field == "name" or (isinstance(item, Frame) and field == "body"):
            continue
        if default is not PydanticUndefined and type(value) is type(default) and value == default:
            continue
        data[field] = _dump_value(value, names, owner)
    return data


def _dump_value(value: Any, names: _Names, owner: Declaration) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [_dump_value(item, names, owner) for item in value]
    if isinstance(value, Polynomial) and len(value.coefficients) == 1 and value.name is None:
        return value.coefficients[0]
    if isinstance(value, dict):
        return {str(key): _dump_value(item, names, owner) for key, item in value.items()}
    if (isinstance(value, Declaration) and value.inline) or (
        isinstance(value, SolidBody) and isinstance(owner, FloatingSolid)
    ):
        name = {"name": value.name} if value.name is not None else {}
        return {"kind": type(value).__name__, **name, **_dump_fields(value, names, owner)}
    if isinstance(value, Declaration):
        return names.reference(value, owner)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise ModelError(f"{owner.label}: {type(value).__name__} values cannot be written to a file")


def _classes(annotation: Any) -> list[type]:
    """Return the classes that an annotation names, inside unions and tuples too."""
    inside = [one for part in get_args(annotation) for one in _classes(part)]
    own = get_origin(annotation) or annotation
    return [own, *inside] if isinstance(own, type) else inside


# Reading.


def load(source: str | Path, changes: Mapping[str, Any] | None = None) -> Model:
    """Read a model from YAML text or a file.

    A string with a line break is text, as is one that contains a colon and names no file; all else is a path.
    ``changes`` replace single values: ``{"ball.mass": 2.0}``. Raises ModelError with the place in the file.
    """
    return _build(*_document(*_text(source), changes))


def load_text(text: str) -> Model:
    """Read a model from YAML text, which is never taken for a path: a file must not lead to another one."""
    return _build(*_document(text, ""))


def _build(document: dict[str, Any], place: str) -> Model:
    data = _mapping(document["model"], f"{place}model", ("name", "dim", "gravity", "ground", "parts"))
    try:
        model = Model(**{key: data[key] for key in ("dim", "gravity", "name") if key in data})
    except ModelError as error:
        raise ModelError(f"{place}model: {error}") from None
    _Reader(model, f"{place}model").read(data)
    return model


def load_simulation(source: str | Path, changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Read the optional section ``simulation`` of a model file: t_end, dt, integrator, record_every, project.

    ``integrator`` comes back as a mapping with its ``type`` and its parameters.
    """
    document, place = _document(*_text(source), changes)
    where = f"{place}simulation"
    data = dict(_mapping(document.get("simulation") or {}, where, _SIMULATION))
    for key in ("t_end", "dt"):
        if key in data:
            try:
                number = as_number(data[key])
            except ValueError:
                number = 0.0
            if number <= 0.0:
                raise ModelError(f"{where}.{key} = {short(data[key])} must be a positive number [s]")
            data[key] = number
    whole(where, "record_every", data.get("record_every", 1), 1)
    if not isinstance(data.get("project", False), bool):
        raise ModelError(f"{where}.project = {data['project']!r} must be true or false")
    if "integrator" in data:
        integrator = data["integrator"]
        integrator = {"type": integrator} if isinstance(integrator, str) else integrator
        if not isinstance(integrator, dict) or not isinstance(integrator.get("type"), str):
            raise ModelError(f"{where}.integrator must be a name or a mapping with 'type' and its parameters")
        data["integrator"] = integrator
    return data


def _text(source: str | Path) -> tuple[str, str]:
    """Return text, or the content of a file, and how its places are called in messages."""
    if not (isinstance(source, Path) or _is_path(source)):
        return str(source), ""
    path = Path(source)
    try:
        return path.read_text(encoding="utf-8"), f"{path}: "
    except FileNotFoundError:
        raise ModelError(f"no file '{path}'") from None
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise ModelError(f"'{path}' cannot be read: {error}") from None


def _document(text: str, place: str, changes: Mapping[str, Any] | None = None) -> tuple[dict[str, Any], str]:
    """Return the content of YAML text, with some values changed, and the place again."""
    try:
        document = parse(text)
    except ModelError as error:
        raise ModelError(f"{place}{error}") from None
    if not isinstance(document, dict) or "model" not in document:
        raise ModelError(f"{place}a model file has an entry 'model' at the top")
    if changes:
        try:
            change(document, changes)
        except ModelError as error:
            raise ModelError(f"{place}{error}") from None
    return _mapping(document, f"{place}top level", ("model", "simulation")), place


def _is_path(source: Any) -> bool:
    if not isinstance(source, str):
        raise ModelError(f"{source!r} is neither YAML text nor a path")
    if "\n" in source or len(source) > 4096 or "\0" in source:
        return False
    return source.endswith((".yaml", ".yml")) or ":" not in source


def _mapping(value: Any, place: str, known: Iterable[str]) -> dict[str, Any]:
    """Return ``value`` if it is a mapping with known keys only."""
    if not isinstance(value, dict):
        raise ModelError(f"{place} must be a mapping (key: value), not {_kind_of(value)}")
    names = list(known)
    for key in value:
        if key not in names:
            raise ModelError(f"{place}: unknown key '{key}'{_hint(str(key), names)}")
    return value


def _sequence(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise ModelError(f"{place} must be a list, not {_kind_of(value)}")
    return value


def _kind_of(value: Any) -> str:
    words = {dict: "a mapping", list: "a list", str: "a string", bool: "true/false", type(None): "nothing"}
    return words.get(type(value), "a number" if isinstance(value, int | float) else type(value).__name__)


def _takes_function(kind: type[Declaration]) -> bool:
    """Return whether a kind cannot be without a Python function."""
    return any(field.is_required() and get_origin(field.annotation) is Callable for field in kind.model_fields.values())


def _hint(name: str, known: Iterable[str]) -> str:
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    return f"; did you mean '{close[0]}'?" if close else f"; known: {', '.join(names[:20]) or 'none'}"


class _Reader:
    """Builds the parts of a model: bodies first, so that the order of the file is free, then what refers to them."""

    def __init__(self, model: Model, place: str) -> None:
        self.model, self.place = model, place
        self.bodies: dict[str, Declaration] = {"ground": model.ground}
        self.frames: dict[str, Declaration] = {}
        self.contours: dict[str, Declaration] = {}
        self.joints: dict[str, Declaration] = {}

    def read(self, data: dict[str, Any]) -> None:
        """Build all parts and add them in the order of the file."""
        ground = _mapping(data.get("ground") or {}, f"{self.place}.ground", ("frames", "contours"))
        self._attach(self.model.ground, ground, f"{self.place}.ground")
        entries = _sequence(data.get("parts") or [], f"{self.place}.parts")
        kinds = [self._kind(entry, f"{self.place}.parts[{k}]") for k, entry in enumerate(entries)]
        built: dict[int, Declaration] = {}
        for family in (Body, Joint, Declaration):
            for k, (entry, kind) in enumerate(zip(entries, kinds)):
                if k not in built and issubclass(kind, family):
                    built[k] = self._part(kind, entry, f"{self.place}.parts[{k}]")
        for k in range(len(entries)):
            self._guard(f"{self.place}.parts[{k}]", self.model.add, built[k])

    def _kind(self, entry: Any, place: str) -> type[Declaration]:
        return self._class(entry, place, (Part,))

    def _class(self, entry: Any, place: str, families: tuple[type[Declaration], ...]) -> type[Declaration]:
        """Return the class an entry names, if it belongs to one of the families."""
        if not isinstance(entry, dict):
            raise ModelError(f"{place} must be a mapping with a 'kind', not {_kind_of(entry)}")
        kind = entry.get("kind")
        if isinstance(kind, str) and kind not in Declaration.kinds and kind in stickslip.__all__:
            getattr(stickslip, kind)  # its module, which makes it known, is loaded on first use
        known = {n: c for n, c in Declaration.kinds.items() if issubclass(c, families)}
        if isinstance(kind, str) and kind in known and _takes_function(known[kind]):
            raise ModelError(f"{place}: {kind} needs a Python function, which a file cannot hold")
        if not isinstance(kind, str) or kind not in known:
            given = f"unknown kind '{kind}'" if kind is not None else "needs a 'kind'"
            raise ModelError(f"{place}: {given}{_hint(str(kind), known)}")
        return known[kind]

    def _part(self, kind: type[Declaration], entry: dict[str, Any], place: str) -> Declaration:
        extra = ("frames", "contours") if issubclass(kind, Body) else ()
        part = self._declare(kind, entry, place, extra)
        name = part.name
        table = self.bodies if isinstance(part, Body) else self.joints
        if name is not None and isinstance(part, Body | Joint):
            if name in self.bodies or name in self.joints:
                raise ModelError(f"{place}: the name '{name}' is taken by another part")
            table[name] = part
        if isinstance(part, Body):
            self._attach(part, entry, place)
        return part

    def _attach(self, body: Body, entry: dict[str, Any], place: str) -> None:
        for k, item in enumerate(_sequence(entry.get("frames") or [], f"{place}.frames")):
            where = f"{place}.frames[{k}]"
            fields = _mapping(item, where, ("name", "position", "rotation", "s", "node", "interface"))
            name = fields.get("name")
            if not isinstance(name, str) or not name:
                raise ModelError(f"{where}: a frame needs a name")
            given = {"position": (), **{key: value for key, value in fields.items() if value is not None}}
            frame = self._guard(where, body.frame, **given)
            self._register(self.frames, body, name, frame, where)
        for k, item in enumerate(_sequence(entry.get("contours") or [], f"{place}.contours")):
            where = f"{place}.contours[{k}]"
            contour = self._declare(self._class(item, where, (Contour,)), item, where)
            self._guard(where, body.add, contour)
            if contour.name is not None:
                self._register(self.contours, body, contour.name, contour, where)

    def _register(self, table: dict[str, Declaration], body: Body, name: str, item: Declaration, place: str) -> None:
        full = f"{body.name}.{name}"
        if full in table:
            raise ModelError(f"{place}: the name '{full}' is already taken")
        table[full] = item

    def _declare(
        self, kind: type[Declaration], entry: dict[str, Any], place: str, extra: tuple[str, ...] = ()
    ) -> Declaration:
        """Build one declaration from its mapping, with references replaced by what they name."""
        entry = self._renamed(kind, entry, place)
        known = [field for field in kind.model_fields if not (kind is Frame and field == "body")]
        _mapping(entry, place, ["kind", *known, *extra])
        fields = {
            key: self._value(kind, key, value, f"{place}.{key}")
            for key, value in entry.items()
            if key != "kind" and key not in extra
        }
        built: Declaration = self._guard(place, kind, **fields)
        return built

    def _renamed(self, kind: type[Declaration], entry: dict[str, Any], place: str) -> dict[str, Any]:
        """Return a mapping with the present names of fields; files of older versions stay as they are."""
        present = {kind.renamed.get(key, key): value for key, value in entry.items()}
        if len(present) < len(entry):
            twice = next(key for key in entry if kind.renamed.get(key) in entry)
            raise ModelError(f"{place}: '{twice}' and '{kind.renamed[twice]}' are the same")
        return present

    def _value(self, kind: type[Declaration], field: str, value: Any, place: str) -> Any:
        """Return the value of a field: a reference, a nested declaration, a list of these, or plain data."""
        tables = self._references(kind, field)
        nested = isinstance(value, dict) and issubclass(kind, FloatingSolid)
        if tables and value is not None and not nested:
            if isinstance(value, list) and tuple in _classes(kind.model_fields[field].annotation):
                return [self._lookup(item, tables, f"{place}[{k}]") for k, item in enumerate(value)]
            return self._lookup(value, tables, place)
        if isinstance(value, list):
            return [self._value(kind, field, item, f"{place}[{k}]") if isinstance(item, dict) else item
                    for k, item in enumerate(value)]  # fmt: skip
        if isinstance(value, dict) and dict not in _classes(kind.model_fields[field].annotation):
            families = tuple(cls for cls in Declaration.kinds.values() if cls.inline)
            families += (SolidBody,) if issubclass(kind, FloatingSolid) else ()
            return self._declare(self._class(value, place, families), value, place)
        return value

    def _references(self, kind: type[Declaration], field: str) -> list[dict[str, Declaration]]:
        """Return the tables in which the value of a field is to be looked up; none for plain data."""
        asked = _classes(kind.model_fields[field].annotation) if field in kind.model_fields else []
        tables = ((Contour, self.contours), (Body, self.bodies), (Frame, self.frames), (Joint, self.joints))
        if tuple in asked and Contour in asked:
            asked.append(Body)  # stands for all of its contours
        return [table for family, table in tables if any(issubclass(one, family) for one in asked)]

    def _lookup(self, name: Any, tables: list[dict[str, Declaration]], place: str) -> Declaration:
        if not isinstance(name, str):
            raise ModelError(f"{place} must be the name of a part, not {_kind_of(name)}")
        for table in tables:
            if name in table:
                return table[name]
        known = [key for table in tables for key in table]
        raise ModelError(f"{place}: no part named '{name}'{_hint(name, known)}")

    @staticmethod
    def _guard(place: str, make: Any, *args: Any, **fields: Any) -> Any:
        """Call and put the place in front of what may be wrong."""
        try:
            return make(*args, **fields)
        except ModelError as error:
            raise ModelError(f"{place}: {error}") from None
        except RecursionError:
            raise ModelError(f"{place}: nested too deeply") from None
