"""Stated calculations and agreements: read as a whole, over columns that are there, or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ground_world import direction_of, grounded, source_of

from specharness.ground.families.stated import agreement_in, calculation_in
from specharness.ir import Family, ObligationSet, Reason

SALES = "region,amount,status\nN,1.5,paid\nS,2,open\n"


@pytest.fixture
def host(tmp_path: Path) -> Path:
    (tmp_path / "sales.csv").write_text(SALES, encoding="utf-8")
    (tmp_path / "items.json").write_text('[{"id": 1, "cost": 2.5}]', encoding="utf-8")
    return tmp_path


def _checks(result: ObligationSet) -> list[tuple[str, dict[str, Any]]]:
    return [(item.effect.validator, dict(item.effect.params)) for item in result.hard]


def _grounded(text: str, host: Path, family: Family = Family.COMPUTED, **params: Any) -> ObligationSet:
    source = source_of(text)
    asked = {"path": ("/root/out.json", "/root/sales.csv"), "field": "total", **params}
    return grounded(source, direction_of(source, text, family=family, **asked), host=host)


ROWS = {"path": "/root/sales.csv"}
SUM = {"op": "sum", "rows": ROWS, "of": "amount"}


@pytest.mark.parametrize(
    ("text", "result", "more"),
    [
        ("`total` in `/root/out.json` must be the sum of `amount` in `/root/sales.csv`.", SUM, {}),
        ("Set `total` in /root/out.json to the total of the `amount` column of /root/sales.csv.", SUM, {}),
        ("Write the sum of all `amount` values in /root/sales.csv to `total` in /root/out.json.", SUM, {}),
        (
            "`total` in /root/out.json is the average of `amount` in /root/sales.csv, rounded to 2 decimal places.",
            {**SUM, "op": "mean"},
            {"decimals": 2},
        ),
        (
            "`total` in /root/out.json is the number of rows in /root/sales.csv.",
            {"op": "count", "rows": ROWS},
            {},
        ),
        (
            "`total` in /root/out.json equals the number of distinct `region` values in /root/sales.csv.",
            {"op": "distinct", "rows": ROWS, "of": "region"},
            {},
        ),
        (
            "`total` in /root/out.json must equal the sum of `amount` in /root/sales.csv where `status` is `paid`.",
            {**SUM, "rows": {**ROWS, "where": [{"column": "status", "test": "is", "values": ["paid"]}]}},
            {},
        ),
    ],
)
def test_stated_calculations(host: Path, text: str, result: Any, more: dict[str, Any]) -> None:
    (check,) = _checks(_grounded(text, host))
    assert check[0] == "computed"
    assert check[1]["calculation"] == {"result": result}
    assert check[1]["path"] == "/root/out.json"
    assert check[1]["field"].endswith("total")
    assert {name: check[1][name] for name in more} == more


def test_records_of_json_are_a_table(host: Path) -> None:
    text = "`total` in /root/out.json must be the sum of `cost` in /root/items.json."
    (check,) = _checks(_grounded(text, host, path=("/root/out.json", "/root/items.json")))
    assert check[1]["calculation"]["result"]["of"] == "cost"


def test_groups_stand_in_a_table(host: Path) -> None:
    text = "The column `total` in /root/out.csv must be the sum of `amount` in /root/sales.csv for each `region`."
    (check,) = _checks(_grounded(text, host, path=("/root/out.csv", "/root/sales.csv")))
    assert check[1]["calculation"] == {"result": SUM, "by": ["region"]}


@pytest.mark.parametrize(
    "text",
    [
        "`total` in /root/out.json must be the weighted sum of `amount` in /root/sales.csv.",
        "`total` in /root/out.json must be the sum of `amount` in /root/sales.csv, excluding refunds.",
        "`total` in /root/out.json must be the sum of `amount` in /root/sales.csv in thousands.",
        "`total` in /root/out.json must be the sum of `price` in /root/sales.csv.",
        "`total` in /root/out.json must be the sum of `amount` in /root/other.csv.",
        "`total` in /root/out.json must be about the sum of `amount` in /root/sales.csv.",
        "`total` in /root/out.json must be more than the sum of `amount` in /root/sales.csv.",
        "`total` in /root/out.json must not be the sum of `amount` in /root/sales.csv.",
        "`total` in /root/out.json is, unless `status` is `open`, the sum of `amount` in /root/sales.csv.",
        "`total` in /root/out.json must be the standard deviation of `amount` in /root/sales.csv.",
        "`total` in /root/out.json must be computed from /root/sales.csv.",
    ],
)
def test_what_is_not_read_as_a_whole_makes_no_check(host: Path, text: str) -> None:
    params = {"path": ("/root/out.json", "/root/other.csv")} if "other.csv" in text else {}
    result = _grounded(text, host, **params)
    assert _checks(result) == []
    assert [item.mandatory for item in result.abstained] == [True]


def test_data_that_are_not_visible_ground_nothing(tmp_path: Path) -> None:
    text = "`total` in /root/out.json must be the sum of `amount` in /root/sales.csv."
    result = _grounded(text, tmp_path)
    assert _checks(result) == []
    assert result.abstained[0].reason is Reason.PARAM_UNGROUNDED


def test_a_total_agrees_with_the_rows_of_another_output(host: Path) -> None:
    text = (
        "Write /root/rows.csv and /root/out.json. "
        "`total` in /root/out.json must equal the number of rows in /root/rows.csv."
    )
    source = source_of(text)
    first, second = text.split(". ")
    made = [
        direction_of(source, first, family=Family.PATH_EXISTS, name=f"d{n}", path=path)
        for n, path in enumerate(("/root/rows.csv", "/root/out.json"), 1)
    ]
    asked = direction_of(
        source,
        second,
        family=Family.CROSS_CONSISTENT,
        name="d3",
        path=("/root/out.json", "/root/rows.csv"),
        field="total",
    )
    checks = [item for item in _checks(grounded(source, *made, asked, host=host)) if item[0] == "numbers_agree"]
    (check,) = checks
    assert check[1]["own"] == "/root/rows.csv"
    assert check[1]["right"] == {"result": {"op": "count", "rows": {"path": "/root/rows.csv"}}}
    assert check[1]["left"]["result"]["op"] == "value"


def test_ids_stand_in_another_file(host: Path) -> None:
    text = "Every `region` in /root/out.csv must appear in the `region` column of /root/sales.csv."
    params = {"path": ("/root/out.csv", "/root/sales.csv"), "column": "region", "field": "region"}
    (check,) = _checks(_grounded(text, host, Family.CROSS_CONSISTENT, **params))
    assert check == (
        "values_agree",
        {
            "path": "/root/out.csv",
            "field": "region",
            "other": "/root/sales.csv",
            "other_field": "region",
            "how": "within",
        },
    )


@pytest.mark.parametrize("text", ["", "x" * 5_000, "`a` `b` <n0> is the sum of <n1>", "the sum of `a", "\x00 `\u202e`"])
def test_odd_sentences_state_nothing(text: str) -> None:
    assert calculation_in([text], ["a", "(", ""]) is None
    assert agreement_in([text], ["a"]) is None
