import pytest


@pytest.fixture(scope="session")
def compiled():
    """Compile (or load) the step loops before any case has a time limit."""
    from stickslip.integrators.warmup import warmup

    warmup()
