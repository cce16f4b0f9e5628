"""The reference has every public name with its members and fields; symbols and sources on the pages exist."""

import ast
import importlib
import inspect
import pkgutil
import pydoc
import re
import textwrap
from itertools import pairwise
from pathlib import Path

import pytest

import stickslip as ss
import stickslip.analysis
from stickslip.model.base import Declaration
from stickslip.model.docstrings import entries

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SOURCES = sorted((ROOT / "src" / "stickslip").rglob("*.py"))
DIRECTIVE = re.compile(r"^\.\. auto(?:class|function|data):: (\S+)$", re.MULTILINE)


def listed() -> list[str]:
    """Return all names under the autodoc directives of the reference."""
    return [name for page in sorted((DOCS / "api").glob("*.rst")) for name in DIRECTIVE.findall(page.read_text())]


def resolve(name: str):
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module), last) if module else getattr(ss, name)


CLASSES = {name: resolve(name) for name in listed() if inspect.isclass(resolve(name))}
DOCUMENTED = set(CLASSES.values())


def test_reference_has_every_public_name_once():
    names = [name for name in listed() if "." not in name]
    assert sorted(names) == sorted(ss.__all__)


def test_reference_has_all_of_the_analyses_and_all_series_of_results():
    described = [resolve(name) for name in listed()]
    for name in stickslip.analysis.__all__:
        assert getattr(stickslip.analysis, name) in described, name
    for _, value in classes_of("stickslip.results"):
        assert not value.__name__.endswith("Series") or value in DOCUMENTED, value


def classes_of(package: str):
    for entry in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
        module = importlib.import_module(entry.name)
        yield from inspect.getmembers(module, inspect.isclass)


@pytest.mark.parametrize("name", ss.__all__)
def test_public_name_has_a_docstring_of_its_own(name):
    value = getattr(ss, name)
    text = value.__doc__ or ""
    assert len(text.strip()) > 20
    inherited = [base.__doc__ for base in getattr(value, "__mro__", ())[1:]]
    assert text not in inherited


def functions(cls: type) -> dict:
    """Return public methods and properties of a class itself, as functions."""
    found = {}
    for name, value in vars(cls).items():
        value = getattr(value, "__func__", getattr(value, "fget", getattr(value, "func", value)))
        if not name.startswith("_") and inspect.isfunction(value) and name != "model_post_init":
            found[name] = value
    return found


@pytest.mark.parametrize("name", CLASSES)
def test_members_have_docstrings(name):
    assert [member for member, value in functions(CLASSES[name]).items() if not value.__doc__] == []


def own_fields(cls: type) -> list[str]:
    """Return the fields that a class itself declares, or the arguments of its own constructor."""
    known = {*getattr(cls, "model_fields", ()), *getattr(cls, "__dataclass_fields__", ()), *getattr(cls, "_fields", ())}
    return [name for name in vars(cls).get("__annotations__", {}) if name in known and not name.startswith("_")]


def described_fields(cls: type) -> set[str]:
    """Return the words of a docstring and the fields that are followed by a text of their own."""
    body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0].body
    texts = {
        field.target.id
        for field, text in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
    }
    return texts | set(re.findall(r"\w+", cls.__doc__ or ""))


def bases_with_fields(cls: type) -> list[type]:
    return [base for base in cls.__mro__ if base.__module__.startswith("stickslip") and base.__name__ != "Declaration"]


@pytest.mark.parametrize("name", CLASSES)
def test_every_field_is_described_in_the_reference(name):
    """A field is described where it is declared, in the class or in a base that the reference has, too."""
    for base in bases_with_fields(CLASSES[name]):
        missing = set(own_fields(base)) - described_fields(base)
        assert not missing, f"{base.__name__}: {missing}"
        assert base in DOCUMENTED or not own_fields(base), f"the reference has no {base.__name__}"


DECLARATIONS = [name for name in ss.__all__ if isinstance(getattr(ss, name), type(Declaration))]


@pytest.mark.parametrize("name", DECLARATIONS)
def test_docstring_lists_every_parameter(name):
    """Its own and those of its bases, each once, so that help shows them."""
    cls = getattr(ss, name)
    names = [one for entry in entries(cls.__doc__) for one in entry.names]
    assert sorted(names) == sorted(cls.model_fields)


