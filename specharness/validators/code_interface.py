"""Validator of what code offers: functions, classes, signatures, command lines. It reads Python as a tree and nothing
else; what the code does is not its business."""

from __future__ import annotations

import ast
import posixpath
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from specharness import trees
from specharness.evidence.views import Request, TextView, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators.annotations import compare_annotations
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.compare import Match
from specharness.validators.params import BOOL, TEXT, TEXTS, ParamType, choice, text_of, texts_of, typed
from specharness.validators.python_code import (
    Found,
    Parameter,
    Unread,
    base_names,
    command_line,
    decorated,
    find,
    has_entry_point,
    parameters,
    raised,
    tree_of,
)
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, listed, said

_DOTTED = "a name, or names joined by dots"
DOTTED = ParamType(
    _DOTTED,
    lambda value: (
        ""
        if isinstance(value, str) and value and all(part.isidentifier() for part in value.split("."))
        else f"must be {_DOTTED}"
    ),
)


def _names_problem(value: JsonValue) -> str:
    fine = (
        isinstance(value, list)
        and all(isinstance(name, str) and name.isidentifier() for name in value)
        and len(set(map(str, value))) == len(value)
    )
    return "" if fine else f"must be {_NAMES}"


_NAMES = "a list of different names, perhaps empty"
NAMES = ParamType(_NAMES, _names_problem)
_LITERALS = "an object from names to literals as text, at least one"


def _by_name(value: JsonValue) -> str:
    fine = (
        isinstance(value, dict)
        and value
        and all(name.isidentifier() and isinstance(text, str) and text.strip() for name, text in value.items())
    )
    return "" if fine else f"must be {_LITERALS}"


BY_NAME = ParamType(_LITERALS, _by_name)

_PYTHON = (".py", ".pyi", "")
"""Without an ending it may be Python, or a script of another language."""
_OF_ONE = ("kind", "params", "defaults", "annotations", "returns", "raises", "bases")


class CodeInterface(Check):
    """A Python file defines `name` (`f`, `Class`, `Class.method`), of the `kind`, with these `params` in order, these
    `defaults`, `annotations`, `returns`, `raises`, `bases`; its command line knows these `options`; it has a `main`
    entry point. The source is read as a tree; nothing is imported or run.

    Passed: the definition is there and is so in every point.
    Failed: it surely is not there, or a parameter is missing, is another one or stands elsewhere, or a default,
    annotation, base or option surely is another one; the file is no Python.
    Unknown: the name is imported, made at run time or defined under a condition, or assigned where more is asked than
    the name; further parameters that have defaults; `*args`; a decorator may change the signature; an annotation that
    may mean the same, or none; an exception that a called function may raise; options that are no literals; another
    language; syntax of another version.
    """

    name = "code_interface"
    families = (Family.CODE_INTERFACE,)
    demanded = typed(path=TEXT)
    admitted = typed(
        name=DOTTED,
        kind=choice("function", "class", "method", "async"),
        params=NAMES,
        defaults=BY_NAME,
        annotations=BY_NAME,
        returns=TEXT,
        raises=TEXTS,
        bases=TEXTS,
        options=TEXTS,
        main=BOOL,
    )

    def problem(self, params: Params) -> str:
        if not params.get("name") and any(name in params for name in _OF_ONE):
            return "needs `name` beside what is asked of it"
        if not all(map(_option_name, texts_of(params.get("options")))):
            return "needs a name in every one of `options`"
        asked = params.get("name") or params.get("options") or params.get("main")
        return "" if asked else "needs one of name, options, main"

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.TEXT, text_of(params["path"])),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        path = text_of(params["path"])
        tally = Tally(f"{path} offers {_in_words(params)}")
        view = view_or_finding(seen, self.needs(params)[0], TextView, tally.expected)
        if isinstance(view, Finding):
            return view
        ending = posixpath.splitext(path)[1].lower()
        if ending not in _PYTHON:
            return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message="only Python is read here")
        tree = tree_of(view.text)
        if isinstance(tree, Unread):
            (tally.violate if tree.broken and ending else tally.doubt)("", tree.reason)
            return tally.finding("", nothing="")
        try:
            _judge(tree, params, view.text, tally)
        except RecursionError:
            tally = Tally(tally.expected)
            tally.doubt("", "nested too deeply to be walked")
        return tally.finding("as stated", nothing="nothing is asked")


