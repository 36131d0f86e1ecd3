"""Wordings that narrow a demand in a way no check here follows: a check made all the same could blame an honest agent.

Each says of some families what in a clause, its heading or its table row makes the literal reading unsure: an example
after "such as", a condition without "if", some of several rows, a tolerance, text that is quoted or struck out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from specharness.ground.clauses import parent_of, touching
from specharness.ground.elsewhere import elsewhere
from specharness.ground.families.amounts import quantities
from specharness.ground.families.base import Claim, Refusal
from specharness.ground.running import done_when_run
from specharness.ground.shares import share_of
from specharness.ir import Block, Family, Reason

_VALUES = frozenset({Family.VALUE_EQUALS, Family.VALUE_RANGE, Family.PATTERN, Family.NUMBER_FORMAT})
_LITERALS = frozenset({Family.CONTAINS, Family.NOT_CONTAINS, Family.VALUE_EQUALS, Family.SCHEMA})
_OF_A_FOLDER = r"\s+(?:of\s+)?(?:the\s+)?(?:folder\s+|directory\s+)?(?:`[\w./-]+`|[\w.-]*/)"
_FRAMES = frozenset({Family.UNCHANGED, Family.ONLY_CHANGES, Family.PATH_ABSENT})
_NOT_OF_MESSAGE = frozenset(Family) - {Family.RESPONSE_CONSTRAINT}
_ROWS = frozenset({Family.VALUE_EQUALS, Family.VALUE_RANGE, Family.COUNT, Family.CONTAINS})


_UNIT = "a unit or a tolerance belongs to the number"


class _Doubt(NamedTuple):
    families: frozenset[Family] | None
    """None: any."""
    pattern: re.Pattern[str]
    reason: Reason
    detail: str


def _doubt(families: frozenset[Family] | None, pattern: str, reason: Reason, detail: str) -> _Doubt:
    return _Doubt(families, re.compile(pattern, re.IGNORECASE), reason, detail)


_DOUBTS = (
    _doubt(
        None,
        r"^\W*(?:on (?:any |an )?(?:error|failure|success)|in the event of|for (?:failed|invalid|empty|missing|broken"
        r"|bad)\b|"
        r"(?:with|without) errors\b|should (?:the|it|there|any)\b|otherwise|else\b|in (?:that|this) case|"
        r"in case|否则|不然)",
        Reason.CONDITION_UNDECIDABLE,
        "it holds in a case that is not told apart here",
    ),
    _doubt(
        _VALUES | {Family.CONTAINS, Family.SCHEMA},
        r"^\W*for (?!(?:this|the|that) (?:task|file|report|table)\b|each\b|every\b|all\b"
        r"|example)(?:the )?[a-z]+(?: [a-z]+)?,? [`\"“]",
        Reason.CONDITION_UNDECIDABLE,
        "it holds for some of several things",
    ),
    _doubt(
        _LITERALS,
        r"\b(?:such as|like|e\.g\.|for (?:example|instance)|i\.e\.)\s*,?\s*(?:the \w+ )?[`\"“'\w]|(?:例如|比如|诸如)",
        Reason.PARAM_UNGROUNDED,
        "the literal is an example",
    ),
    _doubt(
        _VALUES | {Family.CONTAINS},
        r"\b(?:at least one|(?:the|its) (?:first|last|second|third|next|other|remaining)|any of|some of"
        r"|one of the (?:rows|items|entries))\b",
        Reason.NO_VALIDATOR,
        "it holds for one of several places",
    ),
    _doubt(
        _ROWS | {Family.PATTERN},
        r"\b(?:rows?|records?|items?|entries|entry|elements?|lines?|users?|orders?|people|customers?|products?)\s+"
        r"(?:where|whose|that have|which have|with (?:an? |the )?[`\w]+ (?:above|below|over|under|of|equal|=|>|<"
        r"|greater|less))",
        Reason.NO_VALIDATOR,
        "it holds for the rows of one sort",
    ),
    _doubt(
        _VALUES | {Family.COUNT},
        r"±|\+/-|\btolerance\b|\bwithin \d|\b(?:approximately|roughly|about|around|circa|ca\.)\s+\d"
        r"|\d\s*(?:[KMGT]i?B|bytes?|%|percent|ms|seconds?|minutes?|hours?|days?|km|kg|cm|mm|EUR|USD|[€$£])(?![\w])",
        Reason.NO_VALIDATOR,
        _UNIT,
    ),
    _doubt(
        _VALUES | {Family.COUNT},
        r"\d[.,]\d{3}(?!\d)|\d[.,]\d{3}[.,]\d|\d(?:\.\d+)?e[+-]?\d",
        Reason.PARAM_UNGROUNDED,
        "the number can be read in several ways",
    ),
    _doubt(
        _VALUES | {Family.COUNT, Family.SCHEMA},
        r"\bor (?:be )?(?:empty|missing|absent|null|none|nothing|left out|omitted)\b|或(?:者)?(?:为空|空)",
        Reason.NO_VALIDATOR,
        "there is an alternative to it",
    ),
    _doubt(
        frozenset({Family.SCHEMA}),
        r"\b(?:removed?|drop(?:ped)?|deleted?|hidden|renamed|excluded)\b|删除|去掉|移除",
        Reason.NO_VALIDATOR,
        "what is named is to go",
    ),
    _doubt(
        frozenset({Family.PATH_EXISTS}),
        r"\b(?:can|may|could|might) (?:also )?(?:go|be (?:put|written|saved|stored|placed|found|created|kept))\b"
        r"|\bscratch\b|\btemporary\b"
        r"|\bif (?:needed|necessary|useful|any)\b",
        Reason.PERMISSION,
        "the file may be there",
    ),
    _doubt(
        _FRAMES - {Family.ONLY_CHANGES},
        r"\b(?:until|by hand|manually|outside|unless|(?:but|except)\b[^.;]{0,60}\b(?:may|can|could))\b|,\s*但",
        Reason.CONDITION_UNDECIDABLE,
        "the change is forbidden in some way only",
    ),
    _doubt(
        frozenset({Family.ONLY_CHANGES}),
        rf"\b(?:until|by hand|manually|outside(?!{_OF_A_FOLDER})|unless"
        r"|(?:but|except)\b[^.;]{0,60}\b(?:may|can|could))\b|,\s*但",
        Reason.CONDITION_UNDECIDABLE,
        "the change is forbidden in some way only",
    ),
    _doubt(
        None,
        r"^\W*(?:typically|usually|normally|generally|ideally|perhaps|maybe|probably|i (?:think|guess|believe|hope"
        r"|expect)|we think|not (?:every|all|each)|in the (?:input|source)|the (?:source|input) (?:column"
        r"|file|field|data|"
        r"table|sheet))\b|\b(?:similar to|or the like|or similar)\b|\bthat (?:demands?|requires?|checks?"
        r"|asserts?|verif(?:y|ies)|tests?|ensures?|confirms?|validates?"
        r"|enforces?|says)\b|\[x\]",
        Reason.LOW_CONFIDENCE,
        "it tells, guesses or explains",
    ),
    _doubt(
        _NOT_OF_MESSAGE, r"^\W*(?:why|how|what|explain|describe)\b", Reason.LOW_CONFIDENCE, "it asks for an explanation"
    ),
    _doubt(
        frozenset({Family.RESPONSE_CONSTRAINT}),
        r"^\W*(?:(?:explain|describe)\s+(?:to me\s+)?(?:how|why|what|whether)|why|how|what)\b(?!.*,)",
        Reason.LOW_CONFIDENCE,
        "it may be what is to be explained",
    ),
    _doubt(
        frozenset({Family.COUNT, Family.SORTED, Family.UNIQUE}),
        r"\bplus\b|\bnot counting (?!(?:the )?header)|\bexcluding\b|\b(?:in addition|besides)\b|\bwithin (?:each"
        r"|every|a)\b|\bties\b|\bper\b|"
        r"\bfor (?:each|every)\b(?!.*\bin total\b)|\bgrouped\b",
        Reason.NO_VALIDATOR,
        "something is counted or ordered apart",
    ),
    _doubt(
        frozenset({Family.COUNT}),
        r"\b(?:add|append|insert|attach)\b(?:[^.;]|\.(?=\w))*\b(?:to|into|onto|at the (?:end|top|bottom|start) of)\s+"
        r"(?:the\s+)?(?:end of\s+)?(?:the\s+)?(?:file\s+)?[`\"“']?[\w./-]*\.\w",
        Reason.NO_VALIDATOR,
        "so many are added to what is there",
    ),
    _doubt(
        _VALUES,
        r"^\W*(?:in|during|since|after|before) (?:january|february|march|april|may|june|july|august|september|october"
        r"|november|"
        r"december|spring|summer|autumn|winter|q[1-4]|\d{4})\b"
        r"|\b(?:capped|clipped|replaced|rounded up|rounded down|converted|mapped)\b|^\W*for [`\"“]",
        Reason.CONDITION_UNDECIDABLE,
        "it holds in some cases",
    ),
    _doubt(
        frozenset({Family.NOT_CONTAINS}), r"\bbut\b", Reason.LOW_CONFIDENCE, "one thing is forbidden, another is not"
    ),
    _doubt(frozenset({Family.CONTAINS}), r"\bcolumns of\b|\bplus\b", Reason.NO_VALIDATOR, "columns are meant"),
    _doubt(
        frozenset({Family.SCHEMA}),
        r"\bnested\b|\b(?:keys?|fields?|propert(?:y|ies))\s+[`\"“][^`\"”]+[`\"”]\s+(?:(?:directly|placed)\s+)?(?:under|inside|within|below"
        r"|beneath)\s+(?:the\s+)?(?:keys?\s+|fields?\s+|objects?\s+)?[`\"“]|嵌套",
        Reason.NO_VALIDATOR,
        "one key stands inside of another",
    ),
    _doubt(
        frozenset({Family.CELLS_FILLED}),
        r"\b(?:that|which|if)\s+(?:(?:is|are|was|were)\s+not|isn['’]t|aren['’]t)\s+(?:left\s+)?(?:blank|empty|null|missing)\b"
        r"|\b(?:every|each|all|any)\s+(?:the\s+)?(?:non-?(?:blank|empty)|filled)\b|(?:非空|不为空)的",
        Reason.NO_VALIDATOR,
        "it speaks of what is not blank",
    ),
    _doubt(
        frozenset({Family.NOT_CONTAINS}),
        r"\b(?:on|in|at|of|to)\s+the\s+(?:very\s+)?(?:first|last|second|third|final|opening|closing|top|bottom|beginning|end|start|same)\b"
        r"|\b(?:outside|inside|except|unless|before|after|more\s+than|not\s+only)\b|\bboth\s+(?:the\s+\w+\s+)?[`\"“]"
        r"|第[一二三]|首行|末行",
        Reason.NO_VALIDATOR,
        "it is forbidden in some places or numbers only",
    ),
    _doubt(None, r"~~", Reason.LOW_CONFIDENCE, "some of it is struck out"),
)
_HEADING = re.compile(
    r"\W*(?:if|when|unless|in case)\b|\W*(?:optional|out of scope|not in scope|non-goals?|examples?|background"
    r"|inputs?|nice to have|"
    r"later|future|current(?:ly)?|today|before|history|faq|questions?|ideas?|bonus|stretch)\b|\W*(?:可选|示例|背景"
    r"|输入|如果)",
    re.IGNORECASE,
)
_NOT_REQUIRED = re.compile(r"\|\s*(?:optional|no|false|n|否|可选)\s*(?:\||$)", re.IGNORECASE)


_OF_SOME = re.compile(
    r"\s+(?:for|where|whose|that|which)\b|\s+with\s+[`\w]+\s+(?:above|below|over|under|greater|less|equal|=|>|<)",
    re.IGNORECASE,
)
_BEHAVIOUR = re.compile(
    r"\b(?:script|program|function|schema|query|guide|tool|test|validator|rules?|prompt|checklist)s?\b.{0,60}?"
    r"(?:\b(?:that|which)\b|:)",
    re.IGNORECASE | re.DOTALL,
)
_QUESTION = re.compile(r"(?P<asked>(?:[^.!?？。\n]|[.!](?!\s))*)(?:[?？]\s+(?=\S)|？(?=\S))")
_ORDER = re.compile(
    r"(?:(?:[^,]{1,24},\s*)?\W*(?:(?:hi|hello|hey|ok|so|and|also|then|please)\W+)*)(?:could|can|would|will)\s+you\s+"
    r"(?!.*\b(?:check|see|tell|know|whether|if|verify|confirm|look|think|say|explain)\b)",
    re.IGNORECASE,
)
"""A question that only asks politely: what follows it is no case of an answer to it."""
_LISTED = re.compile(
    r"\b(?:contain|list|say|hold|mention|include)\w*\b[^.]{0,40}\b(?:these|the following)\s+(?:tasks|rules|steps"
    r"|commands|instructions"
    r"|to-?dos|items)\b",
    re.IGNORECASE,
)
_NAMED_KIND = re.compile(r"\W*the (csv|json|yaml|toml|xml)\b(?! file)", re.IGNORECASE)
_OTHER_EXAMPLE = re.compile(
    r"\b(?:input|currently|current|api|returns?|receives?|existing|old|before|now|not like|unlike|instead of|wrong"
    r"|bad|source)\b|输入|目前",
    re.IGNORECASE,
)
_MUST_LOOK = re.compile(r"\b(?:must|should|write|output|produce|save)\b|必须|应|写|输出", re.IGNORECASE)


_EACH = re.compile(
    r"\b(?:each|every)\s+(?:\w+\s+)?(?:values?|strings?|items?|entry|entries|elements?|names?|titles?|cells?|keys?"
    r"|descriptions?|summary|summaries)\b.*\b(?:characters?|letters?|words?)\b"
    r"|,\s*each\s+(?:with|of|having|containing|holding)\b",
    re.IGNORECASE | re.DOTALL,
)


def _each_of_several(claim: Claim) -> Refusal | None:
    """Characters or words of each of several things are no count of the file's."""
    span = claim.spans[0]
    unit = next(iter(touching(claim.units.get(span.source, ()), span.start, span.start + 1)), None)
    if claim.direction.family is not Family.COUNT or unit is None:
        return None
    told = claim.sources[span.source].text[unit.body.start : span.end]
    return Refusal(Reason.NO_VALIDATOR, "each of several is counted") if _EACH.search(told) else None


