"""Guards: found where a demand hangs on one, and not where "if" and "when" only talk."""

from __future__ import annotations

import pytest
from local_world import read

from specharness.compile.local.conditions import guard_of
from specharness.compile.local.sketch import Piece

FOUND = [
    # Text, the part of it that is judged, the guard.
    ("If `x` is set, write `y.txt`.", "If `x` is set, write `y.txt`.", "If `x` is set"),
    ("When the list is empty, write `none`.", "When the list is empty, write `none`.", "When the list is empty"),
    ("Unless told otherwise, keep the order.", "Unless told otherwise, keep the order.", "Unless told otherwise"),
    ("Write `y.txt` if `x.txt` exists.", "Write `y.txt` if `x.txt` exists.", "if `x.txt` exists"),
    ("Keep the rows, unless they are blank.", "Keep the rows, unless they are blank.", "unless they are blank"),
    ("Delete the file only if it is empty.", "Delete the file only if it is empty.", "only if it is empty"),
    ("Copy all files except for the logs.", "Copy all files except for the logs.", "except for the logs"),
    ("Keep all columns except `tmp`.", "Keep all columns except `tmp`.", "except `tmp`"),
    ("If `a` is 1, set `b` to 2 and set `c` to 3.", "set `c` to 3.", "If `a` is 1"),
    (
        "For each row that has no date, write `n/a`.",
        "For each row that has no date, write `n/a`.",
        "For each row that has no date",
    ),
    ("如果文件为空，则写入 `0`。", "如果文件为空，则写入 `0`。", "如果文件为空"),
    ("若金额为负，标记为 `退款`。", "若金额为负，标记为 `退款`。", "若金额为负"),
    ("当数量为零时，删除该行。", "当数量为零时，删除该行。", "当数量为零"),
    ("除标题行以外，所有行都要保留。", "除标题行以外，所有行都要保留。", "除标题行以外"),
    ("一旦出错，停止。", "一旦出错，停止。", "一旦出错"),
    ("In case of an error, exit with 1.", "In case of an error, exit with 1.", "In case of an error"),
    (
        "Provided that the key exists, copy it.",
        "Provided that the key exists, copy it.",
        "Provided that the key exists",
    ),
    (
        "Round up, provided the value is positive.",
        "Round up, provided the value is positive.",
        "provided the value is positive",
    ),
    ("Where the price is missing, write 0.", "Where the price is missing, write 0.", "Where the price is missing"),
    ("However, if the sum is 0, write `none`.", "However, if the sum is 0, write `none`.", "if the sum is 0"),
    ("- If empty: write `none`.", "If empty: write `none`.", "If empty"),
    ("Write 0 when empty.", "Write 0 when empty.", "when empty"),
    ("Skip the line if blank.", "Skip the line if blank.", "if blank"),
    ("As long as the flag is on, log.", "As long as the flag is on, log.", "As long as the flag is on"),
    ("Do it only when asked by the user.", "Do it only when asked by the user.", "only when asked by the user"),
    ("No file may be changed except `a.py`.", "No file may be changed except `a.py`.", "except `a.py`"),
    ("只有当状态为 `开` 时，才写入。", "只有当状态为 `开` 时，才写入。", "当状态为 `开`"),
    ("除非另有说明，保留顺序。", "除非另有说明，保留顺序。", "除非另有说明"),
    ("Use X if possible.", "Use X if possible.", "if possible"),
]
NOT_FOUND = [
    ("If RELOCATION is Yes, keep section 2; then save it.", "then save it."),
    ("Write it. If it fails, stop.", "Write it."),
    ("Save the file.", "Save the file."),
    ("Write the result to `out.json` when you are done.", "Write the result to `out.json` when you are done."),
    ("Once everything is finished, delete `tmp`.", "Once everything is finished, delete `tmp`."),
    ("The file must have 10 rows (except the header).", "The file must have 10 rows (except the header)."),
    ("Add what was missing in the notes.", "Add what was missing in the notes."),
    ("It is where we keep things.", "It is where we keep things."),
    ("The wheneverness of it is odd.", "The wheneverness of it is odd."),
    ("Handle it as if it were text.", "Handle it as if it were text."),
    ("Check whether `a` exists.", "Check whether `a` exists."),
    ("What if the file is missing?", "What if the file is missing?"),
    ("Explain why and when it failed.", "Explain why and when it failed."),
    ("Ask if the user agrees.", "Ask if the user agrees."),
    ("Write a.txt; if b.txt exists, write c.txt.", "Write a.txt"),
    ("Iffy data must go.", "Iffy data must go."),
    ("The time when it started is in `t`.", "The time when it started is in `t`."),
]


def guard(text: str, part: str) -> str | None:
    source, units, _ = read(text)
    start = text.index(part)
    unit = next(unit for unit in units if unit.span.start <= start < unit.span.end)
    span = guard_of(source, unit, Piece(max(start, unit.body.start), start + len(part), "start", "end"))
    return source.quote(span) if span is not None else None


@pytest.mark.parametrize(("text", "part", "wanted"), FOUND)
def test_a_guard_is_quoted_verbatim(text: str, part: str, wanted: str) -> None:
    assert guard(text, part) == wanted


@pytest.mark.parametrize(("text", "part"), NOT_FOUND)
def test_no_guard(text: str, part: str) -> None:
    assert guard(text, part) is None
