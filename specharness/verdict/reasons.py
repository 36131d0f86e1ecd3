"""Reasons in words: one line each, with the obligation and the sentence that demands it. Decides nothing."""

from __future__ import annotations

from specharness.ir import ObligationResult, Uncovered

QUOTE_WIDTH = 80
"""Most characters of a quoted sentence in a reason; the whole sentence is in the result."""

LINE_WIDTH = 300
"""Most characters of what comes before the quote."""


def of_result(result: ObligationResult) -> str:
    """`o3 failed: expected 2 decimals, got 3421.777 - "Round to two decimals"`."""
    said = f"expected {result.expected}, got {result.observed}"
    if result.message:
        said += f" ({result.message})"
    return f"{result.obligation} {result.outcome.value}: {one_line(said, LINE_WIDTH)} - {_quoted(result.quote)}"


def of_uncovered(uncovered: Uncovered) -> str:
    """`d7 is not decided here (subjective: no measure is stated) - "The letter should look professional"`."""
    detail = f": {uncovered.detail}" if uncovered.detail else ""
    said = one_line(f"{uncovered.reason.value}{detail}", LINE_WIDTH)
    subject = uncovered.direction or "a text"
    return f"{subject} is not decided here ({said}) - {_quoted(uncovered.quote)}"


def one_line(text: str, width: int) -> str:
    """Text without line breaks and unprintable characters, cut to a width."""
    line = " ".join("".join(mark if mark.isprintable() or mark.isspace() else "�" for mark in text).split())
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"


def _quoted(quote: str) -> str:
    return f'"{one_line(quote, QUOTE_WIDTH)}"'