def doubt_of(claim: Claim) -> Refusal | None:
    """Why no check is made of a claim though its parameters would do; None where nothing speaks against it."""
    quote = claim.quotes[0]
    if _in_code(claim):
        return _of_something_else(claim)  # an example is not worded, its lead-in is
    family = claim.direction.family
    for doubt in _DOUBTS:
        if doubt.detail == _UNIT and quantities(claim):
            continue
        if (doubt.families is None or family in doubt.families) and doubt.pattern.search(quote):
            return Refusal(doubt.reason, doubt.detail)
    return next((found for test in _PLACES if (found := test(claim)) is not None), None)


def _of_something_else(claim: Claim) -> Refusal | None:
    """An example of the input, or of what is not wanted, is no example of the output."""
    span = claim.spans[0]
    units = claim.units.get(span.source, ())
    unit = next(iter(touching(units, span.start, span.start + 1)), None)
    lead = parent_of(unit, units) if unit is not None else None
    if lead is None:
        return None
    text = claim.source.quote(lead.body)
    if _OTHER_EXAMPLE.search(text) and not _MUST_LOOK.search(text):
        return Refusal(Reason.LOW_CONFIDENCE, "the example shows something else than the output")
    return None


_SCHEMA_FILE = re.compile(r"schema|openapi|swagger", re.IGNORECASE)
_DESCRIBING = re.compile(
    r"\b(?:describing|(?:that|which) describes?|to describe|defining|(?:that|which) defines?)\b", re.IGNORECASE
)


