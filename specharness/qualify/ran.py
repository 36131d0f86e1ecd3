"""Which lines of a package run while something is asked, with nothing remembered from before."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from functools import cache
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")

Trace = Callable[[FrameType, str, Any], Any]

_NOT_UNDER_TEST = frozenset({"specharness.validators.digest", "specharness.validators.cards"})
"""Their caches are of digests and cards: no mutant changes what they hold."""


def lines_run(package: str, ask: Callable[[], T]) -> tuple[T, Mapping[str, frozenset[int]]]:
    """What `ask` gives, and the lines that it runs of every module of a package (`name.`); caches are emptied first,
    which would hide some.
    """
    found: dict[str, set[int]] = {}

    def called(frame: FrameType, event: str, argument: Any) -> Trace | None:
        module = frame.f_globals.get("__name__", "")
        if not f"{module}.".startswith(package):
            return None
        add = found.setdefault(module, set()).add
        add(frame.f_lineno)

        def inside(frame: FrameType, event: str, argument: Any) -> Trace:
            add(frame.f_lineno)
            return inside

        return inside

    for clear in caches_of((package.partition(".")[0],)):
        clear()
    before = sys.gettrace()
    sys.settrace(called)
    try:
        given = ask()
    finally:
        sys.settrace(before)
    return given, {module: frozenset(lines) for module, lines in found.items()}


def caches_of(packages: Collection[str]) -> tuple[Callable[[], None], ...]:
    """What empties the caches of code under test: of some packages, and of the validators of this one."""
    return _caches(frozenset(packages) - {"specharness"}, len(sys.modules))


@cache
def _caches(packages: frozenset[str], modules: int) -> tuple[Callable[[], None], ...]:
    found = []
    for name, module in list(sys.modules.items()):
        under_test = name.partition(".")[0] in packages or name.startswith("specharness.validators.")
        if not under_test or name in _NOT_UNDER_TEST:
            continue
        for value in list(vars(module).values()):
            clear = getattr(value, "cache_clear", None)
            if callable(clear) and getattr(value, "__module__", "") == name:
                found.append(clear)
    return tuple(found)
