"""Cases of what a folder holds, of formats, and of the shape of JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from specharness.qualify.artifacts import archive, document, image, pdf, slides, workbook
from specharness.qualify.case import (
    FAILED,
    NOT_PASSED,
    OPEN,
    TEXT_LAWS,
    Asked,
    Case,
    Content,
    Folder,
    Link,
    Pipe,
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
from specharness.qualify.cases import near_right
from specharness.qualify.draw import Draw, csv_text, json_text


def _one_gone(case: Case, draw: Draw) -> World | None:
    """One of the demanded entries goes."""
    names = case.params["names"]
    name = draw.pick([str(item) for item in names] if isinstance(names, list) else [str(names)])
    folder = str(case.params["path"]).strip("/.")
    gone = f"{folder}/{name.removeprefix('./').rstrip('/')}".lstrip("/")
    if not any(path == gone or path.startswith(f"{gone}/") for path in case.world.files):  # composed otherwise
        return None
    kept = {path: text for path, text in case.world.files.items() if path != gone and not path.startswith(f"{gone}/")}
    return (
        replace(case.world, files={**kept, f"{folder}/left.tmp".lstrip("/"): ""})
        if "exact" not in case.params
        else None
    )


@cases_for("dir_contents", breaks=(_one_gone,))
def dir_contents(draw: Draw) -> Iterator[Case]:
    folder, extra = draw.words(2)
    names = [f"{word}.{draw.pick(['txt', 'json', 'csv', 'png'])}" for word in draw.words(draw.integer(2, 5))]
    files: dict[str, Content] = {f"{folder}/{name}": "x" for name in names}
    asked: Asked = {"path": folder, "names": names}
    more: dict[str, Content] = {**files, f"{folder}/{extra}.txt": "x"}
    for place in (folder, f"{folder}/", f"./{folder}"):
        yield near_pass("path", {**asked, "path": place}, files, "all there")
        yield satisfying({**asked, "path": place}, more, "all there, and another one")
    yield near_fail("path", {**asked, "path": f"{folder}x"}, files, "no such folder")
    yield near_fail("path", {**asked, "path": extra}, {**files, f"{extra}/{names[0]}": "x"}, "in the other folder")
    for name in names:
        less = {path: text for path, text in more.items() if path != f"{folder}/{name}"}
        yield near_fail("names", asked, less, "one is missing")
        yield near_fail("names", asked, {**less, f"{folder}/deep/{name}": "x"}, "one is deeper")
        yield violating(asked, {**less, f"{folder}/{name}x": "x"}, "one has a letter more")
        yield debatable(asked, {**less, f"{folder}/{name.upper()}": "x"}, "one in another case")
        yield satisfying({"path": folder, "names": name}, files, "this one")
    deep = {f"{folder}/{extra}/{name}": "x" for name in names}
    yield satisfying({"path": folder, "names": [f"{extra}/{name}" for name in names]}, deep, "below")
    yield satisfying({"path": folder, "names": [f"./{extra}/"]}, deep, "a folder by its slash")
    yield violating({"path": folder, "names": [f"{extra}/"]}, {f"{folder}/{extra}": "x"}, "a file for a folder")
    yield satisfying({"path": ".", "names": [folder]}, files, "in the whole workspace")
    exact: Asked = {**asked, "exact": True}
    yield near_pass("exact", exact, files, "just these")
    yield near_fail("exact", exact, more, "one more")
    yield near_fail("exact", exact, {**files, f"{folder}/{extra}/a": "x"}, "one more folder")
    yield near_pass("exact", {**asked, "exact": False}, more, "others may be there")
    for noise in (".DS_Store", ".hidden", "__pycache__/a.pyc", "a.txt~", "a.pyc", "a.swp"):
        yield debatable(exact, {**files, f"{folder}/{noise}": "x"}, "what systems and tools leave behind")
    yield debatable(exact, {**files, f"{folder}/{names[0].upper()}": "x"}, "a variant of a name besides")
    only = {"path": folder, "exact": True}
    yield near_pass("exact", {**only, "names": [f"./{name}" for name in names]}, files, "just these, named from here")
    yield near_pass("exact", {**only, "names": [f"{extra}/"]}, deep, "just this folder")
    yield near_pass("exact", {**only, "names": [f"{extra}/{name}" for name in names]}, deep, "what is in it, below")
    yield near_fail("kind", {**exact, "kind": "file"}, more, "one more file")
    yield near_pass("kind", {**exact, "kind": "file"}, {**files, f"{folder}/{extra}/a": "x"}, "folders don't count")
    yield near_fail("kind", {**asked, "kind": "dir"}, files, "files for folders")
    yield near_pass("kind", {"path": folder, "names": [extra], "kind": "dir"}, deep, "a folder")
    yield near_fail("kind", {"path": folder, "names": [extra], "kind": "file"}, deep, "a folder for a file")
    yield violating({"path": folder, "names": [extra]}, {folder: extra}, "the folder is a file")
    yield violating({"path": folder, "names": [extra]}, {folder: Folder()}, "an empty folder")
    accent = {f"{folder}/cafe\u0301.txt": "x"}
    yield satisfying({"path": folder, "names": ["caf\u00e9.txt"]}, accent, "composed otherwise")
    mapped = World({f"home/{name}": "x" for name in names}, maps={"/home": "home"})
    yield satisfying({"path": "/home", "names": names}, mapped, "by its name in the agent's world")
    yield debatable({"path": "/other/place", "names": names}, mapped, "in no mapped folder")
    yield missing({"path": folder, "names": names}, {"x": "x"}, "no folder", FAILED)
    yield malformed({"path": folder, "names": ["a"]}, {folder: Link("nowhere")}, "a link to nothing", NOT_PASSED)
    yield hostile({"path": folder, "names": ["passwd"]}, {folder: Link("/etc")}, "a link out", OPEN)
    yield hostile({"path": "..", "names": ["etc"]}, files, "out of the workspace", OPEN)
    yield hostile({"path": folder, "names": ["a"], "kind": "file"}, {f"{folder}/a": Pipe()}, "a pipe", FAILED)
    yield refused({"path": folder, "names": []}, "no name")
    yield refused({"path": folder, "names": ["a", " "]}, "a blank name")
    yield refused({**asked, "exact": "yes"}, "no truth value")
    yield refused({**asked, "kind": "link"}, "no such kind")
    yield refused({"names": names}, "no folder")
    yield refused({**asked, extra: 1}, "an unknown parameter")


def _formats(draw: Draw) -> Iterator[tuple[str, str, Content, list[tuple[str, Content]]]]:
    """Name of a format, an ending, a valid file, and broken ones with why."""
    word, other = draw.words(2)
    data = {word: [draw.integer(1, 99), {other: None}]}
    yield (
        "json",
        "json",
        json_text(data),
        [("cut off", json_text(data)[:-4]), ("a comma", '{"a": 1,}'), ("NaN", "[NaN]")],
    )
    lines = json_text({word: 1}, None) + json_text({word: 2}, None)
    yield "jsonl", "jsonl", lines, [("a line cut off", lines[:-3]), ("two on one line", "{} {}\n"), ("blank", "\n")]
    table = csv_text([word, other], draw.rows(3)[:0] or [[1, 2], [3, 4]])
    yield "csv", "csv", table, [("a ragged row", f"{table}1,2,3\n"), ("an open quote", f'{table}"x,1\n'), ("", "")]
    yield "yaml", "yaml", f"{word}:\n  - {other}\n", [("a tab", f"{word}:\n\t- {other}\n"), ("open", f"{word}: [1\n")]
    yield "toml", "toml", f'{word} = "{other}"\n', [("no value", f"{word} =\n"), ("twice", f"{word} = 1\n{word} = 2\n")]
    xml = f"<{word}><{other}/></{word}>\n"
    yield "xml", "xml", xml, [("open", f"<{word}>"), ("two roots", xml + xml), ("no XML", word)]
    yield "xlsx", "xlsx", workbook({word: [[1]]}), [("a text", word), ("half", workbook({word: [[1]]})[:700])]
    yield "docx", "docx", document([word]), [("a zip", archive({"a": word})), ("a workbook", workbook({word: [[1]]}))]
    yield "pptx", "pptx", slides([[word]]), [("a document", document([word])), ("a text", word)]
    yield "pdf", "pdf", pdf([word]), [("a text", word), ("head only", b"%PDF-1.4\n")]
    picture = image(draw.integer(2, 9), draw.integer(2, 9))
    yield "png", "png", picture, [("a JPEG", image(3, 3, "JPEG")), ("cut off", picture[:40])]
    yield "jpeg", "jpg", image(4, 4, "JPEG"), [("a PNG", picture), ("cut off", image(4, 4, "JPEG")[:99])]
    yield "text", "txt", f"{word}\n", [("no UTF-8", b"\xff\xfa\x00\xd8\x00"), ("binary", picture)]
    yield (
        "zip",
        "zip",
        archive({f"{word}.txt": other}),
        [("a text", word), ("cut off", archive({word: other * 9})[:30])],
    )


@cases_for(
    "format_valid",
    may_accept=("garbage", "maximal", "empty"),
    keeps=("line_ends", "final_newline", "other_file", "indentation"),
)
def format_valid(draw: Draw) -> Iterator[Case]:
    # an empty file is valid TOML and valid text; any text is valid text, and one column of CSV; what else must not
    # pass stands below
    stem, folder = draw.words(2)
    for name, ending, valid, broken in _formats(draw):
        path = f"{folder}/{stem}.{ending}"
        asked: Asked = {"path": path, "format": name}
        yield near_pass("format", asked, {path: valid}, f"valid {name}")
        yield satisfying({"path": stem, "format": f".{name.upper()}"}, {stem: valid}, f"{name} without an ending")
        if name == "json":
            yield satisfying({"path": stem, "format": " json "}, {stem: valid}, "blanks around the format's name")
        yield near_fail("path", {"path": f"{folder}/x.{ending}", "format": name}, {path: valid}, "another name")
        yield near_pass("path", asked, {path: valid, f"{stem}.{ending}": b"\xff"}, "this one")
        for why, content in broken:
            if why:
                yield violating(asked, {path: content}, f"{name}: {why}")
        if name not in {"text", "csv"}:
            yield near_fail(
                "format", asked, {path: f"{stem} {folder}: it is\n- a <b> text, no more"}, f"a text for {name}"
            )
        if name not in {"toml", "text"}:  # which may be empty
            yield hostile(asked, {path: ""}, f"an empty {name}")
    for alias, name in (
        ("yml", "yaml"),
        ("excel", "xlsx"),
        ("jpg", "jpeg"),
        ("JSON Lines", "jsonl"),
        ("plain text", "text"),
    ):
        valid = next(content for found, _, content, _ in _formats(draw) if found == name)
        yield satisfying({"path": stem, "format": alias}, {stem: valid}, "by another name")
    yield debatable({"path": stem, "format": f"{folder}ml"}, {stem: "x"}, "a format that nobody knows")
    yield missing({"path": stem, "format": "json"}, {"x.json": "{}"}, "no file", FAILED)
    yield malformed({"path": stem, "format": "json"}, {stem: "\ufeff{"}, "a mark and no end", FAILED)
    bomb = "<!DOCTYPE a [<!ENTITY b 'cccccccccc'>]><a>&b;</a>"
    yield hostile({"path": stem, "format": "xml"}, {stem: bomb}, "entities")
    yield hostile({"path": stem, "format": "json"}, {stem: "[" * 200_000}, "very deep")
    yield hostile({"path": stem, "format": "json"}, {f"{stem}/a.json": "{}"}, "a folder")
    yield refused({"path": stem}, "no format")
    yield refused({"path": stem, "format": " "}, "a blank format")
    yield refused({"path": stem, "format": "json", "strict": True}, "an unknown parameter")
    yield from near_right.twice(draw)


def _shapes(draw: Draw) -> Iterator[tuple[object, list[object], list[object], list[object]]]:
    """A shape, values that have it, values that surely don't, and debatable ones."""
    a, b, c = draw.words(3)
    number = draw.integer(2, 500)
    yield {"type": "string"}, [a, ""], [number, True, [a], {a: b}], [None]
    yield {"type": "number"}, [number, -0.5, 2.0], [f"{number}", True, [number]], [None]
    yield {"type": "integer"}, [number, -number], [number + 0.5, f"{number}", False], [float(number), None]
    yield {"type": "boolean"}, [True, False], [1, 0, "true"], [None]
    yield {"type": "null"}, [None], [0, "", False], []
    yield {"type": "any"}, [number, None, [a], {b: 1}], [], []
    keys = {"type": "object", "keys": {a: {"type": "string"}, b: {"type": "number"}}}
    yield (
        keys,
        [{a: c, b: 1}, {b: 2, a: "", c: 3}],
        [{a: c}, {a: 1, b: 1}, {a: c, b: "1"}, [a, b], a],
        [{a: None, b: 1}],
    )
    optional = {"type": "object", "keys": {a: {"type": "string"}, b: {"type": "number", "optional": True}}}
    yield optional, [{a: c}, {a: c, b: 1}], [{b: 1}, {a: c, b: "1"}, {a.upper(): c}], []
    array = {"type": "array", "items": {"type": "integer"}}
    yield array, [[1, 2], [number]], [[1, "2"], {a: 1}, number, [1.5]], [[], [1.0], [1, None]]
    yield {"type": "array", "items": {"type": "string"}, "min": 2}, [[a, b], [a, b, c]], [[a], [], [a, 1]], []
    yield {"type": "map", "values": {"type": "number"}}, [{a: 1, c: 2.5}], [{a: "1"}, [1], {a: 1, b: [1]}], [{}]
    either = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "number"}}]}
    yield either, [a, [1, 2]], [1, {a: 1}, [a]], [[], None]
    yield {"enum": [a, b, 3]}, [a, 3], [c, 4, [a]], [a.upper(), "3"]
    yield {"type": "string", "pattern": "[a-c]+[0-9]"}, ["abc1", "a0"], ["abc", "d1", "a1 ", 1], []
    nested = {"type": "object", "keys": {a: {"type": "array", "items": keys}}}
    yield nested, [{a: [{a: c, b: 1}]}], [{a: [{a: c}]}, {a: {a: c, b: 1}}, {b: []}, {a: [{a: c, b: 1}, 1]}], [{a: []}]
    yield {"type": "object"}, [{}, {a: 1}], [[], a, 1, True], []
    yield {"type": "array"}, [[], [1, a]], [{}, {a: 1}, a, 1], []
    yield {"type": "array", "items": {"type": "integer"}, "min": 0}, [[], [1]], [["x"], {}], []
    yield {"type": "map"}, [{}, {a: 1, b: [2]}], [[], a, 1], []
    far: dict[str, object] = {"type": "any"}
    held: object = number
    for _ in range(64):
        far, held = {"type": "array", "items": far}, [held]
    yield far, [held], [number, a], []


