"""Type annotations compared as trees: the same, perhaps the same, surely different."""

from __future__ import annotations

import ast

from specharness.validators.compare import Match

_BUILT_IN = {
    "List": "list", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset", "Tuple": "tuple", "Type": "type",
    "Text": "str", "string": "str", "integer": "int", "boolean": "bool", "NoneType": "None",
}  # fmt: skip
_PLAIN = frozenset("int str float bool bytes complex list dict set frozenset tuple None".split())
"""Types of the language: two different ones are never the same type."""

MAX_TEXT = 2_000
"""Characters of an annotation that is read."""


def compare_annotations(wanted: str, given: ast.expr) -> Match:
    """Whether an annotation is the stated one. Two different types of the language are different; a type of a library
    or of the module may be another name of the stated one."""
    if len(wanted) > MAX_TEXT:
        return Match.VARIANT
    try:
        parsed = ast.parse(wanted.strip(), mode="eval").body
        one, other = _normal(parsed), _normal(given)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Match.VARIANT
    if one == other:
        return Match.SAME
    head, other_head = one.partition("[")[0], other.partition("[")[0]
    if head in _PLAIN and other_head in _PLAIN and head != other_head and "|" not in one + other:
        return Match.DIFFERENT
    return Match.VARIANT


def _normal(node: ast.expr) -> str:
    """One spelling: built-in names, unions with bars in the order of their names, no module names."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            return _normal(ast.parse(node.value.strip(), mode="eval").body)
        return "..." if node.value is ... else repr(node.value)
    if isinstance(node, ast.Name):
        return _BUILT_IN.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return _BUILT_IN.get(node.attr, node.attr)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _union([node.left, node.right])
    if isinstance(node, ast.Subscript):
        head = _normal(node.value)
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if head == "Union":
            return _union(inner)
        if head == "Optional":
            return _union([*inner, ast.Constant(None)])
        return f"{head}[{', '.join(_normal(item) for item in inner)}]"
    if isinstance(node, ast.List):
        return f"[{', '.join(_normal(item) for item in node.elts)}]"
    return ast.unparse(node)


def _union(parts: list[ast.expr]) -> str:
    members: set[str] = set()
    for part in parts:
        members.update(_normal(part).split(" | "))
    return " | ".join(sorted(members))
