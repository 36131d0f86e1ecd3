"""Validators of what commands do. Nothing runs here: a sandbox ran the command, and these decide over its end."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Mapping, Sequence

from specharness.evidence.views import CommandView, Entry, Request, Side, TestCounts, TreeView, ViewKind
from specharness.ir import Family
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.params import COUNT, TEXT, TEXTS, ParamType, as_number, text_of, texts_of, typed
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, listed, plural

SIGNALS = 128
"""A shell gives 128 and the signal's number for a command that a signal ended."""

_OWN_FAULTS = frozenset({SIGNALS + 11, SIGNALS + 8, SIGNALS + 4, SIGNALS + 7})
"""Ended by SIGSEGV, SIGFPE, SIGILL, SIGBUS: the program's own fault. Other signals may come from a limit."""

_EXIT_WORDS = "a whole number from 0 to 255"
EXIT_CODE = ParamType(
    _EXIT_WORDS,
    lambda value: "" if COUNT.problem(value) == "" and (as_number(value) or 0) <= 255 else f"must be {_EXIT_WORDS}",
)


class CommandSucceeds(Check):
    """A command, run in a sandbox over a copy of the workspace, ends with exit code 0 (or `exit_code`); with `output`,
    its standard output holds these texts. `path` is the folder that it starts in.

    Passed: it ended so, and every text stands in the output.
    Failed: it ended with another exit code, and names nothing of its surroundings that it missed; a text surely does
    not stand in the output.
    Unknown: it was not run; a program, module or network that the sandbox lacks is named; a signal that a limit may
    have sent ended it; the output is longer than what is kept.
    """

    name = "command_succeeds"
    families = (Family.COMMAND_SUCCEEDS,)
    demanded = typed(command=TEXT)
    admitted = typed(path=TEXT, exit_code=EXIT_CODE, output=TEXTS)

    def needs(self, params: Params) -> Sequence[Request]:
        return (_run(params, text_of(params["command"])),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        command, wanted = text_of(params["command"]), as_number(params.get("exit_code")) or 0
        tally = Tally(f"`{clip(command)}` ends with exit code {wanted}{_output_words(params)}")
        view = view_or_finding(seen, self.needs(params)[0], CommandView, tally.expected)
        if isinstance(view, Finding):
            return view
        if view.exit_code == wanted:
            tally.satisfy()
        else:
            _judge_end(view, tally)
        for text in texts_of(params.get("output")):
            if text in view.stdout:
                continue
            if view.exit_code != wanted or len(view.stdout.encode()) < view.stdout_bytes:
                tally.doubt("", f"the end of the output does not hold {listed([text])}")
            elif text.casefold() in view.stdout.casefold() or " ".join(text.split()) in " ".join(view.stdout.split()):
                tally.doubt("", f"the output holds {listed([text])} in another spelling")
            else:
                tally.violate("", f"the output does not hold {listed([text])}")
        return tally.finding(f"exit code {view.exit_code}", nothing="nothing was run")


def _output_words(params: Params) -> str:
    texts = texts_of(params.get("output"))
    return f" and prints {listed(texts)}" if texts else ""


def _run(params: Params, command: str) -> Request:
    return Request(ViewKind.COMMAND, text_of(params.get("path")), argument=command)


def _judge_end(view: CommandView, tally: Tally) -> None:
    """An exit code that was not asked for."""
    said = f"exit code {view.exit_code}{_last_line(view)}"
    if view.missing:
        tally.doubt("", f"{said}; it lacks {view.missing}")
    elif view.exit_code > SIGNALS and view.exit_code not in _OWN_FAULTS:
        tally.doubt("", f"{said}; a signal ended it, which a limit of the sandbox may have sent")
    else:
        tally.violate("", said)


def _last_line(view: CommandView) -> str:
    lines = [line for line in (view.stderr or view.stdout).splitlines() if line.strip()]
    return f": {clip(lines[-1])}" if lines else ""


_SCRIPTS = (".js", ".mjs", ".cjs")


class TestsPass(Check):
    """The tests that a `command` runs, or those at `path` (pytest, or unittest where there is no pytest; `node --test`
    for JavaScript), all pass in a sandbox over a copy of the workspace; with `min`, at least so many; with `count`,
    exactly so many.

    Passed: the runner reported, at least one test passed, none failed or was skipped, exit code 0.
    Failed: the runner reported failed tests, or fewer than demanded; without a report, the command failed and names
    nothing of its surroundings that it missed.
    Unknown: no runner reported; no test ran; tests were skipped; tests that were handed over have been changed; the
    command lacks something of its surroundings; all passed, but not the command.
    """

    __test__ = False
    name = "tests_pass"
    families = (Family.TESTS_PASS,)
    admitted = typed(command=TEXT, path=TEXT, min=COUNT, count=COUNT)

    def problem(self, params: Params) -> str:
        return "" if params.get("command") or params.get("path") else "needs one of command, path"

    def needs(self, params: Params) -> Sequence[Request]:
        path = text_of(params.get("path"))
        requests = [_run({}, text_of(params.get("command")) or _runner(path))]
        if path:
            requests += [Request(ViewKind.TREE, path, Side.BEFORE), Request(ViewKind.TREE, path)]
        return requests

    def decide(self, params: Params, seen: Seen) -> Finding:
        request, *trees = self.needs(params)
        tally = Tally(f"{_amount(params)} of `{clip(text_of(params.get('command')) or text_of(params['path']))}` pass")
        view = view_or_finding(seen, request, CommandView, tally.expected)
        if isinstance(view, Finding):
            return view
        views = [view_or_finding(seen, tree, TreeView, tally.expected) for tree in trees]
        changed = _changed(*(found.entries if isinstance(found, TreeView) else {} for found in views)) if views else ""
        if changed:
            tally.doubt(changed, "a test that was handed over has been changed")
        if view.tests is None:
            if view.exit_code == 0:
                tally.doubt("", "no test runner reported what it ran")
            else:
                _judge_end(view, tally)
        else:
            _judge_counts(view, view.tests, params, tally)
        return tally.finding("" if view.tests is None else _counted(view.tests), nothing="no test ran")


def _runner(path: str) -> str:
    name = shlex.quote(path)
    if posixpath.splitext(path)[1] in _SCRIPTS:
        return f"node --test {name}"
    fallback = f"python3 -m unittest {name}" if path.endswith(".py") else f"python3 -m unittest discover {name}"
    return f"if python3 -c 'import pytest' 2>/dev/null; then python3 -m pytest {name}; else {fallback}; fi"


def _amount(params: Params) -> str:
    least, exact = as_number(params.get("min")), as_number(params.get("count"))
    if exact is not None:
        return f"all tests, exactly {exact},"
    return "all tests" if least is None else f"all tests, at least {least},"


def _judge_counts(view: CommandView, tests: TestCounts, params: Params, tally: Tally) -> None:
    least, exact = as_number(params.get("min")), as_number(params.get("count"))
    if tests.failed and view.missing:
        tally.doubt("", f"{_counted(tests)}; it lacks {view.missing}")
    elif tests.failed:
        tally.violate(", ".join(clip(name) for name in tests.failures[:3]), _counted(tests))
    elif tests.skipped:
        tally.doubt("", _counted(tests))
    elif (least is not None and tests.passed < least) or (exact is not None and tests.passed != exact):
        tally.violate("", _counted(tests))
    elif view.exit_code:
        tally.doubt("", f"{_counted(tests)}, but exit code {view.exit_code}{_last_line(view)}")
    else:
        tally.satisfy(tests.passed)


def _counted(tests: TestCounts) -> str:
    parts = [f"{plural(tests.passed, 'test')} passed"]
    parts += [f"{tests.failed} failed"] if tests.failed else []
    parts += [f"{tests.skipped} skipped"] if tests.skipped else []
    return ", ".join(parts)


def _changed(before: Mapping[str, Entry], now: Mapping[str, Entry]) -> str:
    """The first file that was handed over and is another one now, or is gone."""
    for name, entry in before.items():
        if entry.type == "file" and (name not in now or now[name].sha256 != entry.sha256):
            return name
    return ""
