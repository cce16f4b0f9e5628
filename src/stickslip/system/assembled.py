"""What shared code knows of a body: where it stands in the tables, and the questions its family answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.errors import ModelError
from stickslip.mechanics.batches import Batch
from stickslip.mechanics.bodies import Bodies, Nodes, Points, coordinate_count
from stickslip.model.base import Declaration
from stickslip.model.model import Model
from stickslip.system.functions import FunctionTable

B = TypeVar("B", bound=Declaration)


class Assembled(Generic[B]):
    """A body in numbers; the base of what ``Body.assemble`` returns.

    Attributes
    ----------
    body : the declaration
    first : int
        Number of its first row in the table of bodies (all that has a pose), -1: it has none.
    nodes : list of int
        Its nodes: blocks of velocities, in the order of the declaration.
    """

    single = False  # one rigid node, whose energy is that of motion and weight
    given = False  # moves as prescribed by the model, or not at all
    massless = False
    abstract = False  # coordinates without a place or a unit of their own
    damped = False  # elastic forces depend on velocities
    varying_mass = False  # a mass that changes with the configuration
    slack = False  # may lose its stiffness with its tension, as a string

    def __init__(self, body: B) -> None:
        self.body, self.first = body, -1
        self.nodes: list[int] = []

    @property
    def own_rows(self) -> int:
        """Number of rows that callbacks see under the name of the body; 1 means a single pose."""
        return 1

    def number(self, place: Any) -> int:
        """Return the row of the table of bodies that carries a frame or contour."""
        return self.first

    def needs_place(self) -> str:
        """Return how to name a place on the body where joints and forces do not attach to it as a whole."""
        return ""

    def places_are_material(self) -> bool:
        """Return whether the position of a frame is a material point, and not a place in the axes of the row."""
        return False

    def without_axes(self) -> dict[int, str]:
        """Return the rows that have no orientation, and what they are."""
        return {}

    def never_turning(self) -> list[int]:
        """Return the rows that keep their orientation."""
        return []

    def inner_nodes(self) -> list[int]:
        """Return the nodes that take no part in a rigid motion of the whole system, besides GENERAL ones."""
        return []

    def watched_rows(self) -> range:
        """Return the rows whose constraints must not depend on each other."""
        return range(0)

    def freedom(self) -> int | None:
        """Return the number of coordinates where it is not that of the velocities of all nodes."""
        return None

    def refuses(self, scheme: str) -> str:
        """Return why an integrator (its class name) cannot take the body; "" if it can."""
        return ""

    def numbered(self) -> dict[int, int]:
        """Return the rows that messages name by the number of a node, with these numbers."""
        return {}

    def stations(self) -> Iterable[Any]:
        """Return the massless bodies that follow it (see ``floating.stations``)."""
        return ()

    def join(self, model: Model, functions: FunctionTable) -> None:
        """Make what stands between its nodes, which may depend on other parts of the model."""

    def curve(self) -> Any:
        """Return its elements if guides and contours slide along them (see ``lines.elements``)."""
        return None

    def batch(self, gravity: Floats, nodes: Nodes, node_of: Ints) -> Batch | None:
        """Return how its elements take part in the equations of motion; None: it is its nodes, and no more."""
        return None

    def describe(self, nodes: Nodes) -> dict[str, Any]:
        """Return where the body is in the state, and what its results need, as plain data for files."""
        nu = int(sum(nodes.nu[k] for k in self.nodes))
        return {
            "name": self.body.name,
            "kind": type(self.body).family,  # type: ignore[attr-defined]
            "q_off": int(nodes.q_off[self.nodes[0]]) if self.nodes else 0,
            "nq": sum(coordinate_count(nodes.kind[k], nodes.nu[k]) for k in self.nodes),
            "u_off": int(nodes.u_off[self.nodes[0]]) if self.nodes else 0,
            "nu": nu,
            "mass": float(getattr(self.body, "mass", 0.0)),
            "size": 0.0,
        }


PoseRow = tuple[int, Floats, Floats, list[int], int, Floats]  # node, place, axes, motion, angle, axis of a body


@dataclass
class BodyBuilder:
    """Collects nodes, rows of bodies and interaction points in the order in which they are added."""

    model: Model
    functions: FunctionTable
    kind: list[int] = field(default_factory=list)
    nq: list[int] = field(default_factory=list)
    M: list[Floats] = field(default_factory=list)
    K: list[Floats] = field(default_factory=list)
    D: list[Floats] = field(default_factory=list)
    load: list[Floats] = field(default_factory=list)
    q: list[Floats] = field(default_factory=list)
    u: list[Floats] = field(default_factory=list)
    address: list[int] = field(default_factory=list)
    rows: list[PoseRow] = field(default_factory=list)
    points: list[tuple[int, Floats, Floats]] = field(default_factory=list)

    def add(self, kind: int, M: Floats, q: Floats, u: Floats, load: Floats, K: Floats, D: Floats, address=0) -> int:
        """Append a node and return its number."""
        self.kind.append(kind)
        self.address.append(address)
        self.nq.append(len(q))
        for store, value in ((self.M, M), (self.K, K), (self.D, D), (self.load, load), (self.q, q), (self.u, u)):
            store.append(np.asarray(value, dtype=float))
        return len(self.kind) - 1

    def add_row(self, node: int, r: Floats, A: Floats) -> int:
        """Append a body that a node moves (-1: nothing), with place and axes at the start; return its row."""
        self.rows.append((node, r, A, [-1] * 3, -1, np.eye(3)[2]))
        return len(self.rows) - 1

    def add_given(self, r: Floats, A: Floats, motion: list[int], angle: int, axis: Floats) -> int:
        """Append a body that moves by functions of time; return its row."""
        self.rows.append((-1, r, A, motion, angle, axis))
        return len(self.rows) - 1

    def add_point(self, node: int, r: Floats, J: Floats) -> int:
        """Append an interaction point r + J q of a node; return its number."""
        self.points.append((node, r, J))
        return len(self.points) - 1

    def freeze_nodes(self) -> Nodes:
        """Return the frozen table of nodes."""
        nu = np.array([len(u) for u in self.u], dtype=np.int64)
        return Nodes(
            kind=np.array(self.kind, dtype=np.int64),
            q_off=offsets(self.nq),
            u_off=offsets(nu),
            nu=nu,
            m_off=offsets(nu**2),
            M=flat(self.M),
            M_inv=flat([_inverse(M) for M in self.M]),
            K=flat(self.K),
            D=flat(self.D),
            load=flat(self.load),
            address=np.array(self.address, dtype=np.int64),
        )

    def freeze_bodies(self) -> Bodies:
        """Return the frozen table of bodies."""
        rows = self.rows
        return Bodies(
            node=np.array([row[0] for row in rows], dtype=np.int64),
            r0=np.array([row[1] for row in rows]),
            A0=np.array([row[2] for row in rows]),
            motion=np.array([row[3] for row in rows], dtype=np.int64),
            angle=np.array([row[4] for row in rows], dtype=np.int64),
            axis=np.array([row[5] for row in rows]),
        )

    def freeze_points(self) -> Points:
        """Return the frozen table of interaction points."""
        points = self.points
        return Points(
            node=np.array([p[0] for p in points], dtype=np.int64),
            r0=np.array([p[1] for p in points]).reshape(-1, 3),
            j_off=offsets([p[2].size for p in points]),
            J=flat([p[2] for p in points]),
        )


def _inverse(M: Floats) -> Floats:
    """Return M^-1; a node without mass gets zero (its elements bring the mass)."""
    try:
        return np.asarray(np.linalg.inv(M), dtype=float) if M.any() else M
    except np.linalg.LinAlgError:
        raise ModelError(
            f"a mass matrix cannot be inverted (diagonal {np.diag(M)}): masses or sizes of a body are too small"
        ) from None


def offsets(lengths) -> np.ndarray:
    """Return where each of several consecutive pieces starts."""
    return np.concatenate([[0], np.cumsum(np.asarray(lengths, dtype=np.int64))[:-1]]).astype(np.int64)[: len(lengths)]


def flat(arrays: list[Floats]) -> Floats:
    """Return all arrays one after another as one vector."""
    return np.concatenate(arrays, axis=None) if arrays else np.zeros(0)
