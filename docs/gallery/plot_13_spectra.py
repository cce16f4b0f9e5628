"""
Integrators on an oscillator
============================

Spectral radius and period error, measured by steps of the integrators themselves: what a scheme damps, and how exact it is.
"""

import stickslip as ss
from stickslip.analysis import plot_spectra

schemes = {
    "generalized-alpha, 0": ss.GeneralizedAlpha(0.0),
    "generalized-alpha, 0.8": ss.GeneralizedAlpha(0.8),
    "Bathe": ss.Bathe(),
    "theta = 0.5": ss.Theta(0.5),
}
figure = plot_spectra({name: ss.spectral(scheme) for name, scheme in schemes.items()})
