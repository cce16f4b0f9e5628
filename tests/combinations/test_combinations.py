"""Every combination of kinds works, shown by a law of mechanics, or is refused by name; the page says which."""

import inspect

import pytest
from kinds import BODIES, CONTOURS, JOINTS, LAWS, SCHEMES, SURFACES
from table import PAGE, TABLES, outcomes, page

import stickslip as ss
from stickslip.integrators.schemes import Integrator
from stickslip.model.bodies import Ground
from stickslip.model.bonds import PointMass
from stickslip.model.contours import Contour, LineSurface, PatchSurface
from stickslip.model.joints import Joint
from stickslip.model.solids import SolidSurface

FOUND: dict[str, dict[tuple[str, str], str]] = {}


@pytest.mark.parametrize("title", TABLES)
def test_table(title):
    FOUND[title] = outcomes(TABLES[title])


def test_page_is_up_to_date():
    """``python tests/combinations/table.py`` writes it anew."""
    missing = {title: outcomes(TABLES[title]) for title in TABLES if title not in FOUND}
    assert PAGE.read_text(encoding="utf-8") == page({title: (FOUND | missing)[title] for title in TABLES})


def declared(base: type) -> set[str]:
    """Return the public kinds of a base class."""
    public = (getattr(ss, name) for name in dir(ss))
    return {x.__name__ for x in public if inspect.isclass(x) and issubclass(x, base) and x is not base}


def names(table) -> set[str]:
    return {(key if isinstance(key, str) else key[0]).split()[0] for key in table}


def test_nothing_is_left_out():
    """A new kind of body, contour, joint, law or scheme has to be entered in ``kinds``."""
    assert declared(ss.Body) - {Ground.__name__} <= names(BODIES) | {PointMass.__name__}
    surfaces = {PatchSurface.__name__, LineSurface.__name__, SolidSurface.__name__}
    assert declared(Contour) - surfaces <= names(CONTOURS)
    assert SURFACES
    assert declared(Joint) <= names(JOINTS)
    assert set(Integrator.known) <= names(SCHEMES)
    assert {"Compliant", "UserLaw"} <= names(LAWS)