def _of_a_description(claim: Claim) -> Refusal | None:
    """A schema does not hold the values that it speaks of."""
    if claim.direction.family not in _VALUES | {Family.SCHEMA, Family.COUNT, Family.UNIQUE, Family.SORTED}:
        return None
    named = _SCHEMA_FILE.search(claim.path.rpartition("/")[2]) if claim.path else None
    if named is not None or (claim.path.endswith((".json", ".yaml", ".yml")) and _DESCRIBING.search(claim.quotes[0])):
        return Refusal(Reason.NO_VALIDATOR, "it is about what the file describes")
    return None


def _in_code(claim: Claim) -> bool:
    span = claim.spans[0]
    units = touching(claim.units.get(span.source, ()), span.start, span.start + 1)
    return any(unit.block is Block.CODE for unit in units)


def _under_heading(claim: Claim) -> Refusal | None:
    span = claim.spans[0]
    unit = next(iter(touching(claim.units.get(span.source, ()), span.start, span.start + 1)), None)
    if unit is None:
        return None
    if unit.heading_path and _HEADING.match(unit.heading_path[-1]):
        return Refusal(Reason.CONDITION_UNDECIDABLE, f"it stands under the heading “{unit.heading_path[-1][:60]}”")
    text = claim.source.text
    if unit.block is Block.TABLE_ROW and _NOT_REQUIRED.search(text, unit.body.start, unit.span.end):
        return Refusal(Reason.PERMISSION, "its row says that it is not required")
    rest = text[span.end : unit.body.end]
    if claim.direction.family is Family.COUNT and _OF_SOME.match(rest):
        return Refusal(Reason.NO_VALIDATOR, "it counts things of one sort")
    before = text[unit.body.start : span.start]
    if any(not _ORDER.match(match["asked"]) for match in _QUESTION.finditer(before + claim.quotes[0])):
        return Refusal(Reason.CONDITION_UNDECIDABLE, "it follows a question")
    if _BEHAVIOUR.search(before):
        return Refusal(Reason.UNOBSERVABLE, "it is about what something else does or says")
    units = claim.units.get(span.source, ())
    earlier = touching(units, max(0, unit.body.start - 3), unit.body.start)
    asked = earlier[0] if earlier and earlier[0].body.end <= unit.body.start else None
    question = text[asked.body.start : asked.body.end].rstrip() if asked is not None else ""
    last = _QUESTION.search(f"{question} .") if question.endswith(("?", "？")) else None
    if last is not None and not _ORDER.match(last["asked"]) and not _is_topic(claim, question):
        return Refusal(Reason.CONDITION_UNDECIDABLE, "it follows a question")
    lead = parent_of(unit, units)
    if lead is not None and _LISTED.search(text, lead.body.start, lead.body.end):
        return Refusal(Reason.LOW_CONFIDENCE, "it is one of the things that a text is to list")
    kind = _NAMED_KIND.match(claim.quotes[0])
    if kind is not None and claim.ending not in {kind[1].lower(), "xlsx" if kind[1].lower() == "workbook" else ""}:
        return Refusal(Reason.PARAM_MISSING, f"which {kind[1]} is meant is not said")
    line = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    if line.lstrip().startswith(">"):
        return Refusal(Reason.LOW_CONFIDENCE, "it is quoted from somebody")
    return None


