"""Cross-sections of shells: homogeneous, layered, or given by their stiffness."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field, InstanceOf, model_validator

from stickslip._arrays import Floats
from stickslip.lines.sections import Material
from stickslip.model.base import Declaration, Matrix, NonNegative, Number, Positive

SHEAR_FACTOR = 5.0 / 6.0


class Layer(Declaration):
    """Orthotropic layer of a shell, in plane stress.

    Parameters
    ----------
    thickness : float [m]
    E1, E2 : Young's moduli along and across the fibres [N/m^2]
    nu12 : Poisson's ratio of a stretch along the fibres
    G12 : shear modulus in the plane [N/m^2]
    G13, G23 : transverse shear moduli [N/m^2]; G12 unless given
    density : rho [kg/m^3]
    angle : float [rad]
        From the first axis of the shell to the fibres, about the director.
    """

    inline = True

    thickness: Positive
    E1: Positive
    E2: Positive
    nu12: Number = 0.0
    G12: Positive
    G13: Positive | None = None
    G23: Positive | None = None
    density: Positive
    angle: Number = 0.0

    @model_validator(mode="after")
    def _possible(self) -> Layer:
        if not self.nu12**2 * self.E2 < self.E1:
            raise ValueError(f"nu12 = {self.nu12} needs nu12^2 < E1 / E2 (a positive energy)")
        return self

    @property
    def plane(self) -> Floats:
        """Stiffness (3, 3) of (e_11, e_22, 2 e_12) in the axes of the shell."""
        nu21 = self.nu12 * self.E2 / self.E1
        Q = np.array([[self.E1, self.nu12 * self.E2, 0.0], [self.nu12 * self.E2, self.E2, 0.0], [0.0, 0.0, 0.0]])
        Q /= 1.0 - self.nu12 * nu21
        Q[2, 2] = self.G12
        c, s = np.cos(self.angle), np.sin(self.angle)
        T = np.array([[c * c, s * s, c * s], [s * s, c * c, -c * s], [-2 * c * s, 2 * c * s, c * c - s * s]])
        return np.asarray(T.T @ Q @ T)

    @property
    def transverse(self) -> Floats:
        """Transverse shear moduli (2, 2) in the axes of the shell."""
        c, s = np.cos(self.angle), np.sin(self.angle)
        T = np.array([[c, s], [-s, c]])
        return np.asarray(T.T @ np.diag([self.G13 or self.G12, self.G23 or self.G12]) @ T)


class ShellSection(Declaration):
    """Section of a shell by its stiffness and mass per area, in the axes of the shell.

    Forces n, moments m and transverse forces q per length are n = A e + B k, m = B e + D k, q = As gamma, with strains
    (e_11, e_22, 2 e_12), (k_11, k_22, 2 k_12) and (gamma_1, gamma_2).

    Parameters
    ----------
    A : (3, 3) [N/m]
    D : (3, 3) [N m]
    As : (2, 2) [N/m]
        Transverse shear, shear factors included.
    mass_per_area : float [kg/m^2]
    inertia : float [kg]
        Second moment of the mass about the surface, per area.
    B : (3, 3) [N]
        Coupling of stretch and bending; none unless given.
    thickness : float [m]
        Only for pictures.
    """

    inline = True

    A: Matrix
    D: Matrix
    As: Matrix
    mass_per_area: Positive
    inertia: Positive
    B: Matrix | None = None
    thickness: NonNegative = 0.0

    @model_validator(mode="after")
    def _stiff(self) -> ShellSection:
        for name, value, size in (("A", self.A, 3), ("D", self.D, 3), ("As", self.As, 2), ("B", self.B, 3)):
            if value is None:
                continue
            C = np.array(value)
            if C.shape != (size, size) or abs(C - C.T).max() > 1e-9 * abs(C).max():
                raise ValueError(f"{name} must be a symmetric ({size}, {size}) matrix")
        for name, C in (("A, B, D", self.membrane), ("As", self.shear)):
            scale = 1.0 / np.sqrt(np.maximum(np.diag(C), 1e-300))
            if np.diag(C).min() <= 0.0 or np.linalg.eigvalsh(scale[:, None] * C * scale)[0] <= 1e-14:
                raise ValueError(f"{name} must be a positive definite stiffness")
        return self

    @property
    def membrane(self) -> Floats:
        """Stiffness (6, 6) of stretch and bending."""
        B = np.zeros((3, 3)) if self.B is None else np.array(self.B)
        return np.block([[np.array(self.A), B], [B, np.array(self.D)]])

    @property
    def shear(self) -> Floats:
        """Stiffness (2, 2) of transverse shear."""
        return np.array(self.As)

    @staticmethod
    def homogeneous(thickness: float, material: Material) -> ShellSection:
        """Return the section of one isotropic material."""
        E, nu, h = material.young, material.poisson, thickness
        C = E / (1.0 - nu * nu) * np.array([[1.0, nu, 0.0], [nu, 1.0, 0.0], [0.0, 0.0, 0.5 * (1.0 - nu)]])
        return ShellSection(
            A=h * C, D=h**3 / 12.0 * C, As=SHEAR_FACTOR * material.shear * h * np.eye(2),
            mass_per_area=material.density * h, inertia=material.density * h**3 / 12.0, thickness=h,
        )  # fmt: skip


class Laminate(Declaration):
    """Layers of a shell, from its bottom to its top; the surface of the nodes is in the middle of the thickness.

    Transverse shear has the factor 5/6 of homogeneous sections, which is too stiff for soft cores.

    Parameters
    ----------
    layers : (Layer, ...)
    """

    inline = True
    positional = ("layers",)

    layers: Annotated[tuple[InstanceOf[Layer], ...], Field(min_length=1)]

    @property
    def heights(self) -> Floats:
        """Heights of the faces of all layers (n + 1,) [m]."""
        t = np.array([layer.thickness for layer in self.layers])
        return np.concatenate([[0.0], np.cumsum(t)]) - 0.5 * t.sum()

    @property
    def section(self) -> ShellSection:
        """Stiffness and mass per area."""
        z = self.heights
        A, B, D = (
            sum(layer.plane * (b**k - a**k) / k for layer, a, b in zip(self.layers, z, z[1:], strict=False))
            for k in (1, 2, 3)
        )
        As = SHEAR_FACTOR * sum(layer.transverse * layer.thickness for layer in self.layers)
        mass, first, second = (
            sum(layer.density * (b**k - a**k) / k for layer, a, b in zip(self.layers, z, z[1:], strict=False))
            for k in (1, 2, 3)
        )
        if abs(first) > 1e-12 * mass * float(z[-1]):
            raise ValueError("the mass of the layers must be symmetric about the middle of the thickness")
        symmetric = np.abs(B).max() <= 1e-15 * np.abs(A).max() * z[-1]
        return ShellSection(A=A, B=None if symmetric else B, D=D, As=As, mass_per_area=mass, inertia=second,
                            thickness=float(2.0 * z[-1]))  # fmt: skip

    @model_validator(mode="after")
    def _possible(self) -> Laminate:
        self.section  # noqa: B018
        return self
