"""The guide's words for what a person chooses on the page."""

from __future__ import annotations

from collections.abc import Mapping

from specharness.ir import Family, Modality
from specharness.ir.annotation import PARAM_NAMES
from specharness.report.words import DISPOSITIONS, KINDS, REASONS

MODALITIES: Mapping[Modality, str] = {
    Modality.MUST: "it demands",
    Modality.MUST_NOT: "it forbids",
    Modality.SHOULD: "it advises",
    Modality.SHOULD_NOT: "it advises against",
    Modality.MAY: "it permits",
}

FAMILIES: Mapping[Family, str] = {
    Family.PATH_EXISTS: "a file or folder is there",
    Family.PATH_ABSENT: "a file or folder is not there",
    Family.DIR_CONTENTS: "what a folder holds",
    Family.FORMAT_VALID: "a file has a valid format",
    Family.SCHEMA: "keys, columns, sheets, types",
    Family.VALUE_EQUALS: "a value is the stated one",
    Family.VALUE_RANGE: "bounds or a tolerance",
    Family.COUNT: "how many there are",
    Family.CONTAINS: "a text is in it",
    Family.NOT_CONTAINS: "a text is not in it",
    Family.PATTERN: "a pattern holds",
    Family.SORTED: "an order of rows or items",
    Family.UNIQUE: "nothing is there twice",
    Family.NUMBER_FORMAT: "decimals, notation",
    Family.UNCHANGED: "something stays as it was",
    Family.ONLY_CHANGES: "nothing else changes",
    Family.FORMULA: "spreadsheet functions, no fixed values",
    Family.CELLS_FILLED: "cells are filled",
    Family.COMPUTED: "a value follows from visible data",
    Family.CROSS_CONSISTENT: "two places agree",
    Family.CODE_INTERFACE: "a function, class or command has a signature",
    Family.COMMAND_SUCCEEDS: "a command runs without error",
    Family.TESTS_PASS: "tests pass",
    Family.RESOURCE_LIMIT: "time, memory or size",
    Family.TOOL_USED: "a tool or library is used",
    Family.TOOL_NOT_USED: "a tool or library is not used",
    Family.ORDERED_STEPS: "steps in an order",
    Family.RESPONSE_CONSTRAINT: "length, keyword, language or form of the message",
    Family.STATE_QUERY: "the state of a database or service",
    Family.EXTERNAL_EFFECT: "an effect outside of the workspace",
    Family.OTHER_CHECKABLE: "checkable in another way",
}


def words() -> dict[str, object]:
    """Everything that a person chooses from, by what it is."""
    return {
        "dispositions": dict(DISPOSITIONS),
        "kinds": dict(KINDS),
        "reasons": dict(REASONS),
        "modalities": dict(MODALITIES),
        "families": dict(FAMILIES),
        "params": sorted(PARAM_NAMES),
    }
