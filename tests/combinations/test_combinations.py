"""Every combination of kinds works, shown by a law of mechanics, or is rejected by name; the page says which."""

import inspect
from typing import get_args

import pytest
from table import PAGE, TABLES, label, outcomes, page

import stickslip as ss
from stickslip.contact.contours import Contour
from stickslip.forces import ForceElement
from stickslip.integrators.schemes import Integrator
from stickslip.joints import Joint
from stickslip.model.functions import TimeFunction

FOUND: dict[str, dict[tuple[str, str], str]] = {}


@pytest.mark.parametrize("title", TABLES)
def test_table(title):
    FOUND[title] = outcomes(TABLES[title])


def test_page_is_up_to_date():
    """``PYTHONPATH=tests python tests/combinations/table.py`` writes it anew."""
    missing = {title: outcomes(TABLES[title]) for title in TABLES if title not in FOUND}
    assert PAGE.read_text(encoding="utf-8") == page({title: (FOUND | missing)[title] for title in TABLES})


# Public names that are no row or column, and why.
OUTSIDE = {
    "Body": "base of all bodies",
    "Frame": "part of the joints and forces that attach by it",
    "LinearPoint": "part of a LinearBody",
    "Material": "data of lines, solids and shells",
    **dict.fromkeys(("ShellSection", "Laminate", "Layer"), "data of shells; tests/analysis/test_shell_statics.py"),
    "Section": "data of lines",
    "Rectangle": "makes a Section",
    "Round": "makes a Section",
    "steel": "a Material",
    "Mesh": "data of rigid bodies: RigidBody.mesh",
    "ElasticMatrices": "a shape of a FloatingSolid",
    "Contact": "joins two contours: every cell of those tables has one",
    "Model": "every cell has one",
    "Result": "every run gives one",
    "simulate": "every cell of a scheme calls it",
    **dict.fromkeys(("SmoothIntegrator", "Motion"), "RungeKutta is one; tests/integrators/test_runge_kutta.py"),
    **dict.fromkeys(("convergence", "work_precision", "spectral", "cutoff_frequency"), "tests/analysis, by scheme"),
    **dict.fromkeys(("critical_load", "inventory"), "tests/examples and tests/integrators"),
    **dict.fromkeys(("load", "resume"), "tests/integrators: test_files, test_resuming"),
    **dict.fromkeys(("Record", "Tolerances"), "options of simulate, tests/integrators/test_faults.py"),
    "ModelError": "a refusal",
    "SimulationError": "a refusal",
    "StickslipError": "a refusal",
}


def standing() -> set[str]:
    """Return the words of all labels of rows and columns."""
    labels = [label(kind) for table in TABLES.values() for kind in (*table.rows, *table.columns)]
    return {word for text in labels for word in text.split()}


def test_nothing_is_left_out():
    """A new public kind has to be entered in a table of ``table``."""
    left = [name for name in ss.__all__ if name not in standing() and name not in OUTSIDE]
    assert not left, f"neither row nor column: {', '.join(left)}"
    assert not OUTSIDE.keys() - set(ss.__all__), "not public any more"
    assert not OUTSIDE.keys() & standing(), "is a row or column"


def test_parts_and_schemes_are_never_outside():
    """What can be added to a model, or steps it, is a row or column."""
    bases = (Contour, Joint, ForceElement, TimeFunction, Integrator)
    kinds = {name: getattr(ss, name) for name in OUTSIDE if inspect.isclass(getattr(ss, name))}
    assert [name for name, kind in kinds.items() if issubclass(kind, bases)] == ["SmoothIntegrator"]
    assert [name for name, kind in kinds.items() if issubclass(kind, ss.Body)] == ["Body"]
    own = {name for name, cls in Integrator.known.items() if cls.__module__.startswith("stickslip")}
    assert own <= standing()


@pytest.mark.parametrize(
    ("declared", "field", "shown"),
    [
        (ss.PlanarBeam, "formulation", {"exact": "PlanarBeam", "redundant": "redundant"}),
        (ss.StringBody, "formulation", {"plain": "StringBody", "bezier": "bezier"}),
        (ss.Bond, "multiplier", {"P1": "P1", "P0": "P0", "dual": "dual"}),
    ],
)
def test_options_that_make_other_kinds_are_shown(declared, field, shown):
    """A new choice of such a field has to be entered, too."""
    assert set(get_args(declared.model_fields[field].annotation)) == shown.keys()
    assert set(shown.values()) <= standing()
