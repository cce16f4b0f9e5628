"""The model: a list of named declarations, and nothing else."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, TypeVar

from stickslip.errors import ModelError
from stickslip.model.base import Declaration, short
from stickslip.model.bodies import Body, Ground
from stickslip.model.bonds import Bond, Observer, Tie
from stickslip.model.contacts import Contact
from stickslip.model.forces import ForceElement
from stickslip.model.joints import Gear, Guide, Joint, OneWayClutch, Rolling, Support

T = TypeVar("T", bound=Declaration)
_PARTS = (Body, Joint, Gear, Guide, Rolling, OneWayClutch, Support, Bond, Tie, Observer, ForceElement, Contact)


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

    def __init__(self, dim: int = 3, gravity: Any = None, name: str = "model") -> None:
        if not isinstance(dim, int) or dim not in (2, 3):
            raise ModelError(f"Model: dim = {short(dim)} must be 2 or 3")
        try:
            vector = (0.0,) * dim if gravity is None else tuple(float(x) for x in gravity)
        except (TypeError, ValueError, OverflowError):
            raise ModelError(f"Model: gravity = {short(gravity)} must be a sequence of {dim} numbers") from None
        if len(vector) != dim or not all(math.isfinite(x) for x in vector):
            raise ModelError(f"Model: gravity = {short(gravity)} must be {dim} finite numbers")
        if not isinstance(name, str) or not name:
            raise ModelError(f"Model: name = {short(name)} must be a text")
        self.dim = dim
        self.gravity = vector
        self.name = name
        self.ground = Ground(name="ground")
        self.parts: list[Declaration] = []

    def add(self, part: T) -> T:
        """Add a body, joint, force or contact and return it; unnamed parts get a name of their kind and number."""
        if not isinstance(part, _PARTS):
            hint = "; contours are added to a body: body.add(contour)" if isinstance(part, Declaration) else ""
            raise ModelError(f"Model.add: {short(part)} is not a body, joint, force or contact{hint}")
        if any(part is other for other in self.parts):
            raise ModelError(f"{part.label} has been added already")
        if part.name is None:
            kind = type(part).__name__.lower()
            number = 1 + sum(type(other) is type(part) for other in self.parts)
            while any(other.name == f"{kind}{number}" for other in self.parts):
                number += 1
            part.name = f"{kind}{number}"
        elif any(part.name == other.name for other in [self.ground, *self.parts]):
            raise ModelError(f"{part.label}: the name is taken by another part of the model")
        self.parts.append(part)
        return part

    def __getitem__(self, name: str) -> Any:
        for part in [self.ground, *self.parts]:
            if part.name == name:
                return part
        raise KeyError(f"no part '{name}' in {self!r}")

    def of_kind(self, kind: type[T]) -> list[T]:
        """Return all parts of a kind, in the order of addition."""
        return [part for part in self.parts if isinstance(part, kind)]

    @property
    def bodies(self) -> list[Body]:
        """The ground and all bodies."""
        return [self.ground, *self.of_kind(Body)]

    def to_yaml(self, path: str | Path | None = None) -> str:
        """Write the model as YAML text (and to ``path``); models with Python functions are refused."""
        from stickslip.model.yaml_io import dump

        text = dump(self)
        if path is not None:
            try:
                Path(path).write_text(text, encoding="utf-8")
            except (OSError, TypeError, ValueError) as error:
                raise ModelError(f"cannot write '{path}': {getattr(error, 'strerror', None) or error}") from None
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
