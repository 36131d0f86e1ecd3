"""Demands whose check would look at another place than the sentence means: a folder that is named apart from the file,
a file that is worked on where another is written, a place in every line.

An honest agent puts the file where it was told to. Where the path that a check would take is not all that is said of
the place, no check is made.
"""

from __future__ import annotations

import re

from specharness.compile.local.goals import Place, folders_for
from specharness.compile.local.literals import Literal
from specharness.ground.clauses import touching
from specharness.ground.families.base import Claim, Refusal
from specharness.ground.paths import normalise
from specharness.ir import Family, Reason

_FOLDER = re.compile(
    r"\b(?:folders?|director(?:y|ies))\b|\b(?:in|into|under|inside|within|below)\s+(?:the\s+)?[`\"“][\w-]+/?[`\"”]"
    r"|\b(?:inside|in|into|under)\s+(?:it|there)\b|目录|文件夹",
    re.IGNORECASE,
)
_MADE_OF = re.compile(
    r"\b(?:mean|sum|average|total|median|maximum|minimum|number|count)\s+of\b|之和|平均", re.IGNORECASE
)
_TO_ANOTHER = re.compile(
    r"\b(?:write|save|store|put|export|output|copy)\b[^.;]{0,80}?\b(?:to|into|as|in)\s+(?:the\s+)?(?:file\s+)?"
    r"[`\"“]?(?P<path>[\w./~-]*\.\w{1,5})\b|(?:写入|保存到|输出到|存到)\s*[`“]?(?P<zh>[\w./~-]*\.\w{1,5})",
    re.IGNORECASE,
)
_EVERY = re.compile(
    r"\b(?:each|every|all(?:\s+(?:of\s+)?the)?)\s+(?:\w+\s+)?(?:lines?|rows?|paragraphs?|sentences?|items?|entry|entries|words?|headings?"
    r"|sections?|bullets?)\b|每(?:一)?(?:个)?(?:行|段|句|条|项)",
    re.IGNORECASE,
)
_NO_HEADER = re.compile(
    r"\b(?:no|without(?:\s+an?y?)?)\s+header|\bheaderless\b|(?:没有|无|不要)(?:表头|标题行)", re.IGNORECASE
)
_WRITTEN = frozenset({Family.PATH_EXISTS, Family.FORMAT_VALID, Family.CONTAINS, Family.COUNT, Family.SCHEMA})
_WORKED_ON = frozenset({Family.SORTED, Family.UNIQUE, Family.COUNT, Family.NUMBER_FORMAT, Family.PATH_EXISTS})


def elsewhere(claim: Claim) -> Refusal | None:
    """Why a check of a claim would look at the wrong place; None where nothing speaks for that."""
    family, span = claim.direction.family, claim.spans[0]
    units = claim.units.get(span.source, ())
    unit = next(iter(touching(units, span.start, span.start + 1)), None)
    if unit is None:
        return None
    text = claim.sources[span.source].text[unit.body.start : unit.body.end]
    if family in _WRITTEN and _bare(claim) and _says_a_folder(claim, text):
        return Refusal(Reason.PARAM_MISSING, "in which folder it goes is said apart from its name")
    if family is Family.PATTERN and not claim.word("field") and _EVERY.search(text):
        return Refusal(Reason.NO_VALIDATOR, "it holds for each of several parts of the text")
    if family is Family.SCHEMA and _NO_HEADER.search(text):
        return Refusal(Reason.NO_VALIDATOR, "a table without a header has no names of columns")
    if family in _WORKED_ON and claim.visible.resolve(claim.path) is not None:
        other = _TO_ANOTHER.search(text)
        if other is not None and normalise(other["path"] or other["zh"]) not in {None, claim.path}:
            return Refusal(Reason.PARAM_MISSING, "what comes of it goes to another file")
        if family is Family.NUMBER_FORMAT and _MADE_OF.search(text):
            return Refusal(Reason.NO_VALIDATOR, "it is said of what is calculated from the file")
    return None


def _bare(claim: Claim) -> bool:
    """Whether a file that is to be made is named without a folder."""
    return any("/" not in path and claim.visible.resolve(path) is None for path in claim.paths)


def _says_a_folder(claim: Claim, text: str) -> bool:
    """Whether a sentence speaks of a folder from which it is not surely told that something is read there."""
    at = text.find(claim.path) if claim.path else -1
    name = Literal(claim.path, at, at + len(claim.path)) if claim.path and at >= 0 else None
    read = [item for item, place in folders_for(text, 0, len(text), name) if name and place is Place.ELSEWHERE]
    return any(
        not any(found.start() < item.end and item.start < found.end() for item in read)
        for found in _FOLDER.finditer(text)
    )
