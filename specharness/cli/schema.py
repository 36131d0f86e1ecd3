"""`specharness schema`: the JSON Schemas of everything that is written for others to read."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from specharness.ir.schema import DOCUMENTS, json_schema

HELP = """Print the JSON Schemas of the written documents.

\b
Examples:
  specharness schema               all of them, in one object by name
  specharness schema obligations   what `compile -o` writes
  specharness schema certificate   what `check -o` writes
  specharness schema directions    a line of `compile --directions`
  specharness schema run           a line of `runs convert`
"""


def schema(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help=f"One of: {', '.join(DOCUMENTS)}.")] = None,
) -> None:
    """Print one schema, or all of them by name."""
    value = json_schema(name) if name else {each: json_schema(each) for each in DOCUMENTS}
    print(json.dumps(value, indent=2, ensure_ascii=False))