@cases_for("json_shape", keeps=(*TEXT_LAWS, "key_order", "indentation"))
def json_shape(draw: Draw) -> Iterator[Case]:
    stem, other = draw.words(2)
    for shape, right, wrong, debated in _shapes(draw):
        asked: Asked = {"path": f"{stem}.json", "shape": shape}
        for value in right:
            yield near_pass("shape", asked, {f"{stem}.json": json_text(value)}, "it has the shape")
        for value in wrong:
            yield near_fail("shape", asked, {f"{stem}.json": json_text(value)}, "it has another one")
        for value in debated:
            yield debatable(asked, {f"{stem}.json": json_text(value)}, "whether it has the shape is debatable")
    shape = {"type": "object", "keys": {stem: {"type": "number"}}}
    asked = {"path": "d.json", "shape": shape}
    more = {"d.json": json_text({stem: 1, other: 2})}
    yield near_pass("exact_keys", {**asked, "exact_keys": True}, {"d.json": json_text({stem: 1})}, "just these")
    yield near_fail("exact_keys", {**asked, "exact_keys": True}, more, "one more key")
    yield near_pass("exact_keys", {**asked, "exact_keys": False}, more, "others may be there")
    open_shape = {**shape, "open": True}
    yield satisfying({"path": "d.json", "shape": open_shape, "exact_keys": True}, more, "an open object")
    yield satisfying({"path": "d.json", "shape": {"type": "object"}, "exact_keys": True}, more, "no key is named")
    below = {"d.json": json_text({other: {stem: 1}}), "l.json": json_text([{stem: 1}])}
    yield near_fail("anywhere", asked, below, "one level deeper")
    yield debatable({**asked, "anywhere": True}, below, "one level deeper, where the place is not said")
    yield near_pass("anywhere", {**asked, "anywhere": True}, more, "at the root")
    yield near_fail("anywhere", {**asked, "anywhere": True}, {"d.json": json_text({other: {other: 1}})}, "nowhere")
    yield near_pass("path", asked, more, "this file")
    yield near_fail("path", {**asked, "path": "e.json"}, more, "no such file")
    yield satisfying({"path": "d.yaml", "shape": shape}, {"d.yaml": f"{stem}: 4\n"}, "YAML")
    yield satisfying({"path": "d.toml", "shape": shape}, {"d.toml": f"{stem} = 4.5\n"}, "TOML")
    rows = {"type": "array", "items": shape}
    yield satisfying({"path": "d.jsonl", "shape": rows}, {"d.jsonl": f'{{"{stem}": 1}}\n{{"{stem}": 2}}\n'}, "lines")
    yield violating({"path": "d.jsonl", "shape": rows}, {"d.jsonl": f'{{"{stem}": 1}}\n{{"{other}": 2}}\n'}, "one line")
    some = {"d.json": json_text([{"v": [1]}, {"v": []}])}
    lists = {
        "type": "array",
        "items": {"type": "object", "keys": {"v": {"type": "array", "items": {"type": "number"}}}},
    }
    yield satisfying({"path": "d.json", "shape": lists}, some, "one of two lists shows its items")
    yield hostile(asked, {"d.json": f'{{"{stem}": 1, "{stem}": 2}}'}, "a key twice", OPEN)
    yield hostile(asked, {"d.json": f'{{"{stem}": NaN}}'}, "not a number", OPEN)
    yield hostile(asked, {"d.json": '{"a":' * 5000 + "1" + "}" * 5000}, "very deep")
    long = {"type": "object", "keys": {stem: {"type": "string", "pattern": "x*y*z"}}}
    yield hostile({"path": "d.json", "shape": long}, {"d.json": json_text({stem: "x" * 20_000})}, "a long text", OPEN)
    yield malformed(asked, {"d.json": f'{{"{stem}": 1'}, "cut off", FAILED)
    yield malformed(asked, {"d.json": f"{stem}: 1"}, "no JSON", FAILED)
    yield malformed(asked, {"d.json": b"\xff\xfe\x00\xd8"}, "no text", NOT_PASSED)
    deep: object = {"type": "any"}
    for _ in range(65):
        deep = {"type": "array", "items": deep}
    yield near_fail(
        "exact_keys", {**asked, "exact_keys": True, "anywhere": True}, more, "one more key, which is nowhere allowed"
    )
    yield satisfying({"path": "d.json", "shape": {"type": "map"}, "exact_keys": True}, more, "a map has no named keys")
    for bad in (
        [],
        {"type": "date"},
        {"anyOf": []},
        {"enum": []},
        {"enum": stem},
        {"anyOf": stem},
        {"anyOf": {stem: 1}},
        {"type": "string", "pattern": 5},
        {"type": "map", "values": {"type": "array", "items": {"type": "x"}}},
        {"type": "object", "keys": [1]},
        {"type": "array", "min": "some"},
        {"type": "string", "pattern": "(a+)+"},
        {"type": "map", "values": 1},
        {"type": "array", "items": {"type": "x"}},
        deep,
    ):
        yield refused({"path": "d.json", "shape": bad}, "no shape")
    yield refused({"path": "d.json"}, "no shape")
    yield refused({**asked, "exact_keys": 1}, "no truth value")
    yield refused({**asked, other: 1}, "an unknown parameter")


DEFINITIONS = (dir_contents, format_valid, json_shape)
