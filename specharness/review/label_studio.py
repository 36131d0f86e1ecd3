"""Labels as Label Studio's JSON, and back.

A direction is one region for each of its spans, labelled with the disposition; the first carries the other fields and
is related to the further spans and to the places of its parameters (regions labelled `param`). A round trip keeps
every field of the guide but these: `probability`, `note`, `workspace`, spans in other documents, and a condition given
by its place, which becomes its text.

Label Studio counts code points, as the guide does; older versions counted UTF-16 units, and a browser may have joined
`\\r\\n`. What a region says its text is decides which of these an export used; where none fits, it is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from specharness.errors import SchemaMismatchError
from specharness.ir import Disposition, Family, Kind, Modality, Reason, Source
from specharness.review.labels import MAX_DIRECTIONS, Row

LABELS = "disposition"
TEXT = "text"
PARAM = "param"
"""Label of a region where a parameter's literal stands; its text field of this name says which."""

CHOICES: Mapping[str, Sequence[str]] = {
    "modality": tuple(Modality),
    "kind": tuple(Kind),
    "family": tuple(Family),
    "reason": tuple(Reason),
    "confidence": ("sure", "unsure"),
}
TEXTS = ("direction", "statement", "condition", "params")
"""Text fields of a direction's first region; `params` is JSON."""

_COLOURS = {
    Disposition.HARD: "#1a56b0",
    Disposition.ADVISORY: "#0b6b63",
    Disposition.ABSTAIN: "#8f4a00",
    Disposition.RESIDUAL: "#8c2282",
}


def config() -> str:
    """The labelling configuration (XML) of a project that shows these tasks."""
    view = ElementTree.Element("View")
    ElementTree.SubElement(view, "Text", name=TEXT, value="$text", granularity="symbol")
    labels = ElementTree.SubElement(view, "Labels", name=LABELS, toName=TEXT)
    for disposition, colour in _COLOURS.items():
        ElementTree.SubElement(labels, "Label", value=disposition, background=colour)
    ElementTree.SubElement(labels, "Label", value=PARAM, background="#777777")
    for name, values in CHOICES.items():
        choices = ElementTree.SubElement(view, "Choices", name=name, toName=TEXT, perRegion="true", layout="select")
        for value in values:
            ElementTree.SubElement(choices, "Choice", value=value)
    for name in (*TEXTS, PARAM):
        ElementTree.SubElement(
            view, "TextArea", name=name, toName=TEXT, perRegion="true", editable="true", maxSubmissions="1"
        )
    ElementTree.indent(view)
    return ElementTree.tostring(view, encoding="unicode") + "\n"


def task_of(source: Source, name: str, rows: Sequence[Row]) -> dict[str, object]:
    """One document as a task with one annotation."""
    result: list[object] = []
    for row in rows:
        result += _regions(source, row)
    data = {TEXT: source.text, "source": name, "sha256": source.sha256}
    return {"data": data, "annotations": [{"result": result}]}


def rows_of(data: object, source: Source, name: str) -> list[Row]:
    """The labels of the task that is about this document, from an export of whole tasks or from one task.

    Raises SchemaMismatchError where no task is about it, or a region's text is not what stands at its place.
    """
    task = _task_about(data, source, name)
    annotations = [each for each in _list(task.get("annotations")) if not each.get("was_cancelled")]
    if not annotations:
        raise SchemaMismatchError(f"the task about {name} has no annotation; export tasks that were submitted")
    result = _list(annotations[-1].get("result"))
    regions = _Regions(result)
    convert = _conversion(regions.spans, source)
    taken = {id for id in (regions.text(region, "direction") for region in regions.main) if id}
    fresh = (f"d{number}" for number in range(1, MAX_DIRECTIONS * 2) if f"d{number}" not in taken)
    return [_row(region, regions, convert, source, fresh) for region in regions.main]


