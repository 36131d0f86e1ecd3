"""Structure: keys and types from example blocks, columns of tables, sheets of workbooks, numbers of things."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pydantic import JsonValue

from specharness.ground.clauses import parent_of, touching
from specharness.ground.examples import Sample, example_at
from specharness.ground.families.base import (
    TABLES,
    TREES,
    WORKBOOKS,
    Answer,
    Check,
    Claim,
    Grounded,
    Refusal,
    key_of,
    no_form,
    no_path,
    one,
)
from specharness.ground.families.schemas import schema_of, stated_schema
from specharness.ground.numerals import as_number
from specharness.ground.shapes import Shape, choices_of, nullable, places_of, shape_of
from specharness.ir import Block, Reason, Source, Span, Unit
from specharness.validators.tables import DELIMITERS

_POINTS_AT = re.compile(r"follow|below|format|structure|schema|example|like this|as shown|如下|以下|格式|结构", re.I)
_MANY = re.compile(
    r"\b(?:list|array|each|every|per|records?|entries|rows|items|objects|elements|jsonl|lines)\b|列表|数组|每", re.I
)
_NUMBER_OF_COLUMNS = re.compile(
    r"\b(?:have|has|with|contain(?:s|ing)?|of|exactly|only)\s+(?:exactly\s+|only\s+)?(?P<number>\d{1,3}|one|two"
    r"|three|four|five|six|"
    r"seven|eight|nine|ten|eleven|twelve)\s+columns\b",
    re.I,
)


def schema(claim: Claim) -> Answer:
    """Keys, nesting and types of a document; columns of a table; sheets of a workbook."""
    if not claim.path:
        return no_path()
    if claim.ending in TREES:
        return _document(claim)
    if claim.ending in TABLES | WORKBOOKS:
        return _table(claim)
    return no_form(f"no validator for the structure of {claim.path}")


def examples_of(claim: Claim) -> tuple[tuple[Sample, ...], tuple[Span, ...]]:
    """The example blocks that a direction quotes or points at, with their spans."""
    samples: list[Sample] = []
    spans: list[Span] = []
    for span in claim.spans:
        source = claim.sources[span.source]
        place = _block_of(span, source, claim.units.get(span.source, ()))
        if place is None or place in spans or schema_of(source.quote(place)) is not None:
            continue
        sample = example_at(source.text, place.start, place.end)
        if sample is not None:
            samples.append(sample)
            spans.append(place)
    return tuple(samples), tuple(spans)


def _blocks(claim: Claim) -> list[str]:
    """The texts of the blocks that a direction quotes or points at."""
    texts = []
    for span in claim.spans:
        source = claim.sources[span.source]
        place = _block_of(span, source, claim.units.get(span.source, ()))
        if place is not None:
            texts.append(source.quote(place))
    return texts


def _block_of(span: Span, source: Source, units: Sequence[Unit]) -> Span | None:
    """The whole code block that a span touches, the block right behind a span that points at it, or the span."""
    for number, unit in enumerate(units):
        if unit.span.end <= span.start or span.end <= unit.span.start:
            continue
        touched = next(
            (other for other in units[number:] if other.block is Block.CODE and _overlap(other.span, span)), None
        )
        if touched is not None:
            return touched.span
        last = max((place for place, other in enumerate(units) if _overlap(other.span, span)), default=number)
        following = units[last + 1] if last + 1 < len(units) else None
        quote = source.quote(span)
        tail = source.text[span.end : units[last].span.end]
        if (
            following is not None
            and following.block is Block.CODE
            and _POINTS_AT.search(quote)
            and not tail.strip(" \t\r\n:：.*_`")
        ):
            return following.span
        break
    return span


def _overlap(one_span: Span, other: Span) -> bool:
    return one_span.start < other.end and other.start < one_span.end


def _document(claim: Claim) -> Answer:
    by_schema = stated_schema(claim, _blocks(claim))
    if by_schema is not None:
        return by_schema
    samples, places = examples_of(claim)
    keys = claim.words("keys", "field", "column")
    if samples:
        shapes = [shape_of((sample,), nullable=nullable(claim.source)) for sample in samples]
        if len(shapes) > 1 and not all(_same_root(shapes[0], shape) for shape in shapes):
            return Refusal(Reason.PARAM_MISSING, "several example blocks are quoted, and which one holds is not said")
        shape = shapes[0] if len(shapes) == 1 else shape_of(samples, nullable=nullable(claim.source))
        shape, sampled = _without_sample_data(shape)
        params: dict[str, JsonValue] = {"path": claim.path, "shape": shape}
        if _EXACT_KEYS.search(_around(claim)):
            params = {"path": claim.path, "shape": _closed(shape), "exact_keys": True}
        checks = [Check("json_shape", params, _shape_key(claim.path, shape))]
        checks.extend(_choices(claim, samples, shape))
        open_part = f"whether the key {sampled} is a name or sample data" if sampled else ""
        return Grounded(tuple(checks), open_part, extra_spans=places)
    if not keys:
        return Refusal(Reason.PARAM_MISSING, "neither keys nor a readable example block")
    known = claim.shapes.get(claim.path)
    if known is not None:
        missing = [key for key in keys if not places_of(key, known)]
        if not missing:
            return Grounded((Check("json_shape", {"path": claim.path, "shape": known}, _shape_key(claim.path, known)),))
        if not _FURTHER.search(claim.text):
            return Refusal(Reason.PARAM_MISSING, f"the example of {claim.path} has no key {missing[0]}")
    shape = _from_keys(keys)
    if claim.ending in {"jsonl", "ndjson"}:
        shape = {"type": "array", "items": shape}
    elif _MANY.search(_around(claim)):
        shape = {"anyOf": [shape, {"type": "array", "items": shape}, {"type": "map", "values": shape}]}
    # keys are named, how deep they stand is not
    params = {"path": claim.path, "shape": shape, "anywhere": True}
    if _CLOSED_LIST.search(claim.text) and not any("." in key for key in keys):
        params = {"path": claim.path, "shape": _closed(shape), "anywhere": True, "exact_keys": True}
    return Grounded((Check("json_shape", params, _shape_key(claim.path, shape)),))


_DATA_KEY = re.compile(r"[A-ZÀ-Þ][\w .'-]*|.*\s.*")
"""A key that may be a person's, a place's or a thing's name."""


