"""Directions about code, commands, tests, order, sizes and workbooks' formats become checks, or say why not."""

from __future__ import annotations

from typing import Any

import pytest
from ground_world import direction_of, grounded, source_of

from specharness import api
from specharness.ir import Family, Kind, Reason


def checks(text: str, family: Family, /, **params: Any) -> list[tuple[str, dict[str, Any]]]:
    source = source_of(text)
    found = grounded(source, direction_of(source, text.strip(), family=family, **params))
    return [(item.effect.validator, item.effect.params) for item in found.hard]


def reason(text: str, family: Family, /, **params: Any) -> Reason:
    source = source_of(text)
    found = grounded(source, direction_of(source, text.strip(), family=family, **params))
    assert found.hard == ()
    return found.abstained[0].reason


def test_signatures_are_read_from_the_text() -> None:
    text = "`app.py` must define a function `total(items, rate=0.1) -> float`."
    assert checks(text, Family.CODE_INTERFACE, path="app.py", text="total(items, rate=0.1) -> float") == [
        (
            "code_interface",
            {
                "path": "app.py",
                "name": "total",
                "kind": "function",
                "params": ["items", "rate"],
                "defaults": {"rate": "0.1"},
                "returns": "float",
            },
        )
    ]
    text = "`app.py` must define the class `Cart` and the method `Cart.add(self, item: str)`."
    assert checks(text, Family.CODE_INTERFACE, path="app.py", text=("Cart", "Cart.add(self, item: str)")) == [
        ("code_interface", {"path": "app.py", "name": "Cart", "kind": "class"}),
        (
            "code_interface",
            {
                "path": "app.py",
                "name": "Cart.add",
                "kind": "method",
                "params": ["item"],
                "annotations": {"item": "str"},
            },
        ),
    ]
    text = "`app.py` must accept `--input` and `--output`."
    assert checks(text, Family.CODE_INTERFACE, path="app.py", text=("--input", "--output")) == [
        ("code_interface", {"path": "app.py", "options": ["--input", "--output"]})
    ]


def test_what_a_function_does_stays_open() -> None:
    source = source_of("`app.py` must define a function `total(items)` that sums the prices.")
    direction = direction_of(source, source.text, family=Family.CODE_INTERFACE, path="app.py", text="total(items)")
    found = grounded(source, direction)
    assert [item.effect.params["name"] for item in found.hard] == ["total"]
    assert "decided in part" in found.abstained[0].detail
    assert found.abstained[0].mandatory


@pytest.mark.parametrize(
    ("text", "params", "why"),
    [
        (
            "`app.js` must define a function `total(items)`.",
            {"path": "app.js", "text": "total(items)"},
            Reason.NO_VALIDATOR,
        ),
        ("`app.py` must define a helper function.", {"path": "app.py"}, Reason.PARAM_MISSING),
        ("The module must define `total(items)`.", {"text": "total(items)"}, Reason.PARAM_MISSING),
        ("`app.py` must define `two words` somewhere.", {"path": "app.py", "text": "two words"}, Reason.NO_VALIDATOR),
    ],
)
def test_interfaces_that_are_not_checked(text: str, params: dict[str, Any], why: Reason) -> None:
    assert reason(text, Family.CODE_INTERFACE, **params) is why


def test_commands() -> None:
    text = "`python3 build.py --all` must run without errors."
    assert checks(text, Family.COMMAND_SUCCEEDS, command="python3 build.py --all") == [
        ("command_succeeds", {"command": "python3 build.py --all"})
    ]
    text = "`python3 build.py --bad` must exit with code 2."
    assert checks(text, Family.COMMAND_SUCCEEDS, command="python3 build.py --bad") == [
        ("command_succeeds", {"command": "python3 build.py --bad", "exit_code": 2})
    ]
    text = "`python3 hello.py` must succeed and print `hello world`."
    assert checks(text, Family.COMMAND_SUCCEEDS, command="python3 hello.py", text="hello world") == [
        ("command_succeeds", {"command": "python3 hello.py", "output": ["hello world"]})
    ]


@pytest.mark.parametrize(
    "command",
    [
        "python3 -m unittest",
        "python -m unittest discover -s tests",
        "pytest -q tests",
        "uv run pytest",
        "cd app && python3 -m pytest -x",
        "node --test",
        "npx jest",
        "cargo test",
        "PYTHONPATH=. .venv/bin/pytest",
    ],
)
def test_a_runner_of_tests_has_to_run_some(command: str) -> None:
    for text in (f"Make sure that `{command}` passes.", f"`{command}` must exit with code 0."):
        assert checks(text, Family.COMMAND_SUCCEEDS, command=command) == [("tests_pass", {"command": command})]


@pytest.mark.parametrize(
    "command", ["make test", "pytest --version", "python3 tests.py", "go vet ./test", "./pytest.sh"]
)
def test_other_commands_only_have_to_succeed(command: str) -> None:
    text = f"`{command}` must succeed."
    assert checks(text, Family.COMMAND_SUCCEEDS, command=command) == [("command_succeeds", {"command": command})]


