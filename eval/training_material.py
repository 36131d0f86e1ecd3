"""Options of the scripts here that train: labels beside those of the measured documents."""

from __future__ import annotations

import argparse
from pathlib import Path

from specharness.compile.local.train import Example
from specharness.compile.local.train_partly import Partly
from specharness.measure.compilers import load_examples, load_partly


def add_training_material(parser: argparse.ArgumentParser) -> None:
    """--also and --partly, each as often as wanted."""
    for name, places, meaning in (
        ("--also", ("DEV", "DOCS"), "further labels and their texts"),
        ("--partly", ("FILE", "TEXTS"), "labelled stretches and their texts"),
    ):
        parser.add_argument(name, type=Path, nargs=2, action="append", default=[], metavar=places, help=meaning)


def training_material(options: argparse.Namespace) -> tuple[list[Example], list[Partly]]:
    """What the options name, read. Raises what `load_examples` and `load_partly` raise."""
    also = [example for dev, docs in options.also for example in load_examples(dev, docs)]
    return also, [document for file, texts in options.partly for document in load_partly(file, texts)]
