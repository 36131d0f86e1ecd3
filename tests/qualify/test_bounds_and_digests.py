"""Exact bounds, and digests that change when a decision could and not when a comment does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.qualify.bounds import bound
from specharness.validators import digest
from specharness.validators.digest import Name, code_digest, reached


def _tail(wrong: int, of: int, share: float) -> float:
    """Probability of at most so many errors: the definition, term by term."""
    return sum(comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(wrong + 1))


@given(st.integers(1, 60).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_ends_of_the_interval_leave_a_fortieth_on_each_side(counts: tuple[int, int]) -> None:
    wrong, of = counts
    found = bound(wrong, of)
    assert found.low <= wrong / of <= found.high
    if wrong < of:
        assert _tail(wrong, of, found.high) == pytest.approx(0.025, abs=1e-4)
    if wrong:
        assert 1 - _tail(wrong - 1, of, found.low) == pytest.approx(0.025, abs=1e-4)


def test_a_share_is_of_something() -> None:
    assert bound(0, 0).high == 1
    with pytest.raises(ValueError, match="no share"):
        bound(3, 2)


_RULES = '''
"""Words."""
from __future__ import annotations
from {package} import numbers
from {package}.other import helper as aided

LIMIT = 3
_UNUSED = 4

class Base:
    def shared(self) -> int:
        return numbers.double(LIMIT)

class Check(Base):
    """Says what it does."""

    def decide(self, given: int) -> bool:
        # compares
        return aided(given) > self.shared()

def beside() -> int:
    return _UNUSED
'''
_FILES = {
    "rules": _RULES,
    "numbers": "def double(n):\n    return n * FACTOR\nFACTOR = 2\n",
    "other": "def helper(n):\n    return n\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "judging_rules_of_a_test"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    for name, text in _FILES.items():
        (folder / f"{name}.py").write_text(text.replace("{package}", folder.name))
    monkeypatch.syspath_prepend(tmp_path)
    _forget()
    yield folder
    for name in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[name]
    _forget()


def _forget() -> None:
    for found in vars(digest).values():
        if hasattr(found, "cache_clear"):
            found.cache_clear()


def _digest(folder: Path) -> str:
    _forget()
    return code_digest(reached([Name(f"{folder.name}.rules", "Check")], lambda name: name.startswith(folder.name)))


def test_what_a_definition_rests_on_is_followed_through_names_and_modules(package: Path) -> None:
    names = reached([Name(f"{package.name}.rules", "Check")], lambda name: name.startswith(package.name))
    found = {(name.module.rpartition(".")[2], name.name) for name in names}
    assert found == {
        ("rules", "Check"),
        ("rules", "Base"),
        ("rules", "LIMIT"),
        ("numbers", "double"),
        ("numbers", "FACTOR"),
        ("other", "helper"),
    }


@pytest.mark.parametrize(
    ("module", "old", "new", "same"),
    [
        ("rules", "# compares", "# compares two numbers", True),
        ("rules", '"""Says what it does."""', '"""Says more."""', True),
        ("rules", "given: int", "given: float", True),
        ("rules", "_UNUSED = 4", "_UNUSED = 5", True),
        ("rules", "return _UNUSED", "return 0", True),
        ("numbers", "    return n * FACTOR", "    return  (n*FACTOR)", True),
        ("rules", "LIMIT = 3", "LIMIT = 4", False),
        ("rules", ") > self", ") >= self", False),
        ("numbers", "FACTOR = 2", "FACTOR = 3", False),
        ("other", "return n", "return n + 1", False),
        ("other", "def helper(n):", "print\ndef helper(n):", False),
    ],
)
def test_a_digest_changes_when_a_decision_could(package: Path, module: str, old: str, new: str, same: bool) -> None:
    before = _digest(package)
    file = package / f"{module}.py"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    assert (_digest(package) == before) is same
