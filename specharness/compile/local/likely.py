"""What the family model makes of a hard clause that no rule reads: its likeliest family, and what it surely states.

Parameters are given only where no check can come of them, for a family that no validator decides or where no file is
named: a guess of the family must never oblige to more than an abstention says.
"""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.families import family_features, sort_of
from specharness.compile.local.features import Place
from specharness.compile.local.lexicon import modality_of
from specharness.compile.local.literals import Literal, is_folder, is_template
from specharness.compile.local.model import Linear
from specharness.compile.local.roles import Role
from specharness.compile.local.rules.base import LABEL, field_key
from specharness.ir import Family, Modality, Param, SourceKind

_SAYS_WHAT_IS = frozenset({Family.SCHEMA, Family.SORTED, Family.NUMBER_FORMAT, Family.VALUE_EQUALS})
"""Families without a negative: what forbids ("must not be sorted") is never one of them unless a rule reads a bound."""
_URL = re.compile(r"https?://[^\s)>\]`\"']+")
_EXAMPLE = re.compile(r"\(\s*(?:e\.g\.|for example|such as|i\.e\.|例如|如)[^)]*$", re.IGNORECASE)
_TURN = re.compile(
    r"\b(?:instead of|rather than|in place of|never|not|no|avoid|without|except)\b|n['’]t\b|不得|不要|禁止|而不是",
    re.IGNORECASE,
)
_DOCUMENTS = re.compile(
    r"\b(?:deck|presentation|slides?|powerpoint|workbook|spreadsheet|excel|word document|docx|pdf)\b|幻灯片|工作簿",
    re.IGNORECASE,
)
"""Nouns by which grounding finds a file that is not named."""


def likely_family(where: Place, clause: Clause, model: Linear) -> Guess:
    """The likeliest family of a clause, with the parameters that it states beyond doubt."""
    values = model.probabilities(family_features(where, clause))
    barred = _SAYS_WHAT_IS if modality_of(clause.text, False) is Modality.MUST_NOT else ()
    best = max(
        (index for index, name in enumerate(model.classes) if name not in barred),
        key=lambda index: (values[index], model.classes[index]),
        default=0,
    )
    family = Family(model.classes[best])
    return Guess(family, _stated(family, clause), "model")


def _stated(family: Family, clause: Clause) -> dict[str, Param]:
    if family is Family.PATH_EXISTS:
        return _artifact(clause)
    if family is Family.OTHER_CHECKABLE or family is Family.STATE_QUERY:
        return clause.paths_param(clause.paths) or _address(clause)
    if family is Family.COMPUTED:
        return clause.about() | _label(clause)
    if family is Family.CODE_INTERFACE:
        found = [item for item in clause.quotes() if sort_of(item.value) == "call"]
        return clause.about() | {"text": clause.listed(found)} if found else {}
    if family in (Family.COMMAND_SUCCEEDS, Family.TESTS_PASS):
        found = [item for item in clause.quotes() if sort_of(item.value) == "command"]
        return {"command": clause.listed(found)} if found else {}
    if family in (Family.CONTAINS, Family.NOT_CONTAINS) and clause.source.kind is not SourceKind.PROMPT:
        found = [] if _DOCUMENTS.search(clause.text) else _spoken_of(clause, family is Family.NOT_CONTAINS)
        return {"text": clause.listed(found)} if found else {}
    return {}


def _artifact(clause: Clause) -> dict[str, Param]:
    """The one file that the clause orders."""
    named = [m for m in clause.subjects if clause.files.role_of(m.path) > Role.NAMED]
    named = named or [m for m in clause.subjects if m.topical and not is_folder(m.path)]
    if len(named) != 1 or is_template(named[0].path):
        return {}
    return {"path": named[0].param(clause.source)}


def _address(clause: Clause) -> dict[str, Param]:
    match = clause.find(_URL)
    return {"path": clause.param(match, 0)} if match is not None else {}


def _label(clause: Clause) -> dict[str, Param]:
    """The field that the clause opens with the name of."""
    match = LABEL.match(clause.source.text, clause.start)
    if match is None or match.end("f") > clause.end or "/" in match["f"]:
        return {}
    return {field_key(clause): clause.param(match, "f")}


def _spoken_of(clause: Clause, forbidden: bool) -> list[Literal]:
    """The literals on the side of a "not" that is asked for: behind it what is forbidden, before it what is wanted."""
    text = clause.source.text
    turn = _TURN.search(text, clause.start, clause.end)
    at = turn.start() if turn is not None else (clause.end if not forbidden else clause.start)
    meant = [item for item in clause.quotes() if item.value.strip() and (item.start > at) == forbidden]
    return [item for item in meant if not _EXAMPLE.search(text[clause.start : item.start])]