@pytest.mark.parametrize(
    ("text", "command", "why"),
    [
        ("The build must succeed.", None, Reason.PARAM_MISSING),
        ("Run `python3 build.py` first.", "python3 build.py", Reason.LOW_CONFIDENCE),
        ("`python3 build.py <file>` must succeed.", "python3 build.py <file>", Reason.PARAM_MISSING),
        ("`pip install -r requirements.txt` must succeed.", "pip install -r requirements.txt", Reason.UNOBSERVABLE),
        ("`curl http://localhost/x` must succeed.", "curl http://localhost/x", Reason.UNOBSERVABLE),
        ("`python3 build.py` must exit with a non-zero code.", "python3 build.py", Reason.NO_VALIDATOR),
        ("python3 build.py must succeed.", "python3 build.py", Reason.PARAM_UNGROUNDED),
    ],
)
def test_commands_that_are_not_run(text: str, command: str | None, why: Reason) -> None:
    assert reason(text, Family.COMMAND_SUCCEEDS, **({"command": command} if command else {})) is why


def test_a_runner_that_is_to_fail_or_to_print_is_a_command() -> None:
    text = "`pytest` must exit with code 5."
    wanted = {"command": "pytest", "exit_code": 5}
    assert checks(text, Family.COMMAND_SUCCEEDS, command="pytest") == [("command_succeeds", wanted)]


def test_tests() -> None:
    assert checks("All tests in `tests/test_app.py` must pass.", Family.TESTS_PASS, path="tests/test_app.py") == [
        ("tests_pass", {"path": "tests/test_app.py"})
    ]
    assert checks("`pytest -q` must pass.", Family.TESTS_PASS, command="pytest -q") == [
        ("tests_pass", {"command": "pytest -q"})
    ]
    assert checks("All tests in `tests/` must pass.", Family.TESTS_PASS) == [("tests_pass", {"path": "tests"})]
    assert reason("All tests of `app.py` must pass.", Family.TESTS_PASS) is Reason.PARAM_MISSING
    assert reason("All tests must pass.", Family.TESTS_PASS) is Reason.PARAM_MISSING
    assert reason("`app.py` must work.", Family.TESTS_PASS, path="app.py") is Reason.LOW_CONFIDENCE


def test_steps() -> None:
    text = "Call the tool `search_orders` before the tool `refund_order`."
    order = ("search_orders", "refund_order")
    assert checks(text, Family.ORDERED_STEPS, kind=Kind.PROCESS, order=order) == [
        ("ordered_steps", {"steps": [{"tool": "search_orders"}, {"tool": "refund_order"}]})
    ]
    text = "Run `python3 a.py` and then run `python3 b.py`."
    order = ("python3 a.py", "python3 b.py")
    assert checks(text, Family.ORDERED_STEPS, kind=Kind.PROCESS, order=order) == [
        ("ordered_steps", {"steps": [{"command": "python3 a.py"}, {"command": "python3 b.py"}]})
    ]
    described = "First read the data, then write the report."
    assert reason(described, Family.ORDERED_STEPS, order=("read the data", "write the report")) is Reason.NO_VALIDATOR
    assert reason("Call `a` then `b`.", Family.ORDERED_STEPS, order="a") is Reason.PARAM_MISSING


def test_sizes() -> None:
    text = "`out.zip` must not be larger than 5 MB."
    assert checks(text, Family.RESOURCE_LIMIT, path="out.zip", max="5 MB") == [
        ("file_size", {"path": "out.zip", "max": "5 MB"})
    ]
    assert checks(text, Family.RESOURCE_LIMIT, path="out.zip", max=5) == [
        ("file_size", {"path": "out.zip", "max": "5 MB"})
    ]
    slow = "`out.zip` must be made within 5 seconds."
    assert reason(slow, Family.RESOURCE_LIMIT, path="out.zip", max="5 seconds") is Reason.NO_VALIDATOR


def test_formats_of_cells() -> None:
    text = "In `book.xlsx`, format column `Share` as a percentage with 1 decimal."
    assert checks(text, Family.NUMBER_FORMAT, path="book.xlsx", column="Share", decimals=1) == [
        ("cell_format", {"path": "book.xlsx", "column": "Share", "kind": "percent", "decimals": 1})
    ]
    text = "In `book.xlsx`, format `B2:B9` as `#,##0.00`."
    assert checks(text, Family.NUMBER_FORMAT, path="book.xlsx", range="B2:B9", pattern="#,##0.00") == [
        ("cell_format", {"path": "book.xlsx", "range": "B2:B9", "format": "#,##0.00"})
    ]


