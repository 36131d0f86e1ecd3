"""What code offers, and in which order steps were taken."""

from __future__ import annotations

import ast
import inspect
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import F, P, U, World, decide, expect

from specharness.ir import Outcome
from specharness.validators import registry
from specharness.validators.annotations import compare_annotations
from specharness.validators.base import problem_with
from specharness.validators.compare import Match
from specharness.validators.python_code import parameters

ARGPARSE = "import argparse\np = argparse.ArgumentParser()\np.add_argument('--in', '-i')\np.add_argument('--out')\n"
CLICK = "import click\n@click.command()\n@click.option('--rows/--no-rows')\ndef main(rows): ...\n"
TYPER = "import typer\napp = typer.Typer()\n@app.command()\ndef main(name: str, max_rows: int = 3): ...\n"


@pytest.mark.parametrize(
    ("source", "params", "outcome"),
    [
        ("def f(a, b=1): pass", {"name": "f", "params": ["a", "b"], "defaults": {"b": "1"}}, P),
        ("def f(a, b=2): pass", {"name": "f", "defaults": {"b": "1"}}, F),
        ("def f(a, b=True): pass", {"name": "f", "defaults": {"b": "1"}}, U),
        ("def f(a, b): pass", {"name": "f", "defaults": {"b": "1"}}, F),
        ("def f(a): pass", {"name": "f", "defaults": {"b": "1"}}, F),
        ("def f(a, b=X): pass", {"name": "f", "defaults": {"b": "1"}}, U),
        ("def f(a, b=1): pass", {"name": "f", "params": ["a"]}, U),
        ("def f(a, b): pass", {"name": "f", "params": ["a"]}, F),
        ("def f(b, a): pass", {"name": "f", "params": ["a", "b"]}, F),
        ("def f(*, b, a): pass", {"name": "f", "params": ["a", "b"]}, U),
        ("def f(*args): pass", {"name": "f", "params": ["a", "b"]}, U),
        ("def f(): pass", {"name": "f", "params": ["a"]}, F),
        ("def f(): pass", {"name": "f", "params": []}, P),
        ("@decorated\ndef f(a): pass", {"name": "f", "params": ["a"]}, U),
        ("@decorated\ndef f(a): pass", {"name": "f"}, P),
        ("class C:\n  def m(self, x): pass", {"name": "C.m", "params": ["x"]}, P),
        ("class C:\n  @staticmethod\n  def m(x): pass", {"name": "C.m", "params": ["x"]}, P),
        ("class C:\n  def m(self, x): pass", {"name": "C.n"}, F),
        ("class C(B):\n  def m(self, x): pass", {"name": "C.n"}, U),
        ("class C(B): pass", {"name": "C", "kind": "class", "bases": ["B"]}, P),
        ("class C(a.B): pass", {"name": "C", "bases": ["B"]}, P),
        ("class C: pass", {"name": "C", "bases": ["B"]}, F),
        ("class C(D): pass", {"name": "C", "bases": ["B"]}, U),
        ("class C:\n  def __init__(self, a): pass", {"name": "C", "params": ["a"]}, P),
        ("class C: pass", {"name": "C", "params": ["a"]}, U),
        ("class f: pass", {"name": "f", "kind": "function"}, F),
        ("def f(): pass", {"name": "f", "kind": "class"}, F),
        ("async def f(): pass", {"name": "f", "kind": "async"}, P),
        ("def f(): pass", {"name": "f", "kind": "async"}, F),
        ("def f(a: int) -> str: pass", {"name": "f", "annotations": {"a": "int"}, "returns": "str"}, P),
        ("def f(a: int) -> str: pass", {"name": "f", "returns": "int"}, F),
        ("def f(a): pass", {"name": "f", "annotations": {"a": "int"}}, U),
        ("def f(): raise ValueError('x')", {"name": "f", "raises": ["ValueError"]}, P),
        ("def f(): pass", {"name": "f", "raises": ["ValueError"]}, F),
        ("def f(): check()", {"name": "f", "raises": ["ValueError"]}, U),
        ("f = lambda a: a", {"name": "f", "params": ["a"]}, P),
        ("f = make()", {"name": "f", "params": ["a"]}, U),
        ("VERSION = '1'", {"name": "VERSION"}, P),
        ("from x import f", {"name": "f"}, U),
        ("from x import *", {"name": "f"}, U),
        ("globals()['f'] = 1", {"name": "f"}, U),
        ("def __getattr__(name): ...", {"name": "f"}, U),
        ("if x:\n  def f(): pass", {"name": "f"}, U),
        ("try:\n  import x\nexcept ImportError:\n  x = None\ndef f(): pass", {"name": "f"}, P),
        ("def f(): pass\ndel f", {"name": "f"}, F),
        ("def f(a): pass\nf = wrap(f)", {"name": "f", "params": ["a"]}, U),
        ("def g():\n  def f(): pass", {"name": "f"}, F),
        ("# def f(): pass", {"name": "f"}, F),
        ("'''def f(): pass'''", {"name": "f"}, F),
        ("", {"name": "f"}, F),
        ("def f(:", {"name": "f"}, F),
        ("def f[T](a: T): pass" if not hasattr(ast, "TypeVar") else "type X = (", {"name": "f"}, U),
        (ARGPARSE, {"options": ["--in", "--out FILE"]}, P),
        (ARGPARSE, {"options": ["--all"]}, F),
        (ARGPARSE + "p.add_argument(NAME)\n", {"options": ["--all"]}, U),
        (ARGPARSE + "print('--all')\n", {"options": ["--all"]}, U),
        ("import sys\nprint(sys.argv)", {"options": ["--all"]}, U),
        (CLICK, {"options": ["--rows", "--no-rows"]}, P),
        (CLICK.replace("/", " / "), {"options": ["--rows", "--no-rows"]}, P),
        (CLICK, {"options": ["--columns"]}, F),
        (TYPER, {"options": ["--max-rows"]}, P),
        (TYPER, {"options": ["--name"]}, F),
        ("if __name__ == '__main__':\n  main()", {"main": True}, P),
        ("print('hello')", {"main": True}, F),
        ("", {"main": True}, F),
        ("def f(a, *rest): pass", {"name": "f", "params": ["a"]}, U),
        ("def f(a, **rest): pass", {"name": "f", "params": ["a"]}, U),
        (TYPER, {"main": True}, U),
        ("(" * 100_000, {"name": "f"}, U),
        ("-" * 100_000 + "1", {"name": "f"}, U),
        ("x" + ".y" * 50_000, {"name": "f"}, U),
        ("if a: pass\n" + "elif a: pass\n" * 5_000, {"name": "f"}, U),
        ("print()\0", {"name": "f"}, F),
    ],
)
def test_code_interface(source: str, params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "code_interface", {"path": "/a.py", **params}, {"/a.py": source})


