"""Held out: the task's official test, which nothing that compiles or checks the task may read."""

import json
from pathlib import Path

SUMMARY = Path("/root/summary.json")


def test_summary() -> None:
    summary = json.loads(SUMMARY.read_text())
    assert [item["number"] for item in summary["invoices"]] == ["INV-0298", "INV-0305", "INV-0311", "INV-0327", "INV-0342"]
    assert summary["grand_total"] == 4218.75
