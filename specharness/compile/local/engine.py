"""The local compiler: no network, no key, no model call; the same source gives the same directions.

Judged chunks become directions: dispositions from the linear model, families and parameters from rules, with the
family model behind them. Precision first: what is not surely hard becomes an abstention with a reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from specharness.compile.engine import Compiled
from specharness.compile.local.artifacts import Files
from specharness.compile.local.asked import asked, asks_for_a_message, uncounted, without_covered, without_rest
from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.conditions import guard_of
from specharness.compile.local.dispositions import decide, worth_reading
from specharness.compile.local.emphasis import unemphasised
from specharness.compile.local.lexicon import modality_of, signals
from specharness.compile.local.likely import likely_family
from specharness.compile.local.merge import merge
from specharness.compile.local.meta import addressed
from specharness.compile.local.model import Weights, shipped_weights
from specharness.compile.local.sketch import Judged, Piece, judge
from specharness.compile.local.splits import split_by_rules
from specharness.compile.silence import silenced
from specharness.ir import (
    CompilerId,
    Direction,
    Disposition,
    Family,
    Kind,
    Modality,
    Reason,
    Source,
    SourceKind,
    Unit,
    digest_of,
)

VERSION = "18"
"""Raised with every change of the rules that can change an output."""

_PROCESS = frozenset({Family.TOOL_USED, Family.TOOL_NOT_USED, Family.ORDERED_STEPS, Family.OTHER_CHECKABLE})
_AFFIRMATIVE = frozenset(
    {
        Family.COUNT,
        Family.VALUE_RANGE,
        Family.NUMBER_FORMAT,
        Family.SCHEMA,
        Family.SORTED,
        Family.PATTERN,
        Family.UNIQUE,
        Family.CELLS_FILLED,
        Family.VALUE_EQUALS,
        Family.DIR_CONTENTS,
    }
)
"""Families whose check says what is, so that their "not" is part of a bound and not of the demand's force."""
_FRAME = frozenset({Family.UNCHANGED, Family.ONLY_CHANGES})


@dataclass(frozen=True)
class LocalEngine:
    """The default engine. `weights` are the shipped ones unless others are given, as cross-validation does."""

    weights: Weights | None = None

    @cached_property
    def _weights(self) -> Weights:
        return self.weights or shipped_weights()

    @property
    def id(self) -> CompilerId:
        """Fingerprint over the engine's version and its weights."""
        fingerprint = digest_of({"engine": "local", "version": VERSION, "weights": self._weights.sha256})
        return CompilerId(engine="local", version=VERSION, fingerprint=fingerprint)

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        """The directions of one source; workspace texts have none."""
        if source.kind is SourceKind.WORKSPACE:
            return Compiled(())
        weights = self._weights
        meta = addressed(source.text, [unit.body for unit in units])
        units = silenced(source, units, meta)  # as if they were not there: they can't move the place of any other unit
        # the rules read past emphasis: "must **not** contain" forbids
        read = source.model_copy(update={"text": unemphasised(source.text, units)})
        files = Files(read, units)
        by_id = {unit.id: unit for unit in units}
        directions: list[Direction] = []
        for judged in judge(source, units, weights):
            unit, piece = judged.where.unit, trimmed(source.text, judged.piece)
            if piece is None:
                continue
            lead = by_id.get(unit.parent or "")
            whole = Clause(read, unit, piece.start, piece.end, files, lead)
            parts = split_by_rules(whole) if worth_reading(whole, judged, weights) else ((whole, None),)
            for clause, found in parts:
                disposition, confidence = decide(clause, found, judged, weights)
                if disposition is not Disposition.RESIDUAL:
                    directions.append(self._direction(clause, found, judged, disposition, confidence))
        ordered = merge(source, units, directions)
        answer = asked(source, units, files)
        if asks_for_a_message(source, files):
            ordered = [uncounted(direction) for direction in ordered]
        if answer.directions:
            rest = without_rest(without_covered(ordered, answer.directions, source.text), answer)
            every = (*rest, *answer.directions, *answer.rest)
            ordered = sorted(every, key=lambda direction: direction.spans[0].start)
        return Compiled(
            tuple(direction.model_copy(update={"id": f"d{number}"}) for number, direction in enumerate(ordered, 1)),
            tuple(meta),
        )

    def _direction(
        self, clause: Clause, found: Guess | None, judged: Judged, disposition: Disposition, confidence: float
    ) -> Direction:
        text = clause.text
        hard = disposition is Disposition.HARD
        guess = (found or likely_family(judged.where, clause, self._weights.family)) if hard else None
        piece = Piece(clause.start, clause.end, "start", "end")
        guard = (
            None
            if guess is not None and guess.family is Family.ONLY_CHANGES
            else guard_of(clause.source, clause.unit, piece)
        )
        modality = modality_of(text, disposition is Disposition.ADVISORY)
        family = guess.family if guess else None
        worded = family is Family.RESPONSE_CONSTRAINT and guess is not None and "text" in guess.params
        if family in _AFFIRMATIVE and not worded and modality is Modality.MUST_NOT:
            modality = Modality.MUST  # "not longer than 5" demands at most 5: a bound, not a prohibition
        spans = [clause.span(clause.start, clause.end)]
        if guard is not None and not (clause.start <= guard.start and guard.end <= clause.end):
            spans.append(guard)
        return Direction(
            id="d0",
            spans=tuple(spans),
            disposition=disposition,
            reason=_reason(text, disposition, modality),
            modality=modality,
            kind=_kind(text, family, clause),
            family=family,
            params=guess.params if guess else {},
            condition=clause.source.quote(guard) if guard else None,
            statement=_statement(text),
            confidence=round(confidence, 4),
        )


def trimmed(text: str, piece: Piece) -> Piece | None:
    """The piece without white space at its ends; None when nothing solid is left."""
    start, end = piece.start, piece.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end - start < 2:
        return None
    return Piece(start, end, piece.before, piece.after)


def _reason(text: str, disposition: Disposition, modality: Modality) -> Reason | None:
    if disposition is Disposition.HARD:
        return None
    found = signals(text)
    if disposition is Disposition.ADVISORY:
        if modality is Modality.MAY:
            return Reason.PERMISSION
        return Reason.PREFERENCE if "prefer" in found else Reason.GUIDANCE
    if "vague" in found:
        return Reason.SUBJECTIVE
    return Reason.METHOD_UNSTATED


def _kind(text: str, family: Family | None, clause: Clause) -> Kind:
    if family is Family.RESPONSE_CONSTRAINT:
        return Kind.RESPONSE
    if family is Family.EXTERNAL_EFFECT:
        return Kind.EXTERNAL
    if family in _FRAME:
        return Kind.FRAME
    if family in _PROCESS:
        return Kind.PROCESS
    if family is None and clause.source.kind is SourceKind.SKILL:
        return Kind.PROCESS
    return Kind.OUTCOME


def _statement(text: str) -> str:
    words = " ".join(text.replace("**", "").replace("`", "").split())
    return words if len(words) <= 200 else words[:199].rstrip() + "…"
