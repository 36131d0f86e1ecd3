"""Which lines of a module run while something is asked, with nothing remembered from before."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Collection
from functools import cache
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

Trace = Callable[[FrameType, str, object], object]

_NOT_UNDER_TEST = frozenset({"specharness.validators.digest", "specharness.validators.cards"})
"""Their caches are of digests and cards: no mutant changes what they hold."""


def lines_run(module: str, ask: Callable[[], T]) -> tuple[T, frozenset[int]]:
    """What `ask` gives, and the lines of a module that it runs; caches are emptied first, which would hide some."""
    file = importlib.import_module(module).__file__
    found: set[int] = set()

    def inside(frame: FrameType, event: str, argument: object) -> Trace:
        found.add(frame.f_lineno)
        return inside

    def called(frame: FrameType, event: str, argument: object) -> Trace | None:
        return inside if frame.f_code.co_filename == file else None

    for clear in caches_of(frozenset({module.partition(".")[0]})):
        clear()
    before = sys.gettrace()
    sys.settrace(called)
    try:
        given = ask()
    finally:
        sys.settrace(before)
    return given, frozenset(found)


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