def _regions(source: Source, row: Row) -> Iterator[dict[str, object]]:
    spans: list[Any] = [span for span in row["spans"] if not span.get("source")]
    places: list[tuple[str, Any]] = [
        (name, span)
        for name, found in (row.get("param_spans") or {}).items()
        for span in found
        if not span.get("source")
    ]
    head = f"{row['id']}:0"
    for index, span in enumerate(spans):
        yield _region(source, f"{row['id']}:{index}", span, LABELS, "labels", [row["disposition"]])
    for name in CHOICES:
        if row.get(name):
            yield _region(source, head, spans[0], name, "choices", [row[name]])
    condition = row.get("condition")
    texts = {
        "direction": row["id"],
        "statement": row.get("statement"),
        "condition": source.text[condition["start"] : condition["end"]] if isinstance(condition, dict) else condition,
        "params": json.dumps(row["params"], ensure_ascii=False) if row.get("params") else None,
    }
    for name, text in texts.items():
        if text:
            yield _region(source, head, spans[0], name, "textarea", [text])
    related = [f"{row['id']}:{index}" for index in range(1, len(spans))]
    for index, (name, span) in enumerate(places):
        id = f"{row['id']}:{PARAM}:{index}"
        yield _region(source, id, span, LABELS, "labels", [PARAM])
        yield _region(source, id, span, PARAM, "textarea", [name])
        related.append(id)
    for id in related:
        yield {"type": "relation", "from_id": head, "to_id": id, "direction": "right"}


def _region(source: Source, id: str, span: Any, name: str, type: str, values: list[object]) -> dict[str, object]:
    key = TEXT if type == "textarea" else type
    value: dict[str, object] = {"start": span["start"], "end": span["end"]}
    if type == "labels":
        value["text"] = source.text[span["start"] : span["end"]]
    value[key] = values
    return {"id": id, "from_name": name, "to_name": TEXT, "type": type, "value": value}


class _Regions:
    """The regions of one annotation by id, with what belongs to each."""

    def __init__(self, result: list[dict[str, Any]]) -> None:
        self.spans: dict[str, dict[str, Any]] = {}
        self._labels: dict[str, str] = {}
        self._fields: dict[tuple[str, str], str] = {}
        self._related: dict[str, list[str]] = {}
        for item in result:
            self._take(item)
        targets = {to for found in self._related.values() for to in found}
        dispositions = set(Disposition)
        self.main = [id for id, label in self._labels.items() if label in dispositions and id not in targets]
        """Ids of the regions that stand for a direction."""

    def _take(self, item: dict[str, Any]) -> None:
        kind, value = item.get("type"), item.get("value")
        if kind == "relation":
            self._related.setdefault(str(item.get("from_id")), []).append(str(item.get("to_id")))
            return
        if not isinstance(value, dict):
            return
        id, name = str(item.get("id")), str(item.get("from_name"))
        if kind == "labels":
            self.spans[id] = value
            self._labels[id] = _first(value.get("labels"))
        elif kind == "choices":
            self._fields[id, name] = _first(value.get("choices"))
        elif kind == "textarea":
            self._fields[id, name] = _first(value.get(TEXT))

    def text(self, region: str, name: str) -> str:
        """A choice or text of a region; empty where there is none."""
        return self._fields.get((region, name), "")

    def disposition(self, region: str) -> str:
        return self._labels[region]

    def further(self, region: str) -> list[str]:
        """Further spans of a direction."""
        related = self._related.get(region, [])
        return [id for id in related if id in self.spans and self._labels[id] != PARAM]

    def params(self, region: str) -> list[str]:
        related = self._related.get(region, [])
        return [id for id in related if id in self.spans and self._labels[id] == PARAM]


