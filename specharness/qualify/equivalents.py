"""Mutants that no case can notice, each with the reason: they don't count against the cases.

An entry is the definition, the change as `Mutant.label` gives it, and why no outcome can differ. An entry that no
longer fits a mutant is refused by the tests.
"""

from __future__ import annotations

from collections.abc import Mapping

WORDS = "words only: no outcome depends on it"

WORDING: Mapping[str, str] = {
    "specharness.validators.wording": WORDS,
    "specharness.validators.base:target": WORDS,
    "specharness.validators.counts:bounds_in_words": WORDS,
    "specharness.validators.json_shape:_summary": WORDS,
    "specharness.validators.json_shape:_nearest": WORDS,
    "specharness.validators.trace:_wording": WORDS,
    "specharness.validators.locate:shown": WORDS,
    "specharness.validators.numbers:_in_words": WORDS,
    "specharness.validators.tally:_at": WORDS,
    "specharness.validators.text:_of_what": WORDS,
    "specharness.validators.cell_formats:_in_words": WORDS,
    "specharness.validators.closeness:Closeness.words": WORDS,
    "specharness.validators.code_interface:_in_words": WORDS,
    "specharness.validators.commands:_amount": WORDS,
    "specharness.validators.commands:_counted": WORDS,
    "specharness.validators.commands:_last_line": WORDS,
    "specharness.validators.commands:_output_words": WORDS,
    "specharness.validators.computed:_said": WORDS,
    "specharness.validators.formula_rules:_in_words": WORDS,
    "specharness.validators.response_forms:ResponseCount.expected": WORDS,
    "specharness.validators.response_forms:ResponseEdges.expected": WORDS,
    "specharness.validators.response_parts:ResponseOrder.expected": WORDS,
    "specharness.validators.response_parts:ResponseParts.expected": WORDS,
    "specharness.validators.response_parts:_meant": WORDS,
    "specharness.validators.response_parts:_so": WORDS,
    "specharness.validators.scan_aggregate:_why": WORDS,
    "specharness.validators.sections:_where": WORDS,
    "specharness.validators.state:_in_words": WORDS,
    "specharness.validators.state:_alternatives": WORDS,
}
"""Modules and definitions of which no mutant is made."""

_TRACE = "specharness.validators.trace"
_PATHS = "specharness.validators.paths"
_VALUES = "specharness.validators.values"
_COMBINED = "specharness.validators.combined"
_FRAME = "specharness.validators.frame"
_STATE = "specharness.validators.state"
_AGREEMENT = "specharness.validators.agreement"
_FORMULAS = "specharness.validators.formulas"
_WORKBOOK = "specharness.validators.workbook"


def _named(places: str, words: str, about: str) -> tuple[str, ...]:
    """Changes of which places a finding names, and which of several words it has."""
    asked, few = f"len(self.{places}) < SHOWN and where", f"len(self.{places}) < SHOWN"
    return (
        *(f"if {asked} -> if {value}" for value in (True, False)),
        *(f"{asked} -> {other}" for other in (f"{few} or where", "where", few)),
        *(f"{few} -> len(self.{places}) {sign} SHOWN" for sign in ("<=", ">=")),
        f"self.{places}.append(clip(where)) -> pass",
        *(f"self.{words} or {about} -> {other}" for other in (f"self.{words} and {about}", about, f"self.{words}")),
    )


_HOW_MANY = (
    *(f"if self.{times} > 1 -> if {value}" for times in ("_violations", "_doubts") for value in (True, False)),
    *(f"self.{times} > 1 -> self.{times} {sign} 1" for times in ("_violations", "_doubts") for sign in (">=", "<=")),
    "1 -> 2",
    "1 -> 2 #1",
)
_TALLY: Mapping[str, tuple[str, ...]] = {
    "specharness.validators.tally:Tally.violate": _named("_violated_at", "_violation", "_at(observed, where)"),
    "specharness.validators.tally:Tally.doubt": _named("_doubted_at", "_doubt", "_at(reason, where)"),
    "specharness.validators.tally:Tally.finding": _HOW_MANY,
}

