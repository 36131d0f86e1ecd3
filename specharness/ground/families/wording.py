"""The words that a family's check needs in its quote: a direction that speaks of something else grounds nothing.

A compiler can put the wrong family on the right sentence, or a sentence's number on the wrong thing. Each test here
asks for positive evidence in the quote, and refuses where the sentence could as well mean something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from specharness.ground.clauses import parent_of, touching
from specharness.ground.families.base import Claim, Refusal, no_form
from specharness.ground.families.bounds import unbounded
from specharness.ground.families.polarity import demanded, forbidden, takes_away
from specharness.ground.lexicon import PATH
from specharness.ground.paths import normalise, same_path
from specharness.ir import Family, Kind, Reason, Span

_GAP = r"(?:[^.;\n]|\.(?=\S)){0,80}?"
"""A stretch inside one sentence; a dot inside a name or a number does not end it."""
_STAYS = re.compile(
    rf"\b(?:not|never|\w*n['’]t|(?:do|does|must|should|is|are)nt|without|avoid|refrain|forbidden|prohibited|no|none|nothing|neither|nor)\b{_GAP}"
    r"\b(?:chang|modif|edit|alter|touch|overwrit|delet|remov|mov|renam)\w*"
    r"|\b(?:unchanged|unmodified|untouched|intact|read[- ]only|as[- ]is|preserv\w+|hands? off|off[- ]limits)\b"
    r"|\bas (?:it|they) (?:is|are|was|were)\b"
    rf"|\b(?:keep|leave|left)\b{_GAP}\b(?:original|alone|as)\b"
    r"|\b(?:chang|modif|edit|alter|touch|overwrit|delet|remov|mov|renam)ing\b[^.;\n]{0,80}"
    r"\b(?:not (?:allowed|permitted)|forbidden|prohibited)\b"
    r"|(?:不要|不得|不许|不准|禁止|请勿|不能|不可)[^。；\n]{0,10}(?:修改|改动|更改|删除|覆盖|移动|改|碰|动)|[别勿](?:改|动|碰|删)|只读|保持[^。；\n]{0,20}不变|原样",
    re.I,
)
_RELATIVE = re.compile(r"\W*(?:which|it|they|that)\b", re.I)
"""A clause that goes on about the file that was named last; where it stands is the path's own span."""
_REST = re.compile(
    r"\belse\b|\b(?:everything|anything|nothing|all)\s+(?:other|but|except)\b|\bother\s+(?:than|files?|folders?"
    r"|cells?|parts?|content|sheets?|tables?|rows?|columns?)\b"
    r"|\b(?:the rest|remaining|except)\b|其他|其余",
    re.I,
)
_GONE = re.compile(
    r"\b(?:mov|renam|delet|remov|absent|not (?:exist|be present|create|leave)|no longer)\w*|\bget rid\b"
    r"|\bclean(?:ed|s|ing)?\s+(?:up|out)\b|^\W*clean\b|删除|移除|不得存在",
    re.I,
)
_HOLDS = re.compile(
    r"\b(?:contain|includ|mention|add|insert|append|begin|start|end|say|state|use|put|have|has|having|hold|keyword"
    r"|phrase|"
    r"word|string|text|show|stand|slides as|head(?:er|ing)|title|section|line|sid|write|wrap|"
    r"feature|provide|define|reference|cite)\w*"
    r"|包含|包括|含有|写明|注明|出现|使用",
    re.I,
)
_HELD = re.compile(
    r"\s*[`\"'”’]?\s*,?\s*(?:(?:which|that)\s+)?(?:must|should|has to|needs? to)?\s*"
    r"(?:appear|be (?:present|included|mentioned|there|in it))",
    re.I,
)
_ENUMERATED = re.compile(r"^[`\"'”’]?(?:\s*(?:,|and|or|、|和|,\s*and)\s*[`\"'“][^`\"'”]*[`\"'”])+")
"""Further literals of the same enumeration."""
_AGGREGATE = re.compile(
    r"\b(?:sum|total|average|mean|difference|product|ratio|number|count|amount)\s+of\b|之和|总和|平均", re.I
)
_BETWEEN = re.compile(r"\b(?:with|where|whose|that|which|if|when|having|count|number|per|of)\b", re.I)
_BOUND = re.compile(
    r"≥|≤|>|<|\b(?:at least|at most|minimum|maximum|no more|no fewer|no less|up to|more than|less than|fewer than|"
    r"under|over|around|about|approximately|roughly)\b|至少|至多|不超过|不少于|大约|左右",
    re.I,
)
_EACH = re.compile(r"\b(?:each|every|per)\b|每", re.I)
_WHOLE = re.compile(
    r"\b(?:they|this|these|minutes|readme|changelog|manifest|index|deck|slides|memo|notes?|log|config(?:uration)?"
    r"|certificate|invoice|"
    r"catalog(?:ue)?|form|script|schedule|plan|there|file|document|letter|report|summary|essay|answer|output|text"
    r"|article|description|message|response|table|csv|sheet|"
    r"workbook|presentation|deck|paper|post|abstract|list|json|array|result|it|dataset|page)s?\b|文件|文档|报告|全文"
    r"|摘要|列表|表",
    re.I,
)
_ALL_NUMBERS = re.compile(
    r"\b(?:floats?|floating|numeric|numbers)\b"
    r"|\b(?:all|every|each|any|no)\s+(?:the\s+|of\s+the\s+)?(?:other\s+|stored\s+|reported\s+|computed\s+|output\s+)?"
    r"(?:values?|figures?|amounts?)\b"
    r"|(?:^\W*|\b(?:round|write|format|report|give|store|decimal|output)\s+)(?:values|figures)\b(?!\s+(?:of|in|for)\b)"
    r"|(?:所有|全部)的?(?:数|小数|值)|数值|数字",
    re.I,
)
_ORDERED = re.compile(
    r"\b(?:sort|order|rank|ascend|descend|alphabetic|chronologic|increas|decreas|monoton)\w*|排序|升序|降序|顺序", re.I
)
_ONCE = re.compile(
    r"\b(?:twice|more than once|unique|distinct|duplicat\w*|once|no repeat\w*|only one)\b|唯一|重复|不同", re.I
)


