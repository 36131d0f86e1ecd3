"""The files that a source speaks of, and the one that a requirement is about at a place.

Every path of a source is found once, with the role it has where it stands: written, edited, judged, or merely named.
Precision first: with several candidates and no sign which is meant, the answer is none.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from specharness.compile.local.goals import Place, folders_for
from specharness.compile.local.literals import Literal, is_folder, is_template, joined, paths
from specharness.compile.local.roles import MAX_BEFORE, WRITE, Role, is_carried, role_at, topical_at
from specharness.ir import Block, Param, Source, Span, Unit

_OR = re.compile(
    r"[`\"'”’)*]*(?:[^.;。；\n]|\.(?=\S)){0,40}?(?:\bor\b|或者?|还是)\W*"
    r"(?:(?:else|alternatively|to|as|in|into|at|under|the|file|a|an|new|called|named|保存|写入|为|到|至)\s*)*[`\"'“(]*",
    re.IGNORECASE,
)
"""Between two files of which one is to be chosen."""
_THEN = re.compile(r"[`\"'”]*\s*(?:,|，)?\s*(?:and\s+|then\s+|and then\s+|然后|再|接着)[`\"'“]*", re.IGNORECASE)
"""Between two files of the same verb."""
_ADHERES = re.compile(r"[`\"'”’*]*\s*[(（,]?\s*")
"""Between a file and what is said of it right behind its name."""
_PRONOUN = re.compile(
    r"\W*(?:afterwards,?\s+|then,?\s+)?(?:it|they|the file|the list|this file)\b|该文件|它", re.IGNORECASE
)
_HELD = re.compile(
    r"\b(?:contain|hold)s?\s+(?:only|just|exactly|nothing but|nothing except)\s+[`\"“']?$|\b(?:contain"
    r"|hold)s?\s+[`\"“']?$|(?:只能有|只有|包含)\s*[`“]?$",
    re.IGNORECASE,
)
MAX_LEADS = 3
"""Lead-ins climbed in search of the file that a nested item is about."""
_PROSE = frozenset({Block.SENTENCE, Block.LIST_ITEM, Block.TABLE_ROW})


_IN_FOLDER = re.compile(
    r"\b(?:in|inside|under|within)\s+(?:the\s+)?(?:folder\s+|directory\s+)?[`\"“]?(?P<f>[\w.-]+(?:/[\w.-]+)*/)[`\"”]?\s*:\s*(?=\n|\(|$)",
    re.IGNORECASE,
)
"""A line that ends with a folder and a colon."""
_FILE_WORD = re.compile(r"[\w.@-]+")


@dataclass(frozen=True)
class Mention:
    """One place where a path stands; `path` is written out in full where the source says how."""

    path: str
    literals: tuple[Literal, ...]
    role: Role
    unit: Unit
    topical: bool = True
    """False where the path is a guard's, an input, or a literal that something is to contain."""
    choice: bool = False
    """Whether the text names another file that will do in its place."""

    @property
    def at(self) -> int:
        """Offset of its first character."""
        return self.literals[0].start

    def param(self, source: Source) -> Param:
        """The path as a parameter with its spans."""
        spans = tuple(Span(source=source.id, start=item.start, end=item.end) for item in self.literals)
        return Param(value=self.path, spans=spans)


