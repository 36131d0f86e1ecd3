"""Directions: labelled requirements, as the annotation guide defines them."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from specharness.ir.base import Model
from specharness.ir.source import Span

Scalar = str | int | float | bool | None


class Disposition(StrEnum):
    """Could an independent runtime decide it, from what the agent could see?"""

    HARD = "hard"
    ADVISORY = "advisory"
    ABSTAIN = "abstain"
    RESIDUAL = "residual"


class Modality(StrEnum):
    MUST = "must"
    MUST_NOT = "must_not"
    SHOULD = "should"
    SHOULD_NOT = "should_not"
    MAY = "may"


class Kind(StrEnum):
    OUTCOME = "outcome"
    FRAME = "frame"
    PROCESS = "process"
    EXTERNAL = "external"
    RESPONSE = "response"


class Family(StrEnum):
    """The kind of check that decides a hard direction."""

    PATH_EXISTS = "path_exists"
    PATH_ABSENT = "path_absent"
    DIR_CONTENTS = "dir_contents"
    FORMAT_VALID = "format_valid"
    SCHEMA = "schema"
    VALUE_EQUALS = "value_equals"
    VALUE_RANGE = "value_range"
    COUNT = "count"
    CONTAINS = "contains"
    NOT_CONTAINS = "not_contains"
    PATTERN = "pattern"
    SORTED = "sorted"
    UNIQUE = "unique"
    NUMBER_FORMAT = "number_format"
    UNCHANGED = "unchanged"
    ONLY_CHANGES = "only_changes"
    FORMULA = "formula"
    CELLS_FILLED = "cells_filled"
    COMPUTED = "computed"
    CROSS_CONSISTENT = "cross_consistent"
    CODE_INTERFACE = "code_interface"
    COMMAND_SUCCEEDS = "command_succeeds"
    TESTS_PASS = "tests_pass"
    RESOURCE_LIMIT = "resource_limit"
    TOOL_USED = "tool_used"
    TOOL_NOT_USED = "tool_not_used"
    ORDERED_STEPS = "ordered_steps"
    RESPONSE_CONSTRAINT = "response_constraint"
    STATE_QUERY = "state_query"
    EXTERNAL_EFFECT = "external_effect"
    OTHER_CHECKABLE = "other_checkable"


class Reason(StrEnum):
    """Why a direction is not hard, or why a text asks for nothing. Stable codes; part of the public interface."""

    NO_VALIDATOR = "no_validator"
    """It is checkable in principle, and no validator here decides it."""
    PARAM_UNGROUNDED = "param_ungrounded"
    """A parameter's literal stands in no cited span and was read from no observation."""
    PARAM_MISSING = "param_missing"
    """The check needs a parameter that the sources do not state."""
    PATH_UNMAPPED = "path_unmapped"
    """A path outside every mapped folder."""
    QUOTE_INCOMPLETE = "quote_incomplete"
    """The quote drops a negation, condition, exception, modal, number, unit or path of its clause."""
    CONDITION_UNDECIDABLE = "condition_undecidable"
    """The guard can't be evaluated from visible data."""
    CONFLICT = "conflict"
    """Another source demands something else of the same key."""
    SUBJECTIVE = "subjective"
    METHOD_UNSTATED = "method_unstated"
    """The value depends on a method that is left to judgement."""
    HIDDEN_KNOWLEDGE = "hidden_knowledge"
    UNOBSERVABLE = "unobservable"
    LOW_CONFIDENCE = "low_confidence"
    NO_ANSWER = "no_answer"
    PERMISSION = "permission"
    PREFERENCE = "preference"
    GUIDANCE = "guidance"
    WEAK_AUTHORITY = "weak_authority"
    """The source's kind can't oblige: a skill's advice, a workspace file."""
    META_INSTRUCTION = "meta_instruction"
    """It addresses the compiler or the verifier, and has no authority."""
    UNREAD = "unread"
    """It may demand something, and nothing has read it."""
    BACKGROUND = "background"


class Param(Model):
    """One literal that a check needs, and where it is written."""

    value: Scalar | tuple[Scalar, ...]
    spans: tuple[Span, ...] = ()
    """Where the literal stands; for several values, one span each in the same order."""
    observed: str | None = None
    """`path#pointer` of the workspace fact that the value was read from, where no source states it."""

    @property
    def values(self) -> tuple[Scalar, ...]:
        """All of them, one or several."""
        return self.value if isinstance(self.value, tuple) else (self.value,)


class Direction(Model):
    """One requirement. The first span is the main one."""

    id: str
    spans: tuple[Span, ...] = Field(min_length=1)
    disposition: Disposition
    reason: Reason | None = None
    """Set unless hard."""
    detail: str = ""
    """The reason in words: what is missing, whom it conflicts with."""
    modality: Modality
    kind: Kind
    family: Family | None = None
    params: dict[str, Param] = {}
    condition: str | None = None
    statement: str
    confidence: float = Field(ge=0, le=1)
    """The compiler's probability that the disposition is right."""
