"""Declared functions of time and their rates."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats
from stickslip.model.functions import Compiled, Polynomial, Sine, SmoothStep, Steps, Table


class NotCovered(Exception):
    """Something that is not checked, said in words."""


def value(function: object, t: Floats) -> Floats:
    """Return f(t) of a declared function, (n,)."""
    if isinstance(function, Polynomial):
        return np.asarray(np.polynomial.polynomial.polyval(t, function.coefficients or (0.0,)), dtype=np.float64)
    if isinstance(function, Sine):
        return function.offset + function.amplitude * np.sin(2.0 * np.pi * function.frequency * t + function.phase)
    if isinstance(function, SmoothStep):
        s = np.clip((t - function.t_start) / (function.t_end - function.t_start), 0.0, 1.0)
        return function.start + (function.end - function.start) * (10.0 * s**3 - 15.0 * s**4 + 6.0 * s**5)
    if isinstance(function, Table):
        return np.interp(t, function.times, function.values)
    if isinstance(function, Steps):
        return np.array(function.values)[np.searchsorted(function.times, t, "right")]
    if isinstance(function, Compiled):
        return np.array([float(function.function(float(x))) for x in t])
    raise NotCovered(f"functions of time of the kind {type(function).__name__}")


def rate(function: object, t: Floats) -> Floats:
    """Return df/dt (n,)."""
    if isinstance(function, Polynomial):
        derivative = np.polynomial.polynomial.polyder(np.array(function.coefficients or (0.0,)))
        return np.asarray(np.polynomial.polynomial.polyval(t, derivative), dtype=np.float64)
    if isinstance(function, Sine):
        omega = 2.0 * np.pi * function.frequency
        return function.amplitude * omega * np.cos(omega * t + function.phase)
    if isinstance(function, SmoothStep):
        span = function.t_end - function.t_start
        s = np.clip((t - function.t_start) / span, 0.0, 1.0)
        return (function.end - function.start) * (30.0 * s**2 - 60.0 * s**3 + 30.0 * s**4) / span
    if isinstance(function, Table):
        times, slopes = np.array(function.times), np.diff(function.values) / np.diff(function.times)
        inside = (t >= times[0]) & (t < times[-1])
        return np.where(inside, slopes[np.clip(np.searchsorted(times, t, "right") - 1, 0, len(slopes) - 1)], 0.0)
    if isinstance(function, Compiled) and function.rate is not None:
        return np.array([float(function.rate(float(x))) for x in t])
    raise NotCovered(f"rates of functions of the kind {type(function).__name__} without rate=")
