"""The local compiler as a second reader: what it says of a text bounds what a model says of it, from both sides.

A model's hard direction is weakened where the local reading contradicts it: another file, other values, permission
instead of demand, a literal that comes from elsewhere. And what the local reading finds asked for and the model passes
over is said for it, as an abstention. So a model can leave nothing out unnoticed and put nothing in another's place;
where the local reading is silent, the model's holds if one file and one value are all that its words name.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from specharness.compile.engine import Compiled
from specharness.compile.llm.answers import numbered
from specharness.compile.llm.sameness import (
    OF_NAMES,
    OF_VALUES,
    agrees,
    among,
    differs,
    plain,
    same_subject,
    texts_of,
    together,
)
from specharness.compile.local.artifacts import Files
from specharness.compile.local.emphasis import unemphasised
from specharness.compile.local.engine import LocalEngine
from specharness.compile.local.lexicon import force_of
from specharness.compile.local.literals import number, quoted
from specharness.ir import (
    Block,
    Direction,
    Disposition,
    Family,
    Modality,
    Reason,
    Source,
    SourceKind,
    Span,
    Unit,
)

SHARE = 0.5
"""Share of a direction's solid characters that another one quotes, from which on it has been told, too."""

_OBLIGING = frozenset({Modality.MUST, Modality.MUST_NOT})
_OPPOSED: tuple[frozenset[Family], ...] = (
    frozenset({Family.PATH_EXISTS, Family.PATH_ABSENT}),
    frozenset({Family.UNCHANGED, Family.ONLY_CHANGES}),
    frozenset({Family.UNCHANGED, Family.PATH_ABSENT}),
    frozenset({Family.CONTAINS, Family.NOT_CONTAINS}),
    frozenset({Family.VALUE_EQUALS, Family.VALUE_RANGE}),
)
"""Families that say different things of the same words."""
_VALUED = frozenset(
    {
        Family.VALUE_EQUALS,
        Family.VALUE_RANGE,
        Family.COUNT,
        Family.NUMBER_FORMAT,
        Family.CONTAINS,
        Family.NOT_CONTAINS,
        Family.PATTERN,
        Family.SORTED,
        Family.UNIQUE,
        Family.CELLS_FILLED,
    }
)
"""Families whose literals belong together: of two fields and two values each value has its own."""
_PLACES = frozenset({"path", "sheet"})
"""Parameters that say where something is, and may have been said before."""
_NUMBER = re.compile(
    r"(?<![\w.])[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?![\w])|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b", re.I
)
_STATES = re.compile(
    r"\b(?:must|shall|should|ha(?:s|ve) to|needs? to|may (?:not|only)|do not|don['’]t|never|required?)\b|必须"
    r"|应|不得|不要|请",
    re.I,
)
_FORBIDS = re.compile(
    r"\b(?:not|never|no|none|neither|nor|cannot|avoid|without|\w+n['’]t|if|unless|when)\b|不|勿|禁止|如果", re.I
)


def bounded(
    source: Source,
    units: Sequence[Unit],
    model: Compiled,
    mine: Compiled | None = None,
    only: frozenset[int] | None = None,
) -> Compiled:
    """What a model said of `source`, bounded by the local reading `mine`, which is made unless given. `only` are the
    numbers of the units that the model was asked about, all unless given."""
    if source.kind is SourceKind.WORKSPACE or not units:
        return model
    local = mine if mine is not None else LocalEngine().compile(source, units)
    reader = _SecondReader(source, tuple(units), local.directions)
    told = [reader.weighed(one) for one in model.directions]
    return Compiled(numbered([*reader.left_out(told, only), *told]), model.meta)


