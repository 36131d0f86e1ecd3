"""A package of somebody else's with a validator and its cases, installed into a folder."""

from __future__ import annotations

from pathlib import Path

CODE = '''
"""A validator of somebody else's: a file begins with a word."""
from specharness.evidence.views import Request, TextView, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators.base import Finding, view_or_finding


class BeginsWith:
    name = "begins_with"
    version = 1
    families = (Family.CONTAINS,)
    required = frozenset({"path", "word"})
    optional = frozenset()

    def needs(self, params):
        return (Request(ViewKind.TEXT, params["path"]),)

    def decide(self, params, seen):
        expected = "a text that begins with the word"
        view = view_or_finding(seen, self.needs(params)[0], TextView, expected)
        if isinstance(view, Finding):
            return view
        words = view.text.split()
        if words and words[0] == params["word"]:
            return Finding(Outcome.PASSED, expected, "it does")
        return Finding(Outcome.FAILED, expected, "it does not")


def beside():
    return 1
'''
CASES = """
from specharness.qualify.case import cases_for, hostile, near_fail, near_pass, refused, satisfying, violating


@cases_for("begins_with")
def begins_with(draw):
    for number in range(10):
        word, other = draw.words(2)
        asked = {"path": f"{number}.txt", "word": word}
        yield satisfying(asked, {f"{number}.txt": f"{word} {other}"}, "it does")
        yield violating(asked, {f"{number}.txt": f"{other} {word}"}, "as the second word")
        yield near_pass("word", asked, {f"{number}.txt": word}, "nothing else")
        yield near_fail("word", asked, {f"{number}.txt": word + "s"}, "one letter more")
        yield near_pass("path", asked, {f"{number}.txt": word, f"{number}1.txt": other}, "this file")
        yield near_fail("path", asked, {f"{number}.txt": other, f"{number}1.txt": word}, "the other file")
    yield refused({"path": "x"}, "no word")
"""
POINTS = """
[specharness.validators]
begins_with = judging_strangers:BeginsWith

[specharness.validator_cases]
begins_with = judging_strangers_cases:begins_with
"""
METADATA = "Metadata-Version: 2.1\nName: judging-strangers\nVersion: 1.0\n"


def install(folder: Path, *, code: str = CODE, cases: str = CASES, points: str = POINTS) -> None:
    """Write the package and its entry points, as an installer would."""
    (folder / "judging_strangers.py").write_text(code)
    (folder / "judging_strangers_cases.py").write_text(cases)
    info = folder / "judging_strangers-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(METADATA)
    (info / "entry_points.txt").write_text(points)
