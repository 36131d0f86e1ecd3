"""Python source read as a tree, never imported: what a module defines, with signatures, its command line.

Guarantees bounded work on hostile source, and that what the tree can't decide (names bound at run time, star imports,
definitions under a condition) is told apart from what is surely not there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from specharness import trees

MAX_SOURCE = 4_000_000
"""Characters of one module: the tree takes about a hundred times its bytes."""

MAX_NODES = 500_000
"""Nodes that are walked."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

_NEWER = re.compile(
    r"^\s*type\s+\w+.*=|^\s*(?:async\s+)?(?:def|class)\s+\w+\s*\[|\bf[\"']|\bt[\"']|\bexcept\s+\w+\s*,|\bprint\s+[\"']",
    re.MULTILINE,
)
"""Forms of later or earlier versions of the language than the one that reads it here."""


@dataclass(frozen=True)
class Unread:
    """Why there is no tree; `broken` says that the source surely is no Python."""

    reason: str
    broken: bool = False


def tree_of(source: str) -> ast.Module | Unread:
    """The tree of a module."""
    if len(source) > MAX_SOURCE:
        return Unread(f"more than MAX_SOURCE ({MAX_SOURCE}) characters")
    try:
        tree = trees.parsed(source)
        for number, _ in enumerate(ast.walk(tree)):
            if number > MAX_NODES:
                return Unread(f"more than MAX_NODES ({MAX_NODES}) nodes")
    except SyntaxError as error:
        place = f"line {error.lineno}: {error.msg}"
        return Unread(f"no Python: {place}", broken="too many" not in error.msg and _NEWER.search(source) is None)
    except ValueError as error:
        return Unread(f"no Python: {error}", broken="null" in str(error))
    except (RecursionError, MemoryError) as error:
        return Unread(f"nested too deeply to be read ({type(error).__name__})")
    return tree


@dataclass(frozen=True)
class Found:
    """A definition, or why it is not certain what the name means."""

    node: Definition | ast.Lambda | None = None
    doubt: str = ""
    assigned: bool = False
    """The doubt is about what the name means, not about whether it is there."""


def find(tree: ast.Module, dotted: str) -> Found:
    """What `name` or `Class.method` means in a module; neither node nor doubt where it surely is not there."""
    holder: ast.Module | ast.ClassDef = tree
    found = Found()
    names = dotted.split(".")
    for number, name in enumerate(names, 1):
        found = _in_body(holder.body, name, module=number == 1)
        if found.doubt:
            return found
        if found.node is None:
            return Found(doubt=_elsewhere(holder, name))
        if number < len(names) and not isinstance(found.node, ast.ClassDef):
            return Found()
        holder = found.node if isinstance(found.node, ast.ClassDef) else holder
    return found


_AT_RUN_TIME = frozenset({"exec", "eval", "globals", "setattr", "vars", "locals"})


def _elsewhere(holder: ast.Module | ast.ClassDef, name: str) -> str:
    """Why a name may be there though no statement of its scope binds it; empty where it surely is not."""
    if isinstance(holder, ast.ClassDef):
        return f"`{name}` may be inherited or added" if holder.bases or holder.keywords or holder.decorator_list else ""
    calls = (node.func for node in ast.walk(holder) if isinstance(node, ast.Call))
    made = any(isinstance(called, ast.Name) and called.id in _AT_RUN_TIME for called in calls)
    return "the module makes names at run time" if made else ""


def _in_body(body: Sequence[ast.stmt], name: str, *, module: bool) -> Found:
    last: Found = Found()
    star = False
    for statement, conditional in _statements(body, False):
        here = _binding(statement, name)
        if here is not None:
            alike = here.node is not None and last.node is not None and _alike(here.node, last.node)
            last = Found(doubt=f"`{name}` is bound under a condition") if conditional and not alike else here
        star |= isinstance(statement, ast.ImportFrom) and any(alias.name == "*" for alias in statement.names)
        if module and last.node is None and isinstance(statement, ast.FunctionDef) and statement.name == "__getattr__":
            last = Found(doubt="the module makes names at run time (`__getattr__`)")
    if last.node is None and not last.doubt and star:
        return Found(doubt="names come from a star import")
    return last


def _alike(one: ast.AST, other: ast.AST) -> bool:
    return ast.dump(one) == ast.dump(other)


def _statements(body: Sequence[ast.stmt], conditional: bool) -> Iterator[tuple[ast.stmt, bool]]:
    """Statements of a scope in order, those under `if`, `try` and `with` included."""
    for statement in body:
        yield statement, conditional
        for field in ("body", "orelse", "finalbody", "handlers"):
            if isinstance(statement, Definition):
                continue
            for inner in getattr(statement, field, []):
                if isinstance(inner, ast.ExceptHandler):
                    yield from _statements(inner.body, True)
                elif isinstance(inner, ast.stmt):
                    sure = isinstance(statement, ast.With | ast.Try) and field in {"body", "finalbody"}
                    yield from _statements([inner], conditional or not sure)


