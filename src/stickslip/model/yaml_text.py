"""YAML text to plain data and back, stricter than YAML: no aliases, no double keys, little depth, numbers like 1e-3."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml

from stickslip.errors import ModelError

_DEPTH = 40
_LARGE = 500  # rows of a table that is written by itself: PyYAML takes a second for 50 000 numbers
_MARK = "stickslip-table-"
# Numbers and words of YAML 1.2 (core schema); in those of YAML 1.1, which PyYAML reads, 010 is 8, 1:30 is 90 and no is
# false. 1e-3, without a point, is a number in both spellings here: everyone who writes dt: 1e-3 means it.
_PLAIN = {
    "null": (r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    "bool": (r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    "int": (r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", list("-+0123456789")),
    "float": (
        r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
        list("-+.0123456789"),
    ),
}
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _SafeLoader(_Loader):
    """PyYAML's safe loader that rejects a key given twice."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        mapping: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise ModelError(f"{_place(key_node)}: a key must be a plain word")
            key = self.construct_object(key_node)
            if key in mapping:
                raise ModelError(f"{_place(key_node)}: the key '{key}' is given twice")
            mapping[key] = self.construct_object(value_node, deep=True)
        return mapping


class _SafeDumper(_Dumper):
    """PyYAML's safe dumper without anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _integer(loader: Any, node: Any) -> int:
    text = loader.construct_scalar(node)
    return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))


_SafeLoader.yaml_implicit_resolvers = {}
_SafeLoader.add_constructor("tag:yaml.org,2002:int", _integer)
for _name, (_pattern, _first) in _PLAIN.items():
    for _class in (_SafeLoader, _SafeDumper):  # the dumper quotes what either version would not read as a text
        _class.add_implicit_resolver(f"tag:yaml.org,2002:{_name}", re.compile(f"^({_pattern})$"), _first)


def parse(text: str) -> Any:
    """Read YAML text as plain data; everything that is wrong with it raises a ModelError with line and column."""
    try:
        _refuse_tricks(text)
        return yaml.load(text, _SafeLoader)  # a safe loader by inheritance
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise ModelError(f"{where}not valid YAML: {problem}") from None
    except (ValueError, OverflowError, TypeError, RecursionError) as error:
        raise ModelError(f"not valid YAML: {error}") from None


def parse_value(text: str) -> Any:
    """Read one value as it would stand in a file, for example a number, a word or a list."""
    return parse(text)


def write(data: Any) -> str:
    """Write plain data as YAML text that reads back equal: floats by their shortest exact form, order kept."""
    tables: list[str] = []
    plain = _without_tables(data, tables)
    try:
        text: str = yaml.dump(plain, Dumper=_SafeDumper, sort_keys=False, allow_unicode=True, width=110)
    except UnicodeEncodeError as error:
        raise ModelError(f"a name or text has a character that no file can hold: {error.object!r}") from None
    return (
        re.sub(f"^(.*){_MARK}(\\d+)$", lambda found: _table(found, tables), text, flags=re.MULTILINE)
        if tables
        else text
    )


def _without_tables(data: Any, tables: list[str]) -> Any:
    """Return data with a mark for each large table of numbers (nodes, cells), whose text is added to ``tables``."""
    if isinstance(data, dict):
        return {key: _without_tables(value, tables) for key, value in data.items()}
    if not isinstance(data, list):
        return data
    if len(data) < _LARGE or not all(type(row) is list and all(type(x) in (int, float) for x in row) for row in data):
        return [_without_tables(item, tables) for item in data]
    try:
        tables.append(json.dumps(data, allow_nan=False))
    except ValueError:  # not finite
        return data
    return f"{_MARK}{len(tables) - 1}"


def _table(found: re.Match[str], tables: list[str]) -> str:
    """Return a line with the rows of its table, one per line."""
    indent = len(found[1]) - len(found[1].lstrip(" -")) + 2
    return found[1] + tables[int(found[2])].replace("], [", "],\n" + " " * indent + "[")


def _refuse_tricks(text: str) -> None:
    """Walk the events of the text, which costs no memory, and stop at aliases, tags, depth and second documents."""
    depth = documents = 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise ModelError(f"{_place(event)}: anchors and aliases (& and *) are not used in model files")
        if getattr(event, "tag", None):
            raise ModelError(f"{_place(event)}: tags (!) are not used in model files")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if depth > _DEPTH:
            raise ModelError(f"{_place(event)}: nested deeper than {_DEPTH} levels")
        if documents > 1:
            raise ModelError(f"{_place(event)}: more than one document in the text")


def _place(item: Any) -> str:
    mark = item.start_mark
    return f"line {mark.line + 1}, column {mark.column + 1}"
