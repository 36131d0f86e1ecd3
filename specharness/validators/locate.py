"""Where a field stands that a text names without its place: "`status` must be one of …" says nothing of nesting.

Guarantees one answer or a doubt: the field at the root, else its only place. A list of records counts as one place. Not
its business: fields whose place an example block shows; they have ordinary selectors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from pydantic import JsonValue

from specharness.validators.compare import Match, match_text

ANYWHERE = "**."
"""What a selector starts with whose place is not said."""
MAX_NODES = 200_000
"""Objects and lists looked at; in a larger document the place is a doubt."""
_PLAIN = re.compile(r"[^.`\[\]$*]+")
_FIRST = re.compile(r"`(?P<quoted>[^`]+)`|(?P<plain>[^.\[]+)")
"""The name that a selector begins with."""


@dataclass(frozen=True)
class Located:
    """The selector of a place; else why there is none. Both empty: the field stands nowhere."""

    selector: str = ""
    doubt: str = ""


def shown(field: str) -> str:
    """A selector as a reader knows it: the field's name where its place is not said."""
    return field.removeprefix(ANYWHERE).removesuffix("[]") if field.startswith(ANYWHERE) else field


def locate(document: JsonValue, field: str) -> Located:
    """The place of `**.name` (or `**.name.inner`); with `[]` behind it, of a list of such values or of single values
    in a list of records."""
    tail = field.removeprefix(ANYWHERE)
    items = tail.endswith("[]")
    tail = tail.removesuffix("[]")
    named = _FIRST.match(tail)
    first = (named["quoted"] or named["plain"]).strip() if named is not None else ""
    if not first:
        return Located(doubt="which field is meant is not said")
    holders: dict[str, JsonValue] = {}
    spelled = ""
    empty = False
    nodes = list(containers(document, MAX_NODES + 1))
    if len(nodes) > MAX_NODES:
        return Located(doubt=f"the document holds more than MAX_NODES ({MAX_NODES}) objects and lists")
    for selector, container in nodes:
        empty = empty or not container
        if isinstance(container, dict):
            if first in container:
                holders.setdefault(selector, container[first])
            elif not spelled:
                spelled = next((key for key in container if match_text(first, key) is not Match.DIFFERENT), "")
    if items:
        holders = {place: value for place, value in holders.items() if "[]" in place or isinstance(value, list)}
    if not holders:
        if spelled:
            return Located(doubt=f"`{spelled}` may be meant by `{first}`")
        return Located(doubt=f"nothing is there that could hold `{first}`") if empty or items else Located()
    if len(holders) > 1 and (items or "$" not in holders):
        return Located(doubt=f"`{first}` stands at {len(holders)} places, and which one is not said")
    place = next(iter(holders))  # the root comes first
    listed = items and isinstance(holders[place], list)
    return Located(f"{place}.{tail}{'[]' if listed else ''}")


def containers(document: JsonValue, limit: int) -> Iterator[tuple[str, dict[str, JsonValue] | list[JsonValue]]]:
    """At most `limit` objects and lists, the outer ones first, each with its selector."""
    return islice(_containers(document), limit)


def _containers(document: JsonValue) -> Iterator[tuple[str, dict[str, JsonValue] | list[JsonValue]]]:
    """The items of one list have one selector."""
    level: list[tuple[str, JsonValue]] = [("$", document)]
    while level:
        deeper: list[tuple[str, JsonValue]] = []
        for selector, value in level:
            if isinstance(value, dict):
                yield selector, value
                deeper.extend((f"{selector}.{_escaped(key)}", item) for key, item in value.items())
            elif isinstance(value, list):
                yield selector, value
                deeper.extend((f"{selector}[]", item) for item in value)
        level = deeper


def _escaped(key: str) -> str:
    return key if _PLAIN.fullmatch(key) else f"`{key}`"
