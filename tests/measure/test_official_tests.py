"""Reading official tests as text: what pytest would collect, what a test touches and asserts, and hostile files."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specharness.errors import LimitExceededError, SchemaMismatchError
from specharness.measure import official_tests
from specharness.measure.official_tests import MAX_TEST_BYTES, OfficialTest, parse_tests, read_tests


def one(text: str) -> OfficialTest:
    """The only test of a file."""
    (test,) = parse_tests(text, "test_it.py")
    return test


COLLECTED = """
import unittest
def test_plain(): ...
async def test_async(): ...
def helper(): ...
def check_this(): ...
class TestThings:
    def test_method(self): ...
    def helper(self): ...
    class TestInner:
        def test_inner(self): ...
class Case(unittest.TestCase):
    def test_case(self): ...
class Other:
    def test_not_collected(self): ...
if True:
    def test_conditional(): ...
try:
    import numpy
except ImportError:
    pass
else:
    def test_with_numpy(): ...
def outer():
    def test_nested(): ...
"""


def test_what_pytest_would_collect_is_read() -> None:
    names = [test.name.removeprefix("test_it.py::") for test in parse_tests(COLLECTED, "test_it.py")]
    assert names == [
        "test_plain",
        "test_async",
        "TestThings::test_method",
        "TestInner::test_inner",
        "Case::test_case",
        "test_conditional",
        "test_with_numpy",
    ]


def test_files_names_and_values_are_told_apart() -> None:
    test = one(
        '''
from pathlib import Path
ROOT = Path("/root")
OUTPUT = ROOT / "report.json"
def test_grand_total():
    """The grand total is right."""
    data = json.loads(OUTPUT.read_text())
    assert data["grand_total"] == 4218.75, "grand_total wrong: 99"
'''
    )
    assert test.mentions.files == {"report.json"}
    assert "grand_total" in test.mentions.names
    assert test.mentions.literals == {"4218.75"}
    assert test.predicates == {"equals"}
    assert test.mentions.words == {"grand", "total", "right"}


def test_a_docstring_and_a_message_assert_nothing() -> None:
    test = one('def test_a():\n    """Uses notes.txt and 17."""\n    assert x == 5, "expected 18 in other.txt"\n')
    assert test.mentions.literals == {"5"}
    assert test.mentions.files == frozenset()


def test_constants_fixtures_and_helpers_of_the_file_are_followed() -> None:
    test = one(
        """
import pytest
KEYS = ["alpha", "beta"]
def load(path):
    return open(path)
def compare(value):
    assert value >= 40
@pytest.fixture
def table():
    return load("/root/table.csv")
class TestTable:
    LIMIT = 12
    def _more(self):
        return "sheet_two"
    def test_keys(self, table):
        for key in KEYS:
            assert key in table
        assert len(table) <= self.LIMIT
        compare(table)
        self._more()