EQUIVALENT: Mapping[tuple[str, str], str] = {
    **{(definition, label): WORDS for definition, labels in _TALLY.items() for label in labels},
    (f"{_TRACE}:_OverCalls._judge", "Match.DIFFERENT -> Match.VARIANT"): "without a call both ends are unknown",
    (f"{_TRACE}:_last_part", "1 -> 2"): "the last part is the same however many are split off",
    (f"{_TRACE}:calls_of", "if not isinstance(value, list) -> if False"): "the observer of traces gives lists only",
    (f"{_TRACE}:calls_of", "1 -> 2"): "the number only words the place",
    (
        f"{_TRACE}:calls_of",
        "not isinstance(item, dict) or not isinstance(tool, str) -> not isinstance(tool, str)",
    ): "what is no object has no tool",
    (
        f"{_TRACE}:_uses",
        "by_name is Match.DIFFERENT and occurrence(tool, Readable(call.texts)) is not Match.DIFFER… -> "
        "occurrence(tool, Readable(call.texts)) is not Match.DIFFERENT",
    ): "it only spares looking: a variant changes nothing beside a better match",
    (f"{_STATE}:_next_to_bounds", "int(bound) + step -> int(bound) - step"): (
        "where neither end keeps all bounds, the largest number that does is next to the upper one"
    ),
    (
        f"{_COMBINED}:_problem_of_one",
        "if isinstance(value['params'], dict) -> if True",
    ): "other parameters count as none, and no validator of this package needs none; a third party's may",
    (f"{_COMBINED}:_parts", "if validator is not None -> if True"): "a part without its validator is refused before",
    (f"{_COMBINED}:_ask", "if validator is None -> if False"): "a part without its validator is refused before",
    (f"{_COMBINED}:_ask", "Outcome.ERROR -> Outcome.PASSED"): "a part without its validator is refused before",
    (f"{_FRAME}:OnlyChanges.decide", "True -> False"): "the workspace itself is always there, and can be listed",
    (f"{_STATE}:_next_to_bounds", "2 -> 3"): "one more number that is asked about",
    (
        f"{_AGREEMENT}:_overlap",
        "min(scaled) <= reading <= max(scaled) -> min(scaled) < reading <= max(scaled)",
    ): "a reading that both sides have agrees, so that this is not asked",
    (
        f"{_AGREEMENT}:_overlap",
        "min(scaled) <= reading <= max(scaled) -> min(scaled) <= reading < max(scaled)",
    ): "a reading that both sides have agrees, so that this is not asked",
    (f"{_PATHS}:PathAbsent.needs", "'/' -> '/\\x01'"): "one more letter to strip, which no path ends with",
    (
        f"{_VALUES}:_near_a_bound",
        "bound is not None and noise(number, bound) -> noise(number, bound)",
    ): "a bound that is given is a number",
    (
        f"{_PATHS}:PathAbsent.decide",
        "isinstance(parent, FileView) and parent.exists and (parent.type == 'dir') -> "
        "isinstance(parent, FileView) and parent.type == 'dir'",
    ): "what is a folder exists",
    (
        f"{_VALUES}:ValueRange._judge",
        "number is None and isinstance(place.value, str) -> isinstance(place.value, str)",
    ): "a text has no exact number",
    (
        f"{_VALUES}:ValueRange._judge",
        "number is None and isinstance(place.value, list) and place.value -> "
        "isinstance(place.value, list) and place.value",
    ): "a list has no exact number",
    (
        f"{_FORMULAS}:_index",
        "at is not None and cell.formula is not None -> cell.formula is not None",
    ): "every cell of a sheet stands under its coordinate",
    ("specharness.validators.text:_match_somewhere", "if True not in outcomes -> if True"): "it only spares work",
    ("specharness.validators.text:_over_values", "True -> False"): "there is one finding for every value",
    (f"{_FORMULAS}:_index", "rows.sort() -> pass"): "the observer gives cells row by row; other sights need not",
    (f"{_FORMULAS}:area_of", "if rows -> if True"): "what is no area and no columns are rows, in a formula",
    (
        f"{_WORKBOOK}:_fill_of_column",
        "for at in map(grid.split_coordinate, sheet.cells) if at -> for at in map(grid.split_coordinate, sheet.cells)",
    ): "every cell of a sheet stands under its coordinate",
    (
        f"{_WORKBOOK}:_judge_cell",
        "cell is None or (cell.value is None and cell.formula is None) or (text == '' and cell.for… -> "
        "cell is None or (text == '' and cell.formula is None)",
    ): "the observer gives no cell without a value and a formula",
    (f"{_WORKBOOK}:calls", "'\"\"' -> '\"\"\\x01'"): "what stands between quotation marks is no function's name",
    (
        "specharness.validators.cell_formats:_verdicts",
        "as_number(params['decimals']) or 0 -> as_number(params['decimals'])",
    ): ("a count that is admitted is a number"),
    ("specharness.validators.column_types:_types", "if isinstance(types, Mapping) -> if True"): (
        "no other value is admitted"
    ),
    ("specharness.validators.subject:_of_json", "'$' -> '$\\x01'"): "the sign only words the place",
    ("specharness.validators.subject:_of_slides", "1 -> 2"): "the number only words the place",
    ("specharness.validators.subject:_of_slides", "1 -> 2 #1"): "the number only words the place",
    ("specharness.validators.subject:passages", "1 -> 2"): "the number only words the place",
    ("specharness.validators.subject:passages", "1 -> 2 #1"): "the number only words the place",
    ("specharness.validators.subject:ending", "1 -> 2"): "the last part is the same however many are split off",
    ("specharness.validators.subject:ending", "1 -> 2 #3"): "the last part is the same however many are split off",
    ("specharness.validators.subject:ending", "-1 -> 1 #1"): "of two parts the last one is the second",
    (
        "specharness.validators.subject:content_of",
        "kind is None or kind not in VIEWS -> kind not in VIEWS",
    ): "nothing is no kind of view",
    (
        "specharness.validators.params:_is_scalar",
        "isinstance(value, str | int | float) and (isinstance(value, bool | str) or _finite(value)) -> "
        "isinstance(value, bool | str) or _finite(value)",
    ): "a list or an object has no exact number",
    ("specharness.validators.grid:filled", "if place -> if True"): "every cell of a sheet stands under its coordinate",
    (
        "specharness.validators.records:Records.number",
        "if _PLAIN.fullmatch(cell) -> if False",
    ): "it only spares reading a number that is plain digits",
    (
        "specharness.validators.records:_plain_rows",
        "if not view.unclear -> if False",
    ): "it only spares copying rows that stay as they are",
    (
        "specharness.validators.scan:Scan.further",
        "if column is None or kind is Holds.OTHER -> if False",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan:Scan.further",
        "column is None or kind is Holds.OTHER -> column is None and kind is Holds.OTHER",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan:Scan.further",
        "column is None or kind is Holds.OTHER -> kind is Holds.OTHER",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan:Scan.further",
        "column is None or kind is Holds.OTHER -> column is None",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan:Scan.further",
        "if sure < rows -> if True",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan:Scan.further",
        "sure < rows -> sure <= rows",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan:Table.holds",
        "view is None or place is None or (not self.typed) -> place is None or not self.typed",
    ): "without a header no column has a place",
    (
        "specharness.validators.scan:_exact",
        "abs(bound) <= 10000 -> abs(bound) < 10000",
    ): "a cell at a bound that is not told by its double is judged alone",
    ("specharness.validators.scan:_exact", "10000 -> 10001"): "doubles tell more than that from those beside them",
    (
        "specharness.validators.scan:answer",
        "observation is not None and isinstance(observation.view, QueryView) -> observation is not None",
    ): "a query is answered by its rows or by nothing",
    (
        "specharness.validators.scan_order:Different.further",
        "if cell is None or self.table.holds(self.name, seen) is Holds.OTHER -> if False",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan_order:Different.further",
        "cell is None or self.table.holds(self.name, seen) is Holds.OTHER -> "
        "cell is None and self.table.holds(self.name, seen) is Holds.OTHER",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan_order:Different.further",
        "cell is None or self.table.holds(self.name, seen) is Holds.OTHER -> "
        "self.table.holds(self.name, seen) is Holds.OTHER",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan_order:Different.further",
        "cell is None or self.table.holds(self.name, seen) is Holds.OTHER -> cell is None",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan_order:Different.further",
        "if different == filled and (not blanks) and (not odd) -> if False",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan_order:Ordered.further",
        "if cell is None or self._refused(seen) -> if False",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan_order:Ordered.further",
        "cell is None or self._refused(seen) -> cell is None and self._refused(seen)",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan_order:Ordered.further",
        "cell is None or self._refused(seen) -> self._refused(seen)",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan_order:Ordered.further",
        "cell is None or self._refused(seen) -> cell is None",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.scan_aggregate:LargeAggregate._result",
        "scale or Decimal(0) -> scale #1",
    ): "where there is a mean, there are magnitudes",
    (
        "specharness.validators.scan_aggregate:LargeAggregate._test",
        "bound is None or abs(bound.adjusted()) > 11 or bound != round(bound, 6) -> "
        "abs(bound.adjusted()) > 11 or bound != round(bound, 6)",
    ): "a bound that is admitted is a number",
    (
        "specharness.validators.numbers:NumberFormat.further",
        "if params.get('field') -> if True",
    ): "it only spares a query that nobody looks at",
    (
        "specharness.validators.numbers:_table_numbers",
        "isinstance(cell, str) and place not in view.unclear -> isinstance(cell, str)",
    ): "what is no single value is written with brackets or letters, and is read as no number",
    ("specharness.validators.measures:bullets", "0 -> 1"): "without points there are no outer ones",
    ("specharness.validators.measures:sections", "True -> False"): "there is one end for every section",
    ("specharness.validators.measures:sentences", "0 -> 1 #2"): "a line break at the very beginning is no letter",
}
"""By definition and label."""
