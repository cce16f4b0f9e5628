import pytest
from chromium import Chromium, executable


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium for all tests of pages."""
    if executable() is None:
        pytest.skip("no chromium or google-chrome on PATH")
    browser = Chromium()
    yield browser
    browser.close()
