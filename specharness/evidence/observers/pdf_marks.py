"""What a PDF holds besides its text: sizes of pages, pictures, attachments, actions. Told from its dictionaries alone;
no picture is decoded, no attachment opened, no action run."""

from __future__ import annotations

from pypdf import PageObject
from pypdf.errors import PyPdfError
from pypdf.generic import ArrayObject, DictionaryObject

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers.text import clean

_ODD = (PyPdfError, ValueError, TypeError, KeyError, AttributeError, IndexError)
"""What the reader raises over a page's box that is none."""


def size(page: PageObject) -> tuple[float, float]:
    """Width and height in points as shown; 0 where the page does not say."""
    try:
        box = page.cropbox
        width, height = float(box.width), float(box.height)
        turned = int(str(resolved(page.get("/Rotate")) or 0)) % 180 != 0
    except _ODD:
        return 0.0, 0.0
    return (height, width) if turned else (width, height)


def images(page: PageObject, limits: Limits) -> int:
    """Pictures that the page may show, those of its forms included. Raises LimitReached."""
    pending = [(dictionary(page.get("/Resources")), 0)]
    count = visited = 0
    while pending:
        resources, depth = pending.pop()
        for raw in dictionary(resources.get("/XObject")).values():
            visited += 1
            if visited > limits.fields:
                raise LimitReached(f"more than {limits.fields} objects on a page, which `fields` allows", "fields")
            found = dictionary(raw)
            kind = str(found.get("/Subtype"))
            count += kind == "/Image"
            if kind == "/Form" and depth < limits.nesting:
                pending.append((dictionary(found.get("/Resources")), depth + 1))
    return count


def attachments(root: DictionaryObject, limits: Limits) -> tuple[str, ...]:
    """Names of embedded files (ISO 32000-1, 7.11.4). Raises LimitReached."""
    names: list[str] = []
    pending = [dictionary(dictionary(root.get("/Names")).get("/EmbeddedFiles"))]
    visited = 0
    while pending:
        node = pending.pop()
        visited += 1
        listed = array(node.get("/Names"))
        names += [clean(str(resolved(name))) for name in listed[::2]]
        pending += [dictionary(kid) for kid in reversed(array(node.get("/Kids")))]
        if visited + len(names) > limits.fields:
            raise LimitReached(f"more than {limits.fields} attachments, which `fields` allows", "fields")
    return tuple(names)


def scripts(root: DictionaryObject) -> bool:
    """Whether the document itself has scripts, or actions when it is opened."""
    action = dictionary(root.get("/OpenAction"))
    named = dictionary(root.get("/Names")).get("/JavaScript") is not None
    return named or root.get("/AA") is not None or str(action.get("/S", "/GoTo")) != "/GoTo"


def resolved(value: object) -> object:
    """What a reference leads to; None for null."""
    resolve = getattr(value, "get_object", None)
    found = resolve() if resolve is not None else value
    return None if type(found).__name__ == "NullObject" else found


def dictionary(value: object) -> DictionaryObject:
    """A dictionary, an empty one for anything else."""
    found = resolved(value)
    return found if isinstance(found, DictionaryObject) else DictionaryObject()


def array(value: object) -> list[object]:
    """Items of an array, none for anything else."""
    found = resolved(value)
    return list(found) if isinstance(found, ArrayObject) else []
