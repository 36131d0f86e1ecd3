"""What a text or a literal mentions, in a form in which two texts can be compared: words, files, names, values.

Guarantees the same normal form for both sides of a comparison. Plain sets of strings; nothing is interpreted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

MAX_LITERAL = 200
"""Characters of a literal that is compared; a longer one is a document, not a value."""

TRIVIAL = frozenset({"", "0", "1", "-1", "true", "false", "none", "null", "utf-8", "utf8"})
"""Values that half of all checks hold and that tell nothing apart."""

NAMING = frozenset({"field", "column", "keys", "sheet"})
"""Parameters that hold names, so that a dot in them is no ending of a file."""

_STOP = frozenset(
    """a an the and or of to in on at by for from with without into is are be been was were has have had it its this
    that these those must should shall may can could will would not no any all each every only also as if then than
    when where which who what there their they you your we our test tests check checks checked verify verifies verified
    ensure ensures assert asserts expected expect actual correct correctly valid validate output result results value
    values file files using use used per via""".split()
)
_WORD = re.compile(r"[a-z]{3,}|[\u3400-\u9fff]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_FILE = re.compile(r"(?<![\w.@/~-])(?:[\w.~-]*/)*[\w-][\w.-]*\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w/])")
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d{1,15}(?:,\d{3})*(?:\.\d{1,15})?(?:[eE][-+]?\d{1,2})?(?![\w]|\.\d)")
_QUOTED = re.compile(r"`([^`\n]{1,200})`|\"([^\"\n]{1,200})\"|'([^'\n]{1,200})'|“([^”\n]{1,200})”|「([^」\n]{1,200})」")
_PARTS = re.compile(r"[.\[\]]+")
"""Between the steps of a dotted name such as `vendor.name` or `rows[0].id`."""
_NAME = re.compile(r"[A-Za-z_\u3400-\u9fff][\w .$-]{0,60}")
_SNAKE = re.compile(r"(?<![\w./-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w/])", re.IGNORECASE)


class Mentions(NamedTuple):
    """What one side of a comparison mentions."""

    words: frozenset[str] = frozenset()
    """Content words, roughly stemmed."""
    files: frozenset[str] = frozenset()
    """Names of files without their folders, lower case."""
    names: frozenset[str] = frozenset()
    """Fields, columns, sheets and other names, lower case."""
    literals: frozenset[str] = frozenset()
    """Values in normal form, trivial ones left out."""


def mentions_of(text: str, params: Iterable[tuple[str, object]] = ()) -> Mentions:
    """What a text mentions, and the parameters that were read from it: (name, value) pairs."""
    quoted = [next(filter(None, groups)) for groups in _QUOTED.findall(text)]
    given = [(name, item) for name, value in params for item in _flat(value)]
    strings = [*quoted, *(item for _, item in given if isinstance(item, str))]
    paths = [item for name, item in given if isinstance(item, str) and name not in NAMING]
    files = {name for string in [text, *paths] for name in files_in(string)}
    named = [item for name, item in given if isinstance(item, str) and name in NAMING]
    parts = [part for string in strings if string in named or not files_in(string) for part in _PARTS.split(string)]
    names = {name for part in parts if (name := name_of(part))} | {match.lower() for match in _SNAKE.findall(text)}
    values: set[str] = {literal for string in quoted if (literal := literal_of(string))}
    values |= {literal for _, item in given if (literal := literal_of(item))}
    values |= {literal for number in _NUMBER.findall(text) if (literal := literal_of(_as_number(number)))}
    return Mentions(
        words_in(" ".join([text, *(item for _, item in given if isinstance(item, str))])),
        frozenset(files),
        frozenset(names - files),
        frozenset(value for value in values if not files_in(value)),
    )


def words_in(text: str) -> frozenset[str]:
    """The content words of a text or of an identifier in snake or camel case; a Chinese character is a word."""
    return frozenset(
        _stem(word) for word in _WORD.findall(_CAMEL.sub(" ", text).replace("_", " ").lower()) if word not in _STOP
    )


def files_in(text: str) -> frozenset[str]:
    """Names of the files that a text mentions, without folders."""
    return frozenset(match.rpartition("/")[2].lower() for match in _FILE.findall(text))


def name_of(text: str) -> str | None:
    """The text as a name of a field, column or sheet; None if it can't be one."""
    bare = text.strip()
    fits = len(bare) >= 2 and _NAME.fullmatch(bare) and not files_in(bare) and bare.lower() not in TRIVIAL
    return bare.lower() if fits else None


def literal_of(value: object) -> str | None:
    """A value in its normal form: numbers as numbers, strings trimmed and in lower case; None for a trivial one."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        try:
            normal = f"{float(value):.12g}"
        except OverflowError:
            return None
    elif isinstance(value, str) and len(value) <= MAX_LITERAL:
        text = " ".join(value.split()).lower()
        normal = f"{_as_number(text):.12g}" if _NUMBER.fullmatch(text) else text
    else:
        return None
    return None if normal in TRIVIAL or (len(normal) < 2 and not normal.isdigit()) else normal


def _as_number(text: str) -> float:
    return float(text.replace(",", ""))


def _stem(word: str) -> str:
    for ending, least in (("ies", 5), ("ing", 6), ("ed", 5), ("es", 5), ("s", 4)):
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            return word[: -len(ending)] + ("y" if ending == "ies" else "")
    return word.removesuffix("e") if len(word) > 4 else word


def _flat(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)
