"""Two keys: a quote obliges only if it is verbatim and says all that its clause says.

Every alteration below takes a sentence and quotes it without something that binds: none may stay hard.
"""

from __future__ import annotations

import pytest
from ground_world import direction_of, source_of

from specharness.ground.two_key import Flaw, complete_spans, unresolved
from specharness.ir import Disposition, Family, Modality, Span
from specharness.segment import segment

ALTERED: tuple[tuple[str, str, str], ...] = (
    # negation dropped
    ("negation", "Do not delete the file `a.csv`.", "delete the file `a.csv`"),
    ("negation", "Don't include the header row.", "include the header row"),
    ("negation", "Never overwrite /data/in.csv.", "overwrite /data/in.csv"),
    ("negation", "You must not rename or delete the folders.", "delete the folders"),
    ("negation", "Do not move, rename, or delete any file.", "delete any file"),
    ("negation", "The report has no scientific notation, commas, or blanks.", "commas"),
    ("negation", "Save the table without an index column.", "Save the table"),
    ("negation", "Keep all rows that are not empty.", "Keep all rows"),
    ("negation", "Avoid writing results to /tmp.", "writing results to /tmp"),
    ("negation", "Results cannot be written to /tmp.", "be written to /tmp"),
    ("negation", "不得修改 input.csv 文件。", "修改 input.csv 文件"),
    ("negation", "禁止删除原始数据。", "删除原始数据"),
    ("negation", "请勿覆盖模板。", "覆盖模板"),
    # may and must swapped, or the modal dropped
    ("permission", "You may add a summary sheet.", "add a summary sheet"),
    ("permission", "You can write the log to out.log.", "write the log to out.log"),
    ("permission", "Optionally, include a chart.", "include a chart"),
    ("permission", "Feel free to use pandas and write a notebook.", "write a notebook"),
    ("permission", "Use a date such as 2024-01-01.", "2024-01-01"),
    ("modal", "You should sort the rows by name.", "sort the rows by name"),
    ("modal", "The output must contain a title.", "contain a title"),
    ("permission", "可以添加一个汇总表。", "添加一个汇总表"),
    ("modal", "必须按名称排序。", "按名称排序"),
    # number dropped or cut
    ("number", "Write exactly 7 day objects.", "day objects"),
    ("number", "Write 12 rows to the file.", "rows to the file"),
    ("number", "Round to 2 decimal places.", "Round to"),
    ("number", "The list holds three items.", "items"),
    ("number", "Round the total to 2.5 units.", "Round the total to 2"),
    # unit dropped
    ("unit", "Round to 2 decimal places.", "Round to 2"),
    ("unit", "Keep the error below 5 percent.", "Keep the error below 5"),
    ("unit", "Keep the error below 5%.", "Keep the error below 5"),
    ("unit", "The timeout is 30 s in total.", "The timeout is 30"),
    # path dropped or cut
    ("path", "Save the report to /root/report.json.", "Save the report"),
    ("path", "Save the report as `summary.md`.", "Save the report as"),
    ("path", "Copy `a.csv` to `/root/b.csv`.", "Copy `a.csv`"),
    ("path", "Save it to /root/out.json.", "Save it to /root/out"),
    ("path", "Write /root/output/result.csv now.", "Write /root/output"),
    # condition dropped
    ("condition", "If the total is positive, write ok.txt.", "write ok.txt"),
    ("condition", "Write ok.txt if the total is positive.", "Write ok.txt"),
    ("condition", "Write ok.txt, unless there are errors.", "Write ok.txt"),
    ("condition", "When the value is missing, set it to null.", "set it to null"),
    ("condition", "If A is Yes, keep the section and remove the markers.", "remove the markers"),
    ("condition", "Use the average only when data are partial.", "Use the average"),
    ("condition", "Remove the row, if it is empty.", "Remove the row"),
    ("condition", "Otherwise write fail.txt.", "write fail.txt"),
    ("condition", "如果为空，则删除该行。", "删除该行"),
    ("condition", "除非为空，否则保留该行。", "保留该行"),
    # exception dropped
    ("exception", "Delete all files except README.md.", "Delete all files"),
    ("exception", "Fill every column other than the id.", "Fill every column"),
    ("exception", "Keep every sheet, excluding drafts.", "Keep every sheet"),
    ("exception", "除标题外，删除所有行。", "删除所有行"),
    # limit dropped
    ("limit", "Only include flagged invoices.", "include flagged invoices"),
    ("limit", "Write at most one page.", "one page"),
    # cut inside a word
    ("word", "Recreate the index.", "create the index"),
)


@pytest.mark.parametrize(("what", "text", "quote"), ALTERED, ids=[f"{n}-{row[0]}" for n, row in enumerate(ALTERED)])
def test_altered_quote_is_refused(what: str, text: str, quote: str) -> None:
    source = source_of(text)
    units = {source.id: segment(source)}
    direction = direction_of(source, quote, family=Family.OTHER_CHECKABLE)
    assert isinstance(complete_spans(direction, {source.id: source}, units), Flaw), what


def test_there_are_enough_alterations() -> None:
    assert len(ALTERED) >= 40


