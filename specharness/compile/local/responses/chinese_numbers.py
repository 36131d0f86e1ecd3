"""How many, in Chinese: 不少于300字, 三百字以内, 200到300字, 恰好两句话.

A number without any word of a bound is an exact one; of 800字的文章 it says how long the text is at least, roughly.
"""

from __future__ import annotations

import re

from specharness.compile.local.responses.bounds import Bounds
from specharness.compile.local.responses.model import Place

NUMBER = r"(?:\d{1,7}|[零一二两三四五六七八九十百千]{1,7})"
"""A whole number in digits or characters, as a pattern without groups."""

_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"两": 2}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_UNIT = r"(?:个|字|汉字|字符|单词|词|句|句话|段|行|条|次)*"
_SAID = (
    ("max", re.compile(r"(?:至多|最多|不超过|不多于|不大于|不高于|上限[为是]?)[^，。；\d]{0,8}$")),
    ("min", re.compile(r"(?:至少|不少于|不低于|不小于|最少|起码|多于或等于)[^，。；\d]{0,8}$")),
    (
        "max",
        re.compile(
            r"(?:不能|不得|不要|不可以?|不应|别|勿|避免)[^，。；\d]{0,4}?(?:超过|多于|大于|高于)[^，。；\d]{0,2}$"
        ),
    ),
    (
        "min",
        re.compile(r"(?:不能|不得|不要|不可以?|不应|别|勿|避免)[^，。；\d]{0,4}?(?:少于|低于|小于)[^，。；\d]{0,2}$"),
    ),
    ("min_exclusive", re.compile(r"(?:超过|多于|大于|高于)[^，。；\d]{0,2}$")),
    ("max_exclusive", re.compile(r"(?:少于|低于|小于|短于)[^，。；\d]{0,2}$")),
    (
        "count",
        re.compile(
            r"(?:恰好|正好|刚好|仅|只|一共|总共|共|用|分为|分成|写|使用|包含|为|是|给出|列出|以)[^，。；\d]{0,3}$"
        ),
    ),
)
_ROUGH_BEFORE = re.compile(r"(?:约|大约|大概|差不多|近|第|每|各|前|后|上|下|这|那|其中)[^，。；\d]{0,2}$")
_ROUGH_AFTER = re.compile(r"\s*(?:左右|上下|来|多)")
_UP, _DOWN = re.compile(r"\s*(?:或|及)?(?:以上|更多)"), re.compile(r"\s*(?:或|及)?(?:以内|以下|之内|更少|内)")
_OF = re.compile(r"\s*(?:的|短文|文章|作文|故事|诗|信|邮件|小说|演讲)")
_RANGE = re.compile(rf"(?P<lo>{NUMBER})\s*{_UNIT}\s*(?:到|至|-|–|—|~|～)\s*$")


def number(word: str) -> int:
    """The number that digits or characters stand for: 三百零五, 两千."""
    if word.isdecimal():
        return int(word)
    total, digit = 0, None
    for character in word:
        if character in _PLACES:
            total, digit = total + _PLACES[character] * (1 if digit is None else digit), None
        else:
            digit = _DIGITS[character]
    return total + (digit or 0)


def bounds(text: str, start: int, match: re.Match[str]) -> Bounds:
    """The bound that is stated with the number `n` of a match whose clause begins behind `start`; empty for none."""
    before, place = (
        text[max(start, match.start("n") - 24) : match.start("n")],
        Place(number(match["n"]), *match.span("n")),
    )
    ranged = _RANGE.search(before)
    if ranged is not None:
        low = number(ranged["lo"])
        at = match.start("n") - len(before) + ranged.start("lo")
        if low >= number(match["n"]):
            return {}
        return {"min": (Place(low, at, at + len(ranged["lo"])),), "max": (place,)}
    if _ROUGH_BEFORE.search(before) or _ROUGH_AFTER.match(text, match.end()):
        return {}
    if _UP.match(text, match.end()):
        return {"min": (place,)}
    if _DOWN.match(text, match.end()):
        return {"max": (place,)}
    said = next((name for name, pattern in _SAID if pattern.search(before)), "")
    if said in ("", "count") and _OF.match(text, match.end()) and not re.search(r"恰好|正好|刚好", before):
        return {"min": (place,)}
    return {said: (place,)} if said else {}
