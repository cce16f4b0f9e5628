"""Sphinx configuration: Markdown pages (MyST), reference from docstrings, gallery from scripts; no network needed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import stickslip

project = "stickslip"
author = "The stickslip developers"
version = release = stickslip.__version__
copyright = author

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_design",
    "sphinxcontrib.bibtex",
    "sphinx_gallery.gen_gallery",
]
bibtex_bibfiles = ["references.bib"]
bibtex_default_style = "plain"
exclude_patterns = ["gallery/*", "auto_gallery/*.ipynb", "_build"]

# pages of this folder that have a place of their own; all others are guides
PLACED = {
    "index", "guides", "coming-from", "proof", "about", "changelog", "validation", "figures", "benchmarks", "schemes",
    "notation", "contact-laws", "flexible-lines", "solids", "shells", "meshes", "floating-frames", "integrators",
    "what-works", "architecture",
}  # fmt: skip

myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 3
html_math_renderer = "mathml"

autosummary_generate = False
autodoc_member_order = "bysource"
autodoc_typehints = "none"
INNER = "model_config, model_post_init, kinds, coefficients, mixed, check_place, check_interface, check_station, attach"
autodoc_default_options = {"exclude-members": INNER}
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_param = False
napoleon_use_ivar = True

html_theme = "pydata_sphinx_theme"
html_title = "stickslip"
html_static_path = ["_static"]
html_css_files = ["stickslip.css"]
html_show_sourcelink = False
html_show_search_summary = False  # browsers do not read other pages from file://
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "navbar_align": "left",
    "header_links_before_dropdown": 9,
    "show_prev_next": True,
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "tango",
}
html_sidebars = {"index": [], "coming-from": [], "about": []}

sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "auto_gallery",
    "filename_pattern": r"/plot_",
    "download_all_examples": False,
    "show_memory": False,
    "show_signature": False,
    "remove_config_comments": True,
    "plot_gallery": "True",
    "abort_on_example_error": True,
    "within_subsection_order": "FileNameSortKey",
    "min_reported_time": 1e9,
    "write_computation_times": False,
    "capture_repr": (),
}


def _add_guides(app: Any, name: str, source: list[str]) -> None:
    """List the pages that nobody has placed among the guides."""
    if name == "guides":
        others = sorted({page.stem for page in Path(app.srcdir).glob("*.md")} - PLACED)
        source[0] = source[0].replace("<others>\n", "".join(f"{page}\n" for page in others))


def _fields(cls: type) -> str:
    """Return the fields of a declaration as the signature of its constructor."""
    parts = []
    fields = dict(cls.model_fields)  # type: ignore[attr-defined]
    fields["name"] = fields.pop("name")  # by name only, so it stands last
    for name, info in fields.items():
        if info.is_required():
            parts.append(name)
        elif info.default_factory is not None:
            parts.append(f"{name}={info.default_factory()!r}")
        else:
            parts.append(f"{name}={info.default!r}")
    return "(" + ", ".join(parts) + ")"


def _signature(app: Any, what: str, name: str, obj: Any, options: Any, signature: Any, returns: Any) -> Any:
    """Show the fields of declarations (their own ``__init__`` takes anything and checks it)."""
    if what == "class" and hasattr(obj, "model_fields"):
        return _fields(obj), None
    return None


def _join_sentence(lines: list[str]) -> None:
    """Put sentences together again that napoleon split at their colon into text and type."""
    for k, line in enumerate(lines):
        if line.startswith(":type: "):
            lines[:] = [line.removeprefix(":type: ") + ": " + lines[0], *lines[1:k], *lines[k + 1 :]]
            return


# bases whose fields and methods serve several classes; the reference has them
COMMON = {
    "Body", "LinearBody", "Slender", "Line", "Shape", "Joint", "FreeAxisJoint", "Contour", "Integrator",
    "MixedIntegrator", "SparseIntegrator", "BodySeries", "JointSeries",
}  # fmt: skip


def _bases(cls: type) -> list[str]:
    """State where the fields and methods are described that a class has in common with others."""
    bases = [base for base in cls.__mro__[1:] if base.__name__ in COMMON]
    modules = ["stickslip" if base.__name__ in stickslip.__all__ else base.__module__ for base in bases]
    links = ", ".join(f":class:`~{module}.{base.__name__}`" for module, base in zip(modules, bases))
    return ["", f"Fields and methods in common: {links}."] if bases else []


def _docstring(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are plain text with some Markdown habits: bars and underscores are not markup."""
    if what in ("property", "attribute"):
        _join_sentence(lines)
    if what in ("class", "function", "method", "property", "attribute"):
        lines[:] = [_plain(line) for line in lines]
    if what == "class":
        lines += _bases(obj)


def _plain(line: str) -> str:
    return line if "``" in line else line.replace("|", "\\|")


def _inline_math(self: Any, node: Any) -> None:
    self.body.append(_mathml(node.astext(), block=False))
    _skip()


def _block_math(self: Any, node: Any) -> None:
    self.body.append(f'<div class="equation">{_mathml(node.astext(), block=True)}</div>')
    _skip()


def _mathml(tex: str, block: bool) -> str:
    """Return LaTeX as MathML, which browsers show without any script."""
    from docutils.utils.math import latex2mathml

    return str(latex2mathml.tex2mathml(tex, as_block=block))


def _skip() -> None:
    from docutils.nodes import SkipNode

    raise SkipNode


def setup(app: Any) -> None:
    """Connect the small helpers above."""
    app.connect("source-read", _add_guides)
    app.connect("autodoc-process-signature", _signature)
    app.connect("autodoc-process-docstring", _docstring)
    app.add_html_math_renderer("mathml", (_inline_math, None), (_block_math, None))
