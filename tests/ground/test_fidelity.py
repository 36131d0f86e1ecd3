"""A faithful quote under an unfaithful claim: another bound, the opposite demand, half a literal, no condition."""

from __future__ import annotations

import pytest
from ground_world import direction_of, grounded, source_of

from specharness.ground.carried import cuts_literal
from specharness.ground.families.bounds import bounds_of
from specharness.ground.families.polarity import forbids, takes_away
from specharness.ir import Direction, Family, Modality, Param, Reason, Span

MIN, MAX = frozenset({"min"}), frozenset({"max"})
OVER, BELOW = frozenset({"min", "min_exclusive"}), frozenset({"max", "max_exclusive"})
NONE: frozenset[str] = frozenset()
BOUNDS = [
    ("There must be at least 6 items.", 6, MIN),
    ("no more than 500.", 500, MAX),
    ("The file must not be longer than 200 words.", 200, MAX),
    ("at most EUR 1500", 1500, MAX),
    ("is greater than 0.", 0, OVER),
    ("greater than or equal to 3", 3, MIN),
    ("must not exceed 40 characters", 40, MAX),
    ("must exceed `40`", 40, OVER),
    ("fewer than 10 rows", 10, BELOW),
    ("not fewer than 10 rows", 10, MIN),
    ("never below 0.50", 0.5, MIN),
    ("5 or more rows", 5, MIN),
    ("5 words or fewer", 5, MAX),
    ("`n` >= 3", 3, MIN),
    ("3 <= `n`", 3, MIN),
    ("up to twelve lines", 12, MAX),
    ("No value may be negative.", 0, MIN),
    ("must be positive", 0, OVER),
    ("a non-negative number", 0, MIN),
    ("between -10 and 45", -10, MIN),
    ("between -10 and 45", 45, MAX),
    ("from 1 to 5", 1, MIN),
    ("10-20 words", 20, MAX),
    ("strictly between 1 and 10", 1, OVER),
    ("must have exactly 5 rows", 5, NONE),
    ("must have 4 items", 4, NONE),
    ("at least 3 rows and exactly 5 columns", 5, NONE),
    ("at least 1,500 rows", 1500, MIN),
    ("至少 3 行", 3, MIN),
    ("不得超过10个", 10, MAX),
    ("不得小于10", 10, MIN),
    ("在 1980 到 2024 之间", 1980, MIN),
    ("在 1980 到 2024 之间", 2024, MAX),
    ("100 字以内", 100, MAX),
    ("必须正好有 9 行", 9, NONE),
]


@pytest.mark.parametrize(("quote", "number", "said"), BOUNDS)
def test_the_bound_is_read_right_at_the_number(quote: str, number: float, said: frozenset[str]) -> None:
    assert bounds_of(quote, number) == said


@pytest.mark.parametrize(
    ("quote", "literal", "answer"),
    [
        ("must contain `x`", "x", False),
        ("must not contain `x`", "x", True),
        ("`x` must not appear anywhere", "x", True),
        ("`x` and `y` must not appear", "x", True),
        ("must contain `x`, not `y`", "x", False),
        ("must contain `x` and not `y`", "x", False),
        ("must contain `x` and not `y`", "y", True),
        ("must contain neither `x` nor `y`", "y", True),
        ("The line `x` is for us and must not be in the letter", "x", True),
        ("Remove `x` from the file", "x", True),
        ("must contain `do not touch`", "do not touch", False),
        ("不得出现 `待定`", "待定", True),
        ("必须包含 `待定`", "待定", False),
        ("must contain `x`", "y", None),
    ],
)
def test_a_literal_is_demanded_or_forbidden(quote: str, literal: str, answer: bool | None) -> None:
    assert forbids(quote, literal) is answer


@pytest.mark.parametrize(
    ("quote", "path", "away"),
    [
        ("Write `a.csv`", "a.csv", False),
        ("Delete `a.csv` and write `b.csv`", "a.csv", True),
        ("`old.json` has to be deleted", "old.json", True),
        ("Move it from `/in` to `/out`", "/in/a.csv", True),
        ("Move it from `/in` to `/out`", "/out/a.csv", False),
        ("Delete the old rows, and save `a.csv`", "a.csv", False),
    ],
)
def test_a_quote_may_take_a_file_away(quote: str, path: str, away: bool) -> None:
    assert takes_away(quote, path) is away


def test_a_code_span_is_quoted_whole() -> None:
    text = "Add `## One two` to `a.md`."
    inside = text.index("One")
    assert cuts_literal(text, inside, len(text))
    assert cuts_literal(text, 0, inside)
    assert not cuts_literal(text, text.index("##"), text.index("` to"))
    assert not cuts_literal(text, text.index("`"), text.index(" to"))
    assert not cuts_literal("a ` b c", 4, 7)


def reasons(specification: str, quote: str, *, modality: Modality = Modality.MUST, **fields: object) -> list[str]:
    """The reasons why a claim of a text's quote does not oblige; empty where it does."""
    source = source_of(specification)
    family = fields.pop("family")
    assert isinstance(family, Family)
    condition = fields.pop("condition", None)
    claimed = direction_of(source, quote, family=family, modality=modality, condition=condition, **fields)  # type: ignore[arg-type]
    found = grounded(source, claimed)
    return [] if found.hard else [one.reason.value for one in found.abstained]


