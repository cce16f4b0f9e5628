import pytest


@pytest.fixture(scope="session", autouse=True)
def compiled():
    """Compile (or load) the step loops before any case has a time limit."""
    from stickslip.integrators.warmup import warmup

    warmup()
