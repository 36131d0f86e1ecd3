"""Hints: combinations of cues, literals and places that the annotation guide's text ties to a family.

A hint is named `family:why`. The family model starts from what the hints say and learns from labelled documents how
far to trust each; a hint never decides alone, and never adds a parameter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

SURE, STRONG, WEAK = 3.5, 2.0, 1.0
"""Weights, in logits, that a hint starts with."""


@dataclass(frozen=True)
class Seen:
    """What the hints look at."""

    said: frozenset[str]
    """Cues of the clause."""
    before: frozenset[str]
    """Cues of what stands before it in its unit."""
    lead: frozenset[str]
    head: frozenset[str]
    beside: frozenset[str]
    """Cues that most of the other items of its list carry."""
    shapes: frozenset[str]
    """Shapes of its literals: `families` says which there are."""
    file: str
    """The sort of the file that it is about: `table`, `keyed`, `code`, …, or empty."""
    label: frozenset[str]
    """Cues of the label that it opens with."""
    verb: frozenset[str]
    """Cues of its first word."""
    kind: str
    short: bool


def start_of(hint: str) -> tuple[str, float]:
    """The family of a hint and the weight that it starts with: `!` at its end says sure, `~` weak."""
    strength = SURE if hint.endswith("!") else WEAK if hint.endswith("~") else STRONG
    return hint.split(":", 1)[0], strength


_CODE_NAMES = frozenset({"lit:call", "lit:camel", "lit:pascal", "lit:dotted", "lit:snake", "lit:const"})


def hints(seen: Seen) -> Iterator[str]:
    """The hints that a clause gives."""
    yield from _of_work(seen)
    yield from _of_frames(seen)
    yield from _of_forms(seen)
    yield from _of_code_and_files(seen)
    yield from _of_values(seen)


def _denies(seen: Seen) -> bool:
    return "neg" in seen.said or ("neg" in seen.before and seen.short)


def _of_work(seen: Seen) -> Iterator[str]:
    """How the work is done, and what is told to whom."""
    s, shapes = seen.said, seen.shapes
    command, neg = "lit:command" in shapes, _denies(seen)
    guideline = seen.kind != "prompt"
    if "message" in s:
        yield "response_constraint:told"
    if "neg_publish" in s:
        yield "external_effect:forbidden!"
    elif "publish" in seen.verb and not command and "lit:none" in shapes:
        yield "external_effect:ordered~"
    if "before" in s and (command or s & {"run", "approve", "commit", "tests"}) and "succeed" not in s:
        yield "ordered_steps:before"
    if "steps" in s and "before" not in seen.before and not s & {"sort"}:
        yield "ordered_steps:sequence~"
    if "approve" in s and guideline:
        yield "ordered_steps:approval" if "before" in s else "ordered_steps:approval~"
    if "tests" in s and "succeed" in s:
        yield "tests_pass:tests"
    if "succeed" in s and "valid" not in s and not ("tests" in s and not command):
        yield "command_succeeds:succeeds" if command or "neg" in s else "command_succeeds:succeeds~"
    if command and not neg:
        yield "tool_used:command~" if s & {"before", "succeed"} else "tool_used:command"
    if "block:command" in shapes:
        yield "command_succeeds:block~"
        yield "tool_used:block~"
        yield "ordered_steps:block~"
    if "neg_run" in s or (command and (s & {"neg_use", "neg_first"})):
        yield "tool_not_used:command!" if command else "tool_not_used:forbidden"
    if s & {"use", "run"} and "tool" in s and not neg and "structure" not in s:
        yield "tool_used:tool"
    if "use" in seen.verb and not neg and not guideline and "lit:none" in shapes and not s & {"compute", "formula"}:
        yield "tool_used:use~"
    if "tool" in seen.label:
        yield "tool_used:label"


def _of_frames(seen: Seen) -> Iterator[str]:
    """What stays as it is, and what must not stand there."""
    s, shapes = seen.said, seen.shapes
    literal, command, neg = "lit:none" not in shapes, "lit:command" in shapes, _denies(seen)
    told = bool(s & {"neg_publish", "neg_run", "valid", "exactly", "succeed"})
    if "neg_change" in s:
        yield "unchanged:forbidden!"
    elif "keep" in s and not s & {"compute", "same"} and ("keep" in seen.verb or "keep" in seen.label):
        yield "unchanged:keep"
    elif "neg_change" in seen.before and seen.short:
        yield "unchanged:listed"
    if "only" in s and s & {"keep", "neg_change"}:
        yield "only_changes:only"
    if "neg_change" in s or told or command:
        pass
    elif (s & {"neg_use", "bare_no", "neg_first"}) and literal:
        yield "not_contains:literal"
    elif s & {"neg_use", "bare_no"}:
        yield "not_contains:forbidden~"
    if "instead" in s and literal and not command:
        yield "not_contains:instead"
    if "remove" in seen.verb and not neg and not s & {"select"} and "has:path" not in shapes:
        yield "not_contains:remove"
    if "remove" in (seen.head | seen.lead | seen.beside | seen.before) and seen.short:
        yield "not_contains:listed~"


def _of_forms(seen: Seen) -> Iterator[str]:
    """Order, forms, formats, spreadsheets, numbers of things."""
    s, shapes = seen.said, seen.shapes
    if ("sort" in s and "lit:none" in shapes) or "sort" in seen.verb:
        yield "sorted:order!"
    elif "sort" in s:
        yield "sorted:order"
    if "unique" in s and not s & {"compute", "quantity", "data_work"}:
        yield "unique:once~"
    if "round" in s:
        yield "number_format:round!"
    if s & {"case", "indent"}:
        yield "pattern:style"
    if shapes & {"lit:date", "lit:case"} or s & {"each_line", "only_number", "iso"}:
        yield "pattern:form"
    if "form" in s and ("use" in s or "colon_text" in s or "add" in s) and seen.file != "keyed":
        yield "pattern:convention~"
    if "commit" in s and shapes & {"lit:scoped", "lit:template", "lit:pair"}:
        yield "pattern:commit"
    if shapes & {"lit:scoped", "lit:marked", "lit:symbol", "lit:ending"} and "instead" not in s:
        yield "pattern:literal~"
    if "valid" in s:
        yield "format_valid:valid!" if "keep" not in s else "format_valid:valid"
    if "formula" in s and (seen.file in ("workbook", "") or "cells" in s):
        yield "formula:formula!"
    if "fill" in s and "fill" in seen.verb | seen.before:
        yield "cells_filled:fill!"
    elif "fill" in s and not s & {"select", "approve"}:
        yield "cells_filled:fill~"
    if "exactly" in s and not s & {"bound"}:
        yield "count:exactly"
    elif "exactly" in s:
        yield "count:exactly~"


def _of_code_and_files(seen: Seen) -> Iterator[str]:
    """Interfaces, files, folders, what was read and updated."""
    s, shapes = seen.said, seen.shapes
    path, literal, neg = "has:path" in shapes, "lit:none" not in shapes, _denies(seen)
    place = seen.head | seen.lead
    table = seen.file in ("table", "workbook")
    prompt = seen.kind == "prompt"
    if "lit:call" in shapes and s & {"implement", "write"} and not neg:
        yield "code_interface:call"
    if "opens:call" in shapes and prompt:
        yield "code_interface:signature"
    if "lit:route" in shapes or "http" in s:
        yield "code_interface:route!"
    if "implement" in s and seen.verb & {"write", "implement"} and "lit:folder" not in shapes:
        yield "code_interface:implement"
    if "implement" in place and "opens:literal" in shapes and prompt and not table:
        yield "code_interface:listed~"
    if "opens:path" in shapes and ("files" in place or "write" in place):
        yield "path_exists:listed!"
    if "write" in s and path and not neg:
        yield "path_exists:written"
    if "exists" in s and path and not neg:
        yield "path_exists:exists"
    if "lit:folder" in shapes and not neg and not s & {"read", "neg_use", "use"}:
        yield "dir_contents:folder" if s & {"folder", "files"} else "dir_contents:folder~"
    if "read" in seen.verb and (path or s & {"source_of"}):
        yield "other_checkable:read!"
    elif "source_of" in s:
        yield "other_checkable:from~"
    if "update" in seen.verb or ("update" in seen.before and path):
        yield "other_checkable:update"
    if "docs" in s and not prompt and not literal and not s & {"neg"}:
        yield "other_checkable:docs~"
    if "proper" in s and seen.short:
        yield "other_checkable:proper~"
    if "behave" in s and not literal and not s & {"compute", "data_work"}:
        yield "other_checkable:behaves~"
    if "running" in s and not s & {"use", "run", "keep"}:
        yield "state_query:running~"
    if "same" in s and not neg:
        yield "cross_consistent:same"
    if "template" in s and not neg:
        yield "cross_consistent:template~"
    if s & {"register"} and path and not neg:
        yield "contains:registered"
    if "contain" in s and not neg and not path:
        yield "contains:contain" if literal else "contains:contain~"
    if seen.verb & {"add", "use"} and literal and not neg and not shapes & {"lit:command", "lit:folder"}:
        yield "contains:add"
    if not prompt and shapes & _CODE_NAMES and not neg:
        yield "contains:identifier~"
    if prompt and seen.file in ("code", "prose", "bare") and seen.short and not neg and not s & {"succeed", "valid"}:
        yield "contains:item"


def _of_values(seen: Seen) -> Iterator[str]:
    """Values and structure, stated or to be worked out."""
    s, shapes = seen.said, seen.shapes
    literal, neg = "lit:none" not in shapes, _denies(seen)
    place = seen.head | seen.lead
    computes = bool(s & {"compute", "arith"})
    if "resource" in s and "bound" in s and seen.file in ("", "code", "bare"):
        yield "resource_limit:unit~"
    if "long" in s:
        yield "value_range:long~"
    if "bound" in s:
        yield "value_range:bound"
    elif "percent" in s:
        yield "value_range:percent"
    if "one_of" in s and not shapes & {"lit:command", "has:path"}:
        yield "value_equals:one_of" if literal else "value_equals:one_of~"
    if "status" in s:
        yield "value_equals:status!"
    if "quote_value" in s and "type" not in seen.label:
        yield "value_equals:quoted!"
    if "assigns" in s and not neg and "bound" not in s:
        yield "value_equals:assigns"
    if "listed_values" in s and not s & {"type", "compute"} and seen.file in ("keyed", "bare", ""):
        yield "value_equals:listed"
    if "equals" in s and not neg and not computes:
        yield "value_equals:equals~"
    if "parameter" in s and not neg:
        yield "value_equals:parameter~"
    shown = seen.file in ("table", "workbook", "keyed", "")
    if "following" in s and shown and not computes:
        yield "schema:following"
    if "structure" in s and shown and not computes and not s & {"fill", "formula", "valid", "select", "sort", "round"}:
        yield "schema:structure"
    if "block:code" in shapes and "block:command" not in shapes and seen.file != "code":
        yield "schema:block"
    if "opens:literal" in shapes and "type" in s and not s & {"bound", "one_of"} and not computes:
        yield "schema:typed"
    if "opens:literal" in shapes and "structure" in place and not computes and "quantity" not in s:
        yield "schema:listed"
    if computes and "formula" not in s:
        yield "computed:compute"
    if "data_work" in s and seen.kind == "prompt" and not s & {"read"}:
        yield "computed:works~"
    if "data_work" in seen.verb | seen.label and seen.kind == "prompt" and "has:path" not in shapes:
        yield "computed:ordered"
    if "quantity" in s and not s & {"bound", "exactly"} and not neg:
        yield "computed:quantity~"
    if "select" in s and seen.kind == "prompt":
        yield "computed:select~"
    if "counted_as" in s:
        yield "computed:counted"
    if "opens:literal" in shapes and seen.beside & {"compute", "quantity", "arith"} and not s & {"type", "one_of"}:
        yield "computed:beside"
    if "colon_text" in s and s & {"compute", "quantity", "arith"}:
        yield "computed:defined"
