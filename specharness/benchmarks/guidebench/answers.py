"""The form of the answer in each subset, and an agent's answer read from its message.

Stated order: the `answer` of a JSON object in the message; else what follows the last `答案`/`answer`; else the whole
message, if it is nothing but an answer. Anything else is unreadable (None): never guessed, and wrong when scored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

MAX_MESSAGE_CHARS = 1_000_000
"""A longer message has no readable answer."""


@dataclass(frozen=True)
class AnswerForm:
    """What an answer of the subset looks like."""

    name: str
    allowed: tuple[str, ...]
    """The answers in their short form; empty for a number."""
    pattern: re.Pattern[str]
    """One answer, in group 1."""
    asks: str
    """How the agent is asked for it."""


_OPTION = AnswerForm(
    "option", ("A", "B", "C", "D"), re.compile(r"(?:选项\s*)?([A-D])(?![A-Za-z])"), "one letter of A, B, C, D"
)
_BINARY = AnswerForm("binary", ("0", "1"), re.compile(r"([01])(?![\d.])"), "1 (the same) or 0 (not the same)")
_GRADE = AnswerForm(
    "grade",
    ("0", "1", "2"),
    re.compile(r"([012](?![\d.])|强相关|弱相关|不相关)"),
    "2 (强相关), 1 (弱相关) or 0 (不相关)",
)
_NUMBER = AnswerForm("number", (), re.compile(r"([-+]?\d[\d,]*(?:\.\d+)?)"), "a number")

FORMS: Mapping[str, AnswerForm] = {
    "chat": _OPTION,
    "hallu": _OPTION,
    "math": _NUMBER,
    "price": _BINARY,
    "relevance": _GRADE,
    "summary": _OPTION,
}
"""By subset."""

_GRADES = {"不相关": "0", "弱相关": "1", "强相关": "2"}
_LEAD = re.compile(r"(?:答案|\banswer)\s*(?:是|为|is)?\s*[:：]?\s*[\"“*（(]*\s*", re.IGNORECASE)


def read_answer(subset: str, message: str) -> str | None:
    """The answer in its short form, or None where none can be read."""
    form = FORMS[subset]
    if len(message) > MAX_MESSAGE_CHARS:
        return None
    reply = json_object(message)
    if reply is not None and "answer" in reply:
        value = reply["answer"]
        return None if isinstance(value, bool | list | dict) or value is None else _whole(form, str(value))
    leads = list(_LEAD.finditer(message))
    if leads:
        found = form.pattern.match(message, leads[-1].end())
        return _short(form, found[1]) if found else None
    return _whole(form, message)


def json_object(message: str) -> dict[str, object] | None:
    """The last JSON object that stands at the top level of the message or of a code fence in it."""
    decoder = json.JSONDecoder()
    found: dict[str, object] | None = None
    place = message.find("{")
    while place >= 0:
        try:
            value, end = decoder.raw_decode(message, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            found = value
        place = message.find("{", end)
    return found


def _whole(form: AnswerForm, text: str) -> str | None:
    found = form.pattern.match(text.strip())
    rest = text.strip()[found.end() :] if found else ""
    if found is None or not re.fullmatch(r"[\s.。、:：)）元]*|[.、:：]\s*\S.*|（[^）]*）", rest, re.DOTALL):
        return None
    return _short(form, found[1])


def _short(form: AnswerForm, text: str) -> str:
    if form is _NUMBER:
        value = Decimal(text.replace(",", ""))
        return format(value.normalize(), "f") if value else "0"
    return _GRADES.get(text, text)