def test_help_fits_two_screens():
    """Two screens of 50 lines have all parameters and methods, and nothing of what validates them."""
    text = pydoc.render_doc(ss.Revolute, renderer=pydoc.plaintext)
    assert text.count("\n") < 100
    assert "pydantic_" not in text and "friction : float" in text


def test_names_on_the_page_of_notation_exist():
    """`State.q` is a field of a table or declaration, or a property of a result."""
    packages = (
        "bodies",
        "contact",
        "floating",
        "forces",
        "joints",
        "lines",
        "mechanics",
        "model",
        "results",
        "solids",
        "system",
    )
    known = {cls.__name__: cls for package in packages for _, cls in classes_of(f"stickslip.{package}")}
    known["Contacts"] = importlib.import_module("stickslip.contact.tables").Contacts
    names = re.findall(r"`(\w+)\.(\w+)`", (DOCS / "notation.md").read_text())
    assert len(names) > 25
    for owner, field in names:
        cls = known[owner]
        kinds = ("_fields", "model_fields", "__dataclass_fields__")
        fields = {*dir(cls), *(field for kind in kinds for field in getattr(cls, kind, ()))}
        assert field in fields, f"{owner}.{field}"


def test_sources_are_cited_by_name():
    """As "Zander 2008, sec. 4.2.3", whose entry is in the bibliography; not by the keys of notes."""
    entries = (DOCS / "references.bib").read_text()
    for author in ("Zander", "Betsch", "Rezaei", "Eugster", "Södersten"):
        assert author in entries
    note = re.compile(r"\b(?:zander|betsch|rezaei|eugster|sodersten) \d")
    for page in [*SOURCES, *DOCS.rglob("*.md")]:
        assert not note.search(page.read_text()), f"{page.name}: cite the work itself"


# sections of the sources, read from their tables of contents and headings
SECTIONS = {
    "Zander 2008": "2.1-2.4 2.1.1-2.1.2 2.3.1-2.3.2 3.1-3.5 3.1.1-3.1.2 3.3.1-3.3.3 3.4.1-3.4.2 "
    "4.1-4.2 4.1.1-4.1.2 4.2.1-4.2.3 5.1-5.2 6.1-6.5",
    "Betsch et al.": "1-9 3.1-3.3 4.1-4.2 6.1-6.2 8.1-8.3",
    "Rezaei and Schindler": "1-5 2.1-2.8 2.1.1-2.1.5 2.4.1-2.4.2 2.6.1-2.6.2 4.1-4.5",
    "Eugster and Glocker 2013": "1-5 2.1-2.3 3.1-3.5",
    "Södersten 2018": "2.1-2.7 2.1.1-2.1.4 2.2.1-2.2.4 2.3.1-2.3.4 2.4.1-2.4.4 2.5.1-2.5.5 2.6.1-2.6.2 2.7.1-2.7.3 "
    "3.1-3.2 4.1-4.2",
}


def expanded(ranges):
    """Return {"2.1", "2.2"} for "2.1-2.2"."""
    found = set()
    for span in ranges.split():
        first, last = span.split("-")
        stem, _, low = first.rpartition(".")
        dot = "." if stem else ""
        found |= {f"{stem}{dot}{k}" for k in range(int(low), int(last.rpartition(".")[2]) + 1)}
    return found


def test_cited_sections_exist():
    pages = [*SOURCES, *DOCS.rglob("*.md"), *ROOT.joinpath("tests").rglob("*.py")]
    wrong, count = [], 0
    for work, ranges in SECTIONS.items():
        known = expanded(ranges)
        cited = re.compile(
            re.escape(work) + r",\s+sec\.\s+((?:\d[\d.]*\d|\d)(?:,? (?:and )?(?:\d[\d.]*\d|\d)(?![\d.]*\w))*)"
        )
        for page in pages:
            for found in cited.findall(page.read_text()):
                count += 1
                wrong += [f"{page.name}: {work}, sec. {n}" for n in re.findall(r"[\d.]*\d", found) if n not in known]
    assert count > 100
    assert wrong == []


def test_version_to_cite_is_that_of_the_package():
    assert f"\nversion: {ss.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"version = {{{ss.__version__}}}" in (DOCS / "about.md").read_text()
