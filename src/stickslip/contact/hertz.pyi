# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from collections.abc import Callable
from stickslip.contact.laws import ContactLaw
from stickslip.typing import Numeric


class Hertz(ContactLaw):
    radius: float
    modulus: float
    dissipation: float
    v_ref: float
    def formula(self) -> Callable[[float, float, float, float], tuple[float, float, float, float]]: ...
    def __init__(self, radius: Numeric, modulus: Numeric, *, dissipation: Numeric = ..., v_ref: Numeric = ..., name: str | None = None) -> None: ...
