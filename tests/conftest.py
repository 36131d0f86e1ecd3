"""What all tests share: where things are, and small specifications and workspaces to work on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def tasks() -> Path:
    """The project's own task corpus."""
    return REPOSITORY / "annotations" / "tasks"


@pytest.fixture(scope="session")
def data() -> Path:
    """The public data sets; tests that use it skip where they are not."""
    folder = Path(os.environ.get("SPECHARNESS_DATA") or REPOSITORY.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no public data sets at {folder}; set SPECHARNESS_DATA to their folder")
    return folder
