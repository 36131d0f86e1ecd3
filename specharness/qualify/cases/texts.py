"""Cases of what a text contains, does not contain, and looks like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from specharness.qualify.artifacts import document, pdf, slides, workbook
from specharness.qualify.case import (
    FAILED,
    NOT_PASSED,
    OPEN,
    TEXT_LAWS,
    Asked,
    Case,
    Content,
    Files,
    World,
    cases_for,
    debatable,
    hostile,
    malformed,
    missing,
    near_fail,
    near_pass,
    refused,
    satisfying,
    violating,
)
from specharness.qualify.cases import borders, near_right, seen_texts, shown_as
from specharness.qualify.cases.expressions import expressions
from specharness.qualify.cases.forms import both_asked, contained, lines_and_all, not_seen, written_forms
from specharness.qualify.draw import Draw, csv_text, json_text
from specharness.validators.compare import composed

_ENDINGS = ("txt", "md", "html", "json", "csv", "docx", "pptx", "xlsx")


def _saying(draw: Draw, text: str) -> dict[str, Content]:
    """A file of every readable sort that says a text in the middle of others."""
    first, last, name = draw.words(3)
    return {
        "a.txt": f"{first} {text} {last}\n{draw.sentence()}\n",
        "a.md": f"# {first}\n\n- {last}: {text}\n",
        "a.html": f"<html><body><p>{first} {text}</p><p>{last}</p></body></html>\n",
        "a.json": json_text({name: {first: [last, f"{last} {text}"]}}),
        "a.csv": csv_text([first, last], [[name, text], [draw.word(), draw.word()]]),
        "a.docx": document([f"# {first}", f"{last} {text}."], [[[name, draw.word()]]]),
        "a.pptx": slides([[first], [f"{last} {text}", name]]),
        "a.xlsx": workbook({name: [[first, last], [draw.word(), text]]}),
    }


def _spelt(text: str) -> tuple[str, ...]:
    """Other spellings, which careful readers could take for the text."""
    return (text.upper(), text.replace(" ", "  "), f"x{text}", f"{text}s", text.replace(" ", "\n"), text.title())


def _contents(draw: Draw) -> Iterator[tuple[Asked, Files, bool | None, str, str]]:
    """Parameters, files, whether the texts surely are there (None: debatable), the parameter it is near, and why."""
    wanted, other, field = f"{draw.word()} {draw.word()}", draw.word(), draw.word()
    files, without = _saying(draw, wanted), _saying(draw, other)
    for ending in _ENDINGS:
        path = f"a.{ending}"
        yield {"path": path, "texts": [wanted]}, {path: files[path]}, True, "texts", f"in {ending}"
        yield {"path": path, "texts": [wanted]}, {path: without[path]}, False, "path", f"not in {ending}"
    for text in draw.sample(_spelt(wanted), 3):
        yield {"path": "a.txt", "texts": [wanted]}, {"a.txt": f"{other} {text}\n"}, None, "", "another spelling"
    split = wanted.split()
    yield {"path": "a.txt", "texts": wanted}, {"a.txt": f"{split[1]} {split[0]}\n"}, False, "texts", "turned round"
    yield {"path": "a.txt", "texts": wanted}, {"a.txt": f"{split[0]} {other} {split[1]}\n"}, False, "texts", "torn"
    number, code = f"{draw.integer(2, 9)}.{draw.integer(11, 98)}", f"--{draw.word()}"
    for text, right in ((f"v {number}", True), (f"v {number}1", None), (f"v {number}.1", None), (f"v 1{number}", None)):
        yield {"path": "a.txt", "texts": [number]}, {"a.txt": f"{text} {other}"}, right, "", "a number by itself or not"
    for text, right in ((f"run {code} x", True), (f"run {code}-run x", None), (f"run {code}=1", True)):
        yield {"path": "a.txt", "texts": [code]}, {"a.txt": text}, right, "", "an option by itself or not"
    for text in (f"({wanted})", f"{wanted}.", f"“{wanted}”", f"{wanted}，{other}", f"/{wanted}/"):
        yield {"path": "a.txt", "texts": [wanted]}, {"a.txt": f"{other} {text}"}, True, "", "between marks"
    marks = {"a.txt": f"{other} {split[0]}\u00a0{split[1]}", "a.md": f"{other} **{split[0]}** {split[1]}"}
    yield {"path": "a.txt", "texts": [wanted]}, marks, None, "", "a hard blank"
    yield {"path": "a.md", "texts": [wanted]}, marks, None, "", "markup in between"
    tagged = {"a.html": f"<p>{split[0]} <b>{split[1]}</b></p>", "b.html": f"<p>{other} &amp; {split[0]}</p>"}
    yield {"path": "a.html", "texts": [wanted]}, tagged, None, "", "tags in between"
    yield {"path": "b.html", "texts": [f"{other} & {split[0]}"]}, tagged, None, "", "an entity in between"
    accent = {"a.txt": f"{other} cafe\u0301 {split[0]}"}
    yield {"path": "a.txt", "texts": ["caf\u00e9"]}, accent, True, "", "typed on another system"
    yield {"path": "a.pdf", "texts": [wanted]}, {"a.pdf": pdf([f"{other} {wanted}"])}, True, "", "in a PDF"
    yield {"path": "a.pdf", "texts": [wanted]}, {"a.pdf": pdf([other])}, None, "", "not in the text of a PDF"
    shown = {"a.xlsx": workbook({field: [[other, 12.5]]}, {f"{field}!B1": "0.00"})}
    yield {"path": "a.xlsx", "texts": ["12.50"]}, shown, None, "", "how a cell shows a number is not seen"
    upper = {"a.txt": f"{other} {wanted.upper()}"}
    yield {"path": "a.txt", "texts": [wanted], "ignore_case": True}, upper, True, "ignore_case", "its case is nothing"
    yield {"path": "a.txt", "texts": [wanted], "ignore_case": True}, without, False, "ignore_case", "in no case"
    yield {"path": "a.txt", "texts": [wanted], "ignore_case": False}, upper, None, "", "its case may matter"
    rows = {
        "f.csv": csv_text([field, other], [[wanted, split[0]], [f"x {wanted}", split[1]]]),
        "f.json": json_text({field: wanted, other: split[0]}),
    }
    both = {"b.xlsx": workbook({field: [[split[0]], [wanted]], other: [[split[0]], [draw.word()]]})}
    yield {"path": "f.csv", "texts": [wanted], "field": field}, rows, True, "field", "in this column"
    yield {"path": "f.csv", "texts": [wanted], "field": other}, rows, False, "field", "not in the other column"
    yield {"path": "f.json", "texts": [wanted], "field": field}, rows, True, "field", "in this member"
    yield {"path": "f.json", "texts": [wanted], "field": other}, rows, False, "field", "not in the other member"
    yield {"path": "b.xlsx", "texts": [wanted], "field": split[0], "sheet": field}, both, True, "sheet", "on this sheet"
    yield {"path": "b.xlsx", "texts": [wanted], "field": split[0], "sheet": other}, both, False, "sheet", "on the other"
    yield {"path": "b.xlsx", "texts": [wanted], "field": split[0]}, both, None, "", "which sheet is not said"
    for name in ("zip", "doc", "mp3", "bin"):
        yield {"path": f"a.{name}", "texts": [wanted]}, {f"a.{name}": wanted}, None, "", "no text is read from it"


def _several(draw: Draw) -> Iterator[tuple[Asked, str, bool | None, bool | None, str]]:
    """Parameters, a text, whether a demand for them holds, whether a ban on them holds, and why."""
    first, second, third = draw.words(3)
    yield {"texts": [first, second]}, f"{second} {first}", True, False, "both are there"
    yield {"texts": [first, second]}, f"{first} {third}", False, False, "one of two is there"
    yield {"texts": [first, second]}, third, False, True, "none of two is there"
    yield {"texts": [first, second]}, f"{first} {second.upper()}", None, False, "one in another case"
    yield {"texts": [first, second], "all": False}, f"{third} {second}", True, False, "one is enough"
    yield {"texts": [first, second], "all": False}, third, False, True, "not even one"
    yield {"texts": [first, second], "all": False}, f"{third} {second.upper()}", None, None, "one in another case"
    yield {"texts": [first, second], "all": True}, f"{first} {second}", True, False, "all of them"
    yield {"texts": [first, second], "all": True}, first, False, False, "all but one"


def _world(params: Asked, text: str) -> World:
    return World(response=text) if params.get("response") else World({"a.txt": text})


def _common(draw: Draw) -> Iterator[Case]:
    word, other = draw.words(2)
    yield debatable({"response": True, "texts": [word]}, World(), "no response was given")
    yield malformed({"path": "a.json", "texts": [word]}, {"a.json": b"\xff\xfe\x00\xd8\x00"}, "no text", NOT_PASSED)
    yield malformed({"path": "a.docx", "texts": [word]}, {"a.docx": f"{word}"}, "no document", NOT_PASSED)
    yield malformed({"path": "a.xlsx", "texts": [word]}, {"a.xlsx": b"PK\x03\x04"}, "no workbook", NOT_PASSED)
    yield hostile({"path": "../a.txt", "texts": [word]}, {"a.txt": word}, "out of the workspace", OPEN)
    yield hostile({"path": "d", "texts": [word]}, {"d/a.txt": word}, "a folder")
    yield refused({"path": "a.txt", "response": True, "texts": [word]}, "two places")
    yield refused({"texts": [word]}, "no place")
    yield refused({"path": "a.txt", "texts": []}, "no text")
    yield refused({"path": "a.txt", "texts": ["", word]}, "a blank text")
    yield refused({"path": "a.txt", "texts": [word, 1]}, "a number among the texts")
    yield refused({"path": "a.txt", "texts": word, "ignore_case": "yes"}, "no truth value")
    yield refused({"path": "a.txt"}, "nothing asked")
    yield refused({"path": "a.txt", "texts": word, other: 1}, "an unknown parameter")


def _cases(draw: Draw, *, demanded: bool) -> Iterator[Case]:
    for params, files, there, near, why in _contents(draw):
        if there is None:
            yield debatable(params, files, why)
        elif near:
            yield (near_pass if there is demanded else near_fail)(near, params, files, why)
        else:
            yield (satisfying if there is demanded else violating)(params, files, why)
    for params, text, holds, banned, why in _several(draw):
        right = holds if demanded else banned
        for place in ({"path": "a.txt"}, {"response": True}):
            asked = {**params, **place}
            if right is None:
                yield debatable(asked, _world(asked, text), why)
            else:
                near = "all" if "all" in params else next(iter(place))
                yield (near_pass if right else near_fail)(near, asked, _world(asked, text), why)
    yield from _common(draw)


def _texts_of(case: Case) -> list[str]:
    texts = case.params["texts"]
    return [str(text) for text in texts] if isinstance(texts, list) else [str(texts)]


def _plain_place(case: Case) -> bool:
    return "field" not in case.params and str(case.params.get("path", "a.txt")).endswith((".txt", ".md"))


def _cut_out(case: Case, draw: Draw) -> World | None:
    """Every demanded text goes out of a plain text."""
    if not _plain_place(case):
        return None
    path = str(case.params.get("path", ""))
    content = case.world.response if not path else case.world.files[path]
    if not isinstance(content, str):
        return None
    content = composed(content)
    for text in map(composed, _texts_of(case)):
        content = content.replace(text, "-").replace(text.upper(), "-")
    return replace(case.world, files={path: content}) if path else replace(case.world, response=content)


def _put_in(case: Case, draw: Draw) -> World | None:
    """A forbidden text is added to a plain text."""
    path, text = str(case.params.get("path", "")), draw.pick(_texts_of(case))
    if not _plain_place(case):
        return None
    content = case.world.response if not path else case.world.files[path]
    if not isinstance(content, str):
        return None
    spoilt = f"{content}\n{draw.word()} {text}\n"
    return replace(case.world, files={path: spoilt}) if path else replace(case.world, response=spoilt)


@cases_for("text_contains", keeps=(*TEXT_LAWS, "indentation", "key_order", "row_order"), breaks=(_cut_out,))
def text_contains(draw: Draw) -> Iterator[Case]:
    yield from _cases(draw, demanded=True)
    word, field, other = draw.words(3)
    yield missing({"path": "b.txt", "texts": [word]}, {"a.txt": word}, "only another file", FAILED)
    mixed = {"f.csv": csv_text([field], [[word], [other]]), "e.csv": csv_text([field], [])}
    yield debatable({"path": "f.csv", "texts": [word], "field": field}, mixed, "in one of two values")
    yield debatable({"path": "e.csv", "texts": [word], "field": field}, mixed, "there is no value")
    yield violating({"path": "a.txt", "texts": [word]}, {"a.txt": "\n \n"}, "a blank file")
    kinds = {"f.json": json_text({field: 5, other: [word], word: {"a": word}})}
    yield violating({"path": "f.json", "texts": [word], "field": field}, kinds, "a number")
    yield satisfying({"path": "f.json", "texts": [word], "field": other}, kinds, "in a list")
    yield satisfying({"path": "f.json", "texts": [word], "field": word}, kinds, "in an object")
    yield satisfying({"path": "f.json", "texts": ["5"], "field": field}, kinds, "a number as it is written")
    yield from contained(draw)
    yield from borders.texts(demanded=True)
    yield from shown_as.shown(demanded=True)
    yield from seen_texts.contained()


@cases_for(
    "text_absent",
    absent=OPEN,
    may_accept=("garbage", "maximal"),  # a ban asks for nothing: what has none of the texts keeps it
    keeps=(*TEXT_LAWS, "indentation", "key_order", "row_order"),
    breaks=(_put_in,),
)
def text_absent(draw: Draw) -> Iterator[Case]:
    yield from _cases(draw, demanded=False)
    word, field, other = draw.words(3)
    for text in ("", "\n", " \t\n"):
        yield debatable({"path": "a.txt", "texts": [word]}, {"a.txt": text}, "there is no text")
    mixed = {"f.csv": csv_text([field], [[other], [word]]), "e.csv": csv_text([field], [[""]])}
    yield violating({"path": "f.csv", "texts": [word], "field": field}, mixed, "in one of two values")
    yield debatable({"path": "e.csv", "texts": [word], "field": field}, mixed, "only a blank value")
    yield from not_seen(draw)
    yield from borders.texts(demanded=False)
    yield from shown_as.shown(demanded=False)


_FORMS = (
    (r"[A-Z]{3}-\d{4}", "ABC-1234", ("ABC-123", "abc-1234", "ABC-12345", "ABCD-1234")),
    (r"\d{4}-\d{2}-\d{2}", "2024-02-29", ("2024-2-29", "2024/02/29", "24-02-29")),
    (r"v\d+\.\d+", "v10.2", ("v10", "10.2", "v10.2.1", "v.2")),
    (r"[a-z]+_[a-z]+", "left_right", ("left-right", "Left_right", "left_", "left right")),
    (r"#[0-9a-f]{6}", "#00ff7a", ("#00FF7A", "00ff7a", "#00ff7", "#00ff7ag")),
)


@cases_for("text_pattern", keeps=(*TEXT_LAWS, "key_order", "row_order", "column_order"))
def text_pattern(draw: Draw) -> Iterator[Case]:
    for pattern, good, bad in draw.sample(_FORMS, 3):
        field, other, first = draw.words(3)
        wrong, worse = draw.sample(bad, 2)
        lines = "\n".join([good] * draw.integer(2, 4))
        table = csv_text([other, field], [[wrong, good], ["x", good]])
        spoilt = csv_text([other, field], [[good, wrong], [good, good]])
        data = {"d.json": json_text({field: good, other: wrong, "rows": [{field: good}, {field: wrong}], "n": 7})}
        asked: dict[str, object] = {"path": "a.txt", "pattern": pattern}
        yield near_pass("pattern", asked, {"a.txt": f"{first} {good} {other}"}, "somewhere")
        yield near_fail("pattern", asked, {"a.txt": f"{first}\n{other}\n"}, "nowhere")
        whole = {**asked, "scope": "whole"}
        yield near_pass("scope", whole, {"a.txt": f"  {good}\n"}, "the whole text")
        yield near_fail("scope", whole, {"a.txt": f"{good} {first}"}, "more than that")
        yield near_fail("pattern", whole, {"a.txt": wrong}, "the whole text is nearly of that form")
        line = {**asked, "scope": "line"}
        yield near_pass("scope", line, {"a.txt": f"{lines}\n\n"}, "every line")
        yield near_fail("scope", line, {"a.txt": f"{lines}\n{worse}\n"}, "all lines but one")
        yield near_fail("scope", line, {"a.txt": " \n"}, "no line")
        yield near_pass("field", {**asked, "path": "t.csv", "field": field}, {"t.csv": table}, "this column")
        yield near_fail("field", {**asked, "path": "t.csv", "field": field}, {"t.csv": spoilt}, "one value is not")
        yield near_pass("field", {**asked, "path": "d.json", "field": field, "scope": "field"}, data, "this member")
        yield near_fail("field", {**asked, "path": "d.json", "field": other}, data, "the other member")
        yield near_fail("field", {**asked, "path": "d.json", "field": f"rows[].{field}"}, data, "one item is not")
        yield missing({**asked, "path": "d.json", "field": f"{field}x"}, data, "no such member", FAILED)
        yield violating({**asked, "path": "d.json", "field": "n"}, data, "a number, as it is written")
        two = {"b.xlsx": workbook({field: [[first], [good]], other: [[first], [wrong]]})}
        yield near_pass("sheet", {**asked, "path": "b.xlsx", "field": first, "sheet": field}, two, "on this sheet")
        yield near_fail("sheet", {**asked, "path": "b.xlsx", "field": first, "sheet": other}, two, "on the other")
        yield near_pass("path", {**asked, "path": "b.txt"}, {"b.txt": good, "a.txt": first}, "this file")
        yield near_fail("path", asked, {"b.txt": good, "a.txt": first}, "the other file")
        blank = {"t.csv": csv_text([field, other], [[good, "x"], ["", "x"]])}
        yield debatable({**asked, "path": "t.csv", "field": field}, blank, "a blank beside a good one")
        none = {"d.json": json_text({field: [good, None], other: [good, True]})}
        yield debatable({**asked, "path": "d.json", "field": f"{field}[]"}, none, "null beside a good one")
        yield violating({**asked, "path": "d.json", "field": f"{other}[]"}, none, "a truth value is no text")
        yield debatable({**asked, "path": "a.pdf"}, {"a.pdf": pdf([first])}, "not in the text of a PDF")
        yield satisfying({**asked, "path": "a.docx"}, {"a.docx": document([f"{first} {good}"])}, "in a document")
        yield violating({**asked, "path": "a.docx"}, {"a.docx": document([first])}, "not in the document")
    word, other = draw.words(2)
    shouted = {"a.txt": f"{other} {word.upper()}"}
    yield near_pass("ignore_case", {"path": "a.txt", "pattern": word, "ignore_case": True}, shouted, "in any case")
    yield near_fail("ignore_case", {"path": "a.txt", "pattern": word, "ignore_case": False}, shouted, "another case")
    across = {"a.txt": f"{word}\n{other}\n"}
    yield satisfying({"path": "a.txt", "pattern": rf"{word}\s{other}"}, across, "over the end of a line")
    yield violating({"path": "a.txt", "pattern": rf"{word} {other}"}, across, "not on one line")
    long = {"a.txt": "x" * 40_000}
    yield hostile({"path": "a.txt", "pattern": "x*y"}, long, "more work than the budget allows", OPEN)
    yield hostile({"path": "a.txt", "pattern": "x*y", "scope": "whole"}, {"a.txt": "x" * 10**6}, "much text")
    for pattern in ("(a+)+", "(", "[", r"(a)\1", "a{99999}", "(?P<n>a)", "", "a" * 1001, "[a--b]"):
        yield refused({"path": "a.txt", "pattern": pattern}, "a pattern that is not run")
    yield refused({"path": "a.txt", "pattern": word, "scope": "field"}, "no field for it")
    yield refused({"path": "a.txt", "pattern": word, "scope": "word"}, "no such scope")
    yield refused({"path": "a.txt", "pattern": word, "anchor": True}, "an unknown parameter")
    yield from written_forms(draw)
    yield from lines_and_all(draw)
    yield from near_right.dates(draw)
    yield from expressions()


@cases_for("whole_text", keeps=TEXT_LAWS)
def whole_text(draw: Draw) -> Iterator[Case]:
    for number in range(3):
        text = draw.sentence(3) if number else draw.word()
        other, name = draw.words(2)
        asked: dict[str, object] = {"path": f"{name}.txt", "text": text}
        path = f"{name}.txt"
        yield near_pass("text", asked, {path: f"\n {text}\n\n"}, "blanks around don't count")
        yield near_fail("text", asked, {path: f"{text} {other}"}, "something more")
        yield near_fail("text", asked, {path: text[:-2]}, "something less")
        yield near_fail("text", asked, {path: other}, "something else")
        yield near_fail("path", asked, {path: other, f"{other}.txt": text}, "in another file")
        yield near_pass("path", asked, {path: text, f"{other}.txt": other}, "in this file")
        yield debatable(asked, {path: text.upper()}, "another case")
        yield debatable(asked, {path: f"“{text}”"}, "in quotes")
        lines = f"{text}\n{other}"
        yield satisfying({"path": path, "text": lines}, {path: lines.replace("\n", "\r\n")}, "other line ends")
        yield violating({"path": path, "text": lines}, {path: f"{other}\n{text}"}, "lines turned round")
    for pattern, good, bad in draw.sample(_FORMS, 4):
        asked = {"path": "a.txt", "pattern": pattern}
        yield near_pass("pattern", asked, {"a.txt": f"{good}\n"}, "of that form")
        for text in bad[:2]:
            yield near_fail("pattern", asked, {"a.txt": text}, "nearly of that form")
        yield violating(asked, {"a.txt": f"{good}\n{good}"}, "twice")
        yield satisfying({**asked, "text": good}, {"a.txt": good}, "both hold")
        yield violating({**asked, "text": bad[0]}, {"a.txt": bad[0]}, "the text, which is not of that form")
    word = draw.word()
    yield debatable({"path": "a.txt", "pattern": "x*y*z"}, {"a.txt": "x" * 20_000}, "longer than the budget")
    yield missing({"path": "a.txt", "text": word}, {}, "no file", FAILED)
    yield malformed({"path": "a.txt", "text": word}, {"a.txt": b"\xff\xfe\x00\xd8\x00"}, "no text", NOT_PASSED)
    yield hostile({"path": "d", "text": word}, {"d/a": word}, "a folder")
    yield refused({"path": "a.txt"}, "neither text nor pattern")
    yield refused({"path": "a.txt", "text": " "}, "a blank text")
    yield refused({"path": "a.txt", "pattern": "(a*)*"}, "a pattern that is not run")
    yield refused({"path": "a.txt", "text": word, "field": "a"}, "an unknown parameter")
    yield from both_asked(draw)


DEFINITIONS = (text_contains, text_absent, text_pattern, whole_text)
