"""Cases of headings: what is one, at which level, with which text, and what only looks like it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specharness.qualify.artifacts import document
from specharness.qualify.case import (
    FAILED,
    NOT_PASSED,
    OPEN,
    TEXT_LAWS,
    Case,
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
from specharness.qualify.draw import Draw

_HERE, _NEAR, _OTHER, _NONE = "here", "near", "other", "none"
"""How a heading stands: as asked, debatably, at another level, or not as a heading of that name."""


def _texts(name: str, word: str) -> Iterator[tuple[str, str, str, str]]:
    """The heading asked for, a Markdown text, how it stands there, and why."""
    second = f"## {name}"
    yield second, f"# {word}\n\n## {name}\n\n{word}\n", _HERE, "a heading"
    yield second, f"{word}\n## {name}\n{word}\n", _HERE, "without blank lines around"
    yield second, f"   ## {name} ##  \n\n{word}", _HERE, "indented a little, marks behind it"
    yield second, f"##   {name}\t\n\n{word}", _HERE, "more blanks"
    yield second, f"{name}\n---\n\n{word}", _HERE, "underlined"
    yield f"# {name}", f"{name}\n=====\n\n{word}", _HERE, "underlined twice"
    yield f"## {name} ##", f"## {name}\n", _HERE, "asked for with marks behind it"
    yield f" ## {name}", f"## {name}\n", _HERE, "asked for with a blank before it"
    yield second, f"### {name}\n\n{word}\n\n## {name}\n\n{word}", _HERE, "at another level, too"
    yield second, f"> ## {name}\n\n## {name}\n", _HERE, "in a quotation, too"
    yield name, f"###### {name}\n\n{word}", _HERE, "of any level"
    yield f"###### {name}", f"###### {name}\n\n{word}", _HERE, "of the last level"
    yield second, f"```\ncode\n```\n## {name}\n", _HERE, "below a code block"
    yield second, f"---\ntitle: {word}\n---\n## {name}\n", _HERE, "below front matter"
    yield second, f"<!-- {word} -->\n\n## {name}\n", _HERE, "below a comment"
    yield "## C#", f"## C#\n\n{word}", _HERE, "a mark that belongs to the name"
    yield "## caf\u00e9", f"## cafe\u0301\n\n{word}", _HERE, "typed on another system"
    yield second, f"### {name}\n\n{word}", _OTHER, "a level below"
    yield second, f"# {name}\n\n{word}", _OTHER, "a level above"
    yield f"# {name}", f"{name}\n---\n\n{word}", _OTHER, "underlined as the other level"
    yield second, f"{word}\n", _NONE, "not there"
    yield second, f"## {name} {word}\n", _NONE, "the beginning of a longer heading"
    yield second, f"## {word} {name}\n", _NONE, "the end of a longer heading"
    yield second, f"```\n## {name}\n```\n", _NONE, "in a code block"
    yield second, f"~~~~ md\n```\n## {name}\n~~~~\n", _NONE, "in a code block of other marks"
    yield second, f"{word}\n\n    ## {name}\n", _NONE, "in indented code"
    yield second, f"<!--\n## {name}\n-->\n", _NONE, "in a comment"
    yield second, f"<!--\n<h2>{name}</h2>\n-->\n", _NONE, "tags in a comment"
    yield second, f"See ## {name} below\n", _NONE, "in a sentence"
    yield second, f"{name}\n\n{word}\n", _NONE, "a line, where a level is asked for"
    yield name, f"See {name} below.\n", _NONE, "a word of a sentence"
    yield name, f"## {name} {word}\n", _NONE, "the beginning of a longer heading, of any level"
    yield second, f"####### {name}\n", _NONE, "more marks than there are levels"
    yield second, f"---\ntitle: {name}\n---\n\n{word}", _NONE, "a key of front matter"
    yield second, f"##\n\n{name}\n", _NONE, "a heading without a text"
    for spelt, why in (
        (f"## {name.upper()}", "in capitals"),
        (f"## {name}:", "a colon"),
        (f"## 2. {name}", "numbered"),
        (f"## 2.1 {name}", "numbered twice"),
        (f"## B) {name}", "lettered"),
        (f"## Chapter 3: {name}", "as a chapter"),
        (f"## 第二章 {name}", "as a chapter in Chinese"),
        (f"## **{name}**", "in bold"),
        (f"## `{name}`", "in code"),
        (f"## [{name}](#x)", "as a link"),
        (f"## {name} {{#top}}", "with an anchor"),
        (f"## ✨ {name}", "with a picture"),
        (f"## <b>{name}</b>", "in tags"),
        (f"## {name}&nbsp;", "with an entity"),
        (f"##{name}", "without a blank"),
        (f"> ## {name}", "in a quotation"),
        (f"- ## {name}", "in a list"),
        (f"<h2>{name}</h2>", "in tags of HTML"),
        (f'<H2 id="a">\n{name}\n</H2 >', "in tags over several lines"),
    ):
        yield second, f"{word}\n\n{spelt}\n\n{word}\n", _NEAR, why
    yield second, f"---\n## {name}\n---\n{word}\n", _NEAR, "in front matter, where it is a comment"
    for line in (name, f"**{name}**", f"{name}:", f"#{name}"):
        yield name, f"{word}\n\n{line}\n\n{word}\n", _NEAR, "a line of its own"
    yield name, f"{word}\n\n{word}\n{name}\n{word}\n", _NEAR, "a line of a paragraph"


def _stands(draw: Draw) -> Iterator[tuple[dict[str, Any], World, str, str]]:
    """Parameters, a world, how the heading stands there, and why."""
    name, word = draw.word().capitalize(), draw.word()
    for heading, text, stands, why in _texts(name, word):
        yield {"path": "a.md", "headings": [heading]}, World({"a.md": text}), stands, why
    for heading, text, stands, why in draw.sample(list(_texts(name, word)), 12):
        yield {"response": True, "headings": heading}, World(response=text), stands, f"{why}, in the response"
    plain = {
        "a.txt": f"{word}\n\n{name}\n{'=' * len(name)}\n\n{word}\n",
        "b.txt": f"{word}\n\n{name.upper()}\n\n{word}\n",
        "c.txt": f"{word} {name} {word}\n",
        "d.txt": f"{word}\n",
        "README": f"# {name}\n\n{word}\n",
    }
    for path, stands in (("a.txt", _HERE), ("b.txt", _NEAR), ("c.txt", _NEAR), ("d.txt", _NONE), ("README", _HERE)):
        yield {"path": path, "headings": [name]}, World(plain), stands, f"a plain text, {path}"
    yield {"path": "c.txt", "headings": [f"# {name}"]}, World(plain), _NONE, "a level, in a plain text"
    docs: dict[str, Any] = {
        "a.docx": document([f"# {name}", word]),
        "b.docx": document([word, name, word]),
        "c.docx": document([word, f"{name} {word}"]),
        "d.docx": document([word]),
    }
    for path, stands in (("a.docx", _HERE), ("b.docx", _NEAR), ("c.docx", _NEAR), ("d.docx", _NONE)):
        yield {"path": path, "headings": [name]}, World(docs), stands, f"a document, {path}"
    yield {"path": "a.docx", "headings": [f"# {name}"]}, World(docs), _HERE, "a document's level"
    yield {"path": "a.docx", "headings": [f"## {name}"]}, World(docs), _OTHER, "a document's other level"


def _common(draw: Draw) -> Iterator[Case]:
    word = draw.word()
    asked: dict[str, Any] = {"path": "a.md", "headings": [f"## {word}"]}
    good = f"## {word}\n\n{word}\n"
    for name in ("pdf", "html", "json", "py", "zip"):
        yield debatable({**asked, "path": f"a.{name}"}, {f"a.{name}": good}, "no headings are seen in it")
    yield debatable({"response": True, "headings": [word]}, World(), "no response was given")
    yield malformed(asked, {"a.md": b"\xff\xfe\x00\xd8\x00"}, "no text", NOT_PASSED)
    yield malformed({**asked, "path": "a.docx"}, {"a.docx": word}, "no document", NOT_PASSED)
    yield hostile({**asked, "path": "../a.md"}, {"a.md": good}, "out of the workspace", OPEN)
    yield hostile(asked, {"a.md/b.md": good}, "a folder")
    yield hostile(asked, {"a.md": f"{good}{'x' * 1_000_001}"}, "more text than is looked at", OPEN)
    yield refused({**asked, "response": True}, "two places")
    yield refused({"headings": [word]}, "no place")
    yield refused({**asked, "headings": []}, "no heading")
    yield refused({**asked, "headings": [" "]}, "a blank heading")
    yield refused({**asked, "level": 2}, "an unknown parameter")


def _without(case: Case, draw: Draw) -> World | None:
    """Every heading loses its marks."""
    path = str(case.params.get("path", ""))
    text = case.world.files.get(path)
    asked = case.params["headings"]
    if not isinstance(text, str) or not isinstance(asked, list) or not str(asked[0]).startswith("#"):
        return None
    spoilt = "\n".join(line.replace("#", "") for line in text.splitlines() if set(line.strip()) - set("=-"))
    return World({path: spoilt}) if path.endswith(".md") and "`" not in text else None


@cases_for("headings_present", keeps=TEXT_LAWS, breaks=(_without,))
def headings_present(draw: Draw) -> Iterator[Case]:
    for params, world, stands, why in _stands(draw):
        near = "response" if "response" in params else "path" if "." not in why and "plain" in why else "headings"
        if stands == _HERE:
            yield near_pass(near, params, world, why)
        elif stands == _NEAR:
            yield debatable(params, world, why)
        else:
            yield near_fail(near, params, world, why)
    name, word, other = draw.words(3)
    asked: dict[str, Any] = {"path": "a.md", "headings": [f"## {name}", f"# {word}"]}
    both = f"# {word}\n\n## {name}\n\n{other}\n"
    yield near_pass("headings", asked, {"a.md": both}, "both")
    yield near_fail("headings", asked, {"a.md": f"## {name}\n\n{other}\n"}, "one of two")
    yield debatable(asked, {"a.md": f"# {word}\n\n## {name}!\n"}, "one of two in another spelling")
    yield violating(asked, {"a.md": f"# {word} {other}\n\n## {name}!\n"}, "one missing, one in another spelling")
    yield near_fail("path", asked, {"a.md": other, "b.md": both}, "in another file")
    yield near_pass("path", {**asked, "path": "b.md"}, {"a.md": other, "b.md": both}, "in this file")
    yield violating(asked, {"a.md": ""}, "an empty file")
    yield missing(asked, {"b.md": both}, "no file", FAILED)
    yield from _filled(name, word, other)
    yield from _loose(name, word)
    yield from _common(draw)


def _filled(name: str, word: str, other: str) -> Iterator[Case]:
    asked: dict[str, Any] = {"path": "a.md", "headings": [f"## {name}"], "filled": True}
    for text, right, why in (
        (f"## {name}\n\n{word}\n", True, "a paragraph"),
        (f"## {name}\n\n### {other}\n", True, "a heading below it"),
        (f"## {name}\n\n<!-- x -->\n{word}\n", True, "a comment and a text"),
        (f"## {name}\n\n<!-- x -->\n\n```\n{word}\n```\n", True, "a code block"),
        (f"## {name}\n\n## {name}\n\n{word}\n", True, "the second of two"),
        (f"## {name}\n", False, "the end"),
        (f"## {name}\n\n## {other}\n\n{word}\n", False, "the next heading"),
        (f"## {name}\n# {other}\n\n{word}\n", False, "a heading above it"),
        (f"## {name}\n\n<!-- {word} -->\n", False, "a comment alone"),
    ):
        if right:
            yield near_pass("filled", asked, {"a.md": text}, f"below it stands {why}")
        else:
            yield debatable(asked, {"a.md": text}, f"below it stands {why}")
            yield satisfying({**asked, "filled": False}, {"a.md": text}, "what stands below it does not count")
    yield near_fail("filled", asked, {"a.md": f"## {name} {word}\n\n{other}\n"}, "another heading, with a text")
    docx: Files = {
        "a.docx": document([f"# {name}", "", word]),
        "b.docx": document([f"# {name}", "", f"# {other}", word]),
        "c.docx": document([word, f"# {name}"]),
    }
    document_asked = {**asked, "headings": [name]}
    yield near_pass("filled", {**document_asked, "path": "a.docx"}, docx, "a paragraph of a document")
    yield debatable({**document_asked, "path": "b.docx"}, docx, "the next heading of a document")
    yield debatable({**document_asked, "path": "c.docx"}, docx, "the end of a document")


def _loose(name: str, word: str) -> Iterator[Case]:
    asked: dict[str, Any] = {"path": "a.md", "headings": [f"## {name}"], "loose": True}
    for text, why in (
        (f"### {name}\n", "at another level"),
        (f"## {name} {word}\n", "in a longer heading"),
        (f"```\n## {name}\n```\n", "in code"),
    ):
        yield debatable(asked, {"a.md": text}, f"the text, {why}")
        yield near_fail("loose", {**asked, "loose": False}, {"a.md": text}, f"no heading, {why}")
    yield near_pass("loose", asked, {"a.md": f"## {name}\n"}, "as a heading")
    yield near_fail("loose", asked, {"a.md": f"{word} {name}\n"}, "without its marks")


@cases_for(
    "headings_absent",
    absent=OPEN,
    may_accept=("garbage", "maximal"),  # a ban asks for nothing: what has none of the headings keeps it
    keeps=TEXT_LAWS,
)
def headings_absent(draw: Draw) -> Iterator[Case]:
    for params, world, stands, why in _stands(draw):
        near = "response" if "response" in params else "path" if "." not in why and "plain" in why else "headings"
        if stands == _NONE:
            yield near_pass(near, params, world, why)
        elif stands == _HERE:
            yield near_fail(near, params, world, why)
        else:
            yield debatable(params, world, why)
    name, word, other = draw.words(3)
    asked: dict[str, Any] = {"path": "a.md", "headings": [f"## {name}", f"# {word}"]}
    yield near_pass("headings", asked, {"a.md": f"# {other}\n\n{name} {word}\n"}, "neither")
    yield near_fail("headings", asked, {"a.md": f"# {other}\n\n## {name}\n"}, "one of two")
    yield near_fail("headings", asked, {"a.md": f"# {word}\n\n## {name}!\n"}, "one of two, the other in other spelling")
    yield debatable(asked, {"a.md": f"# {other}\n\n## {name}!\n"}, "one of two in other spelling")
    yield near_pass("path", asked, {"a.md": other, "b.md": f"# {word}\n"}, "in another file")
    yield near_fail("path", {**asked, "path": "b.md"}, {"a.md": other, "b.md": f"# {word}\n"}, "in this file")
    for text in ("", "\n", " \t\n"):
        yield debatable(asked, {"a.md": text}, "there is no text")
    yield missing(asked, {"b.md": other}, "no file", OPEN)
    yield from _common(draw)


DEFINITIONS = (headings_present, headings_absent)
