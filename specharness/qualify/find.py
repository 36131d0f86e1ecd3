"""Where cases come from: this package's modules, and third parties' entry points.

A third party's validator brings its cases by an entry point of the group `specharness.validator_cases` under the
validator's name, or as the attribute `cases`; either is a `Definition` (docs/qualification.md).
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from specharness import installed
from specharness.errors import UsageError
from specharness.qualify import cases
from specharness.qualify.case import Definition
from specharness.validators import registry
from specharness.validators.base import Validator

GROUP = "specharness.validator_cases"
"""Entry point group of third parties' cases."""


@cache
def own() -> dict[str, Definition]:
    """The definitions of this package by validator. Raises ValueError for two of one validator."""
    found: dict[str, Definition] = {}
    for module in pkgutil.iter_modules(cases.__path__):
        loaded = importlib.import_module(f"{cases.__name__}.{module.name}")
        for definition in loaded.DEFINITIONS:
            if definition.validator in found:
                raise ValueError(f"{definition.validator} has its cases twice; {module.name} is one place")
            found[definition.validator] = definition
    return found


def definition_of(name: str) -> tuple[Validator, Definition]:
    """A validator and its cases. Raises UsageError where either is missing or unusable."""
    validator = registry.find(name)
    if validator is None:
        known = ", ".join(registry.BUILT_IN)
        raise UsageError(f"no validator is called `{name}`; known are {known}, and those of installed packages")
    definition = own().get(name) if name in registry.BUILT_IN else _third_party(name, validator)
    if definition is None:
        raise UsageError(f"validator `{name}` has no cases, so nothing can be said about it; see docs/qualification.md")
    return validator, definition


def _third_party(name: str, validator: Validator) -> Definition | None:
    point = installed.named(GROUP, name, "the cases of")
    found = getattr(validator, "cases", None) if point is None else installed.made(point, "the cases of")
    if found is None:
        return None
    if not isinstance(found, Definition) or found.validator != name:
        raise UsageError(f"the cases of `{name}` must be made by `@cases_for({name!r})`; got {type(found).__name__}")
    return found
