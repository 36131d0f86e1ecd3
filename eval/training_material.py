"""Options of the scripts here that train: labels beside those of the measured documents."""

from __future__ import annotations

import argparse
from pathlib import Path

from specharness.compile.local.train_partly import Beside
from specharness.measure.compilers import load_beside


def add_training_material(parser: argparse.ArgumentParser) -> None:
    """--also and --partly, each as often as wanted."""
    for name, places, meaning in (
        ("--also", ("DEV", "DOCS"), "further labels and their texts"),
        ("--partly", ("FILE", "TEXTS"), "labelled stretches and their texts"),
    ):
        parser.add_argument(name, type=Path, nargs=2, action="append", default=[], metavar=places, help=meaning)


def training_material(options: argparse.Namespace) -> Beside:
    """What the options name, read. Raises what `load_beside` raises."""
    return load_beside(options.also, options.partly)
