"""What commands did: exit codes, outputs, tests."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import E, F, P, U, World, expect

from specharness.evidence.views import CommandView, Failure, TestCounts
from specharness.validators.registry import BUILT_IN


def ended(code: int = 0, out: str = "", err: str = "", tests: TestCounts | None = None, **more: Any) -> CommandView:
    size = more.pop("size", len(out.encode()))
    return CommandView(code, 0.1, "0" * 64, "0" * 64, size, len(err), out, err, tests, **more)


def after(view: Any, command: str = "make", **more: Any) -> World:
    return World(more.pop("files", {}), commands={command: view}, **more)


@pytest.mark.parametrize(
    ("params", "view", "outcome"),
    [
        ({}, ended(), P),
        ({}, ended(0, missing="the network"), P),
        ({}, ended(1), F),
        ({}, ended(1, err="AssertionError"), F),
        ({}, ended(2, missing="the program cc"), U),
        ({}, ended(139), F),
        ({}, ended(137), U),
        ({}, ended(152), U),
        ({"exit_code": 2}, ended(2), P),
        ({"exit_code": 2}, ended(0), F),
        ({"exit_code": 2}, ended(1), F),
        ({"output": ["total: 7"]}, ended(0, "the total: 7\n"), P),
        ({"output": ["total: 7"]}, ended(0, "the total: 8\n"), F),
        ({"output": ["total: 7"]}, ended(0, "Total: 7\n"), U),
        ({"output": ["total: 7"]}, ended(0, "the total: 8\n", size=90_000), U),
        ({"output": "x"}, ended(1, "x"), F),
        ({}, Failure.LIMIT, E),
        ({}, Failure.REFUSED, E),
        ({}, Failure.UNAVAILABLE, U),
        ({}, None, U),
    ],
)
def test_command_succeeds(params: dict[str, Any], view: Any, outcome: Any) -> None:
    expect(outcome, "command_succeeds", {"command": "make", **params}, after(view))


@pytest.mark.parametrize(
    ("params", "view", "outcome"),
    [
        ({}, ended(0, tests=TestCounts(3, 0, 0)), P),
        ({}, ended(1, tests=TestCounts(3, 1, 0, ("a.b",))), F),
        ({}, ended(0, tests=TestCounts(3, 1, 0)), F),
        ({}, ended(1, tests=TestCounts(3, 1, 0), missing="the module numpy"), U),
        ({}, ended(0, tests=TestCounts(3, 0, 1)), U),
        ({}, ended(0, tests=TestCounts()), U),
        ({}, ended(5, tests=TestCounts()), U),
        ({}, ended(0, "5 passed"), U),
        ({}, ended(1, "1 failed"), F),
        ({}, ended(1, missing="the module pytest"), U),
        ({}, ended(1, tests=TestCounts(3)), U),
        ({"min": 3}, ended(0, tests=TestCounts(3)), P),
        ({"min": 4}, ended(0, tests=TestCounts(3)), F),
        ({"count": 3}, ended(0, tests=TestCounts(3)), P),
        ({"count": 2}, ended(0, tests=TestCounts(3)), F),
        ({}, Failure.REFUSED, E),
        ({}, Failure.LIMIT, E),
        ({}, None, U),
    ],
)
def test_tests_pass(params: dict[str, Any], view: Any, outcome: Any) -> None:
    expect(outcome, "tests_pass", {"command": "make", **params}, after(view))


def test_tests_that_were_handed_over_and_changed_prove_nothing() -> None:
    good = ended(0, tests=TestCounts(2))
    params = {"path": "/root/tests"}
    run = BUILT_IN["tests_pass"].needs(params)[0].argument
    files = {"/root/tests/test_a.py": "assert 1"}
    expect(P, "tests_pass", params, after(good, run, files=files))
    expect(P, "tests_pass", params, after(good, run, files=files, before=files))
    expect(P, "tests_pass", params, after(good, run, files={**files, "/root/tests/test_b.py": ""}, before=files))
    expect(U, "tests_pass", params, after(good, run, files=files, before={"/root/tests/test_a.py": "assert 0"}))
    expect(U, "tests_pass", params, after(good, run, files={}, before=files))


def test_the_runner_is_that_of_the_files_language() -> None:
    good = ended(0, tests=TestCounts(2))
    expect(P, "tests_pass", {"path": "/root/a b.mjs"}, after(good, "node --test '/root/a b.mjs'"))
