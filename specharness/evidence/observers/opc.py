"""Office packages (OPC): what must hold before an office reader may see the bytes.

Guarantees for an opened package: member count, total size and ratios within limits as declared (zipfile never reads
past what is declared); every XML part well-formed, without a document type (so without entities), its elements
counted; a main part of the right kind. A reader that fails after that meets no broken bytes but its own gap.
"""

from __future__ import annotations

import hashlib
import io
import posixpath
import re
import zipfile
from typing import NamedTuple
from xml.parsers import expat

from defusedxml import ElementTree

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import Limits
from specharness.evidence.observers.text import clean
from specharness.evidence.observers.zips import member, open_zip

_OLE2 = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_CONTENT_TYPES = "[Content_Types].xml"
_RELATIONSHIPS = "_rels/.rels"
_PROPERTIES = "/docProps/core.xml"
_MAIN = {
    "xlsx": re.compile(r"spreadsheetml\.(sheet|template)\.main\+xml|ms-excel\.[a-zA-Z.]*\.main\+xml"),
    "docx": re.compile(r"wordprocessingml\.(document|template)\.main\+xml|ms-word\.[a-zA-Z.]*\.main\+xml"),
    "pptx": re.compile(
        r"presentationml\.(presentation|template|slideshow)\.main\+xml|ms-powerpoint\.[a-zA-Z.]*\.main\+xml"
    ),
}


class Relation(NamedTuple):
    """Where a part points."""

    type: str
    """The last word of the relationship's type: `chart`, `image`, `pivotTable`."""
    target: str
    """Name of a part, or what stands there where it is `external`; never followed."""
    external: bool


class Package:
    """An office package that was looked through. Parts are named as in OPC, with a leading slash."""

    def __init__(self, data: bytes, archive: zipfile.ZipFile, main: str) -> None:
        self.data = data
        self.main = main
        """Name of the main part; empty where the content types name it by its ending only."""
        self._archive = archive
        self.names: tuple[str, ...] = tuple("/" + name for name in archive.namelist() if not name.endswith("/"))
        self._known = frozenset(self.names)
        self._present = {name.lower(): name for name in self.names} | {name: name for name in self.names}

    def read(self, name: str) -> bytes:
        """All bytes of a part. Raises MalformedArtifact."""
        return member(self._archive, name[1:])

    def related(self, part: str) -> dict[str, Relation]:
        """The relationships of a part by their ids. Raises MalformedArtifact."""
        folder, _, name = part.rpartition("/")
        where = f"{folder}/_rels/{name}.rels"
        if where not in self._present:
            return {}
        found: dict[str, Relation] = {}
        for element in ElementTree.fromstring(self.read(where)):
            external = element.get("TargetMode") == "External"
            target = str(element.get("Target", ""))
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, target)).replace("//", "/")
                target = self._present.get(target.lower(), target)
            kind = str(element.get("Type", "")).rpartition("/")[2]
            found[str(element.get("Id"))] = Relation(kind, clean(target), external)
        return found

    def has(self, name: str) -> bool:
        """Whether a part of exactly this name is there."""
        return name in self._known

    def properties(self) -> dict[str, str]:
        """Title, creator, dates and the like, as the package says them; empty where it says none."""
        if not self.has(_PROPERTIES):
            return {}
        found = ElementTree.fromstring(self.read(_PROPERTIES))
        return {clean(element.tag.rpartition("}")[2]): clean(element.text or "") for element in found}

    @property
    def macros(self) -> bool:
        """Whether it holds a macro project; never run."""
        return any(name.lower().endswith("vbaproject.bin") for name in self.names)

    def digests(self) -> dict[str, str]:
        """SHA-256 of every part. Reads, and so checks, all of them."""
        return {name: hashlib.sha256(member(self._archive, name[1:])).hexdigest() for name in sorted(self.names)}


