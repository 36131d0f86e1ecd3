"""What a task's official tests assert, read from their text and never imported or run.

For evaluation after compiling only: no stage that compiles, grounds or decides may import this module (a contract of
import-linter holds that). A test function is what pytest would collect by name. Its mentions are taken from its name,
its docstring, the literals of its body, and those of the constants, fixtures and helpers of its file that it uses.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from specharness import trees
from specharness.errors import LimitExceededError, SchemaMismatchError
from specharness.measure.mentions import Mentions, files_in, literal_of, name_of, words_in

MAX_TEST_FILES = 200
MAX_TEST_BYTES = 2 * 2**20
"""Of one file; a test is written by a person."""
MAX_TESTS = 5_000
"""Test functions of one task."""
MAX_NODES = 500_000
"""Syntax nodes of one file."""
MAX_HELPERS = 50
"""Constants, fixtures and helpers that are followed from one test."""

Function = ast.FunctionDef | ast.AsyncFunctionDef

_CALLS: Mapping[str, str] = {
    "exists": "exists",
    "is_file": "exists",
    "is_dir": "exists",
    "isfile": "exists",
    "isdir": "exists",
    "isinstance": "type",
    "assertIsInstance": "type",
    "match": "pattern",
    "fullmatch": "pattern",
    "search": "pattern",
    "assertRegex": "pattern",
    "sorted": "sorted",
    "is_monotonic_increasing": "sorted",
    "is_monotonic_decreasing": "sorted",
    "is_unique": "unique",
    "round": "decimals",
    "isclose": "equals",
    "allclose": "equals",
    "approx": "equals",
    "assertEqual": "equals",
    "assertAlmostEqual": "equals",
    "assertIn": "contains",
    "assertNotIn": "lacks",
    "assertGreater": "range",
    "assertGreaterEqual": "range",
    "assertLess": "range",
    "assertLessEqual": "range",
    "startswith": "pattern",
    "endswith": "pattern",
    "sha256": "unchanged",
    "md5": "unchanged",
    "cmp": "unchanged",
}
_PROPERTIES = frozenset({"is_monotonic_increasing", "is_monotonic_decreasing", "is_unique"})
_OPERATORS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "equals",
    ast.In: "contains",
    ast.NotIn: "lacks",
    ast.Lt: "range",
    ast.LtE: "range",
    ast.Gt: "range",
    ast.GtE: "range",
}


@dataclass(frozen=True)
class OfficialTest:
    """One test function."""

    name: str
    """`file.py::Class::function`."""
    mentions: Mentions
    """Words of name and docstring; files and names that the body touches; values that it asserts."""
    predicates: frozenset[str]
    """What it asserts: exists, equals, contains, lacks, range, count, unique, type, pattern, sorted, decimals,
    unchanged; `other` for an assertion that is none of them."""


@dataclass(frozen=True)
class TestFiles:
    """The tests of one task."""

    __test__ = False
    """Not a test class, whatever its name says."""

    tests: tuple[OfficialTest, ...]
    unreadable: tuple[str, ...]
    """Files that are not Python, each with the reason."""


def read_tests(folder: Path) -> TestFiles:
    """The test functions in `test_*.py` and `*_test.py` below a folder, in the order of names and lines.

    Links are not followed. Raises LimitExceededError for a folder that is no folder of tests.
    """
    paths = sorted(
        path
        for path in folder.rglob("*.py")
        if path.is_file() and not path.is_symlink() and (path.stem.startswith("test_") or path.stem.endswith("_test"))
    )
    if len(paths) > MAX_TEST_FILES:
        raise LimitExceededError(f"{folder}: {len(paths)} test files, more than MAX_TEST_FILES ({MAX_TEST_FILES})")
    tests: list[OfficialTest] = []
    unreadable = []
    for path in paths:
        name = path.relative_to(folder).as_posix()
        try:
            tests += parse_tests(_text(path), name)
        except SchemaMismatchError as error:
            unreadable.append(str(error))
        if len(tests) > MAX_TESTS:
            raise LimitExceededError(f"{folder}: more than MAX_TESTS ({MAX_TESTS}) test functions")
    return TestFiles(tuple(tests), tuple(unreadable))


def _text(path: Path) -> bytes:
    with path.open("rb") as stream:
        data = stream.read(MAX_TEST_BYTES + 1)
    if len(data) > MAX_TEST_BYTES:
        raise LimitExceededError(f"{path}: more than MAX_TEST_BYTES ({MAX_TEST_BYTES})")
    return data


def parse_tests(text: bytes | str, name: str) -> list[OfficialTest]:
    """The test functions of one file. Raises SchemaMismatchError for what is not Python, or too large to be a test."""
    try:
        module = trees.parsed(text, name)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise SchemaMismatchError(f"{name}: not Python that can be read: {error}") from error
    count = 0
    for count, _ in enumerate(ast.walk(module), start=1):
        if count > MAX_NODES:
            raise SchemaMismatchError(f"{name}: more than MAX_NODES ({MAX_NODES}) syntax nodes")
    scope = _bindings(module.body)
    return [
        _read(
            function,
            scope | _bindings(owner.body) if owner else scope,
            "::".join([name, *([owner.name] if owner else []), function.name]),
        )
        for owner, function in _functions(module.body)
    ]


def _functions(
    body: Sequence[ast.stmt], owner: ast.ClassDef | None = None
) -> Iterator[tuple[ast.ClassDef | None, Function]]:
    """Functions that pytest collects by their names, also under `if` and `try`."""
    for statement in _unfolded(body):
        if isinstance(statement, Function) and statement.name.startswith("test"):
            yield owner, statement
        elif isinstance(statement, ast.ClassDef) and (statement.name.startswith("Test") or _is_case(statement)):
            yield from _functions(statement.body, statement)


def _is_case(statement: ast.ClassDef) -> bool:
    return any(_last_name(base).endswith("TestCase") for base in statement.bases)


def _unfolded(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    waiting = [*reversed(body)]
    while waiting:
        statement = waiting.pop()
        yield statement
        if isinstance(statement, (ast.If, ast.Try, ast.With)):
            inner = [*statement.body, *getattr(statement, "orelse", ()), *getattr(statement, "finalbody", ())]
            waiting.extend(reversed(inner))


Bindings = dict[str, ast.AST]
"""Names of a file, class or function, each with the expression or function that it is bound to last."""


def _bindings(body: Sequence[ast.stmt]) -> Bindings:
    bound: Bindings = {}
    for statement in _unfolded(body):
        if isinstance(statement, Function):
            bound[statement.name] = statement
        else:
            bound |= dict(_assigned(statement))
    return bound


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, ast.Assign):
        yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and isinstance(node.target, ast.Name) and node.value:
        yield node.target.id, node.value
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield from ((name.id, node.iter) for name in ast.walk(node.target) if isinstance(name, ast.Name))


def _read(function: Function, scope: Bindings, name: str) -> OfficialTest:
    touched: set[str] = set()
    asserted: set[str] = set()
    predicates: set[str] = set()
    for reached in _reached(function, scope):
        bound = scope | {key: value for node in ast.walk(reached) for key, value in _assigned(node)}
        for statement in _without_docstring(reached):
            touched.update(value for value in _constants(statement, bound) if isinstance(value, str))
        for claim in _claims(reached):
            predicates |= _predicates(claim, bound) or {"other"}
            asserted |= {literal for value in _constants(claim, bound, claimed=True) if (literal := literal_of(value))}
    for decorator in function.decorator_list:
        if _last_name(decorator) == "parametrize":
            values = [value for part in ast.iter_child_nodes(decorator) for value in _constants(part, scope)]
            touched.update(value for value in values if isinstance(value, str))
            asserted |= {literal for value in values if (literal := literal_of(value))}
    files = frozenset(file for text in touched for file in files_in(text))
    return OfficialTest(
        name,
        Mentions(
            words=words_in(f"{function.name} {ast.get_docstring(function) or ''}"),
            files=files,
            names=frozenset(found for text in touched if (found := name_of(text))),
            literals=frozenset(literal for literal in asserted if not files_in(literal)),
        ),
        frozenset(predicates),
    )


def _reached(function: Function, scope: Bindings) -> list[Function]:
    """The test, then the fixtures and helpers of its file that it uses, each once."""
    found = [function]
    for reached in found:
        names = [argument.arg for argument in ast.walk(reached.args) if isinstance(argument, ast.arg)]
        names += [_last_name(node.func) for node in ast.walk(reached) if isinstance(node, ast.Call)]
        for name in names:
            target = scope.get(name)
            if isinstance(target, Function) and target not in found and len(found) <= MAX_HELPERS:
                found.append(target)
    return found


def _claims(function: Function) -> Iterator[ast.expr]:
    """What is asserted: the expressions of `assert`, without their messages, and the calls of `self.assert…`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            yield node.test
        elif isinstance(node, ast.Call) and _last_name(node.func).startswith("assert"):
            yield node


