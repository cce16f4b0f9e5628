"""Contacts: which contours may touch, and by which law."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from pydantic import field_validator

from stickslip.model.base import Declaration, NonNegative, Positive
from stickslip.model.bodies import Body
from stickslip.model.contours import Contour


class Compliant(Declaration):
    """Single-valued contact, an explicit choice: unilateral spring-damper and arctan friction (zander 2.3.1).

    Parameters
    ----------
    stiffness : float [N/m]
    damping : float [N s/m]
    v_ref : float [m/s]
        Slip speed at which friction reaches half its bound.
    """

    stiffness: Positive
    damping: NonNegative = 0.0
    v_ref: Positive = 1e-3


class Contact(Declaration):
    """Contact between two contours, two groups of contours or all contours of two bodies.

    Parameters
    ----------
    a, b : Contour, Body or an iterable of these
        The same group on both sides means contact of its members among each other.
    friction : float
        Coulomb's coefficient mu.
    restitution : float in [0, 1]
        Newton's coefficient e_N.
    tangential_restitution : float in [0, 1]
        e_T; 0 is Coulomb's law for impacts.
    law : None or Compliant
        None: set-valued (exact). Compliant(...): springs instead, as an explicit choice.
    """

    a: tuple[Any, ...]
    b: tuple[Any, ...]
    friction: NonNegative = 0.0
    restitution: NonNegative = 0.0
    tangential_restitution: NonNegative = 0.0
    law: Compliant | None = None

    @field_validator("a", "b", mode="before")
    @classmethod
    def _contours(cls, value: Any) -> tuple[Contour, ...]:
        number = isinstance(value, np.ndarray) and value.ndim == 0
        single = number or isinstance(value, Contour | Body) or not isinstance(value, Iterable)
        items = [value] if single else list(value)
        contours: list[Contour] = []
        for item in items:
            if isinstance(item, Contour):
                contours.append(item)
            elif isinstance(item, Body):
                if not item.contours:
                    raise ValueError(f"{item.label} has no contour; add one with body.add(...)")
                contours.extend(item.contours)
            else:
                raise ValueError(f"{item!r} is not a contour or body")
        if not contours:
            raise ValueError("needs at least one contour")
        for contour in contours:
            if contour.body is None:
                raise ValueError(f"{contour.label} is not attached to a body; use body.add(contour)")
        return tuple(contours)

    @field_validator("restitution", "tangential_restitution")
    @classmethod
    def _fraction(cls, value: float) -> float:
        if value > 1.0:
            raise ValueError("must lie between 0 and 1")
        return value
