"""Small labelled documents of words of four letters, and directions that cover one word each."""

from __future__ import annotations

from collections.abc import Sequence

from specharness.ir import Direction, Disposition, Family, Kind, Modality, Reason, Source, SourceKind, Span
from specharness.measure.evaluation import Document, Prediction, task_of

WORDS = 6


def text() -> str:
    return "abcd " * WORDS


def word(
    number: int,
    disposition: Disposition = Disposition.HARD,
    *,
    source: str,
    confidence: float = 0.9,
    family: Family | None = None,
) -> Direction:
    hard = disposition is Disposition.HARD
    return Direction(
        id=f"d{number}",
        spans=(Span(source=source, start=5 * number, end=5 * number + 4),),
        disposition=disposition,
        reason=None if hard else Reason.GUIDANCE,
        modality=Modality.MUST,
        kind=Kind.OUTCOME,
        family=family or (Family.COUNT if hard else None),
        statement="",
        confidence=confidence,
    )


def documents(count: int = 8) -> list[Document]:
    """Each with two hard directions and one abstention; two kinds in turn."""
    found = []
    for number in range(count):
        name = f"t{number}/{'instruction.md' if number % 2 else 'AGENTS.md'}"
        kind = SourceKind.PROMPT if number % 2 else SourceKind.GUIDELINE
        gold = (word(0, source=name), word(1, source=name), word(2, Disposition.ABSTAIN, source=name))
        found.append(Document(Source(id=name, kind=kind, sha256=str(number), text=text()), gold, task_of(name)))
    return found


def answer(document: Document, numbers: Sequence[int]) -> Prediction:
    return Prediction(tuple(word(number, source=document.source.id) for number in numbers))


def answer_of(given: Sequence[Document], source: Source, numbers: Sequence[int]) -> Prediction:
    return answer(next(item for item in given if item.source.id == source.id), numbers)
