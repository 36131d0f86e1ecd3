"""What a model is shown: a fixed text, then the units as data between two lines that the data can't forge.

The first message is the same for every call, so that endpoints can keep it cached. The second holds the units of one
window, each on a line of its own behind its number and what it is: `12<11-: ` before an item that hangs on unit 11.
The lines that fence them carry a mark made from the text itself and the way of asking: it is the same every time, and
a text that held its own mark would have to hold its own digest. Continued lines are indented, so that no text can begin
a line with a number of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from specharness.compile.llm.windows import Layout, Window
from specharness.errors import SchemaMismatchError
from specharness.ir import Block

USER_LINE = "=== per call ==="
"""Parts a template into the fixed text and the one that changes with each call."""
FIELDS = ("mark", "source", "kind", "units", "asked", "note")
"""What stands in braces in the second part; each must stand there, and nothing else may."""
MARK_LENGTH = 12
"""Hexadecimal digits of the mark."""
MAX_HEADING = 80
"""Characters of one heading in a path of headings."""

_SIGNS = {Block.SENTENCE: "", Block.LIST_ITEM: "-", Block.TABLE_ROW: " row"}
"""What tells the most frequent kinds of unit; the others go by their name."""
_FIELD = re.compile(r"\{(\w+)\}")


class Message(dict[str, str]):
    """`role` and `content`, as chat endpoints take them."""


@dataclass(frozen=True)
class Template:
    """A prompt template, read and checked."""

    fixed: str
    changing: str

    @property
    def sha256(self) -> str:
        """Of both parts."""
        return sha256(f"{self.fixed}\n{USER_LINE}\n{self.changing}".encode()).hexdigest()


def parse_template(text: str, name: str) -> Template:
    """The template in a text. Raises SchemaMismatchError where a part or a field is missing or unknown."""
    fixed, line, changing = text.replace("\r\n", "\n").partition(f"\n{USER_LINE}\n")
    if not line or not fixed.strip():
        raise SchemaMismatchError(f"prompt: {name}: expected a fixed text, a line {USER_LINE!r}, and a changing text")
    fields = set(_FIELD.findall(changing))
    if fields != set(FIELDS):
        wrong = ", ".join(sorted(fields ^ set(FIELDS)))
        raise SchemaMismatchError(f"prompt: {name}: missing or unknown fields in braces: {wrong}")
    return Template(fixed.strip(), changing.strip())


def messages(template: Template, layout: Layout, window: Window, fingerprint: str, note: str = "") -> list[Message]:
    """The two messages of one call. `fingerprint` is that of the asking; `note` tells what was wrong with an earlier
    answer about the same units."""
    units = _numbered(layout, window)
    mark = mark_for(fingerprint, units)
    values: Mapping[str, str] = {
        "mark": mark,
        "source": _plain(layout.source.id),
        "kind": layout.source.kind.value,
        "units": units,
        "asked": _ranges([window.numbers[place] for place in window.asked]),
        "note": note,
    }
    text = _FIELD.sub(lambda field: values[field[1]], template.changing).strip()  # one pass: values are not read again
    return [Message(role="system", content=template.fixed), Message(role="user", content=text)]


def mark_for(fingerprint: str, units: str) -> str:
    """A mark that does not stand in `units`, the same for the same arguments."""
    turn = 0
    while True:
        seed = f"{turn}\0{fingerprint}\0{units}"
        mark = sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()[:MARK_LENGTH]
        if mark not in units:
            return mark
        turn += 1


def _numbered(layout: Layout, window: Window) -> str:
    """A line a unit; one that says under which headings the next unit stands, where those shown above don't tell."""
    lines: list[str] = []
    path: tuple[str, ...] = ()
    asked = set(window.asked)
    leads = {layout.units[place].id: number for place, number in window.numbers.items()}
    for place in window.shown:
        unit = layout.units[place]
        heading = unit.block is Block.HEADING
        above = unit.heading_path
        if path[: len(above)] != above if heading else path != above:
            lines.append(f"under: {' > '.join(_plain(one) for one in above)}" if above else "under: nothing")
        path = _path_below(layout, place) if heading else above
        hangs = f"<{lead}" if (lead := leads.get(unit.parent or "")) else ""
        sign = "#" * (len(above) + 1) if heading else _sign(unit.block)
        context = "" if place in asked else " context"
        text = layout.shown(place).replace("\r", "").replace("\n", "\n ")
        lines.append(f"{window.numbers[place]}{hangs}{sign}{context}: {text}")
    return "\n".join(lines)


def _sign(block: Block) -> str:
    return _SIGNS.get(block, f" {block.value.replace('_', ' ')}")


def _path_below(layout: Layout, place: int) -> tuple[str, ...]:
    """The headings above what follows a heading, itself among them where it is above anything."""
    above = layout.units[place].heading_path
    below = layout.units[place + 1].heading_path if place + 1 < len(layout.units) else above
    return below if below[:-1] == above else above


def _plain(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_HEADING else f"{line[:MAX_HEADING]}…"


def _ranges(numbers: list[int]) -> str:
    """`3-6, 9` for 3, 4, 5, 6 and 9."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in found)
