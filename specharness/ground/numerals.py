"""Numbers as texts write them: digits, English and Chinese words. Compared as numbers, never as text."""

from __future__ import annotations

import re

_WORDS: dict[str, float] = {
    word: float(value)
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
    )
} | {
    "single": 1.0,
    "once": 1.0,
    "twice": 2.0,
    "both": 2.0,
    "pair": 2.0,
    "dozen": 12.0,
    "twenty": 20.0,
    "hundred": 100.0,
}
_DIGITS = {"零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_NUMBER = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_CHINESE = re.compile(r"[零一二两三四五六七八九十百]+")
_WORD = re.compile(r"[A-Za-z]+")


def numbers_in(text: str) -> frozenset[float]:
    """Every number that stands in a text."""
    found = {float(match.group().replace(",", "")) for match in _NUMBER.finditer(text[:_LIMIT])}
    found |= {abs(number) for number in found}
    found |= {_WORDS[word] for match in _WORD.finditer(text[:_LIMIT]) if (word := match.group().lower()) in _WORDS}
    for match in _CHINESE.finditer(text[:_LIMIT]):
        value = _chinese(match.group())
        if value is not None:
            found.add(float(value))
    return frozenset(number for number in found if number == number and abs(number) != float("inf"))


_LIMIT = 200_000
"""Characters looked at: a quote is a clause, not a book."""


def _chinese(word: str) -> int | None:
    """Up to 999: 十二, 二十, 三百零五."""
    total, digit = 0, None
    for character in word:
        if character in _DIGITS:
            digit = _DIGITS[character]
        elif character == "十":
            total, digit = total + 10 * (1 if digit is None else digit), None
        else:  # 百
            total, digit = total + 100 * (1 if digit is None else digit), None
    return total + (digit or 0) if word else None


def as_number(value: object) -> float | None:
    """A parameter as a number: 2, 2.5, "2", "two". None for a percentage or anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return float(value)
    if isinstance(value, str):
        text = value.strip().lower()
        if _NUMBER.fullmatch(text):
            return float(text.replace(",", ""))
        if text in _WORDS:
            return _WORDS[text]
        if text and _CHINESE.fullmatch(text):
            chinese = _chinese(text)
            return None if chinese is None else float(chinese)
    return None