def test_other_languages_are_not_guessed() -> None:
    expect(U, "code_interface", {"path": "/run", "name": "f"}, {"/run": "#!/bin/sh\nf() { echo; }\n"})
    expect(P, "code_interface", {"path": "/run", "name": "f"}, {"/run": "#!/usr/bin/python3\ndef f(): pass\n"})
    expect(U, "code_interface", {"path": "/a.js", "name": "f"}, {"/a.js": "function f() {}"})


names = st.lists(st.sampled_from(["a", "b", "c", "d"]), unique=True, max_size=4)


@settings(max_examples=80, deadline=None)
@given(positional=names, keyword=st.booleans(), star=st.booleans(), defaults=st.integers(0, 4))
def test_parameters_are_those_that_the_language_sees(
    positional: list[str], keyword: bool, star: bool, defaults: int
) -> None:
    parts = [f"{name}=1" if place >= len(positional) - defaults else name for place, name in enumerate(positional)]
    parts += ["*rest" if star else "*"] if star or keyword else []
    parts += ["k=2"] if keyword else []
    source = f"def f({', '.join(parts)}): pass"
    scope: dict[str, Any] = {}
    exec(source, scope)
    seen = inspect.signature(scope["f"]).parameters.values()
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)
    own = parameters(node, method=False)
    assert [parameter.name for parameter in own] == [parameter.name for parameter in seen]
    assert [parameter.default is not None for parameter in own] == [item.default is not item.empty for item in seen]