COMPLETE: tuple[tuple[str, str], ...] = (
    ("Save the result to /root/out.json.", "Save the result to /root/out.json"),
    (
        "Fill in the placeholders in the template and save the result to /root/x.docx.",
        "Fill in the placeholders in the template",
    ),
    (
        "Fill in the placeholders in the template and save the result to /root/x.docx.",
        "save the result to /root/x.docx",
    ),
    ("You should keep it if A is Yes but remove the markers.", "remove the markers"),
    ("Keep formula cells as they are, do not change them to values.", "Keep formula cells as they are"),
    ("Do not change the input; write out.csv.", "write out.csv"),
    ("Do not touch a.csv, and save the table to b.csv.", "save the table to b.csv"),
    ("3. Write the list to out.txt.", "Write the list to out.txt"),
    ("Save the file with everything else unchanged.", "Save the file"),
    ("Check if the file is valid and save the result to out.json.", "save the result to out.json"),
    ("The time is in ISO 8601 format.", "in ISO 8601 format"),
    ("`time`: The time in ISO 8601 format", "`time`: The time"),
    ("You must write a.csv, and sort the rows by name.", "sort the rows by name"),
    ("Write a.csv for later use with the data of b.json.", "Write a.csv"),
    ("不要修改原文件，将结果保存到 out.json。", "将结果保存到 out.json"),
    ("Do not use commas.", "Do not use commas"),
    ("The vote of 3 May is secret: the result must not be named.", "the result must not be named"),
)


@pytest.mark.parametrize(("text", "quote"), COMPLETE, ids=[str(number) for number in range(len(COMPLETE))])
def test_complete_clause_is_kept(text: str, quote: str) -> None:
    source = source_of(text)
    units = {source.id: segment(source)}
    direction = direction_of(source, quote, family=Family.OTHER_CHECKABLE)
    spans = complete_spans(direction, {source.id: source}, units)
    assert not isinstance(spans, Flaw), spans


def test_condition_and_further_spans_count_as_quoted() -> None:
    text = "If RELOCATION is set to Yes, keep the section."
    source = source_of(text)
    units = {source.id: segment(source)}
    sources = {source.id: source}
    bare = direction_of(source, "keep the section", family=Family.OTHER_CHECKABLE)
    guarded = bare.model_copy(update={"condition": "RELOCATION is set to Yes"})
    whole = bare.model_copy(update={"spans": (*bare.spans, Span(source=source.id, start=0, end=28))})
    assert isinstance(complete_spans(bare, sources, units), Flaw)
    assert not isinstance(complete_spans(guarded, sources, units), Flaw)
    assert not isinstance(complete_spans(whole, sources, units), Flaw)


def test_forbidding_lead_in_binds_its_items() -> None:
    text = "Never:\n\n- edit the template\n- delete the log\n"
    source = source_of(text)
    units = {source.id: segment(source)}
    demanded = direction_of(source, "delete the log", family=Family.OTHER_CHECKABLE)
    forbidden = demanded.model_copy(update={"modality": Modality.MUST_NOT})
    assert isinstance(complete_spans(demanded, {source.id: source}, units), Flaw)
    assert not isinstance(complete_spans(forbidden, {source.id: source}, units), Flaw)


def test_forbidding_heading_binds_what_stands_below() -> None:
    source = source_of("# Don'ts\n\nEdit the template.\n")
    units = {source.id: segment(source)}
    direction = direction_of(source, "Edit the template", family=Family.OTHER_CHECKABLE)
    assert isinstance(complete_spans(direction, {source.id: source}, units), Flaw)


@pytest.mark.parametrize("family", [Family.PATH_EXISTS, Family.CONTAINS, Family.VALUE_EQUALS, Family.COUNT])
def test_prohibition_is_no_affirmative_check(family: Family) -> None:
    source = source_of("Do not write /root/a.txt.")
    units = {source.id: segment(source)}
    direction = direction_of(source, "Do not write /root/a.txt", family=family)
    forbidden = direction.model_copy(update={"modality": Modality.MUST_NOT})
    for altered in (direction, forbidden):
        assert isinstance(complete_spans(altered, {source.id: source}, units), Flaw)


def test_flawed_secondary_span_is_left_out() -> None:
    source = source_of("Round to 2 decimals. There must be no blanks or commas here.")
    units = {source.id: segment(source)}
    direction = direction_of(source, "Round to 2 decimals", family=Family.NUMBER_FORMAT)
    start = source.text.index("commas")
    more = direction.model_copy(
        update={"spans": (*direction.spans, Span(source=source.id, start=start, end=start + 6))}
    )
    spans = complete_spans(more, {source.id: source}, units)
    assert spans == direction.spans


def test_spans_must_resolve() -> None:
    source = source_of("Write a.txt.")
    direction = direction_of(source, "Write a.txt", family=Family.PATH_EXISTS)
    assert unresolved(direction, {source.id: source}) is None
    for span in (
        Span(source=source.id, start=3, end=400),
        Span(source="elsewhere.md", start=0, end=3),
        Span(source=source.id, start=5, end=6),
    ):
        altered = direction.model_copy(update={"spans": (span,)})
        assert unresolved(altered, {source.id: source}) is not None
    assert direction.disposition is Disposition.HARD


def test_a_sentence_without_end_is_not_read_to_the_end() -> None:
    source = source_of("word " * 200_000 + "write the log now")
    units = {source.id: segment(source)}
    direction = direction_of(source, "write the log now", family=Family.OTHER_CHECKABLE)
    flaw = complete_spans(direction, {source.id: source}, units)
    assert isinstance(flaw, Flaw)
    assert "MAX_REACH" in flaw.detail