"""
    )
    assert test.mentions.files == {"table.csv"}
    assert {"alpha", "beta", "sheet_two"} <= test.mentions.names
    assert test.mentions.literals == {"alpha", "beta", "12", "40"}
    assert test.predicates == {"contains", "count", "range"}


def test_parameters_are_asserted() -> None:
    test = one('@pytest.mark.parametrize("n", [3, -7])\ndef test_n(n):\n    assert f(n)\n')
    assert {"3", "-7"} <= test.mentions.literals


@pytest.mark.parametrize(
    ("claim", "predicates"),
    [
        ("os.path.exists(p)", {"exists"}),
        ("not p.exists()", {"absent"}),
        ("len(set(xs)) == len(xs)", {"unique"}),
        ("len(xs) == 4", {"count"}),
        ("xs == sorted(xs)", {"sorted", "equals"}),
        ("round(x, 2) == x", {"decimals", "equals"}),
        ("'a' not in xs", {"lacks"}),
        ("3 < x <= 5", {"range"}),
        ("isinstance(x, dict)", {"type"}),
        ("re.fullmatch('a+', x)", {"pattern"}),
        ("df.date.is_monotonic_increasing", {"sorted"}),
        ("x is None", {"other"}),
    ],
)
def test_what_is_asserted(claim: str, predicates: set[str]) -> None:
    assert one(f"def test_it():\n    assert {claim}\n").predicates == predicates


def test_methods_of_unittest_assert_as_well() -> None:
    test = one("class T(TestCase):\n    def test_a(self):\n        self.assertEqual(total, 42)\n")
    assert test.mentions.literals == {"42"}
    assert test.predicates == {"equals"}


def test_trivial_values_tell_nothing() -> None:
    assert one("def test_a():\n    assert run() == 0 and x == 1 and y is True and z == ''\n").mentions.literals == set()


def test_names_that_are_bound_in_a_circle_end() -> None:
    test = one("A = B\nB = A\ndef f():\n    return g()\ndef g():\n    return f()\ndef test_a():\n    assert A == f()\n")
    assert test.predicates == {"equals"}


def test_nothing_is_imported_or_run(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    (tmp_path / "test_trap.py").write_text(
        f"import pathlib, nowhere_at_all\npathlib.Path({str(trap)!r}).touch()\ndef test_a():\n    assert 1 / 0\n"
    )
    assert [test.name for test in read_tests(tmp_path).tests] == ["test_trap.py::test_a"]
    assert not trap.exists()
    assert "nowhere_at_all" not in sys.modules


HOSTILE = {
    "no Python": b"def test_a(:\n",
    "a null byte": b"x = 1\x00\n",
    "not UTF-8": b"# coding: utf-8\nx = '\xff'\n",
    "an unknown coding": b"# coding: klingon\n",
    "deep brackets": b"x = " + b"(" * 50_000 + b")" * 50_000,
    "deep signs": b"x = " + b"-" * 50_000 + b"1",
    "deep calls": b"x = " + b"f(" * 5_000 + b")" * 5_000,
    "deep chain": b"x = y" + b".a" * 200_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_told_and_the_others_are_read(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "test_bad.py").write_bytes(text)
    (tmp_path / "test_good.py").write_text("def test_a():\n    assert x == 5\n")
    found = read_tests(tmp_path)
    assert [test.name for test in found.tests] == ["test_good.py::test_a"]
    assert len(found.unreadable) <= 1
    if text.startswith(b"def"):
        assert "test_bad.py: not Python" in found.unreadable[0]


def test_limits_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_big.py").write_bytes(b"#" * (MAX_TEST_BYTES + 1))
    with pytest.raises(LimitExceededError, match="MAX_TEST_BYTES"):
        read_tests(tmp_path)
    (tmp_path / "test_big.py").write_text("def test_a(): ...\ndef test_b(): ...\n")
    monkeypatch.setattr(official_tests, "MAX_TESTS", 1)
    with pytest.raises(LimitExceededError, match="MAX_TESTS"):
        read_tests(tmp_path)
    monkeypatch.setattr(official_tests, "MAX_TEST_FILES", 0)
    with pytest.raises(LimitExceededError, match="MAX_TEST_FILES"):
        read_tests(tmp_path)
    monkeypatch.setattr(official_tests, "MAX_NODES", 3)
    with pytest.raises(SchemaMismatchError, match="MAX_NODES"):
        parse_tests("x = 1\n", "test_a.py")


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "test_secret.py").write_text("def test_a(): ...\n")
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_link.py").symlink_to(outside / "test_secret.py")
    (folder / "linked").symlink_to(outside, target_is_directory=True)
    assert read_tests(folder).tests == ()


_EXPRESSIONS = st.recursive(
    st.sampled_from(["x", "5", "'a.txt'", "-3", "d['key']", "d.get('key', 7)", "f'{x}y'", "True", "None", "KEYS"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["==", "in", "not in", "<", ">="]), inner).map(lambda t: f"({' '.join(t)})"),
        inner.map(lambda e: f"len({e})"),
        inner.map(lambda e: f"(not {e})"),
        st.lists(inner, max_size=3).map(lambda es: f"[{', '.join(es)}]"),
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(st.lists(_EXPRESSIONS, min_size=1, max_size=4))
def test_any_claim_can_be_read_and_only_what_is_written_is_asserted(claims: list[str]) -> None:
    body = "\n".join(f"    assert {claim}" for claim in claims)
    test = one(f"KEYS = ['k1', 'k2']\ndef test_a():\n{body}\n")
    written = {
        str(node.value)
        for node in ast.walk(ast.parse("KEYS = ['k1', 'k2']\n" + body.replace("    ", "")))
        if isinstance(node, ast.Constant)
    }
    assert test.mentions.literals <= {value.lower() for value in written} | {"-3"}
    assert "key" not in test.mentions.literals
