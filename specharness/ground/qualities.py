"""Qualities that a clause names beside what its checks decide: order, uniqueness, types, parts, places.

A check takes its literals from a clause and passes over the adjectives. Each quality lists the validators that decide
it; where none of the checks made from the same words is one of them, the quality is left open: a pass can't hide it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from specharness.ground.conflicts import Candidate
from specharness.ground.families.base import Check
from specharness.ir import Direction, Span

_FREE = frozenset(
    {"text_pattern", "whole_text", "value_equals", "allowed_values", "same_columns", "computed", "numbers_agree"}
    | {"values_agree", "text_states", "response_text", "response_count", "response_case", "response_edges"}
    | {
        "response_paragraph",
        "response_choice",
        "response_each",
        "response_not_at_edge",
        "command_succeeds",
        "tests_pass",
        "code_interface",
        "ordered_steps",
    }
    | {"tool_used", "tool_not_used", "json_schema", "only_changes", "unchanged", "path_absent", "dir_contents"}
    | {"placeholders_gone", "single_number", "state_query", "combined", "formula_cells", "formula_parts"}
)
"""Checks that are made only of a clause that was read as a whole, or whose literals may be such words."""


class _Quality(NamedTuple):
    pattern: re.Pattern[str]
    decided_by: frozenset[str]


def _quality(pattern: str, *decided_by: str) -> _Quality:
    return _Quality(re.compile(pattern, re.IGNORECASE), frozenset(decided_by))


_QUALITIES = (
    _quality(
        r"\b(?:sort(?:ed|ing)?|ascending|descending|alphabetical(?:ly)?|chronological(?:ly)?)\b|升序|降序|排序",
        "sorted_by",
    ),
    _quality(r"\b(?:uniques?|distinct|duplicates?|repeated|no repeats?)\b|唯一|重复", "unique"),
    _quality(
        r"\b(?:integers?|booleans?|bools?|strings?|floats?)\b|整数|布尔|字符串|浮点",
        *("column_types", "value_range", "number_format", "quantity", "text_contains", "text_absent"),
    ),
    _quality(r"\b(?:sections?|(?:sub)?headings?)\b|章节|标题", "text_contains", "count"),
    _quality(r"\b(?:no|without|or) (?:tables?|images?|links?|headings?|headers?|footnotes?)\b", "text_absent"),
    _quality(r"\bnon-?empty\b", "cells_filled"),
    _quality(r",\s*(?:after|before|above|below)\s+the\s+\w+|\bwith an? examples?\b", "sorted_by"),
)
_TYPE = re.compile(r"integer|boolean|string|number")
"""In the shape that a check of JSON asks for."""
_LITERAL = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”")


_BUCKET = 2048
"""Characters of a source whose checks are looked through together."""


class Beside:
    """Which checks were made from words of the same clause. Built once, so that many clauses cost no quadratic step."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self._held: dict[tuple[str, int], list[Candidate]] = {}
        for item in candidates:
            for place in _buckets(item.direction.spans[0]):
                self._held.setdefault(place, []).append(item)

    def validators(self, direction: Direction) -> set[str]:
        """Those of other directions whose main words overlap this one's."""
        span = direction.spans[0]
        return {
            item.check.validator
            for place in _buckets(span)
            for item in self._held.get(place, ())
            if item.direction is not direction
            and item.direction.spans[0].start < span.end
            and span.start < item.direction.spans[0].end
        }


def _buckets(span: Span) -> Iterator[tuple[str, int]]:
    return ((span.source, number) for number in range(span.start // _BUCKET, (span.end - 1) // _BUCKET + 1))


def left_unasked(text: str, checks: Sequence[Check], others: Iterable[str]) -> str:
    """The first quality in a clause that nothing decides; empty where there is none. `others` are the validators of the
    checks that were made from words of the same clause."""
    decided = {check.validator for check in checks} | set(others)
    if not decided or decided & _FREE:
        return ""
    plain = _LITERAL.sub(lambda match: "_" * len(match.group()), text)
    typed = any(_TYPE.search(str(check.params.get("shape", ""))) for check in checks)
    for quality in _QUALITIES:
        found = quality.pattern.search(plain)
        if found is None or decided & quality.decided_by or (typed and "column_types" in quality.decided_by):
            continue
        return found.group().strip(" ,")
    return ""