class Files:
    """All path mentions of one source."""

    def __init__(self, source: Source, units: Sequence[Unit]) -> None:
        self.source = source
        self._units: tuple[Unit, ...] = tuple(units)
        self._by_id = {unit.id: unit for unit in units}
        self._number = {unit.id: number for number, unit in enumerate(units)}
        self._group_start: dict[str, int] = {}
        found: list[Mention] = []
        for unit in units:
            if unit.group is not None:
                self._group_start.setdefault(unit.group, unit.body.start)
            if unit.block in _PROSE:
                for path, literals in joined(source.text, unit.body.start, unit.body.end):
                    found.append(self._mention(path, literals, unit))
        self.mentions: tuple[Mention, ...] = tuple(self._in_full(self._chosen(found)))
        self._starts = [mention.at for mention in self.mentions]

    @cached_property
    def subjects(self) -> tuple[Mention, ...]:
        """Mentions of files that are written, edited or judged."""
        return tuple(m for m in self.mentions if self._subject(m))

    @cached_property
    def _by_name(self) -> dict[str, list[Mention]]:
        """The subjects by the last part of their paths."""
        found: dict[str, list[Mention]] = {}
        for mention in self.subjects:
            found.setdefault(mention.path.rsplit("/", 1)[-1], []).append(mention)
        return found

    @cached_property
    def _by_heading(self) -> dict[tuple[str, ...], list[Mention]]:
        """The subjects by the headings above them, in the order of the text."""
        found: dict[tuple[str, ...], list[Mention]] = {}
        for mention in self.subjects:
            found.setdefault(mention.unit.heading_path, []).append(mention)
        return found

    @cached_property
    def _ordered(self) -> tuple[str, ...]:
        """Files that are written or edited, each once."""
        return tuple(dict.fromkeys(m.path for m in self.subjects if self._ruled[m.path] > Role.JUDGED))

    def first(self, path: str) -> Mention:
        """The first mention of a path; KeyError if there is none."""
        for mention in self.mentions:
            if mention.path == path:
                return mention
        raise KeyError(path)

    @cached_property
    def only(self) -> Mention | None:
        """The first mention of the one file that the source names at all."""
        named = [m for m in self.mentions if not is_folder(m.path)]
        return named[0] if len({m.path for m in named}) == 1 and not is_template(named[0].path) else None

    def led_by(self, lead: Unit) -> tuple[Mention, ...]:
        """Mentions in the units that a unit introduces."""
        return tuple(m for m in self.mentions if m.unit.parent == lead.id)

    @cached_property
    def written(self) -> tuple[str, ...]:
        """Files that the source tells to write, each once, in the order of the text."""
        return tuple(dict.fromkeys(m.path for m in self.subjects if self._ruled[m.path] is Role.WRITTEN))

    @cached_property
    def worked_on(self) -> tuple[Mention, ...]:
        """The first mention of each file and folder that the source tells to write or to edit."""
        found: dict[str, Mention] = {}
        for mention in self.mentions:
            if mention.role >= Role.EDITED or mention.choice:
                found.setdefault(mention.path, mention)
        return tuple(found.values())

    @property
    def prose(self) -> tuple[Unit, ...]:
        """The units in which something is said in words."""
        return tuple(unit for unit in self._units if unit.block in _PROSE)

    @cached_property
    def _groups(self) -> dict[str, list[Unit]]:
        """The units of each list, table and paragraph."""
        found: dict[str, list[Unit]] = {}
        for unit in self._units:
            if unit.group is not None:
                found.setdefault(unit.group, []).append(unit)
        return found

    def siblings(self, unit: Unit, most: int) -> list[Unit]:
        """The nearest other units of the same list, table or paragraph: half of `most` on either side."""
        group = self._groups.get(unit.group, []) if unit.group is not None else []
        at = bisect_left(group, unit.body.start, key=lambda other: other.body.start)
        near = group[max(0, at - most // 2) : at + most // 2 + 1]
        return [other for other in near if other is not unit]

    @cached_property
    def _ruled(self) -> dict[str, Role]:
        best: dict[str, Role] = {}
        for mention in self.mentions:
            best[mention.path] = max(best.get(mention.path, Role.NAMED), mention.role)
        return best

    def role_of(self, path: str) -> Role:
        """The strongest role that a path has anywhere in the source."""
        return self._ruled.get(path, Role.NAMED)

    def within(self, start: int, end: int) -> tuple[Mention, ...]:
        """Mentions in a stretch of the text."""
        return self.mentions[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def list_before(self, unit: Unit) -> list[tuple[int, int]]:
        """The items of the last list before a unit, as offsets of their bodies."""
        items: list[tuple[int, int]] = []
        group = None
        for other in reversed(self._units[: self._number[unit.id]]):
            if other.block is Block.LIST_ITEM and other.group != unit.group and group in (None, other.group):
                group = other.group
                items.append((other.body.start, other.body.end))
            elif group is not None:
                break
        return items[::-1]

    def said_before(self, unit: Unit) -> str:
        """Text of the unit's paragraph before it, back to the last path."""
        first = self._group_start.get(unit.group or "", unit.body.start)
        named = [m.at for m in self.within(first, unit.body.start)]
        return self.source.text[max(first, named[-1] if named else first) : unit.body.start]

    def in_force(self, unit: Unit, at: int) -> Mention | None:
        """The file that a requirement at `at` is about when its clause names none.

        In order: the last one of the unit before it, the only one of the lead-in, the one that the heading names, the
        last one before it under the same heading, the source's only one, the last one under an enclosing heading, which
        is no input where another one is written.
        """
        before = self.within(unit.body.start, at)
        if before and not before[-1].topical and _ADHERES.fullmatch(self.source.text, before[-1].literals[0].end, at):
            return None  # it goes on about an input
        if not before and _PRONOUN.match(self.source.text, at, unit.body.end) and self._input_before(unit, at):
            return None
        told = [m for m in before if m.topical and not is_folder(m.path)]
        earlier = [m for m in told if self._subject(m)] or (told if len(told) == 1 else [])
        if earlier:
            return earlier[-1]
        lead = self._by_id.get(unit.parent or "")
        if lead is not None and lead.group == unit.group and _PRONOUN.match(self.source.text, at, unit.body.end):
            told = [m for m in self.within(lead.body.start, lead.body.end) if not is_folder(m.path)]
            if len({m.path for m in told}) == 1:
                return told[-1]
        for _ in range(MAX_LEADS):
            if lead is None:
                break
            led = [m for m in self.within(lead.body.start, lead.body.end) if m.topical and not is_folder(m.path)]
            ruled = [m for m in led if self._subject(m)] or led
            if len({m.path for m in ruled}) == 1:
                return ruled[-1]
            lead = self._by_id.get(lead.parent or "")
        if unit.heading_path:
            named = dict.fromkeys(word.strip(".") for word in _FILE_WORD.findall(unit.heading_path[-1]))
            headed = [m for word in named for m in self._by_name.get(word, ())]
            if len({m.path for m in headed}) == 1:
                return headed[0]
        here = self._by_heading.get(unit.heading_path, [])
        before_it = bisect_right(here, at, key=lambda mention: mention.at)
        if before_it:
            return here[before_it - 1]
        if len(self._ordered) == 1:
            only = self._ordered[0]
            return next(m for m in self.subjects if m.path == only)
        above = [
            m
            for m in self.subjects
            if m.unit.heading_path
            and unit.heading_path[: len(m.unit.heading_path)] == m.unit.heading_path
            and m.at <= at
        ]
        if len({m.path for m in above}) != 1:
            return None
        last = above[-1]
        return None if self.written and last.path not in self.written else last

    def _input_before(self, unit: Unit, at: int) -> bool:
        """Whether the last sentence of the paragraph before that names files names nothing but inputs."""
        first = self._group_start.get(unit.group or "", unit.body.start)
        before = self.within(first, at)
        last = [m for m in before if m.unit is before[-1].unit]
        return bool(last) and not any(m.topical or m.choice for m in last)

    def _subject(self, mention: Mention) -> bool:
        return (
            mention.topical
            and self._ruled[mention.path] > Role.NAMED
            and not is_folder(mention.path)
            and not is_template(mention.path)
        )

    def _mention(self, path: str, literals: tuple[Literal, ...], unit: Unit) -> Mention:
        role = Role.NAMED
        if not path.startswith(("http:", "https:")):
            role = role_at(self.source.text, unit, self._by_id.get(unit.parent or ""), literals[0], path)
            if len(literals) > 1 and role is Role.NAMED and is_carried(self.source.text, unit, literals[0]):
                role = Role.WRITTEN
        if role is Role.WRITTEN and "/" not in path and not path.startswith("~"):
            folder, sure = self._goal(unit, literals[0])
            if folder is not None:
                return Mention(f"{folder.value.rstrip('/')}/{path}", (*literals, folder), role, unit)
            if not sure:
                role = Role.NAMED
        held = self._holder(unit, path, literals[0]) or self._led_into(unit, path, literals[0])
        topical = role > Role.NAMED or topical_at(self.source.text, unit, literals[0])
        if held is not None:
            return Mention(f"{held.value.rstrip('/')}/{path}", (*literals, held), role, unit, topical)
        return Mention(path, literals, role, unit, topical)

    def _holder(self, unit: Unit, path: str, literal: Literal) -> Literal | None:
        """The folder that the same sentence says a bare name lies in: "`inbox/` must contain only `notes.txt`"."""
        text = self.source.text
        start = max(unit.body.start, literal.start - MAX_BEFORE)
        if "/" in path or not _HELD.search(text, start, literal.start):
            return None
        earlier = paths(text, unit.body.start, literal.start)
        folders = [item for item in earlier if is_folder(item.value) and "/" in item.value]
        return folders[-1] if len(folders) == 1 else None

    def _led_into(self, unit: Unit, path: str, literal: Literal) -> Literal | None:
        """The folder that the line which introduces a bare name says that all of its files lie in: "Two things in
        src/:"."""
        if "/" in path or path.startswith("~"):
            return None
        lead = self._by_id.get(unit.parent or "")
        first = lead.body.start if lead is not None else self._group_start.get(unit.group or "", unit.body.start)
        found = list(_IN_FOLDER.finditer(self.source.text, max(first, literal.start - MAX_BEFORE), literal.start))
        if len(found) != 1:
            return None
        return Literal(found[0]["f"], *found[0].span("f"))

    def _goal(self, unit: Unit, name: Literal) -> tuple[Literal | None, bool]:
        """The folder that a bare name is written to by its sentence, else by its lead-in, and whether that is sure."""
        for place, own in ((unit, name), (self._by_id.get(unit.parent or ""), None)):
            if place is None:
                continue
            text, start, end = self.source.text, place.body.start, place.body.end
            found = folders_for(text, start, end, own)
            goals = [item for item, role in found if role is Place.GOAL]
            if len(goals) == 1:
                return goals[0], True
            if any(role is not Place.ELSEWHERE for _, role in found):
                return None, WRITE.search(text, start, end) is None
        return None, True

    def _chosen(self, found: Sequence[Mention]) -> list[Mention]:
        """What neighbours say of each other: of "a or b" neither is demanded, of "write a, then b" both are."""
        out = list(found)
        for at in range(1, len(out)):
            one, other = out[at - 1], out[at]
            if one.unit is not other.unit:
                continue
            between = self.source.text[one.literals[-1].end : other.at]
            if _OR.fullmatch(between) and max(one.role, other.role) > Role.NAMED:
                for place in (at - 1, at):
                    role = out[place].role if out[place].role < Role.EDITED else Role.NAMED
                    out[place] = replace(out[place], role=role, topical=role > Role.NAMED, choice=True)
            elif one.role is Role.WRITTEN and other.role is Role.NAMED and _THEN.fullmatch(between):
                out[at] = replace(other, role=Role.WRITTEN, topical=True)
        return out

    def _in_full(self, found: Sequence[Mention]) -> list[Mention]:
        """A bare name is the one longer path of the source that ends with it."""
        longer = {m.path: m for m in found if "/" in m.path}
        by_name: dict[str, list[str]] = {}
        for path in longer:
            by_name.setdefault(path.rpartition("/")[2], []).append(path)
        out = []
        for mention in found:
            ending = "/" + mention.path.lstrip("/")
            full = [path for path in by_name.get(ending.rpartition("/")[2], ()) if path.endswith(ending)]
            if len(full) == 1 and not mention.path.startswith(("/", "~")):
                other = longer[full[0]]
                spans = (*mention.literals, *(item for item in other.literals if item not in mention.literals))
                mention = replace(mention, path=full[0], literals=spans)
            out.append(mention)
        return out
