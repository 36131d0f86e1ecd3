"""What is trained on beside the measured documents is kept apart from those of its own task.

Guarantees that no fold that measures a document of a task or repository trains on another document of it, be it under
the task's own name or as the same text under another one. Not its business: reading labels, dealing folds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from specharness.compile.local.train import Example
from specharness.compile.local.train_partly import Beside
from specharness.errors import InputError
from specharness.ir import Source

NOTHING = Beside()

LINE = 30
"""Characters of a line that tells texts apart: shorter ones (rules, headings, imports) stand in many."""
ALIKE = 0.5
"""Share of the lines of the text with fewer of them from which on two texts are one text under two names. Among the
public skills, copies share 0.9 and more, skills of one series of tasks at most 0.3."""


def group_of(name: str) -> str:
    """Documents of one task or repository belong together."""
    return "/".join(name.split("/")[:2]) if name.count("/") > 1 else name


def refuse_measured(examples: Sequence[Example], beside: Beside) -> None:
    """Raises InputError where a measured document is given as one to be trained on beside the measured ones, too."""
    measured = {example.source.id for example in examples}
    for name in beside.names:
        if name in measured:
            raise InputError(f"{name} is to be trained on beside the measured documents, and is one of them")


class Apart:
    """Which of what stands beside may be trained on while some documents are measured.

    A task's documents are those of its name, and every copy of them under the name of another task: a skill that two
    tasks share belongs to both.
    """

    def __init__(self, examples: Sequence[Example], beside: Beside) -> None:
        self._beside = beside
        self._groups = [example.group for example in examples]
        self._tied = _ties([(one.source, one.group) for one in examples], beside)

    def beside(self, measured: Iterable[int]) -> Beside:
        """What may be trained on while the examples of these numbers are measured."""
        groups = {self._groups[index] for index in measured}
        return Beside(
            tuple(one for one in self._beside.also if not self._tied[one.source.id] & groups),
            tuple(one for one in self._beside.partly if not self._tied[one.source.id] & groups),
        )


def _ties(examples: Sequence[tuple[Source, str]], beside: Beside) -> dict[str, set[str]]:
    """The groups of every document beside: its own, and those of the documents that are alike."""
    own = [*(one.source for one in beside.also), *(one.source for one in beside.partly)]
    every = [*examples, *((source, group_of(source.id)) for source in own)]
    lines = [_lines(source.text) for source, _ in every]
    holders: dict[str, list[int]] = {}
    for number, some in enumerate(lines):
        for line in some:
            holders.setdefault(line, []).append(number)
    tied: dict[str, set[str]] = {}
    for number in range(len(examples), len(every)):
        source, group = every[number]
        groups = tied.setdefault(source.id, set())
        groups.add(group)
        groups.update(every[other][1] for other in _alike(number, lines, holders))
        groups.update(each for text, each in every if text.sha256 == source.sha256)
    return tied


def _lines(text: str) -> frozenset[str]:
    return frozenset(line for raw in text.splitlines() if len(line := " ".join(raw.split())) >= LINE)


def _alike(number: int, lines: Sequence[Collection[str]], holders: dict[str, list[int]]) -> list[int]:
    shared: dict[int, int] = {}
    for line in lines[number]:
        for other in holders[line]:
            shared[other] = shared.get(other, 0) + 1
    return [other for other, count in shared.items() if count >= ALIKE * min(len(lines[number]), len(lines[other]))]