def _judge(tree: ast.Module, params: Params, source: str, tally: Tally) -> None:
    if params.get("name"):
        _judge_definition(find(tree, text_of(params["name"])), params, tally)
    if params.get("options"):
        _judge_options(tree, texts_of(params["options"]), source, tally)
    if params.get("main"):
        if has_entry_point(tree):
            tally.satisfy()
        elif command_line(tree).parser:
            tally.doubt("", "no `__main__` guard, which a command line may do without")
        else:
            tally.violate("", 'no `if __name__ == "__main__"`')


def _in_words(params: Params) -> str:
    parts = []
    if params.get("name"):
        names = params.get("params")
        shown = f"({', '.join(map(str, names))})" if isinstance(names, list) else ""
        parts.append(f"{text_of(params.get('kind')) or 'the name'} `{clip(text_of(params['name']) + shown)}`")
    if params.get("options"):
        parts.append(f"the options {listed(texts_of(params['options']))}")
    if params.get("main"):
        parts.append("an entry point")
    return " and ".join(parts)


def _judge_definition(found: Found, params: Params, tally: Tally) -> None:
    name, kind = text_of(params["name"]), text_of(params.get("kind"))
    node = found.node
    if found.assigned and not any(params.get(one) not in (None, False) for one in _OF_ONE):
        tally.satisfy()
        return
    if found.doubt:
        tally.doubt("", found.doubt)
        return
    if node is None:
        tally.violate("", f"no `{clip(name)}`")
        return
    where = f"line {node.lineno}"
    is_class = isinstance(node, ast.ClassDef)
    if (kind == "class") is not is_class and kind:
        tally.violate(where, f"`{name}` is {'a class' if is_class else 'no class'}")
    elif kind == "method" and "." not in name:
        tally.doubt(where, f"of which class `{name}` is a method is not said")
    elif kind == "async" and not isinstance(node, ast.AsyncFunctionDef):
        tally.violate(where, f"`{name}` is not async")
    else:
        tally.satisfy()
    if isinstance(node, ast.ClassDef):
        _judge_class(node, params, where, tally)
        return
    if params.get("bases"):
        tally.violate(where, f"`{name}` is no class and has no bases")
    _judge_function(node, params, "." in name, where, tally)


