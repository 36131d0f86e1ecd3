"""Cases of what Python source says of classes, parameters, defaults and types; `code` asks them of `code_interface`."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import (
    OPEN,
    Asked,
    Case,
    Definition,
    Files,
    debatable,
    hostile,
    near_fail,
    refused,
    satisfying,
    violating,
)
from specharness.qualify.draw import Draw


def _ask(source: str, **params: object) -> tuple[Asked, Files]:
    return {"path": "m.py", **params}, {"m.py": source}


def definitions(draw: Draw) -> Iterator[Case]:
    """What kind of thing a name is, and what can't be asked at all."""
    name, one, two, other = draw.words(4)
    kind, upper = draw.word().capitalize(), draw.word().upper()
    method = f"class {kind}:\n    def {name}(self, {one}): pass\n"
    yield satisfying({"path": "M.PY", "name": name}, {"M.PY": f"def {name}(): pass\n"}, "an ending in capitals")
    yield satisfying(*_ask(f"{upper} = {draw.integer(2, 90)}\n", name=upper), "a name that is assigned is defined")
    yield satisfying(*_ask(method, name=f"{kind}.{name}", kind="method"), "a method, and its class named")
    yield satisfying(*_ask(method, name=f"{kind}.{name}", params=[one]), "the object itself is no parameter")
    yield debatable(*_ask(f"def {name}(): pass\n", name=name, kind="method"), "of which class is not said")
    yield satisfying(*_ask(f"@{other}\ndef {name}({one}): pass\n", name=name), "whatever the decorator makes of it")
    yield satisfying(*_ask(f"{name} = lambda {one}: {one}\n", name=name, params=[one]), "a function without a body")
    yield debatable(*_ask(f"{name} = lambda {one}: 1\n", name=name, returns="int"), "which can't be annotated")
    program = f"import argparse\nargparse.ArgumentParser().add_argument('--{one}')\n"
    yield debatable(*_ask(program, main=True), "a program without a guard")
    yield violating(*_ask("", main=True, name=f"{one}_{two}"), "nothing in the file")
    chain = f"if {one}: pass\n" + f"elif {two}: pass\n" * 2_000
    yield hostile(*_ask(chain, name=name), "a chain that can be read and not walked", OPEN)
    yield refused({"path": "m.py", "params": [one], "options": [f"--{one}"]}, "parameters of nothing")
    yield refused({"path": "m.py", "bases": [kind], "main": True}, "bases of nothing")
    for field in ("defaults", "annotations"):
        yield refused({"path": "m.py", "name": name, field: {}}, "no parameter named")
        yield refused({"path": "m.py", "name": name, field: [one]}, "a list")
        yield refused({"path": "m.py", "name": name, field: {one: "1", f"{two} {other}": "2"}}, "a name with a space")
        yield refused({"path": "m.py", "name": name, field: {one: "1", two: 2}}, "no text")
        yield refused({"path": "m.py", "name": name, field: {one: "1", two: " "}}, "a blank")
    yield refused({"path": "m.py", "name": name, "params": one}, "a text in the place of a list")
    yield refused({"path": "m.py", "name": name, "params": [one, 7]}, "a number among names")
    yield refused({"path": "m.py", "name": name, "params": [one, f"{two} {other}"]}, "a name with a space")
    yield refused({"path": "m.py", "options": [f"--{one}", "=FILE"]}, "an option without a name")


