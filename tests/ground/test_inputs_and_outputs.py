"""What a prompt says of a file that it draws on is demanded of no file that it orders; plain wordings of what an
ordered file holds are."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from pydantic import JsonValue

from specharness import api


def demanded(text: str) -> list[tuple[str, Mapping[str, JsonValue]]]:
    """The checks that may block, without those of a file's being there and being read."""
    shallow = {"path_exists", "format_valid"}
    return [
        (one.effect.validator, one.effect.params)
        for one in api.compile_text(text).hard
        if one.effect.validator not in shallow
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Read in.csv with the columns a, b and c. Write out.csv.",
        "Read in.csv with the columns a and b. Write out.csv.",
        "Read in.csv (columns: a, b, c). Write out.csv.",
        "Read in.csv, which has the columns a, b, c, and write out.csv.",
        "Input: `sales.csv` with columns date, region, amount. Output: `out.csv`.",
        "There is a file `sales.csv` with columns date, region, amount. Produce out.csv.",
        "`sales.csv` has 3 columns: date, region, amount. Write `out.csv`.",
        "The file `sales.csv` contains the columns date, region, amount. Write `out.csv`.",
        "Use in.csv. It has the columns a, b, c. Write out.csv.",
        "From users.csv (1000 rows), write active.csv.",
        "Read `in.json`. Set `x` to 5.",
    ],
)
def test_what_an_input_is_like_binds_no_output(text: str) -> None:
    assert demanded(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Add three lines to log.txt.",
        "Add version 1.3.0 with two entries to CHANGELOG.md.",
        "Append two rows to `data.csv`.",
        "Insert 2 new entries at the top of CHANGELOG.md.",
        "Write out.csv with columns sorted and trimmed.",
        "Write out.csv. Add the columns a and b into total.",
        "Write `result.json` with the keys sorted and indented.",
        "Write `result.json` with the fields in lower case.",
    ],
)
def test_what_is_added_or_done_is_not_all_there_is(text: str) -> None:
    assert demanded(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "`solve.py` must print exactly 3 lines.",
        "Write `schema.json` describing an object with required keys `id` and `name`; `age` must be between 0 and 150.",
        '`result.schema.json` must have the keys "type" and "properties".',
        "Write a test that asserts that `config.json` contains the key `debug`.",
        "Put the sum of B2:B10 into cell B11 of `x.xlsx`.",
    ],
)
def test_what_is_printed_described_or_tested_is_no_file_s(text: str) -> None:
    assert demanded(text) == []


def test_a_line_that_names_the_folder_of_what_follows() -> None:
    text = "Two things in src/:\n(a) create api.py\n(b) delete old.py, nothing imports it\n"
    found = [(one.effect.validator, one.effect.params["path"]) for one in api.compile_text(text).hard]
    assert found == [("path_exists", "src/api.py"), ("path_absent", "src/old.py")]


def test_a_folder_at_the_end_of_a_sentence() -> None:
    assert demanded("Do not touch tests/.") == [("unchanged", {"path": "tests"})]


def test_what_is_summed_up_is_not_what_the_summary_must_hold() -> None:
    task = "请在 /root/output 目录下创建 a.md，总结 /root/n.txt 的内容。要求：\n"
    text = f"{task}1. 标题为“# 甲”；\n2. 包含“## 乙”和“## 丙”两个二级标题；\n"
    assert {params["path"] for _, params in demanded(text)} <= {"/root/output/a.md"}


def test_what_a_run_must_make_is_not_there_yet() -> None:
    found = api.compile_text("Write `app.py`. Running `python app.py` must create `out.txt` with 3 lines.").hard
    assert [one.effect.params["path"] for one in found] == ["app.py"]


def test_a_file_that_another_one_is_made_of_is_not_written() -> None:
    found = api.compile_text('Export the sheet "Jan" of book.xlsx to jan.csv.').hard
    assert [one.effect.params["path"] for one in found] == ["jan.csv"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Use the formula =SUM(B2:B10) in cell B11 of `x.xlsx`.", "B11"),
        ("Cells C2:C5 of `x.xlsx` must contain formulas.", "C2:C5"),
        ("`x.xlsx`: B11 must be a formula that sums B2:B10.", "B11"),
        ("In `x.xlsx`, D2 must contain the formula `=A2*B2`.", "D2"),
    ],
)
def test_a_formula_stands_where_it_is_put_and_not_where_it_looks(text: str, place: str) -> None:
    assert [params["range"] for name, params in demanded(text) if name == "formula_cells"] == [place]


COLUMNS: list[tuple[str, list[str]]] = [
    ("Write out.csv with the columns name, email, phone.", ["name", "email", "phone"]),
    ("Save `out.csv` (columns: name, email, phone).", ["name", "email", "phone"]),
    ("Please make paid.csv with the columns a and b.", ["a", "b"]),
    ("Could you produce c.csv with these columns, in this order: name, email, phone?", ["name", "email", "phone"]),
    ("Could you write out.csv? It must have the columns a, b and c.", ["a", "b", "c"]),
    ("Write out.csv from in.csv. It must have the columns a, b, c.", ["a", "b", "c"]),
    ("You are given `in.csv` with columns a, b, c. Write out.csv with the columns a and c.", ["a", "c"]),
    ("Input: `in.csv` (columns: a, b, c)\nOutput: `out.csv` (columns: a, c)", ["a", "c"]),
]


@pytest.mark.parametrize(("text", "columns"), COLUMNS)
def test_the_columns_of_what_is_ordered(text: str, columns: list[str]) -> None:
    ((validator, params),) = demanded(text)
    assert (validator, params["columns"]) == ("table_columns", columns)


@pytest.mark.parametrize(
    "text",
    [
        "From `a.csv` pick ten rows and save them to `b.csv`. The header must be the same as in a.csv. "
        "Rows must be sorted by `n`.",
        "Write `b.csv`. Its columns must be those of `a.csv`. Rows must be sorted by the column `n`.",
    ],
)
def test_a_file_that_is_only_compared_with_is_not_what_is_spoken_of(text: str) -> None:
    assert demanded(text) == [("sorted_by", {"path": "b.csv", "field": "n", "order": "asc"})]


def test_an_order_to_set_something_is_about_the_only_file() -> None:
    text = "# Staging\n\nThe file `c.yaml` is used by the server.\n\n1. Change `port` to 9000.\n"
    assert demanded(text) == [("value_equals", {"path": "c.yaml", "field": "**.port", "value": 9000})]


def test_keys_without_marks() -> None:
    ((validator, params),) = demanded("Write `result.json` with the keys total and count.")
    shape = params["shape"]
    assert isinstance(shape, dict)
    assert validator == "json_shape"
    assert list(dict(shape["keys"])) == ["total", "count"]  # type: ignore[arg-type]


def test_headings_in_the_plural() -> None:
    found = demanded('Write `a.md` with the headings "Goal", "Status" and "Next steps".')
    assert [params["headings"] for _, params in found] == [["Goal"], ["Status"], ["Next steps"]]


def test_a_name_in_code_whose_values_differ_is_a_column() -> None:
    assert demanded("`id` must be unique in users.csv.") == [("unique", {"path": "users.csv", "field": "id"})]


def test_a_file_has_a_beginning_and_an_end() -> None:
    found = demanded('Write a.txt. It must start with "Dear all," and end with "Bye".')
    assert [params["pattern"] for _, params in found] == [r"Dear\ all,[\s\S]*", r"[\s\S]*Bye"]


def test_what_follows_a_real_question_is_a_case_of_it() -> None:
    assert demanded("Can you check whether out.csv exists? `status` must be `ok` in a.json.") == []
