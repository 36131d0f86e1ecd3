"""A unit's words and signals with their places: read once, looked up for every border and chunk in it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache

from specharness.compile.local.lexicon import ZH_GLOSSES, signal_places
from specharness.ir import Source, Unit

_TOKEN = re.compile(
    r"(?P<plain>[A-Za-z]++(?:['’][a-z]++)?+(?![\w./@:-]))"  # what most words are: nothing else can begin there
    r"|(?P<url>https?://\S+)"
    r"|(?P<code>`[^`\n]*`)"
    r"|(?P<path>(?:~|\.{1,2})?/?(?:[\w.@-]+/)+[\w.*@-]*|\b[\w-]+\.(?:json|jsonl|csv|tsv|txt|md|xlsx?|docx?|pptx?|pdf|png|"
    r"jpe?g|ya?ml|toml|xml|html?|py|js|ts|sh|npy|sql|db|sqlite|log|zip|ini|cfg|env|rs|go|java|css|parquet)\b)"
    r"|(?P<num>\d+(?:[.,]\d+)*%?)"
    r"|(?P<word>[A-Za-z]+(?:['’][a-z]+)?)"
    r"|(?P<cjk>[\u3400-\u9fff]+)"
    r"|(?P<mark>[?!:：{}\[\]|=<>])"
)
_PATHLIKE = re.compile(r"/|\.[A-Za-z]{2,5}$")
_STAND_INS = {"url": "<url>", "path": "<path>", "num": "<num>"}


class Sight:
    """The words and signals of `text[start:end]`, with offsets into the text."""

    __slots__ = ("_ends", "_signals", "_starts", "_words")

    def __init__(self, text: str, start: int, end: int) -> None:
        words: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        for match in _TOKEN.finditer(text, start, end):
            sort = match.lastgroup
            left, right = match.span()
            if sort == "cjk":
                for place, gloss, length in _glosses(match.group()):
                    words.append(gloss)
                    starts.append(left + place)
                    ends.append(left + place + length)
                continue
            if sort == "plain" or sort == "word" or sort == "mark":
                words.append(match.group().lower().replace("’", "'"))
            elif sort == "code":
                inner = match.group().strip("`").split(" ")[0]
                words.append("<codepath>" if _PATHLIKE.search(inner) else "<code>")
            else:
                words.append(_STAND_INS[sort or "num"])
            starts.append(left)
            ends.append(right)
        self._words, self._starts, self._ends = words, starts, ends
        self._signals = signal_places(text[start:end], start)

    @classmethod
    def of(cls, source: Source, unit: Unit, most: int | None = None) -> Sight:
        """The sight of a unit's body, of its first `most` characters if given."""
        body = unit.body
        return cls(source.text, body.start, body.end if most is None else min(body.end, body.start + most))

    def words(self, start: int, end: int) -> list[str]:
        """Lower-case words of a stretch, with stand-ins for addresses, paths, code and numbers; Chinese words by their
        glosses."""
        return self._words[bisect_left(self._starts, start) : bisect_right(self._ends, end)]

    def signals(self, start: int, end: int) -> set[str]:
        """Names of the signals that a stretch carries."""
        return {name for left, right, name in self._signals if start <= left and right <= end}


@lru_cache(maxsize=4096)
def sight_of(text: str) -> Sight:
    """The sight of a text by itself: a heading, a lead-in."""
    return Sight(text, 0, len(text))


def _glosses(text: str) -> list[tuple[int, str, int]]:
    return sorted((text.find(word), gloss, len(word)) for word, gloss in ZH_GLOSSES if word in text)
