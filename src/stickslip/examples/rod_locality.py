"""How local is an impact on an elastic rod? Finite elements against eigenmodes (Zander 2008, sec. 3.3.3).

A clamped-free rod is struck at its middle or its end while at rest. On the continuum only the point struck would jump;
every discretisation smears the jump over the rod. Effective masses 1/G of the two contacts (G = W^T M^-1 W) and the
mean ripple elsewhere say how much: finite elements are local, modes couple the whole rod.
"""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

BAR = ss.Section(EA=1.0, EI=1.0, GA=1.0, GJ=1.0, mass_per_length=1.0, inertia=1.0)  # rho A l = 1
MODAL, FE = {8: (0.124, 0.083), 32: (0.032, 0.021)}, {8: (0.083, 0.054), 32: (8e-4, 5e-4)}  # rms, middle and end


def response(kind: str, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return s, the velocity fields (2, m) after unit impulses at middle and end, and G (2, 2)."""
    rod = (ss.Rod.fe if kind == "fe" else ss.Rod.modal)((0, 0, 0), (1, 0, 0), n, section=BAR)
    rows = np.array([point.jacobian[0] for point in rod.points])
    W = rows[[n // 2, n]].T
    answer = np.linalg.solve(np.array(rod.mass_matrix), W)
    s = np.linspace(0.0, 1.0, 3201)
    if kind == "fe":
        shapes = np.array([np.interp(s, np.linspace(0, 1, n + 1), column) for column in rows.T]).T
    else:
        shapes = np.sin(np.outer(s, (2 * np.arange(n) + 1) * np.pi / 2))
    return s, (shapes @ answer).T, W.T @ answer


def run(*, n: int = 8, out: Out = None, progress: Progress = None) -> Outcome:
    """Strike the rod of n elements and of n modes; report effective masses and ripple."""
    model = ss.Model(name="rod-locality")
    model.add(ss.Rod.fe((0, 0, 0), (1, 0, 0), n, section=BAR, u=np.linalg.solve(_mass(n), np.eye(n)[-1]), name="rod"))
    result = ss.simulate(model, 1e-3, 1e-4, integrator=ss.Theta(), out=out, progress=progress)
    quantities: Quantities = {}
    for kind, exact in (("fe", (np.sqrt(3) * n, 2 * np.sqrt(3) * n)), ("modal", (n, 2 * n))):
        s, fields, G = response(kind, n)
        quantities[f"effective_masses_{kind}"] = 1.0 / np.diag(G)
        quantities[f"effective_masses_{kind}_exact"] = 1.0 / np.array(exact)
        away = [abs(s - x) > 0.125 for x in (0.5, 1.0)]
        quantities[f"rms_{kind}"] = np.array(
            [np.sqrt(np.mean((v / G[k, k])[mask] ** 2)) for k, (v, mask) in enumerate(zip(fields, away, strict=True))]
        )
        oracle = (FE if kind == "fe" else MODAL).get(n)
        if oracle is not None:
            quantities[f"rms_{kind}_exact"] = np.array(oracle)
    return result, quantities


def _mass(n: int) -> np.ndarray:
    return np.array(ss.Rod.fe((0, 0, 0), (1, 0, 0), n, section=BAR).mass_matrix)


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the velocity fields of both discretisations."""
    import matplotlib.pyplot as plt

    n = len(result["rod"].q[0])
    figure, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained", sharey=True)
    for kind, label, look in (("modal", f"{n} modes", "--"), ("fe", f"{n} elements", "-")):
        s, fields, G = response(kind, n)
        for k in range(2):
            axes[k].plot(s, fields[k] / G[k, k], look, label=label)
    for k, (place, name) in enumerate(((0.5, "struck at the middle"), (1.0, "struck at the end"))):
        axes[k].plot(place, 1.0, "kv", ms=5, label="blow")
        axes[k].set(xlabel="$s / l$ [-]", title=name)
        axes[k].legend()
    axes[0].set_ylabel("velocity / velocity at the blow [-]")
    return figure
