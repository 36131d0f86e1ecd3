"""Laws that every validator keeps, for any parameters that its schema admits and anything that may be observed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from worlds import F, P, World, book, decide

from specharness.evidence.views import (
    CellView,
    CommandView,
    DocumentView,
    Entry,
    Failure,
    FileView,
    FormatView,
    ImageView,
    JsonView,
    Observation,
    PdfView,
    Request,
    ShapeView,
    SheetView,
    SlidesView,
    TableView,
    TestCounts,
    TextView,
    TreeView,
    View,
    WorkbookView,
)
from specharness.ir import Outcome
from specharness.validators import params as types
from specharness.validators.base import Check, Finding, problem_with
from specharness.validators.calculation import CALCULATION
from specharness.validators.code_interface import BY_NAME, DOTTED, NAMES
from specharness.validators.column_types import COLUMN_TYPES
from specharness.validators.combined import CHECK, CHECKS
from specharness.validators.commands import EXIT_CODE
from specharness.validators.frame import KINDS
from specharness.validators.json_schema import SCHEMA
from specharness.validators.json_shape import JsonShape
from specharness.validators.measures import MAX_MESSAGE
from specharness.validators.placeholders import NOTATIONS
from specharness.validators.quantities import BYTES, QUANTITY, UNIT
from specharness.validators.registry import BUILT_IN
from specharness.validators.response import LANGUAGE
from specharness.validators.state import NAME, WHERE
from specharness.validators.trace import STEPS
from specharness.validators.workbook import RANGE

texts = st.text(max_size=12) | st.sampled_from(
    [
        "a",
        "v",
        "Total",
        "5",
        "1,234",
        "12.50",
        "1e308",
        "NaN",
        "-0",
        "2024-01-31",
        "\ufeffa",
        "\u202e",
        "=SUM(A1)",
        "TODO",
    ]
)
numbers = st.integers() | st.floats() | st.sampled_from([10**4000, -(10**400), 1e308, 5e-324, 0.1 + 0.2])
scalars = st.none() | st.booleans() | numbers | texts
plain: st.SearchStrategy[Any] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=8
)
coordinates = st.builds(lambda column, row: f"{column}{row}", st.sampled_from(["A", "B", "AB"]), st.integers(1, 30))
cells = st.builds(CellView, scalars, st.none() | texts, st.sampled_from(["General", "0.00", "0%", "@", ""]))
sheets = st.builds(
    SheetView, texts, st.dictionaries(coordinates | texts, cells, max_size=6), st.integers(0, 40), st.integers(0, 40)
)
workbooks = st.builds(WorkbookView, st.lists(sheets, max_size=3).map(tuple))
rows = st.lists(texts, max_size=4).map(tuple)
entries = st.builds(
    Entry, st.sampled_from(["file", "dir", "symlink", "other"]), st.integers(0, 9), texts, st.integers(0, 9)
)
shapes = st.builds(ShapeView, texts, texts, st.none() | workbooks)
views: st.SearchStrategy[View] = st.one_of(
    st.builds(FileView, st.booleans(), st.sampled_from(["file", "dir", "other", ""]), st.integers(0, 9)),
    st.builds(TreeView, st.dictionaries(texts | st.just("."), entries, max_size=4)),
    st.builds(TextView, st.text(max_size=60) | texts),
    st.builds(JsonView, plain, st.tuples(texts), st.tuples(texts), st.dictionaries(texts, texts, max_size=2)),
    st.builds(TableView, rows, st.lists(rows, max_size=4).map(tuple)),
    workbooks,
    st.builds(DocumentView, rows, st.just(()) | st.tuples(st.tuples(rows))),
    st.builds(SlidesView, st.lists(st.lists(shapes, max_size=2).map(tuple), max_size=2).map(tuple), rows),
    st.builds(PdfView, rows, st.dictionaries(texts, st.none() | texts, max_size=2)),
    st.builds(ImageView, texts, st.integers(0, 9), st.integers(0, 9), texts),
    st.builds(FormatView, st.sampled_from(["json", "csv", ""]), st.booleans(), texts),
    st.builds(
        CommandView,
        st.integers(0, 255),
        st.just(0.1),
        texts,
        texts,
        st.integers(0, 9),
        st.integers(0, 9),
        texts,
        texts,
        st.none() | st.builds(TestCounts, st.integers(0, 3), st.integers(0, 2), st.integers(0, 2), rows),
        st.just("") | texts,
    ),
)
PATHS = ["/x", "/x.json", "/x.csv", "/x.xlsx", "/x.docx", "/x.pptx", "/x.pdf", "/x.png", "/x.txt", "x/", ".", "/"]
FIELDS = ["$", "$[]", "v", "a.b", "a[].v", "*", "$[0]", "`a.b`", "S!A1", "A1:B2", "Total", "]["]
VALUES: dict[types.ParamType, st.SearchStrategy[Any]] = {
    types.TEXT: st.sampled_from([*PATHS, *FIELDS]) | texts,
    types.TEXTS: texts | st.lists(texts, max_size=3),
    types.GLOBS: texts | st.lists(texts | st.sampled_from(["**", "/a/*", "**/b", "**/**"]), max_size=3),
    types.BOOL: st.booleans(),
    types.NUMBER: numbers | texts,
    types.COUNT: st.integers(-1, 10**13) | texts,
    types.SCALARS: st.lists(scalars, max_size=3),
    types.JSON: plain,
    types.PATTERN: st.sampled_from([r"\d+", r"a*b*", r"(x|y)?", r"[^\n]*", "(", r"(a+)+", r"\d{2}\.\d"]) | texts,
    types.DATE_FORM: st.sampled_from(["YYYY-MM-DD", "DD/MM/YYYY HH:MM", "HH:MM", "YYYY"]) | texts,
    NOTATIONS: texts | st.lists(texts | st.sampled_from(["{{...}}", "...", "a\u2026b"]), max_size=3),
    RANGE: st.sampled_from(["A1", "A1:B2", "A:B", "S!A1:C3", "B", "A1:XFD1048576"]) | texts,
    KINDS: st.sampled_from(["added", ["edited", "removed"], ["moved"], []]),
    NAME: st.sampled_from(["t", "a b", "a]b"]),
    WHERE: st.sampled_from([{"a": 5}, {"a": ["v", None]}, {"a": True, "b": "5"}, {}]),
    STEPS: st.sampled_from([[{"tool": "a"}, {"command": "v"}], [{"tool": "a", "command": "5"}, {"tool": "v"}], []]),
    DOTTED: st.sampled_from(["a", "A.m", "5"]),
    NAMES: st.sampled_from([["a", "b"], [], ["a", "a"]]),
    BY_NAME: st.sampled_from([{"a": "5"}, {"b": "list[int] | None"}, {"a": "("}, {}]),
    QUANTITY: st.sampled_from(["5 km", "3 %", "1 MB", "5", "-2 USD"]),
    UNIT: st.sampled_from(["km", "%", "USD", "xx"]),
    BYTES: st.sampled_from(["5 MB", "1 B", "5 km"]),
    CHECKS: st.just([{"validator": "path_exists", "params": {"path": "/x"}}]) | plain,
    CHECK: st.just({"validator": "text_contains", "params": {"path": "/x.txt", "texts": ["a"]}}) | plain,
    EXIT_CODE: st.integers(-1, 300),
    CALCULATION: st.sampled_from(
        [
            {"result": {"op": op, "rows": {"path": path, "where": where}, "of": of, **more}, "by": by}
            for op, of, more in (
                ("sum", "v", {}),
                ("count", None, {}),
                ("distinct", "v", {}),
                ("percentile", "a", {"q": 90}),
                ("weighted_mean", "a", {"weight": "v", "blanks": "skip"}),
                ("deviation", {"op": "divide", "left": "a", "right": "v"}, {}),
            )
            for path in ("/x.csv", "/x.json", "/y.xlsx")
            for where in ([], [{"column": "a", "test": "is_not", "values": ["v", 5]}])
            for by in ([], ["a"])
        ]
        + [
            {
                "result": {
                    "op": "divide",
                    "left": {"op": "value", "path": "/x.json", "field": "a.b"},
                    "right": {"op": "round", "decimals": 2, "of": {"op": "number", "value": "0.125"}},
                }
            },
            {"result": {"op": "sum", "rows": {"path": "/x.csv", "join": [{"path": "/y.csv", "on": {"a": "v"}}]}}},
        ]
    ),
    COLUMN_TYPES: st.dictionaries(
        texts, st.sampled_from(["integer", "number", "boolean", "date", "datetime", "text", "nothing"]), max_size=3
    ),
    SCHEMA: plain
    | st.sampled_from(
        [
            {"type": "object", "required": ["a"], "properties": {"a": {"type": "number", "multipleOf": 0.01}}},
            {"type": "array", "uniqueItems": True, "items": {"$ref": "#/$defs/x"}, "$defs": {"x": {"pattern": "a+"}}},
            {"$ref": "#"},
            {"patternProperties": {"^v": {"type": "string", "format": "date"}}, "additionalProperties": False},
        ]
    ),
    LANGUAGE: st.sampled_from(["en", "zh", "ja", "ru", "xx"]),
    JsonShape.demanded["shape"]: plain
    | st.sampled_from(
        [
            {"type": "object", "keys": {"a": {"type": "number"}}},
            {"type": "array", "items": {"type": "string", "pattern": "a+"}, "min": 1},
            {"anyOf": [{"type": "map", "values": {"type": "integer"}}, {"enum": [None, 1, "a"]}]},
        ]
    ),
}


@st.composite
def params_of(draw: st.DrawFn, check: Check) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for name, param_type in {**check.demanded, **check.admitted}.items():
        if name in check.required or check.name == "response_parts" or draw(st.booleans()):
            strategy = VALUES.get(param_type)
            if name in {"path", "other"}:
                strategy = st.sampled_from(PATHS)
            elif strategy is None:
                strategy = st.sampled_from(param_type.words.replace("`", "").split(" / "))
            chosen[name] = draw(strategy)
    if check.name == "numbers_agree":
        chosen["path"] = "/x.csv"  # one that calculations look at
    if check.name == "response_parts":  # one property, and what goes with it
        name = draw(st.sampled_from(["has", "equals", "first", "last", "contains", "kind", "case", "among", "pattern"]))
        bounds = {"count", "min", "max", "min_exclusive", "max_exclusive"} if name == "has" else set()
        choices = {draw(st.sampled_from(["nth", "which", "share", "none"]))}
        kept = {"of", name, *choices, *bounds, *({"perhaps"} if name in ("among", "pattern") else ())}
        chosen = {key: value for key, value in chosen.items() if key in kept}
    return chosen


@st.composite
def observations(draw: st.DrawFn, request: Request) -> Observation:
    failure = draw(st.none() | st.sampled_from(Failure))
    if failure is not None:
        return Observation(request, None, failure, draw(texts))
    return Observation(request, draw(views))


@pytest.mark.parametrize("name", BUILT_IN)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(data=st.data())
def test_a_validator_never_raises_and_never_wanders(name: str, data: st.DataObject) -> None:
    check = BUILT_IN[name]
    params = data.draw(params_of(check))
    assume(not problem_with(check, params))
    seen = {request: data.draw(observations(request)) for request in check.needs(params)}
    finding = check.decide(params, seen)
    assert isinstance(finding, Finding)
    assert finding.outcome in {Outcome.PASSED, Outcome.FAILED, Outcome.UNKNOWN, Outcome.ERROR}
    for line in (finding.expected, finding.observed, finding.where, finding.message):
        assert len(line) < 1000
    if seen and all(observation.view is None for observation in seen.values()):
        assert finding.outcome is not P
    assert check.decide(params, seen) == finding
    assert check.decide(params, {}).outcome is not P


def _sum(path: str) -> dict[str, Any]:
    return {"result": {"op": "sum", "rows": {"path": path}, "of": "id"}}


SUM = _sum("/in.csv")
ASKING: dict[str, list[Mapping[str, Any]]] = {
    "json_shape": [{"path": "/x.json", "shape": {"type": "object", "keys": {"a": {"type": "string"}}}}],
    "table_columns": [{"path": "/x.csv", "columns": ["id", "city"]}],
    "json_schema": [
        {"path": "/x.json", "schema": {"type": "object", "required": ["a"]}},
        {"path": "/x.json", "schema_path": "/schema.json"},
    ],
    "column_types": [{"path": path, "types": {"a": "text"}} for path in ("/x.csv", "/x.xlsx")],
    "same_columns": [{"path": "/x.csv", "other": "/in.csv"}],
    "numbers_agree": [{"path": path, "left": _sum(path), "right": _sum("/in.csv")} for path in ("/x.csv", "/x.xlsx")],
    "values_agree": [
        {"path": path, "field": "id", "other": "/in.csv", "other_field": "id"} for path in ("/x.csv", "/x.xlsx")
    ],
    "text_states": [{"path": path, "other": "/in.csv", "other_field": "city"} for path in ("/x.txt", "/x.xlsx")],
    "computed": [{"path": path, "field": "a", "calculation": SUM} for path in ("/x.csv", "/x.json", "/x.xlsx")]
    + [{"path": "/x.json", "field": "a", "calculation": {**SUM, "by": ["city"]}}],
    "count": [
        {"path": "/x.csv", "of": "rows", "min": 2},
        {"path": "/x.json", "of": "items", "min": 2},
        {"path": "/x.txt", "of": "lines", "min": 2},
        {"path": "/x.txt", "of": "words", "min": 2},
        {"path": "/x.txt", "of": "characters", "min": 10_000},
        {"path": "/x.csv", "of": "columns", "min": 2},
    ],
    "text_contains": [{"path": "/x.md", "texts": ["## Usage"]}],
    "headings_present": [{"path": path, "headings": ["## Usage"]} for path in ("/x.md", "/x.txt")],
    "text_pattern": [
        {"path": "/x.txt", "pattern": r"\d{4}-\d{2}-\d{2}", "scope": scope} for scope in ("whole", "line", "any")
    ]
    + [{"path": "/x.json", "field": "a", "pattern": r"\d{4}"}],
    "number_format": [{"path": path, "field": "a", "decimals": 2} for path in ("/x.json", "/x.csv")]
    + [{"path": path, "decimals": 2} for path in ("/x.json", "/x.csv", "/x.txt")],
    "single_number": [{"path": "/x.txt"}],
    "whole_text": [{"path": "/x.txt", "text": "done"}, {"path": "/x.txt", "pattern": r"\d+"}],
    "value_equals": [{"path": path, "field": "a", "value": 5} for path in ("/x.json", "/x.csv", "/x.xlsx")],
    "value_range": [{"path": path, "field": "a", "min": 0} for path in ("/x.json", "/x.csv", "/x.xlsx")],
    "allowed_values": [{"path": path, "field": "a", "allowed": ["x"]} for path in ("/x.json", "/x.csv", "/x.xlsx")],
    "sorted_by": [{"path": path, "field": "a"} for path in ("/x.json", "/x.csv")] + [{"path": "/x.txt"}],
    "unique": [{"path": path, "field": "a"} for path in ("/x.json", "/x.csv", "/x.xlsx")],
    "sheets_present": [{"path": "/x.xlsx", "sheets": ["Data"]}],
    "cells_filled": [{"path": "/x.csv", "column": "a"}, {"path": "/x.xlsx", "range": "A1"}],
    "formula_cells": [{"path": "/x.xlsx", "function": "SUM"}, {"path": "/x.xlsx", "range": "A1"}],
    "placeholders_gone": [],
    "response_text": [
        {"texts": ["done"]},
        {"min_words": 2},
        {"pattern": r"\d+"},
        {"language": "en"},
        {"language": "zh"},
        {"json": True},
    ],
    "response_count": [
        {"of": "words", "min": 2},
        {"of": "sentences", "min": 2},
        {"of": "paragraphs", "min": 2},
        {"of": "lines", "min": 2},
        {"of": "characters", "min": 10_000},
        {"of": "bullets", "min": 1},
        {"of": "numbered", "count": 1},
        {"of": "sections", "text": "SECTION", "min": 1},
        {"of": "highlights", "min": 1},
        {"of": "placeholders", "min": 1},
        {"of": "marked", "text": "<<...>>", "min": 1},
        {"of": "capital_words", "min": 1},
        {"of": "occurrences", "text": "report", "min": 1},
        {"of": "letters", "text": "q", "min": 1},
        {"of": "letters", "text": "#", "min": 1},
        {"of": "commas", "min": 1},
        {"of": "parts", "text": "******", "count": 2, "distinct": True},
        {"of": "starting", "text": "q", "min": 1},
        *(
            {"of": of, "min": 1}
            for of in (
                "emojis",
                "questions",
                "headings",
                "tables",
                "table_rows",
                "code_blocks",
                "block_quotes",
                "links",
            )
        ),
        *({"of": of, "min": 1} for of in ("digits", "numbers", "list_items", "bold", "palindromes", "repeated_words")),
    ],
    "response_case": [{"case": "upper"}],
    "response_edges": [
        {"first": "Dear all"},
        {"first": "Dear all", "more": True},
        {"last": "Any questions?"},
        {"quoted": True},
        {"postscript": "P.S."},
        {"first_word": "dear"},
        {"last_word": "bye"},
    ],
    "response_each": [
        {"of": "sentences", "has": "words", "count": 3},
        {"of": "lines", "first": "Rain"},
        {"of": "paragraphs", "last": "Over."},
        {"of": "words", "letter": "b"},
    ],
    "response_parts": [
        {"of": "sentences", "nth": 1, "kind": "question"},
        {"of": "lines", "nth": 1, "back": True, "equals": "bye"},
        {"of": "words", "case": "title"},
        {"of": "items", "contains": "rain"},
        {"of": "items", "amount": True, "count": 3},
    ],
    "response_order": [{"of": "items", "by": "alphabet"}, {"of": "sentences", "chain": True}],
    "response_paragraph": [{"nth": 1, "first": "president"}, {"nth": 2, "first": "x"}],
    "response_choice": [{"allowed": ["My answer is yes.", "My answer is no."]}],
    "tool_used": [{"tool": "bash"}],
    "command_succeeds": [{"command": "make"}, {"command": "make", "output": ["done"]}],
    "tests_pass": [{"command": "make test"}, {"path": "/x.py"}],
    "ordered_steps": [{"steps": [{"tool": "a"}, {"tool": "b"}]}],
    "code_interface": [
        {"path": "/x.py", "name": "f"},
        {"path": "/x.py", "options": ["--in"]},
        {"path": "/x.py", "main": True},
    ],
    "cell_format": [{"path": "/x.xlsx", "range": "A1", "decimals": 2}],
    "formula_parts": [{"path": "/x.xlsx", "range": "A1", "functions": ["SUM"]}],
    "formula_results": [{"path": "/x.xlsx"}],
    "state_query": [{"path": "/x.db", "table": "t", "exists": True}],
    "quantity": [{"path": "/x.json", "field": "a", "max": "5 km"}, {"path": "/x.csv", "field": "a", "min": "0 %"}],
    "combined": [
        {"any": [{"validator": "text_contains", "params": {"path": "/x.txt", "texts": ["done"]}}]},
        {"all": [{"validator": "whole_text", "params": {"path": "/x.txt", "text": "done"}}]},
    ],
}
"""Demands that something be there, for every validator that can demand it."""

NOT_ASKING = {"path_exists", "path_absent", "dir_contents", "format_valid", "text_absent", "headings_absent",
              "tool_not_used", "unchanged", "only_changes", "placeholders_gone", "file_size",
              "response_not_at_edge"}  # fmt: skip
"""Content does not matter to these, or they ask for the absence of something."""


def test_every_validator_is_asked() -> None:
    assert set(ASKING) | NOT_ASKING == set(BUILT_IN)


@pytest.mark.parametrize(
    "garbage", ["", " \n\t ", "\ufeff", "asdf!", "\x00\x01", "\u200b\u202e", '"', "*" * 99, "x" * 5_000]
)
@pytest.mark.parametrize("name", ASKING)
def test_garbage_never_passes(name: str, garbage: str) -> None:
    for params in ASKING[name]:
        path = str(params.get("path", ""))
        content: Any = book(S={"A1": garbage}) if path.endswith(".xlsx") and garbage.strip() else garbage
        content = book(S={}) if path.endswith(".xlsx") and not garbage.strip() else content
        if name == "cells_filled" and path.endswith(".xlsx") and garbage.strip():
            continue
        given: dict[str, Any] = {"/in.csv": "id,city\n1,2\n", "/schema.json": {"type": "object", "required": ["a"]}}
        world = World({path: content, **given}, response=garbage, trace=garbage or None)
        assert decide(name, params, world).outcome is not P, params


@pytest.mark.parametrize("name", [name for name in ASKING if name.startswith("response_")])
def test_the_longest_message_never_passes_for_its_length(name: str) -> None:
    for params in ASKING[name]:
        if params.get("of") == "characters":
            continue
        for unit in ("x", "."):
            assert decide(name, params, World(response=unit * MAX_MESSAGE)).outcome is not P, params


TABLE = [["3", "2024-01-02", "x", "1.50"], ["1", "2024-01-01", "y", "2.25"], ["2", "2024-01-03", "z", "0.75"]]


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("value_range", {"field": "v", "min": 0, "max": 3}),
        ("value_range", {"field": "v", "min": 0, "max": 2}),
        ("unique", {"field": "k"}),
        ("allowed_values", {"field": "k", "allowed": ["x", "y", "z"]}),
        ("number_format", {"field": "v", "decimals": 2, "mode": "exact"}),
        ("count", {"of": "rows", "count": 3}),
        ("cells_filled", {"column": "k"}),
        ("table_columns", {"columns": ["id", "v"]}),
    ],
)
def test_order_of_rows_and_line_ends_do_not_matter(name: str, params: dict[str, Any]) -> None:
    expected = None
    for seed in range(4):
        lines = list(TABLE)
        random.Random(seed).shuffle(lines)
        for end in ("\n", "\r\n"):
            for last in ("", end):
                text = end.join(["id,day,k,v", *(",".join(row) for row in lines)]) + last
                outcome = decide(name, {"path": "/t.csv", **params}, {"/t.csv": text}).outcome
                expected = expected or outcome
                assert outcome is expected
    assert expected in {P, F}