def _predicates(claim: ast.expr, bound: Bindings) -> set[str]:
    found: set[str] = set()
    for node in _nodes(claim, bound):
        if isinstance(node, ast.Call) or (isinstance(node, ast.Attribute) and node.attr in _PROPERTIES):
            predicate = _CALLS.get(_last_name(node))
            found |= {predicate} if predicate else set()
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            lengths = [side for side in sides if isinstance(side, ast.Call) and _last_name(side.func) == "len"]
            if lengths:
                unique = any(
                    isinstance(part, ast.Call) and _last_name(part.func) == "set"
                    for side in lengths
                    for part in side.args
                )
                found.add("unique" if unique else "count")
            else:
                found |= {_OPERATORS[type(operator)] for operator in node.ops if type(operator) in _OPERATORS}
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) and "exists" in _predicates_of_call(node):
            found.add("absent")
    return found - {"exists"} if "absent" in found else found


def _predicates_of_call(node: ast.UnaryOp) -> set[str]:
    call = node.operand
    return {_CALLS.get(_last_name(call.func), "")} if isinstance(call, ast.Call) else set()


def _constants(node: ast.AST, bound: Bindings, *, claimed: bool = False) -> Iterator[object]:
    """Literals below a node and in what its names are bound to; `claimed`: only those that are values compared with."""
    for each in _nodes(node, bound, claimed=claimed):
        if isinstance(each, ast.Constant):
            yield each.value
        elif (number := _negative(each)) is not None:
            yield number


