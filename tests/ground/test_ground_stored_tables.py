"""Demands on Parquet files and on tables of databases become the checks that the same words make of CSV."""

from __future__ import annotations

from typing import Any

import pytest
from ground_world import direction_of, grounded, source_of

from specharness import api
from specharness.ir import Family, Reason

WORDS = [
    "`{path}` must contain exactly 10 rows.",
    "`{path}` must have the columns `id`, `price` and `day`.",
    "The `price` column of `{path}` must be rounded to 2 decimal places.",
    "The column `state` in `{path}` must be one of `open`, `closed`.",
    "The `state` column in `{path}` must be `open` or `closed`.",
    "The `id` column of `{path}` must be unique.",
]


def checks(text: str) -> list[tuple[str, dict[str, Any]]]:
    return [(item.effect.validator, item.effect.params) for item in api.compile_text(text).hard]


@pytest.mark.parametrize("words", WORDS)
def test_parquet_is_read_as_csv_is(words: str) -> None:
    delimited = checks(words.format(path="out/data.csv"))
    assert delimited
    moved = [(name, {**params, "path": "out/data.parquet"}) for name, params in delimited]
    for _, params in moved:
        if params.get("mode") == "exact":
            params["mode"] = "max"
    assert checks(words.format(path="out/data.parquet")) == moved


def test_a_column_whose_values_are_listed_is_no_list_of_columns() -> None:
    (check,) = checks("The column `state` in `out/data.csv` must be one of `open`, `closed`.")
    assert check[0] == "allowed_values"


def test_the_table_that_the_words_name_is_asked() -> None:
    assert checks("The `orders` table in `out/shop.db` must contain exactly 10 rows.") == [
        ("count", {"path": "out/shop.db", "of": "rows", "count": 10, "sheet": "orders"})
    ]
    assert checks("The table `orders` of `out/shop.sqlite` must have the columns `id` and `day`.") == [
        ("table_columns", {"path": "out/shop.sqlite", "columns": ["id", "day"], "sheet": "orders"})
    ]
    assert checks("`out/shop.db` must contain exactly 10 rows.") == [
        ("count", {"path": "out/shop.db", "of": "rows", "count": 10})
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The orders table in `out/shop.db` must contain 10 rows.",
        "The tables `orders` table and `items` table in `out/shop.db` must contain 10 rows.",
        "`out/shop.db` must contain 10 rows in its largest table.",
    ],
)
def test_which_table_is_meant_has_to_be_said(text: str) -> None:
    source = source_of(text)
    direction = direction_of(source, text, family=Family.COUNT, path="out/shop.db", count=10, field="rows")
    found = grounded(source, direction)
    assert found.hard == ()
    assert found.abstained[0].reason is Reason.PARAM_MISSING


def test_the_same_demand_on_two_tables_is_no_conflict() -> None:
    text = (
        "The `orders` table in `out/shop.db` must contain exactly 10 rows.\n\n"
        "The `items` table in `out/shop.db` must contain exactly 20 rows.\n"
    )
    assert [(params["sheet"], params["count"]) for _, params in checks(text)] == [("orders", 10), ("items", 20)]
