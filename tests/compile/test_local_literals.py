"""Literals: every path, quotation, name and number stands verbatim at its offsets."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specharness.compile.local.literals import is_folder, is_template, names, number, paths, quoted

PIECES = st.sampled_from(
    [
        *"abZ019_-./~*`'\"“”‘’「」『』<>{}$@+:;,() \n\t汇总表é\u200b\U0001f600",
        "out.json", "/root/", "`", "```", "https://x.org/a.csv", " and ", "、", "和", "**", "*.csv", ".env", "\\",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=120), st.lists(PIECES, max_size=40).map("".join))


@given(TEXTS, st.data())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_every_literal_stands_at_its_offsets(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for find in (paths, quoted, names):
        found = find(text, start, end)
        for item in found:
            assert text[item.start : item.end] == item.value
            assert start <= item.start < item.end <= end
        assert [item.start for item in found] == sorted(item.start for item in found)
        assert all(one.end <= other.start for one, other in itertools.pairwise(found))


PATHS = [
    ("Save to /root/out.json.", ["/root/out.json"]),
    ("Save it as `/root/out.json`, please.", ["/root/out.json"]),
    ("(see src/main.py)", ["src/main.py"]),
    ("Compare a.csv, b.csv; then c.csv: done", ["a.csv", "b.csv", "c.csv"]),
    ("~/x.json and ../y.csv and ./z.txt", ["~/x.json", "../y.csv", "./z.txt"]),
    ("“报告.docx”", ["报告.docx"]),
    ("写入 `结果/汇总.csv`。", ["结果/汇总.csv"]),
    ("保存到 out.json，然后结束", ["out.json"]),
    ("保存到out.json。", ["out.json"]),
    ("the file's name is 'b.txt' here", ["b.txt"]),
    ("Don't edit out.json, it's fine.", ["out.json"]),
    ('‘a.txt’ or "b.txt"', ["a.txt", "b.txt"]),
    ("copy `.env` and .gitignore", [".env", ".gitignore"]),
    ("`Makefile` and `Dockerfile`", ["Makefile", "Dockerfile"]),
    ("an unmarked Makefile", []),
    ("remove the IF/END_IF marks but keep src/my_dir", ["src/my_dir"]),
    ("`python scripts/demo.py` prints it, `my notes/a.txt` too", ["my notes/a.txt"]),
    ("`./run.sh all.csv` and `./run.sh`", ["./run.sh"]),
    ("**out.json**: the result", ["out.json"]),
    ("**/root/out.json**", ["/root/out.json"]),
    ("**Save to out.json.**", ["out.json"]),
    ("***a.txt***", ["a.txt"]),
    ("*.csv and **/*.py and src/**", ["*.csv", "**/*.py", "src/**"]),
    ("data_*.csv", ["data_*.csv"]),
    ("invoice_{id}.pdf", ["invoice_{id}.pdf"]),
    ("$HOME/out.txt", ["$HOME/out.txt"]),
    ("foo.tar.gz", ["foo.tar.gz"]),
    ("__init__.py", ["__init__.py"]),
    ("config.yaml:12", ["config.yaml"]),
    ("src/ and /app/data", ["src/", "/app/data"]),
    ("in result.txt,and more", ["result.txt"]),
    ("`npm run build`", []),
    ("`python gen.py`", []),
    ("see https://x.org/a/b.csv for more", []),
    ("ftp://h/f.txt", []),
    ("http://localhost:8000/data.json", []),
    ("www.example.com/a.html", []),
    ("example.org/files/a.csv", []),
    ("user@mail.com", []),
    ("git@github.com:a/b.git", []),
    ("and/or either/both", []),
    ("1/2 of 24/7 on 5/10/2024", []),
    ("km/h, TCP/IP, N/A, Yes/No", []),
    ("Node.js and Vue.js", []),
    ("v1.2.3, 3.14, 2.0.h, 1.5.c", []),
    ("e.g. this, i.e. that, etc.", []),
    ("C:\\temp\\y.txt", []),
    ("/ and `/` and `.csv` files", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "wanted"), PATHS)
def test_paths(text: str, wanted: list[str]) -> None:
    assert [item.value for item in paths(text, 0, len(text))] == wanted


def test_paths_stay_in_the_stretch() -> None:
    text = "first.csv second.csv third.csv"
    start = text.index("second")
    assert [item.value for item in paths(text, start, start + len("second.csv"))] == ["second.csv"]


REPEATED = ["*", "{", "a/", "a.", "'", "`", "/", "*a", "$.", "**a.b", "./", "一", '"', "a, ", "and "]


@pytest.mark.parametrize("text", REPEATED)
def test_hostile_repetition_takes_linear_time(text: str) -> None:
    long = text * (20_000 // len(text))
    start = time.perf_counter()
    for find in (paths, quoted, names):
        find(long, 0, len(long))
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize(
    ("path", "varies"),
    [
        ("out.json", False), ("*.csv", True), ("{id}.pdf", True), ("<name>.md", True), ("log_YYYY-MM.txt", True),
        ("a/.../b", True), ("report_xxx.txt", True), ("$HOME/a", True), ("maxxxl.txt", False), ("年报.docx", False),
    ],
)  # fmt: skip
def test_templates(path: str, varies: bool) -> None:
    assert is_template(path) is varies


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        ("src/", True), ("/root/out", True), ("a/b.txt", False), ("out.json/", True), (".env", False),
        ("a/.npmrc", False), ("x/.config", True), ("Makefile", False), ("docs/LICENSE", False),
        (".eslintrc", False), (".git", True),
    ],
)  # fmt: skip
def test_folders(path: str, folder: bool) -> None:
    assert is_folder(path) is folder


QUOTED = [
    ("`a` and \"b\" and “c” and 「d」 and 'e'", ["a", "b", "c", "d", "e"]),
    ("it's not a quote, isn't it", []),
    ("`a b c`", ["a b c"]),
    ('an "unclosed quote', []),
    ("`one\ntwo`", []),
    ("“日期”、“金额”", ["日期", "金额"]),
]


@pytest.mark.parametrize(("text", "wanted"), QUOTED)
def test_quoted(text: str, wanted: list[str]) -> None:
    assert [item.value for item in quoted(text, 0, len(text))] == wanted


NAMES = [
    ("`a`, `b` and `c`", ["a", "b", "c"]),
    ("a, b and c", ["a", "b", "c"]),
    ("date, amount, and total price.", ["date", "amount", "total price"]),
    ("sku,name,price", ["sku", "name", "price"]),
    ("`sku,name,price`", ["sku", "name", "price"]),
    ('"id," "name," and "x"', ["id", "name", "x"]),
    ("`a`, b", ["a"]),
    ("brand, order, and sander", ["brand", "order", "sander"]),
    ("日期、金额和总计", ["日期", "金额", "总计"]),
    ("id，name，price", ["id", "name", "price"]),
    ("“日期”、“金额”", ["日期", "金额"]),
    ("a; b & c", ["a", "b", "c"]),
    ("one two three four five", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "wanted"), NAMES)
def test_names(text: str, wanted: list[str]) -> None:
    assert [item.value for item in names(text, 0, len(text))] == wanted


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("3", 3), ("three", 3), ("Twelve", 12), ("1,000", 1000), ("1,000,000.5", 1_000_000.5), ("-2", -2), ("−3", -3),
        ("2.50", 2.5), ("1e3", 1000.0), (" 7 ", 7), ("三", 3), ("两", 2), ("十", 10), ("٣", 3),
        ("", None), ("abc", None), ("nan", None), ("inf", None), ("1e400", None), ("1,0", None), ("1_000", None),
        ("½", None), ("0x10", None), ("3.", None), ("9" * 5000, None),
    ],
)  # fmt: skip
def test_numbers(word: str, wanted: float | None) -> None:
    value = number(word)
    assert value == wanted
    assert type(value) is type(wanted)


@given(st.integers(-(10**12), 10**12))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_whole_numbers_are_read_with_and_without_thousands_separators(value: int) -> None:
    assert number(str(value)) == value
    assert number(f"{value:,}") == value


@given(st.text(max_size=12))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_a_number_is_finite_or_none(word: str) -> None:
    value = number(word)
    assert value is None or abs(value) < float("inf")
