"""Validators by name: those of this package, and those that third parties add by entry point.

Guarantees that a name has one meaning: a second validator of a name is refused. Entry points (group
`specharness.validators`, the name being the validator's, the value an object or a class without arguments) are listed
only when a name is asked for that is not ours, and only the one asked for is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint
from types import MappingProxyType
from typing import Any

from specharness import installed
from specharness.errors import UsageError
from specharness.ir import Family
from specharness.validators import (
    agreement,
    cell_formats,
    code_interface,
    column_types,
    combined,
    commands,
    computed,
    counts,
    formats,
    formula_rules,
    frame,
    json_schema,
    json_shape,
    numbers,
    order,
    paths,
    placeholders,
    quantities,
    response,
    response_each,
    response_forms,
    response_parts,
    sections,
    state,
    tables,
    text,
    trace,
    values,
    workbook,
)
from specharness.validators.base import Check, Validator
from specharness.validators.cards import state_of

GROUP = "specharness.validators"
"""Entry point group of third parties."""

_CHECKS: tuple[Check, ...] = (
    paths.PathExists(),
    paths.PathAbsent(),
    paths.DirContents(),
    formats.FormatValid(),
    json_shape.JsonShape(),
    json_schema.JsonSchema(),
    tables.TableColumns(),
    column_types.ColumnTypes(),
    tables.SameColumns(),
    agreement.NumbersAgree(),
    agreement.ValuesAgree(),
    agreement.TextStates(),
    counts.Count(),
    text.TextContains(),
    text.TextAbsent(),
    sections.HeadingsPresent(),
    sections.HeadingsAbsent(),
    text.TextPattern(),
    numbers.NumberFormat(),
    numbers.SingleNumber(),
    text.WholeText(),
    values.ValueEquals(),
    values.ValueRange(),
    values.AllowedValues(),
    computed.Computed(),
    order.SortedBy(),
    order.Unique(),
    workbook.SheetsPresent(),
    workbook.CellsFilled(),
    workbook.FormulaCells(),
    frame.Unchanged(),
    frame.OnlyChanges(),
    placeholders.PlaceholdersGone(),
    response.ResponseText(),
    response_forms.ResponseCount(),
    response_forms.ResponseCase(),
    response_forms.ResponseEdges(),
    response_forms.ResponseNotAtEdge(),
    response_forms.ResponseParagraph(),
    response_forms.ResponseChoice(),
    response_each.ResponseEach(),
    response_parts.ResponseParts(),
    response_parts.ResponseOrder(),
    trace.ToolUsed(),
    trace.ToolNotUsed(),
    trace.OrderedSteps(),
    commands.CommandSucceeds(),
    commands.TestsPass(),
    code_interface.CodeInterface(),
    cell_formats.CellFormat(),
    formula_rules.FormulaParts(),
    formula_rules.FormulaResults(),
    quantities.QuantityIs(),
    quantities.FileSize(),
    state.StateQuery(),
    combined.Combined(),
)

BUILT_IN: Mapping[str, Check] = MappingProxyType({check.name: check for check in _CHECKS})
"""The validators of this package, in the order of the documentation."""


def qualified() -> Mapping[str, Validator]:
    """The validators that may block: those with a current card (`cards.state_of`)."""
    return {name: check for name, check in BUILT_IN.items() if not withheld(check)}


def withheld(validator: Validator) -> str:
    """Why a validator may not block: it has no card, or its card is void; empty where it may."""
    return state_of(validator).problem


def offered() -> tuple[str, ...]:
    """Names of third parties' validators that are installed, sorted; nothing is imported."""
    return tuple(sorted({point.name for point in installed.offered(GROUP)} - BUILT_IN.keys()))


def find(name: str) -> Validator | None:
    """The validator of this name, or None. Raises UsageError where a third party's can't be used."""
    return BUILT_IN.get(name) or _third_party(name)


def blocking(name: str) -> Validator | None:
    """The validator of this name, or None. Raises UsageError where it may not block, as where it can't be used."""
    validator = find(name)
    problem = "" if validator is None else withheld(validator)
    if problem:
        raise UsageError(f"validator `{name}` {problem}, so nothing rests on its answer; see `specharness qualify`")
    return validator


def for_family(family: Family) -> tuple[Validator, ...]:
    """The validators of this package that decide directions of a family."""
    return tuple(check for check in _CHECKS if family in check.families)


@cache
def _third_party(name: str) -> Validator | None:
    taken = next((point.name for point in installed.offered(GROUP) if point.name in BUILT_IN), "")
    if taken:
        raise UsageError(f"validator `{taken}` is offered by a third party, but is ours; it must be renamed")
    point = installed.named(GROUP, name, "validator")
    return None if point is None else _loaded(point)


def _loaded(point: EntryPoint) -> Validator:
    made: Any = installed.made(point, "validator")
    parts = ("version", "families", "required", "optional", "needs", "decide")
    missing = [part for part in parts if not hasattr(made, part)]
    if missing or getattr(made, "name", None) != point.name:
        lack = f"no `{missing[0]}`" if missing else f"the name {getattr(made, 'name', None)!r}"
        raise UsageError(f"validator `{point.name}` from {point.value} has {lack}; see docs/validators.md")
    validator: Validator = made
    return validator