def _judge_class(node: ast.ClassDef, params: Params, where: str, tally: Tally) -> None:
    bases = base_names(node)
    for base in texts_of(params.get("bases")):
        if base.rpartition(".")[2] in bases:
            continue
        if bases or node.keywords or node.decorator_list:
            tally.doubt(where, f"`{clip(base)}` is no direct base; there are {listed(bases) or 'none'}")
        else:
            tally.violate(where, f"no base at all, not `{clip(base)}`")
    if any(params.get(name) is not None for name in ("params", "defaults", "annotations", "returns")):
        made = next((item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__"), None)
        if made is None:
            tally.doubt(where, "the class has no `__init__` of its own")
            return
        _judge_function(made, {**params, "raises": None}, True, f"line {made.lineno}", tally)
    _judge_raises(node, params, where, tally)


def _judge_function(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, params: Params, method: bool, where: str, tally: Tally
) -> None:
    own = parameters(node, method=method)
    asked = any(params.get(name) is not None for name in ("params", "defaults", "annotations", "returns"))
    if asked and not isinstance(node, ast.Lambda) and decorated(node):
        tally.doubt(where, "a decorator may change the signature")
        return
    names = params.get("params")
    if isinstance(names, list):
        _judge_names([str(name) for name in names], own, where, tally)
    by_name = {parameter.name: parameter for parameter in own}
    for name, literal in _pairs(params.get("defaults")):
        _judge_default(name, literal, by_name.get(name), own, where, tally)
    for name, wanted in _pairs(params.get("annotations")):
        parameter = by_name.get(name)
        if parameter is None:
            _absent(name, own, where, tally)
        else:
            _judge_annotation(f"`{name}`", wanted, parameter.annotation, where, tally)
    if params.get("returns"):
        given = None if isinstance(node, ast.Lambda) else node.returns
        _judge_annotation("the result", text_of(params["returns"]), given, where, tally)
    _judge_raises(node, params, where, tally)


def _pairs(value: JsonValue) -> Sequence[tuple[str, str]]:
    return [(name, str(text)) for name, text in value.items()] if isinstance(value, Mapping) else ()


def _judge_names(wanted: list[str], own: list[Parameter], where: str, tally: Tally) -> None:
    plain = [parameter for parameter in own if parameter.kind in {"positional", "keyword"}]
    names = [parameter.name for parameter in plain]
    missing = [name for name in wanted if name not in names]
    more = [parameter for parameter in plain if parameter.name not in wanted]
    shown = f"({', '.join(parameter.name for parameter in own)})"
    if missing and any(parameter.kind in {"*", "**"} for parameter in own):
        tally.doubt(where, f"`{missing[0]}` may be among {clip(shown)}")
    elif missing:
        tally.violate(where, f"no parameter `{missing[0]}` in {clip(shown)}")
    elif any(parameter.default is None for parameter in more):
        tally.violate(where, f"further parameters without a default in {clip(shown)}")
    elif [name for name in names if name in wanted] != wanted:
        keywords = any(parameter.kind == "keyword" for parameter in plain)
        (tally.doubt if keywords else tally.violate)(where, f"another order: {clip(shown)}")
    elif more:
        tally.doubt(where, f"further parameters with defaults: {clip(shown)}")
    elif any(parameter.kind != "positional" for parameter in own):
        tally.doubt(where, f"any further parameters, or some by keyword alone: {clip(shown)}")


def _absent(name: str, own: list[Parameter], where: str, tally: Tally) -> None:
    if any(parameter.kind in {"*", "**"} for parameter in own):
        tally.doubt(where, f"`{name}` may be among the others")
    else:
        tally.violate(where, f"no parameter `{name}`")


def _judge_default(
    name: str, literal: str, parameter: Parameter | None, own: list[Parameter], where: str, tally: Tally
) -> None:
    if parameter is None:
        _absent(name, own, where, tally)
        return
    if parameter.default is None:
        tally.violate(where, f"`{name}` has no default")
        return
    given = _literal(ast.unparse(parameter.default))
    wanted = _literal(literal)
    if given is _NOTHING or wanted is _NOTHING:
        if ast.unparse(parameter.default) != literal.strip():
            tally.doubt(where, f"the default of `{name}` is {clip(ast.unparse(parameter.default))}")
    elif given == wanted:
        if type(given) is not type(wanted):
            tally.doubt(where, f"the default of `{name}` is {clip(repr(given))}, of another type")
    else:
        tally.violate(where, f"the default of `{name}` is {clip(repr(given))}")


_NOTHING = object()


def _literal(text: str) -> object:
    """The value of a literal; words that are none are texts that the specification did not quote."""
    try:
        return trees.literal(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return _NOTHING


def _judge_annotation(what: str, wanted: str, given: ast.expr | None, where: str, tally: Tally) -> None:
    if given is None:
        tally.doubt(where, f"{what} is not annotated")
        return
    match = compare_annotations(wanted, given)
    if match is Match.VARIANT:
        tally.doubt(where, f"{what} is annotated {clip(ast.unparse(given))}, which may be {clip(wanted)}")
    elif match is Match.DIFFERENT:
        tally.violate(where, f"{what} is annotated {clip(ast.unparse(given))}, not {clip(wanted)}")


def _judge_raises(node: ast.AST, params: Params, where: str, tally: Tally) -> None:
    names, others = raised(node)
    for wanted in texts_of(params.get("raises")):
        if wanted.rpartition(".")[2] in names:
            continue
        if others or names:
            tally.doubt(where, f"no `raise {clip(wanted)}`, which something that is called may raise")
        else:
            tally.violate(where, f"nothing there can raise `{clip(wanted)}`")


def _option_name(option: str) -> str:
    """`--out` of `--out FILE` and `--out=FILE`; empty where there is none."""
    return "".join(option.partition("=")[0].split()[:1])


def _judge_options(tree: ast.Module, options: Sequence[str], source: str, tally: Tally) -> None:
    line = command_line(tree)
    for option in options:
        name = _option_name(option)
        if name in line.options:
            tally.satisfy()
        elif not line.parser:
            tally.doubt("", f"`{clip(name)}`: no argparse, click or typer is seen")
        elif line.open_:
            tally.doubt("", f"`{clip(name)}`: {line.open_}")
        elif f'"{name}"' in source or f"'{name}'" in source:
            tally.doubt("", f"{said(name)} stands in the file, but not where options are declared")
        else:
            tally.violate("", f"no option `{clip(name)}`; there are {listed(sorted(line.options)) or 'none'}")
