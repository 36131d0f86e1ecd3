"""INI files as plain data: an object of sections, each an object of texts; keys keep their case.

Every section stands for itself, `DEFAULT` too, and nothing is interpolated: what a file means by them is its reader's.
"""

from __future__ import annotations

import configparser
import re

from pydantic import JsonValue

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import Limits
from specharness.evidence.observers import text
from specharness.evidence.observers.plain import escape
from specharness.evidence.views import JsonView

_PAIR = re.compile(r"^[ \t]*[^\s=:#;\[][^=:\n]*[=:]", re.MULTILINE)


def view(data: bytes, limits: Limits) -> JsonView:
    """The file. Keys without a section are undecided: some dialects have them. Raises MalformedArtifact,
    LimitReached."""
    if len(data) > limits.slow_bytes:
        raise LimitReached(f"{len(data)} bytes; `slow_bytes` allows {limits.slow_bytes}", "slow_bytes")
    decoded = text.view(data).text
    if "\0" in decoded:
        raise MalformedArtifact(f"NUL character at offset {decoded.index(chr(0))}")
    try:
        twice = _repeated(decoded)
        parser = _parser(strict=False)
        parser.read_string(decoded)
    except configparser.MissingSectionHeaderError as error:
        if _PAIR.search(decoded):
            raise LimitReached("keys before any [section]; undecided") from error
        raise MalformedArtifact("no [section]") from error
    except configparser.Error as error:
        raise MalformedArtifact(" ".join(str(error).split())) from error
    value: dict[str, JsonValue] = {section: dict(parser.items(section)) for section in parser.sections()}
    if not value:
        raise MalformedArtifact("no [section]")
    return JsonView(value, twice)


def _repeated(decoded: str) -> tuple[str, ...]:
    """Pointer of the first section or key that stands there twice, if any: the reader tells of no other."""
    try:
        _parser(strict=True).read_string(decoded)
    except configparser.DuplicateSectionError as error:
        return (f"/{escape(str(error.section))}",)
    except configparser.DuplicateOptionError as error:
        return (f"/{escape(str(error.section))}/{escape(str(error.option))}",)
    return ()


def _parser(*, strict: bool) -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser(strict=strict, allow_no_value=True, default_section="\0")
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    return parser
