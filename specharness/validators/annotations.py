"""Type annotations compared as trees: the same, perhaps the same, surely different."""

from __future__ import annotations

import ast

from specharness import trees
from specharness.validators.compare import Match

_BUILT_IN = {
    "List": "list", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset", "Tuple": "tuple", "Type": "type",
    "Text": "str", "string": "str", "integer": "int", "boolean": "bool", "NoneType": "None",
}  # fmt: skip
_PLAIN = frozenset("int str float bool bytes complex list dict set frozenset tuple None".split())
"""Types of the language: two different ones are never the same type."""
_OF_THE_LANGUAGE = frozenset({"typing", "t", "typing_extensions", "builtins"})
"""Modules whose types of these names are the language's: `np.bool` is not `bool`."""

MAX_TEXT = 2_000
"""Characters of an annotation that is read."""


def compare_annotations(wanted: str, given: ast.expr) -> Match:
    """Whether an annotation is the stated one. Two different types of the language are different; a type of a library
    or of the module may be another name of the stated one."""
    if len(wanted) > MAX_TEXT:
        return Match.VARIANT
    try:
        one, other = _members(_parsed(wanted)), _members(given)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Match.VARIANT
    if one == other:
        return Match.SAME
    heads = {name.partition("[")[0] for name in one | other}
    if len(one) == len(other) == 1 and len(heads) > 1 and heads <= _PLAIN:
        return Match.DIFFERENT
    return Match.VARIANT


def _parsed(text: str) -> ast.expr:
    return trees.parsed(text.strip(), mode="eval").body


def _members(node: ast.expr) -> frozenset[str]:
    """The types of which an annotation is a union, mostly one, in one spelling each."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _members(_parsed(node.value))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _members(node.left) | _members(node.right)
    if isinstance(node, ast.Subscript):
        head = _normal(node.value)
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if head in {"Union", "Optional"}:
            none = {"None"} if head == "Optional" else set()
            return frozenset(none).union(*map(_members, inner))
        if head != "Literal":
            return frozenset({f"{head}[{', '.join(map(_normal, inner))}]"})
    if isinstance(node, ast.List):
        return frozenset({f"[{', '.join(map(_normal, node.elts))}]"})
    if isinstance(node, ast.Name):
        return frozenset({_BUILT_IN.get(node.id, node.id)})
    if isinstance(node, ast.Attribute):
        name = _BUILT_IN.get(node.attr, node.attr)
        if name not in _PLAIN or ast.unparse(node.value) in _OF_THE_LANGUAGE:
            return frozenset({name})
    return frozenset({ast.unparse(node)})


def _normal(node: ast.expr) -> str:
    """One spelling: built-in names, unions with bars in the order of their names, no module names."""
    return " | ".join(sorted(_members(node)))
