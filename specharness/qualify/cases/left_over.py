"""Cases of placeholders that must be gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from specharness.qualify.artifacts import document, pdf, slides, workbook
from specharness.qualify.case import (
    OPEN,
    PASSED,
    TEXT_LAWS,
    Asked,
    Case,
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
from specharness.qualify.cases import seen_texts
from specharness.qualify.draw import Draw, csv_text, json_text
from specharness.validators.placeholders import MAX_INSIDE


def _written_in(case: Case, draw: Draw) -> World | None:
    """A placeholder is written into a plain text."""
    path, patterns = str(case.params["path"]), case.params["patterns"]
    text = case.world.files.get(path)
    if not path.endswith((".txt", ".md")) or not isinstance(text, str):
        return None
    notation = str(draw.pick(patterns if isinstance(patterns, list) else [patterns]))
    return replace(case.world, files={path: f"{text}\n{notation.replace('...', draw.word())} there\n"})


@cases_for(
    "placeholders_gone",
    absent=OPEN,
    may_accept=("garbage", "maximal"),  # a ban asks for nothing
    keeps=(*TEXT_LAWS, "row_order", "column_order"),
    breaks=(_written_in,),
)
def placeholders_gone(draw: Draw) -> Iterator[Case]:
    a, b, c = draw.words(3)
    for notation, left, near in (
        ("{{...}}", f"{{{{{a}}}}}", f"{{{a}}}"),
        ("[...]", f"[{a} {b}]", f"[{a}\n{b}]"),
        ("<<...>>", f"<<{a}>>", f"<{a}>"),
        ("TODO", "TODO", f"TODO{a.upper()}"),
        ("???", "???", "??"),
        ("${...}", f"${{{a}}}", f"$ {{{a}}}"),
    ):
        asked: Asked = {"path": "a.txt", "patterns": [notation]}
        yield near_fail("patterns", asked, {"a.txt": f"{b} {left} {c}\n"}, "one is left")
        yield near_pass("patterns", asked, {"a.txt": f"{b} {near} {c}\n"}, "nearly one")
        yield near_pass("patterns", asked, {"a.txt": f"{draw.sentence()}\n"}, "none")
        for path, make in (
            ("a.docx", lambda text: document([c, text], [[[b, c]]])),
            ("b.docx", lambda text: document([c], [[[text, c]]], header=b)),
            ("a.pptx", lambda text: slides([[b], [c, text]], [c])),
            ("a.xlsx", lambda text: workbook({"S": [[b, text]]})),
            ("a.json", lambda text: json_text({b: [text]})),
            ("a.csv", lambda text: csv_text([b, c], [[text, "x"]])),
        ):
            if draw.pick([True, False]):
                place: Asked = {"path": path, "patterns": [notation, f"@@{a}@@"]}
                yield violating(place, {path: make(f"{c} {left}")}, f"left in {path}")
                yield satisfying(place, {path: make(f"{c} {b}")}, f"none in {path}")
    many = {"path": "a.txt", "patterns": ["{{...}}", "TODO"]}
    yield violating(many, {"a.txt": f"{a} TODO {b}"}, "one of two forms")
    yield violating({"path": "a.xlsx", "patterns": "TODO"}, {"a.xlsx": workbook({"S": [['=IF(A2,"TODO",1)', 1]]})}, "x")
    yield near_pass("path", {**many, "path": "b.txt"}, {"b.txt": a, "a.txt": "TODO"}, "this file")
    yield near_fail("path", many, {"b.txt": a, "a.txt": "TODO"}, "the other file")
    far = {"a.txt": "{{" + "x" * 300 + "}}"}
    yield satisfying({"path": "a.txt", "patterns": "{{...}}"}, far, "marks that are far apart")
    yield debatable(many, {"a.txt": " \n"}, "there is no text")
    yield debatable({"path": "a.pdf", "patterns": "TODO"}, {"a.pdf": pdf([a])}, "not all text of a PDF is seen")
    yield violating({"path": "a.pdf", "patterns": "TODO"}, {"a.pdf": pdf([f"{a} TODO"])}, "left in a PDF")
    yield debatable({"path": "a.zip", "patterns": "TODO"}, {"a.zip": "x"}, "nothing reads it")
    yield missing(many, {"x.txt": a}, "no file", OPEN)
    yield malformed({"path": "a.docx", "patterns": "TODO"}, {"a.docx": a}, "no document", OPEN)
    yield hostile(many, {"a.txt": b"\xff\xfe\x00\xd8"}, "no text", OPEN)
    yield hostile(many, {"a.txt": "{{" * 20_000}, "many that begin and none that ends", PASSED)
    yield from _borders(draw)
    yield from seen_texts.left_over()
    yield refused({"path": "a.txt", "patterns": []}, "none")
    yield refused({"path": "a.txt", "patterns": ["TODO", "..."]}, "no mark in one of two")
    yield refused({"path": "a.txt", "patterns": "... ..."}, "a blank for a mark")
    yield refused({"path": "a.txt", "patterns": ["TODO", "<...|...|...>"]}, "three gaps in one of two")
    yield refused({"path": "a.txt", "patterns": "..."}, "no mark")
    yield refused({"path": "a.txt", "patterns": "<...|...|...>"}, "three gaps")
    yield refused({"path": "a.txt", "patterns": [1]}, "a number")
    yield refused({"patterns": "TODO"}, "no path")
    yield refused({"path": "a.txt", "patterns": "TODO", a: 1}, "an unknown parameter")


def _borders(draw: Draw) -> Iterator[Case]:
    """What stands right before and behind a placeholder, and how much is inside."""
    a, b = draw.words(2)

    def ask(notation: str, text: str) -> tuple[dict[str, object], dict[str, str]]:
        return {"path": "a.txt", "patterns": notation}, {"a.txt": text}

    yield satisfying(*ask("TODO", f"xTODO {a}"), "the end of a longer word at the very beginning")
    yield satisfying(*ask("TODO", f"{a} MY_TODO {b}"), "the end of a name")
    yield satisfying(*ask("TODO", f"{a} TODO_{b}"), "the beginning of a name")
    yield satisfying(*ask("TODO", f"{a} {b}TODO"), "the end of a longer word at the very end")
    yield violating(*ask("TODO", f"{a}\n\nTODO"), "at the very end")
    yield violating(*ask(" TODO ", f"TODO\n{a}"), "at the very beginning, blanks around the notation")
    yield violating(*ask("TODO", f"TODOs for {b}: TODO {a}"), "behind a longer word that begins with it")
    yield violating(*ask("TODO", f"请TODO填 {a}"), "in a script without spaces")
    yield violating(*ask("???", f"{a}???{b}"), "marks between words")
    yield violating(*ask("TBD?", f"{a} TBD?{b}"), "a word with a mark, right before another one")
    yield violating(*ask("?TBD", f"{a}?TBD {b}"), "a mark with a word, right behind another one")
    yield violating(*ask("...>>", f"{a} >> {b}"), "the last mark alone")
    yield violating(*ask("<<...", f"{a} << {b}"), "the first mark alone")
    yield violating(*ask("<...|...>", f"{a} <{b}|{a}>"), "two gaps")
    yield satisfying(*ask("<...|...>", f"{a} <{b}>|{a}"), "its marks in another order")
    yield violating(*ask("[...]", f"[{'x' * MAX_INSIDE}]"), "as much inside as may be")
    yield satisfying(*ask("[...]", f"[{'x' * (MAX_INSIDE + 1)}]"), "more inside")
    yield violating(*ask("[...]", f"[[{'x' * MAX_INSIDE}]"), "as much as may be, behind one more mark")
    yield violating(*ask("[...end]", f"[{'x' * MAX_INSIDE}end]"), "as much as may be, before a longer mark")
    yield violating(*ask("{{...}}", f"\n{a}\n{{{{{b}\n}}}} {{{{{a}}}}}"), "behind one that is cut by a line's end")
    table = document([a], [[["", b], [f"{a} TODO", ""]]])
    yield violating({"path": "a.docx", "patterns": "TODO"}, {"a.docx": table}, "in a table, behind empty cells")
    yield violating(
        {"path": "a.txt", "patterns": ["{{...}}", "TODO"]}, {"a.txt": f"{{{{{a}}}}} {b} TODO"}, "both of two forms"
    )


DEFINITIONS = (placeholders_gone,)
