"""Puts data, style and script into one HTML file that loads nothing and runs nothing but its own script.

Guarantees: no byte of the data can end its element or reach the HTML parser as markup; the policy admits exactly
the style and the script of this package, by hash. Not its business: what the data say.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping
from importlib import resources

__all__ = ["HIDDEN", "json_for_html", "page"]

STYLES = ("theme.css", "layout.css", "source.css", "cards.css", "print.css")
SCRIPTS = ("dom.js", "lazy.js", "source.js", "cards.js", "verdict.js", "filters.js", "controls.js", "app.js")
"""In this order; together they are one script in one function scope."""

HIDDEN = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff"
)
"""Controls, bidirectional marks and other characters that show nothing, as the inside of a character class."""

_UNSAFE = re.compile(f"[<>&\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff{HIDDEN}]")
_SLOT = re.compile(r"\{\{(\w+)\}\}")


def json_for_html(data: object) -> str:
    """JSON that may stand inside a `script` element: markup characters and invisible ones are written as `\\uXXXX`."""
    return _UNSAFE.sub(_escaped, json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def page(title: str, data: object) -> str:
    """The whole file. `title` is plain text."""
    style = "\n".join(_asset(name) for name in STYLES)
    script = '"use strict";\n(() => {\n' + "\n".join(_asset(name) for name in SCRIPTS) + "\n})();\n"
    slots: Mapping[str, str] = {
        "policy": _policy(style, script),
        "title": html.escape(re.sub(f"[\t\n\r{HIDDEN}]", " ", title)),
        "style": style,
        "data": json_for_html(data),
        "script": script,
    }
    return _SLOT.sub(lambda slot: slots[slot[1]], _asset("page.html"))


def _escaped(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _asset(name: str) -> str:
    text = resources.files("specharness.report").joinpath(name).read_text(encoding="utf-8")
    return text.replace("\r\n", "\n")
