"""The parts that validators share: numerals, equality, selectors, grids, patterns, parameters, the registry."""

from __future__ import annotations

import time
from decimal import Decimal
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import book, sheet_rows

from specharness import installed
from specharness.errors import UsageError
from specharness.evidence.views import JsonView, TableView, TextView
from specharness.ir import Family
from specharness.validators import numerals, patterns, registry
from specharness.validators.base import Check, problem_with
from specharness.validators.compare import Match, folded, match_value
from specharness.validators.grid import coordinate, parse_area, split_coordinate
from specharness.validators.placeholders import Placeholder
from specharness.validators.registry import BUILT_IN, find, for_family
from specharness.validators.select import select
from specharness.validators.wording import clip, listed, said


@pytest.mark.parametrize(
    ("text", "value", "decimals"),
    [
        ("0", "0", 0),
        ("-12.50", "-12.50", 2),
        ("\u22123", "-3", 0),
        ("+.5", "0.5", 1),
        ("5.", "5", 0),
        ("1,234,567.8", "1234567.8", 1),
        ("1e3", "1000", 0),
        ("12e-2", "0.12", 2),
        ("1.5E+2", "150", 0),
        ("$5.00", "5.00", 2),
        ("-\u20ac5", "-5", 0),
        ("12 %", "12", 0),
    ],
)
def test_numerals(text: str, value: str, decimals: int) -> None:
    numeral = numerals.parse(text)
    assert numeral is not None
    assert (numeral.value, numeral.decimals) == (Decimal(value), decimals)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "-",
        "1,23",
        "12,34",
        "1.2.3",
        "1 2",
        "0x10",
        "1_000",
        "NaN",
        "inf",
        "12km",
        "e5",
        "\u0665",
        "1" * 500,
        "1e99999",
    ],
)
def test_no_numerals(text: str) -> None:
    assert numerals.parse(text) is None


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 6))
def test_a_rounded_double_has_no_more_decimals(number: float, decimals: int) -> None:
    value = numerals.exact(round(number, decimals))
    assert value is not None
    assert numerals.decimals_of(value) <= decimals


@given(st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**9), max_value=10**9))
def test_a_written_decimal_is_read_exactly(number: Decimal) -> None:
    numeral = numerals.parse(str(number))
    assert numeral is not None
    assert numeral.value == number


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(values)
def test_a_value_equals_itself(value: Any) -> None:
    finite = "inf" not in repr(value)
    assert match_value(value, value) is Match.SAME or not finite


@given(st.text(max_size=8))
def test_upper_case_is_never_different(text: str) -> None:
    if folded(text) == folded(text.upper()):
        assert match_value(text, text.upper()) is not Match.DIFFERENT


DATA = JsonView(
    {"a": {"b": 1, "c.d": 2}, "rows": [{"v": 1}, {"v": 2, "w": [3, 4]}], "empty": [], "n": None, "m": {"x": 1, "y": 2}}
)


@pytest.mark.parametrize(
    ("field", "found", "missing"),
    [
        ("$", ["$"], 0),
        ("", ["$"], 0),
        ("a.b", ["$.a.b"], 0),
        ("$.a.b", ["$.a.b"], 0),
        ("a.`c.d`", ["$.a.c.d"], 0),
        ("rows[].v", ["$.rows[0].v", "$.rows[1].v"], 0),
        ("$.rows[*].v", ["$.rows[0].v", "$.rows[1].v"], 0),
        ("rows.v", ["$.rows[0].v", "$.rows[1].v"], 0),
        ("rows[1].v", ["$.rows[1].v"], 0),
        ("rows[7].v", [], 1),
        ("rows[].w[]", ["$.rows[1].w[0]", "$.rows[1].w[1]"], 1),
        ("m.*", ["$.m.x", "$.m.y"], 0),
        ("rows.*.v", ["$.rows[0].v", "$.rows[1].v"], 0),
        ("empty[]", [], 0),
        ("empty[].v", [], 0),
        ("n", ["$.n"], 0),
        ("n.x", [], 1),
        ("a.z", [], 1),
        ("a[]", [], 1),
        ("zz", [], 1),
    ],
)
def test_json_selectors(field: str, found: list[str], missing: int) -> None:
    selection = select(DATA, field)
    assert [place.where for place in selection.picked] == found
    assert len(selection.missing) == missing
    assert not selection.doubt


@pytest.mark.parametrize("field", ["a..b", "$x", "a[", "a]b", "a[x]", "A.b", "a.B", "`", "a.``"])
def test_json_selectors_in_doubt(field: str) -> None:
    assert select(DATA, field).doubt


