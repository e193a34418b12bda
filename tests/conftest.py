"""What all tests share: how thorough hypothesis is, and how golden files are renewed."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# Lark looks for interegular when it is imported; `make` installs it beside the other packages.
sys.path.append(str(Path(sys.prefix) / "strict"))

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=200)
settings.register_profile("local", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write what comes out as the new golden files; explain the difference in the commit",
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether a test should write its golden file instead of comparing with it."""
    return bool(request.config.getoption("--update-golden"))
