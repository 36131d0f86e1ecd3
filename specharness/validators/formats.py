"""Validator of file formats. The observer has judged the bytes; what the content means is not its business."""

from __future__ import annotations

from collections.abc import Sequence

from specharness.evidence.views import FormatView, Request, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators.base import DETAIL, Check, Finding, Params, Seen, view_or_finding
from specharness.validators.params import TEXT, text_of, typed
from specharness.validators.wording import clip

_ALIASES = {
    "jpg": "jpeg",
    "yml": "yaml",
    "ndjson": "jsonl",
    "json lines": "jsonl",
    "excel": "xlsx",
    "word": "docx",
    "powerpoint": "pptx",
    "txt": "text",
    "htm": "html",
    "plain text": "text",
}


class FormatValid(Check):
    """A file is a valid file of a format: json jsonl csv tsv yaml toml xml xlsx docx pptx pdf png jpeg text zip html
    parquet sqlite.

    Passed: the bytes are read as that format to their end.
    Failed: they are not, or there is no file; in YAML and TOML a key stands twice in one mapping.
    Unknown: no observer knows the format; in JSON or INI a key stands there twice, which some readers refuse.
    """

    name = "format_valid"
    families = (Family.FORMAT_VALID,)
    demanded = typed(path=TEXT, format=TEXT)

    def needs(self, params: Params) -> Sequence[Request]:
        named = text_of(params["format"]).strip().lower().removeprefix(".")
        return (Request(ViewKind.FORMAT, text_of(params["path"]), format=_ALIASES.get(named, named)),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        request = self.needs(params)[0]
        expected = f"{request.path} is valid {request.format.upper()}"
        view = view_or_finding(seen, request, FormatView, expected)
        if isinstance(view, Finding):
            return view
        if view.format != request.format:
            message = f"the observer judged {view.format or 'no format'} in the place of {request.format}"
            return Finding(Outcome.UNKNOWN, expected, "not observed", message=message)
        if not view.valid:
            return Finding(Outcome.FAILED, expected, f"not valid: {clip(view.detail, DETAIL)}")
        if view.doubt:
            return Finding(Outcome.UNKNOWN, expected, "undecided", message=clip(view.doubt, DETAIL))
        return Finding(Outcome.PASSED, expected, f"valid {request.format.upper()}")