_TOPIC = re.compile(r"\W*(?:what|how|which|where|whose|why|when|who|(?:can|could|would|will) you)\b", re.IGNORECASE)


def _is_topic(claim: Claim, question: str) -> bool:
    """Whether a question is what a message is to answer, so that what follows it is no case of it."""
    return claim.direction.family is Family.RESPONSE_CONSTRAINT and _TOPIC.match(question) is not None


def _written_below(claim: Claim) -> Refusal | None:
    if claim.direction.family is not Family.UNCHANGED:
        return None
    for path in claim.paths:
        inside = path.rstrip("/") + "/"
        made = [output for output in claim.outputs if output.startswith(inside) and not claim.visible.resolve(output)]
        if any("." in output.rpartition("/")[2] for output in made):
            return Refusal(Reason.CONFLICT, f"files in {path} are to be written")
    return None


_THEN_BY = re.compile(
    r"\bthen\s+(?:\w+\s+)?by\b|\bsecondar(?:y|ily)\b|\b(?:followed|and\s+after\s+that)\s+by\b|(?:再|然后|其次|接着)按",
    re.IGNORECASE,
)


def _ordered_by_several(claim: Claim) -> Refusal | None:
    """The second of several keys of an order sorts within equal values of the first only."""
    span = claim.spans[0]
    unit = next(iter(touching(claim.units.get(span.source, ()), span.start, span.start + 1)), None)
    if claim.direction.family is not Family.SORTED or unit is None:
        return None
    found = _THEN_BY.search(claim.source.quote(unit.body))
    return Refusal(Reason.NO_VALIDATOR, "it orders by several things") if found else None


_CODE = frozenset("py pyi js ts tsx jsx java go rs c h cpp sh rb php".split())
_USES = re.compile(
    r"\b(?:import|use|call|invoke|rely\s+on|depend\s+on)(?:s|ed|ing)?\b(?!\s+(?:the\s+|any\s+)?(?:words?|texts?|strings?|characters?|letters?"
    r"|phrases?|tabs?)\b)|使用|调用|导入|引入",
    re.IGNORECASE,
)


def _used_by_code(claim: Claim) -> Refusal | None:
    """What code must not import or call may stand in its comments and in longer names."""
    if claim.direction.family is not Family.NOT_CONTAINS or claim.ending not in _CODE or not _USES.search(claim.text):
        return None
    return Refusal(Reason.NO_VALIDATOR, "what code uses can't be told from its text")


_PLACES: Sequence[Callable[[Claim], Refusal | None]] = (
    _ordered_by_several,
    _used_by_code,
    _of_a_description,
    share_of,
    _each_of_several,
    _under_heading,
    _written_below,
    elsewhere,
    done_when_run,
)
