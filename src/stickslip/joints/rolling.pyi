# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from stickslip.contact.contours import Contour
from stickslip.model.base import Part


class Rolling(Part):
    wheel: Contour
    plane: Contour
    def __init__(self, wheel: Contour, plane: Contour, *, name: str | None = None) -> None: ...
