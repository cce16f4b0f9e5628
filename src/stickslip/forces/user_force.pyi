# Made from the source beside it by `python -m stickslip.model.stubs`.
from __future__ import annotations
from collections.abc import Callable
from stickslip.bodies.declaration import Body
from stickslip.bodies.declaration import Frame
from stickslip.forces.base import ForceElement
from stickslip.forces.assembly import Site


class UserForce(ForceElement):
    on: Body | Frame
    function: Callable[..., None]
    reaction: Body | Frame | None
    def assemble(self, site: Site) -> None: ...
    def __init__(self, on: Body | Frame, function: Callable[..., None], *, reaction: Body | Frame | None = ..., name: str | None = None) -> None: ...
