"""Every literal of a check stands where the direction says it does, or the direction does not oblige.

Looked at: the direction's usable spans, a parameter's own spans, and for `Param.observed` the visible workspace.
Numbers are compared as numbers, paths and names after normalisation; nothing is guessed.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence

from specharness.ground.numerals import as_number, numbers_in
from specharness.ground.paths import normalise
from specharness.ground.visible import Visible, fact
from specharness.ir import Direction, Param, Scalar, Source, Span

_SORT_WORDS = re.compile(
    r"\b(?:sort|order|ascend|descend|alphabetic|chronologic|lexicograph|increas|decreas|rank|largest|smallest|"
    r"highest|lowest|newest|oldest|latest|earliest|natural)\w*|排序|升序|降序|字母|顺序",
    re.I,
)
_COUNTED = re.compile(
    r"\b(?:row|item|line|word|character|char|page|slide|sheet|column|file|entr|object|element|record|section|"
    r"bullet|paragraph|sentence|tab|worksheet|field)\w*|行|项|条|列|页|字|个|张",
    re.I,
)
_NULLS = re.compile(r"\b(?:null|none|nil|empty|blank|n/?a|nan)\b|空", re.I)
_BOOLEANS = {True: re.compile(r"\b(?:true|yes)\b|是", re.I), False: re.compile(r"\b(?:false|no)\b|否", re.I)}
_SIGNS = re.compile(r"\b(?:negative|positive|zero)\b|负|正数|零", re.I)
"""Words that stand for a bound at zero."""
_LOOSE = frozenset({"pattern", "command", "tool", "sheet"})
"""Parameters that may quote a text in pieces: every word of them must stand there."""
_MARK_NAMES = {
    ",": re.compile(r"\bcommas?\b|逗号", re.I),
    ";": re.compile(r"\bsemicolons?\b|分号", re.I),
    "!": re.compile(r"\bexclamation (?:marks?|points?)\b|感叹号", re.I),
    "?": re.compile(r"\bquestion marks?\b|问号", re.I),
    "—": re.compile(r"\bem[- ]dash(?:es)?\b|破折号", re.I),
    "#": re.compile(r"\bhash(?:es|tags?)?\b", re.I),
    "*": re.compile(r"\basterisks?\b|星号", re.I),
}
"""Marks that a text may call by name."""
_DECIMAL_FORM = re.compile(r"\b[XxNn0-9#]\.([XxNn0#]+)\b")


def ungrounded(
    direction: Direction, usable: Sequence[Span], sources: Mapping[str, Source], visible: Visible
) -> str | None:
    """The first literal that stands nowhere it may, in words; None when all are grounded."""
    quotes = [sources[span.source].quote(span) for span in usable]
    for name, param in sorted(direction.params.items()):
        values = param.value if isinstance(param.value, tuple) else (param.value,)
        if param.observed is not None:
            if not _observed(param, visible):
                return f"{name}: {param.observed} does not hold {param.value!r}"
            continue
        texts = [*quotes, *(sources[span.source].quote(span) for span in param.spans)]
        for value in values:
            if not _stands(name, value, texts, sources, usable):
                return f"{name}: {value!r} stands in none of the cited spans"
    return None


def _observed(param: Param, visible: Visible) -> bool:
    path, _, pointer = (param.observed or "").partition("#")
    found = fact(visible, path, pointer)
    return found is not None and found.value == param.value


def _stands(
    name: str, value: Scalar, texts: Sequence[str], sources: Mapping[str, Source], usable: Sequence[Span]
) -> bool:
    if value is None:
        return any(_NULLS.search(text) for text in texts)
    if isinstance(value, bool):
        return any(_BOOLEANS[value].search(text) for text in texts)
    number = as_number(value)
    if number is not None:
        if any(number in numbers_in(text) for text in texts):
            return True
        if number == 0 and any(_SIGNS.search(text) for text in texts):
            return True
        if name == "decimals":
            return any(len(form.group(1)) == number for text in texts for form in _DECIMAL_FORM.finditer(text))
        return isinstance(value, str) and any(_bounded(_plain(value), _plain(text)) for text in texts)
    literal = str(value)
    if name == "path":
        return _path_stands(literal, texts, sources, usable)
    if name == "order" and any(_SORT_WORDS.search(text) for text in texts):
        return True
    if name in {"keys", "field", "column"}:
        whole = [sources[source].text for source in dict.fromkeys(span.source for span in usable)]
        return _name_stands(name, literal, texts, whole)
    if any(_plain(literal) in _plain(text) for text in texts):
        return True
    named = _MARK_NAMES.get(literal)
    if named is not None and any(named.search(text) for text in texts):
        return True
    return name in _LOOSE and any(_words_stand(literal, text) for text in texts)


def _name_stands(name: str, literal: str, texts: Sequence[str], whole: Sequence[str]) -> bool:
    parts = [part for part in re.split(r"\.|\[\d*\]", literal) if part.strip("$*")]
    plain = [_plain(text) for text in texts]
    if any(_bounded(_plain(literal), text) for text in plain):
        return True
    # Of a dotted key the last part is what the clause names; where it is nested, the rest of the source may say.
    if parts and any(_bounded(_plain(parts[-1]), text) for text in plain):
        wider = [*plain, *(_plain(text) for text in whole)]
        if all(any(_bounded(_plain(part), text) for text in wider) for part in parts):
            return True
    return name == "field" and bool(_COUNTED.search(literal)) and any(_COUNTED.search(text) for text in texts)


def _path_stands(literal: str, texts: Sequence[str], sources: Mapping[str, Source], usable: Sequence[Span]) -> bool:
    """Whole, or as a folder and a name that both stand ("'a.csv' in '/out/'"), the folder anywhere in the source."""
    path = normalise(literal)
    if path is None:
        return False
    bare = path.rstrip("/")
    if any(_path_in(bare, text) for text in texts):
        return True
    folder, name = posixpath.split(bare)
    if not folder or not name or folder == "/":
        return False
    wider = [*texts, *(sources[source].text for source in dict.fromkeys(span.source for span in usable))]
    return any(_path_in(name, text) for text in texts) and any(_path_in(folder, text) for text in wider)


def _path_in(path: str, text: str) -> bool:
    """The path stands in the text on its own, not as a part of a longer one."""
    pattern = rf"(?<![\w/.~\-]){_dot_slash(path)}{re.escape(path)}(?![\w\-]|/[\w]|\.[\w])"
    return re.search(pattern, text.replace("\\", "/")) is not None


def _dot_slash(path: str) -> str:
    return "" if path.startswith(("/", "~", ".")) else r"(?:\./)?"


def _bounded(literal: str, text: str) -> bool:
    if not literal:
        return False
    left = r"(?<![\w])" if literal[0].isascii() and literal[0].isalnum() else ""
    right = r"(?![\w])" if literal[-1].isascii() and literal[-1].isalnum() else ""
    return re.search(left + re.escape(literal) + right, text) is not None


def _words_stand(literal: str, text: str) -> bool:
    words = re.findall(r"\w+", literal.lower())
    there = set(re.findall(r"\w+", text.lower()))
    return bool(words) and all(word in there for word in words)


_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "\u00a0": " "})


def _plain(text: str) -> str:
    """Quotes made straight, emphasis marks and backticks removed, white space collapsed, case folded."""
    return " ".join(text.translate(_QUOTES).replace("`", "").replace("**", "").split()).casefold()
