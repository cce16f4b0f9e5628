"""Single values of a model file, addressed by a path of names: ``ball.mass``, ``ball.contours.skin.radius``.

The first word is a part, "ground", "simulation", or an entry of the section "model" such as "gravity"; items of a list
are addressed by their names or numbers. Only plain data changes; the model is validated afterwards as any other.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from stickslip.errors import ModelError

_MODEL = ("name", "dim", "gravity")


def change(document: dict[str, Any], changes: Mapping[str, Any]) -> None:
    """Set values in the plain data of a file; unknown places raise a ModelError that names the nearest known one."""
    for path, value in changes.items():
        words = path.split(".")
        if not all(words):
            raise ModelError(f"{path}: write PART.FIELD, for example ball.mass")
        place, words = _first(document, words, path)
        for k, word in enumerate(words[:-1]):
            place = _step(place, word, ".".join(words[: k + 1]), path)
        _set(place, words[-1], value, path)


def _first(document: dict[str, Any], words: list[str], path: str) -> tuple[Any, list[str]]:
    """Return where a path begins and the words that are left."""
    model = document["model"]
    if not isinstance(model, dict):
        raise ModelError(f"{path}: the file has no mapping 'model'")
    if words[0] in _MODEL and len(words) == 1:
        return model, words
    if words[0] == "simulation" and len(words) > 1:
        return _opened(document, "simulation"), words[1:]
    if words[0] == "model" and len(words) > 1:
        return model, words[1:]
    parts = model.get("parts")
    parts = [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    named = {part["name"]: part for part in parts if isinstance(part.get("name"), str)}
    if words[0] == "ground" and len(words) > 1:
        return _opened(model, "ground"), words[1:]
    for count in range(len(words) - 1, 0, -1):  # names may contain points
        if (name := ".".join(words[:count])) in named:
            return named[name], words[count:]
    known = [*named, "ground", "simulation", "model", *_MODEL]
    if path in known:
        raise ModelError(
            f"{path}: name one of its fields, for example {path}.{'dt' if path == 'simulation' else 'name'}"
        )
    raise ModelError(f"{path}: no part named '{words[0]}'{_hint(words[0], known)}")


def _opened(place: dict[str, Any], key: str) -> Any:
    if place.get(key) is None:
        place[key] = {}
    return place[key]


def _step(place: Any, word: str, so_far: str, path: str) -> Any:
    """Return the entry of a mapping, or the item of a list by its name or number."""
    if isinstance(place, dict):
        if word in place:
            return place[word]
        raise ModelError(f"{path}: no entry '{so_far}'{_hint(word, place)}")
    if isinstance(place, list):
        return place[_number(place, word, path)]
    raise ModelError(f"{path}: '{so_far}' is a single value without entries")


def _number(items: list[Any], word: str, path: str) -> int:
    names = [item.get("name") if isinstance(item, dict) else None for item in items]
    if word in names:
        return names.index(word)
    if word.isdecimal() and int(word) < len(items):
        return int(word)
    known = [str(name) for name in names if name] or [f"0 ... {len(items) - 1}"]
    raise ModelError(f"{path}: no item '{word}'{_hint(word, known)}")


def _set(place: Any, word: str, value: Any, path: str) -> None:
    if isinstance(place, dict):
        place[word] = value  # a field with a default need not stand in the file; the reader knows the fields
    elif isinstance(place, list):
        place[_number(place, word, path)] = value
    else:
        raise ModelError(f"{path}: a single value has no entry '{word}'")


def _hint(word: str, known: Any) -> str:
    names = [str(name) for name in known]
    close = difflib.get_close_matches(word, names, n=1)
    return f"; did you mean '{close[0]}'?" if close else f"; known: {', '.join(names[:20]) or 'none'}"
