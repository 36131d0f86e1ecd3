"""What the rules share: gaps that stay inside a sentence, the file and the field that a clause speaks of."""

from __future__ import annotations

import re
from collections.abc import Callable

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.literals import NUMBER, Literal, number
from specharness.ir import Family, Param

Rule = Callable[[Clause], Guess | None]

IGNORE = re.IGNORECASE

GAP = r"(?:[^.;。；\n]|\.(?=\S)){0,90}?"
"""A stretch inside one sentence; dots inside names and numbers don't end it."""

MODAL = (
    r"(?:must|should|shall|may|can|has to|have to|needs? to|is to|are to|is|are|be|必须|应该|应当|应|须|要|只能|可以|可)"
)
NEGATED = (
    r"(?:(?:must|should|shall|may|can|do|does|is|are)\s*(?:not|never|n['’]t)|cannot|never|no longer|"
    r"不得|不要|不能|不可|不应|不许|不再|禁止|切勿|请勿|严禁|勿)"
)


def guess(family: Family, params: dict[str, Param], rule: str) -> Guess:
    """A guess; parameters that are None-like are never passed."""
    return Guess(family, params, rule)


def own_output(c: Clause) -> bool:
    """Whether a path named in the clause is itself what the clause is about, not an input that it mentions."""
    if not c.own_paths:
        return False
    known = {artifact.path for artifact in c.artifacts}
    return any(c.full_path(*own).value in known for own in c.own_paths) or c.artifact is None


def judged_path(c: Clause) -> dict[str, Param]:
    """The `path` parameter: the clause's own output, else the one that the list's lead-in names, else the one in force."""
    if own_output(c):
        known = {artifact.path for artifact in c.artifacts}
        for own in c.own_paths:
            param = c.full_path(*own)
            if param.value in known:
                return {"path": param}
        return c.path_param()
    return c.path_param(own=False)


LABEL = re.compile(r"\s*(?:[-*]\s*)?(?:\*\*)?[\"'`“]+(?P<f>[\w.\[\]$\u3400-\u9fff-]+)[\"'`”]+(?:\*\*)?")
_NAME = re.compile(r"[A-Za-z_\u3400-\u9fff][\w.\[\]$-]*")
_NO_FIELD = re.compile(r"null|true|false|nan|none|X\.X+|[A-Z]{2,4}", re.IGNORECASE)
_FILE_NAME = re.compile(r"\.\w{2,5}$")
_SUBJECT = re.compile(
    r"(?:^|\b(?:each|every|the|all|no|any|of|by|in|column|field|key|value of|items of|values of|rows by|for)\s+|[每各]个?\s*|所有\s*|按\s*)"
    r"(?P<q>[`\"“'])(?P<f>[A-Za-z_\u3400-\u9fff][\w.\[\]$-]*)[`\"”']",
    re.IGNORECASE,
)


def field_key(c: Clause) -> str:
    """The guide calls a field of a table `column`."""
    path = c.path_param(own=False).get("path")
    table = path is not None and str(path.value).endswith((".csv", ".tsv", ".xlsx", ".xlsm"))
    return "column" if table else "field"


def field_of(c: Clause) -> dict[str, Param]:
    """The field that the clause speaks of: its subject, its list item's label, else its only marked name."""
    match = _SUBJECT.search(c.text)
    if match is not None and not _FILE_NAME.search(match["f"]) and not _NO_FIELD.fullmatch(match["f"]):
        start = c.start + match.start("f")
        return {field_key(c): Param(value=match["f"], spans=(c.span(start, start + len(match["f"])),))}
    label = LABEL.match(c.source.text, c.unit.body.start)
    if label is not None and label.end("f") <= c.unit.body.end and not _FILE_NAME.search(label["f"]):
        return {field_key(c): c.param(label, "f")}
    marked = [item for item in c.quotes() if _NAME.fullmatch(item.value) and not _NO_FIELD.fullmatch(item.value)]
    marked = [item for item in marked if not any(item.start == part[0].start for _, part in c.own_paths)]
    return {field_key(c): c.listed(marked[:1])} if len(marked) == 1 else {}


def integer(text: str) -> int | None:
    """The whole number that a literal stands for."""
    value = number(text)
    return value if isinstance(value, int) else None


def literals_without_paths(c: Clause) -> list[Literal]:
    """Code spans and quotations that are not paths of the clause."""
    starts = {part.start for _, parts in c.own_paths for part in parts}
    return [item for item in c.quotes() if item.start not in starts]


__all__ = [
    "GAP",
    "IGNORE",
    "LABEL",
    "MODAL",
    "NEGATED",
    "NUMBER",
    "Rule",
    "field_key",
    "field_of",
    "guess",
    "integer",
    "judged_path",
    "literals_without_paths",
    "own_output",
]
