"""What the rules share: gaps that stay inside a sentence, the file and the field that a clause speaks of."""

from __future__ import annotations

import re
from collections.abc import Callable

from specharness.compile.local.clause import MAX_SAID, Clause, Guess
from specharness.compile.local.literals import NUMBER as NUMBER
from specharness.compile.local.literals import number
from specharness.ir import Family, Param

Rule = Callable[[Clause], Guess | None]

IGNORE = re.IGNORECASE

GAP = r"(?:[^.;。；\n]|\.(?=\S)){0,90}?"
"""A stretch inside one sentence; dots inside names and numbers don't end it."""

MODAL = (
    r"(?:must|should|shall|may|can|has to|have to|needs? to|is to|are to|is|are|be|必须|应该|应当|应|须|要|只能"
    r"|可以|可)"
)
NEGATED = (
    r"(?:(?:must|should|shall|may|can|do|does|is|are)\s*(?:not|never|n['’]t)|cannot|never|no longer|"
    r"不得|不要|不能|不可|不应|不许|不再|禁止|切勿|请勿|严禁|勿)"
)

FORBIDDING = (
    rf"(?:{NEGATED}|\b(?:(?:do|does|must|should|is|are)nt|not to|(?:without|avoid|refrain from|against|instead of"
    rf"|rather than|no need to)\b)|不要|别|避免)"
)
"""Before a verb: its act is forbidden."""
EXCLUDED = re.compile(r"\b(?:not|never|cannot)\b|n['’]t\b|不得|不能|不可", IGNORE)


def guess(family: Family, params: dict[str, Param], rule: str) -> Guess:
    """A guess; parameters that are None-like are never passed."""
    return Guess(family, params, rule)


LABEL = re.compile(r"\s*(?:[-*]\s*)?(?:\*\*)?[\"'`“]+(?P<f>[\w.\[\]$\u3400-\u9fff-]+)[\"'`”]+(?:\*\*)?")
_NAME = re.compile(r"[A-Za-z_\u3400-\u9fff][\w.\[\]$-]*")
_NO_FIELD = re.compile(r"[YMDHSxyTZ:./-]{4,}|null|true|false|nan|none|X\.X+", re.IGNORECASE)
_FILE_NAME = re.compile(r"\.\w{2,5}$")
_SUBJECT = re.compile(
    r"(?:^|\b(?:each|every|the|all|no|any|of|by|in|column|field|key|value of|items of|values of|rows by|for)\s+"
    r"|[每各]个?\s*|所有\s*|按\s*)"
    r"(?P<q>[`\"“'])(?P<f>[A-Za-z_\u3400-\u9fff][\w.\[\]$-]*)[`\"”']",
    re.IGNORECASE,
)


_OF_A_SHEET = re.compile(r"\b(?:sheet|tab)\s+[`\"'“]$|工作表\s*[`“]$", re.IGNORECASE)
_MODAL_SUBJECT = re.compile(
    rf"[`\"“](?P<f>[A-Za-z_\u3400-\u9fff][\w.\[\]$-]*)[`\"”]\s*(?:array|list|column|field)?\s*{MODAL}\b", IGNORE
)
_ELLIPTIC = re.compile(
    rf"\s*(?:and\s+|but\s+|also\s+)?(?:{MODAL}\b|(?:in|sorted|without|with)\b|at (?:least|most)\b|no (?:more|less)\b"
    rf"|必须|不得)",
    IGNORE,
)
"""A clause that goes on about the subject of the one before."""


DATABASES = (".db", ".sqlite", ".sqlite3")
TABLES = (".csv", ".tsv", ".xlsx", ".xlsm", ".parquet", ".pq", *DATABASES)
"""Endings of files whose fields are columns."""


def field_key(c: Clause) -> str:
    """The guide calls a field of a table `column`."""
    path = c.about().get("path")
    table = path is not None and str(path.value).endswith(TABLES)
    return "column" if table else "field"


def field_of(c: Clause) -> dict[str, Param]:
    """The field that the clause speaks of: its subject, its list item's label, else its only marked name."""
    match = c.search(_SUBJECT)
    if (
        match is not None
        and c.start + match.start("f") in {item.start for item in c.literals()}
        and not _FILE_NAME.search(match["f"])
        and not _NO_FIELD.fullmatch(match["f"])
    ):
        start = c.start + match.start("f")
        return {field_key(c): Param(value=match["f"], spans=(c.span(start, start + len(match["f"])),))}
    if _ELLIPTIC.match(c.text) and c.start > c.unit.body.start:
        before = c.source.text[c.unit.body.start : c.start]
        found = list(_MODAL_SUBJECT.finditer(before)) or list(_SUBJECT.finditer(before))
        earlier = found[-1] if found else None
        if earlier is not None and not _FILE_NAME.search(earlier["f"]):
            start = c.unit.body.start + earlier.start("f")
            return {field_key(c): Param(value=earlier["f"], spans=(c.span(start, start + len(earlier["f"])),))}
    label = LABEL.match(c.source.text, c.unit.body.start)
    if label is not None and label.end("f") <= c.unit.body.end and not _FILE_NAME.search(label["f"]):
        return {field_key(c): c.param(label, "f")}
    marked = [item for item in c.literals() if not re.fullmatch(r"[A-Z]{2,4}", item.value)]
    marked = [item for item in marked if _NAME.fullmatch(item.value) and not _NO_FIELD.fullmatch(item.value)]
    marked = [
        item
        for item in marked
        if not _OF_A_SHEET.search(c.source.text, max(c.start, item.start - MAX_SAID), item.start)
    ]
    return {field_key(c): c.listed(marked[:1])} if len(marked) == 1 else {}


def integer(text: str) -> int | None:
    """The whole number that a literal stands for."""
    value = number(text)
    return value if isinstance(value, int) else None