def test_formulas() -> None:
    text = "In `book.xlsx`, `B10` must use `=SUM(B2:B9)`."
    assert checks(text, Family.FORMULA, path="book.xlsx", range="B10", text="=SUM(B2:B9)") == [
        ("formula_cells", {"path": "book.xlsx", "range": "B10"}),
        ("formula_parts", {"path": "book.xlsx", "range": "B10", "functions": ["SUM"], "covers": "B2:B9"}),
    ]
    text = "In `book.xlsx`, `C2:C9` must hold formulas and no hard-coded values."
    assert ("formula_parts", {"path": "book.xlsx", "range": "C2:C9", "no_constants": True}) in checks(
        text, Family.FORMULA, path="book.xlsx", range="C2:C9"
    )
    text = "`book.xlsx` must show no error values after recalculation."
    assert checks(text, Family.FORMULA, path="book.xlsx") == [
        ("formula_results", {"path": "book.xlsx", "recalculated": True})
    ]


def test_quantities() -> None:
    text = "In `out.json`, `trip_length` must be 12.5 km ± 100 m."
    assert checks(text, Family.VALUE_EQUALS, path="out.json", field="trip_length", value="12.5 km") == [
        (
            "quantity",
            {"path": "out.json", "field": "**.trip_length", "value": "12.5 km", "tolerance": "100 m"},
        )
    ]
    text = "In `out.json`, `trip_length` must be at most 20 km."
    assert checks(text, Family.VALUE_RANGE, path="out.json", field="trip_length", max="20 km") == [
        ("quantity", {"path": "out.json", "field": "**.trip_length", "max": "20 km"})
    ]
    text = "In `out.json`, `trip_length` must be about 12 km."
    assert checks(text, Family.VALUE_EQUALS, path="out.json", field="trip_length", value="12 km") == []
    text = "In `out.json`, `trip_length` must be 12 km."
    assert checks(text, Family.VALUE_EQUALS, path="out.json", field="trip_length", value=12) == []


def test_states_of_databases() -> None:
    text = "The table `orders` of `shop.db` must have exactly 5 rows."
    assert checks(text, Family.STATE_QUERY, path="shop.db", sheet="orders", count=5) == [
        ("state_query", {"path": "shop.db", "table": "orders", "count": 5})
    ]
    text = "In `shop.db`, `status` of every row of `orders` must be `shipped`."
    assert checks(text, Family.STATE_QUERY, path="shop.db", sheet="orders", column="status", value="shipped") == [
        ("state_query", {"path": "shop.db", "table": "orders", "values": {"status": "shipped"}})
    ]
    assert reason("`shop.db` must hold the new order.", Family.STATE_QUERY, path="shop.db") is Reason.PARAM_MISSING


def alternatives(text: str, family: Family, /, **params: Any) -> list[Any]:
    found = checks(text, family, **params)
    return [part["params"] for name, given in found if name == "combined" for part in given["any"]]


def test_alternatives_are_joined_and_not_both_demanded() -> None:
    files = ("a.txt", "b.txt")
    one, other = ({"path": name, "type": "file"} for name in files)
    for text in (
        "Create `a.txt` or `b.txt`.",
        "Save the result as either `a.txt` or `b.txt`.",
        "At least one of `a.txt` and `b.txt` must exist.",
    ):
        assert alternatives(text, Family.PATH_EXISTS, path=files) == [one, other], text
    assert checks("Create `a.txt` and `b.txt`.", Family.PATH_EXISTS, path=files) == [
        ("path_exists", one),
        ("path_exists", other),
    ]
    text = "`a.md` must contain `x1` or `y1`."
    assert [part["texts"] for part in alternatives(text, Family.CONTAINS, path="a.md", text=("x1", "y1"))] == [
        ["x1"],
        ["y1"],
    ]
    text = "`a.md` or `b.md` must contain `x1`."
    found = alternatives(text, Family.CONTAINS, path=("a.md", "b.md"), text="x1")
    assert [part["path"] for part in found] == ["a.md", "b.md"]
    text = "Create `a.json` or `b.json`."
    nested = checks(text, Family.PATH_EXISTS, path=("a.json", "b.json"))
    assert [part["validator"] for part in nested[0][1]["any"]] == ["combined", "combined"]


def test_joints_that_differ_are_not_guessed() -> None:
    text = "Create `a.txt` and `b.txt` or `c.txt`."
    assert reason(text, Family.PATH_EXISTS, path=("a.txt", "b.txt", "c.txt")) is Reason.NO_VALIDATOR


@pytest.mark.parametrize(
    "order", ["Run `make test` and make sure that it succeeds.", "Run `make test`, then check that it passes."]
)
def test_the_command_that_was_ordered_right_before_has_to_succeed(order: str) -> None:
    found = api.compile_text(order)
    assert [dict(one.effect.params) for one in found.hard] == [{"command": "make test"}]
    assert any(one.mandatory for one in found.abstained)  # that it was run leaves no sure trace


def test_it_is_no_command_that_was_only_told_of() -> None:
    assert not api.compile_text("`make test` was slow last week. Make sure that it succeeds.").hard
