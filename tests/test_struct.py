"""References to tuples of arrays: compiled code reads and writes what Python holds, and owns nothing."""

from __future__ import annotations

import copy
from typing import NamedTuple

import numba
import numpy as np
import pytest

from stickslip._struct import Reference


class Inner(NamedTuple):
    """Arrays of two types and a number."""

    index: np.ndarray
    scale: float
    cube: np.ndarray


class Outer(NamedTuple):
    """A tuple within a tuple, between other fields."""

    matrix: np.ndarray
    inner: Inner
    order: int
    empty: np.ndarray


def _read(outer):
    row = outer.matrix[1]
    sizes = outer.matrix.size, outer.matrix.shape, outer.inner.cube.strides, outer.inner.cube.nbytes, len(outer.empty)
    return row[2] * outer.inner.scale + outer.inner.index[outer.order] + outer.inner.cube[1, 0, 2], sizes


def _write(inner, value):
    inner.cube[:, 1, :] = value
    part = inner.index[1:3]
    part[0] = 7


read, write = numba.njit(_read), numba.njit(_write)


@numba.njit
def write_inner(outer):
    """Pass the tuple within on to another function."""
    write(outer.inner, 5.0)


def example() -> Outer:
    """Return a tuple of which all numbers differ."""
    inner = Inner(np.arange(10, 14), 0.5, np.arange(24.0).reshape(2, 3, 4))
    return Outer(np.arange(6.0).reshape(2, 3), inner, 3, np.zeros((0, 2)))


def test_same_as_tuple():
    values = example()
    assert read(Reference(values)) == read(values) == _read(values)


def test_writes_to_the_arrays_of_python():
    values, expected = example(), example()
    write_inner(Reference(values))
    _write(expected.inner, 5.0)
    assert np.array_equal(values.inner.cube, expected.inner.cube)
    assert np.array_equal(values.inner.index, expected.inner.index)


def test_counts_nothing():
    write_inner(Reference(example()))
    code = write_inner.inspect_llvm(write_inner.signatures[-1])
    assert "call void @NRT_incref" not in code
    assert "call void @NRT_decref" not in code


def test_keeps_arrays_alive():
    assert read(Reference(example())) == read(example())


def test_copy_refers_to_copied_arrays():
    reference = Reference(example())
    other = copy.deepcopy(reference)
    write_inner(other)
    assert other.values.inner.index[1] == 7
    assert reference.values.inner.index[1] == 11


def test_refuses_other_layouts():
    with pytest.raises(TypeError, match=r"'matrix'.*reference"):
        Reference(example()._replace(matrix=np.zeros((3, 2)).T))