def _row(region: str, regions: _Regions, convert: Any, source: Source, fresh: Iterator[str]) -> Row:
    spans = [convert(regions.spans[id]) for id in (region, *regions.further(region))]
    places: dict[str, Any] = {}
    for id in regions.params(region):
        places.setdefault(regions.text(id, PARAM) or "value", []).append(convert(regions.spans[id]))
    quote = source.text[spans[0]["start"] : spans[0]["end"]]
    hard = regions.disposition(region) == Disposition.HARD
    return {
        "id": regions.text(region, "direction") or next(fresh),
        "spans": spans,
        "disposition": regions.disposition(region),
        "modality": regions.text(region, "modality") or Modality.MUST,
        "kind": regions.text(region, "kind") or Kind.OUTCOME,
        "family": regions.text(region, "family") or None,
        "params": _params(regions.text(region, "params")),
        "param_spans": places,
        "condition": regions.text(region, "condition") or None,
        "statement": regions.text(region, "statement") or " ".join(quote.split()),
        "reason": None if hard else regions.text(region, "reason") or None,
        "confidence": regions.text(region, "confidence") or "unsure",
    }


def _params(text: str) -> Any:
    try:
        params = json.loads(text or "{}")
    except (ValueError, RecursionError) as error:
        raise SchemaMismatchError(f"params must be a JSON object, got {text[:80]!r}") from error
    if not isinstance(params, dict):
        raise SchemaMismatchError(f"params must be a JSON object, got {text[:80]!r}")
    return params


def _task_about(data: object, source: Source, name: str) -> dict[str, Any]:
    tasks = [data] if isinstance(data, dict) else data
    if not isinstance(tasks, list) or not all(isinstance(task, dict) for task in tasks):
        raise SchemaMismatchError("expected Label Studio's JSON export: a list of tasks with `data` and `annotations`")
    wanted = _joined(source.text)
    found = [task for task in tasks if isinstance(task.get("data"), dict) and _says(task["data"], wanted)]
    named = [task for task in found if task["data"].get("source") == name]
    if not found:
        raise SchemaMismatchError(f"none of {len(tasks)} tasks has the text of {name}; was the text changed since?")
    about: dict[str, Any] = (named or found)[-1]
    return about


def _says(data: dict[str, Any], wanted: str) -> bool:
    return any(isinstance(value, str) and _joined(value) == wanted for value in data.values())


def _joined(text: str) -> str:
    return text.replace("\r\n", "\n")


def _conversion(regions: Mapping[str, dict[str, Any]], source: Source) -> Any:
    """From a region's own offsets to a span in code points, by the first way of counting that fits all of them."""
    for joined in (False, True):
        for wide in (False, True):
            places = _places(source.text, wide=wide, joined=joined)
            spans = {id: _span(value, places) for id, value in regions.items()}
            if all(span is not None and _fits(regions[id], span, source) for id, span in spans.items()):
                return lambda value, places=places: _span(value, places)
    raise SchemaMismatchError(
        "a region's text is not what stands at its place, counted in code points or in UTF-16 units; "
        "was the text changed since?"
    )


def _places(text: str, *, wide: bool, joined: bool) -> list[int]:
    """For every offset of another way of counting, the offset in code points."""
    places = []
    for index, char in enumerate(text):
        if joined and char == "\r" and text[index + 1 : index + 2] == "\n":
            continue
        places += [index] * (2 if wide and ord(char) > 0xFFFF else 1)
    return [*places, len(text)]


def _span(value: dict[str, Any], places: list[int]) -> dict[str, int] | None:
    try:
        start, end = int(value["start"]), int(value["end"])
    except (KeyError, TypeError, ValueError) as error:
        raise SchemaMismatchError(f"a region without start and end: {str(value)[:80]}") from error
    if not 0 <= start < end < len(places):
        return None
    return {"start": places[start], "end": places[end]}


def _fits(value: dict[str, Any], span: dict[str, int], source: Source) -> bool:
    told = value.get(TEXT)
    if not isinstance(told, str):
        return True
    return _joined(source.text[span["start"] : span["end"]]) == _joined(told.replace("\\n", "\n"))


def _list(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _first(values: object) -> str:
    """Label Studio gives lists of one, and sometimes a text alone."""
    if isinstance(values, list):
        values = values[0] if values else ""
    return values if isinstance(values, str) else ""
