"""Families to checks: which grounder reads which family. A family that is not here has no validator yet."""

from __future__ import annotations

from collections.abc import Mapping

from specharness.ground.families import (
    about,
    amounts,
    calculated,
    content,
    frames,
    joined,
    presence,
    programs,
    sheets,
    structure,
    things,
    values,
)
from specharness.ground.families.base import Answer, Check, Claim, Grounded, Grounder, Refusal, no_form
from specharness.ground.families.databases import in_table
from specharness.ground.families.places import each_place
from specharness.ground.families.wording import unspoken
from specharness.ir import Family

__all__ = ["GROUNDERS", "Answer", "Check", "Claim", "Grounded", "Grounder", "Refusal", "checks_of"]

GROUNDERS: Mapping[Family, Grounder] = {
    Family.PATH_EXISTS: presence.path_exists,
    Family.PATH_ABSENT: presence.path_absent,
    Family.DIR_CONTENTS: presence.dir_contents,
    Family.FORMAT_VALID: presence.format_valid,
    Family.SCHEMA: structure.schema,
    Family.COUNT: things.count,
    Family.VALUE_EQUALS: amounts.value_equals,
    Family.VALUE_RANGE: amounts.value_range,
    Family.PATTERN: values.pattern,
    Family.NUMBER_FORMAT: sheets.number_format,
    Family.SORTED: values.sorted_by,
    Family.UNIQUE: values.unique,
    Family.CONTAINS: content.contains,
    Family.NOT_CONTAINS: content.not_contains,
    Family.CELLS_FILLED: content.cells_filled,
    Family.FORMULA: sheets.formula,
    Family.RESPONSE_CONSTRAINT: content.response,
    Family.UNCHANGED: frames.unchanged,
    Family.ONLY_CHANGES: frames.only_changes,
    Family.CROSS_CONSISTENT: frames.cross_consistent,
    Family.COMPUTED: calculated.computed,
    Family.CODE_INTERFACE: programs.code_interface,
    Family.COMMAND_SUCCEEDS: programs.command_succeeds,
    Family.TESTS_PASS: programs.tests_pass,
    Family.RESOURCE_LIMIT: programs.resource_limit,
    Family.ORDERED_STEPS: programs.ordered_steps,
    Family.STATE_QUERY: programs.state_query,
    Family.TOOL_USED: frames.tool_used,
    Family.TOOL_NOT_USED: frames.tool_not_used,
}


def checks_of(claim: Claim) -> Answer:
    """The checks of a direction, or why it has none."""
    return joined.alternatives(claim, _every(claim))


def _every(claim: Claim) -> Answer:
    """The checks of all that a direction names."""
    family = claim.direction.family
    grounder = GROUNDERS.get(family) if family is not None else None
    if grounder is None:
        return no_form(f"no validator for {family or 'a direction without a family'}")
    parts = [_one_by_one(claim, grounder) for claim in each_place(claim)]
    if len(parts) == 1:
        return parts[0]
    grounded = [part for part in parts if isinstance(part, Grounded)]
    if len(grounded) < len(parts):
        return next(part for part in parts if isinstance(part, Refusal))
    return Grounded(
        tuple(check for part in grounded for check in part.checks),
        open_part=next((part.open_part for part in grounded if part.open_part), ""),
        extra_spans=tuple(dict.fromkeys(span for part in grounded for span in part.extra_spans)),
    )


def _one_by_one(claim: Claim, grounder: Grounder) -> Answer:
    return about.beside_the_point(claim) or unspoken(claim) or in_table(claim, grounder(claim))
