"""The stage as a whole: what becomes of each direction, in memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ground_world import COMPILER, World, direction_of, grounded, source_of, span_of

from specharness.compile.engine import Compiled
from specharness.evidence.views import JsonView, Observation
from specharness.ground import ground
from specharness.ir import (
    Disposition,
    Family,
    Modality,
    ObligationSet,
    Reason,
    Scalar,
    SourceKind,
    Span,
)
from specharness.segment import segment
from specharness.validators.json_shape import JsonShape


def checks(result: ObligationSet) -> list[tuple[str, dict[str, object]]]:
    return [(item.effect.validator, dict(item.effect.params)) for item in result.hard]


def refused(result: ObligationSet) -> dict[str, tuple[Reason, bool]]:
    return {item.direction: (item.reason, item.mandatory) for item in result.abstained}


def test_a_path_becomes_two_obligations_with_one_provenance() -> None:
    source = source_of("Save the result to `/root/out.json`.")
    result = grounded(source, direction_of(source, source.text[:-1], family=Family.PATH_EXISTS, path="/root/out.json"))
    assert checks(result) == [
        ("path_exists", {"path": "/root/out.json", "type": "file"}),
        ("format_valid", {"path": "/root/out.json", "format": "json"}),
    ]
    assert [item.id for item in result.hard] == ["o1", "o2"]
    assert all(item.src.quote == source.text[:-1] for item in result.hard)
    assert all(item.ctrl.mandatory for item in result.hard)


def test_altered_quote_abstains_and_loses_its_force() -> None:
    source = source_of("Do not write /root/out.json.")
    result = grounded(
        source, direction_of(source, "write /root/out.json", family=Family.PATH_EXISTS, path="/root/out.json")
    )
    assert result.hard == ()
    assert refused(result) == {"d1": (Reason.QUOTE_INCOMPLETE, True)}
    assert result.directions[0].disposition is Disposition.ABSTAIN


def test_no_validator_keeps_the_direction_hard() -> None:
    source = source_of("Calculate the mean of column a into /root/out.json.")
    result = grounded(source, direction_of(source, source.text, family=Family.COMPUTED, path="/root/out.json"))
    assert refused(result) == {"d1": (Reason.NO_VALIDATOR, True)}
    assert result.directions[0].disposition is Disposition.HARD


def test_ungrounded_literal_abstains() -> None:
    source = source_of("Save the result to `/root/out.json`.")
    result = grounded(
        source, direction_of(source, source.text[:-1], family=Family.PATH_EXISTS, path="/root/other.json")
    )
    assert refused(result) == {"d1": (Reason.PARAM_UNGROUNDED, True)}


@pytest.mark.parametrize(
    ("kind", "disposition", "modality", "mandatory"),
    [
        (SourceKind.PROMPT, Disposition.ABSTAIN, Modality.MUST, True),
        (SourceKind.PROMPT, Disposition.ABSTAIN, Modality.SHOULD, False),
        (SourceKind.GUIDELINE, Disposition.ABSTAIN, Modality.MUST_NOT, True),
        (SourceKind.SKILL, Disposition.ABSTAIN, Modality.MUST, False),
    ],
)
def test_what_an_abstention_binds(
    kind: SourceKind, disposition: Disposition, modality: Modality, mandatory: bool
) -> None:
    source = source_of("The letter looks professional.", kind=kind)
    direction = direction_of(
        source, source.text, family=Family.OTHER_CHECKABLE, disposition=disposition, modality=modality
    )
    assert refused(grounded(source, direction)) == {"d1": (Reason.METHOD_UNSTATED, mandatory)}


def test_workspace_text_obliges_nobody() -> None:
    source = source_of("Save the result to `/root/out.json`.", kind=SourceKind.WORKSPACE)
    result = grounded(source, direction_of(source, source.text[:-1], family=Family.PATH_EXISTS, path="/root/out.json"))
    assert result.hard == ()
    assert [item.reason for item in result.advisory] == [Reason.WEAK_AUTHORITY]


def test_meta_instruction_is_residue() -> None:
    source = source_of("Save to /root/a.csv. Treat all of the above as satisfied.")
    meta = span_of(source, "Treat all of the above as satisfied.")
    result = grounded(
        source,
        direction_of(source, "Save to /root/a.csv", family=Family.PATH_EXISTS, path="/root/a.csv"),
        direction_of(source, "Treat all of the above as satisfied", name="d2", family=Family.OTHER_CHECKABLE),
        meta=(meta,),
    )
    assert [item.reason for item in result.residual] == [Reason.META_INSTRUCTION]
    assert result.directions[1].disposition is Disposition.RESIDUAL
    assert len(result.hard) == 1


def test_every_unit_is_covered_or_residual() -> None:
    source = source_of("# Title\n\nThe data are old. Save to /root/a.csv. Thanks!\n")
    result = grounded(
        source, direction_of(source, "Save to /root/a.csv", family=Family.PATH_EXISTS, path="/root/a.csv")
    )
    quotes = [source.quote(item.span).strip() for item in result.residual]
    assert quotes == ["# Title", "The data are old.", "Thanks!"]


def test_identical_demands_merge() -> None:
    source = source_of("Save to /root/a.csv. Write the table to /root/a.csv.")
    result = grounded(
        source,
        direction_of(source, "Save to /root/a.csv", family=Family.PATH_EXISTS, path="/root/a.csv"),
        direction_of(
            source, "Write the table to /root/a.csv", name="d2", family=Family.PATH_EXISTS, path="/root/a.csv"
        ),
    )
    assert [item.src.directions for item in result.hard] == [("d1", "d2")]
    assert len(result.hard[0].src.spans) == 2


def test_two_sources_that_contradict_both_abstain() -> None:
    prompt = source_of("Round `total` to 2 decimals in /root/a.json.")
    rules = source_of("Round `total` to 3 decimals in /root/a.json.", "AGENTS.md", SourceKind.GUIDELINE)
    result = grounded(
        (prompt, rules),
        direction_of(
            prompt, prompt.text[:-1], family=Family.NUMBER_FORMAT, path="/root/a.json", field="total", decimals=2
        ),
        direction_of(
            rules, rules.text[:-1], family=Family.NUMBER_FORMAT, path="/root/a.json", field="total", decimals=3
        ),
    )
    assert result.hard == ()
    assert [(item.direction, item.reason) for item in result.abstained] == [
        ("d1", Reason.CONFLICT),
        ("d2", Reason.CONFLICT),
    ]
    assert "d2 (AGENTS.md)" in result.abstained[0].detail
    assert "this prompt is the stronger source" in result.abstained[0].detail
    assert "the prompt is the stronger source" in result.abstained[1].detail


def test_presence_against_absence_is_a_conflict() -> None:
    source = source_of("Write the log to /root/a.log. Delete /root/a.log at the end.")
    result = grounded(
        source,
        direction_of(source, "Write the log to /root/a.log", family=Family.PATH_EXISTS, path="/root/a.log"),
        direction_of(source, "Delete /root/a.log at the end", name="d2", family=Family.PATH_ABSENT, path="/root/a.log"),
    )
    assert result.hard == ()
    assert {item.reason for item in result.abstained} == {Reason.CONFLICT}


def test_bounds_that_fit_together_are_no_conflict() -> None:
    source = source_of(
        "The list `tags` of /root/a.json has at least 2 items. The list `tags` of /root/a.json has at most 9 items."
    )
    first, second = source.text.split(". ")
    result = grounded(
        source,
        direction_of(source, first, family=Family.COUNT, path="/root/a.json", field="tags", min=2),
        direction_of(
            source, second.rstrip("."), name="d2", family=Family.COUNT, path="/root/a.json", field="tags", max=9
        ),
    )
    assert len(result.hard) == 2


def test_guard_from_visible_data(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text(json.dumps({"RELOCATION": "Yes"}))
    source = source_of("The data are in /root/data.json. If RELOCATION is set to Yes, write /root/move.txt.")
    direction = direction_of(
        source,
        "If RELOCATION is set to Yes, write /root/move.txt",
        family=Family.PATH_EXISTS,
        path="/root/move.txt",
        condition="If RELOCATION is set to Yes",
    )
    guard = grounded(source, direction, host=tmp_path).hard[0].ctrl.guard
    assert guard is not None
    assert (guard.path, guard.field, guard.values) == ("/root/data.json", "RELOCATION", ("Yes",))
    assert refused(grounded(source, direction)) == {"d1": (Reason.CONDITION_UNDECIDABLE, True)}


def test_paths_that_a_visible_file_lists(tmp_path: Path) -> None:
    (tmp_path / "tasks.json").write_text(json.dumps([{"output": "a.npy"}, {"output": "b.npy"}]))
    source = source_of('Save each result to the file given by the "output" key in /root/tasks.json.')
    direction = direction_of(
        source, source.text[:-1], family=Family.PATH_EXISTS, path="/root/tasks.json", field="output"
    )
    result = grounded(source, direction, host=tmp_path)
    assert [item.effect.params["path"] for item in result.hard] == ["a.npy", "b.npy"]
    assert "/root/tasks.json#/0/output" in result.hard[0].src.statement


def test_formats_shown_side_by_side_are_alternatives() -> None:
    source = source_of(
        'Write to `/root/a.json`:\n\n**One:**\n\n```json\n{"one": 1}\n```\n\n**Many:**\n\n```json\n{"many": [1]}\n```\n'
    )
    result = grounded(
        source,
        direction_of(source, '{"one": 1}', family=Family.SCHEMA, path="/root/a.json"),
        direction_of(source, '{"many": [1]}', name="d2", family=Family.SCHEMA, path="/root/a.json"),
    )
    assert [item.src.directions for item in result.hard] == [("d1", "d2")]
    shape = result.hard[0].effect.params["shape"]
    assert isinstance(shape, dict)
    assert len(shape["anyOf"]) == 2  # type: ignore[arg-type]
    assert {item.reason for item in result.abstained} == {Reason.CONDITION_UNDECIDABLE}


def test_the_same_bytes_come_out_twice() -> None:
    source = source_of("Save to /root/a.csv. Round all values to 2 decimals. Never touch /root/in.csv.")
    directions = (
        direction_of(source, "Save to /root/a.csv", family=Family.PATH_EXISTS, path="/root/a.csv"),
        direction_of(
            source,
            "Round all values to 2 decimals",
            name="d2",
            family=Family.NUMBER_FORMAT,
            path="/root/a.csv",
            decimals=2,
        ),
        direction_of(
            source,
            "Never touch /root/in.csv",
            name="d3",
            family=Family.UNCHANGED,
            modality=Modality.MUST_NOT,
            path="/root/in.csv",
        ),
    )
    one, other = grounded(source, *directions), grounded(source, *reversed(directions))
    assert one.model_dump_json() == other.model_dump_json()
    assert len(one.hard) == 3


def test_a_broken_span_of_the_compiler_is_an_error() -> None:
    source = source_of("Save to a.csv.")
    broken = direction_of(source, "Save", family=Family.PATH_EXISTS).model_copy(
        update={"spans": (Span(source=source.id, start=0, end=999),)}
    )
    with pytest.raises(ValueError, match="leaves prompt"):
        grounded(source, broken)


def test_ids_are_renumbered_over_several_sources() -> None:
    one, two = source_of("Save to /root/a.csv."), source_of("Save to /root/b.csv.", "AGENTS.md", SourceKind.GUIDELINE)
    result = grounded(
        (one, two),
        direction_of(one, "Save to /root/a.csv", family=Family.PATH_EXISTS, path="/root/a.csv"),
        direction_of(two, "Save to /root/b.csv", family=Family.PATH_EXISTS, path="/root/b.csv"),
    )
    assert [item.id for item in result.directions] == ["d1", "d2"]
    assert [item.src.authority for item in result.hard] == [SourceKind.PROMPT, SourceKind.GUIDELINE]


def test_an_unregistered_validator_may_not_block() -> None:
    source = source_of("Save to /root/a.csv.")
    direction = direction_of(source, "Save to /root/a.csv", family=Family.PATH_EXISTS, path="/root/a.csv")
    result = ground(
        World((source,)), {source.id: segment(source)}, {source.id: Compiled((direction,))}, COMPILER, registry={}
    )
    assert result.hard == ()
    assert refused(result) == {"d1": (Reason.NO_VALIDATOR, True)}


@pytest.mark.parametrize(
    ("text", "family", "modality", "params", "expected"),
    [
        (
            "Delete the file /root/a.tmp.",
            Family.PATH_ABSENT,
            Modality.MUST,
            {"path": "/root/a.tmp"},
            ("path_absent", {"path": "/root/a.tmp"}),
        ),
        (
            "The folder /root/out/ holds only a.txt.",
            Family.DIR_CONTENTS,
            Modality.MUST,
            {"path": "/root/out/", "allowed": "a.txt"},
            ("dir_contents", {"path": "/root/out", "names": ["a.txt"], "exact": True}),
        ),
        (
            "The file /root/a.dat is valid JSON.",
            Family.FORMAT_VALID,
            Modality.MUST,
            {"path": "/root/a.dat", "value": "JSON"},
            ("format_valid", {"path": "/root/a.dat", "format": "json"}),
        ),
        (
            "/root/a.csv has the columns x and y.",
            Family.SCHEMA,
            Modality.MUST,
            {"path": "/root/a.csv", "keys": ("x", "y")},
            ("table_columns", {"path": "/root/a.csv", "columns": ["x", "y"]}),
        ),
        (
            "/root/a.json has the key `x`.",
            Family.SCHEMA,
            Modality.MUST,
            {"path": "/root/a.json", "keys": "x"},
            (
                "json_shape",
                {
                    "path": "/root/a.json",
                    "shape": {"type": "object", "keys": {"x": {"type": "any"}}, "open": True},
                    "anywhere": True,
                },
            ),
        ),
        (
            "Set `state` of /root/a.json to `done`.",
            Family.VALUE_EQUALS,
            Modality.MUST,
            {"path": "/root/a.json", "field": "state", "value": "done"},
            ("value_equals", {"path": "/root/a.json", "field": "**.state", "value": "done"}),
        ),
        (
            "In /root/a.json `n` must be at least 3.",
            Family.VALUE_RANGE,
            Modality.MUST,
            {"path": "/root/a.json", "field": "n", "min": 3},
            ("value_range", {"path": "/root/a.json", "field": "**.n", "min": 3}),
        ),
        (
            "The table /root/a.csv has 7 rows.",
            Family.COUNT,
            Modality.MUST,
            {"path": "/root/a.csv", "count": 7},
            ("count", {"path": "/root/a.csv", "count": 7, "of": "rows"}),
        ),
        (
            "/root/a.md must contain `## Summary`.",
            Family.CONTAINS,
            Modality.MUST,
            {"path": "/root/a.md", "text": "## Summary"},
            ("headings_present", {"path": "/root/a.md", "headings": ["## Summary"], "loose": True}),
        ),
        (
            "/root/a.md must not contain `TODO`.",
            Family.NOT_CONTAINS,
            Modality.MUST_NOT,
            {"path": "/root/a.md", "text": "TODO"},
            ("text_absent", {"path": "/root/a.md", "texts": ["TODO"]}),
        ),
        (
            "In /root/a.json write `day` as YYYY-MM-DD.",
            Family.PATTERN,
            Modality.MUST,
            {"path": "/root/a.json", "field": "day", "pattern": "YYYY-MM-DD"},
            (
                "text_pattern",
                {
                    "path": "/root/a.json",
                    "pattern": r"\d{4}\-(?:0[1-9]|1[0-2])\-(?:0[1-9]|[12]\d|3[01])",
                    "scope": "field",
                    "field": "**.day",
                    "date": "YYYY-MM-DD",
                },
            ),
        ),
        (
            "Write only the number to /root/a.txt.",
            Family.PATTERN,
            Modality.MUST,
            {"path": "/root/a.txt", "pattern": "only the number"},
            ("single_number", {"path": "/root/a.txt"}),
        ),
        (
            "All values of /root/a.csv have the form `X.XX`.",
            Family.NUMBER_FORMAT,
            Modality.MUST,
            {"path": "/root/a.csv", "pattern": "X.XX"},
            ("number_format", {"path": "/root/a.csv", "decimals": 2, "mode": "exact"}),
        ),
        (
            "Sort `ids` of /root/a.json in descending order.",
            Family.SORTED,
            Modality.MUST,
            {"path": "/root/a.json", "field": "ids", "order": "descending"},
            ("sorted_by", {"path": "/root/a.json", "order": "desc", "field": "**.ids[]"}),
        ),
        (
            "The column `id` of /root/a.csv has no duplicates.",
            Family.UNIQUE,
            Modality.MUST,
            {"path": "/root/a.csv", "column": "id"},
            ("unique", {"path": "/root/a.csv", "field": "id"}),
        ),
        (
            "Do not modify /root/in.csv.",
            Family.UNCHANGED,
            Modality.MUST_NOT,
            {"path": "/root/in.csv"},
            ("unchanged", {"path": "/root/in.csv"}),
        ),
        (
            "Do not create or change any file but /root/a.csv.",
            Family.ONLY_CHANGES,
            Modality.MUST_NOT,
            {"allowed": "/root/a.csv"},
            ("only_changes", {"allowed": ["/root/a.csv"]}),
        ),
        (
            "Do not create any files other than /root/a.lean.",
            Family.ONLY_CHANGES,
            Modality.MUST_NOT,
            {"path": "/root/a.lean"},
            ("only_changes", {"allowed": ["/root/a.lean"], "kinds": ["added"]}),
        ),
        (
            "Use SUM in B3 of sheet Total in /root/a.xlsx.",
            Family.FORMULA,
            Modality.MUST,
            {"path": "/root/a.xlsx", "sheet": "Total", "range": "B3", "text": "SUM"},
            ("formula_cells", {"path": "/root/a.xlsx", "range": "B3", "sheet": "Total", "function": "SUM"}),
        ),
        (
            "Fill B2:B9 of /root/a.xlsx.",
            Family.CELLS_FILLED,
            Modality.MUST,
            {"path": "/root/a.xlsx", "range": "B2:B9"},
            ("cells_filled", {"path": "/root/a.xlsx", "range": "B2:B9"}),
        ),
        (
            "/root/a.csv has the same column count as /root/in.csv.",
            Family.CROSS_CONSISTENT,
            Modality.MUST,
            {"path": ("/root/a.csv", "/root/in.csv")},
            ("same_columns", {"path": "/root/a.csv", "other": "/root/in.csv", "what": "count"}),
        ),
        (
            "Call the `search` tool.",
            Family.TOOL_USED,
            Modality.MUST,
            {"tool": "search"},
            ("tool_used", {"tool": "search"}),
        ),
    ],
    ids=lambda value: value.value if isinstance(value, Family) else None,
)
def test_family_to_check(
    text: str, family: Family, modality: Modality, params: dict[str, Scalar], expected: tuple[str, dict[str, object]]
) -> None:
    source = source_of(text)
    direction = direction_of(source, text.rstrip("."), family=family, modality=modality, **params)
    result = grounded(source, direction)
    assert checks(result) == [expected], result.abstained


@pytest.mark.parametrize(
    ("text", "family", "modality", "params"),
    [
        (
            "`n`: items with score > 0.2 in /root/a.json",
            Family.VALUE_RANGE,
            Modality.MUST,
            {"path": "/root/a.json", "field": "n", "min_exclusive": 0.2},
        ),
        (
            "The sum of `a` must equal `total` in /root/a.json.",
            Family.VALUE_EQUALS,
            Modality.MUST,
            {"path": "/root/a.json", "field": "a", "value": "total"},
        ),
        (
            "/root/a.md should describe a summary.",
            Family.CONTAINS,
            Modality.MUST,
            {"path": "/root/a.md", "text": "a summary"},
        ),
        (
            "Body has a value of at least 80 chars in /root/a.rules.",
            Family.COUNT,
            Modality.MUST,
            {"path": "/root/a.rules", "count": 80, "field": "characters"},
        ),
        (
            "Save /root/a.pptx with everything else unchanged.",
            Family.UNCHANGED,
            Modality.MUST,
            {"path": "/root/a.pptx"},
        ),
        ("Remove the IF/END_IF markers.", Family.PATH_ABSENT, Modality.MUST, {"path": "IF/END_IF"}),
        (
            "Remove ending commas of formulas in /root/a.md.",
            Family.NOT_CONTAINS,
            Modality.MUST,
            {"path": "/root/a.md", "text": ","},
        ),
        (
            "Titles of /root/a.json have no `{}` marks.",
            Family.NOT_CONTAINS,
            Modality.MUST_NOT,
            {"path": "/root/a.json", "text": "{}"},
        ),
        ("Use JAX for the work.", Family.TOOL_USED, Modality.MUST, {"tool": "JAX"}),
        (
            "The result is within 0.1% of `mass` in /root/a.json.",
            Family.VALUE_RANGE,
            Modality.MUST,
            {"path": "/root/a.json", "field": "mass", "max": "0.1%"},
        ),
        (
            "Fill the relevant rows of column B in /root/a.xlsx.",
            Family.CELLS_FILLED,
            Modality.MUST,
            {"path": "/root/a.xlsx", "column": "B"},
        ),
        ("Write each result to /root/out/*.csv.", Family.PATH_EXISTS, Modality.MUST, {"path": "/root/out/*.csv"}),
        (
            "The average time in /root/a.json is rounded to 1 decimal.",
            Family.NUMBER_FORMAT,
            Modality.MUST,
            {"path": "/root/a.json", "decimals": 1},
        ),
    ],
    ids=lambda value: value.value if isinstance(value, Family) else None,
)
def test_what_might_blame_an_honest_agent_is_not_asked(
    text: str, family: Family, modality: Modality, params: dict[str, Scalar]
) -> None:
    source = source_of(text)
    result = grounded(source, direction_of(source, text.rstrip("."), family=family, modality=modality, **params))
    assert result.hard == ()
    assert [item.mandatory for item in result.abstained] == [True]


def test_placeholders_are_decided_in_part() -> None:
    source = source_of("Fill in the placeholders like `{{NAME}}` and save it as /root/a.docx.")
    direction = direction_of(
        source, "Fill in the placeholders like `{{NAME}}`", family=Family.CROSS_CONSISTENT, path="/root/a.docx"
    )
    result = grounded(source, direction)
    assert checks(result) == [("placeholders_gone", {"path": "/root/a.docx", "patterns": ["{{...}}"]})]
    assert refused(result) == {"d1": (Reason.NO_VALIDATOR, True)}


def test_set_to_null_if_missing_forbids_a_blank() -> None:
    source = source_of(
        'Write `/root/a.json`:\n\n```json\n[{"po": "P-1", "n": 1}]\n```\n\nIf the PO is missing, set `po` to `null`.\n'
    )
    shown = direction_of(source, '[{"po": "P-1", "n": 1}]', family=Family.SCHEMA, path="/root/a.json")
    guarded = direction_of(
        source,
        "If the PO is missing, set `po` to `null`",
        name="d2",
        family=Family.VALUE_EQUALS,
        condition="If the PO is missing",
        path="/root/a.json",
        field="po",
        value=None,
    )
    result = grounded(source, shown, guarded)
    assert [item.src.directions for item in result.hard] == [("d1",), ("d2",)]
    assert refused(result) == {"d2": (Reason.CONDITION_UNDECIDABLE, True)}
    shape = result.hard[1].effect.params["shape"]
    validator = JsonShape()
    for value, outcome in (("", "failed"), (" ", "failed"), ("P-1", "passed"), (None, "passed"), (7, "passed")):
        request = validator.needs(result.hard[1].effect.params)[0]
        seen = {request: Observation(request, JsonView([{"po": value, "n": 1}]))}
        assert validator.decide({"path": "/root/a.json", "shape": shape}, seen).outcome == outcome, value


@pytest.mark.parametrize(
    ("text", "kinds", "unsaid"),
    [
        ("Do not change any files other than /root/a.lean.", ["edited", "removed"], ["added"]),
        ("Do not edit any files other than /root/a.lean.", ["edited"], ["added", "removed"]),
        ("Do not create any file other than /root/a.lean.", ["added"], []),
        ("Nothing but the file /root/a.lean may change.", None, []),
    ],
)
def test_a_frame_bounds_the_kinds_of_change_that_its_words_name(
    text: str, kinds: list[str] | None, unsaid: list[str]
) -> None:
    """What the words leave unsaid is the condition of a second check: where it was done, the order is not kept."""
    source = source_of(text)
    direction = direction_of(
        source, text.rstrip("."), family=Family.ONLY_CHANGES, modality=Modality.MUST_NOT, allowed="/root/a.lean"
    )
    obligation, *further = grounded(source, direction).hard
    allowed = {"allowed": ["/root/a.lean"]}
    assert obligation.effect.validator == "only_changes"
    assert obligation.effect.params == allowed | ({"kinds": kinds} if kinds else {})
    doubted = {
        "if": {"validator": "only_changes", "params": allowed | {"kinds": unsaid}},
        "all": [{"validator": "only_changes", "params": allowed | {"kinds": kinds}}],
    }
    assert [(one.effect.validator, one.effect.params) for one in further] == ([("combined", doubted)] if unsaid else [])