def signatures(draw: Draw) -> Iterator[Case]:
    """Parameters, their order and their defaults."""
    name, one, two, third = draw.words(4)
    number = draw.integer(2, 90)
    limit = third.upper()
    yield debatable(*_ask(f"def {name}({one}, *{two}): pass\n", name=name, params=[one]), "any number of further ones")
    yield debatable(*_ask(f"def {name}({one}, **{two}): pass\n", name=name, params=[one]), "any further ones by name")
    yield debatable(*_ask(f"def {name}({one}, **{third}): pass\n", name=name, params=[one, two]), "perhaps by name")
    yield violating(*_ask(f"def {name}({two}, {one}, *{third}): pass\n", name=name, params=[one, two]), "turned round")
    yield debatable(*_ask(f"def {name}({two}, *, {one}): pass\n", name=name, params=[one, two]), "no order of keywords")
    yield debatable(*_ask(f"def {name}({one}, *, {two}): pass\n", name=name, params=[one, two]), "one by keyword alone")
    for stars in ("*", "**"):
        source = f"def {name}({one}, {stars}{two}): pass\n"
        yield debatable(*_ask(source, name=name, defaults={third: f"{number}"}), "a default of what may be passed")
        yield debatable(*_ask(source, name=name, annotations={third: "int"}), "a type of what may be passed")

    def default(written: str, asked: str) -> tuple[Asked, Files]:
        return _ask(f"{limit} = 1\ndef {name}({one}, {two}={written}): pass\n", name=name, defaults={two: asked})

    yield satisfying(*default(limit, limit), "the same constant")
    yield satisfying(*default(f"{limit}[ 0 ]", f" {limit}[0] "), "the same expression")
    yield debatable(*default(limit, f"{limit}S"), "another constant may hold the same")
    yield debatable(*default(limit, f"{number}"), "a constant whose value is not looked up")
    yield debatable(*default(f"{number}", limit), "a number in the place of a constant")
    yield debatable(*default(f"{number}", f"{number}.0"), "the same number of another type")
    yield debatable(*default("True", "1"), "a truth value that is 1")
    yield violating(*default(f"'{number}'", f"{number}"), "a text in the place of a number")
    yield satisfying(*default("None", "None"), "none")
    wrapped = f"@{third}\ndef {name}({one}: int = {number}) -> str: return {one}\n"
    yield debatable(*_ask(wrapped, name=name, defaults={one: f"{number}"}), "a decorator may change the default")
    yield debatable(*_ask(wrapped, name=name, annotations={one: "int"}), "a decorator may change the type")
    yield debatable(*_ask(wrapped, name=name, returns="str"), "a decorator may change the result")
    fails = f"def {name}({one}):\n    raise KeyError\n"
    yield debatable(*_ask(fails, name=name, raises=["LookupError"]), "perhaps a kind of it")
    own = f"def {name}({one}):\n    raise {two}.{third.capitalize()}\n"
    yield satisfying(*_ask(own, name=name, raises=[f"{two}.{third.capitalize()}"]), "of a module")
    for mark in "\"'":
        told = f"import argparse\nargparse.ArgumentParser()\nTABLE = [{mark}--{one}{mark}]\n"
        told += f"parser.add_argument('--{two}')\n"
        yield debatable(*_ask(told, options=[f"--{one}"]), "in a list that may be added")
        yield satisfying(*_ask(told, options=[f"--{two}=FILE"]), "an option with its value")
        yield violating(*_ask(told, options=[f"--{third}=FILE"]), "no such option")


