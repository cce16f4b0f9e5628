# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from typing import Any
from typing import ClassVar

def as_vector(value: Any) -> tuple[float, ...]: ...
def as_number(value: Any) -> float: ...
Number = float
Positive = float
NonNegative = float
Vector = tuple[float, ...]
Matrix = tuple[tuple[float, ...], ...]
Name = str | None

class Declaration:
    name: str | None
    inline: ClassVar[bool]
    kinds: ClassVar[dict[str, type[Declaration]]]
    renamed: ClassVar[dict[str, str]]
    positional: ClassVar[tuple[str, ...]]
    def __init_subclass__(cls, abstract: bool=False, **kwargs: Any) -> None: ...
    def __init__(self, /, *args: Any, **fields: Any) -> None: ...
    @classmethod
    def current(cls, name: str) -> str: ...
    @property
    def label(self) -> str: ...

class Part(Declaration, abstract=True):
    ...
def merged(owner: str, made: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]: ...
def short(value: Any) -> str: ...
