"""Docstrings of declarations: each class lists all its parameters, those of its bases, too."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import NamedTuple

_HEAD = "Parameters\n----------\n"


class Entry(NamedTuple):
    """What a docstring says of one parameter, or of some that share a line."""

    names: tuple[str, ...]
    text: str


def entries(text: str) -> list[Entry]:
    """Return the parameters of a docstring as of numpydoc."""
    section = _split(inspect.cleandoc(text))[1]
    found = re.findall(r"^(\S.*?(?:\n(?: .*)?(?=\n|$))*)(?=\n\S|\Z)", section, re.MULTILINE)
    return [Entry(tuple(re.split(r",\s*", one.split("\n")[0].split(" : ")[0])), one.rstrip()) for one in found]


def flattened(text: str, fields: Iterable[str], first: tuple[str, ...], inherited: Iterable[str]) -> str:
    """Return a docstring with an entry for every field, those that it lacks taken from the docstrings of the bases.

    Entries of ``first``, the arguments that go without a name, come first; then those of a class before its bases.
    """
    before, _, after = _split(inspect.cleandoc(text))
    listed, wanted = entries(text), set(fields)
    known = {name for entry in listed for name in entry.names}
    for base in inherited:
        for entry in entries(base):
            new = wanted.intersection(entry.names) - known
            if new:
                known |= set(entry.names)
                listed.append(entry)
    if not listed:
        return text
    place = {name: k for k, name in enumerate(first)}
    listed.sort(key=lambda entry: min(place.get(name, len(first)) for name in entry.names))
    parts = [before.rstrip(), _HEAD + "\n".join(entry.text for entry in listed), after]
    return "\n\n".join(part for part in parts if part) + "\n"


def _split(text: str) -> tuple[str, str, str]:
    """Return what stands before the parameters, their section, and the sections after it."""
    before, head, rest = text.partition(_HEAD)
    if not head:
        section = re.search(r"^\S.*\n-{3,}$", text, re.MULTILINE)
        cut = section.start() if section else len(text)
        return text[:cut], "", text[cut:].rstrip()
    following = re.search(r"^\S.*\n-{3,}$", rest, re.MULTILINE)
    cut = following.start() if following else len(rest)
    return before, rest[:cut].rstrip(), rest[cut:].rstrip()
