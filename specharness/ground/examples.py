"""Example blocks: JSON as people write it in instructions, read for its shape.

Admits comments, `...`, trailing and missing commas, members without a value, placeholders (`<number>`, `[x, y]`), and
alternatives (`true or false`). What can't be read gives None, never a guess. Sample values are kept only as far as
their type says something; `shapes` turns samples into demands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_EXAMPLE = 60_000
"""Characters of an example block; a longer one is data."""
MAX_DEPTH = 24
"""Nesting of an example block, as a guard against hostile text."""


@dataclass(frozen=True)
class Sample:
    """One value of an example. `kind`: object, array, string, number, boolean, null, any, choice or ellipsis."""

    kind: str
    members: tuple[tuple[str, Sample], ...] = ()
    """Of an object, in order."""
    items: tuple[Sample, ...] = ()
    choices: tuple[str, ...] = ()
    elided: bool = False
    """An object or array with `...` in it: there may be more of the same."""
    text: str = ""
    stated: bool = False
    """The type is named (`<string>`), not shown by a value."""


ANY = Sample("any")
_ELLIPSIS = Sample("ellipsis")

_TYPES: dict[str, str] = {
    "string": "string",
    "str": "string",
    "text": "string",
    "number": "number",
    "num": "number",
    "float": "number",
    "double": "number",
    "int": "number",
    "integer": "number",
    "bool": "boolean",
    "boolean": "boolean",
    "true/false": "boolean",
    "null": "null",
    "none": "null",
}
_NUMBER = re.compile(r"[-+]?(?:\d[\d_,]*)?\d(?:\.\d+)?(?:[eE][-+]?\d+)?%?|[-+]?\.\d+")
_OPEN = re.compile(r"[{\[]")
_QUOTE_PAIRS = {'"': '"', "'": "'", "“": "”", "”": "”", "‘": "’"}


def example_at(text: str, start: int, end: int) -> Sample | None:
    """The example that begins inside `text[start:end]`; it may end later, because a quote may stop early.

    Brackets without keys (links, ranges) are passed over; the first that is broken ends the search, since what stands
    inside a broken block is a part of an example, not one.
    """
    body = text[start : start + MAX_EXAMPLE]
    position = 0
    while (match := _OPEN.search(body, position, end - start)) is not None:
        reader = _Reader(body, match.start())
        try:
            sample = reader.value(0)
        except _UnreadableError:
            return None
        if _keys(sample):
            return sample
        position = max(reader.at, match.end())
    return None


def _keys(sample: Sample) -> bool:
    if sample.kind == "object":
        return bool(sample.members)
    return sample.kind == "array" and any(_keys(item) for item in sample.items)


class _UnreadableError(Exception):
    """This text is no example."""


class _Reader:
    """Recursive descent over one text. `at` moves forward only, so reading takes linear time."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at

    def value(self, depth: int) -> Sample:
        if depth > MAX_DEPTH:
            raise _UnreadableError
        self._blank()
        character = self._peek()
        if character == "{":
            sample = self._object(depth)
        elif character == "[":
            sample = self._array(depth)
        elif character in _QUOTE_PAIRS:
            return self._alternatives(self._string())
        elif self._ellipsis():
            return _ELLIPSIS
        else:
            return self._bare()
        return sample

    def _object(self, depth: int) -> Sample:
        self.at += 1
        members: list[tuple[str, Sample]] = []
        elided = False
        while True:
            self._blank(separators=True)
            character = self._peek()
            if character == "}":
                self.at += 1
                return Sample("object", tuple(members), elided=elided)
            if not character:
                raise _UnreadableError
            if self._ellipsis():
                elided = True
                continue
            key = self._key()
            if key is None:
                self._to_line_end()
                continue
            members.append((key, self.value(depth + 1)))
            self._to_separator()

    def _array(self, depth: int) -> Sample:
        self.at += 1
        items: list[Sample] = []
        elided = False
        while True:
            self._blank(separators=True)
            character = self._peek()
            if character == "]":
                self.at += 1
                return Sample("array", items=tuple(items), elided=elided)
            if not character or character == "}":
                raise _UnreadableError
            item = self.value(depth + 1)
            if item is _ELLIPSIS:
                elided = True
            else:
                items.append(item)
            self._to_separator()

    def _key(self) -> str | None:
        """A member's name with its colon; None where the line is a remark."""
        character = self._peek()
        if character in _QUOTE_PAIRS:
            start = self.at
            key = self._string().text
        else:
            match = _NAME.match(self.text, self.at)
            if match is None:
                return None
            start, key = self.at, match.group()
            self.at = match.end()
        self._blank()
        if self._peek() not in {":", "："}:
            self.at = start
            return None
        self.at += 1
        return key

    def _string(self) -> Sample:
        """A quoted text. One that is not closed on its line is a slip for a missing value."""
        closing = _QUOTE_PAIRS[self._peek()]
        at = self.at + 1
        out: list[str] = []
        while at < len(self.text) and self.text[at] != "\n":
            character = self.text[at]
            if character == "\\" and at + 1 < len(self.text):
                out.append(self.text[at + 1])
                at += 2
                continue
            if character == closing:
                self.at = at + 1
                return _typed_string("".join(out))
            out.append(character)
            at += 1
        self.at += 1
        return ANY

    def _alternatives(self, first: Sample) -> Sample:
        """`"a" or "b"`, `"a" | "b"` after a string; `"number|null"` inside one says nothing sure."""
        choices = [first.text]
        while True:
            match = _OR.match(self.text, self.at)
            if match is None:
                break
            self.at = match.end()
            if self._peek() not in _QUOTE_PAIRS:
                return ANY
            choices.append(self._string().text)
        if len(choices) == 1:
            return first
        return Sample("choice", choices=tuple(choices)) if all(choices) else ANY

    def _bare(self) -> Sample:
        """A value without quotes: a number, a word, a description, or nothing at all."""
        match = _BARE.match(self.text, self.at)
        raw = match.group() if match else ""
        self.at += len(raw)
        word = re.split(r"\s(?://|#)", raw, maxsplit=1)[0].strip().rstrip(",").strip()
        if not word:
            return ANY
        if _NUMBER.fullmatch(word):
            return Sample("number", text=word)
        lower = word.lower()
        if lower in {"true", "false"}:
            return Sample("boolean")
        if lower in _TYPES:
            return Sample(_TYPES[lower], stated=True)
        if word.startswith("<") and word.endswith(">"):
            return Sample(_TYPES.get(lower[1:-1].strip(), "any"), stated=True)
        parts = [part.strip() for part in re.split(r"\s+or\s+|\s*\|\s*", word)]
        if len(parts) > 1 and all(parts):
            if {part.lower() for part in parts} == {"true", "false"}:
                return Sample("boolean")
            if all(re.fullmatch(r"[A-Za-z][\w\-]*", part) for part in parts) and not any(
                part.lower() in _TYPES for part in parts
            ):
                return Sample("choice", choices=tuple(parts))
        return ANY

    def _ellipsis(self) -> bool:
        match = _DOTS.match(self.text, self.at)
        if match is None:
            return False
        self.at = match.end()
        return True

    def _peek(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def _blank(self, *, separators: bool = False) -> None:
        match = (_BLANK_COMMAS if separators else _BLANK).match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def _to_separator(self) -> None:
        """Past a remark after a value, up to the comma, the closing bracket or the end of the line."""
        match = _TAIL.match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def _to_line_end(self) -> None:
        match = _LINE.match(self.text, self.at)
        if match is None or match.end() == self.at:
            raise _UnreadableError
        self.at = match.end()


_COMMENT = r"//[^\n]*|/\*[^*]*\*/|(?<=[\s,])#[^\n]*"
_BLANK = re.compile(rf"(?:\s|{_COMMENT})*")
_BLANK_COMMAS = re.compile(rf"(?:[\s,，]|{_COMMENT})*")
_DOTS = re.compile(r"(?:\.{2,}|…+)[^\n,\]}]*")
_NAME = re.compile(r"<[^<>\n]{1,60}>|[A-Za-z_$][\w$\-]*")
_OR = re.compile(r"[ \t]*(?:\bor\b|\||/)[ \t]*")
_BARE = re.compile(r"[^,\n}\]{\[]*")
_TAIL = re.compile(r"[^,\n}\]]*")
_LINE = re.compile(r"[^\n}\]]*")


def _typed_string(text: str) -> Sample:
    """A placeholder that names another type ("<number>", "float") says nothing sure about strings."""
    inner = text.strip().lower()
    bare = inner.strip("<>[]{} ")
    if bare != inner and _TYPES.get(bare, "string") != "string":
        return Sample("any", text=text)
    if _TYPES.get(inner, "string") != "string" or "|" in inner or inner in {"...", "…"}:
        return Sample("any", text=text)
    return Sample("string", text=text)
