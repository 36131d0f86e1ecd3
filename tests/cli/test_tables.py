"""Tables fit their console, wrap instead of cutting, and name the sentence of every row."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from specharness.cli.tables import MAX_LISTED, MAX_QUOTED, print_certificate, print_obligations
from specharness.ir import Certificate, ObligationSet, Reason

CHINESE = "把所有结果保存到文件夹中，并且不要修改原始数据文件；" * 8


def _printed(width: int, obligations: ObligationSet, certificate: Certificate | None = None) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=width, highlight=False, emoji=False, markup=False)
    if certificate is None:
        print_obligations(console, obligations)
    else:
        print_certificate(console, obligations, certificate)
    return stream.getvalue()


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _with_quote(obligations: ObligationSet, quote: str) -> ObligationSet:
    first = obligations.hard[0]
    changed = first.model_copy(update={"src": first.src.model_copy(update={"quote": quote})})
    return obligations.model_copy(update={"hard": (changed, *obligations.hard[1:])})


@pytest.mark.parametrize("width", [40, 80, 140])
@pytest.mark.parametrize("quote", [CHINESE, "/a/path/that/never/ends" * 20, "word " * 90])
def test_a_table_is_as_wide_as_its_console_and_loses_nothing(sample: ObligationSet, width: int, quote: str) -> None:
    printed = _printed(width, _with_quote(sample, quote))
    assert max(cell_len(line) for line in printed.splitlines()) <= width
    lines = printed[: printed.index("”") + 1].splitlines()
    first = next(index for index, line in enumerate(lines) if "“" in line)
    column = lines[first].index("“")  # the columns before it are ASCII, so that characters are cells
    assert _squeezed("".join(line[column:] for line in lines[first:])) == _squeezed(f"“{quote}”")


def test_every_row_names_its_sentence_and_place(sample: ObligationSet) -> None:
    printed = _printed(140, sample)
    for line, quote in enumerate(("Save the result to", "Use at least 3 rows.", "Make it look professional."), start=3):
        assert quote in printed
        assert f"at prompt.md:{line}" in printed
    assert "你可以使用任何工具。" in printed
    assert "prompt.md:7" in printed
    assert "o1 path_exists" in printed
    assert "d3 subjective" in printed
    assert "with path=/root/out.json" in printed
    assert "held out, never read: tests, solution" in printed


def test_a_certificate_shows_results_then_what_is_uncovered_then_the_verdict(
    sample: ObligationSet, sample_certificate: Certificate
) -> None:
    printed = _printed(80, sample, sample_certificate)
    order = [
        "passed",
        "expected at least 3 rows",
        "observed 2 rows",
        "where /rows",
        "decided by nothing here",
        "FAIL: ",
    ]
    assert [printed.index(text) for text in order] == sorted(printed.index(text) for text in order)
    assert printed.rstrip().splitlines()[-1] == "FAIL: 1 failed (o2), 1 passed, 1 uncovered"
    assert "- o2 failed" not in printed, "the table says it already"


def test_a_reason_that_no_row_gives_is_printed(sample: ObligationSet, sample_certificate: Certificate) -> None:
    more = sample_certificate.model_copy(update={"reasons": (*sample_certificate.reasons, "two sources disagree")})
    assert "- two sources disagree" in _printed(80, sample, more)


def test_a_very_long_quote_says_how_much_is_not_shown(sample: ObligationSet) -> None:
    printed = _printed(80, _with_quote(sample, "x" * (MAX_QUOTED + 321)))
    assert "(321 more characters)" in " ".join(printed.split())
    assert printed.count("x") < MAX_QUOTED + 40


def test_hostile_text_is_shown_not_sent(sample: ObligationSet) -> None:
    printed = _printed(140, _with_quote(sample, "[red]\x1b[31m:smile: \u202etxt"))
    assert "\x1b" not in printed
    assert "[red]\\x1b[31m:smile: \\u202etxt" in printed


def test_a_long_list_says_what_it_leaves_out(sample: ObligationSet) -> None:
    many = sample.model_copy(update={"hard": sample.hard * MAX_LISTED})
    assert f"and {MAX_LISTED + 2} more" in _printed(80, many)


def test_every_reason_that_a_table_shows_is_explained(repository: Path) -> None:
    explained = (repository / "docs" / "cli.md").read_text("utf-8")
    assert [reason.value for reason in Reason if f"`{reason.value}`" not in explained] == []