REPORT = "Write the report to `/root/r.md`. "


def test_a_condition_inside_the_quote_is_carried() -> None:
    text = "If `draft` is set to `yes`, write `/root/draft.md`."
    assert reasons(text, text, family=Family.PATH_EXISTS, path="/root/draft.md") == [Reason.QUOTE_INCOMPLETE]
    guarded = reasons(
        text, text, family=Family.PATH_EXISTS, path="/root/draft.md", condition="If `draft` is set to `yes`"
    )
    assert guarded == [Reason.CONDITION_UNDECIDABLE]
    quoted = "`/root/r.md` must contain `if it rains`."
    assert reasons(REPORT + quoted, quoted, family=Family.CONTAINS, path="/root/r.md", text="if it rains") == []


def test_the_same_words_quoted_more_fully_are_no_neighbour() -> None:
    text = REPORT + "`/root/r.md` must have at most 80 lines."
    source = source_of(text)
    whole = direction_of(
        source, "`/root/r.md` must have at most 80 lines.", family=Family.COUNT, name="d1", path="/root/r.md", max=80
    )
    part = direction_of(source, "80 lines.", family=Family.COUNT, name="d2", path="/root/r.md", count=80)
    named = {name for one in grounded(source, whole, part).hard for name in one.src.directions}
    assert named == {"d1"}


FALSE = {
    "bound": ("at least 3 lines", Family.COUNT, {"max": 3}),
    "exact as a bound": ("exactly 3 lines", Family.COUNT, {"min": 3}),
    "forbidden as demanded": ("not contain `TODO`", Family.CONTAINS, {"text": "TODO"}),
    "demanded as forbidden": ("contain `TODO`", Family.NOT_CONTAINS, {"text": "TODO"}),
    "half a literal": ("contain `## One two`", Family.CONTAINS, {"text": "## One"}),
    "half a date": ("contain 2025-03-01", Family.CONTAINS, {"text": "2025-03"}),
    "half an address": ("contain `a@b.example`", Family.CONTAINS, {"text": "a@b.exa"}),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_claim_of_a_faithful_quote_is_refused(name: str) -> None:
    words, family, params = FALSE[name]
    quote = f"`/root/r.md` must {words if words.startswith(('not', 'contain')) else 'have ' + words}."
    assert reasons(REPORT + quote, quote, family=family, path="/root/r.md", **params)


TRUE = {
    "bound": ("have at least 3 lines", Family.COUNT, {"min": 3}),
    "exact": ("have exactly 3 lines", Family.COUNT, {"count": 3}),
    "forbidden": ("not contain `TODO`", Family.NOT_CONTAINS, {"text": "TODO"}),
    "demanded": ("contain `## One two`", Family.CONTAINS, {"text": "## One two"}),
    "quoted inside of code": ('contain `x = "1.2"`', Family.CONTAINS, {"text": 'x = "1.2"'}),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_claim_is_kept(name: str) -> None:
    words, family, params = TRUE[name]
    quote = f"`/root/r.md` must {words}."
    assert reasons(REPORT + quote, quote, family=family, path="/root/r.md", **params) == []


def test_half_a_path_is_another_path() -> None:
    text = "Save it as `/root/out/.env.local`."
    for half in ("/root/out", "/root/out/.env"):
        assert reasons(text, text, family=Family.PATH_EXISTS, path=half)
    assert reasons(text, text, family=Family.PATH_EXISTS, path="/root/out/.env.local") == []


def test_a_cited_stretch_counts_with_the_literal_that_it_was_cut_from() -> None:
    text = "Set `/root/整理后/统计.json` up: write it. 写入 `/root/整理后/统计.json`。"
    source = source_of(text)
    quote = "写入 `/root/整理后/统计.json`。"
    start = text.rindex("/root/整理")
    cut = Param(value="/root/整理", spans=(Span(source=source.id, start=start, end=start + len("/root/整理")),))
    claimed: Direction = direction_of(source, quote, family=Family.PATH_EXISTS)
    assert not grounded(source, claimed.model_copy(update={"params": {"path": cut}})).hard


def test_a_file_that_goes_away_need_not_exist() -> None:
    text = "Delete `/root/old.json`."
    assert reasons(text, text, family=Family.PATH_EXISTS, path="/root/old.json")
    kept = "Never delete `/root/old.json`."
    for modality in (Modality.MUST, Modality.MUST_NOT):
        assert reasons(kept, kept, family=Family.PATH_ABSENT, modality=modality, path="/root/old.json")


def test_a_unit_at_the_end_of_a_sentence_is_missed_too() -> None:
    text = REPORT + "`/root/r.md` must have exactly 12 rows."
    cut = "`/root/r.md` must have exactly 12"
    assert reasons(text, cut, family=Family.COUNT, path="/root/r.md", count=12) == [Reason.QUOTE_INCOMPLETE]
