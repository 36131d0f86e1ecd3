"""Python source as a tree, one at a time.

Python 3.11 counts the depth of the tree that it builds in one place for all threads: two of them that build at the same
time end with a SystemError now and then, though nothing is wrong with their sources. So does turning off warnings,
which is for all threads, too. Everything that reads Python source reads it here; nothing of it is run.
"""

from __future__ import annotations

import ast
import threading
import warnings
from typing import Literal, overload

__all__ = ["literal", "parsed"]

_ONE_AT_A_TIME = threading.RLock()
"""Reentrant, since garbage may be collected meanwhile."""


@overload
def parsed(source: str | bytes, name: str = ..., *, mode: Literal["exec"] = ...) -> ast.Module: ...
@overload
def parsed(source: str | bytes, name: str = ..., *, mode: Literal["eval"]) -> ast.Expression: ...
def parsed(
    source: str | bytes, name: str = "<unknown>", *, mode: Literal["exec", "eval"] = "exec"
) -> ast.Module | ast.Expression:
    """The tree of a module (`exec`) or of one expression (`eval`). Raises what ast.parse raises: SyntaxError,
    ValueError, RecursionError, MemoryError. Warnings about the source are not shown."""
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source, name, mode)  # type: ignore[return-value]  # `mode` is one of two


def literal(source: str) -> object:
    """The value of a literal. Raises what ast.literal_eval raises: beside those of `parsed`, TypeError."""
    return ast.literal_eval(parsed(source.lstrip(" \t"), mode="eval"))
