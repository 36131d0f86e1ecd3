"""Two-key grounding: a direction may oblige only if its quote is verbatim and clause-complete.

Verbatim: every span resolves in its source. Clause-complete: the clause that the quote was cut from says nothing
binding outside the quote: no negation, condition, exception, modal, limit, number, unit or path that the direction's
spans, condition or parameters leave out. "Do not X" quoted as "X" is refused. It errs towards refusing.
What a validator makes of the parameters is not its business.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from specharness.ground.carried import condition_places, cuts_literal, uncarried
from specharness.ground.clauses import Border, Context, Cut, borders, context_of, in_code, parent_of, touching
from specharness.ground.lexicon import PATH, Sense, Token, starts_with_permission, starts_with_prohibition, tokens
from specharness.ground.numerals import as_number, numbers_in
from specharness.ground.paths import same_path
from specharness.ir import Block, Direction, Family, Modality, Param, Source, Span, Unit

Intervals = Sequence[tuple[int, int]]

_DEMANDS = frozenset({Modality.MUST, Modality.SHOULD})
_AFFIRMATIVE = frozenset(
    {
        Family.PATH_EXISTS,
        Family.FORMAT_VALID,
        Family.SCHEMA,
        Family.VALUE_EQUALS,
        Family.VALUE_RANGE,
        Family.COUNT,
        Family.CONTAINS,
        Family.PATTERN,
        Family.SORTED,
        Family.TOOL_USED,
        Family.CROSS_CONSISTENT,
        Family.COMPUTED,
    }
)
"""Families whose check demands what a prohibition forbids; the others read the same for "leave no X" as for "be X"."""

_BOUNDED = frozenset({Family.COUNT, Family.VALUE_RANGE})
_LIMITED = re.compile(
    r"[^;]{0,120}?\b(?:not|never|no|\w+n['’]t)\s+"
    r"(?:(?:be|have|contain|hold|take|use|go|fall|drop|rise)\s+|[a-z]+\s+(?=\w+\s+than\b))?"
    r"(?:more|longer|greater|larger|higher|fewer|less|shorter|smaller|lower|exceed|above|below)\b"
    r"|[^;]{0,20}?\b(?:no|none)\b[^;]{0,60}?\b(?:exceed|(?:go|fall|drop|rise|be)\s+(?:above|below|over|under))\b"
    r"|[^;]{0,20}?\b(?:no|none|not|never)\b[^;]{0,100}?\bnegative\b"
    r"|[^；]{0,60}(?:不得|不能|不)(?:超过|少于|多于|大于|小于|高于|低于)",
    re.I,
)

_LEFT: Mapping[Sense, frozenset[Border]] = {
    Sense.NEGATION: frozenset({Border.SOFT}),
    Sense.PERMISSION: frozenset({Border.SOFT}),
    Sense.EXCEPTION: frozenset({Border.SOFT, Border.COMMA, Border.JOINED}),
    Sense.CONDITION: frozenset({Border.SOFT, Border.COMMA, Border.JOINED, Border.THEN}),
}
_RIGHT: Mapping[Sense, frozenset[Border]] = {
    Sense.EXCEPTION: frozenset({Border.SOFT, Border.COMMA}),
    Sense.CONDITION: frozenset({Border.SOFT, Border.COMMA}),
}
"""Which boundaries a word left out on that side of the quote reaches across; none where a sense is missing."""
MAX_REACH = 4_000
"""Characters beside a quote in its sentence: what is longer is no sentence, and reading it would take its square."""
_SECONDARY = frozenset({Sense.NEGATION, Sense.PERMISSION, Sense.CONDITION, Sense.EXCEPTION})
"""Senses that make a further span useless; the main span is held to all of them."""


@dataclass(frozen=True)
class Flaw:
    """Why a quote may not oblige."""

    detail: str
    permission: bool = False
    """True: the quote itself only permits."""


def unresolved(direction: Direction, sources: Mapping[str, Source]) -> Flaw | None:
    """The first span, own or of a parameter, that is not inside its source."""
    cited = [*direction.spans, *(span for param in direction.params.values() for span in param.spans)]
    for span in cited:
        source = sources.get(span.source)
        if source is None:
            return Flaw(f"the span names {span.source}, which is none of the sources")
        if span.end > len(source.text):
            return Flaw(f"the span {span.start}:{span.end} leaves {span.source} ({len(source.text)} characters)")
        if not source.text[span.start : span.end].strip():
            return Flaw(f"the span {span.start}:{span.end} of {span.source} is blank")
    return None


_SHARED = frozenset({Sense.LIMIT, Sense.NUMBER, Sense.MODAL, Sense.EXCEPTION})
"""Senses that another direction's own quote may account for: "a valid file with exactly 6 slides" is two demands."""


