"""Reading what is scored: gold labels with their texts, and what a compiler made of them.

Guarantees a stable order, and that labels and predictions meet only over the same text, by its hash where it is known.
What the figures are is the business of `measure`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from specharness.errors import InputError, NotFoundError, SchemaMismatchError
from specharness.ir import Direction, Disposition, ObligationSet, Source, Span
from specharness.ir.annotation import Label
from specharness.ir.schema import parse_obligations
from specharness.labels.documents import LabelledText, checked_document, label_files, read_labelled
from specharness.measure.annotations import ENDING, direction_of, named_source
from specharness.measure.evaluation import Document, Prediction, task_of
from specharness.measure.usage import USAGE_FILE, Usage, read_usage
from specharness.sources.read import read_bytes

MAX_RESULT_BYTES = 512 * 2**20
"""Of one file that `specharness compile` wrote, which holds its texts and quotes beside the directions."""

MAX_RESULTS = 100_000
"""Files of one folder of results."""

_SET = ".json"


@dataclass(frozen=True)
class Predictions:
    """The results of one compiler, by document."""

    sets: tuple[ObligationSet, ...]
    lines: Mapping[str, LabelledText]
    """The documents for which there are directions and no obligation set."""
    usage: Mapping[str, Usage]

    @cached_property
    def carried(self) -> Mapping[str, tuple[ObligationSet, Source]]:
        """The texts that the obligation sets hold, by their ids."""
        return {source.id: (item, source) for item in reversed(self.sets) for source in item.sources}

    @cached_property
    def _by_hash(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for name, (_, source) in self.carried.items():
            found.setdefault(source.sha256, []).append(name)
        return found

    def of(self, source: Source) -> Prediction | None:
        """The prediction for a text, found by its id, else by its hash; None where there is none.

        Raises SchemaMismatchError where another version of the text was compiled or labelled.
        """
        if source.id in self.carried:
            item, read = self.carried[source.id]
            _refuse_other_version(source, read.sha256, "the compiled one")
            return _from_set(item, source.id, source)
        if source.id in self.lines:
            text = self.lines[source.id]
            _refuse_other_version(source, text.sha256, str(text.path))
            return Prediction(tuple(_directions(text, source)))
        same = self._by_hash.get(source.sha256, ())
        return _from_set(self.carried[same[0]][0], same[0], source) if len(same) == 1 else None


def read_gold(gold: Path, docs: Path | None, predictions: Predictions) -> list[Document]:
    """The labelled documents: `gold` is a folder of NAME.jsonl or one such file, `docs` the folder of the texts NAME.

    Without `docs` a text is the one that the predictions hold, or lies beside its labels. Raises NotFoundError for a
    missing text, SchemaMismatchError for labels that are none, InputError where there are no labels.
    """
    documents = []
    for text in _label_texts(gold):
        if docs is not None:
            source = checked_document(docs, text)
        elif text.document in predictions.carried:
            source = predictions.carried[text.document][1]
        elif gold.is_dir() and (gold / text.document).is_file():
            source = checked_document(gold, text)
        else:
            raise NotFoundError(f"{text.path}: no text {text.document} for these labels; name its folder with --docs")
        _refuse_other_version(source, text.sha256, str(text.path))
        documents.append(Document(source, tuple(_directions(text, source)), task_of(source.id)))
    return documents


def read_predictions(path: Path) -> Predictions:
    """Everything that a compiler wrote to a folder (`specharness compile --out-dir`, label files), or one such file.

    Of a text with both an obligation set and lines the set is taken, which knows more. Raises NotFoundError, and
    InputError where there is neither.
    """
    if not path.exists():
        raise NotFoundError(f"{path}: no such file or folder")
    sets = {
        name: parse_obligations(read_bytes(file, MAX_RESULT_BYTES, "MAX_RESULT_BYTES"), str(file))
        for file, name in _set_files(path)
    }
    has_lines = path.is_file() or any(file.name != USAGE_FILE for file in path.rglob(f"*{ENDING}"))
    lines = _by_document(_label_texts(path, sets)) if has_lines and path.suffix != _SET else {}
    if not sets and not lines:
        raise InputError(
            f"{path}: expected a compiler's results (NAME.json or NAME.jsonl, as `specharness compile --out-dir OUT "
            f"--directions` writes them), found none"
        )
    return Predictions(tuple(sets.values()), lines, read_usage(path if path.is_dir() else path.parent))


def _set_files(path: Path) -> Iterator[tuple[Path, str]]:
    if path.is_file():
        if path.suffix == _SET:
            yield path, path.name.removesuffix(_SET)
        return
    found = [file for file in path.rglob(f"*{_SET}") if file.is_file()]
    if len(found) > MAX_RESULTS:
        raise InputError(f"{path}: {len(found)} files are more than MAX_RESULTS ({MAX_RESULTS}); score a part of them")
    for name in sorted(file.relative_to(path).as_posix() for file in found):
        yield path / name, name.removesuffix(_SET)


def _label_texts(path: Path, without: Container[str] = ()) -> Iterator[LabelledText]:
    for file in label_files([path]):
        if file.path.name != USAGE_FILE and file.name not in without:
            yield read_labelled(file)


def _by_document(texts: Iterable[LabelledText]) -> dict[str, LabelledText]:
    """Each file's labels by the text that they name: results over several sources stand in one file."""
    found: dict[str, LabelledText] = {}
    for text in texts:
        parts: dict[str, list[Label]] = {}
        for label in text.labels:
            name = named_source(label) or text.document
            # a text that was compiled alone is called by less of its path
            parts.setdefault(text.document if f"/{text.document}".endswith(f"/{name}") else name, []).append(label)
        for name, labels in (parts or {text.document: []}).items():
            if name in found:
                raise InputError(f"{text.path} and {found[name].path} both hold directions of {name}; keep one")
            found[name] = text._replace(document=name, labels=tuple(labels))
    return found


def _directions(text: LabelledText, source: Source) -> Iterator[Direction]:
    """The directions over `source`, spans elsewhere left out."""
    for label in text.labels:
        alone = len({span.source for span in label.spans}) == 1
        if not alone and all(span.source not in (None, source.id) for span in label.spans):
            continue
        try:
            direction = direction_of(label, source, any_source=alone)
        except ValueError as error:
            raise SchemaMismatchError(f"{text.path}: {label.id}: {error}") from error
        beyond = [span for span in direction.spans if span.end > len(source.text)]
        if beyond:
            raise SchemaMismatchError(
                f"{text.path}: {label.id}: a span ends at {beyond[0].end}, {source.id} has {len(source.text)} "
                f"characters; are the labels for another version of it?"
            )
        yield direction


def _from_set(item: ObligationSet, name: str, source: Source) -> Prediction:
    directions = []
    for direction in item.directions:
        spans = tuple(
            Span(source=source.id, start=span.start, end=span.end) for span in direction.spans if span.source == name
        )
        if spans and direction.disposition is not Disposition.RESIDUAL:
            directions.append(direction.model_copy(update={"spans": spans}))
    mine = {direction.id for direction in directions}
    demotions = {demotion.direction: demotion for demotion in (*item.advisory, *item.abstained)}
    return Prediction(tuple(directions), {key: value for key, value in demotions.items() if key in mine})


def _refuse_other_version(source: Source, sha256: str | None, where: str) -> None:
    if sha256 not in (None, source.sha256):
        raise SchemaMismatchError(
            f"{source.id}: two versions of the text, {where} has sha256 {str(sha256)[:12]}… and the labels' text "
            f"{source.sha256[:12]}…; compile and label the same one"
        )
