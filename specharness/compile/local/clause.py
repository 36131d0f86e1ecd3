"""A clause with what its rules need: the text, the paths in it, the file that it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from specharness.compile.local.artifacts import Files, Mention
from specharness.compile.local.lexicon import IMPERATIVES
from specharness.compile.local.literals import Literal, is_folder, names, number, quoted
from specharness.compile.local.prefilter import Guarded, traits
from specharness.compile.local.roles import AS_SOURCE, OBJECT_BEFORE, Role
from specharness.ir import Family, Param, Scalar, Source, Span, Unit

_LEADING_GUARD = re.compile(r"\W*(?:if|when|unless|where)\b[^,;]*[,;]|\W*(?:如果|若|当)[^，；]*[，；,]", re.IGNORECASE)
_GUARD = re.compile(r"\b(?:if|when|unless)\b[^,;]*$|(?:如果|若|当)[^，；]*$", re.IGNORECASE)
_SEVERAL = re.compile(
    r"\b(?:all|none|each|any|both|neither)\s+(?:of\s+)?(?:the\s+|these\s+|those\s+)?(?P<n>two|three|four|five|six"
    r"|\d)?\s*(?:output\s+|new\s+)?files?\b"
    r"|\bthe\s+(?P<m>two|three|four|five)\s+(?:output\s+|new\s+)?files\b|\bboth (?:of them|files|documents|outputs)\b"
    r"|(?:所有|每个|全部|两个|三个)(?:输出)?文件|上述[两三四]个(?:输出)?文件",
    re.IGNORECASE,
)


_DRAWS_ON = re.compile(
    r"\W*(?:(?:please|first|then|now|next|and|also)\W+)*(?:(?:you\s+(?:are|have\s+been|will\s+be)\s+)?given|read(?:\s+in)?"
    r"|load|open|use|using|parse|take|import|fetch|inspect|look\s+at|from|in|start(?:ing)?\s+(?:from|with)|see|input|source|inputs"
    r"|you\s+(?:have|get|find)|there\s+is|we\s+have|here\s+is)\W+(?:(?:the|an?|our|my|your|is|file|csv|input|data|table)\W+){0,4}",
    re.IGNORECASE,
)
"""What a clause opens with that is about a file which it draws on."""
MESSAGE = re.compile(
    r"\b(?:your|the)\s+(?:final\s+|last\s+|closing\s+)+(?:answer|reply|response|message)\b|\byour\s+(?:reply|response"
    r"|message)\b|"
    r"\b(?:respond|reply|answer)\s+(?:with|in|using|to the user)\b(?!\s+(?:a\s+)?json file)|\b(?:tell"
    r"|inform)\s+the\s+user\b"
    r"|(?:最后的?|你的|最终)(?:回复|回答|答复|消息)",
    re.IGNORECASE,
)


MAX_SAID = 600
"""Characters before a clause in which its paragraph may have spoken of the agent's message."""

_GUARDED: dict[int, Guarded] = {}
"""The rules' patterns, all of them module constants, by identity: their hash would read them whole."""


def guard(constants: Iterable[object]) -> None:
    """Make `Clause.find` skip the patterns among a module's constants where they can't fit."""
    for value in constants:
        if isinstance(value, re.Pattern):
            _GUARDED[id(value)] = Guarded(value)


@dataclass(frozen=True)
class Guess:
    """What a rule makes of a clause."""

    family: Family
    params: dict[str, Param]
    rule: str