def complete_spans(
    direction: Direction,
    sources: Mapping[str, Source],
    units: Mapping[str, Sequence[Unit]],
    others: Sequence[Span] = (),
) -> tuple[Span, ...] | Flaw:
    """The spans that stand for what their clauses say, the main one first; or what is wrong with the main one.

    `others` are the main spans of the other hard directions: what they quote of the same clause is not left out.
    """
    main = direction.spans[0]
    flaw = _polarity(direction, sources[main.source].quote(main)) or _flaw(
        direction, main, sources, units, None, others
    )
    if flaw is not None:
        return flaw
    guard = uncarried(direction, sources[main.source], main)
    if guard is not None and not in_code(main, units.get(main.source, ())):
        return Flaw(f"the quote's own condition {guard!r} is not the direction's")
    kept = [span for span in direction.spans[1:] if _flaw(direction, span, sources, units, _SECONDARY) is None]
    return (main, *kept)


def _polarity(direction: Direction, quote: str) -> Flaw | None:
    """Words and modality agree on whether something is demanded, forbidden or permitted."""
    if direction.modality is Modality.MAY:
        return Flaw("a permission can't oblige", permission=True)
    if starts_with_permission(quote):
        return Flaw("the quote permits, it does not demand", permission=True)
    if direction.family not in _AFFIRMATIVE:
        return None
    if direction.family in _BOUNDED and _LIMITED.match(quote):
        return None  # "not longer than 5", "no more than 5": the negation belongs to the bound
    if direction.modality not in _DEMANDS:
        return Flaw(f"what is forbidden can't be read off a {direction.family} check")
    return Flaw("the quote forbids, the direction demands") if starts_with_prohibition(quote) else None


def _flaw(
    direction: Direction,
    span: Span,
    sources: Mapping[str, Source],
    units: Mapping[str, Sequence[Unit]],
    only: frozenset[Sense] | None,
    others: Sequence[Span] = (),
) -> Flaw | None:
    source = sources[span.source]
    own = units.get(span.source, ())
    context = context_of(source.text, span, own)
    torn = _torn(source.text, context)
    if torn is not None:
        return torn
    if in_code(span, own):
        return None
    if max(context.start - context.left, context.right - context.end) > MAX_REACH:
        return Flaw(f"more than MAX_REACH ({MAX_REACH}) characters of the sentence stand beside the quote")
    covered = _covered(direction, source, context)
    left_out = _binding_left(source.text, context) + _binding_right(source.text, context)
    for token in left_out:
        if only is not None and token.sense not in only:
            continue
        if any(_accounts_for(other, token, span, source) for other in others):
            continue
        if not _inside(token, covered) and not _named(token, direction.params):
            return Flaw(f"the quote leaves out the {token.sense} {token.text.strip()!r} of its clause")
    return _lead_in_flaw(direction, span, source, own, covered)