def _nodes(node: ast.AST, bound: Bindings, *, claimed: bool = False) -> Iterator[ast.AST]:
    """All nodes below, each name followed once; never messages; if `claimed`, neither keys nor computed values."""
    waiting, seen = [node], set[str]()
    while waiting:
        each = waiting.pop()
        yield each
        if isinstance(each, (ast.Name, ast.Attribute)):
            name = _last_name(each)
            target = bound.get(name)
            if target is not None and name not in seen and len(seen) < MAX_HELPERS and not isinstance(target, Function):
                seen.add(name)
                if not claimed or _is_plain(target):
                    waiting.append(target)
            waiting.extend(ast.iter_child_nodes(each))
        elif isinstance(each, ast.Assert):
            waiting.append(each.test)
        elif claimed and isinstance(each, ast.Subscript):
            waiting.append(each.value)
        elif claimed and isinstance(each, ast.Call) and _last_name(each.func) == "get":
            waiting.extend([each.func, *each.args[1:]])
        elif not (claimed and isinstance(each, ast.JoinedStr)) and _negative(each) is None:
            waiting.extend(ast.iter_child_nodes(each))


def _negative(node: ast.AST) -> int | float | None:
    """The number that `-5` is: Python's syntax has no negative literal."""
    if not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)):
        return None
    value = node.operand.value
    return -value if isinstance(value, (int, float)) else None


def _is_plain(node: ast.AST) -> bool:
    """Whether an expression is written out as a value."""
    plain = (ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.UnaryOp, ast.Name, ast.expr_context, ast.unaryop)
    return all(isinstance(part, plain) for part in ast.walk(node))


def _last_name(node: ast.AST) -> str:
    while isinstance(node, ast.Call):
        node = node.func
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _without_docstring(function: Function) -> Sequence[ast.stmt]:
    return function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
