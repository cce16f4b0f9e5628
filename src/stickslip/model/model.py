"""The model: a list of named declarations, and nothing else."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any, TypeVar

from stickslip._files import writing
from stickslip.bodies.declaration import Body, Ground
from stickslip.errors import ModelError
from stickslip.model.base import Declaration, Part, short
from stickslip.typing import VectorLike

T = TypeVar("T", bound=Declaration)


class _Index:
    """Parts, their names when they were added, and how many there are of each class: no search through all of them."""

    def __init__(self, parts: list[Declaration]) -> None:
        self.parts: set[Declaration] = set()
        self.named: dict[Any, Declaration] = {}
        self.counts: Counter[type] = Counter()
        for part in parts:
            self.include(part)

    def include(self, part: Declaration) -> None:
        """Take in one more part."""
        self.parts.add(part)
        self.named[part.name] = part
        self.counts[type(part)] += 1

    def taken(self, name: str) -> bool:
        """Return whether a part was added under this name and still has it."""
        return name in self.named and self.named[name].name == name


class Model:
    """A mechanical system as a person writes it.

    Parameters
    ----------
    dim : 3 or 2
        Space or plane.
    gravity : (dim,) [m/s^2]
        Default: none.
    name : str
    """

    def __init__(self, dim: int = 3, *, gravity: VectorLike | None = None, name: str = "model") -> None:
        if not isinstance(dim, int) or dim not in (2, 3):
            raise ModelError(f"Model: dim = {short(dim)} must be 2 or 3")
        if not isinstance(name, str) or not name:
            raise ModelError(f"Model: name = {short(name)} must be a non-empty string")
        self.dim = dim
        self.gravity = (0.0,) * dim if gravity is None else gravity
        self.name = name
        self.ground = Ground(name="ground")
        self.parts: list[Declaration] = []
        self._known = _Index([self.ground])

    @property
    def gravity(self) -> tuple[float, ...]:
        """Acceleration of gravity [m/s^2]."""
        return self._gravity

    @gravity.setter
    def gravity(self, value: Any) -> None:
        try:
            vector = tuple(float(x) for x in value)
        except (TypeError, ValueError, OverflowError):
            raise ModelError(f"Model: gravity = {short(value)} must be a sequence of {self.dim} numbers") from None
        if len(vector) != self.dim or not all(math.isfinite(x) for x in vector):
            raise ModelError(f"Model: gravity = {short(value)} must be {self.dim} finite numbers")
        self._gravity = vector

    def add(self, part: T) -> T:
        """Add a body, joint, force or contact and return it; unnamed parts get a name of their kind and number."""
        if not isinstance(part, Part):
            hint = "; contours are added to a body: body.add(contour)" if isinstance(part, Declaration) else ""
            raise ModelError(f"Model.add: {short(part)} is not a body, joint, force or contact{hint}")
        known = self._index()
        if part in known.parts:
            raise ModelError(f"{part.label} has already been added")
        if part.name is None:
            kind = type(part).__name__.lower()
            number = 1 + known.counts[type(part)]
            while known.taken(f"{kind}{number}"):
                number += 1
            part.name = f"{kind}{number}"
        elif known.taken(part.name):
            raise ModelError(f"{part.label}: the name is taken by another part of the model")
        self.parts.append(part)
        known.include(part)
        return part

    def __getitem__(self, name: str) -> Any:
        known = self._index()
        if known.taken(name):
            return known.named[name]
        for part in self.parts:  # one that was renamed
            if part.name == name:
                return part
        raise KeyError(f"no part '{name}' in {self!r}")

    def _index(self) -> _Index:
        """Return what is known of all parts, collected again where the list was changed by other hands."""
        if len(self._known.parts) != len(self.parts) + 1:
            self._known = _Index([self.ground, *self.parts])
        return self._known

    def of_kind(self, kind: type[T]) -> list[T]:
        """Return all parts of a kind, in the order of addition."""
        return [part for part in self.parts if isinstance(part, kind)]

    @property
    def bodies(self) -> list[Body]:
        """The ground and all bodies."""
        return [self.ground, *self.of_kind(Body)]

    def to_yaml(self, path: str | Path | None = None) -> str:
        """Write the model as YAML text (and to ``path``); models with Python functions are rejected."""
        from stickslip.model.yaml_io import dump

        text = dump(self)
        if path is not None:
            try:
                with writing(path) as part:
                    part.write_text(text, encoding="utf-8")
            except (TypeError, ValueError) as error:
                raise ModelError(f"cannot write {short(path)}: {error}") from None
        return text

    @staticmethod
    def from_yaml(source: str | Path) -> Model:
        """Read a model from YAML text or from a file."""
        from stickslip.model.yaml_io import load

        return load(source)

    def _repr_html_(self) -> str:
        from stickslip.viz.cards import model_card

        return model_card(self)

    def __repr__(self) -> str:
        return f"Model({short(self.name)}, dim={self.dim}, parts={len(self.parts)})"