def _binding(statement: ast.stmt, name: str) -> Found | None:
    """What a statement makes of a name; None where it does not touch it."""
    if isinstance(statement, Definition):
        return Found(statement) if statement.name == name else None
    if isinstance(statement, ast.Import | ast.ImportFrom):
        names = {alias.asname or alias.name.partition(".")[0] for alias in statement.names}
        return Found(doubt=f"`{name}` is imported from elsewhere") if name in names else None
    if isinstance(statement, ast.Delete):
        gone = any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)
        return Found() if gone else None
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        bound = {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
        if name not in bound:
            return None
        if isinstance(statement.value, ast.Lambda):
            return Found(statement.value)
        return Found(doubt=f"`{name}` is assigned, which does not show its signature", assigned=True)
    return None


@dataclass(frozen=True)
class Parameter:
    name: str
    kind: str
    """`positional`, `keyword`, `*`, `**`."""
    default: ast.expr | None = None
    annotation: ast.expr | None = None


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, *, method: bool) -> list[Parameter]:
    """The parameters in order; without the first of a method that is no static one."""
    given = node.args
    positional = [*given.posonlyargs, *given.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(given.defaults))
    pairs = list(zip(positional, [*defaults, *given.defaults], strict=True))
    static = not isinstance(node, ast.Lambda) and any(_name(item) == "staticmethod" for item in node.decorator_list)
    if method and pairs and not static:
        del pairs[0]
    found = [Parameter(arg.arg, "positional", default, arg.annotation) for arg, default in pairs]
    if given.vararg:
        found.append(Parameter(given.vararg.arg, "*"))
    keyword = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    found += [Parameter(arg.arg, "keyword", default, arg.annotation) for arg, default in keyword]
    if given.kwarg:
        found.append(Parameter(given.kwarg.arg, "**"))
    return found


def _name(node: ast.expr) -> str:
    """The last part of a name, of the thing called where it is a call."""
    if isinstance(node, ast.Call):
        return _name(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def base_names(node: ast.ClassDef) -> list[str]:
    """The last parts of the names of a class's bases."""
    return [_name(base.value if isinstance(base, ast.Subscript) else base) for base in node.bases]


def decorated(node: Definition) -> bool:
    """Whether a decorator may have changed the signature; those of the language keep it."""
    plain = {"staticmethod", "classmethod", "abstractmethod", "override", "cache", "lru_cache", "wraps", "dataclass"}
    return any(_name(item) not in plain for item in node.decorator_list)


def raised(node: ast.AST) -> tuple[set[str], bool]:
    """Names of the exceptions that stand behind `raise` in a definition, and whether a call or a bare `raise` may raise
    others."""
    names, others = set(), False
    for item in ast.walk(node):
        if isinstance(item, ast.Raise):
            name = _name(item.exc) if item.exc is not None else ""
            names.add(name)
            others |= not name or name[:1].islower()
        others |= isinstance(item, ast.Call) and not (isinstance(item.func, ast.Name) and item.func.id[:1].isupper())
    return names - {""}, others


def has_entry_point(tree: ast.Module) -> bool:
    """Whether the module does something of its own when it is run: `if __name__ == "__main__"`."""
    for node in tree.body:
        if isinstance(node, ast.If) and any(
            isinstance(item, ast.Name) and item.id == "__name__" for item in ast.walk(node.test)
        ):
            return any(isinstance(item, ast.Constant) and item.value == "__main__" for item in ast.walk(node.test))
    return False


@dataclass(frozen=True)
class CommandLine:
    """The options of a command line. `open_` says why there may be more than the tree shows."""

    options: frozenset[str]
    parser: str
    """`argparse`, `click`, `typer`, or empty: none is seen."""
    open_: str = ""


_DECLARES = {"add_argument": "argparse", "option": "click", "argument": "click", "Option": "typer", "Argument": "typer"}
_OPENING = ("parents", "fromfile_prefix_chars")


def command_line(tree: ast.Module) -> CommandLine:
    """What argparse, click and typer are told, where they are told it in literals."""
    options: set[str] = set()
    parser = open_ = ""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = _name(node.func)
            kind = _DECLARES.get(name, "")
            if kind:
                parser = parser or kind
                texts = [item.value for item in node.args if isinstance(item, ast.Constant)]
                flags = [flag.strip() for text in texts if isinstance(text, str) for flag in text.split("/")]
                options.update(flag for flag in flags if flag[:1] == "-")
                if any(not isinstance(item, ast.Constant) for item in node.args) and kind != "typer":
                    open_ = open_ or f"line {node.lineno}: an option that is no literal"
            elif any(keyword.arg in _OPENING for keyword in node.keywords) or name == "parse_known_args":
                open_ = open_ or f"line {node.lineno}: options from elsewhere"
        elif isinstance(node, ast.ImportFrom | ast.Import):
            modules = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
            if "typer" in modules:
                parser = "typer"
    if parser == "typer":
        for function in (item for item in ast.walk(tree) if isinstance(item, ast.FunctionDef)):
            if any(_name(item) in {"command", "callback"} for item in function.decorator_list):
                options.update(_typer_names(function))
            else:
                open_ = open_ or "typer may run functions without a decorator"
    return CommandLine(frozenset(options), parser, open_)


def _typer_names(function: ast.FunctionDef) -> Iterator[str]:
    """Names that typer gives to parameters that have a default."""
    for parameter in parameters(function, method=False):
        if parameter.default is not None:
            yield f"--{parameter.name.replace('_', '-')}"