def package(data: bytes, family: str, limits: Limits, *, named: bool = True) -> Package:
    """The package of a family (`xlsx`, `docx`, `pptx`). Raises MalformedArtifact, LimitReached.

    `named` says that the artifact was expected in exactly this format, so that a file of the binary generation (`.xls`
    and the like) is broken; without it, it is a format that nothing here reads.
    """
    if data.startswith(_OLE2):
        if _ENCRYPTED in data:
            raise LimitReached("encrypted with a password; undecided")
        if named:
            raise MalformedArtifact(f"expected {family}, got an office file of the binary generation")
        raise LimitReached("an office file of the binary generation, which nothing here reads; undecided")
    archive = open_zip(io.BytesIO(data), len(data), limits)
    if _CONTENT_TYPES not in archive.namelist():
        raise MalformedArtifact(f"expected {family}, got a zip archive without {_CONTENT_TYPES}")
    elements = 0
    for info in archive.infolist():
        if info.filename.lower().endswith((".xml", ".rels", ".vml")):
            most = limits.part_bytes * (4 if family == "xlsx" and "/worksheets/" in info.filename else 1)
            if info.file_size > most:
                raise LimitReached(
                    f"part {info.filename} has {info.file_size} bytes; `part_bytes` allows {most}", "part_bytes"
                )
            if not info.filename.lower().endswith(".vml"):  # VML of old writers is not always XML
                elements += _elements(member(archive, info.filename), info.filename, limits.elements - elements)
    return Package(data, archive, _main_part(archive, family))


def _main_part(archive: zipfile.ZipFile, family: str) -> str:
    """The part that the content types name as the main one of the family; empty where they name it by its ending.
    Raises MalformedArtifact where they name none, or one that is not there."""
    types = ElementTree.fromstring(member(archive, _CONTENT_TYPES))
    overrides = {
        str(element.get("PartName")): str(element.get("ContentType"))
        for element in types
        if element.get("ContentType") and _MAIN[family].search(str(element.get("ContentType")))
    }
    if not overrides:
        raise MalformedArtifact(f"expected {family}, its content types name no main part of that kind")
    present = {"/" + name.lower(): "/" + name for name in archive.namelist()}
    named = [name for name in overrides if name != "None"]  # a default by ending names no part
    found = [present[name.lower()] for name in named if name.lower() in present]
    if named and not found:
        raise MalformedArtifact(f"its main part {named[0]} is missing")
    shown = _shown_part(archive)
    if found and shown not in {name.lower() for name in found}:
        raise LimitReached(f"content types name {found[0]} as the main part, relationships name {shown}; undecided")
    return next((name for name in found if name.lower() == shown), "")


def _shown_part(archive: zipfile.ZipFile) -> str:
    """Name, in lower case, of the part that the package's own relationships name as its document: the one that office
    programs open, whatever a library goes by."""
    if _RELATIONSHIPS not in archive.namelist():
        raise MalformedArtifact(f"a package without {_RELATIONSHIPS}")
    for element in ElementTree.fromstring(member(archive, _RELATIONSHIPS)):
        if str(element.get("Type")).endswith("/officeDocument"):
            return posixpath.normpath("/" + str(element.get("Target"))).replace("//", "/").lower()
    raise MalformedArtifact(f"{_RELATIONSHIPS} names no document")


def _elements(xml: bytes, name: str, most: int) -> int:
    """Number of elements of a well-formed part."""
    count = 0

    def element(_tag: str, _attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > most:
            raise LimitReached(f"part {name} brings the package past the elements that `elements` allows", "elements")

    def doctype(*_: object) -> None:
        raise MalformedArtifact(f"part {name} declares a document type, which office packages must not")

    parser = expat.ParserCreate()
    parser.StartElementHandler = element
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as error:
        raise MalformedArtifact(f"part {name} is not well-formed XML: {error}") from error
    except (LookupError, ValueError) as error:  # expat on encodings other than those that parts must have
        raise MalformedArtifact(f"part {name} is neither UTF-8 nor UTF-16: {error}") from error
    return count
