"""The engine that asks a model: windows out, entries back, and every unit accounted for.

Guarantees: a unit that a model was asked about has an entry or abstains with reason `no_answer`; text that addresses
the compiler or the verifier is never sent and moves nothing; no more calls are in flight than the candidate allows;
the same answers give the same directions, whatever order they come in. An answer that is cut off, broken or that
quotes words which do not stand in the text is asked for again, for the units concerned only; what is too long or
refused is asked in halves. Not its business: how an endpoint is reached (`client`), what quotes are worth.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from specharness.compile.engine import Compiled
from specharness.compile.llm.answers import directions_of, misquoted
from specharness.compile.llm.client import Client, Problem, Reply, Request
from specharness.compile.llm.consistency import agreed
from specharness.compile.llm.loop import Loop, together
from specharness.compile.llm.prompt import Template, messages
from specharness.compile.llm.schema import UNITS_AT_MOST, Entry, Size, read_answer, renumbered
from specharness.compile.llm.second_reader import bounded
from specharness.compile.llm.spans import span
from specharness.compile.llm.telemetry import Call, Telemetry, UnitUse, Use
from specharness.compile.llm.windows import Layout, Window
from specharness.compile.local.meta import addressed
from specharness.compile.silence import silenced
from specharness.ir import CompilerId, Direction, Source, SourceKind, Span, Unit

VERSION = "3"
"""Raised with every change that can change an output, the answers given."""

MAX_ROUNDS = 3
"""Questions about one unit, halves not counted: the first, and two that say what was wrong."""
MAX_CALLS = 64
"""Questions that one window may lead to, over all its halves and rounds."""

Chosen = Collection[int]
"""Numbers of the units that go to the model."""


@dataclass(frozen=True)
class Asked:
    """How the engine asks; all of it decides the output."""

    fingerprint: str
    """Of what decides an answer beside the question's text: the address of kept answers, and the seed of marks."""
    template: Template
    window: int
    """Characters of text of one call."""
    size: Size = Size.FULL
    samples: int = 1
    verbatim: bool = False
    """Words count only letter by letter."""


