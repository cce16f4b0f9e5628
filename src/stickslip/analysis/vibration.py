"""Free vibration about an equilibrium: M x'' + K x = G^T Lambda, G x = 0."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sla

from stickslip._arguments import renamed, whole
from stickslip._arrays import Floats
from stickslip.analysis.acting import OPEN
from stickslip.analysis.linearization import Linearization, linearize
from stickslip.errors import ModelError, SimulationError
from stickslip.linalg.multifrontal import Multifrontal
from stickslip.linalg.sparse import Saddle, SuperLU, solver_class
from stickslip.model.model import Model
from stickslip.results.result import Result

_DENSE = 40  # below this size all modes are computed at once
_SHIFT = 1e-10  # of the largest stiffness over the largest mass
_ROUND_OFF = 1e-13  # of eigenvalues, relative
_PENALTY = 1e6  # of constraints, relative to the stiffness


@dataclass(frozen=True)
class Modes:
    """Eigenfrequencies and mode shapes, lowest first."""

    omega_squared: Floats
    """(n,) [1/s^2]; a negative one belongs to an unstable equilibrium."""
    shapes: Floats
    """(n, nu) displacements along the velocities of the model, of unit modal mass."""
    round_off: float = 0.0
    """[1/s^2] Below it an omega_squared is zero as far as the computer knows."""

    @property
    def frequencies(self) -> Floats:
        """Frequencies (n,) [Hz]; NaN where the equilibrium is unstable."""
        least = -max(1e-9 * abs(self.omega_squared).max(), self.round_off)
        squared = np.where(self.omega_squared < least, np.nan, self.omega_squared)
        return np.asarray(np.sqrt(np.maximum(squared, 0.0, where=np.isfinite(squared), out=squared)) / (2.0 * np.pi))


@renamed(at="about")
def modes(model: Model, n: int = 10, *, about: Result | None = None, index: int = -1, contacts: str = OPEN) -> Modes:
    """Return the n lowest modes about the start of a model, or about instant ``index`` of the result ``about``.

    The result is one of ``solve_static``, whose last instant is the full load, or of ``simulate``.

    Follower loads and torques in space make the stiffness unsymmetric; where that makes frequencies complex, the
    equilibrium flutters and a SimulationError says so. Acting contacts, stops and dry friction are rejected, or left
    out with ``contacts="ignored"``.
    """
    return solve_modes(linearize(model, about=about, index=index, contacts=contacts), whole("modes", "n", n, 1))


def solve_modes(linear: Linearization, n: int) -> Modes:
    """Return the n lowest modes of a linearised model."""
    if not linear.symmetric:
        return _real(*general_modes(linear, n))
    size = linear.M.shape[0] - linear.G.shape[0]
    found = _dense(linear, n) if size <= max(_DENSE, 3 * n) else _sparse(linear, n)
    stiffness, mass = abs(linear.K.diagonal()), linear.M.diagonal()
    fastest = np.divide(stiffness, mass, where=mass > 0.0, out=np.zeros(len(mass))).max(initial=0.0)
    return replace(found, round_off=4.0 * np.finfo(float).eps * float(fastest))


def _symmetric(K: sp.csr_array) -> sp.csr_array:
    """Return the symmetric part: at an equilibrium of conservative forces there is no other."""
    return sp.csr_array(0.5 * (K + K.T))


def _roots(masses: np.ndarray) -> np.ndarray:
    """Return the roots of masses by which coordinates are scaled; those without mass count as the heaviest."""
    return np.asarray(np.sqrt(np.where(masses > 0.0, masses, masses.max())))


def _dense(linear: Linearization, n: int) -> Modes:
    """Project to the null space of G and solve there."""
    K, M = _symmetric(linear.K).toarray(), linear.M.toarray()
    Z = np.eye(len(M))
    if linear.G.shape[0]:
        scale = 1.0 / _roots(np.diag(M))
        _, sigma, V = np.linalg.svd(linear.G.toarray() * scale, full_matrices=True)
        rank = int((sigma > 1e-10 * sigma.max()).sum())
        Z = scale[:, None] * V[rank:].T
    import scipy.linalg as la

    squared, shapes = la.eigh(Z.T @ K @ Z, Z.T @ M @ Z)
    return Modes(squared[:n], (Z @ shapes[:, :n]).T)


def _sparse(linear: Linearization, n: int) -> Modes:
    """Lanczos on the inverse of the constrained stiffness, shifted so that free and unstable models are allowed.

    The soft modes of slender lines come out as exact as the stiffness itself; a dense solver loses as many digits as
    the stiffest mode is stiffer than the softest.
    """
    K, M, G = _symmetric(linear.K), linear.M, linear.G
    size, rows = M.shape[0], G.shape[0]
    shift = _SHIFT * abs(K.diagonal()).max() / M.diagonal().max()
    for _ in range(40):
        if not _any_below(K + shift * M, G, linear.places):
            break
        shift *= 10.0
    saddle, pad = Saddle(places=linear.places), np.zeros(rows)
    try:
        saddle.set(sp.csr_array(K + shift * M), G)
    except RuntimeError:
        raise ModelError("modes: the constraints of the model are redundant; remove the superfluous joints") from None
    inverse = sla.LinearOperator((size, size), matvec=lambda b: saddle.solve(b.ravel(), pad, refined=False)[0])
    v0 = inverse @ np.random.default_rng(0).standard_normal(size)
    squared, shapes = sla.eigsh(K, k=n, M=M, sigma=-shift, OPinv=inverse, v0=v0)
    order = np.argsort(squared)
    return Modes(squared[order], shapes[:, order].T)


def general_modes(linear: Linearization, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the n eigenvalues omega^2 of K x = omega^2 M x nearest to zero, and shapes (n, nu); both may be complex.

    Arnoldi on the inverse of the constrained stiffness; K need not be symmetric.
    """
    K, M, G = linear.K, linear.M, linear.G
    size, rows = M.shape[0], G.shape[0]
    shift = _SHIFT * abs(K.diagonal()).max() / M.diagonal().max()
    saddle, pad, root = Saddle(places=linear.places), np.zeros(rows), _roots(M.diagonal())
    try:
        saddle.set(sp.csr_array(K + shift * M), G)
    except RuntimeError:
        raise ModelError("modes: the stiffness is singular; a joint may be superfluous") from None

    def inverse(x: np.ndarray) -> np.ndarray:
        return np.asarray(root * saddle.solve(M @ (x.ravel() / root), pad, refined=False)[0])

    if size - rows <= max(_DENSE, n + 2):
        inverses, shapes = np.linalg.eig(np.column_stack([inverse(e) for e in np.eye(size)]))
        keep = np.argsort(-abs(inverses))[: min(n, size - rows)]
        inverses, shapes = inverses[keep], shapes[:, keep]
    else:
        v0 = inverse(np.random.default_rng(0).standard_normal(size))
        inverses, shapes = sla.eigs(sla.LinearOperator((size, size), matvec=inverse, dtype=float), k=n, v0=v0)
    squared = 1.0 / inverses - shift
    order = np.argsort(squared.real)
    return squared[order], (shapes / root[:, None])[:, order].T


