"""The package's own errors. Every message says who, what was given, what is valid and what to try."""

from __future__ import annotations


class StickslipError(Exception):
    """Base of everything the package raises on purpose."""


class ModelError(StickslipError):
    """A declaration, a file or an initial state is not a valid model."""


class SimulationError(StickslipError):
    """A run could not go on; what was computed until then is kept in ``result``.

    Attributes
    ----------
    time : float [s]
        Begin of the step that could not be solved.
    result : Result or None
        Everything computed before that step.
    """

    def __init__(self, message: str, time: float = float("nan"), result: object = None) -> None:
        super().__init__(message)
        self.time = time
        self.result = result
