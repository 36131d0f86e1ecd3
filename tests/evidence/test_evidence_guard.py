"""The guard: what a reader may raise, and how long it may take."""

from __future__ import annotations

import threading
import time

import pytest

from specharness.errors import UsageError
from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import Limits, limits_with
from specharness.evidence.observers.guard import guarded


class BrokenInputError(Exception):
    """What a reader documents for broken input."""


def raising(error: BaseException) -> None:
    raise error


def test_a_value_comes_through() -> None:
    assert guarded("reader", lambda: 7, seconds=5) == 7


def test_documented_errors_are_malformed() -> None:
    with pytest.raises(MalformedArtifact, match="reader: BrokenInputError: at line 3"):
        guarded("reader", lambda: raising(BrokenInputError("at line 3")), seconds=5, malformed=(BrokenInputError,))


@pytest.mark.parametrize(
    "error", [KeyError("x"), ValueError(), AttributeError("x"), AssertionError(), OSError(5, "io")]
)
def test_any_other_error_is_undecided(error: Exception) -> None:
    with pytest.raises(LimitReached, match="undecided"):
        guarded("reader", lambda: raising(error), seconds=5, malformed=(BrokenInputError,))


def test_a_readers_own_limits_are_undecided() -> None:
    class PasswordNeededError(BrokenInputError):
        pass

    with pytest.raises(LimitReached, match="undecided"):
        guarded(
            "reader",
            lambda: raising(PasswordNeededError("x")),
            seconds=5,
            malformed=(BrokenInputError,),
            undecided=(PasswordNeededError,),
        )


def test_messages_are_the_same_in_every_run() -> None:
    with pytest.raises(LimitReached) as caught:
        guarded("reader", lambda: raising(ValueError(f"{object()!r} Ref(1, 0, {2**46})")), seconds=5)
    assert str(caught.value) == "reader could not read it (ValueError: <object object at …> Ref(1, 0, …)); undecided"


@pytest.mark.parametrize(
    "error", [RecursionError(), MemoryError(), BrokenInputError("Excessive depth in document: 256")]
)
def test_bounds_of_the_interpreter_and_the_reader_are_limits(error: Exception) -> None:
    with pytest.raises(LimitReached):
        guarded("reader", lambda: raising(error), seconds=5, malformed=(BrokenInputError,))


def test_the_users_interrupt_is_the_users() -> None:
    with pytest.raises(KeyboardInterrupt):
        guarded("reader", lambda: raising(KeyboardInterrupt()), seconds=5)


def test_messages_are_short_and_on_one_line() -> None:
    with pytest.raises(MalformedArtifact) as caught:
        guarded("reader", lambda: raising(BrokenInputError("a\nb" * 10_000)), seconds=5, malformed=(BrokenInputError,))
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


def endless() -> None:
    while True:
        try:
            sum(range(1000))
        except Exception:  # noqa: BLE001 - as readers do; the deadline must not be swallowed by it
            continue


@pytest.mark.parametrize("main", [True, False])
def test_an_endless_reader_is_stopped_in_any_thread(main: bool) -> None:
    seen: list[str] = []

    def run() -> None:
        with pytest.raises(LimitReached, match="seconds"):
            guarded("reader", endless, seconds=0.1)
        seen.append("stopped")

    start = time.monotonic()
    if main:
        run()
    else:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join(10)
    assert seen == ["stopped"]
    assert time.monotonic() - start < 5


def test_no_late_exception_escapes() -> None:
    """Readers that end about when their time ends: a value or a limit, never anything after it."""
    outcomes = set()
    for round_ in range(60):
        until = time.perf_counter() + 0.002 + (round_ % 7 - 3) * 0.0002

        def work(until: float = until) -> int:
            while time.perf_counter() < until:
                pass
            return 1

        try:
            outcomes.add(guarded("reader", work, seconds=0.002))
        except LimitReached:
            outcomes.add(0)
        for _ in range(100):
            pass
    assert outcomes <= {0, 1}


def test_no_thread_is_left_behind() -> None:
    before = threading.active_count()
    for _ in range(20):
        guarded("reader", lambda: 1, seconds=60)
    deadline = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before


class TestOtherLimits:
    def test_by_their_names(self) -> None:
        assert limits_with({"rows": 5, "seconds": 0.5}) == Limits(rows=5, seconds=0.5)
        assert limits_with({}) == Limits()

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({"row": 5}, "`rows`"),
            ({"quite other": 1}, "no limit"),
            ({"rows": 0}, "above 0"),
            ({"rows": -1}, "above 0"),
            ({"rows": 1.5}, "whole"),
            ({"seconds": float("nan")}, "above 0"),
            ({"seconds": float("inf")}, "above 0"),
        ],
    )
    def test_what_bounds_nothing_is_refused(self, given: dict[str, float], words: str) -> None:
        with pytest.raises(UsageError, match=words):
            limits_with(given)