@dataclass(frozen=True)
class _SecondReader:
    source: Source
    units: tuple[Unit, ...]
    local: tuple[Direction, ...]

    @cached_property
    def _near(self) -> ByPlace:
        """The local directions by their main spans."""
        return ByPlace((one.spans[0], one) for one in self.local)

    @cached_property
    def _files(self) -> Files:
        read = self.source.model_copy(update={"text": unemphasised(self.source.text, self.units)})
        return Files(read, self.units)

    def weighed(self, one: Direction) -> Direction:
        """A model's direction, or what is left of it."""
        if one.disposition is not Disposition.HARD or one.family is None:
            return self._advised(one)
        unit = self._unit(one.spans[0])
        if unit is None:
            return one
        near = self._beside(one)
        detail = (
            self._contradicted(one, near) or self._other_file(one, unit, near) or self._other_value(one, unit, near)
        )
        return _weakened(one, detail) if detail else one

    def _beside(self, one: Direction) -> list[Direction]:
        """The local directions that share solid characters with a direction's main span, in the order of the text."""
        main = one.spans[0]
        return [o for o in self._near.over(main) if _overlap(self.source.text, o.spans[0], main)]

    def _advised(self, one: Direction) -> Direction:
        """What binds nobody by a model's word alone counts as not said: grounding judges the words themselves."""
        words = self.source.quote(one.spans[0])
        if _asks(one) or self.source.kind is not SourceKind.PROMPT or force_of(words) is Disposition.ADVISORY:
            return one
        if self._beside(one):
            return one
        return one.model_copy(update={"disposition": Disposition.RESIDUAL, "detail": "binding nobody, the model says"})

    def _contradicted(self, one: Direction, near: Sequence[Direction]) -> str:
        """What the local reading of the same words says against a direction."""
        advised = [other for other in near if other.disposition is Disposition.ADVISORY]
        if advised and len(advised) == len(near) and any(d.reason is Reason.PERMISSION for d in advised):
            return "the local reading finds a permission"
        hard = [other for other in near if other.disposition is Disposition.HARD and other.family is not None]
        if any(agrees(one, other) for other in (*hard, *together(hard))):
            return ""
        for other in hard:
            if len(other.params) < 2 and other.family not in _BY_PATH:
                continue  # a guess: no rule read it
            if other.family is one.family and (name := differs(one, other)):
                return f"the local reading has another {name}"
            if any({one.family, other.family} == pair for pair in _OPPOSED) and same_subject(one, other):
                return f"the local reading is {other.family}"
        return ""

    def _other_file(self, one: Direction, unit: Unit, near: Sequence[Direction]) -> str:
        """Why a direction's file is not the one that its words are about."""
        paths = texts_of(one.params.get("path"))
        if not paths or one.family is Family.ONLY_CHANGES:
            return ""
        main = one.spans[0]
        agreed = {path for other in near for path in texts_of(other.params.get("path")) if other.family is one.family}
        if all(among(path, agreed) for path in paths):
            return ""
        quoted_here = self._files.within(main.start, main.end)
        named = {mention.path for mention in quoted_here}
        if named:
            if any(not among(path, named) for path in paths):
                return "its file is not the one that its words name"
            if len(named) > len(set(paths)):
                return "its words name several files, and the local reading does not say that this one is meant"
            if any(mention.choice for mention in quoted_here):
                return "its words leave a choice of files"
            return ""
        if self._cited(one, main):
            return ""
        force = self._files.in_force(unit, main.start)
        about = {path for other in near for path in texts_of(other.params.get("path"))}
        if force is not None:
            about.add(force.path)
        beside = {m.path for m in self._files.within(unit.body.start, unit.body.end)}
        if len(beside) == 1:
            about |= beside
        if not about:
            return "which file it is about can't be told from its words"
        return "" if all(among(path, about) for path in paths) else "its file is not the one that its words are about"

    def _cited(self, one: Direction, main: Span) -> bool:
        """Whether a direction's file stands in its own words, though not as a path that the local reader knows."""
        spans = one.params["path"].spans
        return bool(spans) and all(main.start <= span.start and span.end <= main.end for span in spans)

    def _other_value(self, one: Direction, unit: Unit, near: Sequence[Direction]) -> str:
        """Why a direction's literals may not belong together, or to its words."""
        hard = [other for other in near if other.disposition is Disposition.HARD and other.family is one.family]
        main = one.spans[0]
        agreed = next((other for other in (*hard, *together(hard)) if agrees(one, other)), None)
        for name, param in one.params.items():
            if name in _PLACES or (agreed is not None and name in agreed.params):
                continue
            for span in param.spans:
                if not self._belongs(span, main, unit):
                    return f"its {name} stands in another sentence"
        if agreed is not None and len(agreed.params) > 1:
            return ""
        if unit.block is Block.CODE or not (
            one.family in _VALUED or (one.family is Family.SCHEMA and "value" in one.params)
        ):
            return ""
        names = {plain(v) for o in near for n in OF_NAMES if n in o.params for v in o.params[n].values}
        given = {plain(v) for n in OF_VALUES if n in one.params for v in one.params[n].values}
        if names & given:
            return f"the local reading takes “{sorted(names & given)[0]}” for a name"
        left = self._left(one, main)
        return f"its words also name {left}, and the local reading does not say which belongs to which" if left else ""

    def _belongs(self, span: Span, main: Span, unit: Unit) -> bool:
        """Whether a literal stands in a direction's own unit, in what that introduces or in what introduces it."""
        if main.start <= span.start and span.end <= main.end:
            return True
        other = self._unit(span)
        if other is None:
            return False
        if other is unit or unit.id == other.parent or other.block is Block.CODE:
            return True
        if other.id == unit.parent or (other.group == unit.group and other.block is not Block.SENTENCE):
            return True
        text = self.source.quote(other.body)
        return not _FORBIDS.search(text) and not _STATES.search(text)

    def _left(self, one: Direction, main: Span) -> str:
        """A literal or number of a direction's words that it does not carry."""
        text = self.source.text
        places = [(span.start, span.end) for param in one.params.values() for span in param.spans]
        if one.condition and (at := text.find(one.condition, main.start, main.end)) >= 0:
            places.append((at, at + len(one.condition)))
        carried = {plain(value) for param in one.params.values() for value in param.values}
        paths = [(item.start, item.end) for m in self._files.within(main.start, main.end) for item in m.literals]
        for item in quoted(text, main.start, main.end):
            inside = any(start < item.end and item.start < end for start, end in (*places, *paths))
            if not inside and plain(item.value) not in carried:
                return f"“{item.value[:40]}”"
        code = [(item.start, item.end) for item in quoted(text, main.start, main.end)]
        for match in _NUMBER.finditer(text, main.start, main.end):
            inside = any(start < match.end() and match.start() < end for start, end in (*places, *paths, *code))
            value = number(match.group())
            if not inside and plain(value if value is not None else match.group()) not in carried:
                return match.group()
        return ""

    def left_out(self, told: Sequence[Direction], only: frozenset[int] | None) -> Iterator[Direction]:
        """What the local reading finds asked for and `told` does not say."""
        said = ByPlace((span, one) for one in told if _asks(one) for span in one.spans)
        for one in self.local:
            unit = self._unit(one.spans[0])
            if not _asks(one) or (only is not None and unit is not None and int(unit.id[1:]) not in only):
                continue
            main = one.spans[0]
            mine = [span for other in said.over(main) if _speaks_of(other, one) for span in other.spans]
            if _covered(self.source.text, main, mine) < SHARE:
                weak = _weakened(one, "the model passes over it, and the local reading finds it asked for")
                forbids = one.modality in (Modality.MUST_NOT, Modality.SHOULD_NOT)
                yield weak.model_copy(
                    update={"modality": Modality.MUST_NOT if forbids else Modality.MUST, "reason": Reason.UNREAD}
                )

    def _unit(self, span: Span) -> Unit | None:
        place = bisect_right(self.units, span.start, key=lambda unit: unit.span.start) - 1
        return self.units[place] if place >= 0 and span.start < self.units[place].span.end else None