def unspoken(claim: Claim) -> Refusal | None:
    """Why the quote does not speak of its family's check; None when it does."""
    test = _TESTS.get(claim.direction.family) if claim.direction.family is not None else None
    unsaid = test(claim) if test is not None else None
    return unsaid or (unbounded(claim) if claim.direction.family in _BOUNDED else None)


_BOUNDED = frozenset({Family.COUNT, Family.VALUE_RANGE, Family.RESPONSE_CONSTRAINT})


def _other(detail: str) -> Refusal:
    return Refusal(Reason.LOW_CONFIDENCE, detail)


def _has_path(claim: Claim, quote: str) -> bool:
    stated = [match.group() for match in PATH.finditer(quote)]
    name = claim.path.rpartition("/")[2]
    return any(same_path(path, claim.path) or path.rpartition("/")[2] == name for path in stated) or claim.path in quote


def _unchanged(claim: Claim) -> Refusal | None:
    for quote, span in zip(claim.quotes, claim.spans, strict=True):
        if _STAYS.search(quote) and (_has_path(claim, quote) or (_RELATIVE.match(quote) and _named_last(claim, span))):
            if _REST.search(quote):
                return no_form("what stays is named by what may change")
            return None
    return _other("no quote says of the path that it stays as it was")


def _named_last(claim: Claim, span: Span) -> bool:
    """Whether no other path stands between the direction's own and a clause that goes on about it."""
    param = claim.direction.params.get("path")
    ends = [one.end for one in param.spans if one.source == span.source and one.end <= span.start] if param else []
    return not ends or PATH.search(claim.sources[span.source].text, max(ends), span.start) is None


_SPARED = re.compile(
    rf"\b(?:not|never|\w*n['’]t|without|avoid|nor|neither)\b{_GAP}\b(?:mov|renam|delet|remov)\w*|(?:不要|不得|禁止|请勿|不能|勿|别)[^。；\n]{{0,10}}(?:删除|移除|移动)",
    re.I,
)


def _absent(claim: Claim) -> Refusal | None:
    if any(_SPARED.search(quote) for quote in claim.quotes):
        return _other("the quote forbids to take the path away")
    folder = claim.path.rpartition("/")[0]
    if any(_GONE.search(quote) and (_has_path(claim, quote) or (folder and folder in quote)) for quote in claim.quotes):
        return _pathlike(claim)
    return _other("no quote says of the path that it must be gone")


def _exists(claim: Claim) -> Refusal | None:
    """A folder is no more than half of what a quote says that names the file in it."""
    named = [match.group() for match in PATH.finditer(claim.quotes[0])]
    files = [path for path in named if _ENDING.search(path)]
    if len(claim.paths) == 1 and "field" not in claim.direction.params and files and not _ENDING.search(claim.path):
        bare = [path for path in files if "/" not in path]
        if bare or not any(same_path(path, claim.path) for path in named):
            return Refusal(Reason.PARAM_UNGROUNDED, f"the quote names the file {files[0]}, the direction only a folder")
    if "field" not in claim.direction.params and any(takes_away(claim.quotes[0], path) for path in claim.paths):
        return _other("the quote takes the file away")
    if _of_its_contents(claim):
        return _other("it tells what the file holds, not that it is to be there")
    return _pathlike(claim)


