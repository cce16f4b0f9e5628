"""Princeton beam: a thin cantilever loaded askew bends about both axes and twists.

An aluminium strip of 0.508 m, soft in the flap direction y (EI = 2.42873 N m^2) and stiff in the lag direction z
(EI = 36.2794 N m^2), GJ = 3.10338 N m^2, carries the dead load P = 4.448, 8.896 or 13.345 N (load = 1, 2, 3) at its
tip, P (sin angle in flap, cos angle in lag). Twist is the axial component of the tip's rotation vector.

Source: Dowell, Traybar, AMS report 1194 (1975); Bauchau et al., Multibody Syst. Dyn. 34 (2015) 373. The references are
shooting solutions of the geometrically exact rod with these stiffnesses, error 1e-9.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from scipy.spatial.transform import Rotation

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

LENGTH, LOADS = 0.508, {1: 4.448, 2: 8.896, 3: 13.345}
EXACT = {  # angle [deg]: (flap [mm], lag [mm], twist [rad]) for the three loads
    0.0: ((0.0, 5.35954, 0.0), (0.0, 10.71540, 0.0), (0.0, 16.06513, 0.0)),
    15.0: ((20.80140, 5.21016, 0.0034186), (42.12585, 10.62577, 0.0139198), (64.49728, 16.50291, 0.0322406)),
    30.0: ((39.94999, 4.75107, 0.0058718), (79.45722, 10.14726, 0.0233017), (117.90392, 16.77805, 0.0516304)),
    45.0: ((56.05600, 3.96516, 0.0067044), (109.04308, 8.88889, 0.0257732), (156.58987, 15.34235, 0.0544783)),
    60.0: ((68.13010, 2.86221, 0.0057428), (129.92526, 6.65439, 0.0214535), (181.92344, 11.71650, 0.0437020)),
    75.0: ((75.57257, 1.50300, 0.0032896), (142.21629, 3.56891, 0.0120544), (196.12706, 6.32848, 0.0240072)),
    90.0: ((78.08298, 0.0, 0.0), (146.26190, 0.0, 0.0), (200.69529, 0.0, 0.0)),
}


def model(load: int = 3, angle_deg: float = 45.0, elements: int = 16, order: Literal[1, 2] = 2) -> ss.Model:
    """Return the beam along x; d_1 is flap (y), d_2 is lag (z)."""
    model = ss.Model(gravity=(0, 0, 0), name="princeton-beam")
    section = ss.Section(
        EA=2.84191e6,
        GA=(6.40131e5, 9.03881e5),
        EI=(36.2794, 2.42873),
        GJ=3.10338,
        mass_per_length=0.112,
        inertia=(1.5e-6, 9.5e-8),
    )
    start, end = (0, 0, 0), (LENGTH, 0, 0)
    beam = model.add(
        ss.Beam.straight(start, end, elements, section=section, order=order, normal=(0, 1, 0), name="beam")
    )
    model.add(ss.Fixed(model.ground, beam.start, name="clamp"))
    angle = np.deg2rad(angle_deg)
    model.add(ss.PointForce(beam.end, (0.0, LOADS[load] * np.sin(angle), LOADS[load] * np.cos(angle))))
    return model


def run(
    *,
    load: Literal[1, 2, 3] = 3,
    angle_deg: float = 45.0,
    elements: int = 16,
    order: Literal[1, 2] = 2,
    steps: int = 2,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Load the beam; flap and lag are displacements of the tip [m], twist is in rad."""
    result = ss.solve_static(model(load, angle_deg, elements, order), steps=steps, out=out)
    beam = result["beam"]
    flap, lag = beam.position[-1, -1, 1:]
    turn = Rotation.from_matrix(beam.rotation[-1, -1] @ beam.rotation[0, -1].T).as_rotvec()
    quantities = {"flap": float(flap), "lag": float(lag), "twist": float(turn[0])}
    if angle_deg in EXACT:
        flap_mm, lag_mm, twist = EXACT[angle_deg][load - 1]
        quantities |= {"flap_exact": 1e-3 * flap_mm, "lag_exact": 1e-3 * lag_mm, "twist_exact": twist}
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw flap and lag of the deformed shapes."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, 1, figsize=(6, 5), sharex=True, layout="constrained")
    for r in result["beam"].position:
        for k, name in enumerate(("flap", "lag")):
            axes[k].plot(r[:, 0], 1e3 * r[:, 1 + k])
            axes[k].set(xlabel="x [m]", ylabel=f"{name} [mm]")
    figure.suptitle(f"twist of the tip {quantities['twist']:.5f} rad")
    return figure
