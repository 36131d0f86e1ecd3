"""YAML to plain data: nothing is constructed but text, numbers, booleans, null, lists and objects.

The event stream is measured first (nesting, values, aliases), because aliases multiply what is composed from it.
Keys keep the text that stands there, so that `on:` and `1:` are what the reader of the file sees; scalars resolve as
YAML 1.1 (the common readers' rules), dates stay text.
"""

from __future__ import annotations

import re
from collections import Counter

import yaml
from yaml.constructor import SafeConstructor

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import Limits
from specharness.evidence.observers import text
from specharness.evidence.observers.plain import Members, Number, Plain, integer
from specharness.evidence.views import JsonView

MALFORMED: tuple[type[Exception], ...] = (yaml.YAMLError,)
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[-+]?[0-9]+\.[0-9]*([eE][-+][0-9]+)?")
_STANDARD = "tag:yaml.org,2002:"
_MERGE = _STANDARD + "merge"
_TEXTUAL = frozenset(_STANDARD + name for name in ("str", "timestamp", "binary", "value"))


def view(data: bytes, limits: Limits) -> JsonView:
    """One document's data, or the list of the documents. Raises MalformedArtifact, LimitReached, yaml.YAMLError."""
    if len(data) > limits.slow_bytes:
        raise LimitReached(f"{len(data)} bytes; `slow_bytes` allows {limits.slow_bytes}", "slow_bytes")
    decoded = text.view(data).text
    _measure(decoded, limits)
    documents = [_Convert(limits).node(node, 0) for node in yaml.compose_all(decoded, Loader=_LOADER)]
    parsed = documents[0] if len(documents) == 1 else documents or None
    return Plain(limits, _number).view(parsed)


def check(data: bytes) -> str | None:
    """What keeps a stream, seen before, from being YAML, if anything: no document at all, or a mapping that has a key
    twice, which YAML 1.2 (3.2.1.3) forbids and some readers pass over."""
    roots = list(yaml.compose_all(text.view(data).text, Loader=_LOADER))
    if not roots:
        return "no document: the file is empty or blank"
    left, known = [root for root in roots if root is not None], set[int]()
    while left:
        node = left.pop()
        if id(node) in known or isinstance(node, yaml.ScalarNode):
            continue
        known.add(id(node))
        pairs = node.value if isinstance(node, yaml.MappingNode) else [(None, item) for item in node.value]
        keys = [key for key, _ in pairs if isinstance(key, yaml.ScalarNode)]
        spelt = Counter((key.tag, key.value) for key in keys)
        twice = next((key for key in reversed(keys) if spelt[key.tag, key.value] > 1), None)
        if twice is not None:
            return f"{_place(twice)}: the key {twice.value[:60]!r} stands there twice"
        left.extend(item for _, item in pairs)
    return None