_PART_OF = re.compile(
    r"^\W*(?:each|every|all|any|both|one|no|an?|the|these|those)\s+(?:[\w-]+\s+){1,3}?(?:of|in|inside|within|from|under)\s+"
    r"(?:the\s+)?(?:file\s+|folder\s+)?[`\"'“]?$",
    re.I,
)
_TELLS = re.compile(
    r"[`\"'”]?\s+(?:is|are|was|were|has|have|had|holds?|contains?|stands?|represents?|describes?|means?|gives?|belongs?|comes?"
    r"|names?|starts?|ends?|shows?|lists?|refers?|corresponds?)\b(?!\s+to\s+be\b)",
    re.I,
)


def _of_its_contents(claim: Claim) -> bool:
    """ "Each row of `a.csv` is one order": something in the file is the subject, and told of, wherever it is named."""
    told = False
    for quote in claim.quotes:
        for path in claim.paths:
            at = quote.find(path)
            if at < 0 or len(quote.split()) < 2:
                continue
            if not (_PART_OF.match(quote[:at]) and _TELLS.match(quote, at + len(path))):
                return False
            told = True
    return told


_ENDING = re.compile(r"\.[A-Za-z0-9]{1,8}$")
_PLACE = re.compile(r"\b(?:file|folder|directory|dir|path)s?\b|文件|目录", re.I)


def _pathlike(claim: Claim) -> Refusal | None:
    """A slash or a word alone makes no path: "and/or", "IF/END_IF", "output"."""
    for path in claim.paths:
        if path.startswith(("/", "~/")) or path.endswith("/") or _ENDING.search(path) or claim.visible.resolve(path):
            continue
        if path.rpartition("/")[2].startswith(".") or _PLACE.search(claim.text):
            continue
        return no_form(f"{path} may be a name as well as a path")
    return None


def _contains(claim: Claim) -> Refusal | None:
    if (opposite := demanded(claim)) is not None:
        return opposite
    if claim.direction.kind is Kind.RESPONSE:
        return None
    for literal in claim.words("text", "value", "pattern"):
        if not any(_says(quote, literal, claim) for quote in claim.quotes):
            return _other(f"no quote says that {literal!r} must be contained")
    return None


def _says(quote: str, literal: str, claim: Claim) -> bool:
    """The artifact is what holds the literal: it is the subject, or the quote is an order to put it there."""
    guard = claim.direction.condition
    if guard and guard in quote:
        quote = quote.replace(guard, "", 1).lstrip(" ,，")
    at = quote.find(literal)
    if at < 0:
        return False
    before, after = quote[:at], _ENUMERATED.sub("", quote[at + len(literal) :])
    if _HELD.match(after):
        return True
    holds = _HOLDS.search(before)
    if holds is None:
        return _lead_in(claim)
    subject = before[: holds.start()]
    subject = re.sub(r"^\W*(?:and\s+)?with\b", "", subject, flags=re.I)
    if _BETWEEN.search(subject) or re.search(r"\bdefin", subject, re.I):
        return False
    ordered = not re.search(
        r"[A-Za-z\u4e00-\u9fff]",
        re.sub(
            r"\b(?:please|must|should|also|always|still|you|need to|to|with|and|has|have|the|a|an|keep|add|put|write"
            r"|insert|append)\b",
            "",
            subject,
            flags=re.I,
        ),
    )
    return ordered or _WHOLE.search(subject) is not None or _has_path(claim, subject)


def _lead_in(claim: Claim) -> bool:
    """Whether the line above the quote's list says what the artifact must hold."""
    span = claim.spans[0]
    units = claim.units.get(span.source, ())
    unit = next(iter(touching(units, span.start, span.start + 1)), None)
    parent = parent_of(unit, units) if unit is not None else None
    if parent is None:
        return False
    text = claim.source.quote(parent.span)
    return _HOLDS.search(text) is not None and (_WHOLE.search(text) is not None or _has_path(claim, text))


def _equals(claim: Claim) -> Refusal | None:
    if _AGGREGATE.search(claim.quotes[0]):
        return no_form("the quote is about a calculated value")
    known = claim.names.get(claim.path, frozenset())
    for value in (*claim.values("value"), *claim.values("allowed")):
        if isinstance(value, str) and value in known:
            return no_form(f"{value} is a field, so two places are compared")
    return None


