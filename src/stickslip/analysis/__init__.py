"""Analyses of a model other than its motion in time."""

from stickslip.analysis.candidates import count_candidates
from stickslip.analysis.linearization import Linearization, linearize
from stickslip.analysis.order import Convergence, convergence
from stickslip.analysis.precision import WorkPrecision, work_precision
from stickslip.analysis.spectrum import (
    Spectrum,
    amplification,
    cutoff_frequency,
    plot_spectra,
    spectral,
    stability_limit,
    stability_region,
)
from stickslip.analysis.stability import critical_load
from stickslip.analysis.static import solve_static
from stickslip.analysis.vibration import Modes, modes

__all__ = [
    "Convergence",
    "Linearization",
    "Modes",
    "Spectrum",
    "WorkPrecision",
    "amplification",
    "convergence",
    "count_candidates",
    "critical_load",
    "cutoff_frequency",
    "linearize",
    "modes",
    "plot_spectra",
    "solve_static",
    "spectral",
    "stability_limit",
    "stability_region",
    "work_precision",
]
