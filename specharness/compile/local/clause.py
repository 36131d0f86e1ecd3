"""A clause with what its rules need: the text, the paths in it, the artifact in force."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from specharness.compile.local.artifacts import Artifact, in_force, mentions
from specharness.compile.local.literals import Literal, is_folder, is_template, names, quoted
from specharness.ir import Family, Param, Scalar, Source, Span, Unit


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
    artifacts: Sequence[Artifact]
    lead: Unit | None = None

    @cached_property
    def text(self) -> str:
        """The clause's own text."""
        return self.source.text[self.start : self.end]

    @cached_property
    def lead_text(self) -> str:
        """Text of the unit that introduces this one, or empty."""
        return self.source.text[self.lead.body.start : self.lead.body.end] if self.lead else ""

    @cached_property
    def own_paths(self) -> list[tuple[str, tuple[Literal, ...]]]:
        """Paths named in the clause."""
        return mentions(self.source, self.start, self.end)

    @cached_property
    def artifact(self) -> Artifact | None:
        """The file that is in force here when the clause names none: the lead-in's only file, else the document's."""
        if self.lead is not None:
            named = mentions(self.source, self.lead.body.start, self.lead.body.end)
            files = [found for found in named if not is_folder(found[0]) and not is_template(found[0])]
            if len(files) == 1:
                path = self.full_path(*files[0])
                return Artifact(str(path.value), False, path.spans, files[0][1][0].start, self.lead.heading_path)
        return in_force(self.artifacts, self.unit, self.start)

    def find(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """First match inside the clause, with offsets of the source."""
        return pattern.search(self.source.text, self.start, self.end)

    def span(self, start: int, end: int) -> Span:
        """A span of this source."""
        return Span(source=self.source.id, start=start, end=end)

    def param(self, match: re.Match[str], group: int | str, value: Scalar | None = None) -> Param:
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

    def path_param(self, *, own: bool = True) -> dict[str, Param]:
        """The `path` parameter: a path named in the clause, else the artifact in force; empty when there is none."""
        if own and self.own_paths:
            return {"path": self.full_path(*self.own_paths[0])}
        if self.artifact is not None:
            return {"path": Param(value=self.artifact.path, spans=self.artifact.spans)}
        return {}

    def full_path(self, value: str, literals: Sequence[Literal]) -> Param:
        """A path of the clause; a bare name takes the folder of the artifact that it is known as."""
        spans = tuple(self.span(item.start, item.end) for item in literals)
        if "/" not in value:
            full = [a for a in self.artifacts if a.path.endswith("/" + value)]
            if len(full) == 1:
                return Param(value=full[0].path, spans=(*spans, *(s for s in full[0].spans if s not in spans)))
        return Param(value=value, spans=spans)

    def all_paths(self) -> dict[str, Param]:
        """The `path` parameter with every path of the clause."""
        if not self.own_paths:
            return {}
        values = tuple(value for value, _ in self.own_paths)
        spans = tuple(self.span(part[0].start, part[0].end) for _, part in self.own_paths)
        return {"path": Param(value=values[0] if len(values) == 1 else values, spans=spans)}