def _range(claim: Claim) -> Refusal | None:
    """The bound must be the field's own: "`n`: items with score > 0.2" bounds the score."""
    name = claim.word("field", "column", "keys").rpartition(".")[2].strip("[]")
    quote = claim.quotes[0]
    if _AGGREGATE.search(quote):
        return no_form("the quote is about a calculated value")
    at = quote.find(name) if name else -1
    if at >= 0:
        number = re.search(r"\d", quote[at + len(name) :])
        if number is not None and _BETWEEN.search(quote[at + len(name) : at + len(name) + number.start()]):
            return _other(f"the bound may be another thing's than {name}")
    return None


_PROGRAMS = frozenset("py sh bash js mjs ts rb pl php r jl go rs c cc cpp java kt swift scala lua ps1".split())
_SAYS = re.compile(r"\b(?:print|output|return|emit|log|display|show|write|produce|generate|yield)(?:s|ed|ing)?\b", re.I)


def _count(claim: Claim) -> Refusal | None:
    quote = claim.quotes[0]
    if (
        claim.ending in _PROGRAMS
        and _SAYS.search(quote, 0, max(_first_number(quote), 0))
        and not _OF_THE_SOURCE.search(quote)
    ):
        return no_form("what a program prints is not what its file holds")
    if claim.values("count") and _BOUND.search(quote):
        return _other("the quote states a bound, the direction an exact number")
    named = claim.word("field", "column", "keys")
    if named and (claim.path in claim.shapes or f"`{named}`" in quote):
        return None
    in_total = re.search(r"\bin total\b", quote, re.I) is not None
    if not in_total and _EACH.search(re.sub(r"\beach (?:with|of)\b.*", "", quote, flags=re.S)):
        return no_form("a number of things for each of several others")
    sheet = claim.word("sheet")
    bare = not re.search(r"[A-Za-z\u4e00-\u9fff]", _OPENING.sub("", quote[: _first_number(quote)]))
    whole = in_total or _WHOLE.search(quote) is not None or _has_path(claim, quote)
    if not bare and not whole and not (sheet and sheet in quote):
        return _other(f"the quote does not say that {claim.path} has so many")
    return None


_OF_THE_SOURCE = re.compile(r"\blines of code\b|^\W*(?:write|produce|generate)\b", re.I)
_OPENING = re.compile(
    r"\b(?:with|and|it|must|should|shall|have|has|contain|contains|be|exactly|not|longer|more|fewer|than|at|least"
    r"|most|that|order|in)\b|必须|正好|有|数据",
    re.I,
)
"""Words before a number that name nothing of their own."""


def _first_number(quote: str) -> int:
    match = re.search(
        r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|[一二三四五六七八九十]", quote, re.I
    )
    return match.start() if match is not None else len(quote)


def _number_format(claim: Claim) -> Refusal | None:
    """Without a field all numbers of the file are meant; then the quote must say so, or the file be one number."""
    if claim.words("field", "column", "keys", "range") or claim.ending in {"txt", "md", ""}:
        return None
    quote = claim.quotes[0]
    named = [name for name in re.findall(r"`([^`\n]+)`", quote) if not re.fullmatch(r"[\d.,eExX+\- ]+", name)]
    if any(normalise(name) != claim.path for name in named):
        return Refusal(Reason.PARAM_MISSING, f"the quote names {named[0]}, the direction no field")
    if not _ALL_NUMBERS.search(quote) and not re.search(r"\bscientific\b|\bcommas?\b", quote, re.I):
        return Refusal(Reason.PARAM_MISSING, "which numbers are meant is not said")
    return None


def _sorted(claim: Claim) -> Refusal | None:
    return None if any(_ORDERED.search(quote) for quote in claim.quotes) else _other("no quote speaks of an order")


def _unique(claim: Claim) -> Refusal | None:
    return None if any(_ONCE.search(quote) for quote in claim.quotes) else _other("no quote speaks of uniqueness")


_TESTS: Mapping[Family, Callable[[Claim], Refusal | None]] = {
    Family.PATH_EXISTS: _exists,
    Family.PATH_ABSENT: _absent,
    Family.UNCHANGED: _unchanged,
    Family.CONTAINS: _contains,
    Family.NOT_CONTAINS: forbidden,
    Family.VALUE_EQUALS: _equals,
    Family.VALUE_RANGE: _range,
    Family.COUNT: _count,
    Family.NUMBER_FORMAT: _number_format,
    Family.SORTED: _sorted,
    Family.UNIQUE: _unique,
}
