"""What the commands show to a reader: obligations, results and what nothing decides, a row each.

Guarantees that every row names the sentence it comes from and where that stands, that nothing is cut without saying
so, and that a table is as wide as its console at most. Colours repeat what the words say.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from specharness.cli.terminal import listed, one_line
from specharness.ir import (
    Certificate,
    Demotion,
    Direction,
    Obligation,
    ObligationResult,
    ObligationSet,
    Outcome,
    Reason,
    Residue,
    Source,
    Span,
    Uncovered,
    Verdict,
    canonical_json,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

MAX_QUOTED = 600
"""Characters of a quote, an expectation or an observation in a cell; beyond that it says how many more there are."""

MAX_LISTED = 1000
"""Rows of `compile`'s table; a terminal shows no more with profit, and the file and the page have them all."""

_ROWS_AT_ONCE = 200
"""Rows laid out together, so that memory stays bounded and the first rows appear at once."""

_NARROW = 80
_WORD_WIDTH = 9
_CHECK_WIDTH, _CHECK_WIDTH_NARROW = 21, 11
"""Columns: the longest word (`uncovered`) and the longest reason code fit; a narrow terminal folds the latter."""

_STYLES: Mapping[str, str] = {
    "hard": "bold",
    "advisory": "cyan",
    "abstain": "yellow",
    "uncovered": "yellow",
    Outcome.PASSED: "green",
    Outcome.FAILED: "bold red",
    Outcome.ERROR: "magenta",
    Outcome.UNKNOWN: "yellow",
    Outcome.INACTIVE: "dim",
    Verdict.PASS: "bold green",
    Verdict.FAIL: "bold red",
    Verdict.UNCERTAIN: "bold yellow",
}

_BAD_FIRST: Sequence[Outcome] = (Outcome.FAILED, Outcome.ERROR, Outcome.UNKNOWN, Outcome.PASSED, Outcome.INACTIVE)

_NAMED = frozenset({Outcome.FAILED, Outcome.ERROR, Outcome.UNKNOWN})

Line = tuple[str, str]
"""A label and a text; a quote has no label."""
Row = tuple[str, str, list[Line]]
"""A headword, an id with the check's name, and the lines of the wide cell."""


def print_obligations(console: Console, obligations: ObligationSet) -> None:
    """The compile result: counts first, then obligations and demoted directions in the order of the text."""
    places = _Places(obligations.sources)
    rows = _compiled_rows(obligations, places)
    _print_rows(console, ("label", "check", "sentence"), islice(rows, MAX_LISTED))
    hidden = len(obligations.hard) + len(obligations.advisory) + len(obligations.abstained) - MAX_LISTED
    if hidden > 0:
        console.print(f"… and {hidden} more; -o, --directions and --html write all of them")
    for line in _summary(obligations):
        console.print(line)


def print_certificate(console: Console, obligations: ObligationSet, certificate: Certificate) -> None:
    """The check result: every obligation, then what is uncovered and why, the reasons, and the verdict last."""
    from rich.text import Text

    places = _Places(obligations.sources)
    by_id = {obligation.id: obligation for obligation in obligations.hard}
    _print_rows(
        console,
        ("result", "check", "sentence"),
        (_result_row(result, by_id.get(result.obligation), places) for result in certificate.results),
    )
    if certificate.uncovered:
        console.print(Text("Binding, and decided by nothing here:", style="bold"))
        _print_rows(
            console,
            ("result", "reason", "sentence"),
            (_uncovered_row(item, places) for item in certificate.uncovered),
        )
    for reason in _further_reasons(certificate):
        console.print(Text(f"- {_capped(reason)}"))
    if certificate.vacuous:
        console.print(Text("- vacuous: there was no active mandatory obligation to decide"))
    console.print(Text.assemble((certificate.verdict.value, _STYLES[certificate.verdict]), f": {_tally(certificate)}"))


