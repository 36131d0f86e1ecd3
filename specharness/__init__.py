"""SpecHarness: what an agent was told, as obligations that something other than the agent decides.

    import specharness

    obligations = specharness.compile("tasks/invoice")
    certificate = specharness.check(obligations, workspace="after")

Importing this package loads nothing heavy: the names below are fetched when they are first used.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
"""Type checkers take it for true; `typing` itself would be loaded before an interrupt is handled."""

__version__ = "0.1.0"

if TYPE_CHECKING:
    from specharness.api import check, compile, compile_text, directions_jsonl, load_obligations
    from specharness.errors import SpecHarnessError
    from specharness.ir import Certificate, Direction, Obligation, ObligationSet, Verdict

__all__ = [
    "Certificate",
    "Direction",
    "Obligation",
    "ObligationSet",
    "SpecHarnessError",
    "Verdict",
    "__version__",
    "check",
    "compile",
    "compile_text",
    "directions_jsonl",
    "load_obligations",
]

_HOMES = {
    "Certificate": "specharness.ir",
    "Direction": "specharness.ir",
    "Obligation": "specharness.ir",
    "ObligationSet": "specharness.ir",
    "SpecHarnessError": "specharness.errors",
    "Verdict": "specharness.ir",
    "check": "specharness.api",
    "compile_text": "specharness.api",
    "directions_jsonl": "specharness.api",
    "load_obligations": "specharness.api",
}


def __getattr__(name: str) -> object:
    if name == "compile":
        # The subpackage of that name is callable, so that importing one of its modules can't take the function away.
        return importlib.import_module("specharness.compile")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
