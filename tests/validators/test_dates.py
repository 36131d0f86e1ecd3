"""Forms of dates: their parts, and days that the calendar has."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.validators.dates import days_in, exist, parts_of


@given(st.dates(min_value=date(1000, 1, 1)))
def test_every_day_of_the_calendar_exists(day: date) -> None:
    assert exist("YYYY-MM-DD", day.isoformat())
    assert exist("DD/MM/YYYY", day.strftime("%d/%m/%Y"))
    last = (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    assert exist("YYYY-MM-DD", f"{day.year}-{day.month:02}-31") == (last.day == 31)


@pytest.mark.parametrize(
    ("form", "days"),
    [
        ("YYYY-MM-DD", 1), ("yyyy-mm-dd", 1), ("DD.MM.YY", 1), ("YYYY-MM-DD HH:MM:SS", 1), ("YYYY-MM-DD/YYYY-MM-DD", 2),
        ("YYYY-MM", 0), ("HH:MM", 0), ("MM-DD", 0), ("YYYY-MM-DD or so", 0), ("", 0), ("YYYY-MM-DD" * 5, 0),
    ],
)  # fmt: skip
def test_days_of_a_form(form: str, days: int) -> None:
    assert days_in(form) == days


def test_minutes_are_told_from_months() -> None:
    assert [part.kind for part in parts_of("MM/DD HH:MM")] == ["month", "", "day", "", "hour", "", "minute"]
    assert not exist("YYYY-MM-DD HH:MM", "2024-01-31 10:60")
    assert exist("YYYY-MM-DD HH:MM", "2024-01-31 10:59")


def test_digits_of_other_scripts_make_no_date() -> None:
    assert not exist("YYYY-MM-DD", "٢٠٢٤-01-01")