def is_real(squared: np.ndarray) -> np.ndarray:
    """Return which eigenvalues are real; close pairs of real ones are found only to half of all digits."""
    return np.asarray(abs(squared.imag) <= 1e-6 * abs(squared))


def _real(squared: np.ndarray, shapes: np.ndarray) -> Modes:
    if not is_real(squared).all():
        worst = squared[int(np.argmax(abs(squared.imag)))]
        raise SimulationError(f"modes: the equilibrium flutters: omega^2 = {worst:.6g} is not real", 0.0)
    return Modes(squared.real, shapes.real)


def is_unstable(linear: Linearization) -> bool:
    """Return whether the symmetric stiffness has a negative eigenvalue beyond round-off (cheap test first)."""
    if not _any_below(_symmetric(linear.K), linear.G, linear.places):
        return False
    largest = abs(linear.K.diagonal()).max() / linear.M.diagonal().max()
    return bool(solve_modes(linear, 1).omega_squared[0] < -_ROUND_OFF * largest)


def _any_below(K: sp.csr_array, G: sp.csr_array, places: Floats | None) -> bool:
    """Return whether K has a negative eigenvalue where G x = 0: a negative pivot of K + c G^T G (Sylvester)."""
    diagonal = abs(K.diagonal())
    diagonal[diagonal == 0.0] = diagonal.max() or 1.0  # a body that joints alone hold
    scale = sp.diags_array(1.0 / np.sqrt(diagonal))
    A = scale @ K @ scale
    if G.shape[0]:
        B = G @ scale
        A = A + _PENALTY * B.T @ sp.diags_array(1.0 / B.power(2).sum(axis=1)) @ B
    A = sp.csc_array(A)
    A.sort_indices()
    try:
        if solver_class(A) is not SuperLU:
            return not Multifrontal(A, places=None if places is None else places[: A.shape[0]]).positive_definite
        factors = sla.splu(A, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0)
    except RuntimeError:
        return True  # a zero pivot
    return bool((factors.U.diagonal() < 0.0).any() or (factors.perm_r != factors.perm_c).any())
