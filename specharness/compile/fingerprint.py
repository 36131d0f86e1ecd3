"""The fingerprint of a compiler: everything that decides what it says about a text, part by part; and of its asking.

Guarantees that two compilers with the same fingerprint say the same, and that a part which differs can be named. The
texts of the engine and of the segmenter are part of it, so an edit shows even where nobody raised a version. What a
model is asked, and by what settings it answers, has a fingerprint of its own (`AskedParts`): an edit of what becomes of
an answer makes another compiler, and leaves the answers that were paid for as good as they were.
Not its business: choosing a compiler, files.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

from specharness.compile.candidates import Candidate, Entry
from specharness.ir import Direction, Model, canonical_json, digest_of

SEGMENTER_CODE = ("specharness.segment",)
SEGMENTER_LIBRARY = "markdown-it-py"
"""The parser below the segmenter; another version may cut a text elsewhere."""
ALIGNMENT_CODE = ("specharness.compile.align", "specharness.compile.readings")
"""Where the words that an engine quotes become spans."""


class Parts(Model):
    """The parts, each as text: what is short as it is, what is long as SHA-256. Empty where an engine has none."""

    engine: str
    """Name and version."""
    engine_code: str
    model: str
    revision: str
    weights: str
    decoding: str
    prompt: str
    output_schema: str
    segmenter: str
    alignment: str
    samples: str
    package: str

    @property
    def digest(self) -> str:
        """SHA-256 over all parts: the fingerprint."""
        return digest_of(self.model_dump())


class AskedParts(Model):
    """What decides a model's answer to a question, beside the question's own text. The units, how they are laid out and
    where windows end stand in the text, so that code which changes them needs no part here."""

    engine: str
    """Its name: a model behind an endpoint is not the one that is loaded here."""
    model: str
    revision: str
    decoding: str
    prompt: str
    output_schema: str

    @property
    def digest(self) -> str:
        """SHA-256 over all parts: the address of kept answers begins with it."""
        return digest_of(self.model_dump())


class Drift(NamedTuple):
    """One part that differs."""

    part: str
    frozen: str
    present: str

    def __str__(self) -> str:
        return f"{self.part}: {_shown(self.frozen)} → {_shown(self.present)}"


def parts_of(entry: Entry) -> Parts:
    """The parts of a candidate as it is here and now. Raises NotFoundError where its prompt is gone."""
    from specharness import __version__

    candidate, kind = entry.candidate, entry.kind
    return Parts(
        engine=f"{kind.name} {kind.version()}",
        engine_code=code_digest(kind.code),
        model=candidate.model or "",
        revision=candidate.revision or "",
        weights=kind.weights(),
        decoding=canonical_json(_decoding(candidate)),
        prompt=entry.prompt_digest(),
        output_schema=kind.schema(candidate) or digest_of(_bare(Direction.model_json_schema(mode="serialization"))),
        segmenter=f"{code_digest(SEGMENTER_CODE)} on {SEGMENTER_LIBRARY} {metadata.version(SEGMENTER_LIBRARY)}",
        alignment=" ".join([candidate.alignment.value, *([code_digest(ALIGNMENT_CODE)] if kind.quotes else [])]),
        samples=str(candidate.samples),
        package=__version__,
    )


def asked_of(entry: Entry) -> AskedParts:
    """How a candidate asks, as it is here and now. Raises NotFoundError where its prompt is gone."""
    candidate, kind = entry.candidate, entry.kind
    seen_in_the_question = ("window", "unsure_below")
    decoding = {name: value for name, value in _decoding(candidate).items() if name not in seen_in_the_question}
    return AskedParts(
        engine=kind.name,
        model=candidate.model or "",
        revision=candidate.revision or "",
        decoding=canonical_json(decoding),
        prompt=entry.prompt_digest(),
        output_schema=kind.schema(candidate),
    )


def _decoding(candidate: Candidate) -> dict[str, object]:
    """How it is decoded, and how it is asked as far as that bears on the answer."""
    decoded = candidate.decoding.model_dump(exclude_none=True)
    found: dict[str, object] = {**decoded, **candidate.asking.decisive, **candidate.serving.decisive}
    return {**found, "unsure_below": candidate.unsure_below} if candidate.unsure_below else found


def drift(frozen: Parts, present: Parts) -> tuple[Drift, ...]:
    """Every part that differs, in the order of the model."""
    pairs = ((name, getattr(frozen, name), getattr(present, name)) for name in Parts.model_fields)
    return tuple(Drift(name, old, new) for name, old, new in pairs if old != new)


@lru_cache(maxsize=16)
def code_digest(modules: tuple[str, ...]) -> str:
    """SHA-256 over the Python texts of packages and modules; line ends don't count, nor where they are installed."""
    texts: dict[str, str] = {}
    for module in modules:
        for name, file in _texts_of(module):
            texts[name] = sha256(file.read_bytes().replace(b"\r\n", b"\n")).hexdigest()
    return digest_of(texts)


def _texts_of(module: str) -> Iterator[tuple[str, Traversable]]:
    parent, _, last = module.rpartition(".")
    file = resources.files(parent).joinpath(f"{last}.py") if parent else None
    if file is not None and file.is_file():
        return iter([(module, file)])
    return _python_files(resources.files(module), module)


def _python_files(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for item in folder.iterdir():
        if item.is_dir() and item.name != "__pycache__":
            yield from _python_files(item, f"{name}.{item.name}")
        elif item.name.endswith(".py"):
            yield f"{name}.{item.name.removesuffix('.py')}", item


def _bare(schema: object) -> object:
    """A JSON Schema without the words that are for readers only."""
    if isinstance(schema, dict):
        return {key: _bare(value) for key, value in schema.items() if not _is_prose(key, value)}
    return [_bare(item) for item in schema] if isinstance(schema, list) else schema


def _is_prose(key: str, value: object) -> bool:
    return key in ("title", "description") and isinstance(value, str)


def _shown(value: str) -> str:
    """Digests by their first digits, as far as eyes compare them."""
    return " ".join(word[:12] if len(word) == 64 else word for word in value.split(" ")) or "none"