class _Places:
    """`source:line` of spans."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._texts = {source.id: source.text for source in sources}
        self._breaks: dict[str, list[int]] = {}

    def of(self, spans: Sequence[Span]) -> str:
        """The places of all spans, the main one first."""
        return ", ".join(f"{span.source}:{self._line(span)}" for span in spans)

    def quote(self, span: Span) -> str:
        return self._texts[span.source][span.start : span.end]

    def _line(self, span: Span) -> int:
        if span.source not in self._breaks:
            text = self._texts.get(span.source, "")
            self._breaks[span.source] = [offset for offset, character in enumerate(text) if character == "\n"]
        return bisect_right(self._breaks[span.source], span.start - 1) + 1


def _compiled_rows(obligations: ObligationSet, places: _Places) -> Iterator[Row]:
    directions = {direction.id: direction for direction in obligations.directions}
    order = {source.id: index for index, source in enumerate(obligations.sources)}
    keyed: list[tuple[Span, Obligation | Demotion | Residue]] = [(item.src.spans[0], item) for item in obligations.hard]
    keyed += [(directions[item.direction].spans[0], item) for item in (*obligations.advisory, *obligations.abstained)]
    keyed += [(item.span, item) for item in obligations.residual if item.reason is Reason.UNREAD]
    keyed.sort(key=lambda pair: (order[pair[0].source], pair[0].start, pair[0].end))
    for _, item in keyed:
        if isinstance(item, Obligation):
            yield _obligation_row(item, places)
        elif isinstance(item, Residue):
            yield "residual", item.reason.value, _lines(("", places.quote(item.span)), ("at", places.of((item.span,))))
        else:
            yield _demotion_row(item, directions[item.direction], places)


def _obligation_row(item: Obligation, places: _Places) -> Row:
    params = " ".join(f"{name}={_plain(value)}" for name, value in item.effect.params.items())
    guard = item.ctrl.guard.text if item.ctrl.guard else ""
    lines = _lines(("", item.src.quote), ("with", params), ("if", guard), ("at", places.of(item.src.spans)))
    return "hard", f"{item.id} {item.effect.validator}", lines


def _demotion_row(item: Demotion, direction: Direction, places: _Places) -> Row:
    quote = places.quote(direction.spans[0])
    lines = _lines(("", quote), ("why", item.detail), ("at", places.of(direction.spans)))
    return item.disposition.value, f"{item.direction} {item.reason.value}", lines


def _result_row(result: ObligationResult, obligation: Obligation | None, places: _Places) -> Row:
    validator = obligation.effect.validator if obligation else ""
    lines = _lines(
        ("", result.quote),
        ("expected", result.expected),
        ("observed", result.observed),
        ("where", result.where),
        ("note", result.message),
        ("at", places.of(result.spans)),
    )
    return result.outcome.value, f"{result.obligation} {validator}", lines


def _uncovered_row(item: Uncovered, places: _Places) -> Row:
    lines = _lines(("", item.quote), ("why", item.detail), ("at", places.of(item.spans)))
    return "uncovered", f"{item.direction} {item.reason.value}".strip(), lines


def _print_rows(console: Console, headers: tuple[str, str, str], rows: Iterable[Row]) -> None:
    iterator = iter(rows)
    names: tuple[str, str, str] | None = headers
    while chunk := list(islice(iterator, _ROWS_AT_ONCE)):
        console.print(_table(names, chunk, _CHECK_WIDTH if console.width >= _NARROW else _CHECK_WIDTH_NARROW))
        console.print()
        names = None


def _table(headers: tuple[str, str, str] | None, rows: Sequence[Row], check_width: int) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_header=headers is not None, show_edge=False, expand=True, leading=1)
    head, check, sentence = headers or ("", "", "")
    table.add_column(head, width=_WORD_WIDTH, overflow="fold")
    table.add_column(check, width=check_width, overflow="fold")
    table.add_column(sentence, ratio=1, overflow="fold")
    for word, name, lines in rows:
        table.add_row(Text(word, style=_STYLES.get(word, "")), Text(one_line(name)), _cell(lines))
    return table


def _cell(lines: Iterable[Line]) -> Text:
    from rich.text import Text

    parts = [Text.assemble((f"{label} " if label else "", "dim"), text) for label, text in lines]
    return Text("\n").join(parts)


def _lines(*lines: Line) -> list[Line]:
    """What there is to say, capped; the line without a label is a quote."""
    return [(label, _capped(text) if label else f"“{_capped(text)}”") for label, text in lines if text]


def _capped(text: str) -> str:
    flat = one_line(text)
    return flat if len(flat) <= MAX_QUOTED else f"{flat[:MAX_QUOTED]}… ({len(flat) - MAX_QUOTED} more characters)"


def _plain(value: object) -> str:
    return value if isinstance(value, str) else canonical_json(value)


def _summary(obligations: ObligationSet) -> Iterator[Text]:
    from rich.text import Text

    counts = (
        ("hard", len(obligations.hard), "obligation" if len(obligations.hard) == 1 else "obligations"),
        ("advisory", len(obligations.advisory), "advisory"),
        ("abstain", len(obligations.abstained), "abstained"),
    )
    listed = Text(", ").join(Text(f"{count} {name}", style=_STYLES[word]) for word, count, name in counts)
    total = len(obligations.sources)
    sources = obligations.sources[0].id if total == 1 else f"{total} sources"
    yield Text.assemble(f"{one_line(sources)}: ", listed)
    if obligations.held_out:
        yield Text(f"held out, never read: {one_line(', '.join(obligations.held_out))}")


def _further_reasons(certificate: Certificate) -> Iterator[str]:
    """The certificate's reasons without those that say a row of the tables again."""
    shown = tuple(f"{result.obligation} {result.outcome.value}:" for result in certificate.results)
    shown += tuple(f"{item.direction or 'a text'} is not decided here" for item in certificate.uncovered)
    return (reason for reason in certificate.reasons if not reason.startswith(shown))


def _tally(certificate: Certificate) -> str:
    """How many there are of each outcome, and for those that keep a verdict from PASS which ones."""
    ids: dict[Outcome, list[str]] = {outcome: [] for outcome in _BAD_FIRST}
    for result in certificate.results:
        ids[result.outcome].append(result.obligation)
    parts = [
        f"{len(names)} {outcome.value}" + (f" ({one_line(listed(names))})" if outcome in _NAMED else "")
        for outcome, names in ids.items()
        if names
    ]
    if certificate.uncovered:
        parts.append(f"{len(certificate.uncovered)} uncovered")
    return ", ".join(parts) or "nothing to decide"
