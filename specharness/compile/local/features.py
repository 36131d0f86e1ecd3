"""Linguistic features of a chunk of text: words in place, signals, shape, and where in the document it stands.

A feature is a short readable string; a chunk has a set of them. The same function serves training and compiling.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from specharness.compile.local.chunks import Border
from specharness.compile.local.lexicon import IMPERATIVES, WRITE_VERBS
from specharness.compile.local.setting import MAX_LEADS, heading_features, lead_features, part_features, put_features
from specharness.compile.local.sight import Sight, sight_of
from specharness.ir import Block, Source, SourceKind, Unit

_BOLD_LABEL = re.compile(
    r"^\s*(?:\*\*|__)[^*\n]{1,60}(?:\*\*|__)\s*[:：—-]?|^\s*(?:\*\*|__)[^*\n]{1,60}[:：](?:\*\*"
    r"|__)"
)
_FIELD_LABEL = re.compile(r"^\s*[\"'`]?`?[\w.\[\]]+`?[\"'`]?(?:\s*\([^)]*\))?\s*(?::|：|—|–|-)\s")


MOST = 400
"""Characters of a chunk that are looked at."""


@dataclass(frozen=True)
class Place:
    """What surrounds the chunks of one unit: computed once a unit, shared by all its chunks."""

    source: Source
    unit: Unit
    sight: Sight
    features: tuple[str, ...]
    """Features that all chunks of the unit share."""
    introduces: bool
    """Whether other units are introduced by this one."""


def place(
    source: Source,
    unit: Unit,
    sight: Sight,
    leads: Sequence[str],
    index: int,
    total: int,
    outputs: bool,
    introduces: bool,
) -> Place:
    """The place of a unit.

    Args:
        leads: texts of the unit that introduces this one, of the one that introduces that, and so on.
        index: position among the source's units; `total` of them.
        outputs: whether the source names an artifact to be written at all.
        introduces: whether other units are introduced by this one.
    """
    kind = source.kind.value
    body = source.text[unit.body.start : unit.body.end]
    out = [f"kind={kind}", f"block={unit.block.value}", f"kind={kind}&block={unit.block.value}"]
    out.append(f"quarter={4 * index // max(total, 1)}")
    if total < 25:
        out.append("doc=short")
    elif total > 120:
        out.append("doc=long")
    if outputs:
        out.append("doc=outputs")
    if unit.block is Block.CODE:
        out.append(f"code={unit.info.split(' ')[0].lower()[:12]}")
        head = body.lstrip("`~ \n").lstrip()[:40]
        if body.find("{") != -1 and re.search(r"\"\w+\"\s*:", body):
            out.append("code:jsonlike")
        out.append(f"code:first={head[:1]}")
    if unit.depth:
        out.append(f"depth={min(unit.depth, 3)}")
    if unit.info == "ordered":
        out.append("ordered")
    for level, heading in enumerate(unit.heading_path[-2:]):
        last = level == len(unit.heading_path[-2:]) - 1
        out.extend(f"h:{word}" if last else f"hh:{word}" for word in sight_of(heading[:120]).words(0, 120))
    if not unit.heading_path:
        out.append("h:none")
    if leads and leads[0]:
        # no more of it than this: with all of its words the model learns what each document is about
        out.extend(f"p1:{word}" for word in sight_of(leads[0][-200:]).words(0, 200)[:1])
    if _BOLD_LABEL.match(body):
        out.append("label:bold")
    if _FIELD_LABEL.match(body):
        out.append("label:field")
    out.extend(f"u:{name}" for name in sight.signals(unit.body.start, unit.body.start + 600))
    if source.kind is SourceKind.PROMPT:
        out.extend(lead_features(leads, unit.block.value))
        out.extend(heading_features(tuple(unit.heading_path)))
    return Place(source, unit, sight, tuple(out), introduces)


def chunk_features(where: Place, start: int, end: int, before: str, after: str) -> set[str]:
    """Features of `text[start:end]` inside a unit beside those of its place; `before` and `after` are the sorts of its
    borders."""
    whole, end = end, min(end, start + MOST)
    text = where.source.text[start:end]
    kind = where.source.kind.value
    words = where.sight.words(start, end)
    out = {f"w:{word}" for word in words[:60]}
    out.update(f"{kind}&w:{word}" for word in words[:60])  # "use" is an order in a prompt and a tip in a skill
    out.update(f"b:{one}_{two}" for one, two in pairwise(words[:31]))
    stripped = [word for word in words if word.isalpha() or word.startswith("<")]
    if stripped:
        first = (
            stripped[0]
            if stripped[0] not in ("please", "then", "also", "finally", "first", "next")
            else stripped[min(1, len(stripped) - 1)]
        )
        out.add(f"f:{first}")
        out.add(f"{kind}&f:{first}")
        if first in IMPERATIVES:
            out.add("imperative")
            out.add(f"{kind}&imperative")
        if first in WRITE_VERBS:
            out.add("writes")
    found = where.sight.signals(start, end)
    for name in found:
        out.add(f"s:{name}")
        out.add(f"{kind}&s:{name}")
    out.add("s:" + "+".join(sorted(found & {"must", "must_not", "should", "may", "prefer"})))
    for stand_in in ("<path>", "<codepath>", "<code>", "<num>", "<url>"):
        if stand_in in words:
            out.add(f"has:{stand_in}")
            out.add(f"{kind}&has:{stand_in}")
    if not WRITE_VERBS.isdisjoint(words) and ("<path>" in words or "<codepath>" in words):
        out.add("writes:path")
    tail = text.rstrip()
    if tail.endswith((":", "：")):
        out.add("ends:colon")
    if tail.endswith(("?", "？")):
        out.add("ends:question")
    size = len(words)
    out.add(f"size={'1' if size < 2 else '3' if size < 4 else '8' if size < 9 else '20' if size < 21 else 'long'}")
    out.add(f"before={before}")
    out.add(f"after={after}")
    if where.source.kind is SourceKind.PROMPT:
        out.update(part_features(where.unit, start, whole, where.introduces))
        out.update(put_features(text, words))
    return out


def border_features(where: Place, border: Border, start: int, end: int) -> set[str]:
    """Features of a candidate border between the chunk-so-far and what follows."""
    text, unit, sight, kind = where.source.text, where.unit, where.sight, where.source.kind.value
    left = sight.words(max(start, border.left - 60), border.left)
    right = sight.words(border.right, min(end, border.right + 60))
    out = {f"sort={border.sort}", f"block={unit.block.value}", f"kind={kind}", f"{kind}&sort={border.sort}"}
    mark = " ".join(text[border.left : border.right].split()).lower()
    out.add(f"mark={mark[:8]}")
    if left:
        out.add(f"l:{left[-1]}")
        out.add(f"l0:{left[0]}")
    if right:
        first = right[0]
        out.add(f"r:{first}")
        out.add(f"{border.sort}&r:{first}")
        if len(right) > 1:
            out.add(f"r2:{first}_{right[1]}")
        if first in IMPERATIVES:
            out.add("r:imperative")
            out.add(f"{border.sort}&r:imperative")
        if first in ("<codepath>", "<path>", "<code>"):
            out.add(f"{border.sort}&r:code")
            if left and left[-1].startswith("<c"):
                out.add("code-to-code")
    out.update(f"r:s:{name}" for name in sight.signals(border.right, min(end, border.right + 120)))
    out.update(f"l:s:{name}" for name in sight.signals(max(start, border.left - 120), border.left))
    head = sight.words(start, start + 60)
    if head and head[0] in IMPERATIVES:
        out.add("head:imperative")
    distance, rest = border.left - start, end - border.right
    out.add(f"left={'s' if distance < 20 else 'm' if distance < 60 else 'l'}")
    out.add(f"right={'s' if rest < 20 else 'm' if rest < 60 else 'l'}")
    return out


def lead_texts(source: Source, unit: Unit, by_id: Mapping[str, Unit]) -> tuple[str, ...]:
    """Texts of the unit that introduces `unit`, of the one that introduces that, and so on; at most `MAX_LEADS`."""
    found: list[str] = []
    parent = by_id.get(unit.parent or "")
    while parent is not None and len(found) < MAX_LEADS:
        found.append(source.text[parent.body.start : parent.body.end])
        parent = by_id.get(parent.parent or "")
    return tuple(found)


def names_outputs(sights: Iterable[tuple[Unit, Sight]]) -> bool:
    """Whether some unit tells to write a file."""
    for unit, sight in sights:
        if unit.block in (Block.SENTENCE, Block.LIST_ITEM):
            words = sight.words(unit.body.start, unit.body.start + MOST)
            if not WRITE_VERBS.isdisjoint(words) and not _PATHS.isdisjoint(words):
                return True
    return False


_PATHS = frozenset({"<path>", "<codepath>"})