def _accounts_for(other: Span, token: Token, span: Span, source: Source) -> bool:
    """Whether a binding word outside `span` belongs to another direction's quote and to that alone."""
    if other.source != span.source or not (other.start <= token.start and token.end <= other.end):
        return False
    if other.start < span.end and span.start < other.end:
        return False  # the same words quoted more fully are no neighbour: they show what this quote leaves out
    if token.sense is Sense.PERMISSION:
        return _BOUNDED_PERMISSION.search(source.quote(other)) is not None
    return token.sense in _SHARED or token.text.strip().lower() == "without"


_BOUNDED_PERMISSION = re.compile(r"\bonly\b|只能|仅", re.I)
""" "Only X may change" forbids; its "may" permits nothing else."""


def _torn(text: str, context: Context) -> Flaw | None:
    """A quote that begins or ends inside a word, a number or a path, or drops the unit of its last number."""
    if context.start > 0 and _word(text[context.start - 1]) and _word(text[context.start]):
        return Flaw("the quote begins inside a word")
    if (
        context.start > 1
        and text[context.start - 1] in "./\\-"
        and _word(text[context.start])
        and _word(text[context.start - 2])
    ):
        return Flaw("the quote begins inside a name, number or path")
    if cuts_literal(text, context.start, context.end):
        return Flaw("the quote begins or ends inside a literal")
    if 0 < context.start < len(text) and text[context.start - 1] in "/\\" and text[context.start].isalnum():
        return Flaw("the quote begins inside a path")
    after = text[context.end : context.end + 24]
    last = text[context.end - 1]
    if len(after) > 1 and after[0] in "/\\" and after[1].isalnum() and last.isalnum():
        return Flaw("the quote ends inside a path")
    if not after or not _word(last):
        return None
    if _word(after[0]):
        return Flaw("the quote ends inside a word")
    if len(after) > 1 and after[0] in "./\\-,'’" and _word(after[1]):
        return Flaw("the quote ends inside a name, number or path")
    if last.isdigit() and context.end < context.right:
        unit = after.lstrip(" \t-")
        if unit[:1] in {"%", "°", "$", "€"} or (unit[:1].isalpha() and not _CONJUNCTION.match(unit)):
            word = unit.split()[0] if unit.split() else unit
            return Flaw(f"the quote leaves out the unit {word!r}")
    return None


_CONJUNCTION = re.compile(r"(?:and|or|nor|but|to|then|so|if|unless|when|和|或|与|及|并|且|但|到|至)(?![a-z])", re.I)


