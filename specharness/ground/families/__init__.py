"""Families to checks: which grounder reads which family. A family that is not here has no validator yet."""

from __future__ import annotations

from collections.abc import Mapping

from specharness.ground.families import content, frames, presence, structure, values
from specharness.ground.families.base import Answer, Check, Claim, Grounded, Grounder, Refusal, no_form
from specharness.ground.families.wording import unspoken
from specharness.ir import Family

__all__ = ["GROUNDERS", "Answer", "Check", "Claim", "Grounded", "Grounder", "Refusal", "checks_of"]

GROUNDERS: Mapping[Family, Grounder] = {
    Family.PATH_EXISTS: presence.path_exists,
    Family.PATH_ABSENT: presence.path_absent,
    Family.DIR_CONTENTS: presence.dir_contents,
    Family.FORMAT_VALID: presence.format_valid,
    Family.SCHEMA: structure.schema,
    Family.COUNT: structure.count,
    Family.VALUE_EQUALS: values.value_equals,
    Family.VALUE_RANGE: values.value_range,
    Family.PATTERN: values.pattern,
    Family.NUMBER_FORMAT: values.number_format,
    Family.SORTED: values.sorted_by,
    Family.UNIQUE: values.unique,
    Family.CONTAINS: content.contains,
    Family.NOT_CONTAINS: content.not_contains,
    Family.CELLS_FILLED: content.cells_filled,
    Family.FORMULA: content.formula,
    Family.RESPONSE_CONSTRAINT: content.response,
    Family.UNCHANGED: frames.unchanged,
    Family.ONLY_CHANGES: frames.only_changes,
    Family.CROSS_CONSISTENT: frames.cross_consistent,
    Family.TOOL_USED: frames.tool_used,
    Family.TOOL_NOT_USED: frames.tool_not_used,
}


def checks_of(claim: Claim) -> Answer:
    """The checks of a direction, or why it has none."""
    family = claim.direction.family
    grounder = GROUNDERS.get(family) if family is not None else None
    if grounder is None:
        return no_form(f"no validator for {family or 'a direction without a family'}")
    return unspoken(claim) or grounder(claim)