def test_other_selectors() -> None:
    table = TableView(("id", "v", "V2", "v "), (("1", "x"), ("2",), ("3", "y", "z", "w", "more")))
    assert [place.value for place in select(table, "v").picked] == ["x", "", "y"]
    assert [place.value for place in select(table, "`id`").picked] == ["1", "2", "3"]
    assert select(table, "ID").doubt
    assert select(table, "nope").missing
    assert select(TableView(("a", "a"), ()), "a").doubt
    text = TextView(" a \n\n b\n")
    assert [place.value for place in select(text, "$[]").picked] == ["a", "b"]
    assert [place.value for place in select(text, "$").picked] == ["a \n\n b"]
    assert select(text, "a").doubt
    view = book(S=sheet_rows(("Title",), ("id", "v"), (1, "x"), (2, None)), T={"A1": 1})
    assert [place.where for place in select(view, "S!v").picked] == ["S!B3"]
    assert [place.where for place in select(view, "S!A3:B4").picked] == ["S!A3", "S!B3", "S!A4", "S!B4"]
    assert [place.where for place in select(view, "id").picked] == ["S!A3", "S!A4"]
    assert [place.where for place in select(view, "A1", "T").picked] == ["T!A1"]
    assert select(view, "A1").doubt
    assert select(view, "X!A1").missing
    assert select(view, "S!nope").missing


@given(st.integers(1, 18_000), st.integers(1, 1_048_576))
def test_coordinates_go_both_ways(column: int, row: int) -> None:
    assert split_coordinate(coordinate(column, row)) == (column, row)


def test_areas() -> None:
    area = parse_area("$C$3:B2")
    assert area is not None
    assert list(area.coordinates()) == ["B2", "C2", "B3", "C3"]
    assert parse_area("B:C") is None
    assert parse_area("C:B", rows=2) == parse_area("B1:C2")
    assert parse_area("3B") is None
    assert parse_area("A0") is None


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+",
        "(a|a)*",
        "(a?){9}",
        "(a*){2}",
        r"(a)\1",
        "(?P<n>a)",
        "(?<=a)b",
        "(",
        "a{5000}",
        "",
        "a?" * 20,
        "a" * 2000,
        "(?i)a",
        "((a|b){2}c)+",
    ],
)
def test_refused_patterns(pattern: str) -> None:
    assert patterns.refusal(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\d{4}-\d{2}-\d{2}",
        r"-?\d{1,3}(?:,\d{3})*\.\d{2}",
        r"\{\{.*?\}\}",
        r"(T\d{2}(:\d{2})?)?",
        "[a(+]+",
        r"\(\d+\)",
        "a{,3}",
        "(?!x)a+",
        "a{b}c",
    ],
)
def test_admitted_patterns(pattern: str) -> None:
    assert not patterns.refusal(pattern)


@given(st.text(alphabet="ab()[]{}*+?|\\.,^$1-", max_size=14))
def test_admitted_patterns_end_soon_on_the_worst_text(pattern: str) -> None:
    if patterns.refusal(pattern):
        return
    started = time.perf_counter()
    for text in ("a" * 300 + "!", "ab" * 150, "1" * 300):
        matcher = patterns.Matcher(pattern)
        matcher.fits(text)
        matcher.occurs(text)
    assert time.perf_counter() - started < 30


def test_placeholder_notations() -> None:
    assert Placeholder("{{...}}").search("a {{ b }}") == range(2, 9)
    assert Placeholder("{{...}}").search("{{}}") == range(4)
    assert not Placeholder("{{...}}").search("{{" + "x" * 300 + "}}")
    assert not Placeholder("{{...}}").search("{{ a\n}}")
    assert Placeholder("<...>").search("a < b <name>") == range(2, 12)
    assert Placeholder("[...:\u2026]").search("[a:b]")
    assert Placeholder("...}").search("x}")
    assert not Placeholder("TBD").search("TBDX")
    assert Placeholder("TBD").search("TBDX TBD") == range(5, 8)


def test_placeholders_in_the_worst_text_take_no_time() -> None:
    started = time.perf_counter()
    assert not Placeholder("[...{...]").search("[{" * 200_000)
    assert not Placeholder("[...]").search("[" * 400_000)
    assert time.perf_counter() - started < 10


