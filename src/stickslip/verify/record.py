"""What a run recorded, as plain arrays: columns by name, and the steps whose both ends are known."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.codes import CERTIFICATE, CONTACT, LEDGER
from stickslip.model.model import Model
from stickslip.results.base import Store


class Record:
    """Times (n,), coordinates (n, nq), velocities (n, nu), ledger, certificate and contact rows of a run.

    Attributes
    ----------
    model : Model
    entries : dict
        Where each body is in q and u, by name.
    dim : int
    """

    def __init__(self, store: Store, model: Model) -> None:
        self.store, self.model, self.header = store, model, store.header
        self.dim = model.dim
        self.entries: dict[str, dict[str, Any]] = {entry["name"]: entry for entry in store.header["bodies"]}
        self.time, self.q, self.u = store.read("time"), store.read("q"), store.read("u")

    @cached_property
    def clock(self) -> Floats:
        """Times (n,) of functions of time [s]: equilibria are those of t = 0, and ``time`` is their load factor."""
        return np.zeros(len(self.time)) if self.scheme == "static" else self.time

    @cached_property
    def ledger(self) -> dict[str, Floats]:
        """Energies and works [J] by name, each (n,)."""
        return dict(zip(LEDGER, self.store.read("energy").T))

    @cached_property
    def certificate(self) -> dict[str, Floats]:
        """Largest violations since the last instant, by name, each (n,)."""
        return dict(zip(CERTIFICATE, self.store.read("certificate").T))

    @cached_property
    def rows(self) -> dict[str, Floats]:
        """Contact rows by column, each (m,); ``instant`` is the recorded instant of each."""
        table = dict(zip(CONTACT, self.store.read("contacts").T))
        table["instant"] = np.repeat(np.arange(len(self.time)), self.store.read("contact_count"))
        return table

    @cached_property
    def row_impulses(self) -> Floats:
        """Impulse (m, 3) on side b of every contact row [N s]."""
        rows = self.rows
        n, t_1 = (np.stack([rows[f"{name}_{i}"] for i in "xyz"], 1) for name in ("n", "t1"))
        along = rows["P_T1"][:, None] * t_1 + rows["P_T2"][:, None] * np.cross(n, t_1)
        return np.asarray(rows["P_N"][:, None] * n + along)

    @cached_property
    def row_bodies(self) -> tuple[np.ndarray, np.ndarray]:
        """Names (m,) of the bodies on both sides of every contact row."""
        names = np.array([str(entry["body"]) for entry in self.header["contours"]] or [""])
        return names[self.rows["a"].astype(np.int64)], names[self.rows["b"].astype(np.int64)]

    @property
    def scheme(self) -> str:
        """Name of the integrator."""
        return str((self.header.get("integrator") or {}).get("type", "?"))

    @property
    def corrected(self) -> bool:
        """Whether the integrator meets joints and closed contacts at position level, too."""
        return bool((self.header.get("integrator") or {}).get("stabilise"))

    @cached_property
    def steps(self) -> Ints:
        """Instants k of which k + 1 is the end of the very next step, done as a whole."""
        if int(self.header.get("record_every") or 1) != 1 or len(self.time) < 2 or self.scheme == "static":
            return np.zeros(0, dtype=np.int64)
        if (self.header.get("integrator") or {}).get("adaptive"):
            return np.zeros(0, dtype=np.int64)
        divided = self.certificate["substeps"][1:] > 0.0
        return np.flatnonzero(~divided)

    @property
    def dt(self) -> Floats:
        """Length of each step between neighbouring instants (n - 1,) [s]."""
        return np.diff(self.time)