def _without_sample_data(shape: Shape) -> tuple[Shape, str]:
    """The shape without what a sample alone can't demand, and the key in doubt if there is one.

    No sample says that a value is always null, nor that the only key at the top, worded as a proper name and with a
    record behind it, is no data.
    """
    shape = _freed(shape, top=True)
    keys = shape.get("keys")
    if not isinstance(keys, dict) or len(keys) != 1:
        return shape, ""
    name, inner = next(iter(keys.items()))
    if not _DATA_KEY.fullmatch(name) or not isinstance(inner, dict) or inner.get("type") != "object":
        return shape, ""
    return {"type": "map", "values": inner}, name


def _freed(shape: Shape, *, top: bool) -> Shape:
    if not top and shape == {"type": "null"}:
        return {"type": "any"}
    return {name: _freed_part(value) for name, value in shape.items()}


def _freed_part(value: JsonValue) -> JsonValue:
    if not isinstance(value, dict):
        return value
    if "type" in value or "anyOf" in value:
        return _freed(value, top=False)
    return {name: _freed(sub, top=False) if isinstance(sub, dict) else sub for name, sub in value.items()}


def _closed(shape: JsonValue) -> JsonValue:
    """The shape with every object closed to further keys."""
    if isinstance(shape, dict):
        return {name: False if name == "open" else _closed(value) for name, value in shape.items()}
    return [_closed(item) for item in shape] if isinstance(shape, list) else shape


def _shape_key(path: str, shape: Shape) -> str:
    """Two demands on one document's shape add up, so the shape itself belongs to the key."""
    return f"shape {path}#{shape}"


def _same_root(one_shape: Shape, other: Shape) -> bool:
    return one_shape == other


def _around(claim: Claim) -> str:
    """The quotes and the lines that introduce them: where "a list of records" would stand."""
    parts = [claim.text]
    for span in claim.spans:
        units = claim.units.get(span.source, ())
        for unit in touching(units, span.start, span.end)[:1]:
            parent = parent_of(unit, units)
            if parent is not None:
                parts.append(claim.sources[span.source].quote(parent.span))
    return "\n".join(parts)


def _from_keys(keys: Sequence[str]) -> Shape:
    """Keys without an example: nothing is said about types, nor about what holds a nested key."""
    root: dict[str, JsonValue] = {}
    for key in keys:
        parts = [part.strip() for part in key.replace("[]", "").removeprefix("$.").split(".") if part.strip()]
        if not parts:
            continue
        inner: Shape = {"type": "any"}
        for part in reversed(parts[1:]):
            held: Shape = {"type": "object", "keys": {part: inner}, "open": True}
            inner = {"anyOf": [held, {"type": "array", "items": held}, {"type": "map", "values": held}]}
        if parts[0] not in root or inner != {"type": "any"}:
            root[parts[0]] = inner
    return {"type": "object", "keys": root, "open": True}


