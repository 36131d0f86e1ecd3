"""Marks of emphasis round plain words, taken out without moving anything: "must **not** contain" reads as "must not".

Guarantees a text of the same length, so that offsets hold. Emphasised names and labels keep their marks: rules know
them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from specharness.ir import Block, Unit

_WORDS = (
    r"(?:(?:must|should|shall|may|can|do|does|is|are|be|has|have|to|only|not|never|no|none|nothing|all|every|each|any|and|or|but|"
    r"exactly|strictly|always|either|neither|nor|without|at|least|most|more|less|fewer|than|up|between|before|after|if|unless|"
    r"except|required|mandatory|optional|same|first|last|\d+|one|two|three|four|five|six|seven|eight|nine|ten|\w+n['’]t)(?![A-Za-z0-9])\s*)+"
    r"|不得|不要|不能|必须|只能|禁止|仅|不"
)
_MARKED = re.compile(
    rf"(?P<open>\*{{1,3}}|(?<!\w)_{{1,3}}|</?(?:b|i|em|strong|u)>)(?P<words>{_WORDS})"
    r"(?P<close>\*{1,3}|_{1,3}(?!\w)|</?(?:b|i|em|strong|u)>)",
    re.IGNORECASE,
)


def unemphasised(text: str, units: Sequence[Unit]) -> str:
    """The text with blanks for the marks round plain words, in prose."""
    if "*" not in text and "_" not in text and "<" not in text:
        return text
    parts, last = [], 0
    for unit in units:
        if unit.block is Block.CODE:
            continue
        for match in _MARKED.finditer(text, unit.body.start, unit.body.end):
            for name in ("open", "close"):
                start, end = match.span(name)
                parts.append(text[last:start] + " " * (end - start))
                last = end
    return "".join(parts) + text[last:]