@pytest.mark.parametrize(
    ("name", "params", "problem"),
    [
        ("path_exists", {}, "needs the parameter `path`"),
        ("path_exists", {"path": "/x", "size": 1}, "knows no parameter `size`"),
        ("path_exists", {"path": " "}, "`path` must be a text that is not blank"),
        ("path_exists", {"path": "/x", "type": "link"}, "`type` must be `file` / `dir`"),
        ("dir_contents", {"path": "/x", "names": []}, "`names` must be"),
        ("dir_contents", {"path": "/x", "names": ["a"], "exact": 1}, "`exact` must be true or false"),
        ("count", {"path": "/x", "of": "rows"}, "needs one of count"),
        ("count", {"path": "/x", "of": "rows", "count": 1.5}, "`count` must be a whole number"),
        ("count", {"path": "/x", "of": "rows", "min": True}, "`min` must be a number"),
        ("value_range", {"path": "/x", "field": "a"}, "needs one of min"),
        ("value_range", {"path": "/x", "field": "a", "min": float("nan")}, "`min` must be a number"),
        ("value_range", {"path": "/x", "field": "a", "min": "5%"}, "`min` must be a number"),
        ("json_shape", {"path": "/x", "shape": {"type": "text"}}, "has no known type"),
        ("json_shape", {"path": "/x", "shape": {"type": "array", "items": {"anyOf": []}}}, "`anyOf` must be"),
        ("text_contains", {"texts": ["a"]}, "needs either"),
        ("text_contains", {"texts": ["a"], "path": "/x", "response": True}, "needs either"),
        ("text_contains", {"texts": [""], "path": "/x"}, "`texts` must be"),
        ("text_pattern", {"path": "/x", "pattern": "(a+)+"}, "`pattern` repeats"),
        ("text_pattern", {"path": "/x", "pattern": "a", "scope": "field"}, "needs `field`"),
        ("number_format", {"path": "/x"}, "needs one of decimals"),
        ("whole_text", {"path": "/x"}, "needs `pattern` or `text`"),
        ("cells_filled", {"path": "/x", "range": "B"}, "`range` must be a cell"),
        ("placeholders_gone", {"path": "/x", "patterns": ["..."]}, "must have marks"),
        ("only_changes", {"allowed": [], "kinds": ["moved"]}, "`kinds` must be among"),
        ("only_changes", {"allowed": [], "kinds": []}, "`kinds` must be among"),
        ("response_text", {}, "needs one of texts"),
        ("response_text", {"json": False}, "needs one of texts"),
        ("response_text", {"language": "tlh"}, "must be a language code"),
    ],
)
def test_parameters_that_are_not_admitted(name: str, params: dict[str, Any], problem: str) -> None:
    assert problem in problem_with(BUILT_IN[name], params)


def test_registry() -> None:
    assert all(check.name == name for name, check in BUILT_IN.items())
    assert find("count") is BUILT_IN["count"]
    assert find("no_such_validator") is None
    assert [check.name for check in for_family(Family.UNCHANGED)] == ["unchanged"]
    for name, check in BUILT_IN.items():
        assert check.name == name
        assert check.families
        assert check.version >= 1
        assert not check.required & check.optional


class Extra(Check):
    name = "extra"
    families = (Family.OTHER_CHECKABLE,)


class _Broken:
    name = "extra"


class _Raising:
    def __init__(self) -> None:
        raise ValueError("no disk today")


def _offer(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str]) -> None:
    offered = tuple(EntryPoint(name, f"{__name__}:{value}", registry.GROUP) for name, value in points)
    monkeypatch.setattr(installed, "entry_points", lambda group: offered)
    registry._third_party.cache_clear()


def test_third_parties(monkeypatch: pytest.MonkeyPatch) -> None:
    _offer(monkeypatch, ("extra", "Extra"), ("other", "missing"))
    assert isinstance(find("extra"), Extra)
    with pytest.raises(UsageError, match="can't be imported"):
        find("other")
    _offer(monkeypatch, ("extra", "Extra"), ("extra", "Extra"))
    with pytest.raises(UsageError, match="offered 2 times"):
        find("extra")
    _offer(monkeypatch, ("extra", "_Raising"))
    with pytest.raises(UsageError, match=r"`extra` can't be imported from .*: no disk today"):
        find("extra")
    _offer(monkeypatch, ("count", "Extra"))
    assert find("count") is BUILT_IN["count"]
    with pytest.raises(UsageError, match="is ours"):
        find("extra")
    _offer(monkeypatch, ("extra", "_Broken"))
    with pytest.raises(UsageError, match="has no `version`"):
        find("extra")
    _offer(monkeypatch, ("more", "Extra"))
    with pytest.raises(UsageError, match="the name 'extra'"):
        find("more")


def test_wording_is_short_and_printable() -> None:
    assert said("5") == '"5"'
    assert said(5) == "5"
    assert said(10**5000).startswith("an integer of")
    assert said([1]) == "a list of 1 item"
    assert clip("a\n\tb\x00\u202e") == "a b\ufffd\ufffd"
    assert len(clip("x" * 10_000)) == 60
    assert listed(["a", "b", "c", "d", "e", "f"]) == "`a`, `b`, `c`, `d` and 2 more"


def test_lists_in_another_order_are_in_doubt() -> None:
    assert match_value([True, "yes"], ["yes", True]) is Match.VARIANT
    assert match_value(list(range(300)), list(range(300))[::-1]) is Match.VARIANT
    assert match_value([1, 2, 3], [3, 2, 2]) is Match.DIFFERENT


def test_nested_lists_are_compared_once() -> None:
    one: Any = 1
    other: Any = 2
    for _ in range(60):
        one, other = [one, 7], [other, 7]
    assert match_value(one, other) is Match.DIFFERENT


def test_of_what_is_too_deep_nothing_is_said() -> None:
    deep: Any = 1
    for _ in range(150):
        deep = [deep]
    assert match_value(deep, deep) is Match.VARIANT
