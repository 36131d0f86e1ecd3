"""The code that decides, as a digest that changes when a decision could, and not when a comment does.

From some definitions, every definition that they name is followed, and every one that those name, inside a set of
modules. What is digested is the code of exactly these, without comments, docstrings and annotations. Following names
takes in too much at times (a local name that is a module's too) and never too little: what code runs, it names, or it
was handed in by the caller.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from specharness import trees


class Name(NamedTuple):
    """A definition on the top level of a module: function, class, constant."""

    module: str
    name: str


_LOOSE = ""
"""In the place of a name: what runs on import and binds nothing."""

Inside = Callable[[str], bool]
"""Whether the definitions of a module are followed."""


@dataclass
class _Parsed:
    """One module: its statements by the name that they bind, and what its imports stand for."""

    statements: dict[str, list[ast.stmt]] = field(default_factory=dict)
    loose: list[ast.stmt] = field(default_factory=list)
    """Statements that bind nothing and run on import."""
    imports: dict[str, Name] = field(default_factory=dict)
    """Alias to what it stands for; the name is empty for a module."""


@cache
def source_of(module: str) -> bytes | None:
    """The source of a module as it is on disk; None where it has none."""
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return None
    loader = spec.loader if spec is not None else None
    if spec is None or spec.origin is None or not hasattr(loader, "get_data") or not spec.origin.endswith(".py"):
        return None
    data: bytes = loader.get_data(spec.origin)  # type: ignore[union-attr]
    return data


@cache
def sha256_of(module: str) -> str:
    """Of the module's source; empty where it has none."""
    source = source_of(module)
    return "" if source is None else hashlib.sha256(source).hexdigest()


def reached(starts: Iterable[Name], inside: Inside) -> tuple[Name, ...]:
    """All definitions that some ones lead to, themselves included, in sorted order. Unknown names are left out."""
    found: set[Name] = set()
    left = list(starts)
    while left:
        name = left.pop()
        if name not in found and inside(name.module):
            parsed = _parsed(name.module)
            if name.name in parsed.statements:
                found.add(name)
            left.extend(_led_to(name))
    return tuple(sorted(found))


def code_digest(names: Iterable[Name]) -> str:
    """SHA-256 over the code of definitions, in the order given."""
    total = hashlib.sha256()
    modules: set[str] = set()
    for name in names:
        if name.module not in modules:
            modules.add(name.module)
            total.update(_code(Name(name.module, _LOOSE)).encode())
        total.update(f"{name.module}:{name.name}\n{_code(name)}\n".encode())
    return total.hexdigest()


def module_digest(module: str) -> str:
    """SHA-256 over all code of a module."""
    return code_digest(Name(module, name) for name in sorted(_parsed(module).statements))


def statement_of(name: Name) -> list[ast.stmt]:
    """The statements that bind a name in its module, as parsed; not to be changed."""
    return _parsed(name.module).statements.get(name.name, [])


@cache
def _parsed(module: str) -> _Parsed:
    source = source_of(module)
    parsed = _Parsed()
    if source is None:
        return parsed
    package = module if _is_package(module) else module.rpartition(".")[0]
    for statement in trees.parsed(source).body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            parsed.imports.update(_imported(statement, package))
            continue
        bound = list(_bound(statement))
        for name in bound:
            parsed.statements.setdefault(name, []).append(statement)
        if not bound and not _is_docstring(statement) and not _imports_only(statement):
            parsed.loose.append(statement)
    return parsed


def _is_package(module: str) -> bool:
    spec = importlib.util.find_spec(module)
    return spec is not None and spec.submodule_search_locations is not None


def _imports_only(statement: ast.stmt) -> bool:
    """An `if TYPE_CHECKING:` block."""
    return isinstance(statement, ast.If) and all(
        isinstance(item, ast.Import | ast.ImportFrom) for item in statement.body
    )


def _bound(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _imported(statement: ast.Import | ast.ImportFrom, package: str) -> dict[str, Name]:
    if isinstance(statement, ast.Import):
        return {alias.asname or alias.name.partition(".")[0]: Name(alias.name, "") for alias in statement.names}
    base = statement.module or ""
    if statement.level:
        parents = package.split(".")
        above = ".".join(parents[: len(parents) - statement.level + 1])
        base = f"{above}.{base}" if base else above
    return {alias.asname or alias.name: _import_target(base, alias.name) for alias in statement.names}


def _import_target(base: str, name: str) -> Name:
    submodule = f"{base}.{name}"
    return Name(submodule, "") if source_of(base) is not None and source_of(submodule) is not None else Name(base, name)


@cache
def _led_to(name: Name) -> tuple[Name, ...]:
    """What a definition leads to directly; an imported name, to what it stands for."""
    parsed = _parsed(name.module)
    if name.name not in parsed.statements:
        return (parsed.imports[name.name],) if name.name in parsed.imports else ()
    statements = [*parsed.statements[name.name], *parsed.loose]
    return tuple({found for statement in statements for found in _named(statement, name.module, parsed)})


def _named(statement: ast.stmt, module: str, parsed: _Parsed) -> Iterator[Name]:
    """Definitions that a statement names, by themselves or as a module's attribute."""
    package = module.rpartition(".")[0]
    nodes = list(ast.walk(_without_words(statement)))
    imports = dict(parsed.imports)
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports.update(_imported(node, package))
    attributes: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in imports:
            target = imports[node.value.id]
            if not target.name:
                attributes.add(id(node.value))
                yield Name(target.module, node.attr)
    for node in nodes:
        if isinstance(node, ast.Name) and id(node) not in attributes:
            target = imports.get(node.id, Name(module, node.id))
            if target.name:
                yield target
            else:  # a module handed on: anything in it may be meant
                yield from (Name(target.module, name) for name in _parsed(target.module).statements)


class _Bare(ast.NodeTransformer):
    """Takes out what does not decide: docstrings, and the annotations of functions and variables of functions."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        arguments = node.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            argument.annotation = None
        for argument in filter(None, (arguments.vararg, arguments.kwarg)):
            argument.annotation = None
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if _is_docstring(node) else self.generic_visit(node)


def _without_words(statement: ast.stmt) -> ast.stmt:
    copied = trees.parsed(ast.unparse(statement)).body[0]
    bare: ast.stmt = _Bare().visit(copied)
    return bare


@cache
def _code(name: Name) -> str:
    parsed = _parsed(name.module)
    statements = parsed.loose if name.name == _LOOSE else parsed.statements.get(name.name, [])
    return "\n".join(ast.unparse(_without_words(statement)) for statement in statements)


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
