"""Changes of model files: whatever the path and whatever the file, only the package's own errors come out."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from stickslip.errors import ModelError
from stickslip.model.yaml_edit import change
from stickslip.model.yaml_io import load, load_simulation
from stickslip.model.yaml_text import write

WORDS = st.sampled_from(
    ["model", "parts", "ball", "simulation", "ground", "name", "0", "1", "", "x", "mass", "kind", "²"]
)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(allow_nan=True) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
DOCUMENTS = st.fixed_dictionaries({"model": PLAIN}, optional={"simulation": PLAIN})
PATHS = st.lists(WORDS, min_size=1, max_size=4).map(".".join) | st.text(max_size=8)


@settings(max_examples=400, deadline=None)
@given(DOCUMENTS, st.dictionaries(PATHS, PLAIN, max_size=2))
def test_any_document_and_path(document, changes):
    try:
        change(document, changes)
    except ModelError:
        pass


@settings(max_examples=200, deadline=None)
@given(DOCUMENTS, st.dictionaries(PATHS, PLAIN, max_size=2))
def test_reading_with_changes(document, changes):
    text = write(document)
    for read in (load, load_simulation):
        try:
            read(text, changes)
        except ModelError:
            pass
