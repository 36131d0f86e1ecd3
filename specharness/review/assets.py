"""The parts of the page: its own, and what it borrows of the report's look and elements."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

PAGE = "specharness.review.page"
REPORT = "specharness.report"

_STYLES = ("theme.css", "source.css", "cards.css")
"""The report's."""

_SCRIPTS = (
    "bar.js",
    "cards.js",
    "conflict.js",
    "diff.js",
    "documents.js",
    "editor.js",
    "findings.js",
    "keys.js",
    "main.js",
    "model.js",
    "offsets.js",
    "saving.js",
    "selection.js",
    "text.js",
    "theme.js",
    "work.js",
)

_SHARED_SCRIPT = 'LABEL.residual[1] = "residual";\nexport { h, write, plural, label, badge, bring };\n'
"""The report's elements and text, as a module; its word for residual text is about what compiling left."""


def page() -> str:
    """The HTML file, which loads the other parts."""
    return _text(PAGE, "index.html")


@cache
def parts() -> Mapping[str, str]:
    """Every other part by its name."""
    found = {name: _text(REPORT, name) for name in _STYLES}
    found["dom.js"] = _text(REPORT, "dom.js") + _SHARED_SCRIPT
    found["review.css"] = _text(PAGE, "review.css")
    return found | {name: _text(PAGE, name) for name in _SCRIPTS}


def _text(package: str, name: str) -> str:
    return resources.files(package).joinpath(name).read_text(encoding="utf-8").replace("\r\n", "\n")
