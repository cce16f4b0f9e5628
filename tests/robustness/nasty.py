"""Values that nobody should give, and what can be done with valid arguments to make them wrong."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

import stickslip as ss

_RING: list[Any] = [1.0]
_RING.append(_RING)
_RING_MAP: dict[str, Any] = {}
_RING_MAP["self"] = _RING_MAP
_DEEP: list[Any] = []
for _ in range(20_000):
    _DEEP = [_DEEP]


def _strange() -> list[Any]:
    """Return objects that are not data, or data of the wrong kind."""
    body = ss.RigidBody(1.0, 1.0, name="stranger")
    return [
        object(), print, len, ss.RigidBody, ss, lambda: 1.0, lambda t: "text", iter([1.0, 2.0]), {1: 2}, {1, 2},
        range(3), _RING, _RING_MAP, _DEEP, Fraction(1, 3), Decimal("1.5"), Decimal("nan"), Decimal("1e999"),
        slice(None), ..., body, body.add(ss.Sphere(radius=0.1)), ss.Frame(body), ss.Revolute(body, body), ss.Sine(1, 1),
        ss.Compliant(1.0), ss.Theta(), ss.Model(), ss.steel, ss.Round(0.1), ss.ModelError("no"), NotImplemented,
        memoryview(b"abc"),
        np.array(3.0), np.zeros((0, 3)), np.zeros((2, 2, 2)), np.zeros(0), np.full((3, 3), np.nan), np.eye(3) * 1e308,
        np.array(["a", "b", "c"]), np.array([1, None], dtype=object), np.array([1j, 2, 3]), np.array([True, False]),
        np.array([1, 2, 3], dtype="u1"), np.array([1, 2, 3], dtype="f2"), np.array([1, 2, 3], dtype=">f8"),
        np.array(["2020-01-01"], dtype="M8[D]"), np.array([(1, 2.0)], dtype="i4,f8"), np.float32("nan"), np.int8(-1),
        np.ma.masked, np.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0]), np.datetime64("NaT"), np.True_, np.void(b"abc"),
    ]  # fmt: skip


_TEXTS = ("", " ", "a" * 100_000, "\0", "\x1b[31mred\x07", "</script><script>alert(1)</script>", "../../etc/passwd",
          "a\nb", "é\u202e\ud800", "ground", "None", "1.0", "__class__", "%s{0}", "a.b", "'\"`;$(rm)")  # fmt: skip
_NUMBERS = (0, -0.0, 1, -1, 2, 3, 0.5, 1e-320, 1e-300, 1e-30, 1e-9, 1e9, 1e30, 1e160, 1e300, 1.7e308, -1e300, 2**31,
            2**63, -(2**63) - 1, 10**400, float("nan"), float("inf"), -float("inf"), True, False, 1j)  # fmt: skip


def _ramp(t):
    return 1e308 * t * 1e308


_FACTORS = (0.0, -1.0, 1e-300, 1e-160, 1e-30, 1e-12, 1e-3, 1e3, 1e12, 1e30, 1e160, 1e300)
numbers = st.one_of(st.sampled_from(_NUMBERS), st.floats(), st.integers())
texts = st.one_of(st.sampled_from(_TEXTS), st.text(max_size=5))
_scalars = st.one_of(numbers, numbers, texts, st.none(), st.binary(max_size=3))
_vectors = st.one_of(
    st.lists(numbers, max_size=4), st.lists(numbers, max_size=4).map(tuple), st.lists(_scalars, max_size=4)
)
_matrices = st.one_of(
    st.lists(_vectors, max_size=4),
    st.tuples(st.sampled_from([1, 2, 3, 6]), numbers).map(
        lambda nx: [[nx[1] if i == j else 0.0 for i in range(nx[0])] for j in range(nx[0])]
    ),
)
_plausible = st.one_of(
    st.sampled_from([1e-300, 1e-30, 1e-9, 1e-3, 1.0, 1e3, 1e9, 1e30, 1e160, 1e300]),
    st.lists(st.sampled_from([0, 0.0, 1.0, -1.0, 1e-200, 1e-9, 1e9, 1e200, 1e-3, 3, 0.5]), min_size=1, max_size=3),
    st.sampled_from([True, False, 1, 2, 3, 10, 1000, "linear", "neo-hookean", "lumped", "strain", "redundant", "bezier",
                     "mean", "pinned", "articulated", "P0", "acceleration", "carry", "index-2", "xy", _ramp,
                     ss.Sine(1e300, 1e300), ss.Polynomial((0, 1e200)), ss.SmoothStep(0, 1, t_start=0, t_end=1e-300),
                     ss.Compliant(1e300)]),
)  # fmt: skip
values = st.one_of(
    _scalars, _scalars, _vectors, _matrices, st.integers(0, 60).map(lambda k: _strange()[k % len(_strange())])
)


def _size(value: Any) -> int:
    """Return how many items of a value can be replaced."""
    return len(value) if isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim) else 0


def _within(draw: Any, value: Any) -> Any:
    """Return a sequence with one item replaced, dropped or doubled, at any depth."""
    items, k = list(value), draw(st.integers(0, _size(value) - 1))
    what = draw(st.sampled_from(["replace", "replace", "drop", "double", "deeper"]))
    if what == "drop":
        del items[k]
    elif what == "double":
        items.insert(k, items[k])
    elif what == "deeper" and _size(items[k]):
        items[k] = _within(draw, items[k])
    else:
        items[k] = draw(_scalars)
    return items


def _scaled(value: Any, factor: float, depth: int = 3) -> Any:
    """Return all numbers of a value times a factor; what is no number stays."""
    if isinstance(value, int | float) and abs(value) < 1e308:
        return float(value) * factor
    return [_scaled(item, factor, depth - 1) for item in value] if depth and _size(value) else value


@st.composite
def spoiled(draw: Any, fields: dict[str, Any], known: list[str]) -> dict[str, Any]:
    """Return valid arguments after one to three mistakes."""
    out = dict(fields)
    for _ in range(draw(st.sampled_from([1, 1, 1, 2, 3]))):
        what = draw(st.sampled_from(["replace", "replace", "replace", "optional", "plausible", "plausible",
                                    "within", "scale", "scale", "scale", "drop", "add"]))  # fmt: skip
        if what == "add":
            out[draw(st.sampled_from(["nmae", "mas", "self", "_frames", "model_config", "kind"]))] = draw(values)
        elif what in ("optional", "plausible") and known:
            out[draw(st.sampled_from(known))] = draw(values if what == "optional" else _plausible)
        elif out:
            key = draw(st.sampled_from(sorted(out)))
            if what == "drop":
                del out[key]
            elif what == "within" and _size(out[key]):
                out[key] = _within(draw, out[key])
            elif what == "scale":
                out[key] = _scaled(out[key], draw(st.sampled_from(_FACTORS)))
            else:
                out[key] = draw(values)
    return out


_plain = st.one_of(
    st.sampled_from([None, True, 0, -1, 1, 3, 10**30, 1e300, -1.5, float("nan"), "", "ground", "x" * 999, [], {}]),
    st.sampled_from(["../../etc/passwd", "<script>", "Beam", "rigid", "Support", {"kind": "Sine"}, [1, 2, 3], [None]]),
    numbers.filter(lambda x: not isinstance(x, complex)), st.text(max_size=3),
)  # fmt: skip


@st.composite
def spoiled_tree(draw: Any, tree: Any) -> Any:
    """Return plain data (as of YAML or JSON) with one entry replaced, dropped, doubled or renamed, at any depth."""
    if not isinstance(tree, dict | list) or not tree or draw(st.integers(0, 12)) == 0:
        return draw(_plain)
    keys = sorted(tree, key=str) if isinstance(tree, dict) else list(range(len(tree)))
    key = draw(st.sampled_from(keys))
    out = dict(tree) if isinstance(tree, dict) else list(tree)
    what = draw(st.sampled_from(["deeper"] * 6 + ["drop", "double"]))
    if what == "deeper":
        out[key] = draw(spoiled_tree(out[key]))
    elif what == "drop":
        del out[key]
    elif isinstance(out, dict):
        out[draw(st.sampled_from(["nmae", "kind", "name", "", "a" * 300]))] = out.pop(key)
    else:
        out.insert(key, out[key])
    return out


@st.composite
def spoiled_bytes(draw: Any, data: bytes, pieces: tuple[bytes, ...] = (b"",)) -> bytes:
    """Return data with bytes flipped, cut off, left out, repeated, or with foreign pieces put in."""
    out = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        k, what = draw(st.integers(0, max(len(out) - 1, 0))), draw(st.integers(0, 5))
        if what == 0:
            del out[k:]
        elif what == 1:
            del out[k : k + draw(st.integers(1, 40))]
        elif what == 2:
            out[k:k] = out[k : k + draw(st.integers(1, 200))]
        elif what == 3:
            out[k:k] = draw(st.sampled_from(pieces))
        elif out:
            out[min(k, len(out) - 1)] ^= draw(st.integers(1, 255))
    return bytes(out)
