"""Text, patterns, placeholders, the response, the trace."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import E, F, P, U, World, book, decide, expect, json_view

from specharness.evidence.views import CellView, DocumentView, Failure, JsonView, PdfView, ShapeView, SlidesView
from specharness.ir import Outcome

README = "# Tool\r\n\r\n## Usage\r\nRun `packlist --dry-run` in the category folder.\r\nTotal  amount: 5\r\n"


@pytest.mark.parametrize(
    ("texts", "params", "outcome"),
    [
        (["## Usage"], {}, P),
        ("## Usage", {}, P),
        (["## usage"], {}, U),
        (["## usage"], {"ignore_case": True}, P),
        (["## Usage", "## Options"], {}, F),
        (["## Usage", "## Options"], {"all": False}, P),
        (["## Foo", "## Options"], {"all": False}, F),
        (["## Foo", "## usage"], {"all": False}, U),
        (["--dry"], {}, U),
        (["--dry-run"], {}, P),
        (["cat"], {}, U),
        (["category"], {}, P),
        (["Total amount"], {}, U),
        (["## Usage\nRun"], {}, P),
        (["garbage"], {}, F),
    ],
)
def test_text_contains(texts: Any, params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "text_contains", {"path": "/r.md", "texts": texts, **params}, {"/r.md": README})
    response = {"response": True, "texts": texts, **params}
    expect(outcome, "text_contains", response, World(response=README))


@pytest.mark.parametrize(
    ("texts", "params", "outcome"),
    [
        (["--dry-run"], {}, F),
        (["--dry"], {}, U),
        (["--wet"], {}, P),
        (["## usage"], {}, U),
        (["## usage"], {"ignore_case": True}, F),
        (["cat"], {}, U),
        (["--wet", "Run"], {}, F),
        (["Total amount"], {}, U),
    ],
)
def test_text_absent(texts: Any, params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "text_absent", {"path": "/r.md", "texts": texts, **params}, {"/r.md": README})


@pytest.mark.parametrize(
    ("content", "contains", "absent"),
    [
        ("", F, U),
        (" \n", F, U),
        (Failure.ABSENT, F, U),
        (Failure.MALFORMED, F, U),
        (Failure.UNMAPPED, U, U),
        (Failure.LIMIT, E, E),
    ],
)
def test_no_text(content: Any, contains: Outcome, absent: Outcome) -> None:
    expect(contains, "text_contains", {"path": "/r.md", "texts": ["x"]}, {"/r.md": content})
    expect(absent, "text_absent", {"path": "/r.md", "texts": ["x"]}, {"/r.md": content})


@pytest.mark.parametrize(
    ("path", "content", "outcome"),
    [
        ("/x.json", json_view('{"name": "caf\\u00e9 bar"}'), P),
        ("/x.json", json_view('{"caf\\u00e9 bar": 1}'), P),
        ("/x.csv", 'a,b\n"caf\u00e9 bar",2\n', P),
        ("/x.docx", DocumentView(("Hello", "the cafe\u0301 bar is")), P),
        ("/x.docx", DocumentView(("caf\u00e9", "bar")), U),
        ("/x.pptx", SlidesView(((ShapeView("Title", "caf\u00e9 bar"),),)), P),
        ("/x.pptx", SlidesView(((),), notes=("caf\u00e9 bar",)), P),
        ("/x.xlsx", book(S={"A1": "caf\u00e9 bar"}), P),
        ("/x.pdf", PdfView(("caf\u00e9 bar",)), P),
        ("/x.pdf", PdfView(("something else",)), U),
        ("/x.pdf", PdfView(("",)), U),
        ("/x.docx", DocumentView(()), F),
        ("/x.png", "x", U),
        ("/x.xls", "x", U),
    ],
)
def test_text_of_any_kind(path: str, content: Any, outcome: Outcome) -> None:
    expect(outcome, "text_contains", {"path": path, "texts": ["caf\u00e9 bar"]}, {path: content})


@pytest.mark.parametrize(
    ("path", "content", "wanted", "outcome"),
    [
        ("/x.md", "Don\u2019t stop \u2014 now", "Don't stop - now", U),
        ("/x.md", "the **bold** text", "bold text", U),
        ("/x.md", "Python 3.11", "Python 3.1", U),
        ("/x.md", "version 3.1.2", "3.1", U),
        ("/x.md", "version 3.1.", "3.1", P),
        ("/x.md", "costs 1,234", "234", U),
        ("/x.html", "<b>Tom</b> &amp; Ann", "Tom & Ann", U),
        ("/x.html", "<b>Tom</b>", "Tom", P),
        ("/x.md", "<b>Tom</b> &amp; Ann", "Tom & Ann", F),
        ("/x.xlsx", book(S={"A1": 12.5}), "12.50", U),
        ("/x.xlsx", book(S={"A1": 12.5}), "total", F),
        ("/x.xlsx", book(S={"A1": 12.5}), "AR-0999", F),
        ("/x.xlsx", book(S={"A1": 12.5}), "May 2024", U),
    ],
)
def test_spellings_of_a_text(path: str, content: Any, wanted: str, outcome: Outcome) -> None:
    expect(outcome, "text_contains", {"path": path, "texts": [wanted]}, {path: content})
    absent = {P: F, F: P}.get(outcome, outcome)
    expect(absent, "text_absent", {"path": path, "texts": [wanted]}, {path: content})


def test_words_of_documents_count_with_and_without_headers() -> None:
    view = {"/x.docx": DocumentView(("one two three four five six seven eight nine ten",))}
    for bounds, outcome in [({"max": 10}, P), ({"min": 9}, P), ({"min": 10}, U), ({"max": 9}, U), ({"max": 8}, F)]:
        expect(outcome, "count", {"path": "/x.docx", "of": "words", **bounds}, view)


def test_text_absent_from_pdf_is_not_sure() -> None:
    expect(U, "text_absent", {"path": "/x.pdf", "texts": ["x"]}, {"/x.pdf": PdfView(("abc",))})
    expect(F, "text_absent", {"path": "/x.pdf", "texts": ["abc"]}, {"/x.pdf": PdfView(("abc",))})


def test_text_in_fields() -> None:
    params = {"path": "/x.json", "field": "notes[]", "texts": ["urgent"]}
    expect(P, "text_contains", params, {"/x.json": {"notes": ["urgent", "very urgent"]}})
    expect(F, "text_contains", params, {"/x.json": {"notes": ["no", "other"], "urgent": "urgent"}})
    expect(U, "text_contains", params, {"/x.json": {"notes": ["urgent", "no"]}})
    expect(U, "text_contains", params, {"/x.json": {"notes": []}})
    expect(F, "text_contains", params, {"/x.json": {}})
    expect(P, "text_absent", params, {"/x.json": {"notes": ["a"], "title": "urgent"}})
    expect(F, "text_absent", params, {"/x.json": {"notes": ["a", "urgent"]}})
    expect(U, "text_absent", params, {"/x.json": {"notes": []}})


ISO = r"\d{4}-\d{2}-\d{2}"


@pytest.mark.parametrize(
    ("text", "scope", "outcome"),
    [
        ("2024-01-31\n", "whole", P),
        ("2024-01-31 and more", "whole", F),
        ("", "whole", F),
        ("2024-01-31\n2024-02-01\n", "line", P),
        ("2024-01-31\r\n\r\n2024-02-01", "line", P),
        ("2024-01-31\nx\n", "line", F),
        ("", "line", F),
        ("on 2024-01-31.", "any", P),
        ("on 31.01.2024.", "any", F),
        ("", "any", F),
        ("garbage", "any", F),
    ],
)
def test_text_pattern(text: str, scope: str, outcome: Outcome) -> None:
    expect(outcome, "text_pattern", {"path": "/x.txt", "pattern": ISO, "scope": scope}, {"/x.txt": text})


@pytest.mark.parametrize(
    ("literal", "pattern", "outcome"),
    [
        ('"2024-01-31"', ISO, P),
        ('"2024-1-31"', ISO, F),
        ('"2024-01-31T00:00"', ISO, F),
        ("null", ISO, U),
        ("[]", ISO, F),
        ("true", ISO, F),
        ("12.50", r"\d+\.\d{2}", P),
        ("12.5", r"\d+\.\d{2}", F),
    ],
)
def test_pattern_of_a_field(literal: str, pattern: str, outcome: Outcome) -> None:
    params = {"path": "/x.json", "field": "d", "pattern": pattern}
    expect(outcome, "text_pattern", params, {"/x.json": json_view(f'{{"d": {literal}}}')})


def test_pattern_of_numbers_whose_digits_are_not_seen() -> None:
    params = {"path": "/x.json", "field": "d", "pattern": r"\d+\.\d{2}"}
    expect(U, "text_pattern", params, {"/x.json": JsonView({"d": 12.5})})


def test_a_pattern_is_not_run_beyond_its_budget() -> None:
    params = {"path": "/x.txt", "pattern": r"\d+\w+\d+x", "scope": "any"}
    expect(U, "text_pattern", params, {"/x.txt": "1" * 50_000})


@pytest.mark.parametrize(
    ("text", "params", "outcome"),
    [
        ("done\n", {"text": "done"}, P),
        ("Done", {"text": "done"}, U),
        ("done.", {"text": "done"}, F),
        ("", {"text": "done"}, F),
        ("a1", {"pattern": r"[a-z]\d"}, P),
        ("a1\nb2", {"pattern": r"[a-z]\d"}, F),
    ],
)
def test_whole_text(text: str, params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "whole_text", {"path": "/x.txt", **params}, {"/x.txt": text})


@pytest.mark.parametrize(
    ("patterns", "text", "outcome"),
    [
        (["{{...}}"], "Dear {{NAME}},", F),
        (["{{...}}"], "Dear Ann,", P),
        (["{{...}}"], "Dear {{}}", F),
        (["{{...}}"], "a {{ b\n}} c", P),
        (["???"], "cost: ???", F),
        (["???"], "really??", P),
        (["TODO"], "a TODO left", F),
        (["TODO"], "TODOS", P),
        (["[...]"], "Dear [Name]", F),
        (["\u3010...\u3011"], "\u59d3\u540d\uff1a\u3010\u5f85\u586b\u3011", F),
        (["{{...}}", "TODO"], "TODO", F),
        (["{{...}}"], "", U),
        (["{{...}}"], Failure.ABSENT, U),
    ],
)
def test_placeholders_gone(patterns: list[str], text: Any, outcome: Outcome) -> None:
    expect(outcome, "placeholders_gone", {"path": "/x.md", "patterns": patterns}, {"/x.md": text})


@pytest.mark.parametrize(
    ("path", "content", "outcome"),
    [
        ("/x.docx", DocumentView(("Dear {{NAME}}",)), F),
        ("/x.docx", DocumentView(("Dear",), tables=((("{{X}}",),),)), F),
        ("/x.docx", DocumentView(("Dear Ann",)), P),
        ("/x.docx", DocumentView(()), U),
        ("/x.xlsx", book(S={"A1": "{{x}}"}), F),
        ("/x.xlsx", book(S={"A1": '=IF(B1,"{{x}}",1)'}), F),
        ("/x.xlsx", book(S={"A1": 1}), P),
        ("/x.pptx", SlidesView(((ShapeView("a", "{{x}}"),),)), F),
        ("/x.pptx", SlidesView(((ShapeView("a", "b", book(S={"A1": "{{x}}"})),),)), F),
        ("/x.pdf", PdfView(("fine",)), U),
        ("/x.pdf", PdfView(("{{x}}",)), F),
        ("/x.json", '{"a": "{{x}}"}', F),
    ],
)
def test_placeholders_of_any_kind(path: str, content: Any, outcome: Outcome) -> None:
    expect(outcome, "placeholders_gone", {"path": path, "patterns": "{{...}}"}, {path: content})


ENGLISH = "This is the report that you asked for, and it is in the folder with the other files."
GERMAN = "Das ist der Bericht, und er ist nicht mit den anderen im Ordner, wie das auch die Liste zeigt."
CHINESE = "\u8fd9\u662f\u60a8\u8981\u7684\u62a5\u544a\u3002"


@pytest.mark.parametrize(
    ("message", "params", "outcome"),
    [
        (ENGLISH, {"texts": ["report"]}, P),
        (ENGLISH, {"texts": ["Report"]}, U),
        (ENGLISH, {"texts": ["Report"], "ignore_case": True}, P),
        (ENGLISH, {"texts": ["invoice"]}, F),
        (ENGLISH, {"texts": ["invoice", "report"], "all": False}, P),
        (ENGLISH, {"absent": ["invoice"]}, P),
        (ENGLISH, {"absent": ["report"]}, F),
        ("", {"absent": ["report"]}, U),
        (ENGLISH, {"min_words": 10}, P),
        (ENGLISH, {"min_words": 100}, F),
        (ENGLISH, {"max_words": 5}, F),
        (ENGLISH, {"max_words": 18}, P),
        ("", {"min_words": 1}, F),
        ("well - known", {"max_words": 2}, U),
        (ENGLISH, {"pattern": r"the \w+ that"}, P),
        (ENGLISH, {"pattern": r"^\d"}, F),
        (ENGLISH, {"language": "en"}, P),
        (ENGLISH, {"language": "de"}, U),
        (ENGLISH, {"language": "zh"}, F),
        (GERMAN, {"language": "de"}, P),
        (GERMAN, {"language": "en"}, U),
        (CHINESE, {"language": "zh"}, P),
        (CHINESE, {"language": "en"}, F),
        (CHINESE * 4 + ENGLISH, {"language": "zh"}, U),
        ("garbage", {"language": "en"}, U),
        ("", {"language": "en"}, F),
        ('{"a": 1}', {"json": True}, P),
        ('```json\n{"a": 1}\n```', {"json": True}, U),
        ("garbage", {"json": True}, F),
        ("[" * 100_000, {"json": True}, F),
        (ENGLISH, {"texts": ["report"], "max_words": 5}, F),
        (ENGLISH, {"texts": ["report"], "max_words": 50, "absent": ["x"]}, P),
    ],
)
def test_response(message: str, params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "response_text", params, World(response=message))
    expect(U, "response_text", params, World())


CALLS = [
    {"tool": "bash", "arguments": {"command": "cd /app && pytest -q tests"}},
    {"tool": "mcp__web__search", "arguments": {"query": ["cats"]}},
]


@pytest.mark.parametrize(
    ("params", "used"),
    [
        ({"tool": "bash"}, P),
        ({"tool": "bash", "command": "pytest"}, P),
        ({"tool": "bash", "command": "pytest -q"}, P),
        ({"tool": "bash", "command": "pyt"}, U),
        ({"tool": "bash", "command": "ruff"}, F),
        ({"tool": "Bash"}, U),
        ({"tool": "search"}, U),
        ({"tool": "pytest"}, U),
        ({"tool": "browser"}, F),
    ],
)
def test_tools(params: dict[str, Any], used: Outcome) -> None:
    unused = {P: F, F: P}.get(used, used)
    expect(used, "tool_used", params, World(trace=JsonView(CALLS)))
    expect(unused, "tool_not_used", params, World(trace=JsonView(CALLS)))


@pytest.mark.parametrize("trace", [None, JsonView([]), JsonView({}), JsonView([{"name": "x"}]), Failure.MALFORMED])
def test_no_usable_trace(trace: Any) -> None:
    for name in ("tool_used", "tool_not_used"):
        expect(U, name, {"tool": "bash"}, World(trace=trace))


def test_hostile_wording() -> None:
    finding = decide("whole_text", {"path": "/x", "text": "a"}, {"/x": "\x1b[31m" + "b\n" * 10_000 + "\u202e"})
    assert finding.outcome is F
    assert finding.observed.isprintable()
    assert len(finding.observed) < 100


def test_a_day_is_shown_by_the_format_of_its_cell() -> None:
    params = {"path": "/x.xlsx", "pattern": ISO, "field": "d"}
    cell = CellView("2024-05-01", None, "dd/mm/yyyy")
    expect(U, "text_pattern", params, {"/x.xlsx": book(S={"A1": "d", "A2": cell})})
    expect(P, "text_pattern", params, {"/x.xlsx": book(S={"A1": "d", "A2": "2024-05-01"})})
