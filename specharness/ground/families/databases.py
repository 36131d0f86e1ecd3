"""Which table of a database a demand is about: the one that its words name, or the only one.

Guarantees that no check asks another table than the words do: where a table is spoken of and not named in code, or
several are, there is no check.
"""

from __future__ import annotations

import re
from dataclasses import replace

from specharness.ground.families.base import DATABASES, Answer, Check, Claim, Grounded, Refusal, no_form
from specharness.ir import Reason
from specharness.validators.params import NAME
from specharness.validators.registry import BUILT_IN

_NAMED = re.compile(
    r"(?P<before>[`\"“])(?P<a>[^`\"”\n]{1,120})[`\"”]\s+(?:database\s+)?table\b"
    r"|\btable\s+(?:(?:named|called)\s+)?[`\"“](?P<b>[^`\"”\n]{1,120})[`\"”]"
    r"|[`“](?P<c>[^`”\n]{1,120})[`”]\s*表|表\s*[`“](?P<d>[^`”\n]{1,120})[`”]",
    re.I,
)
_SPOKEN = re.compile(r"\btables?\b|\bviews?\b|表", re.I)
_ONLY = re.compile(r"\b(?:the|its) (?:only|single|sole) table\b|唯一的表", re.I)


def in_table(claim: Claim, answer: Answer) -> Answer:
    """The answer with the table in all checks over a database; a refusal where it is not sure which."""
    if claim.ending not in DATABASES or not isinstance(answer, Grounded):
        return answer
    about = [check for check in answer.checks if _needs_table(check, claim)]
    if not about:
        return answer
    table = _table(claim)
    if isinstance(table, Refusal):
        return table
    if not table:
        return answer
    placed = {id(check): _placed(check, table) for check in about}
    return replace(answer, checks=tuple(placed.get(id(check), check) for check in answer.checks))


def _needs_table(check: Check, claim: Claim) -> bool:
    validator = BUILT_IN.get(check.validator)
    return validator is not None and "sheet" in validator.optional and check.params.get("path") == claim.path


def _placed(check: Check, table: str) -> Check:
    return replace(check, params={**check.params, "sheet": table}, key=f"{check.key}@{table}")


def _table(claim: Claim) -> str | Refusal:
    """The table's name; empty where none is spoken of, or the only one."""
    named = [name.strip() for name in claim.words("sheet")]
    if not named:
        found = (match["a"] or match["b"] or match["c"] or match["d"] for match in _NAMED.finditer(claim.text))
        named = list(dict.fromkeys(name.strip() for name in found))
    if len(named) > 1 or (not named and _SPOKEN.search(claim.text) and not _ONLY.search(claim.text)):
        return Refusal(Reason.PARAM_MISSING, f"which table of {claim.path} is meant is not said")
    if named and NAME.problem(named[0]):
        return no_form(f"{named[0]!r} is no name of a table")
    return named[0] if named else ""