def _measure(decoded: str, limits: Limits) -> None:
    depth = values = aliases = 0
    for event in yaml.parse(decoded, Loader=_LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            aliases += 1
        values += isinstance(event, yaml.NodeEvent)
        if depth > limits.depth:
            raise LimitReached(f"nested deeper than the {limits.depth} levels that `depth` allows", "depth")
        if values > limits.values or aliases > limits.aliases:
            raise LimitReached(
                f"more than the {limits.values} values or {limits.aliases} aliases that `values` and `aliases` allow",
                "values" if values > limits.values else "aliases",
            )


class _Convert:
    """Nodes to the intermediate data of `plain`, counting what aliases expand to."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._count = 0

    def node(self, node: yaml.Node, depth: int) -> object:
        self._spend(1)
        if depth > self._limits.depth:
            raise LimitReached(
                f"nested deeper than the {self._limits.depth} levels that `depth` allows, or circular", "depth"
            )
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if not node.tag.startswith(_STANDARD):
            raise LimitReached(f"{_place(node)}: a type of its own, {node.tag}; undecided")
        _refuse_python(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.node(item, depth + 1) for item in node.value]
        members = Members()
        for key, item in self._merged(node, depth):
            members.append((self._key(key), self.node(item, depth + 1)))
        return members

    def _spend(self, values: int) -> None:
        self._count += values
        if self._count > self._limits.values:
            raise LimitReached(
                f"aliases expand to more than the {self._limits.values} values that `values` allows", "values"
            )

    def _merged(self, node: yaml.Node, depth: int) -> list[tuple[yaml.Node, yaml.Node]]:
        """The pairs of a mapping, those of `<<` first and only where the mapping has no such key itself."""
        if depth > self._limits.depth:
            raise LimitReached(f"merges nested deeper than the {self._limits.depth} levels of `depth`", "depth")
        self._spend(len(node.value))
        own = [pair for pair in node.value if pair[0].tag != _MERGE]
        merges = [item for key, item in node.value if key.tag == _MERGE]
        if not merges:
            return own
        names = {self._key(key) for key, _ in own}
        brought: dict[str, tuple[yaml.Node, yaml.Node]] = {}
        for merge in merges:
            for source in merge.value if isinstance(merge, yaml.SequenceNode) else [merge]:
                if not isinstance(source, yaml.MappingNode):
                    raise MalformedArtifact(f"{_place(source)}: `<<` must name a mapping or a list of mappings")
                for key, item in self._merged(source, depth + 1):
                    name = self._key(key)
                    if name not in names:
                        brought.setdefault(name, (key, item))
                if len(brought) > self._limits.merged_keys:
                    raise LimitReached(
                        f"`<<` brings more than the {self._limits.merged_keys} keys of `merged_keys`", "merged_keys"
                    )
        return [*brought.values(), *own]

    def _key(self, key: yaml.Node) -> str:
        _refuse_python(key)
        if isinstance(key, yaml.ScalarNode):
            return str(key.value)
        raise LimitReached(f"{_place(key)}: a key that is not a scalar has no plain form; undecided")

    def _scalar(self, node: yaml.ScalarNode) -> object:
        _refuse_python(node)
        if not node.tag.startswith(_STANDARD):
            raise LimitReached(f"{_place(node)}: a type of its own, {node.tag}; undecided")
        if node.tag in _TEXTUAL:
            return str(node.value)
        if node.tag in (_STANDARD + "int", _STANDARD + "float"):
            return Number(node.value)
        try:
            value: object = SafeConstructor().construct_object(node)
        except (ValueError, KeyError) as error:
            raise MalformedArtifact(f"{_place(node)}: {node.value!r} is no {node.tag}") from error
        return value


def _refuse_python(node: yaml.Node) -> None:
    if node.tag.startswith(_STANDARD + "python/"):
        raise MalformedArtifact(f"{_place(node)}: {node.tag} would construct a Python object; no safe reader loads it")


def _number(literal: str, limits: Limits) -> int | float:
    """As YAML 1.1: underscores, octal, hexadecimal, binary, base sixty, `.inf`."""
    plain = literal.replace("_", "")
    if _INTEGER.fullmatch(plain):
        return integer(plain, limits)
    if len(plain) > limits.digits:
        raise LimitReached(f"a number of {len(plain)} characters; `digits` allows {limits.digits}", "digits")
    if _DECIMAL.fullmatch(plain):
        return float(plain)
    is_float = re.search(r"[.eE]", plain) is not None and not plain.lower().lstrip("+-").startswith("0x")
    tag = _STANDARD + ("float" if is_float else "int")
    try:
        value = SafeConstructor().construct_object(yaml.ScalarNode(tag, literal))
    except ValueError as error:
        raise MalformedArtifact(f"{literal!r} is no number") from error
    if not isinstance(value, (int, float)):
        raise MalformedArtifact(f"{literal!r} is no number")
    return value


def _place(node: yaml.Node) -> str:
    return f"line {node.start_mark.line + 1}" if node.start_mark is not None else "somewhere"
