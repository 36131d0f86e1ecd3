"""Rules about values among each other: in an order, only once."""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.rules.base import (
    GAP,
    IGNORE,
    MODAL,
    field_key,
    field_of,
    guess,
)
from specharness.compile.local.rules.cells import sheet_of
from specharness.ir import Family, Param

_SORT = re.compile(
    r"\b(?:sort(?:ed|ing)?|ordered\s+by|order\s+(?:the\s+)?\w+\s+by|in\s+(?:ascending|descending|alphabetical"
    r"|chronological)|alphabetically|"
    r"(?:ascending|descending)\s+(?:order|by)|rank(?:ed)?\s+by)\b|排序|升序|降序|排列",
    IGNORE,
)
_SORT_BY = re.compile(
    rf"\b(?:sort(?:ed)?|order(?:ed)?|alphabetical order|rank(?:ed)?|ascending|descending|rows?|items?"
    rf"|entries)\b{GAP}\b(?:by|(?<=order )of)\s+(?:the\s+|their\s+)?(?:column\s+|field\s+|key\s+)?"
    r"(?P<f>`[^`]+`|\"[^\"]+\"|'[^']+'|[A-Za-z_][\w.]*(?:\s+or\s+[A-Za-z_]\w*)*)|按(?:照)?\s*(?P<zh>`[^`]+`"
    r"|[\w]+?)\s*(?:列|字段)?\s*(?:升序|降序|排序|从|由|排列)",
    IGNORE,
)
_DESC = re.compile(
    r"\bdesc(?:ending)?\b|\b(?:largest|highest|newest|latest|most recent|biggest) first\b"
    r"|\bhigh(?:est)? to low(?:est)?\b|\bZ(?:-| to )A\b|降序|从大到小|由大到小|从高到低",
    IGNORE,
)
_ASC = re.compile(
    r"\basc(?:ending)?\b|\balphabetical(?:ly)?\b|\b(?:oldest|earliest|lowest|smallest) first\b"
    r"|\blow(?:est)? to high(?:est)?\b|\bA(?:-| to )Z\b|升序|从小到大|由小到大",
    IGNORE,
)


_SORTED_COLUMNS = re.compile(
    rf"\b(?:columns|headers|keys|fields|sheets)\s+(?:{MODAL}\s+)*(?:sorted|ordered|ranked)\b|\b(?:sort"
    rf"|order)\s+(?:the\s+|all\s+)?(?:columns|headers|keys|fields|sheets)\b"
    r"|(?:列|字段|键|工作表)(?:名)?(?:必须|应|要)?按",
    IGNORE,
)
"""The order of names, not of rows."""
_ORDERS = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to|(?:is|are|to) be)\b|^\W*(?:please\s+)?(?:sort|order|rank)\b"
    r"|必须|应|请|按",
    IGNORE,
)
"""Where no file is in force, only an order to sort is one."""


def sorting(c: Clause) -> Guess | None:
    """Sorted by a field."""
    if c.find(_SORT) is None or c.find(_SORTED_COLUMNS) is not None:
        return None
    params = c.about() | sheet_of(c)
    if not params and not c.search(_ORDERS):
        return None
    match = c.find(_SORT_BY)
    if match is not None:
        group = "f" if match["f"] else "zh"
        value = match[group].strip("`\"'")
        start = c.source.text.index(value, match.start(group))
        params[field_key(c)] = Param(value=value, spans=(c.span(start, start + len(value)),))
    else:
        params |= field_of(c)
    descending, ascending = c.find(_DESC), c.find(_ASC)
    mark = descending or ascending
    if mark is not None:
        params["order"] = Param(value="descending" if descending else "ascending", spans=(c.span(*mark.span()),))
    return guess(Family.SORTED, params, "sorting")


_UNIQUE = re.compile(
    r"\|\s*unique\b|^\W*unique\b|"
    rf"\bno two\b{GAP}\b(?:share|have|with)\s+(?:the\s+)?same\b|"
    r"\b(?:no|without|free of|remove(?: all)?|drop|eliminate)\s+(?:any\s+|all\s+)?(?:exact\s+)?duplicates?\b"
    rf"|\b(?:not|never|cannot)\b{GAP}\bany\s+(?:exact\s+)?duplicates?\b|\b(?:must|should|has to"
    r"|have to|are to|is to)\s+be\s+unique\b|"
    r"\b(?:may|must|can|should)\s+(?:only\s+)?(?:appear|occur|be used|be listed)\s+(?:only\s+once|once|at most once)\b|"
    rf"(?:\b(?:no|not|never|none|neither|cannot)\b|n['’]t\b){GAP}\b(?:more than once|twice)\b|"
    r"\b(?:appears?|occurs?|listed)\s+(?:exactly\s+|only\s+|at most\s+)?once\b|deduplicat|不得重复|不能重复"
    r"|不重复|唯一|去重|无重复|没有重复",
    IGNORE,
)
_NOT_UNIQUE = re.compile(
    r"(?:\b(?:not|never|without)|n['’]t)\s+(?:\w+\s+)?(?:remov|drop|eliminat|deduplicat)|\bat least once\b"
    r"|\bnot\s+(?:be\s+)?unique\b"
    r"|(?:不要|不得|不能|不必|无需|请勿)去重|不唯一",
    IGNORE,
)


def uniqueness(c: Clause) -> Guess | None:
    """Values that may not repeat."""
    if c.find(_UNIQUE) is None or c.find(_NOT_UNIQUE) is not None:
        return None
    return guess(Family.UNIQUE, c.about() | field_of(c) | sheet_of(c), "uniqueness")
