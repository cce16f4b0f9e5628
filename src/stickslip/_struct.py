"""Hand big tuples of arrays to compiled code by reference.

Numba passes a NamedTuple by value: every array becomes seven or more scalar arguments of every call, and a system of a
hundred arrays makes each function slow to compile and to call. A `Reference` has the same fields but is one pointer, to
a table of words that Python fills once:

* array: address of its data, then its shape (C order only);
* int, float: the value;
* NamedTuple: its own fields, one after the other. Reading it gives a reference into the same table.

Kernels do not notice: ``nodes.kind`` reads the same in tuple and reference.

Nothing in compiled code owns what it reads from a reference: arrays come without the object that Numba counts (about a
quarter of the time of a step was counting). The `Reference` in Python owns tuple and table, and the caller of a
compiled entry holds it until the entry returns. Hence compiled code must not return an array of a reference to Python.

The table does not change while compiled code runs, and loads from it say so: the compiler may keep an address in a
register although arrays are written to.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from llvmlite import ir
from numba import typeof, types
from numba.core.datamodel import models
from numba.core.typing.templates import AttributeTemplate
from numba.extending import NativeValue, infer_getattr, lower_getattr_generic, register_model, unbox

_WORD = ir.IntType(64)


class ReferenceType(types.Type):
    """A reference to a NamedTuple of class ``label`` with the given fields ((name, type), ...)."""

    def __init__(self, label: str, fields: tuple[tuple[str, types.Type], ...]) -> None:
        self.members, self.words = {}, 0  # name: (first word, type)
        for name, kind in fields:
            self.members[name] = self.words, kind
            self.words += _words_of(name, kind)
        # The name is part of every symbol below: a digest of the fields instead of kilobytes.
        spelled = ", ".join(f"{name}: {kind}" for name, kind in fields)
        super().__init__(f"{label}_{hashlib.sha1(spelled.encode()).hexdigest()[:8]}")


def _words_of(name: str, kind: types.Type) -> int:
    if isinstance(kind, ReferenceType):
        return kind.words
    if isinstance(kind, types.Array) and kind.layout == "C" and kind.aligned:
        return 1 + kind.ndim
    if kind in (types.int64, types.float64):
        return 1
    raise TypeError(f"field {name!r} of type {kind} cannot be handed to compiled code by reference")


class Reference:
    """A NamedTuple of arrays, numbers and such NamedTuples, to be passed to compiled code."""

    __slots__ = ("_numba_type_", "_table", "address", "values")

    def __init__(self, values: Any) -> None:
        words: list[int] = []
        self.values = values  # keeps the arrays alive
        self._numba_type_ = _write(values, words)
        self._table = np.array(words, dtype=np.int64)
        self.address = self._table.ctypes.data

    def __getattr__(self, name: str) -> Any:
        """Return a field, where kernels run in Python (NUMBA_DISABLE_JIT=1)."""
        return getattr(object.__getattribute__(self, "values"), name)

    def __reduce__(self) -> tuple[type, tuple[Any]]:
        return Reference, (self.values,)  # a copy has arrays at other addresses


_TYPES: dict[Any, Any] = {}  # of arrays by what decides it, of tuples by class and types of the fields: Numba is slow


def _write(values: Any, words: list[int]) -> ReferenceType:
    """Append the words of a NamedTuple; return its type."""
    kinds: list[types.Type] = []
    for value in values:
        if hasattr(value, "_fields"):
            kinds.append(_write(value, words))
        elif isinstance(value, np.ndarray):
            kinds.append(_type_of_array(value))
            words += [value.ctypes.data, *value.shape]
        else:
            kinds.append(typeof(value))
            words.append(int(np.array(value).view(np.int64)))
    key = (type(values), *kinds)
    if key not in _TYPES:
        _TYPES[key] = ReferenceType(type(values).__name__, tuple(zip(values._fields, kinds, strict=True)))
    return _TYPES[key]


def _type_of_array(value: Any) -> types.Type:
    key = value.dtype, value.ndim, value.flags.num
    if key not in _TYPES:
        _TYPES[key] = typeof(value)
    return _TYPES[key]


@register_model(ReferenceType)
class _ReferenceModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, kind: ReferenceType) -> None:
        super().__init__(dmm, kind, _WORD.as_pointer())


@unbox(ReferenceType)
def _unbox(kind: ReferenceType, reference: Any, c: Any) -> NativeValue:
    number = c.pyapi.object_getattr_string(reference, "address")
    pointer = c.pyapi.long_as_voidptr(number)
    c.pyapi.decref(number)
    return NativeValue(c.builder.bitcast(pointer, _WORD.as_pointer()))


@infer_getattr
class _Fields(AttributeTemplate):
    key = ReferenceType

    def generic_resolve(self, kind: ReferenceType, name: str) -> types.Type | None:  # type: ignore[override]
        return kind.members[name][1] if name in kind.members else None


@lower_getattr_generic(ReferenceType)
def _read(context: Any, builder: Any, reference: ReferenceType, table: Any, name: str) -> Any:
    first, kind = reference.members[name]
    if isinstance(kind, ReferenceType):
        return builder.gep(table, [_WORD(first)])
    if not isinstance(kind, types.Array):
        return _load(builder, table, first, context.get_value_type(kind))
    shape = [_load(builder, table, first + 1 + k, _WORD) for k in range(kind.ndim)]
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    strides = [_WORD(size)]
    for length in shape[:0:-1]:
        strides.insert(0, builder.mul(length, strides[0]))
    nitems = shape[0] if shape else _WORD(1)
    for length in shape[1:]:
        nitems = builder.mul(nitems, length)
    model = context.data_model_manager[kind]
    array = ir.Constant(model.get_value_type(), None)  # no owner: neither meminfo nor parent
    data = _load(builder, table, first, context.get_data_type(kind.dtype).as_pointer())
    for member, value in (("nitems", nitems), ("itemsize", _WORD(size)), ("data", data)):
        array = builder.insert_value(array, value, model.get_field_position(member))
    for member, numbers in (("shape", shape), ("strides", strides[: kind.ndim])):
        for k, value in enumerate(numbers):
            array = builder.insert_value(array, value, [model.get_field_position(member), k])
    return array


def _load(builder: Any, table: Any, word: int, kind: Any) -> Any:
    place = builder.bitcast(builder.gep(table, [_WORD(word)]), kind.as_pointer())
    value = builder.load(place)
    value.set_metadata("invariant.load", builder.module.add_metadata([]))
    return value
