"""Patterns of what the checks of a clause account for: the lists of `words`, and wordings with a place for a name.

Nothing is decided here; what a clause says beyond its patterns is `account`'s to find.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from pydantic import JsonValue

from specharness.ground.words import OF, SHARED, WHERE

LITERAL = "¤"
"""Stands for each character of a literal that a parameter was read from."""

Params = Mapping[str, JsonValue]

WHOLE = frozenset({"computed", "numbers_agree", "values_agree", "text_states"})
"""Checks that are made of sentences of which every word has had its place already (`families/stated.py`)."""


@cache
def _table(text: str) -> Mapping[str, tuple[str, ...]]:
    """The lists of a table by their heads."""
    found: dict[str, list[str]] = {}
    head = ""
    for line in text.splitlines():
        if line and not line[0].isspace():
            head = line.rstrip(":")
        else:
            found.setdefault(head, []).extend(line.split())
    return {head: tuple(words) for head, words in found.items() if words}


def _listed(words: Sequence[str]) -> Iterator[str]:
    """Words as patterns, those of the shared lists that they refer to included."""
    for word in words:
        if word.startswith("@"):
            yield from _listed(_table(SHARED)[word[1:]])
        else:
            yield re.escape(word).replace("_", r"\s+")


def _holds(setting: str, params: Params) -> bool:
    if setting.startswith("~"):
        return f"'{setting[1:]}'" in str(params)
    name, _, value = setting.partition("=")
    return str(params.get(name)) == value if value else bool(params.get(name))


def _settings(validator: str, params: Params) -> Iterator[str]:
    """The heads of the lists that hold for some settings, where these are such."""
    for head in _table(WHERE):
        name, _, settings = head.partition(" ")
        if name == validator and any(_holds(setting, params) for setting in settings.split(",")):
            yield head


ORDINAL = r"^\W*(?:first|second|third|fourth|last|finally|secondly|thirdly)\s*,"
"""Where a sentence stands among others."""
_MADE = (
    r"(?:save|write|store|put|output|export|create|generate|produce|make|build|prepare|compile|first,|second,|third,)"
)
_TOPIC = (
    r"(?:(?:the|your|our|an?|its|all|this)\s+)"
    r"(?:(?:clean(?:ed)?|final|new|full|complete|resulting|(?!\w*wards)\w{3,}(?<!s)s|two|three|four|five)\s+)?"
    r"\w+(?:\s+of\s+(?:the\s+|your\s+)?\w+)?(?:\s+themselves)?"
    rf"(?:\s+for\s+(?:the\s+year\s+)?(?:\d|{LITERAL}){{4}}(?=\s*:))?"
)
"""What a file is to hold, by name: told by the checks of what it holds, or left open."""
_TO_A_PATH = (
    r"(?=(?:\s+as\s+(?:an?\s+)?\w+(?:\s+file)?)?\s*,?\s*(?:to|into|as|in|under|at|:)?\s*"
    rf"(?:the\s+file\s+|file\s+)?{LITERAL})"
)
_CONTENTS = (
    rf"(?:(?<=^)|\b{_MADE})\s*{_TOPIC}{_TO_A_PATH}",
    rf"\b{_TOPIC}\s+(?:should|must)\s+be\s+(?=saved|written|stored)",
    r"\bas\s+(?:an?\s+)?(?:csv|text)(?:\s+file)?(?=\s+(?:to|in|into|at|under)\b)",
    rf"^\W*(?:the|our)\s+(?:\w+\s+){{1,2}}(?:wants|needs|expects)\s+(?:an?|the)\s+\w+(?=\s+(?:at|in)\s+{LITERAL})",
    r"把[^，。]{1,8}(?=保存|写入|存)|(?<=生成)统计(?=文件)",
)
"""Where a file of which more is checked is ordered."""
_THERE = (
    rf"(?<={LITERAL})\s+(?:holds?|lists?|describes?|contains?|shows?)\s+[^.;{LITERAL}]*",
    rf"(?<={LITERAL})\s+the\s+\w+(?:\s+of\s+\w+)?(?=\W*$)",
)
"""What is told of a file that is there already."""
_THINGS = (
    r"(?:machines|issues|options|flags|tickets|people|products|customers|hosts|users|codes|numbers|dates|names|items|cities"
    r"|countries|versions|commands)"
)
_NUMBERED = r"(?:ticket|order|invoice|case|serial|phone|account|issue)\s+(?:number|id)"
_BY_CHECK: Mapping[str, tuple[str, ...]] = {
    "text_contains": (
        rf"\b(?:(?<=\bshow )|(?<=\band ))the\s+(?:\w+\s+of\s+)?\w+(?=\s+as\s+{LITERAL})",
        rf"\bthe\s+\w+\s+is\s+(?:recorded|stated|given)\s+with\s+the\s+sentence(?=\s+{LITERAL})",
        rf"\b(?:the|these)\s+{_THINGS}(?=\s+{LITERAL})|\b{_NUMBERED}(?=\s+{LITERAL})",
        r"^\W*every\s+(?:\w+\s+)?(?:deck|file|document|report)\b|\bexists\s+and\b|\bimports?\s+from\s+it(?=:)",
    ),
    "text_absent": (rf"\b(?:the|an?|these)\s+(?:[\w’']+\s+){{1,3}}(?={LITERAL})",),
    "quantity": (r"[±+/-]",),
    "path_absent": (
        r"[,:;—–-]\s*(?:it|they|nobody|we|the\s+\w+(?:\s+\w+)?)\s+(?:is|are|was|were|would|will|needs?|has|have|still)\b"
        rf"(?:(?!\b(?:must|should|shall|instead|but|then)\b)[^.;{LITERAL}])*",
    ),
    "count": (r"\bone\s+(?:row|line|entry|item)\s+(?:for|per)\s+(?:each\s+|every\s+)?\w+,",),
    "only_changes": (
        r"\b(?:in|under|to|inside|within|below)\s+(?:the\s+)?(?:folder\s+|directory\s+)?[`\"]?/[\w./-]*[`\"]?",
    ),
    "unchanged": (rf"^\W*(?:my|our|the|your)\s+\w+,?(?=\s+{LITERAL})|,(?=\s*must)",),
}
"""By validator: wordings with a place for a name, right at a literal. A narrower prohibition is kept with a wider one,
so what is forbidden or to be gone may be told of at length."""
_SUBJECT = (
    r"(?:file|document|report|table|sheet|workbook|deck|presentation|slides|letter|list|readme|result|output|text"
    r"|certificate|notes|minutes|summary|script|page|header|data)"
)
_SHARED = (
    ORDINAL,
    rf"\b(?:the|your|this)\s+(?:clean\s+|new\s+|final\s+)?{_SUBJECT}"
    r"(?=\s+(?:must|should|shall|has|have|may|is|are|needs|exists)\b)",
    r"\b(?:in|to|of|from)\s+the\s+(?:clean\s+|new\s+|finished\s+)?(?:file|report|document|deck|workbook|readme"
    r"|certificate|presentation|letter|memo)\b",
)
"""The file that is judged, named by its kind."""
PLACES = re.compile(
    r"(?:tables?|headers?|columns?|rows?|lines?|lists?|cells?|(?:work)?sheets?|words?|sections?|headings?|pages?|slides?"
    r"|paragraphs?|sentences?|items?|entry|entries|records?|fields?|characters?|letters?|titles?|tabs?|blocks?|comments?)",
    re.IGNORECASE,
)
"""Parts of a file. Behind "in" or "as" such a word says where or how something stands, unless a literal names it."""


def vocabulary(checks: Sequence[tuple[str, Params]], *, contents: bool, there: bool) -> tuple[re.Pattern[str], ...]:
    """The patterns of the checks of a clause. `contents`: what the file holds is checked, too; `there`: the file is
    there already."""
    flat = tuple(_flat(checks))
    where = frozenset(head for name, params in flat for head in _settings(name, params))
    return _patterns(frozenset(name for name, _ in flat), where, contents, there)


def _flat(checks: Sequence[tuple[str, Params]]) -> Iterator[tuple[str, Params]]:
    """The checks and, of alternatives, their parts."""
    for name, params in checks:
        if "if" not in params:  # a condition brings no words of its own
            yield name, params
        for listed in (params.get("any"), params.get("all")) if name == "combined" else ():
            for part in listed if isinstance(listed, list) else ():
                if isinstance(part, dict) and isinstance(inner := part.get("params"), dict):
                    yield from _flat([(str(part.get("validator")), inner)])


@lru_cache(maxsize=1024)
def _patterns(names: frozenset[str], where: frozenset[str], contents: bool, there: bool) -> tuple[re.Pattern[str], ...]:
    heads = [*(_table(OF).get(name, ()) for name in names), *(_table(WHERE)[head] for head in where)]
    lists = [_table(SHARED)["neutral"], _table(SHARED)["neutral_chinese"], *heads]
    words = sorted({word for one in lists for word in _listed(one)}, key=lambda word: (-len(word), word))
    phrases = [*_SHARED, *(phrase for name in sorted(names) for phrase in _BY_CHECK.get(name, ()))]
    phrases += [*(_CONTENTS if contents else ()), *(_THERE if there else ())]
    plain = rf"(?<![A-Za-z0-9_-])(?:{'|'.join(words)})(?![A-Za-z0-9_-])"
    return tuple(re.compile(text, re.IGNORECASE) for text in (plain, *phrases))