def _choices(claim: Claim, samples: Sequence[Sample], shape: Shape) -> list[Check]:
    """`"status": compliant or non-compliant`: each alternative that an example spells out."""
    checks = []
    for names, choices in choices_of(samples):
        places = places_of(".".join(names), shape)
        if len(places) == 1:
            allowed: list[JsonValue] = [*choices, *([None] if nullable(claim.source) else [])]
            params: dict[str, JsonValue] = {"path": claim.path, "field": places[0].selector, "allowed": allowed}
            checks.append(Check("allowed_values", params, key_of("allowed", params, places[0].selector)))
    return checks


_FURTHER = re.compile(r"\b(?:also|additional(?:ly)?|further|top-level|besides)\b|另外|还", re.I)
"""A key beyond those that the example shows."""
_CLOSED_LIST = re.compile(
    r"\b(?:with|has|have|having|contain(?:s|ing)?|hold(?:s|ing)?|includ(?:e|es|ing))\s+(?:exactly|only|just"
    r"|precisely)\s+(?:the\s+|these\s+)?"
    r"(?:following\s+)?(?:\w+\s+)?(?:keys|fields|properties|attributes|members)\b"
    r"|\b(?:and|but) no (?:others?|other (?:keys|fields)|more)\b|\band nothing else\b|\bno (?:other|further"
    r"|additional|extra) (?:keys|fields)\b"
    r"|(?:只|仅|恰好)(?:能|可)?(?:包含|有|含有?)[^，。；]{0,6}(?:键|字段)|(?:没有|不得有|无)其他(?:键|字段)",
    re.I,
)
"""A list of keys beside which there may be none."""
_EXACT_KEYS = re.compile(
    r"\b(?:exactly|only) (?:these|the following|those|the) (?:\w+ )?(?:keys|fields)\b"
    r"|\bno (?:other|further|additional|extra) (?:keys|fields)\b|\bthese (?:keys|fields) and no others?\b"
    r"|不得有其他(?:键|字段)",
    re.I,
)
_NO_OTHER = re.compile(
    r"\bno others?\b|\bnothing else\b|\bexactly (?:these|the|those) (?:\w+ )?columns\b|\bonly (?:these|the) columns\b"
    r"|\bexactly (?:\w+ )?columns\b|(?:只|仅)(?:能|可)?(?:包含|有|含)[^，。；]{0,6}列"
    r"|不得有其他列|没有其他列",
    re.I,
)
_EXACT_SHEETS = re.compile(
    r"\b(?:exactly|only)\b[^.;]{0,40}\bsheets?\b|\bno other sheets?\b|\bnothing else\b|\bno others?\b", re.I
)
_IN_ORDER = re.compile(r"\bin (?:this|that|exactly this|the given|the same) order\b|依次|按此顺序", re.I)


_COLUMN_TYPE = re.compile(
    r"(?:must|should|has to|have to|needs? to|is|are)\s+(?:be\s+|contain\s+|hold\s+)?"
    r"(?:all\s+|only\s+|an?\s+|valid\s+)*"
    r"(?P<kind>integers?|whole numbers?|numeric|numbers?|booleans?|(?:ISO[- ]8601\s+)?dates?)(?:\s+values?)?\W*$",
    re.I,
)
_KIND_OF_WORD = {"i": "integer", "w": "integer", "n": "number", "b": "boolean", "d": "date"}


def _typed_column(claim: Claim, columns: Sequence[str]) -> Check | None:
    """The type of one named column, where the quote ends with it."""
    match = _COLUMN_TYPE.search(claim.quotes[0])
    if match is None or len(columns) != 1 or not re.search(r"\bcolumn\b|\bvalues?\b", claim.text, re.I):
        return None
    kind = _KIND_OF_WORD[re.sub(r"(?i)^iso[- ]8601\s+", "", match["kind"])[0].lower()]
    params: dict[str, JsonValue] = {"path": claim.path, "types": {columns[0]: kind}}
    if claim.word("sheet") and claim.ending in WORKBOOKS:
        params["sheet"] = claim.word("sheet")
    return Check("column_types", params, key_of("types", params, columns[0]))


