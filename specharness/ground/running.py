"""What a program does when it is run is no demand on the files that are there now.

"Write `gen.py` so that running it creates `out.csv`" leaves `gen.py` behind; who did just that has kept it. Where the
text orders to run the program, too, what it makes is there, and is demanded as any other file.
"""

from __future__ import annotations

import re

from specharness.compile.local.handled import CODE
from specharness.ground.clauses import parent_of, touching
from specharness.ground.families.base import Claim, Refusal
from specharness.ir import Block, Family, Reason

_SOURCE = rf"`[^`\n]*\.(?:{'|'.join(sorted(CODE - {'htm', 'html', 'css', 'scss', 'tex'}))})`"
_PROGRAM = rf"(?:{_SOURCE}|\b(?:script|program|command[- ]line tool|CLI|notebook)s?\b)"
_WRITTEN = re.compile(
    rf"\b(?:write|create|implement|build|develop|add|make|provide|code)\b[^.;\n]{{0,80}}?{_PROGRAM}", re.IGNORECASE
)
_DOES = (
    r"(?:(?:then|also|first|finally|\w+ly)\s+)?(?:reads|writes|logs|saves|creates|produces|generates|stores|emits|dumps|puts|places"
    r"|appends|exports|outputs|prints|loads|deletes|removes|copies|moves|updates|sends|downloads)\b"
)
_MUST_DO = (
    r"(?:must|should|shall|has\s+to|needs\s+to|will)\s+(?:then\s+|also\s+)?(?:read|write|log|save|create|produce|generate|store|emit|dump"
    r"|put|place|append|export|output|print|load|delete|remove|copy|move|update)\b"
)
_RUN = re.compile(
    rf"^\W*(?:it|the\s+(?:script|program|tool|command|notebook))\s+{_DOES}"
    rf"|\b(?:running|executing|calling)\s+(?:it|the\s+(?:script|program|tool|command)|{_SOURCE})\s+(?:\w+\s+){{0,2}}?{_DOES}"
    rf"|:\s*it\s+{_DOES}",
    re.IGNORECASE,
)
_MUST_RUN = re.compile(
    rf"\b(?:running|executing|calling)\s+(?:it|the\s+(?:script|program|tool|command)|`[^`\n]+`)\s+{_MUST_DO}",
    re.IGNORECASE,
)
"""Told of a run whoever wrote the program."""
_TOLD_TO_RUN = re.compile(
    rf"(?:^|[.;:,]\s|\b(?:and|then)\s)\W*(?:then\s+|finally,?\s+|now\s+)?(?:run|execute)\s+(?:it|the\s+(?:script|program|tool)|{_SOURCE})"
    rf"|(?<!running\s)(?<!executing\s)(?<!calling\s)`(?:python3?|node|bash|sh|Rscript)\s[^`\n]+`",
    re.IGNORECASE | re.MULTILINE,
)
_OF_PROGRAMS = frozenset(
    {Family.CODE_INTERFACE, Family.COMMAND_SUCCEEDS, Family.TESTS_PASS, Family.RESPONSE_CONSTRAINT}
)


def done_when_run(claim: Claim) -> Refusal | None:
    """Why a claim about a file is one about a run that nobody ordered; None where it is not."""
    span, family = claim.spans[0], claim.direction.family
    unit = next(iter(touching(claim.units.get(span.source, ()), span.start, span.start + 1)), None)
    if unit is None or unit.block is Block.CODE or family in _OF_PROGRAMS:
        return None
    text = claim.sources[span.source].text
    lead = parent_of(unit, claim.units.get(span.source, ()))
    said = text[unit.body.start : span.end]
    does = _RUN.search(said) or _MUST_RUN.search(said)
    if does is None or span.end <= unit.body.start + does.start():
        return None
    before = text[lead.body.start : lead.body.end] if lead is not None else ""
    made = does.re is _MUST_RUN or _WRITTEN.search(f"{before} {said}")
    if not made or _TOLD_TO_RUN.search(text):
        return None
    at = text.find(claim.path, unit.body.start, span.end) if claim.path else -1
    if 0 <= at < unit.body.start + does.start() and family is Family.PATH_EXISTS:
        return None  # the program itself
    return Refusal(Reason.UNOBSERVABLE, "it tells what the program does when it is run")
