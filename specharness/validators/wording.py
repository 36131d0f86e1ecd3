"""Short, one-line wording of values for findings.

Guarantees that whatever an artifact holds, its wording is printable, on one line and bounded. Decides nothing.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from decimal import Decimal

from pydantic import JsonValue

WIDTH = 60
"""Longest wording of one value: a finding is read in one line of a terminal."""

_SAFE_BITS = 1024
"""Integers beyond this are described, not written out: Python refuses to print the very long ones."""


def clip(text: str, width: int = WIDTH) -> str:
    """One printable line of at most `width` characters; what is cut is marked by an ellipsis."""
    line = "".join(_printable(character) for character in " ".join(text[: 4 * width].split()))
    if len(line) > width or len(text) > 4 * width:
        line = line[: width - 1].rstrip() + "…"
    return line


def said(value: JsonValue) -> str:
    """A value as JSON, clipped: text in quotes, so that `"5"` and `5` can be told apart."""
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, int):
        return str(value) if value.bit_length() <= _SAFE_BITS else f"an integer of {value.bit_length()} bits"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return f'"{clip(value, WIDTH - 2)}"'
    if isinstance(value, list):
        return f"a list of {plural(len(value), 'item')}"
    return f"an object of {plural(len(value), 'key')}"


def figure(value: Decimal | None) -> str:
    """A number in digits, a very long one in scientific notation."""
    if value is None:
        return "nothing"
    text = format(value, "f") if abs(value.adjusted()) < WIDTH else f"{value:.3E}"
    return text if len(text) <= WIDTH else f"{value:.3E}"


def plural(number: int, noun: str) -> str:
    """`1 row`, `2 rows`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(names: Iterable[str], most: int = 4) -> str:
    """Names in backticks, the first few and the number of the others."""
    every = list(names)
    shown = ", ".join(f"`{clip(name, 40)}`" for name in every[:most])
    return shown if len(every) <= most else f"{shown} and {len(every) - most} more"


def _printable(character: str) -> str:
    return "�" if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"} else character