def classes(draw: Draw) -> Iterator[Case]:
    """What is asked of a class, and of what makes its objects."""
    name, one, two = draw.words(3)
    kind, base, other = (word.capitalize() for word in draw.words(3))
    number = draw.integer(2, 90)
    made = (
        f'class {kind}:\n    """Documented."""\n    LIMIT = {number}\n    def {name}(self, {two}):\n'
        f"        raise ValueError\n    def __init__(self, {one}: int = {number}) -> None: pass\n"
    )
    yield satisfying(*_ask(made, name=kind, params=[one]), "of what makes an object")
    yield violating(*_ask(made, name=kind, params=[two]), "another name")
    yield satisfying(*_ask(made, name=kind, defaults={one: f"{number}"}), "the default")
    yield violating(*_ask(made, name=kind, defaults={one: f"{number + 1}"}), "another default")
    yield satisfying(*_ask(made, name=kind, annotations={one: "int"}), "the type")
    yield violating(*_ask(made, name=kind, annotations={one: "str"}), "another type")
    yield satisfying(*_ask(made, name=kind, returns="None"), "what making gives")
    yield violating(*_ask(made, name=kind, returns="int"), "making gives nothing")
    yield satisfying(*_ask(made, name=kind, params=[one], raises=["ValueError"]), "raised by another method")
    silent = f"class {kind}:\n    def {name}(self, {two}): return {two}\n"
    yield near_fail("raises", *_ask(silent, name=kind, raises=["ValueError"]), "no method raises")
    yield debatable(*_ask(silent, name=kind, params=[two]), "made by what the class doesn't show")
    yield satisfying(*_ask(f"class {kind}({two}.{base}): pass\n", name=kind, bases=[f"{two}.{base}"]), "of a module")
    yield satisfying(*_ask(f"class {kind}({base}, {other}): pass\n", name=kind, bases=[other]), "the second")
    yield debatable(*_ask(f"class {kind}({other}): pass\n", name=kind, bases=[base]), "perhaps further up")
    yield debatable(*_ask(f"class {kind}({base}): pass\n", name=kind, bases=[base, other]), "one of two is further up")
    both = ["ValueError", "KeyError"]
    yield debatable(*_ask(made, name=kind, raises=both), "one of two is raised elsewhere, perhaps")
    yield debatable(*_ask(f"class {kind}(metaclass={other}): pass\n", name=kind, bases=[base]), "perhaps added")
    yield debatable(*_ask(f"@{two}\nclass {kind}: pass\n", name=kind, bases=[base]), "perhaps by the decorator")


def types(draw: Draw) -> Iterator[Case]:
    """Types that are the same, may be the same, and are not."""
    name, one, module = draw.words(3)
    first, second, third, fourth = sorted(word.capitalize() for word in draw.words(4))

    def typed(given: str, wanted: str) -> tuple[Asked, Files]:
        return _ask(f"def {name}({one}) -> {given}: ...\n", name=name, returns=wanted)

    for given, wanted in (
        (f"{module}.{first}", first), ("typing.List[int]", "list[int]"), ("None", "None"),
        (f"int | {first}", f"{first} | int"), (f"{first} | int | None", f"Union[{first}, None, int]"),
        ("Optional[int]", "int | None"), ("Dict[str, List[int]]", "dict[str, list[int]]"),
        ("Tuple[int, ...]", "tuple[int, ...]"), (f"Callable[[List[{first}]], str]", f"Callable[[list[{first}]], str]"),
        (f"' list[{first}]'", f"list[{first}]"), (f"(int, {first})", f"(int, {first})"),
        (f"Literal['{one}']", f'Literal["{one}"]'), (f"list[{first} | int]", f"list[Union[int, {first}]]"),
    ):  # fmt: skip
        yield satisfying(*typed(given, wanted), f"{given} for {wanted}")
    for given, wanted in (
        ("dict[str, int]", "list[int]"), ("list[int | None]", "dict[str, int]"), ("None", "bool"),
        (f"dict[str, {first}]", f"List[{first}]"), ("bytes", "Text"),
    ):  # fmt: skip
        yield violating(*typed(given, wanted), f"{given} for {wanted}")
    for given, wanted in (
        (first, "int"), ("int", first), ("int | None", "int"), ("int", f"str | {first}"),
        (f"str + {first}", f"{first} + str"),
        (f"(int, {first})", f"[int, {first}]"), (first, f"list of {first}"), ("np.bool", "bool"),
        ("Literal['List']", "Literal['list']"), ("list[int]", "list[str]"), ("int | str", "list[int] | dict[str, int]"),
        (f"list[{first} | {fourth}] | set[{second} | {third}]", f"list[{first} | {third}] | set[{second} | {fourth}]"),
    ):  # fmt: skip
        yield debatable(*typed(given, wanted), f"{given} for {wanted}")
    most = f"{first}[" + "x" * (2_000 - len(first) - 2) + "]"
    yield satisfying(*typed(most, most), "as long as is read")
    longer = most.replace("x]", "xx]")
    yield debatable(*typed(longer, longer), "longer than is read")


DEFINITIONS: tuple[Definition, ...] = ()