def _table(claim: Claim) -> Answer:
    checks: list[Check] = []
    sheet = claim.word("sheet")
    columns = [name.strip().strip("`'\"“”") for name in claim.words("column", "keys", "field")]
    if not columns and claim.ending in TABLES:
        columns = header_of(claim)
    if columns:
        params: dict[str, JsonValue] = {"path": claim.path, "columns": [*columns]}
        if _NO_OTHER.search(claim.text):
            params["exact"] = True
        if _IN_ORDER.search(claim.text) or _read_on(claim):
            params["ordered"] = True
        line = _header_line(claim.text, columns)
        if line is not None:
            columns = list(line.names)
            params |= {"columns": [*columns], "exact": True, "ordered": True}
            if line.delimiter and _separates(line.delimiter, claim):
                params["delimiter"] = line.delimiter
        if sheet and claim.ending in WORKBOOKS:
            params["sheet"] = sheet
        checks.append(Check("table_columns", params, f"columns {claim.path}#{sheet}#{','.join(columns)}"))
        kind = _typed_column(claim, columns)
        if kind is not None:
            checks.append(kind)
    elif claim.words("sheet") and claim.ending in WORKBOOKS:
        sheets = list(claim.words("sheet"))
        present: dict[str, JsonValue] = {"path": claim.path, "sheets": [*sheets]}
        if _EXACT_SHEETS.search(claim.text) or claim.number("count") == len(sheets):
            present["exact"] = True
        checks.append(Check("sheets_present", present, f"sheets {claim.path}#{','.join(sheets)}"))
        if _SHEET_PLACE.search(claim.text):
            return Grounded(tuple(checks), "the place of the sheet among the others")
    number = claim.number("count")
    if number is None:
        stated = _NUMBER_OF_COLUMNS.search(claim.text)
        number = int(as_number(stated["number"]) or 0) if stated else None
    if number and claim.ending in TABLES:
        checks.append(
            Check("count", {"path": claim.path, "of": "columns", "count": int(number)}, f"count {claim.path}#columns")
        )
    return Grounded(tuple(checks)) if checks else Refusal(Reason.PARAM_MISSING, "no columns or sheets are named")


def _read_on(claim: Claim) -> bool:
    """Whether the words for an order begin in the quote and end behind it."""
    span = claim.spans[0]
    found = _IN_ORDER.search(claim.source.text, max(span.start, span.end - MAX_PHRASE), span.end + MAX_PHRASE)
    return found is not None and found.start() < span.end


MAX_PHRASE = 24
"""Characters of the longest wording of an order."""
_SHEET_PLACE = re.compile(
    r"\b(?:first|second|third|last)\s+(?:work)?(?:sheet|tab)\b|\bin (?:this|that) order\b"
    r"|第[一二三]个工作表",
    re.I,
)
_HEADER_IS = re.compile(
    r"\b(?:header(?: row| line)?|(?:first|top) (?:row|line)|column names?)\b\s*(?:must be"
    r"|should be|has to be|is|are|reads?|must read|equals?|:)\s*(?:exactly\s*:?\s*)?$|(?:表头|首行"
    r"|第一行)\s*(?:必须)?(?:是|为|：|:)\s*$"
    r"|\b(?:the|a|this)\s+(?:exact\s+)?header(?:\s+(?:row|line))?\s*:?\s*$|表头\s*$",
    re.I,
)


class _HeaderLine(NamedTuple):
    names: tuple[str, ...]
    delimiter: str
    """Its name, where the names stand side by side as in a file; empty where blanks around it make them prose."""


_GIVEN = re.compile(r"`([^`\n]+)`|\"([^\"\n]+)\"|(?<!\S)(\w+([,;|])\w+(?:\4\w+)*)(?!\S*[,;|]\w)")


def _header_line(text: str, columns: Sequence[str]) -> _HeaderLine | None:
    """The columns where they are given as the header itself, letter by letter: one span with separators in it."""
    for match in _GIVEN.finditer(text):
        given = match[1] or match[2] or match[3]
        marks = [name for name, mark in DELIMITERS.items() if mark in given]
        if len(marks) != 1 or not _HEADER_IS.search(text[: match.start()]):
            continue
        mark = DELIMITERS[marks[0]]
        names = tuple(name.strip() for name in given.split(mark))
        tight = given == mark.join(names) and all(names)
        if names == (*columns,) or (tight and [given.strip()] == [*columns]):
            return _HeaderLine(names, marks[0] if tight else "")
    return None


_OTHER_SEPARATOR = re.compile(r"semicolon|\btabs?\b|\bpipes?\b|delimit|separat|分号|制表|竖线|分隔", re.I)


