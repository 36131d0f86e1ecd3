"""The JSON documents' border: schemas hold for what is written, and nothing broken comes back in."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

from specharness.api import compile_text
from specharness.errors import SchemaMismatchError, UsageError
from specharness.ir import SCHEMA_VERSION, Certificate, ObligationSet
from specharness.ir.annotation import directions_jsonl
from specharness.ir.schema import DOCUMENTS, json_document, json_schema, parse_certificate, parse_obligations


def test_what_is_written_validates(sample: ObligationSet, sample_certificate: Certificate) -> None:
    jsonschema.validate(json.loads(json_document(sample)), json_schema("obligations"))
    jsonschema.validate(json.loads(json_document(sample_certificate)), json_schema("certificate"))
    for line in directions_jsonl(sample).splitlines():
        jsonschema.validate(json.loads(line), json_schema("directions"))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema(name))


def test_unknown_schema_names_the_known_ones() -> None:
    with pytest.raises(UsageError, match="obligations, certificate, directions"):
        json_schema("ledger")


def test_round_trip(sample: ObligationSet, sample_certificate: Certificate) -> None:
    assert parse_obligations(json_document(sample).encode(), "x") == sample
    assert parse_certificate(json_document(sample_certificate).encode(), "x") == sample_certificate


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "broken JSON"),
        (b"{", "broken JSON"),
        (b"\x00\xff\xfe", "broken JSON"),
        (b'{"schema_version": "1.0", "sources": [}', r"broken JSON: .*line 1 column"),
        (b"[" * 100_000, "broken JSON"),
        (b"[]", r"expected a JSON object with schema_version"),
        (b'"1.0"', r"expected a JSON object with schema_version"),
        (b'{"hard": []}', r"expected a JSON object with schema_version"),
        (b'{"schema_version": "2.0"}', f"expected schema version {SCHEMA_VERSION}, got '2.0'"),
        (b'{"schema_version": "1"}', f"expected schema version {SCHEMA_VERSION}, got '1'"),
        (b'{"schema_version": "1.x"}', f"expected schema version {SCHEMA_VERSION}, got '1.x'"),
        (
            b'{"schema_version": "1.9"}',
            "compiler: is missing.*1.9 is newer than 1.0, use a newer specharness",
        ),
        (b'{"schema_version": 1.0}', f"expected schema version {SCHEMA_VERSION}, got 1.0"),
        (b'{"schema_version": "1.0"}', "compiler: is missing"),
    ],
)
def test_broken_documents_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(SchemaMismatchError, match=f"^file.json: .*{message}"):
        parse_obligations(data, "file.json")


def _set(*path: str | int, to: object) -> Callable[[dict[str, Any]], None]:
    def edit(document: dict[str, Any]) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to

    return edit


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (_set("hard", 0, "ctrl", "mandatory", to="perhaps"), "hard.0.ctrl.mandatory"),
        (_set("hard", 0, "surprise", to=1), "hard.0.surprise"),
        (_set("hard", 0, "src", "quote", to="Save nothing."), "o1: its quote is not the text at prompt.md"),
        (_set("hard", 0, "src", "directions", to=["d9"]), "o1: no direction d9"),
        (_set("directions", 0, "spans", 0, "end", to=9999), r"span prompt.md\[\d+:9999\] is not inside a source"),
        (_set("directions", 0, "spans", 0, "source", to="other.md"), "span other.md"),
        (_set("directions", 0, "spans", 0, "end", to=0), "span must not be empty"),
        (_set("directions", 0, "spans", to=[]), "directions.0.spans"),
        (_set("abstained", 0, "direction", to="d9"), "no direction d9"),
        (_set("residual", 0, "span", "end", to=9999), "is not inside a source"),
        (_set("sources", to=[]), "is not inside a source"),
        (_set("sources", 0, "sha256", to="0" * 64), "source prompt.md: its text is not the one that sha256"),
        (_set("directions", 1, "params", "min", "value", to=2), "d2: min is 2, and the text at its span says 3"),
        (_set("hard", 1, "effect", "params", "min", to=2), "o2: min is 2, and its direction says 3"),
        (_set("hard", 1, "ctrl", "depends_on", to=["o9"]), "o2: depends on o9, which is not there"),
        (_set("hard", 1, "ctrl", "depends_on", to=["o2"]), "o2 depend on each other in a circle"),
        (_set("hard", 1, "id", to="o1"), "obligation o1 is there 2 times"),
        (_set("hard", 1, "src", "directions", to=["d1"]), "direction d2 is hard, and nothing carries it"),
        (_set("hard", 1, "src", "directions", to=["d3"]), "o2: its direction d3 is abstain, not hard"),
        (_set("directions", 1, "id", to="d1"), "direction d1 is there 2 times"),
        (_set("abstained", to=[]), "direction d3 is abstain, and nothing carries it"),
        (_set("abstained", 0, "disposition", to="advisory"), "d3 is listed as abstain, and is advisory"),
    ],
)
def test_one_wrong_field_is_named(sample: ObligationSet, edit: Callable[[dict[str, Any]], None], message: str) -> None:
    document = json.loads(json_document(sample))
    edit(document)
    with pytest.raises(SchemaMismatchError, match=message):
        parse_obligations(json.dumps(document).encode(), "file.json")


def test_an_obligation_that_was_taken_out_is_missed(sample: ObligationSet) -> None:
    for kept in ([], [0], [1]):
        document = json.loads(json_document(sample))
        document["hard"] = [document["hard"][index] for index in kept]
        with pytest.raises(SchemaMismatchError, match=r"^file.json: direction d. is hard, and nothing carries it; "):
            parse_obligations(json.dumps(document).encode(), "file.json")


def test_dependencies_in_a_circle(sample: ObligationSet) -> None:
    document = json.loads(json_document(sample))
    for obligation, other in zip(document["hard"], ("o2", "o1"), strict=True):
        obligation["ctrl"]["depends_on"] = [other]
    with pytest.raises(SchemaMismatchError, match="o1, o2 depend on each other in a circle"):
        parse_obligations(json.dumps(document).encode(), "file.json")
    document["hard"][0]["ctrl"]["depends_on"] = []
    assert parse_obligations(json.dumps(document).encode(), "file.json").hard[1].ctrl.depends_on == ("o1",)


def test_a_newer_minor_version_of_the_same_shape_is_read(sample: ObligationSet) -> None:
    document = json.loads(json_document(sample)) | {"schema_version": "1.9"}
    assert parse_obligations(json.dumps(document).encode(), "file.json").hard == sample.hard


@pytest.mark.parametrize(
    "sentence",
    [
        "more than 3 rows", "fewer than 10 rows", "at least two and at most 5 rows", "exactly 1,000 rows",
        "3 to 5 rows", "between 2 and 4 rows", "a dozen rows", "at most 5 MB", "5 % of the rows",
        "no more than 2.5 million rows",
    ],
)  # fmt: skip
def test_what_the_compiler_writes_comes_back(sentence: str) -> None:
    for text in (f"Write `/root/a.csv`. It must have {sentence}.", f"Write `/root/a.json`. `n` must be {sentence}."):
        result = compile_text(text)
        assert parse_obligations(json_document(result).encode(), "x") == result


def test_a_long_wrong_value_is_shortened(sample: ObligationSet) -> None:
    document = json.loads(json_document(sample))
    document["hard"][0]["id"] = ["x" * 10_000]
    with pytest.raises(SchemaMismatchError) as caught:
        parse_obligations(json.dumps(document).encode(), "file.json")
    assert len(str(caught.value)) < 300
