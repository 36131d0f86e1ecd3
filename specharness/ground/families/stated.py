"""Sentences that state a calculation: "`total` in out.json is the sum of `amount` in sales.csv, rounded to 2 decimals".

Guarantees that a sentence is read as a whole or not at all: every word of it has its place in one of a few forms, so
that a condition, a unit or a method that stands somewhere in it is never dropped. Names are what stands in code or
quotation marks, or is a parameter of the direction; tables are paths. What the names mean is for the grounders.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from specharness.ground.lexicon import PATH
from specharness.ground.numerals import as_number
from specharness.ground.paths import normalise

MAX_SENTENCE = 600
"""Characters of a sentence that is read; a longer one states more than one calculation."""

_MARKED = re.compile(r"`([^`\n]+)`|\"([^\"\n]+)\"|“([^”\n]+)”|(?<!\w)'([^'\n]+)'(?!\w)")
_FILE = re.compile(r"[\w./~\-]*[\w\-]\.[A-Za-z][A-Za-z0-9]{0,5}|~?/?(?:[\w.\-]+/)+[\w.\-]*")

_AGGREGATES: tuple[tuple[str, str], ...] = (
    ("sum", r"(?:sum|total)"),
    ("mean", r"(?:arithmetic )?(?:mean|average)(?: value)?"),
    ("median", r"median(?: value)?"),
    ("min", r"(?:minimum|smallest|lowest|min)(?: value)?"),
    ("max", r"(?:maximum|largest|highest|greatest|max)(?: value)?"),
    ("distinct", r"(?:number|count) of (?:distinct|unique|different)(?: values)?"),
)
_OF = r"(?:of |in |over |across |among )?(?:all )?(?:the )?(?:values )?(?:of |in )?(?:the )?(?:column )?"
_VALUE = "|".join(rf"(?P<{op}>{words}) {_OF}" for op, words in _AGGREGATES)
_ROWS = r"(?P<rows>(?:total )?(?:number|count) of (?:data )?(?:rows|records|lines|entries))"
_SOURCE = (
    r"(?: (?:values|columns?|fields?|entries|members?))*(?:,? (?:in|of|from|over|across)(?: the)?(?: file| table)? "
    r"(?P<source><p\d+>)(?: file| table)?)?"
)
_FILTER = (
    r"(?:,? (?:where|whose|for (?:all |the )?rows where|for (?:all |the )?rows whose|over (?:all |the )?rows where)"
    r"(?: the)?(?: column)? (?P<where><n\d+>)(?: column)? (?:is|equals|=|==)(?: equal to)? "
    r"(?P<is><n\d+>|-?\d+(?:\.\d+)?))?"
)
_GROUP = r"(?:,? (?:for each|for every|per|grouped by|by)(?: distinct| unique)?(?: value of)?(?: the)? (?P<by><n\d+>))?"
_ROUND = (
    r"(?:,? (?:and )?(?:is |must be )?round(?:ed)?(?: it)? to (?P<decimals>\d{1,2}|one|two|three|four|five|six)"
    r" (?:decimals?|decimal (?:places?|digits?)|digits? after the (?:decimal )?point))?"
)
_FILTER_BEHIND = _FILTER.replace("where>", "where2>").replace("is>", "is2>")
_RESULT = rf"(?:the )?(?:(?:{_VALUE})(?P<column><n\d+>)|{_ROWS}){_SOURCE}{_FILTER}{_GROUP}{_FILTER_BEHIND}{_ROUND}"
_TARGET = (
    r"(?:the )?(?:(?:value|field|key|member|entry|column) )?(?:of )?(?P<target><n\d+>)"
    r"(?: (?:field|key|value|column|cell))?(?: (?:in|of)(?: the)? (?P<artifact><p\d+>))?"
)
_IS = (
    r"(?: is| are| equals| matches| =|:| must be| must equal| must match| should be| should equal| has to be"
    r"| needs to be| contains| holds| must contain| must hold| to be| to)(?: equal to| exactly)?"
)
_LEAD = (
    r"(?:[-*+\d.)]{1,3} )?"
    r"(?:(?:please )?(?:set|compute|calculate|make sure that|ensure that|report|write|put|store|save) )?"
)
_FORMS = tuple(
    re.compile(rf"{form}[.;]?", re.I)
    for form in (
        rf"{_LEAD}{_TARGET}{_IS} {_RESULT}",
        rf"{_LEAD}{_RESULT}(?: (?:to|into|as|in|under)(?: the)?(?: field| key| column)? {_TARGET})",
        rf"{_LEAD}{_RESULT}{_IS} {_TARGET}",
    )
)
_WITHIN = re.compile(
    r"(?:every|each|all|any)(?: of)?(?: the)? (?P<field><n\d+>)(?: values?| ids?| entr(?:y|ies))?"
    r"(?: (?:in|of)(?: the)? (?P<path><p\d+>))?(?: must| should| has to)? "
    r"(?:be (?:one of |among |in |present in |found in )?|exists? in |appears? in |occurs? in "
    r"|is (?:one of |among |in )?)"
    r"(?:the )?(?:values of )?(?:the )?(?P<other_field><n\d+>)?(?: values| column| field)?"
    r"(?: ?(?:in|of)?(?: the)? ?(?P<other><p\d+>))[.;]?",
    re.I,
)
_SAME = re.compile(
    r"(?P<path><p\d+>) and (?P<other><p\d+>)(?: must| should)? (?:have|hold|contain|list)(?: exactly)? the same"
    r"(?: set of)? (?P<field><n\d+>)(?: values?| ids?| entries| column)?[.;]?",
    re.I,
)


@dataclass(frozen=True)
class StatedCalculation:
    """One aggregate of a table, and where its result stands."""

    op: str
    """An operation of `validators.calculation.Aggregate`; `count` for rows."""
    target: str
    artifact: str
    """Path; empty where the sentence does not say it."""
    column: str
    source: str
    where: tuple[str, str | float] | None
    by: str
    decimals: int | None


@dataclass(frozen=True)
class StatedAgreement:
    """Values of one place that stand in another one: `within`, or `same`."""

    how: str
    field: str
    path: str
    other_field: str
    other: str


def calculation_in(quotes: Iterable[str], names: Iterable[str]) -> StatedCalculation | None:
    """The calculation that one of the quotes states as a whole; None where none does."""
    known = tuple(names)
    for quote in quotes:
        sentence = _Sentence(quote, known)
        for form in _FORMS:
            match = form.fullmatch(sentence.skeleton)
            if match is not None:
                return _calculation(match, sentence)
    return None


def agreement_in(quotes: Iterable[str], names: Iterable[str]) -> StatedAgreement | None:
    """The agreement of two places that one of the quotes states as a whole; None where none does."""
    known = tuple(names)
    for quote in quotes:
        sentence = _Sentence(quote, known)
        for how, form in (("within", _WITHIN), ("same", _SAME)):
            match = form.fullmatch(sentence.skeleton)
            if match is not None:
                parts = match.groupdict()
                field = sentence.literal(parts["field"])
                theirs = sentence.literal(parts.get("other_field")) or field
                return StatedAgreement(
                    how, field, sentence.literal(parts["path"]), theirs, sentence.literal(parts["other"])
                )
    return None


def _calculation(match: re.Match[str], sentence: _Sentence) -> StatedCalculation | None:
    parts = match.groupdict()
    op = "count" if parts["rows"] else next((name for name, _ in _AGGREGATES if parts[name]), "")
    wheres = [(parts[left], parts[right]) for left, right in (("where", "is"), ("where2", "is2")) if parts[left]]
    if not op or len(wheres) > 1 or (op == "count" and parts["column"]):
        return None
    where = None
    if wheres:
        column, value = wheres[0]
        number = None if value.startswith("<") else as_number(value)
        where = (sentence.literal(column), sentence.literal(value) if number is None else number)
    decimals = as_number(parts["decimals"]) if parts["decimals"] else None
    return StatedCalculation(
        op,
        sentence.literal(parts["target"]),
        sentence.literal(parts["artifact"]),
        sentence.literal(parts["column"]),
        sentence.literal(parts["source"]),
        where,
        sentence.literal(parts["by"]),
        None if decimals is None else int(decimals),
    )


class _Sentence:
    """A quote with its names and paths replaced by `<n0>` and `<p0>`."""

    def __init__(self, quote: str, names: tuple[str, ...]) -> None:
        self._literals: dict[str, str] = {}
        text = quote.strip()[: MAX_SENTENCE + 1]
        if len(text) > MAX_SENTENCE:
            text = ""
        text = _MARKED.sub(lambda match: self._token(next(group for group in match.groups() if group)), text)
        text = PATH.sub(lambda match: self._path(match.group()), text)
        marked = set(self._literals.values())  # the same word beside them is an ordinary one
        plain = {name for name in names if re.fullmatch(r"\w[\w\-]*", name) and name not in marked}
        for name in sorted(plain, key=len, reverse=True):
            text = re.sub(rf"(?<![\w<\-]){re.escape(name)}(?![\w>\-])", lambda match: self._token(match.group()), text)
        self.skeleton = " ".join(text.replace("**", "").split())

    def literal(self, token: str | None) -> str:
        """What a token stands for; empty where there is none."""
        return self._literals.get(token or "", "")

    def _token(self, content: str) -> str:
        return self._path(content) if _FILE.fullmatch(content.strip()) else self._kept("n", content.strip())

    def _path(self, content: str) -> str:
        if content.startswith("<") or normalise(content) is None:
            return content
        ends = content[len(content.rstrip(".,;:")) :]
        return self._kept("p", normalise(content) or content) + ends

    def _kept(self, kind: str, content: str) -> str:
        token = next((name for name, text in self._literals.items() if text == content and name[1] == kind), "")
        if not token:
            token = f"<{kind}{len(self._literals)}>"
            self._literals[token] = content
        return token