def _separates(delimiter: str, claim: Claim) -> bool:
    """Whether a header says what separates the fields of its file: not against the file's ending, nor where another
    sentence speaks of separators."""
    natural = {"csv": {"comma", "semicolon", "tab", "pipe"}, "tsv": {"tab"}}.get(claim.ending, set())
    return delimiter in natural and not _OTHER_SEPARATOR.search(claim.source.text)


def header_of(claim: Claim) -> list[str]:
    """The header line of a quoted table example: names only, no sample row."""
    for span in claim.spans:
        source = claim.sources[span.source]
        place = _block_of(span, source, claim.units.get(span.source, ()))
        if place is None or place == span:
            continue
        lines = [
            line.strip()
            for line in source.quote(place).splitlines()
            if line.strip() and not line.strip().startswith("```")
        ]
        if lines:
            names = [name.strip().strip("\"'") for name in re.split(r"\t|,", lines[0])]
            if len(names) > 1 and all(re.fullmatch(r"[A-Za-z_][\w \-()/%]*", name) for name in names):
                return names
    return []


THINGS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (thing, re.compile(pattern, re.I))
    for thing, pattern in (
        ("columns", r"columns?|列"),
        ("rows", r"(?:data )?rows?|records?|行"),
        ("sheets", r"(?:work)?sheets?|tabs?"),
        ("slides", r"slides?"),
        ("pages", r"pages?|页"),
        ("lines", r"lines?"),
        ("words", r"words?"),
        ("characters", r"characters?|chars?|字符?"),
        ("files", r"files?|文件"),
        ("items", r"items?|entries|elements?|objects?|项|条"),
    )
)


def count(claim: Claim) -> Answer:
    """How many rows, items, lines, words, pages … there are."""
    if not claim.path:
        return no_path()
    bounds: dict[str, JsonValue] = {}
    for name in ("count", "min", "max", "min_exclusive", "max_exclusive"):
        if claim.values(name):
            number = claim.number(name)
            if not isinstance(number, int) or number < 0:
                return Refusal(Reason.PARAM_UNGROUNDED, f"{name} is no whole number: {claim.values(name)!r}")
            bounds[name] = number
    if not bounds:
        return Refusal(Reason.PARAM_MISSING, "no number is stated")
    named = claim.word("field", "column", "keys")
    thing = next((thing for thing, pattern in THINGS if pattern.fullmatch(named.strip())), "")
    if thing and (f"`{named}`" in claim.text or _marked(claim, "field")) and claim.ending in TREES:
        thing = ""  # `files` in code is a key, not the noun
    params: dict[str, JsonValue] = {"path": claim.path, **bounds}
    if named and not thing:
        if claim.ending not in TREES:
            return no_form(f"counting {named!r} in {claim.path}")
        selector = claim.selector(named)
        if isinstance(selector, Refusal):
            return selector
        params |= {"of": "items", "field": selector}
        return one("count", params, f"{selector} {','.join(bounds)}")
    thing = thing or _thing_of(claim)
    if not thing:
        return Refusal(Reason.PARAM_MISSING, f"what is counted in {claim.path} is not said")
    if thing == "items" and claim.ending in TABLES:
        thing = "rows"
    if thing in {"rows", "columns"} and claim.ending not in TABLES | WORKBOOKS | TREES:
        return no_form(f"the {thing} of a table in {claim.path}")
    if thing == "rows" and claim.ending in TREES:
        thing = "items"
    params["of"] = thing
    if claim.word("sheet"):
        params["sheet"] = claim.word("sheet")
    place = f"{claim.word('sheet')}!{thing}" if claim.word("sheet") else thing
    return one("count", params, f"{place} {','.join(bounds)}")


def _marked(claim: Claim, name: str) -> bool:
    """Whether a parameter stands in code or quotation marks: then it is a name, whatever word it is."""
    param = claim.direction.params.get(name)
    spans = param.spans if param is not None else ()
    return any(
        claim.sources[span.source].text[max(0, span.start - 1) : span.start] in {"`", '"', "“"} for span in spans
    )


_NUMBER_WORD = r"(?:\d+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|a single))"


def _thing_of(claim: Claim) -> str:
    """The one counted noun right behind a number of the quote."""
    found = {
        thing
        for thing, pattern in THINGS
        if re.search(rf"{_NUMBER_WORD}\s+(?:\w+\s+)?(?:{pattern.pattern})\b", claim.text, re.I)
    }
    return found.pop() if len(found) == 1 else ""
