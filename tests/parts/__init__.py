"""Parts added one at a time: a file holds all that the tests of every part need to know of it.

SAMPLES   name: function that returns a ``samples.Sample`` (tests/robustness: spoiled arguments and files)
CONTOURS, LAWS, JOINTS, ...   rows of the matrix of combinations (tests/combinations/kinds.py)
add_to    function that adds the part to a model (tests/model/test_yaml.py: written and read again)
"""

import importlib
import pkgutil


def parts():
    """Return the modules of all parts."""
    return [importlib.import_module(f"parts.{found.name}") for found in pkgutil.iter_modules(__path__)]


def entries(table):
    """Return the entries of all parts in a table, such as ``LAWS``."""
    return {name: entry for part in parts() for name, entry in getattr(part, table, {}).items()}