def _word(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")


_OWN_MODAL = re.compile(
    r"\s*(?:and\s+|also\s+|并且?|而且|且|也|还)*(?:must|should|shall|has to|have to|必须|应当|应该|务必)", re.I
)
"""A quote that opens with its own modal is not negated by the clause before it."""


def _binding_left(text: str, context: Context) -> list[Token]:
    piece = text[context.left : context.start]
    quote = text[context.start : context.end]
    cuts = borders(piece)
    prohibits_itself = starts_with_prohibition(quote)
    found = []
    for token in tokens(piece):
        between = {cut.border for cut in cuts if cut.start >= token.end}
        if token.sense is Sense.NUMBER and not between and _is_marker(piece, token):
            continue
        if token.sense is Sense.NEGATION and (prohibits_itself or _OWN_MODAL.match(quote)):
            continue
        if between <= _LEFT.get(token.sense, frozenset()):
            found.append(_moved(token, context.left))
    return found


def _binding_right(text: str, context: Context) -> list[Token]:
    piece = text[context.end : context.right]
    quote = text[context.start : context.end]
    cuts = borders(piece)
    found = []
    for token in tokens(piece):
        if token.sense is Sense.PATH and PATH.search(quote) and not _DESTINATION.match(piece[: token.start]):
            continue
        between = [cut for cut in cuts if cut.end <= token.start]
        if {cut.border for cut in between} <= _RIGHT.get(token.sense, frozenset()) and not _opens_clause(
            piece, between, token
        ):
            found.append(_moved(token, context.end))
    return found


_DESTINATION = re.compile(
    r"\W*(?:to|as|into|in|at|under|inside|onto|over|->|→|到|至|为)?\W*(?:the\s+\w+\s+)?\W*$", re.I
)
"""What stands between a quote that has a path of its own and a further path that completes it ("copy a" "to b")."""


def _opens_clause(piece: str, between: Sequence[Cut], token: Token) -> bool:
    """True: "… and if Z, W": the condition belongs to the clause that it opens."""
    if not between:
        return False
    last = between[-1]
    joins = piece[last.start : last.end].strip(" ,").lower() in {"and", "or", "和", "或", "或者"}
    return bool(joins and not piece[last.end : token.start].strip())


def _is_marker(piece: str, token: Token) -> bool:
    """True: the number counts list items ("3. ", "2) ")."""
    return not piece[: token.start].strip(" \t*_`>#-") and piece[token.end : token.end + 1] in {".", ")"}


def _moved(token: Token, offset: int) -> Token:
    return Token(token.sense, token.start + offset, token.end + offset, token.text)


def _covered(direction: Direction, source: Source, context: Context) -> Intervals:
    """What the direction carries besides the quote: further spans, spans of parameters, its condition."""
    cited = [*direction.spans, *(span for param in direction.params.values() for span in param.spans)]
    intervals = [(span.start, span.end) for span in cited if span.source == source.id]
    # The guard counts where it stands in the quote's own sentence, or in its lead-in.
    low, high = max(0, context.left - MAX_REACH), context.right + MAX_REACH
    intervals.extend(condition_places(direction, source, low, high))
    return intervals


def _inside(token: Token, covered: Intervals) -> bool:
    return any(start <= token.start and token.end <= end for start, end in covered)


def _named(token: Token, params: Mapping[str, Param]) -> bool:
    """True: a number or path that a parameter carries as its value."""
    if token.sense not in {Sense.NUMBER, Sense.PATH}:
        return False
    values = [value for param in params.values() for value in param.values]
    if token.sense is Sense.PATH:
        return any(isinstance(value, str) and same_path(value, token.text) for value in values)
    stated = numbers_in(token.text)
    return any(as_number(value) in stated for value in values)


_FORBIDDING = (
    *("don't", "don’t", "do not", "never", "avoid", "forbidden", "prohibited", "not allowed"),
    *("禁止", "不要", "切勿"),
)
_PERMITTING = ("optional", "nice to have", "nice-to-have", "bonus", "stretch", "可选")


def _lead_in_flaw(
    direction: Direction, span: Span, source: Source, units: Sequence[Unit], covered: Intervals
) -> Flaw | None:
    """What the line that introduces the quote's list says binds each item."""
    unit = next(iter(touching(units, span.start, span.start + 1)), None)
    if unit is None:
        return None
    prohibits = direction.modality in {Modality.MUST_NOT, Modality.SHOULD_NOT} or starts_with_prohibition(
        source.quote(span)
    )
    heading = unit.heading_path[-1].strip(" *_#:").lower() if unit.heading_path else ""
    if heading.startswith(_FORBIDDING) and not prohibits:
        return Flaw(f"the heading {heading!r} forbids what stands below it")
    if heading.startswith(_PERMITTING):
        return Flaw(f"the heading {heading!r} only permits what stands below it", permission=True)
    parent = parent_of(unit, units)
    if parent is None or parent.block is Block.HEADING or parent.span.end > span.start:
        return None
    text = source.quote(parent.span).rstrip()
    if not text.endswith((":", "：")):
        return None
    cuts = [cut for cut in borders(text) if cut.border in {Border.FULL, Border.JOINED}]
    begin = cuts[-1].end if cuts else 0
    for token in tokens(text[begin:]):
        if token.sense not in {Sense.NEGATION, Sense.PERMISSION, Sense.CONDITION, Sense.EXCEPTION}:
            continue
        if token.sense is Sense.NEGATION and prohibits:
            continue
        if not _inside(_moved(token, parent.span.start + begin), covered):
            return Flaw(f"the lead-in's {token.sense} {token.text.strip()!r} is left out")
    return None
