"""A recorded call, `tool.func(key="value", …)`, read as literals: nothing is evaluated."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Mapping
from dataclasses import dataclass

MAX_CALL_CHARS = 100_000
"""A longer one counts as unreadable."""

_SUFFIX = ".func"


@dataclass(frozen=True)
class Call:
    tool: str
    arguments: Mapping[str, str]
    """Every value as text: an argument that was given as nothing or as a list is the text `None` or `['a']`."""


def read_call(text: str) -> Call | None:
    """The call, or None where the text is none. Line breaks inside of a value stand as they are in the record."""
    if len(text) > MAX_CALL_CHARS:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes that Python does not know: they stand for themselves
            parsed = ast.parse(text.replace("\r", "\\r").replace("\n", "\\n"), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not isinstance(parsed, ast.Call) or parsed.args:
        return None
    name = _dotted(parsed.func)
    if not name.endswith(_SUFFIX):
        return None
    arguments: dict[str, str] = {}
    for keyword in parsed.keywords:
        value = keyword.value
        if keyword.arg is None or not isinstance(value, ast.Constant) or not isinstance(value.value, str):
            return None
        arguments[keyword.arg] = value.value
    return Call(name.removesuffix(_SUFFIX), arguments)


def _dotted(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join(reversed([*parts, node.id])) if isinstance(node, ast.Name) else ""
