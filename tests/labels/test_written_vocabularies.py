"""docs/annotations.md lists what the models admit, no more and no less."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest

from specharness.ir import Disposition, Family, Kind, Modality, Reason
from specharness.ir.annotation import PARAM_NAMES, Label

PAGE = Path(__file__).resolve().parents[2] / "docs" / "annotations.md"


def literals(field: str) -> list[str]:
    admitted = Label.model_fields[field].annotation
    return [value for part in get_args(admitted) for value in get_args(part)]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("`disposition`", Disposition),
        ("`modality`", Modality),
        ("`kind`", Kind),
        ("`family`", Family),
        ("`reason`", Reason),
        ("`confidence`", literals("confidence")),
        ("names in `params`", PARAM_NAMES),
    ],
)
def test_the_page_lists_each_vocabulary(field: str, values: Iterable[str]) -> None:
    (row,) = [line for line in PAGE.read_text().splitlines() if line.startswith(f"| {field} | `")]
    assert sorted(re.findall(r"`(\w+)`", row.split("|")[2])) == sorted(str(value) for value in values)