@dataclass(frozen=True)
class Clause:
    """A chunk of a source, ready for the family rules."""

    source: Source
    unit: Unit
    start: int
    end: int
    files: Files
    lead: Unit | None = None

    @cached_property
    def text(self) -> str:
        """The clause's own text."""
        return self.source.text[self.start : self.end]

    @cached_property
    def traits(self) -> int:
        """What patterns the text may fit."""
        return traits(self.text.lower())

    @cached_property
    def imperative(self) -> bool:
        """Whether the clause opens with a verb that gives an order."""
        word = re.match(
            r"[\s\-*•\d.)(]*(?:please\s+|then\s+|also\s+|finally,?\s+|first,?\s+|next,?\s+)*([A-Za-z]+)",
            self.text,
            re.IGNORECASE,
        )
        return (word is not None and word[1].lower() in IMPERATIVES) or bool(re.match(r"\W*请", self.text))

    @cached_property
    def lead_text(self) -> str:
        """Text of the unit that introduces this one, or empty."""
        return self.source.text[self.lead.body.start : self.lead.body.end] if self.lead else ""

    @cached_property
    def paths(self) -> tuple[Mention, ...]:
        """Paths named in the clause."""
        return self.files.within(self.start, self.end)

    @cached_property
    def objects(self) -> tuple[Mention, ...]:
        """Paths that something else is to contain or mention: literals there, not what the clause is about."""
        text = self.source.text
        return tuple(m for m in self.paths if OBJECT_BEFORE.search(text, max(self.start, m.at - MAX_SAID), m.at))

    @cached_property
    def subjects(self) -> tuple[Mention, ...]:
        """Paths of the clause that it states something of: not a guard's, not an input that it draws on."""
        text = self.source.text
        return tuple(
            m
            for m in self.paths
            if m not in self.objects
            and not AS_SOURCE.search(text, max(self.start, m.at - 40), m.at)
            and not _GUARD.search(text[max(self.start, m.at - 120) : m.at])
        )

    @cached_property
    def focus(self) -> Mention | None:
        """The file that is in force here when the clause names none."""
        return self.files.in_force(self.unit, self.start)

    def about(self) -> dict[str, Param]:
        """The `path` parameter: the file that the clause states something of, else the one in force, else nothing."""
        return dict(self._about)

    @cached_property
    def _about(self) -> dict[str, Param]:
        files = [m for m in self.subjects if not is_folder(m.path)]
        ruled = [m for m in files if self.files.role_of(m.path) > Role.NAMED] or files
        if ruled:
            return {"path": ruled[0].param(self.source)}
        several = self.several()
        if several:
            return several
        if self.paths and _DRAWS_ON.fullmatch(self.source.text, self.start, self.paths[0].at):
            return {}
        return {"path": self.focus.param(self.source)} if self.focus is not None else {}

    @cached_property
    def on_message(self) -> bool:
        """Whether the clause is about the agent's message: it or a sentence before it in the paragraph says so."""
        if self.paths:
            return False
        head = " ".join((*self.unit.heading_path[-1:], self.lead_text))
        return bool(
            self.search(MESSAGE)
            or MESSAGE.search(head)
            or MESSAGE.search(self.files.said_before(self.unit)[-MAX_SAID:])
        )

    def several(self) -> dict[str, Param]:
        """ "None of the three files": all that the source tells to write, where the number fits."""
        match = self.search(_SEVERAL)
        written = self.files.written
        count = (match["n"] or match["m"]) if match is not None else None
        if match is None or len(written) < 2 or (count and number(count) != len(written)):
            return {}
        first = [self.files.first(path) for path in written]
        spans = tuple(self.span(m.literals[0].start, m.literals[0].end) for m in first)
        return {"path": Param(value=written, spans=spans)}

    def all_paths(self) -> dict[str, Param]:
        """The `path` parameter with every path that the clause states something of."""
        return self.paths_param(self.subjects) or self.several()

    def paths_param(self, found: Sequence[Mention]) -> dict[str, Param]:
        """The `path` parameter of several mentions; empty for none."""
        if not found:
            return {}
        if len(found) == 1:
            return {"path": found[0].param(self.source)}
        spans = tuple(self.span(m.literals[0].start, m.literals[0].end) for m in found)
        return {"path": Param(value=tuple(m.path for m in found), spans=spans)}

    def find(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """First match inside the clause, with offsets of the source."""
        guarded = _GUARDED.get(id(pattern))
        if guarded is not None and not guarded.possible(self.traits):
            return None
        return pattern.search(self.source.text, self.start, self.end)

    def every(self, pattern: re.Pattern[str]) -> Iterable[re.Match[str]]:
        """Every match inside the clause, with offsets of the source."""
        guarded = _GUARDED.get(id(pattern))
        if guarded is not None and not guarded.possible(self.traits):
            return ()
        return pattern.finditer(self.source.text, self.start, self.end)

    def search(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """First match in the clause by itself, with offsets of the clause: nothing stands before or behind it."""
        guarded = _GUARDED.get(id(pattern))
        if guarded is not None and not guarded.possible(self.traits):
            return None
        return pattern.search(self.text)

    def span(self, start: int, end: int) -> Span:
        """A span of this source."""
        return Span(source=self.source.id, start=start, end=end)

    def param(self, match: re.Match[str], group: int | str, value: Scalar = None) -> Param:
        """A parameter from a group of a match; `value` where it differs from the text."""
        start, end = match.span(group)
        return Param(value=self.source.text[start:end] if value is None else value, spans=(self.span(start, end),))

    def listed(self, literals: Sequence[Literal]) -> Param:
        """A parameter of one or several literals."""
        spans = tuple(self.span(item.start, item.end) for item in literals)
        values = tuple(item.value for item in literals)
        return Param(value=values[0] if len(values) == 1 else values, spans=spans)

    def names_between(self, start: int, end: int) -> list[Literal]:
        """Names of an enumeration in a stretch of the source."""
        return names(self.source.text, start, end)

    def quotes(self, start: int | None = None, end: int | None = None) -> list[Literal]:
        """Code spans and quotations of the clause."""
        return quoted(self.source.text, self.start if start is None else start, self.end if end is None else end)

    def literals(self) -> list[Literal]:
        """Code spans and quotations that are no paths of the clause."""
        taken = {item.start for mention in self.paths if mention not in self.objects for item in mention.literals}
        guard = _LEADING_GUARD.match(self.text)
        begin = self.start + guard.end() if guard is not None else self.start
        return [item for item in self.quotes() if item.start not in taken and item.start >= begin]