@pytest.mark.parametrize(
    ("wanted", "given_", "match"),
    [
        ("int", "int", Match.SAME),
        ("List[str]", "list[str]", Match.SAME),
        ("Optional[int]", "int | None", Match.SAME),
        ("Union[str, int]", "int | str", Match.SAME),
        ("pd.DataFrame", "DataFrame", Match.SAME),
        ("'Cart'", "Cart", Match.SAME),
        ("int", "str", Match.DIFFERENT),
        ("list[int]", "dict[str, int]", Match.DIFFERENT),
        ("list[int]", "list", Match.VARIANT),
        ("int", "Number", Match.VARIANT),
        ("int | None", "int", Match.VARIANT),
        ("bool", "np.bool", Match.VARIANT),
        ("typing.List[int]", "list[int]", Match.SAME),
        ("Literal['list']", "Literal['List']", Match.VARIANT),
        ("list[int | None]", "dict[str, int]", Match.DIFFERENT),
        ("list[A | D] | set[B | C]", "list[A | C] | set[B | D]", Match.VARIANT),
        ("a list", "list", Match.VARIANT),
    ],
)
def test_annotations(wanted: str, given_: str, match: Match) -> None:
    assert compare_annotations(wanted, ast.parse(given_, mode="eval").body) is match


def test_an_option_has_a_name() -> None:
    problem = problem_with(registry.BUILT_IN["code_interface"], {"path": "/a.py", "options": ["--in", "=FILE"]})
    assert "options" in problem


def trace(*tools: str) -> World:
    return World(trace=[{"tool": tool, "arguments": {}} for tool in tools])


A_B = {"steps": [{"tool": "a"}, {"tool": "b"}]}


@pytest.mark.parametrize(
    ("tools", "outcome"),
    [
        (["a", "b"], P),
        (["x", "a", "y", "b", "z"], P),
        (["a", "b", "a"], P),
        (["a", "a", "b", "b"], P),
        (["b", "a"], F),
        (["a"], F),
        (["b"], F),
        (["x"], F),
        ([], U),
        (["b", "a", "b"], U),
        (["A", "b"], U),
        (["web.b", "a", "b"], U),
    ],
)
def test_ordered_steps(tools: list[str], outcome: Outcome) -> None:
    expect(outcome, "ordered_steps", A_B, trace(*tools))


def test_steps_may_be_commands() -> None:
    steps = {"steps": [{"command": "make build"}, {"tool": "bash", "command": "make test"}]}
    runs = [{"tool": "bash", "arguments": {"cmd": f"cd x && make {what}"}} for what in ("build", "test")]
    expect(P, "ordered_steps", steps, World(trace=runs))
    expect(F, "ordered_steps", steps, World(trace=runs[::-1]))
    one = [{"tool": "bash", "arguments": {"cmd": "make build && make test"}}]
    expect(U, "ordered_steps", steps, World(trace=one))
    expect(U, "ordered_steps", steps, World())


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from("abcx"), max_size=8), st.permutations(["a", "b", "c"]))
def test_order_against_a_slow_reference(tools: list[str], wanted: list[str]) -> None:
    firsts = [tools.index(step) if step in tools else None for step in wanted]
    known = [place for place in firsts if place is not None]
    position, follows = 0, True
    for step in wanted:
        later = [place for place in range(position, len(tools)) if tools[place] == step]
        follows = follows and bool(later)
        position = later[0] if later else position
    if not tools:
        right = U
    elif len(known) == 3 and known == sorted(known):
        right = P
    else:
        right = U if follows else F
    steps = {"steps": [{"tool": step} for step in wanted]}
    assert decide("ordered_steps", steps, trace(*tools)).outcome is right
