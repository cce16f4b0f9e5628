# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from collections.abc import Callable
from collections.abc import Iterable
from typing import ClassVar
from stickslip.bodies.declaration import Body
from stickslip.contact.contours import Contour
from stickslip.model.base import Declaration
from stickslip.model.base import Part
from stickslip.typing import Numeric


class ContactLaw(Declaration, abstract=True):
    native: ClassVar[bool]
    def formula(self) -> Callable[[float, float, float, float], tuple[float, float, float, float]]: ...

class Compliant(ContactLaw):
    stiffness: float
    damping: float
    v_ref: float
    def __init__(self, stiffness: Numeric, damping: Numeric = ..., *, v_ref: Numeric = ..., name: str | None = None) -> None: ...

class UserLaw(ContactLaw):
    function: Callable[[float, float, float, float], tuple[float, float, float, float]]
    def formula(self) -> Callable[[float, float, float, float], tuple[float, float, float, float]]: ...
    def __init__(self, function: Callable[[float, float, float, float], Iterable[float]], *, name: str | None = None) -> None: ...
Coefficient = float | Callable[[float], float]
Side = tuple[Contour, ...]

class Contact(Part):
    a: tuple[Contour, ...]
    b: tuple[Contour, ...]
    friction: float | Callable[[float], float]
    restitution: float | Callable[[float], float]
    tangential_restitution: float
    law: ContactLaw | None
    def __init__(self, a: Contour | Body | Iterable[Contour | Body], b: Contour | Body | Iterable[Contour | Body], *, friction: Numeric | Callable[[float], float] = ..., restitution: Numeric | Callable[[float], float] = ..., tangential_restitution: Numeric = ..., law: ContactLaw | None = ..., name: str | None = None) -> None: ...
