"""Hand big tuples of arrays to compiled code by reference.

Numba passes a NamedTuple by value: every array becomes seven or more scalar arguments of every call, and a system of a
hundred arrays makes each function slow to compile and to call. A *reference* has the same fields but is one pointer.
Python keeps NamedTuples; a compiled entry turns them into references once and passes those on. Kernels do not notice:
``nodes.kind`` reads the same in both.
"""

from __future__ import annotations

import hashlib
from typing import Any

from numba import types
from numba.experimental import structref


def reference(name: str, module: str, fields: tuple[str, ...]) -> Any:
    """Return a class that compiled code can call with one value per field to make a reference.

    ``name`` must be the global name it is assigned to in ``module``: the cache of compiled code finds it there.
    """

    def __init__(self: Any, fields: Any) -> None:
        types.StructRef.__init__(self, tuple((field, types.unliteral(kind)) for field, kind in fields))
        # Numba spells all fields in the name, and the name in every symbol: kilobytes each. A digest says the same.
        self.name = f"{name}_{hashlib.sha1(self.name.encode()).hexdigest()[:8]}"

    kind = type(f"{name}Type", (types.StructRef,), {"__init__": __init__, "__module__": module})
    proxy = type(name, (structref.StructRefProxy,), {"__module__": module})
    structref.register(kind)
    structref.define_constructor(proxy, kind, list(fields))
    structref.define_attributes(kind)
    proxy.kind = kind  # type: ignore[attr-defined]
    return proxy