_BY_PATH = frozenset({Family.PATH_EXISTS, Family.PATH_ABSENT, Family.UNCHANGED, Family.ONLY_CHANGES})


class ByPlace:
    """Directions by spans of one source, so that those at a place are found without a look at all others."""

    def __init__(self, placed: Iterable[tuple[Span, Direction]]) -> None:
        self._placed = sorted(placed, key=lambda item: item[0].start)
        self._starts = [span.start for span, _ in self._placed]
        self._reach = list(accumulate((span.end for span, _ in self._placed), max))
        """How far those up to each one extend."""

    def over(self, span: Span) -> list[Direction]:
        """Those of which a span overlaps this one, each once, in the order of the text."""
        found: dict[int, Direction] = {}
        last = bisect_left(self._starts, span.end)
        for place in range(bisect_right(self._reach, span.start), last):
            other, one = self._placed[place]
            if other.end > span.start:
                found.setdefault(id(one), one)
        return list(found.values())


def _asks(one: Direction) -> bool:
    """Whether a direction obliges, or may."""
    return one.disposition is Disposition.HARD or (one.disposition is Disposition.ABSTAIN and one.modality in _OBLIGING)


def _speaks_of(other: Direction, one: Direction) -> bool:
    """Whether a model's direction can be about what a local one asks for: another file is another demand."""
    if other.disposition is Disposition.ABSTAIN or one.disposition is not Disposition.HARD:
        return True
    theirs, mine = texts_of(other.params.get("path")), texts_of(one.params.get("path"))
    return not theirs or not mine or any(among(path, theirs) for path in mine)


def _weakened(one: Direction, detail: str) -> Direction:
    return one.model_copy(
        update={
            "disposition": Disposition.ABSTAIN,
            "reason": Reason.CONFLICT,
            "detail": detail,
            "family": None,
            "params": {},
            "condition": None,
        }
    )


def _overlap(text: str, one: Span, other: Span) -> int:
    """Solid characters that two spans share."""
    start, end = max(one.start, other.start), min(one.end, other.end)
    return sum(not character.isspace() for character in text[start:end]) if start < end else 0


def _covered(text: str, span: Span, others: Sequence[Span]) -> float:
    """Share of a span's solid characters that others quote."""
    solid = [at for at in range(span.start, span.end) if not text[at].isspace()]
    near = [other for other in others if other.start < span.end and span.start < other.end]
    inside = sum(any(other.start <= at < other.end for other in near) for at in solid)
    return inside / len(solid) if solid else 1.0
