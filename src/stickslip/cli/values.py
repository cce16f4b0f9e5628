"""Parameters given as text on the command line, checked against the defaults of an example."""

from __future__ import annotations

import difflib
import typing
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from stickslip.errors import ModelError, StickslipError


def split(settings: Sequence[str]) -> dict[str, str]:
    """Read ``["k=v", ...]``; a key given twice or without a value is an error."""
    values: dict[str, str] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        key = key.strip().replace("-", "_")
        if not equals or not key:
            raise StickslipError(f"--set {setting}: write NAME=VALUE")
        if key in values:
            raise StickslipError(f"--set {key}: given twice")
        values[key] = text.strip()
    return values


def changes(settings: Sequence[str]) -> dict[str, Any]:
    """Read ``["ball.mass=2", ...]`` as changes of a model file."""
    values: dict[str, Any] = {}
    for setting in settings:
        path, equals, text = (word.strip() for word in setting.partition("="))
        if not equals or not path:
            raise StickslipError(f"--set {setting}: write PART.FIELD=VALUE, for example ball.mass=2")
        if path in values:
            raise StickslipError(f"--set {path}: given twice")
        values[path] = _parse(path, text)
    return values


_YES_OR_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def check(module: ModuleType, defaults: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the given values in the type of their defaults; unknown names and wrong types are errors."""
    values = {}
    for name, text in given.items():
        if name not in defaults:
            close = difflib.get_close_matches(name, list(defaults), n=1)
            hint = f"did you mean '{close[0]}'?" if close else f"known: {', '.join(defaults) or 'none'}"
            raise StickslipError(f"no parameter '{name}'; {hint}")
        value = _convert(name, text, defaults[name])
        _check_choice(name, value, _choices(module, name))
        values[name] = value
    return values


def _convert(name: str, given: Any, default: Any) -> Any:
    if isinstance(default, str):
        return str(given)
    value = _parse(name, given) if isinstance(given, str) else given
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(default, bool):
        word = str(value).lower()
        if word in _YES_OR_NO:
            return _YES_OR_NO[word]
        raise _wrong(name, given, "true or false")
    if isinstance(default, int):
        if number and float(value).is_integer():
            return int(value)
        raise _wrong(name, given, "an integer")
    if isinstance(default, float):
        if number:
            return float(value)
        raise _wrong(name, given, "a number")
    if isinstance(default, tuple | list):
        if isinstance(value, list):
            return type(default)(value)
        raise _wrong(name, given, "a list such as [1, 2, 3]")
    return value


def _parse(name: str, text: str) -> Any:
    from stickslip.model.yaml_text import parse_value

    try:
        return parse_value(text)
    except ModelError:
        raise _wrong(name, text, "a value as in a YAML file") from None


def _wrong(name: str, given: Any, expected: str) -> StickslipError:
    return StickslipError(f"parameter {name} = {given}: must be {expected}")


def _choices(module: ModuleType, name: str) -> tuple[Any, ...]:
    """Return the values that ``Literal[...]`` allows for a parameter; none for other annotations."""
    try:
        hint = typing.get_type_hints(module.run).get(name)
    except NameError:  # names that exist for type checkers only
        return ()
    return typing.get_args(hint) if typing.get_origin(hint) is typing.Literal else ()


def _check_choice(name: str, value: Any, choices: tuple[Any, ...]) -> None:
    if choices and value not in choices:
        close = difflib.get_close_matches(str(value), [str(choice) for choice in choices], n=1)
        hint = f"; did you mean '{close[0]}'?" if close else ""
        raise StickslipError(f"parameter {name} = {value}: must be one of {', '.join(map(str, choices))}{hint}")
