"""Cases of what Python source offers."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import (
    FAILED,
    OPEN,
    Case,
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
from specharness.qualify.cases.signatures import classes, definitions, signatures, types
from specharness.qualify.cases.sources import sources
from specharness.qualify.draw import Draw

_BODY = '    """{}"""\n    return None\n'


def _argparse(*options: str) -> str:
    lines = ["import argparse", "parser = argparse.ArgumentParser()"]
    return "\n".join([*lines, *(f"parser.add_argument({option!r})" for option in options), ""])


def _renamed(case: Case, draw: Draw) -> World | None:
    """The definition gets another name."""
    source, name = case.world.files.get("m.py"), case.params.get("name")
    if not isinstance(source, str) or not isinstance(name, str):
        return None
    last = name.rpartition(".")[2]
    return World({"m.py": source.replace(f"def {last}", f"def x_{last}").replace(f"class {last}", f"class X{last}")})


@cases_for("code_interface", keeps=("line_ends", "final_newline", "byte_order_mark", "other_file"), breaks=(_renamed,))
def code_interface(draw: Draw) -> Iterator[Case]:
    name, one, two, other, third = draw.words(5)
    kind, number = name.capitalize(), draw.integer(2, 90)

    def ask(source: str, **params: object) -> tuple[dict[str, object], dict[str, str]]:
        return {"path": "m.py", **params}, {"m.py": source}

    body = _BODY.format(draw.sentence())
    plain = f"import os\n\n\ndef {name}({one}, {two}={number}):\n{body}\n\ndef {other}():\n{body}"
    yield satisfying(*ask(plain, name=name), "a function of the module")
    yield satisfying(*ask(plain, name=name, params=[one, two], defaults={two: str(number)}), "all of its signature")
    yield satisfying(*ask(f"def {name}():\n{body}", name=name, params=[]), "no parameter, and none demanded")
    yield violating(*ask(plain, name=third), "no such name")
    yield violating(*ask(f"# def {name}(): pass\n", name=name), "only in a comment")
    yield violating(*ask(f'"""\ndef {name}(): pass\n"""\n', name=name), "only in a text")
    yield violating(*ask(f"def {other}():\n    def {name}(): pass\n", name=name), "inside of another function")
    yield violating(*ask(f"{plain}\ndel {name}\n", name=name), "taken away again")
    yield violating(*ask("", name=name), "an empty module")
    yield near_fail("name", *ask(plain, name=name + "s"), "one letter more")
    yield near_pass("name", *ask(f"class {kind}:\n    def {name}(self): pass\n", name=f"{kind}.{name}"), "a method")
    yield near_fail("name", *ask(f"class {kind}:\n    def {name}(self): pass\n", name=f"{kind}.{other}"), "no such one")
    yield near_fail("name", *ask(f"class {kind}:\n    def {name}(self): pass\n", name=name), "a method is no function")
    yield near_pass("path", *ask(plain, name=other), "the file named")
    yield near_fail(
        "path", {"path": "n.py", "name": name}, {"m.py": plain, "n.py": f"def {other}(): pass\n"}, "another file"
    )

    yield near_pass("params", *ask(plain, name=name, params=[one, two]), "in order")
    yield near_fail("params", *ask(plain, name=name, params=[two, one]), "in another order")
    yield near_fail("params", *ask(plain, name=name, params=[one, two, third]), "one is missing")
    yield near_fail(
        "params", *ask(f"def {name}({one}, {two}): pass\n", name=name, params=[one]), "one more, without default"
    )
    yield near_pass("defaults", *ask(plain, name=name, defaults={two: f"{number}"}), "the same number")
    yield near_fail("defaults", *ask(plain, name=name, defaults={two: f"{number + 1}"}), "another number")
    yield near_fail("defaults", *ask(plain, name=name, defaults={one: "1"}), "no default at all")
    yield near_fail("defaults", *ask(plain, name=name, defaults={third: "1"}), "no such parameter")
    yield near_pass(
        "defaults", *ask(f"def {name}({one}='{two}'): pass\n", name=name, defaults={one: f'"{two}"'}), "other marks"
    )

    typed = f"async def {name}({one}: int, {two}: 'list[str]' = None) -> dict[str, int]:\n{body}"
    yield near_pass("kind", *ask(typed, name=name, kind="async"), "async")
    yield near_fail("kind", *ask(plain, name=name, kind="async"), "not async")
    yield near_fail("kind", *ask(plain, name=name, kind="class"), "a function, no class")
    yield near_pass("kind", *ask(f"class {kind}: pass\n", name=kind, kind="class"), "a class")
    yield near_fail("kind", *ask(f"class {kind}: pass\n", name=kind, kind="function"), "a class, no function")
    yield near_pass("annotations", *ask(typed, name=name, annotations={one: "int", two: "List[str]"}), "older spelling")
    yield near_fail("annotations", *ask(typed, name=name, annotations={one: "str"}), "another type")
    yield near_fail("annotations", *ask(typed, name=name, annotations={third: "int"}), "no such parameter")
    yield near_pass("returns", *ask(typed, name=name, returns="Dict[str, int]"), "older spelling")
    yield near_fail("returns", *ask(typed, name=name, returns="list[int]"), "another type")
    fails = f"def {name}({one}):\n    if {one} < 0:\n        raise ValueError({one})\n"
    yield near_pass("raises", *ask(fails, name=name, raises=["ValueError"]), "raised there")
    yield near_fail(
        "raises", *ask(f"def {name}({one}):\n    return {one}\n", name=name, raises="ValueError"), "nothing raises"
    )
    sub = f"class {kind}({other.capitalize()}, abc.{two.capitalize()}):\n    def __init__(self, {one}): pass\n"
    yield near_pass("bases", *ask(sub, name=kind, bases=[other.capitalize(), two.capitalize()]), "both bases")
    yield near_fail("bases", *ask(f"class {kind}: pass\n", name=kind, bases=other.capitalize()), "no base")
    yield near_fail("bases", *ask(plain, name=name, bases=[kind]), "a function has none")
    yield satisfying(*ask(sub, name=kind, params=[one]), "what makes an object of the class")
    line = _argparse(f"--{one}", f"-{two[0]}", "name")
    yield near_pass("options", *ask(line, options=[f"--{one} FILE", f"-{two[0]}"]), "both declared")
    yield near_fail("options", *ask(line, options=[f"--{two}"]), "not declared")
    yield near_fail("options", *ask(line, options=[f"--{one[:-1]}"]), "one letter less")
    click = f"import click\n@click.command()\n@click.option('--{one}/--no-{one}')\ndef {name}({one}): ...\n"
    yield satisfying(*ask(click, options=[f"--no-{one}"]), "the other half of a flag")
    typer = f"import typer\napp = typer.Typer()\n@app.command()\ndef {name}({one}: str, {two}_max: int = 3): ...\n"
    yield satisfying(*ask(typer, options=[f"--{two}-max"]), "a name that typer makes")
    yield violating(*ask(typer, options=[f"--{one}"]), "an argument is no option")
    main = f"{plain}\nif __name__ == '__main__':\n    {name}(1)\n"
    yield near_pass("main", *ask(main, main=True), "guarded")
    yield near_fail("main", *ask(plain, main=True), "no guard")
    yield satisfying(*ask(main, main=True, name=other), "both")
    yield violating(*ask(main, main=True, name=third), "one of both")

    yield debatable(*ask(f"from {other} import {name}\n", name=name), "imported")
    yield debatable(*ask(f"from {other} import *\n", name=name), "perhaps by a star")
    yield debatable(*ask(f"if {one}:\n    def {name}(): pass\n", name=name), "under a condition")
    yield debatable(*ask(f"{name} = make({number})\n", name=name, params=[one]), "assigned")
    yield debatable(*ask(f"@{other}\ndef {name}({one}): pass\n", name=name, params=[one]), "a decorator may change it")
    yield debatable(*ask(plain, name=name, params=[one]), "one more, with a default")
    yield debatable(*ask(f"def {name}(*{other}): pass\n", name=name, params=[one]), "any parameters")
    yield debatable(*ask(f"def {name}(*, {one}): pass\n", name=name, params=[one]), "by keyword alone")
    yield debatable(*ask(plain, name=name, annotations={one: "int"}), "not annotated")
    yield debatable(*ask(typed, name=name, returns="Mapping[str, int]"), "a wider type")
    yield debatable(
        *ask(f"def {name}({one}): check({one})\n", name=name, raises=["ValueError"]), "perhaps in what it calls"
    )
    yield debatable(*ask(f"class {kind}({other}): pass\n", name=f"{kind}.{name}"), "perhaps inherited")
    yield debatable(*ask(f"globals()['{name}'] = 1\n", name=name), "made at run time")
    yield debatable(*ask(f"import sys\nprint(sys.argv, {number})\n", options=[f"--{one}"]), "no parser is seen")
    yield debatable(
        *ask(line + f"parser.add_argument({other})\n", options=[f"--{two}"]), "an option that is no literal"
    )
    yield debatable({"path": "m.js", "name": name}, {"m.js": f"function {name}() {{}}\n"}, "another language")
    yield debatable(*ask(f"def {name}[T]({one}: T): pass\n" * 1 + "match x:\n", name=name), "later syntax")
    yield debatable(
        {"path": "run", "name": name}, {"run": f"#!/bin/sh\n{name}() {{ echo {number}; }}\n"}, "perhaps a shell's"
    )
    yield malformed(*ask(f"def {name}({one}:\n", name=name), "cut off", FAILED)
    yield malformed({"path": "m.py", "name": name}, {"m.py": f"def {name}(): pass\n\0"}, "a NUL character", FAILED)
    yield malformed({"path": "m.py", "name": name}, {"m.py": b"\xff\xfe\xfd" + number.to_bytes(1, "big")}, "no text")
    yield hostile(*ask("(" * 9_000 + name, name=name), "very deep", OPEN)
    yield hostile(*ask("-" * 90_000 + f"{number}", name=name), "a long row of signs", OPEN)
    yield hostile(*ask(f"if {one}: pass\n" + f"elif {two}: pass\n" * 3_000, name=name), "a long chain", OPEN)
    yield refused({"path": "m.py"}, "nothing asked")
    yield refused({"path": "m.py", "name": f"{one} {two}"}, "no name")
    yield refused({"path": "m.py", "params": [one]}, "of which function is not said")
    yield refused({"path": "m.py", "name": name, "kind": "module"}, "no such kind")
    yield refused({"path": "m.py", "name": name, "params": [one, one]}, "a name twice")
    for more in (definitions, signatures, classes, types):
        yield from more(draw)
    yield from sources()


DEFINITIONS = (code_interface,)
