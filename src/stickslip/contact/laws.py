"""Contacts: which contours may touch, and by which law."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import InstanceOf, PlainValidator, TypeAdapter, ValidationError, field_validator, model_validator

from stickslip.bodies.declaration import Body
from stickslip.contact.contours import Contour
from stickslip.contact.shapes.point import Point
from stickslip.model.base import Declaration, NonNegative, Part, Positive
from stickslip.typing import Accepts


class ContactLaw(Declaration, abstract=True):
    """Base of the single-valued contact laws, springs in place of the set-valued law.

    Notes
    -----
    A law of your own derives from this class; its fields are parameters, and ``formula`` returns a Python function
    ``f(depth, rate, slip, mu)`` of the penetration depth > 0 [m], its rate [m/s], the slip speed >= 0 [m/s] and the
    contact's coefficient of friction. It is compiled to native code and returns four numbers:

    * spring [N]: elastic normal force, a function of the depth alone,
    * damper [N]: dissipative normal force; the sum never pulls, spring + damper < 0 acts as 0,
    * friction [N]: magnitude of the friction force, against the slip,
    * potential [J]: integral of the spring over the depth, for the energy ledger.
    """

    inline = True
    native: ClassVar[bool] = False  # the compiled loops know the formula

    def formula(self) -> Callable[[float, float, float, float], tuple[float, float, float, float]]:
        """Return the law as a function of depth, rate, slip and mu."""
        raise NotImplementedError


class Compliant(ContactLaw):
    """Single-valued contact, an explicit choice: unilateral spring-damper and arctan friction.

    Zander 2008, sec. 2.3.1.

    Parameters
    ----------
    stiffness : float [N/m]
    damping : float [N s/m]
    v_ref : float [m/s]
        Slip speed at which friction reaches half its bound.
    """

    positional = ("stiffness", "damping")

    stiffness: Positive
    damping: NonNegative = 0.0
    v_ref: Positive = 1e-3

    native = True


class UserLaw(ContactLaw):
    """Single-valued contact by a Python function, compiled to native code.

    Parameters
    ----------
    function : ``function(depth, rate, slip, mu)``
        Returns spring [N], damper [N], friction [N] and potential [J], as described in ``ContactLaw``.
    """

    positional = ("function",)

    function: Callable[[float, float, float, float], tuple[float, float, float, float]]

    def formula(self) -> Callable[[float, float, float, float], tuple[float, float, float, float]]:
        """Return the function."""
        return self.function


def _coefficient(value: Any) -> Any:
    if callable(value):
        return value
    try:
        return _NON_NEGATIVE.validate_python(value)
    except ValidationError as error:
        raise ValueError(error.errors()[0]["msg"].removeprefix("Value error, ")) from None


_NON_NEGATIVE: TypeAdapter[float] = TypeAdapter(NonNegative)
Coefficient = Annotated[
    float | Callable[[float], float], PlainValidator(_coefficient), Accepts("Numeric | Callable[[float], float]")
]  # a number, or a Python function of a speed


Side = Annotated[tuple[InstanceOf[Contour], ...], Accepts("Contour | Body | Iterable[Contour | Body]")]


class Contact(Part):
    """Contact between two contours, two groups of contours or all contours of two bodies.

    Parameters
    ----------
    a, b : Contour, Body or an iterable of these
        The same group on both sides means contact of its members among each other.
    friction : float, or Python function mu(speed)
        Coulomb's coefficient mu. A function is compiled to native code and gets the slip speed of the step [m/s], so
        mu(0) is that of sticking.
    restitution : float in [0, 1], or Python function e_N(speed)
        Newton's coefficient e_N. A function is compiled to native code and gets the speed of approach [m/s].
    tangential_restitution : float in [0, 1]
        e_T; 0 is Coulomb's law for impacts.
    law : None or a ContactLaw
        None: set-valued (exact). Compliant(...), Hertz(...), UserLaw(...): springs instead, as an explicit choice.
    """

    positional = ("a", "b")

    a: Side
    b: Side
    friction: Coefficient = 0.0
    restitution: Coefficient = 0.0
    tangential_restitution: NonNegative = 0.0
    law: InstanceOf[ContactLaw] | None = None

    @model_validator(mode="before")
    @classmethod
    def _two_bodies(cls, fields: Any) -> Any:
        sides = [fields.get("a"), fields.get("b")] if isinstance(fields, dict) else []
        owners = [side.body if isinstance(side, Contour) else side for side in sides]
        if len(owners) == 2 and owners[0] is owners[1] and isinstance(owners[0], Body):
            raise ValueError(f"both sides belong to {owners[0].label}; contours of one body never touch each other")
        return fields

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

    @model_validator(mode="after")
    def _can_touch(self) -> Contact:
        if all(isinstance(contour, Point) for contour in (*self.a, *self.b)):
            raise ValueError("a Point never touches a Point: they have no extent; use Sphere or Circle")
        return self

    @field_validator("restitution", "tangential_restitution")
    @classmethod
    def _fraction(cls, value: Any) -> Any:
        if not callable(value) and value > 1.0:
            raise ValueError("must lie between 0 and 1")
        return value
