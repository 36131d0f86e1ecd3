"""XML files as elements. Entities are never expanded and nothing is fetched: a text that declares any is undecided."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import Limits
from specharness.evidence.observers.text import clean
from specharness.evidence.views import XmlElement, XmlView

_SEPARATOR = "\n"
"""Between a namespace and a name: no XML name holds it."""


@dataclass
class _Open:
    """An element whose end was not yet met."""

    name: str
    attributes: dict[str, str]
    text: list[str] = field(default_factory=list)
    children: list[XmlElement] = field(default_factory=list)

    def closed(self) -> XmlElement:
        namespace, _, tag = self.name.rpartition(_SEPARATOR)
        attributes = {_spelt(name): value for name, value in self.attributes.items()}
        return XmlElement(tag, namespace, attributes, clean("".join(self.text)), tuple(self.children))


def view(data: bytes, limits: Limits) -> XmlView:
    """The document. Raises MalformedArtifact, LimitReached."""
    count = 0
    path: list[_Open] = [_Open("", {})]

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1 + len(attributes)
        if count > limits.values:
            raise LimitReached(f"more than {limits.values} elements and attributes, which `values` allows", "values")
        if len(path) > limits.depth:
            raise LimitReached(f"nested deeper than the {limits.depth} levels that `depth` allows", "depth")
        path.append(_Open(name, attributes))

    def end(_name: str) -> None:
        element = path.pop().closed()
        path[-1].children.append(element)

    def entity(name: str, *_: object) -> None:
        raise LimitReached(f"it declares the entity {name!r}; entities are not expanded; undecided")

    parser = expat.ParserCreate(namespace_separator=_SEPARATOR)
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = lambda text: path[-1].text.append(text)
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise MalformedArtifact(f"not well-formed: {error}") from error
    return XmlView(path[0].children[0])


def _spelt(name: str) -> str:
    namespace, _, local = name.rpartition(_SEPARATOR)
    return f"{{{namespace}}}{local}" if namespace else local
