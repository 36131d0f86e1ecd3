"""Small changes of Python code that could be somebody's mistake: a bound that is off by one, a condition turned round,
a branch that is never taken, a call that is left out.

Only what decides is changed. What words a finding (messages, names of places, f-strings) is left alone, because cases
judge outcomes and not words.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

Change = Callable[[ast.AST], ast.AST | None]
"""From a node to what stands in its place."""

_WORDED_CALLS = frozenset("Tally said plural clip listed figure shown bounds_in_words doubt violate finding".split())
"""Calls whose arguments only word a finding."""
_FINDING = "Finding"
"""Of its arguments the first is an outcome, the others are words."""
_WORDED_NAMES = frozenset("expected observed message where nothing words noun spread subject size".split())
"""Variables and keywords that hold words."""

_SENTENCE = 2
"""Blanks that make a text a message for people."""

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.Pow: ast.Mult,
}
_MEMBERS = {
    "Outcome": {"PASSED": "FAILED", "FAILED": "PASSED", "UNKNOWN": "PASSED", "ERROR": "PASSED"},
    "Match": {"SAME": "VARIANT", "VARIANT": "SAME", "DIFFERENT": "VARIANT"},
}
_CALLS = {"any": "all", "all": "any", "min": "max", "max": "min"}


@dataclass(frozen=True)
class Mutant:
    """One change of one definition."""

    line: int
    change: str
    """`before -> after`, in source text."""
    occurrence: int
    """Among the same changes of the definition."""
    tree: ast.stmt
    span: range
    """Lines of the statement that is changed: code that runs none of them does what it did."""

    @property
    def label(self) -> str:
        """Stays the same while other lines of the file move."""
        return self.change + (f" #{self.occurrence}" if self.occurrence else "")


def mutants_of(statement: ast.stmt) -> Iterator[Mutant]:
    """All mutants of a definition, in the order of the text."""
    nodes = list(ast.walk(statement))
    skipped = _wording(statement)
    spans = _spans(statement)
    seen: dict[str, int] = {}
    for place, node in enumerate(nodes):
        if id(node) in skipped:
            continue
        for change in _changes(node):
            tree: ast.stmt = copy.deepcopy(statement)
            target = list(ast.walk(tree))[place]
            before = _seen_as(node)
            changed = change(target)
            if changed is None:
                continue
            if changed is not target:
                _Replace(target, changed).visit(tree)  # a definition is never replaced whole
            text = f"{_short(before)} -> {_short(_seen_as(changed))}"
            ast.fix_missing_locations(tree)
            number = seen[text] = seen.get(text, -1) + 1
            yield Mutant(getattr(node, "lineno", getattr(statement, "lineno", 0)), text, number, tree, spans[id(node)])


def _spans(statement: ast.stmt) -> dict[int, range]:
    """By the id of a node, the lines of the innermost statement around it."""
    spans: dict[int, range] = {}

    def visit(node: ast.AST, span: range) -> None:
        if isinstance(node, ast.stmt):
            span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        spans[id(node)] = span
        for inner in ast.iter_child_nodes(node):
            visit(inner, span)

    visit(statement, range(0))
    return spans


class _Replace(ast.NodeTransformer):
    def __init__(self, target: ast.AST, changed: ast.AST) -> None:
        self._target, self._changed = target, changed

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.copy_location(self._changed, node) if node is self._target else self.generic_visit(node)


def _changes(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=ops):
            for number, operator in enumerate(ops):
                yield from (_put("ops", number, other()) for other in _COMPARISONS.get(type(operator), ()))
        case ast.BoolOp(op=operator, values=values):
            yield _put("op", None, ast.Or() if isinstance(operator, ast.And) else ast.And())
            yield from (_drop("values", number) for number in range(len(values)))
        case ast.UnaryOp(op=ast.Not()):
            yield lambda found: found.operand if isinstance(found, ast.UnaryOp) else None
        case ast.UnaryOp(op=ast.USub()):
            yield lambda found: found.operand if isinstance(found, ast.UnaryOp) else None
        case ast.If() | ast.IfExp():
            yield from (_put("test", None, ast.Constant(value)) for value in (True, False))
        case ast.While():
            yield _put("test", None, ast.Constant(False))
        case ast.comprehension(ifs=tests):
            yield from (_drop("ifs", number) for number in range(len(tests)))
        case ast.Constant(value=bool() as value):
            yield _put("value", None, not value)
        case ast.Constant(value=int() as value):
            yield _put("value", None, value + 1)
        case ast.Constant(value=str() as text) if text and text.count(" ") < _SENTENCE:
            yield _put("value", None, f"{text}\x01")
        case ast.BinOp(op=operator) if type(operator) in _OPERATORS:
            yield _put("op", None, _OPERATORS[type(operator)]())
        case ast.AugAssign(op=operator) if type(operator) in _OPERATORS:
            yield _put("op", None, _OPERATORS[type(operator)]())
        case ast.Attribute(value=ast.Name(id=name), attr=member) if member in _MEMBERS.get(name, {}):
            yield _put("attr", None, _MEMBERS[name][member])
        case ast.Call(func=ast.Name(id=name)) if name in _CALLS:
            yield _put("func", None, ast.Name(_CALLS[name], ast.Load()))
        case ast.Call(func=ast.Name(id="sorted"), args=[_, *_]):
            yield lambda found: found.args[0] if isinstance(found, ast.Call) else None
        case ast.Call(func=ast.Attribute(attr="strip" | "lower" | "casefold" | "lstrip" | "rstrip" | "removeprefix")):
            yield (
                lambda found: (
                    found.func.value if isinstance(found, ast.Call) and isinstance(found.func, ast.Attribute) else None
                )
            )
        case ast.Expr(value=ast.Call()):
            yield lambda found: ast.Pass()
        case ast.Continue():
            yield lambda found: ast.Break()
        case ast.Break():
            yield lambda found: ast.Continue()
        case ast.Match(cases=cases) if len(cases) > 1:
            yield from (_drop("cases", number) for number in range(len(cases)))
        case ast.match_case(guard=ast.expr()):
            yield _put("guard", None, None)
        case ast.Set(elts=items) | ast.Tuple(elts=items) | ast.List(elts=items) if len(items) > 2:
            if isinstance(getattr(node, "ctx", None), ast.Store) or not all(isinstance(x, ast.Constant) for x in items):
                return
            yield from (_drop("elts", number) for number in range(len(items)))
        case _:
            return


def _put(name: str, number: int | None, value: object) -> Change:
    def change(node: ast.AST) -> ast.AST:
        if number is None:
            setattr(node, name, value)
        else:
            getattr(node, name)[number] = value
        return node

    return change


def _drop(name: str, number: int) -> Change:
    def change(node: ast.AST) -> ast.AST | None:
        items = getattr(node, name)
        if isinstance(node, ast.BoolOp) and len(items) == 2:
            kept: ast.AST = items[1 - number]
            return kept
        del items[number]
        return node

    return change


def _wording(statement: ast.stmt) -> set[int]:
    """Ids of nodes that only word a finding, annotations and docstrings."""
    skipped: set[int] = set()
    for node in ast.walk(statement):
        for part in _worded(node):
            skipped.update(id(inner) for inner in ast.walk(part))
    return skipped


def _worded(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.JoinedStr():
            yield node
        case ast.Expr(value=ast.Constant(value=str())):
            yield node
        case ast.FunctionDef(args=arguments, returns=returns, decorator_list=decorators):
            yield arguments
            yield from decorators
            yield from filter(None, [returns])
        case ast.AnnAssign(annotation=annotation):
            yield annotation
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=arguments, keywords=keywords):
            yield from (keyword.value for keyword in keywords if keyword.arg in _WORDED_NAMES)
            if called in _WORDED_CALLS:
                yield from arguments
                yield from (keyword.value for keyword in keywords)
            elif called == _FINDING:
                yield from arguments[1:]
            elif called in {"typed", "view_or_finding"}:
                yield from arguments[3:]
            elif called in {"compile", "cast", "TypeVar"}:
                yield from arguments
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in _WORDED_NAMES:
            yield value
        case ast.Raise():
            yield node
        case _:
            return


def _seen_as(node: ast.AST) -> str:
    """Of a statement with a body only what it asks."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            return f"{'while' if isinstance(node, ast.While) else 'if'} {ast.unparse(test)}"
        case ast.match_case(pattern=pattern, guard=guard):
            return f"case {ast.unparse(pattern)}" + (f" if {ast.unparse(guard)}" if guard else "")
        case ast.Match(cases=cases):
            return "cases " + " | ".join(ast.unparse(case.pattern) for case in cases)
        case _:
            return ast.unparse(node)


@cache
def _short(text: str, width: int = 90) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "…"
