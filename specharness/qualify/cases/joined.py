"""Cases of checks that are joined."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import (
    FAILED,
    NOT_PASSED,
    OPEN,
    Case,
    Content,
    Pipe,
    World,
    cases_for,
    debatable,
    hostile,
    malformed,
    near_fail,
    near_pass,
    refused,
    satisfying,
    violating,
)
from specharness.qualify.draw import Draw
from specharness.validators.combined import MAX_DEPTH, MAX_PARTS

_Part = dict[str, object]


def _part(name: str, text: str) -> _Part:
    return {"validator": "text_contains", "params": {"path": name, "texts": [text]}}


def _nested(joint: str, *parts: _Part) -> _Part:
    return {"validator": "combined", "params": {joint: [*parts]}}


def _other_words(case: Case, draw: Draw) -> World | None:
    """All files lose their words; where a part must not hold, they get them."""
    if "none" in case.params:
        return None
    return World(dict.fromkeys(case.world.files, "Nothing of it.\n"))


@cases_for(
    "combined",
    absent=NOT_PASSED,
    keeps=("line_ends", "final_newline", "other_file"),
    may_accept=("empty", "garbage", "maximal"),
    breaks=(_other_words,),
)
def combined(draw: Draw) -> Iterator[Case]:
    """Stray texts may rightly be accepted: of none of several checks, none holds over them."""
    word, third = draw.words(2)
    yes, no, fold = f"{draw.word()}.txt", f"{draw.word()}.txt", f"{draw.word()}.txt"
    files: dict[str, Content] = {yes: f"so {word}, {third}", no: f"only {third} here", fold: f"{word.upper()} {third}"}
    holds, fails, unsure = _part(yes, word), _part(no, word), _part(fold, word)
    absent = _part("nowhere.txt", word)
    yield near_pass("all", {"all": [holds, _part(no, third)]}, files, "both hold")
    yield near_fail("all", {"all": [holds, fails]}, files, "one does not")
    yield violating({"all": [fails, unsure]}, files, "one does not, the other may")
    yield violating({"all": [holds, absent]}, files, "one has no artifact")
    yield near_pass("any", {"any": [holds, fails]}, files, "one does")
    yield near_fail("any", {"any": [fails, absent]}, files, "neither does")
    yield satisfying({"any": [unsure, holds]}, files, "one does, the other may")
    yield near_pass("none", {"none": [fails, _part(yes, f"{word}s")]}, files, "neither does")
    yield near_fail("none", {"none": [fails, holds]}, files, "one does")
    yield violating({"none": [unsure, holds]}, files, "one does, the other may")
    yield satisfying({"all": [holds], "none": [fails]}, files, "two joints")
    yield violating({"all": [holds], "none": [holds]}, files, "one joint of two")
    yield violating({"all": [fails], "any": [holds]}, files, "the other joint of two")
    yield near_pass("if", {"if": _part(yes, third), "all": [holds]}, files, "the condition holds, and the rest")
    yield near_fail("if", {"if": _part(yes, third), "all": [fails]}, files, "the condition holds, not the rest")
    yield satisfying({"if": unsure, "all": [holds]}, files, "whatever the condition")
    yield satisfying({"all": [_nested("any", fails, holds), holds]}, files, "any in all")
    yield violating({"all": [_nested("none", fails, holds)]}, files, "none in all")
    yield violating({"none": [_nested("all", holds, _part(no, third))]}, files, "all in none")
    yield satisfying({"none": [_nested("all", holds, fails)]}, files, "all in none, one fails")
    yield debatable({"if": fails, "all": [holds]}, files, "the condition is off")
    yield debatable({"if": fails, "all": [fails]}, files, "the condition is off, and the rest fails")
    yield debatable({"if": unsure, "all": [fails]}, files, "whether it applies is not sure")
    yield debatable({"if": absent, "all": [holds]}, files, "the condition has no artifact")
    yield debatable({"all": [holds, unsure]}, files, "one may")
    yield debatable({"any": [fails, unsure]}, files, "one may, the other does not")
    yield debatable({"none": [fails, unsure]}, files, "one may")
    yield debatable({"none": [absent]}, files, "an absent artifact denies nothing")
    table = {"a.csv": f"{word},{third}\n1,2\n"}
    columns: _Part = {"validator": "same_columns", "params": {"path": "a.csv", "other": "b.csv"}}
    yield debatable({"none": [columns]}, table, "one of two artifacts is absent")
    yield malformed({"all": [holds]}, {yes: b"\x00\xff\xfe" + word.encode()}, "no text", NOT_PASSED)
    yield malformed({"none": [holds]}, {yes: b"\x00\x01\x02\xff" + word.encode()}, "no text denies nothing", OPEN)
    yield hostile({"none": [_part("p", word)]}, {**files, "p": Pipe()}, "a pipe denies nothing", OPEN)
    yield hostile({"all": [_part("p", word)]}, {**files, "p": Pipe()}, "a pipe", FAILED)
    deep = holds
    for _ in range(MAX_DEPTH - 1):
        deep = _nested("all", deep)
    yield satisfying({"all": [deep]}, files, "as deep as may be")
    yield refused({"all": [_nested("all", deep)]}, "deeper")
    yield satisfying({"all": [holds] * MAX_PARTS}, files, "as many as may be")
    yield refused({"all": [holds] * (MAX_PARTS + 1)}, "one more")
    yield refused({"if": _nested("all", *[holds] * MAX_PARTS), "all": [holds]}, "too many in a condition")
    yield refused({"all": word}, "no list")
    yield refused({"all": 5}, "a number")
    yield refused({"all": [{"validator": "tests_pass", "params": ["path"]}]}, "a list for parameters")
    yield refused({"all": [_nested("any", {"validator": "tests_pass", "params": {}})]}, "nothing asked, inside")
    yield refused({"all": {"validator": "text_contains"}}, "no list of checks")
    yield refused({"all": [word]}, "no check")
    yield refused({"all": [{**holds, "weight": 1}]}, "a check with something besides")
    yield refused({"all": [{**holds, "validator": 5}]}, "a validator that is no name")
    yield refused({"all": [{**holds, "params": [word]}]}, "parameters that are no object")
    yield refused({"all": [holds], "if": [holds]}, "a condition that is a list")
    yield refused({"all": [{"validator": "combined", "params": {"all": []}}]}, "nothing asked inside")
    yield refused({"all": [{"validator": "combined", "params": {"all": word}}]}, "no list inside")
    yield refused({"all": [{"validator": "combined", "params": {"if": holds}}]}, "a condition alone inside")
    yield satisfying(
        {"all": [{"validator": "combined", "params": {"if": holds, "all": [holds]}}]}, files, "a condition inside"
    )
    yield refused(
        {"all": [{"validator": "combined", "params": {"if": word, "all": [holds]}}]}, "no check as condition inside"
    )
    yield refused({"if": holds}, "a condition alone")
    yield refused({"all": []}, "nothing asked")
    yield refused({"all": [{"validator": f"no_{word}", "params": {}}]}, "no such validator")
    yield refused({"all": [{"validator": "text_contains", "params": {"path": yes}}]}, "a part that lacks something")
    yield refused({"any": [{"validator": "text_contains"}]}, "a part without parameters")
    yield refused({"all": [_nested("some", holds)]}, "no such joint")


DEFINITIONS = (combined,)
