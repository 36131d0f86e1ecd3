"""Texts whose letters hide what they say, and texts in languages that nothing here reads.

Rules read English and Chinese. A word with an invisible character, a letter of another script or markup in it reads
otherwise to people than to a rule; a sentence without a single word of either language reads like nothing at all.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from specharness.compile.local.lexicon import IMPERATIVES, WRITE_VERBS
from specharness.compile.local.model import shipped_weights
from specharness.ground.words import OF, SHARED

_INVISIBLE = re.compile(
    r"[^\W_][\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff]+"
    r"|[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+[^\W_]"
)
_WIDE = re.compile(r"[\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7cb\u24b6-\u24e9\U0001f130-\U0001f189]")
"""Latin letters in other clothes: full-width, mathematical, encircled."""
_MARKED = re.compile(r"[a-z](?:\*\*|__|</?[a-z]+>|<!--.*?-->)[a-z]", re.IGNORECASE)
"""Markup in the middle of a word."""
_WORD = re.compile(r"[^\W\d_]+")
_CODE = re.compile(
    r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|\S*[/\\@]\S*|\b[\w-]+\.\w{1,5}\b|\b\w*[_\d]\w*\b|<[^>\n]*>|\]\([^)\n]*\)"
)
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_OTHER = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
"""Letters of Japanese and Korean."""


def disguised(text: str) -> bool:
    """Whether a word of a text is not written with the letters that it shows."""
    if text.isascii():
        return _MARKED.search(_CODE.sub(" ", text)) is not None
    if _INVISIBLE.search(text) or _WIDE.search(text) or _MARKED.search(_CODE.sub(" ", text)):
        return True
    return any(_mixed(word) for word in _WORD.findall(text) if not word.isascii())


@lru_cache(maxsize=4096)
def _mixed(word: str) -> bool:
    """Whether a word mixes Latin letters with Greek, Cyrillic or other ones that look alike."""
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in word if letter.isalpha()}
    return "LATIN" in scripts and bool(scripts & {"CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})


def foreign(text: str) -> bool:
    """Whether small words or letters of another language stand in a text, and few English ones."""
    if _CHINESE.search(text) and not _OTHER.search(text):
        return False
    words = [word for word in _WORD.findall(_CODE.sub(" ", text)) if len(word) > 1 or not word.isascii()]
    if not any(word.lower() in _ELSEWHERE or not word.isascii() for word in words):
        return False
    return sum(_english(word.lower()) for word in words) * 2 <= len(words)


_ELSEWHERE = frozenset(
    """der das und nicht kein keine keinen ist ein eine einen mit für auf dem den zu im von les une et est
    pas ne dans avec sur pour el los las una que con para del lo gli di che non um uma com het een niet
    van och inte att det ett nie jest""".split()
)
"""Small words of other languages that are no English ones."""


@lru_cache(maxsize=4096)
def _english(word: str) -> bool:
    """Whether a word, or what it is an inflection of, is among the known ones."""
    known = _known()
    if word in known:
        return True
    return any(
        word.endswith(ending) and (word[: -len(ending)] + more) in known
        for ending in ("s", "es", "ed", "ing", "d", "ly", "er")
        for more in ("", "e")
    )


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    """Words of orders, of what the checks decide, and of the texts that the local compiler was trained on."""
    listed = set(re.findall(r"[a-z]+", f"{SHARED} {OF}")) | IMPERATIVES | WRITE_VERBS
    learnt = (name.removeprefix("w=") for name in shipped_weights().disposition.weights if name.startswith("w="))
    return frozenset(listed | {word for word in learnt if word.isascii() and word.isalpha()})
