"""Common ground of all declarations: validated on construction, named, without numerics."""

from __future__ import annotations

import difflib
import inspect
import math
import re
import warnings
from collections.abc import Iterable, Mapping, Set
from numbers import Real
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from stickslip.errors import ModelError
from stickslip.model.docstrings import flattened
from stickslip.typing import Accepts

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass as _Metaclass
else:
    _Metaclass = type(BaseModel)


def as_vector(value: Any) -> tuple[float, ...]:
    """Return a sequence of finite numbers as a tuple; ValueError where it is none."""
    if isinstance(value, str | bytes | Mapping | Set) or not isinstance(value, Iterable):
        raise ValueError("must be a sequence of numbers")
    try:
        items = list(value)
    except TypeError:  # an array without dimension
        raise ValueError("must be a sequence of numbers") from None
    return tuple(as_number(x) for x in items)


def _as_matrix(value: Any) -> tuple[tuple[float, ...], ...]:
    try:
        rows = [as_vector(row) for row in value]
    except TypeError:
        raise ValueError("must be a matrix (list of rows)") from None
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("must be a matrix (list of rows of equal length)")
    return tuple(rows)


def as_number(value: Any) -> float:
    """Return a finite number as a float; anything else is a ValueError."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise ValueError("must be a number")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError("is too large") from None
    if not math.isfinite(number):
        raise ValueError("must be a finite number")
    return number


def _positive(value: Any) -> float:
    number = as_number(value)
    if number <= 0.0:
        raise ValueError("must be > 0")
    return number


def _non_negative(value: Any) -> float:
    number = as_number(value)
    if number < 0.0:
        raise ValueError("must be >= 0")
    return number


# said by the kinds of a field that a value is not of; another message about the same field tells more
_OTHER_KINDS = ("must be a number", "must be a sequence of numbers", "must be a matrix (list of rows)")
Number = Annotated[float, BeforeValidator(as_number), Accepts("Numeric")]
Positive = Annotated[float, BeforeValidator(_positive), Accepts("Numeric")]
NonNegative = Annotated[float, BeforeValidator(_non_negative), Accepts("Numeric")]
Vector = Annotated[tuple[float, ...], BeforeValidator(as_vector), Accepts("VectorLike")]
Matrix = Annotated[tuple[tuple[float, ...], ...], BeforeValidator(_as_matrix), Accepts("MatrixLike")]
Name = Annotated[str | None, Field(min_length=1)]


class _Kind(_Metaclass):
    """Class of all declarations: help and completion show what is theirs, not what validates them."""

    def __dir__(cls) -> list[str]:
        ours = [base for base in cls.__mro__ if isinstance(base, _Kind)]
        return sorted(
            {name for base in ours for name in vars(base) if not name.startswith("_")}
            - {"model_config", "model_post_init", "current", "torque", "details"}  # of shared code
        )


class Declaration(BaseModel, metaclass=_Kind):
    """Something a user writes down: a body, a joint, a force. Fields are validated when set, identity is equality.

    Parameters
    ----------
    name : str
        For messages, files and results; parts of a model get one of their kind and number.
    """

    model_config = ConfigDict(
        extra="forbid", arbitrary_types_allowed=True, validate_default=False, validate_assignment=True
    )
    name: Name = None
    inline: ClassVar[bool] = False  # written in files where it is used, not among the parts
    kinds: ClassVar[dict[str, type[Declaration]]] = {}
    renamed: ClassVar[dict[str, str]] = {}  # names of fields in the last version and now
    positional: ClassVar[tuple[str, ...]] = ()  # fields that may be given without their names, in this order

    def __init_subclass__(cls, abstract: bool = False, **kwargs: Any) -> None:
        """Register a kind by its name; ``abstract=True`` is for common ground that nobody declares."""
        super().__init_subclass__(**kwargs)
        if not abstract:
            Declaration.kinds[cls.__name__] = cls

    @classmethod
    def __pydantic_init_subclass__(cls, abstract: bool = False, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        cls.__signature__ = _signature(cls)
        bases = [base.__doc__ or "" for base in cls.__mro__[1:] if issubclass(base, Declaration)]
        cls.__doc__ = flattened(cls.__doc__ or "", cls.model_fields, cls.positional, bases)

    def __init__(self, /, *args: Any, **fields: Any) -> None:
        positional = _name_positional(type(self), args)
        for old in type(self).renamed.keys() & fields.keys():
            if type(self).renamed[old] not in fields:
                fields[self.current(old)] = fields.pop(old)
        if twice := positional.keys() & fields.keys():
            raise ModelError(f"{type(self).__name__}: '{min(twice)}' is given twice, by position and by name")
        fields = {**positional, **fields}
        try:
            super().__init__(**fields)
        except ValidationError as error:
            raise ModelError(_explain(type(self), fields, error)) from None

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            super().__setattr__(self.current(name), value)
        except ValidationError as error:
            raise ModelError(_explain(type(self), {"name": self.name, name: value}, error)) from None

    def __dir__(self) -> list[str]:
        return sorted({*dir(type(self)), *type(self).model_fields})

    def __repr__(self) -> str:
        """Return class, name and what was given, each value cut to a few letters."""
        given = [name for name in type(self).model_fields if name in self.model_fields_set and name != "name"]
        name = [] if self.name is None else [repr(self.name)]
        values = [f"{field}={_brief(getattr(self, field))}" for field in given]
        return f"{type(self).__name__}({', '.join(name + values)})"

    __str__ = __repr__

    if not TYPE_CHECKING:  # old names are no attributes for a checker

        def __getattr__(self, name: str) -> Any:
            if name in type(self).renamed:
                return getattr(self, self.current(name))
            return super().__getattr__(name)

    @classmethod
    def current(cls, name: str) -> str:
        """Return the name of a field; one of the last version warns and says what it is called now."""
        if name not in cls.renamed:
            return name
        new = cls.renamed[name]
        warnings.warn(f"{cls.__name__}: '{name}' has been renamed '{new}'", FutureWarning, stacklevel=3)
        return new

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def torque(self) -> str:
        """Return by what a joint puts a torque on its sides; "" if it puts none."""
        return ""

    def details(self) -> dict[str, Any]:
        """Return what files store about a joint besides its kind and rows."""
        return {}

    @property
    def label(self) -> str:
        """Class and name for messages, for example ``RigidBody 'ball'``."""
        return f"{type(self).__name__} {short(self.name)}" if self.name else f"unnamed {type(self).__name__}"


def _signature(cls: type[Declaration]) -> inspect.Signature:
    """Return the arguments for help and editors, as short as in the source: names, types, defaults."""
    types = {
        name: re.sub(r"InstanceOf\[(\w+)\]", r"\1", text if isinstance(text, str) else inspect.formatannotation(text))
        for base in reversed(cls.__mro__)
        for name, text in vars(base).get("__annotations__", {}).items()
    }
    keywords = sorted(_keywords(cls), key=lambda name: not cls.model_fields[name].is_required())
    listed = []
    for name in (*cls.positional, *keywords, "name"):
        field = cls.model_fields[name]
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if name in cls.positional else inspect.Parameter.KEYWORD_ONLY
        default = inspect.Parameter.empty if field.is_required() else field.get_default(call_default_factory=True)
        text = "str | None" if name == "name" else types.get(name, inspect.Parameter.empty)
        listed.append(inspect.Parameter(name, kind, annotation=text, default=default))
    return inspect.Signature(listed)


def _keywords(cls: type[Declaration]) -> list[str]:
    """Return the fields that must be named, all but ``name``, in the order of their declaration."""
    return [field for field in cls.model_fields if field != "name" and field not in cls.positional]


def _name_positional(cls: type[Declaration], args: tuple[Any, ...]) -> dict[str, Any]:
    """Return positional arguments by the names of their fields; reject those that must be named."""
    given, allowed = args[: len(cls.positional)], len(cls.positional)
    if len(args) > allowed:
        keywords = _keywords(cls)
        listed = [*cls.positional, *(f"{name}=..." for name in keywords[:3]), *(["..."] if len(keywords) > 3 else [])]
        only = f"only {' and '.join(cls.positional)} can be given without a name" if allowed else "all need a name"
        raise ModelError(
            f"{cls.__name__}: {len(args)} positional argument{'s'[: len(args) > 1]} given, {only}; "
            f"write {cls.__name__}({', '.join(listed)})"
        )
    return dict(zip(cls.positional, given, strict=False))


def _explain(cls: type[Declaration], fields: dict[str, Any], error: ValidationError) -> str:
    """Turn pydantic's report into one sentence per mistake."""
    name = fields.get("name")
    who = f"{cls.__name__} {short(name)}" if isinstance(name, str) and name else cls.__name__
    lines: list[str] = []
    reasons: dict[str, list[str]] = {}
    for item in error.errors():
        field = str(item["loc"][0]) if item["loc"] else ""
        if item["type"] in ("extra_forbidden", "no_such_attribute"):
            close = difflib.get_close_matches(field, list(cls.model_fields), n=1, cutoff=0.7)
            hint = f"; did you mean '{close[0]}'?" if close else f"; known: {', '.join(cls.model_fields)}"
            lines.append(f"{who}: unknown field '{field}'{hint}")
        elif item["type"] == "missing":
            lines.append(f"{who}: field '{field}' is required")
        else:
            reasons.setdefault(field, []).append(item["msg"].removeprefix("Value error, "))
    for field, messages in reasons.items():
        telling = [message for message in messages if message not in _OTHER_KINDS] or messages
        given = f"{field} = {short(fields[field])}: " if field in fields else f"{field}: " if field else ""
        lines.append(f"{who}: {given}{', or '.join(dict.fromkeys(telling))}")
    return "\n".join(dict.fromkeys(lines))


class Part(Declaration, abstract=True):
    """What is added to a model: a body, a joint, a force, a contact."""


def _brief(value: Any) -> str:
    """Return a value in a few letters: a declaration by its name, an array by its shape."""
    if isinstance(value, Declaration):
        return value.label
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return f"array of shape {value.shape}"
    text = short(value)
    return text if len(text) <= 40 else f"{type(value).__name__} of {len(value)}" if hasattr(value, "__len__") else text


def merged(owner: str, made: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that a factory made together with those it was given; none may be both."""
    if twice := made.keys() & given.keys():
        raise ModelError(f"{owner}: '{min(twice)}' cannot be given, it follows from the other arguments")
    return {**made, **given}


def short(value: Any) -> str:
    """Return a value as text for messages: what was given, or its class if that cannot be printed."""
    try:
        text = repr(value)
    except Exception:  # whatever a foreign class does there, for example nested too deeply
        return f"<{type(value).__name__}>"
    return text if len(text) <= 80 else text[:77] + "..."