class ModelEngine:
    """An engine behind a client. Safe to call from several threads; its calls share one bound."""

    def __init__(
        self, client: Client, asked: Asked, identity: CompilerId, concurrency: int, telemetry: Telemetry | None = None
    ) -> None:
        self._client = client
        self._asked = asked
        self._id = identity
        self._telemetry = telemetry or Telemetry()
        self.concurrency = concurrency
        """Calls in flight; so many specifications are worth compiling at once."""
        self._slots = asyncio.Semaphore(concurrency)
        self._loop = Loop()

    @property
    def id(self) -> CompilerId:
        """Its identity, fingerprint over all that decides its output."""
        return self._id

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        """The directions of one source; workspace texts have none. Raises UsageError where no call can be made."""
        return self.compile_all([(source, units)])[0]

    def compile_all(self, sources: Sequence[tuple[Source, Sequence[Unit]]]) -> list[Compiled]:
        """The directions of several sources, asked about at once."""
        return self._together([(self.reading(source, units), None) for source, units in sources])

    def compile_some(self, sources: Sequence[tuple[Source, Sequence[Unit], Chosen]]) -> list[Compiled]:
        """What a model says of the chosen units of several sources, unbounded; numbers are those of `reading`."""
        return self._together([(self.reading(source, units), chosen) for source, units, chosen in sources])

    def _together(self, readings: Sequence[tuple[Reading, Chosen | None]]) -> list[Compiled]:
        task = readings[0][0].source.id if readings else ""
        return self._loop.run(together(self._compiled(one, chosen, task) for one, chosen in readings))

    def take_use(self, sources: Sequence[str]) -> tuple[Use, tuple[UnitUse, ...]]:
        """What compiling these sources took since this was last asked: in total, and by unit."""
        return self._telemetry.take(sources)

    def stop(self) -> None:
        """Give up every call in flight."""
        self._loop.stop()

    def reading(self, source: Source, units: Sequence[Unit]) -> Reading:
        """What is sent of a source: all but the text that has no authority."""
        if source.kind is SourceKind.WORKSPACE:
            return Reading(source, (), ())
        meta = tuple(addressed(source.text, [unit.body for unit in units]))
        return Reading(source, silenced(source, units, meta), meta)

    async def _compiled(self, reading: Reading, chosen: Chosen | None, task: str) -> Compiled:
        most = UNITS_AT_MOST[self._asked.size]
        layout = Layout(reading.source, reading.units, self._asked.window, most)
        windows = list(layout.windows())
        in_all = sum(len(window.asked) for window in windows)
        if chosen is not None:
            wanted = [tuple(place for place in window.asked if layout.number(place) in chosen) for window in windows]
            windows = [layout.about(places) for places in wanted if places]
        self._telemetry.read(reading.source.id, in_all)
        samples = await together(
            self._sample(reading, layout, windows, sample, task) for sample in range(self._asked.samples)
        )
        told = Compiled(agreed(samples), reading.meta)
        return told if chosen is not None else bounded(reading.source, reading.units, told)

    async def _sample(
        self, reading: Reading, layout: Layout, windows: Sequence[Window], sample: int, task: str
    ) -> tuple[Direction, ...]:
        parts = await together(self._answers(layout, window, sample, task) for window in windows)
        entries = {number: entry for part in parts for number, entry in part.entries.items()}
        silent = {number: why for part in parts for number, why in part.silent.items()}
        places = {layout.number(place): place for window in windows for place in window.asked}
        usable = (number for number, entry in entries.items() if not self._misquoted(layout, places[number], entry))
        self._telemetry.answered(reading.source.id, usable)
        return directions_of(reading.source, reading.units, entries, silent, self._asked.verbatim)

    async def _answers(self, layout: Layout, window: Window, sample: int, task: str) -> Part:
        """Entries for the units of a window, and the reasons of those that have none."""
        entries: dict[int, Entry] = {}
        silent: dict[int, str] = {}
        waiting = [_Question(window)]
        for _ in range(MAX_CALLS):
            if not waiting:
                return Part(entries, silent)
            question = waiting.pop()
            reply = await self._ask(layout, question, sample, task)
            asked = {layout.number(place): place for place in question.window.asked}
            if reply.problem in (Problem.OVERFLOW, Problem.REFUSED) and len(asked) > 1:
                waiting += [_Question(half, question.round, question.note) for half in layout.halves(question.window)]
                continue
            if reply.problem not in (None, Problem.TRUNCATED, Problem.MALFORMED):
                silent.update(dict.fromkeys(asked, f"{reply.problem}: {reply.detail}".rstrip(": ")))
                continue
            numbers = {number: layout.number(place) for place, number in question.window.numbers.items()}
            wanted = {question.window.numbers[place] for place in question.window.asked}
            answers = read_answer(reply.text, wanted).entries
            found = {numbers[number]: renumbered(entry, numbers) for number, entry in answers.items()}
            wrong = {number for number, entry in found.items() if self._misquoted(layout, asked[number], entry)}
            last = question.round + 1 >= MAX_ROUNDS
            entries.update({number: entry for number, entry in found.items() if last or number not in wrong})
            open_ = [place for number, place in asked.items() if number not in found]
            again = [] if last else [asked[number] for number in sorted(wrong)]
            if open_ and not found and len(asked) > 1 and reply.problem is Problem.TRUNCATED:
                waiting += [_Question(half, question.round, _CUT) for half in layout.halves(question.window)]
            elif open_ and last:
                why = f"{reply.problem}: {reply.detail}" if reply.problem else "the answer leaves this unit out"
                silent.update({layout.number(place): why for place in open_})
            elif open_:
                note = _LEFT_OUT if reply.problem is None else _NOTES[reply.problem]
                waiting.append(_Question(layout.about(open_), question.round + 1, note))
            if again:
                waiting.append(_Question(layout.about(again), question.round + 1, _MISQUOTED))
        for question in waiting:
            silent.update({layout.number(place): "too many calls" for place in question.window.asked})
        return Part(entries, {number: why for number, why in silent.items() if number not in entries})

    def _misquoted(self, layout: Layout, place: int, entry: Entry) -> bool:
        body = layout.source.quote(layout.units[place].body)
        return misquoted(entry, body, layout.source.text, self._asked.verbatim)

    async def _ask(self, layout: Layout, question: _Question, sample: int, task: str) -> Reply:
        system, user = messages(self._asked.template, layout, question.window, self._asked.fingerprint, question.note)
        numbers = tuple(layout.number(place) for place in question.window.asked)
        request = Request(
            fingerprint=self._asked.fingerprint,
            system=system["content"],
            user=user["content"],
            size=self._asked.size,
            sample=sample,
            units=numbers,
            numbers=tuple(question.window.numbers[place] for place in question.window.asked),
            source=layout.source.id,
            task=task,
        )
        async with self._slots:
            known = {"specharness.units": len(numbers), "specharness.sample": sample}
            with span("specharness.llm.call", known) as told:
                reply = await self._client.ask(request)
                told.tell(
                    {
                        "gen_ai.usage.input_tokens": reply.spent.input_tokens,
                        "gen_ai.usage.output_tokens": reply.spent.output_tokens,
                        "specharness.cached_tokens": reply.spent.cached_tokens,
                        "specharness.attempts": reply.spent.attempts,
                        "specharness.problem": reply.problem.value if reply.problem else None,
                    }
                )
        self._telemetry.record(Call(layout.source.id, numbers, reply.spent, reply.problem, sample, reply.stored))
        return reply


@dataclass(frozen=True)
class Reading:
    """A source as it is sent."""

    source: Source
    units: tuple[Unit, ...]
    meta: tuple[Span, ...]


@dataclass(frozen=True)
class Part:
    """What became of a window's units, by number; each is in one of the two."""

    entries: dict[int, Entry]
    silent: dict[int, str]


@dataclass(frozen=True)
class _Question:
    window: Window
    round: int = 0
    note: str = ""


_CUT = "An earlier answer was cut off; answer briefly."
_LEFT_OUT = "An earlier answer left these units out."
_MISQUOTED = "An earlier answer quoted words that do not stand in these units; copy letter by letter."
_NOTES = {
    Problem.TRUNCATED: "An earlier answer was cut off before these units.",
    Problem.MALFORMED: "An earlier answer was not of the schema for these units.",
}
