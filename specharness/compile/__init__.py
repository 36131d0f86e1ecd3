"""Units to directions: the engines, and what they promise (`engine.Engine`).

This package can be called: `specharness.compile(path)` is `specharness.api.compile(path)`. Without that, the first
import of one of its modules would put the module in the place of the function (docs/adr/0006-packaging.md).
"""

from __future__ import annotations

import importlib
import inspect
import sys
from types import ModuleType


class _CallablePackage(ModuleType):
    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(importlib.import_module("specharness.api").compile)

    def __call__(self, *args: object, **options: object) -> object:
        return importlib.import_module("specharness.api").compile(*args, **options)


sys.modules[__name__].__class__ = _CallablePackage
