import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "results"))

from chromium import Chromium, executable


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium for all tests of pages."""
    if executable() is None:
        pytest.skip("no chromium or google-chrome on PATH")
    browser = Chromium()
    yield browser
    browser.close()
