"""Materials and cross-sections of flexible lines."""

from __future__ import annotations

import math

import numpy as np
from pydantic import field_validator, model_validator

from stickslip.errors import ModelError
from stickslip.model.base import Declaration, Matrix, NonNegative, Positive


class Material(Declaration):
    """Isotropic elastic material.

    Parameters
    ----------
    young : E [N/m^2]
    density : rho [kg/m^3]
    poisson : nu, -1 < nu <= 0.5
    """

    inline = True

    young: Positive
    density: Positive
    poisson: float = 0.3

    @field_validator("poisson")
    @classmethod
    def _possible(cls, value: float) -> float:
        if not -1.0 < value <= 0.5:
            raise ValueError("must be above -1 and at most 0.5")
        return value

    @property
    def shear(self) -> float:
        """Shear modulus G = E / (2 (1 + nu)) [N/m^2]."""
        return self.young / (2.0 * (1.0 + self.poisson))


steel = Material(young=2.1e11, density=7850.0, poisson=0.3, name="steel")


class Section(Declaration):
    """Cross-section by its stiffness and inertia per length; d_1 and d_2 span the section, d_3 is the beam's axis.

    Parameters
    ----------
    EA : axial stiffness [N]
    EI : (about d_1, about d_2) or one number for both [N m^2]
    GA : shear stiffness along (d_1, d_2) or one number, shear factors included [N]
    GJ : torsional stiffness [N m^2]
    mass_per_length : float [kg/m]
    inertia : mass moments per length about (d_1, d_2) or one number [kg m]
    stiffness : (6, 6), optional
        Full matrix for (Gamma_1, Gamma_2, Gamma_3, K_1, K_2, K_3) with couplings; replaces EA, EI, GA, GJ.
    """

    inline = True
    renamed = {"mass": "mass_per_length"}

    EA: NonNegative = 0.0
    EI: NonNegative | tuple[NonNegative, NonNegative] = 0.0
    GA: NonNegative | tuple[NonNegative, NonNegative] = 0.0
    GJ: NonNegative = 0.0
    mass_per_length: Positive
    inertia: Positive | tuple[Positive, Positive]
    stiffness: Matrix | None = None

    @model_validator(mode="after")
    def _stiff(self) -> Section:
        C = self.matrix
        if C.shape != (6, 6) or abs(C - C.T).max() > 1e-9 * abs(C).max():
            raise ValueError("stiffness must be a symmetric (6, 6) matrix")
        if np.linalg.eigvalsh(C)[0] <= 0.0:
            raise ValueError("all stiffnesses must be > 0 (stiffness matrix positive definite)")
        return self

    @property
    def matrix(self) -> np.ndarray:
        """Stiffness (6, 6) of (Gamma, K)."""
        if self.stiffness is not None:
            return np.array(self.stiffness)
        return np.diag([*_pair(self.GA), self.EA, *_pair(self.EI), self.GJ])

    @property
    def mass_moments(self) -> tuple[float, float]:
        """Mass moments per length about d_1 and d_2 [kg m]."""
        return _pair(self.inertia)


def _pair(value: float | tuple[float, float]) -> tuple[float, float]:
    return (value, value) if isinstance(value, float) else (value[0], value[1])


class Shape(Declaration, abstract=True):
    """Base of the shapes of homogeneous sections; ``of`` gives the section of a material."""

    inline = True

    @property
    def area(self) -> float:
        """Area [m^2]."""
        raise NotImplementedError

    @property
    def moments(self) -> tuple[float, float]:
        """Second moments of area about d_1 and d_2 [m^4]."""
        raise NotImplementedError

    @property
    def torsion(self) -> float:
        """Torsion constant of Saint-Venant [m^4]."""
        return sum(self.moments)

    @property
    def shear_area(self) -> float:
        """Area that carries shear, k A [m^2]."""
        raise NotImplementedError

    def _check(self) -> None:
        """Reject sizes whose powers overflow or underflow."""
        try:
            values: tuple[float, ...] = (self.area, *self.moments, self.torsion, self.shear_area)
        except (OverflowError, ZeroDivisionError):
            values = (math.inf,)
        if not all(0.0 < value < math.inf for value in values):
            raise ValueError("is too large or too small: its area and moments overflow or vanish")

    def of(self, material: Material) -> Section:
        """Return the section of a material."""
        try:
            A, (I_1, I_2) = self.area, self.moments
        except OverflowError:
            raise ModelError(f"{self.label} is too large: {self}") from None
        E, G, rho = material.young, material.shear, material.density
        return Section(
            EA=E * A,
            EI=(E * I_1, E * I_2),
            GA=G * self.shear_area,
            GJ=G * self.torsion,
            mass_per_length=rho * A,
            inertia=(rho * I_1, rho * I_2),
        )


def section_of(section: Section | Shape, material: Material | None) -> Section:
    """Return a section, or the section of a shape with a material."""
    if isinstance(section, Section) and material is None:
        return section
    if isinstance(section, Shape) and material is not None:
        return section.of(material)
    raise ValueError("give a shape and a material, or a Section alone")


class Rectangle(Shape):
    """Rectangle, ``width`` along d_1 and ``height`` along d_2 [m].

    Shear is carried by ``shear_factor`` times the area.

    Parameters
    ----------
    width, height : float [m]
        Along d_1 and d_2.
    shear_factor : float
        Fraction of the area that carries shear.
    """

    positional = ("width", "height")

    width: Positive
    height: Positive
    shear_factor: Positive = 5.0 / 6.0

    @model_validator(mode="after")
    def _possible(self) -> Rectangle:
        self._check()
        return self

    @property
    def shear_area(self) -> float:
        """Area that carries shear, k A [m^2]."""
        return self.shear_factor * self.area

    @property
    def area(self) -> float:
        """Area [m^2]."""
        return self.width * self.height

    @property
    def moments(self) -> tuple[float, float]:
        """Second moments of area about d_1 and d_2 [m^4]."""
        return self.width * self.height**3 / 12.0, self.height * self.width**3 / 12.0

    @property
    def torsion(self) -> float:
        """Torsion constant, the series of Saint-Venant [m^4]."""
        b, h = sorted((self.width, self.height))
        series = sum(math.tanh(k * math.pi * h / (2.0 * b)) / k**5 for k in range(1, 60, 2))
        return h * b**3 / 3.0 * (1.0 - 192.0 / math.pi**5 * b / h * series)


class Round(Shape):
    """Full circle of the given radius [m]; a hollow one with ``inner`` radius.

    Shear is carried by ``shear_factor`` times the area.

    Parameters
    ----------
    radius : float [m]
    inner : float [m]
        Radius of the bore.
    shear_factor : float
        Fraction of the area that carries shear.
    """

    positional = ("radius",)

    radius: Positive
    inner: NonNegative = 0.0
    shear_factor: Positive = 0.9

    @model_validator(mode="after")
    def _hollow(self) -> Round:
        if self.inner >= self.radius:
            raise ValueError("inner must be smaller than radius")
        self._check()
        return self

    @property
    def shear_area(self) -> float:
        """Area that carries shear, k A [m^2]."""
        return self.shear_factor * self.area

    @property
    def area(self) -> float:
        """Area [m^2]."""
        return math.pi * (self.radius**2 - self.inner**2)

    @property
    def moments(self) -> tuple[float, float]:
        """Second moments of area about d_1 and d_2 [m^4]."""
        moment = 0.25 * math.pi * (self.radius**4 - self.inner**4)
        return moment, moment
