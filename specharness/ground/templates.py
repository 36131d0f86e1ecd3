"""Filling a template from a data file: which values the finished file must hold.

Reads the visible template's placeholders and the visible JSON file whose keys they are. What stands in a conditional
section is left out, and so is a value that a writer might format: only texts are demanded, as they stand in the data.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import Request
from specharness.ground.lexicon import PATH
from specharness.ground.paths import normalise, same_path
from specharness.ground.visible import Fact, Visible, document
from specharness.validators.subject import VIEWS, kind_of, passages

_MARK = re.compile(r"\{\{\s*([A-Za-z_][\w .\-]{0,80}?)\s*\}\}")
_SECTION = re.compile(
    r"\{\{\s*(?:#[^{}]*|(?:IF|UNLESS|EACH)(?=[_ \-:])[^{}]*)\}\}.*?"
    r"\{\{\s*(?:/[^{}]*|END[_ \-]?(?:IF|UNLESS|EACH)[^{}]*)\}\}",
    re.I | re.S,
)
MIN_SHARE = 0.5
"""Share of a template's placeholders that a file must have as keys to count as its data."""
MAX_VALUE = 200
"""Characters of a value that is looked for letter by letter; longer ones may be laid out anew."""


class Filled(NamedTuple):
    """The values that a template's placeholders stand for, and the template they were read from."""

    template: str
    values: tuple[Fact, ...]


def filled_values(texts: Sequence[str], output: str, visible: Visible) -> Filled | None:
    """The values of the one visible template and the one visible data file that the texts name; None otherwise."""
    paths = _paths(texts, output)
    templates = [(path, marks) for path in paths if (marks := _marks(path, visible))]
    if len(templates) != 1:
        return None
    template, marks = templates[0]
    found = [values for path in paths if (values := _values(path, marks, visible))]
    return Filled(template, found[0]) if len(found) == 1 else None


def _paths(texts: Sequence[str], output: str) -> list[str]:
    named = dict.fromkeys(normalise(match.group()) for text in texts for match in PATH.finditer(text))
    return [path for path in named if path is not None and not same_path(path, output)]


def _marks(path: str, visible: Visible) -> tuple[str, ...]:
    """The placeholders of a visible file outside of its conditional sections."""
    host = visible.resolve(path)
    kind = kind_of(path)
    if host is None or kind not in VIEWS or path.endswith((".json", ".csv")) or not host.is_file():
        return ()
    request = Request(kind, f"/template/{host.name}")
    view = Observatory(Places(maps=(("/template", host.parent),))).observe([request])[request].view
    if view is None:
        return ()
    text = _SECTION.sub(" ", "\n".join(passage.text for passage in passages(view)))
    return tuple(dict.fromkeys(match[1] for match in _MARK.finditer(text)))


def _values(path: str, marks: Sequence[str], visible: Visible) -> tuple[Fact, ...]:
    """What a visible JSON object says of the placeholders, if they are its keys."""
    data = document(visible, path)
    if not isinstance(data, dict):
        return ()
    known = [mark for mark in marks if mark in data]
    if len(known) < MIN_SHARE * len(marks):
        return ()
    return tuple(
        Fact(value, f"{path}#/{mark}")
        for mark in known
        if isinstance(value := data[mark], str) and value.strip() and len(value) <= MAX_VALUE
    )
