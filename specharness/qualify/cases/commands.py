"""Cases of commands and tests, run in the sandbox. Where no sandbox can be made there are none, because nothing about
these validators can be shown there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import Failure, Request, ViewKind
from specharness.qualify.case import (
    FAILED,
    NOT_FAILED,
    NOT_PASSED,
    OPEN,
    Case,
    Content,
    Definition,
    Folder,
    Link,
    Pipe,
    World,
    cases_for,
    debatable,
    hostile,
    malformed,
    missing,
    near_fail,
    near_pass,
    refused,
    satisfying,
    violating,
)
from specharness.qualify.draw import Draw

_KEEPS = ("final_newline", "other_file")


def _ends_badly(case: Case, draw: Draw) -> World | None:
    """Every script ends with another code before it does anything."""
    files = {name: f"exit {draw.integer(40, 90)}\n" for name in case.world.files if name.endswith(".sh")}
    return World({**case.world.files, **files}) if files else None


@cases_for("command_succeeds", absent=NOT_PASSED, keeps=_KEEPS, may_accept=("empty",), breaks=(_ends_badly,))
def command_succeeds(draw: Draw) -> Iterator[Case]:
    """An empty script may rightly be accepted: it ends well, having done nothing."""
    name, folder, word, other = draw.words(4)
    code = draw.integer(2, 90)
    script = f"{name}.sh"

    def ask(text: str, **params: object) -> tuple[dict[str, object], dict[str, Content]]:
        return {"command": f"bash {script}", **params}, {script: text}

    yield satisfying(*ask(f"echo {word}\n"), "ends well")
    yield satisfying(*ask(f"touch {word} && test -f {word} && rm {word}\n"), "writes and ends well")
    yield satisfying(*ask(f"false || true # {word}\n"), "a failure that is caught")
    yield violating(*ask(f"echo {word}\nexit {code}\n"), "another code")
    yield violating(*ask(f"echo {word}\nfalse\n"), "the last step fails")
    yield violating(*ask(f"test -f {word}.txt\n"), "a file that it needs is not there")
    yield violating(*ask(f"echo all tests passed, {word}; exit 1\n"), "says that it is well")
    yield violating(*ask(f"kill -SEGV $$ # {word}\n"), "crashes")
    yield near_pass("exit_code", *ask(f"exit {code}\n", exit_code=code), "the code that is asked for")
    yield near_fail("exit_code", *ask(f"exit {code + 1}\n", exit_code=code), "the next code")
    yield near_fail("exit_code", *ask(f"echo {word}\n", exit_code=code), "ends well where it must not")
    yield near_pass("output", *ask(f"echo the {word} {code}\n", output=[f"{word} {code}"]), "printed")
    yield near_fail(
        "output", *ask(f"echo the {word} {code + 1}\n", output=[f"{word} {code}"]), "another number printed"
    )
    yield near_fail("output", *ask(f"echo {word} {code} >&2\n", output=f"{word} {code}"), "to the other output")
    yield near_fail("output", *ask(f"echo {word}; exit {code}\n", output=word), "printed, and then failed")
    yield near_fail("output", *ask(f"echo {word}\n", output=[word, other]), "one of two texts")
    inner: dict[str, Content] = {f"{folder}/{script}": f"test -f {word}.txt\n", f"{folder}/{word}.txt": "x"}
    yield near_pass("path", {"command": f"bash {script}", "path": folder}, inner, "in its folder")
    yield near_fail("path", {"command": f"bash {folder}/{script}"}, inner, "in another folder")
    yield near_pass(
        "command", {"command": f"grep -qx x {word}.txt && echo {other}"}, {f"{word}.txt": "x"}, "steps in a row"
    )
    yield near_fail(
        "command", {"command": f"test -f {word}.md && echo {other}"}, {f"{word}.txt": "x"}, "the first one fails"
    )
    program = f"import sys\nprint(len(sys.argv[1:]))\nsys.exit(0 if sys.argv[1:] == ['{word}'] else {code})\n"
    yield satisfying(
        {"command": f"python3 {name}.py {word}", "output": "1"}, {f"{name}.py": program}, "with its argument"
    )
    yield violating({"command": f"python3 {name}.py {other}"}, {f"{name}.py": program}, "with another argument")
    yield violating({"command": f"python3 {name}.py"}, {f"{name}.py": f"raise ValueError('{word}')\n"}, "an exception")
    yield malformed({"command": f"python3 {name}.py"}, {f"{name}.py": f"def {word}(:\n"}, "no Python", FAILED)
    yield missing({"command": f"bash ./{script}"}, {f"{other}.txt": "x"}, "no such script", NOT_PASSED)
    yield debatable({"command": f"no-such-{word} --all"}, {script: "x"}, "the program is not there")
    yield debatable({"command": f"python3 -c 'import no_such_{word}'"}, {script: "x"}, "the module is not there")
    yield debatable(*ask(f"kill -KILL $$ # {word}\n"), "killed")
    yield debatable(*ask(f"echo {word.upper()}\n", output=word), "another case")
    yield debatable(*ask(f"echo {word}\n", path="/elsewhere"), "starts outside of the workspace")
    yield satisfying(*ask(f"echo {word}; echo {other}\n", output=[word, other]), "two texts")
    yield debatable(*ask(f"echo '{word}  {other}'\n", output=f"{word} {other}"), "another space between")
    yield debatable(*ask(f"echo {word}\n", output=word.upper()), "asked in another case")
    yield debatable(*ask("head -c 3000000 /dev/zero | tr '\\0' x\n", output=word), "more output than what is kept")
    yield violating(*ask(f"echo {word} >&2; printf '  \\n\\n' >&2; exit {code}\n"), "blank lines behind what it says")
    yield violating(*ask(f"echo {word}; exit 128\n"), "the code below those of signals")
    yield hostile(*ask(f"touch /usr/{word} || exit {code}\n"), "writes outside")
    yield hostile(*ask(f"cat /etc/shadow /root/.ssh/* > {word} 2>/dev/null || exit {code}\n"), "reads outside", FAILED)
    yield hostile(
        *ask(f"echo {word} > link\n")[:1], {script: f"echo {word} > link\n", "link": Link(f"/etc/{word}")}, "a link out"
    )
    yield hostile({"command": f"bash {script}"}, {script: Pipe()}, "a pipe in the place of the script")
    yield refused({"path": folder}, "no command")
    yield refused({"command": " "}, "a blank command")
    yield refused({"command": f"bash {script}", "exit_code": 300}, "no exit code")
    yield refused({"command": f"bash {script}", "timeout": 5}, "an unknown parameter")


def _suite(*bodies: str) -> str:
    tests = "".join(f"    def test_{number}(self):\n        {body}\n" for number, body in enumerate(bodies))
    return f"import unittest\n\n\nclass T(unittest.TestCase):\n{tests}"


def _one_fails(case: Case, draw: Draw) -> World | None:
    """One more test, which fails; where one test alone is asked for, it would not run."""
    if ".T." in str(case.params.get("command")):
        return None
    files = {name: f"{text}    def test_x(self):\n        self.fail()\n" for name, text in case.world.files.items()
             if isinstance(text, str) and text.startswith("import unittest")}  # fmt: skip
    return World({**case.world.files, **files}) if files else None


@cases_for("tests_pass", absent=NOT_PASSED, ungiven=NOT_FAILED, keeps=_KEEPS, breaks=(_one_fails,))
def tests_pass(draw: Draw) -> Iterator[Case]:
    name, folder, word = draw.words(3)
    file, number = f"test_{name}.py", draw.integer(2, 5)
    good, bad = f"self.assertEqual(len('{word}'), {len(word)})", f"self.assertEqual(len('{word}'), {len(word) + 1})"
    run = f"python3 -m unittest {file}"

    def ask(text: str, **params: object) -> tuple[dict[str, object], dict[str, Content]]:
        return {"command": run, **params}, {file: text}

    yield satisfying(*ask(_suite(*[good] * number)), "all pass")
    yield near_pass(
        "command", *ask(_suite(good, bad), command=f"python3 -m unittest test_{name}.T.test_0"), "the one asked for"
    )
    yield near_fail(
        "command", *ask(_suite(good, bad), command=f"python3 -m unittest test_{name}.T.test_1"), "the other one"
    )
    yield violating(*ask(_suite(*[good] * number, bad)), "the last one fails")
    yield violating(*ask(_suite(bad, *[good] * number)), "the first one fails")
    yield violating(*ask(_suite(good, f"raise OSError('{word}')")), "one breaks")
    yield violating(*ask(_suite(good) + f"raise ValueError('{word}')\n"), "the module breaks")
    yield violating(*ask(_suite(bad), command=f"{run} || echo OK"), "a failure hidden from the shell")
    yield violating(*ask(_suite(bad, good), command=f"{run}; true"), "another end in its place")
    yield near_pass("min", *ask(_suite(*[good] * number), min=number), "so many")
    yield near_fail("min", *ask(_suite(*[good] * number), min=number + 1), "one less")
    yield near_pass("count", *ask(_suite(*[good] * number), count=number), "so many")
    yield near_fail("count", *ask(_suite(*[good] * number), count=number + 1), "one less")
    yield near_fail("count", *ask(_suite(*[good] * number), count=number - 1), "one more")
    inner = {f"{folder}/{file}": _suite(good, good)}
    broken = {f"{folder}/test_{word}.py": _suite(bad)}
    yield near_pass("path", {"path": f"{folder}/{file}"}, {**inner, **broken}, "the file asked for")
    yield near_fail("path", {"path": f"{folder}/test_{word}.py"}, {**inner, **broken}, "the other file")
    yield satisfying({"path": folder}, inner, "a folder")
    yield violating({"path": folder}, {**inner, **broken}, "one file of a folder")
    script = f"{name}.test.js"
    for right, ends, why in ((NOT_FAILED, "0", "passes"), (NOT_PASSED, "1", "fails")):
        scripted = f"require('node:test')('{word}', () => {{ require('node:assert').equal({ends}, 0); }});\n"
        yield missing({"path": script}, {script: scripted}, f"a script that {why}, where there is a runner", right)
    handed = World({file: _suite(good)}, before={file: _suite(good)})
    yield satisfying({"path": file}, handed, "as they were handed over")
    yield violating({"path": file}, World({file: _suite(bad)}, before={file: _suite(bad)}), "handed over, and failing")
    yield debatable({"path": file}, World({file: _suite(good)}, before={file: _suite(bad)}), "changed since")
    more: dict[str, Content] = {f"{folder}/test_{word}.py": _suite(good), f"{folder}/a": Folder()}
    yield debatable(
        {"path": folder}, World({**inner}, before={**inner, **more}), "a file with tests that was handed over is gone"
    )
    empty: dict[str, Content] = {**inner, f"{folder}/a": Folder()}
    yield satisfying({"path": folder}, World({**inner}, before=empty), "an empty folder is gone")
    notes = World({file: _suite(good), "notes.txt": "x"}, before={file: _suite(good), "notes.txt": word})
    yield satisfying({"command": run}, notes, "another file was changed")
    yield satisfying({"path": file}, notes, "another file was changed, not the tests")
    caught = "import traceback\n        try: import no_such_thing\n        except ImportError: traceback.print_exc()"
    yield satisfying(*ask(_suite(good, caught)), "what is not there is not needed")
    yield debatable(*ask("import unittest\n"), "no test at all")
    yield debatable(*ask(_suite(good, f"self.skipTest('{word}')")), "one is skipped")
    yield debatable(*ask(_suite(good, good, f"self.skipTest('{word}')"), min=3), "so many, one of them skipped")
    yield debatable(*ask(f"print('{word}: {number} passed')\n"), "no test")
    yield debatable(*ask(_suite(good), command=f"echo '{number} passed, OK'"), "said, not run")
    yield debatable(*ask(_suite(good), command=f"{run} && exit {number}"), "all pass, but not the command")
    yield debatable(*ask(_suite(f"import no_such_{word}")), "a module that is not there")
    yield debatable(*ask(_suite(good), command=f"no-such-{word} test"), "a runner that is not there")
    yield malformed(*ask(f"import unittest\ndef {word}(:\n"), "no Python", NOT_PASSED)
    yield hostile(*ask(_suite(f"import os; os._exit(0) # {word}")), "ends before it is counted", OPEN)
    yield hostile(*ask(_suite(bad, "import sys; sys.exit(0)")), "leaves early")
    yield hostile({"command": run}, {file: Link(f"/etc/{word}")}, "a link out")
    yield refused({}, "no command and no path")
    yield refused({"command": run, "min": -1}, "no number of tests")
    yield refused({"command": run, "runner": "pytest"}, "an unknown parameter")


@cache
def _sandbox() -> bool:
    """Whether a sandbox can be made here."""
    request = Request(ViewKind.COMMAND, argument="true")
    seen = Observatory(Places(workspace=Path(__file__).parent)).observe([request])[request]
    return seen.failure is not Failure.REFUSED


DEFINITIONS: tuple[Definition, ...] = (command_succeeds, tests_pass) if _sandbox() else ()
