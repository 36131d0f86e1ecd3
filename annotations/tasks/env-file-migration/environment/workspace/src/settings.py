"""Settings of the backend."""

import tomllib
from pathlib import Path


def load(path: str = "/app/config/settings.toml") -> dict:
    return tomllib.loads(Path(path).read_text())
