"""Cases of what stands where."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.artifacts import image
from specharness.qualify.case import (
    FAILED,
    NOT_FAILED,
    NOT_PASSED,
    OPEN,
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
    with_files,
)
from specharness.qualify.draw import Draw

_KEEPS = ("line_ends", "final_newline", "byte_order_mark", "other_file")


def _contents(draw: Draw) -> dict[str, Content]:
    """A file of every sort, by name."""
    folder, name = draw.words(2)
    return {
        f"{name}.txt": draw.sentence(),
        f"{folder}/{name}.json": '{"a": 1}\n',
        f"{folder}/deep/{name}.png": image(draw.integer(1, 9), 3),
        f"{folder}/{draw.word()} {name}.csv": "a,b\n1,2\n",
        f"{folder}/报告-{name}.md": "# 报告\n",
        f".{name}": "",
        f"{name}/empty": Folder(),
    }


@cases_for("path_exists", keeps=_KEEPS)
def path_exists(draw: Draw) -> Iterator[Case]:
    files = _contents(draw)
    for path, content in files.items():
        wanted = "dir" if isinstance(content, Folder) else "file"
        other = "file" if wanted == "dir" else "dir"
        yield satisfying({"path": path}, files, "it stands there")
        yield near_pass("type", {"path": path, "type": wanted}, files, "of the demanded type")
        yield near_fail("type", {"path": path, "type": other}, files, "of the other type")
        away = {name: kept for name, kept in files.items() if name != path}
        yield missing({"path": path}, {**away, "x.txt": "x"}, "everything else stands there", FAILED)
        yield near_fail("path", {"path": path + "x"}, files, "one letter more")
    path = next(iter(files))
    folder, name = draw.words(2)
    yield satisfying({"path": f"{folder}/"}, {f"{folder}/{name}": "x"}, "a folder by its slash")
    yield violating({"path": f"{folder}/"}, {folder: "x"}, "a file where a slash demands a folder")
    yield satisfying({"path": f"./{path}"}, files, "named from here")
    yield violating({"path": path.upper()}, files, "another case is another name")
    yield violating({"path": f"{name}/{path}"}, files, "in another folder")
    mapped = World({f"root/{name}.txt": "x"}, maps={"/root": "root"})
    yield satisfying({"path": f"/root/{name}.txt"}, mapped, "by its name in the agent's world")
    yield violating({"path": f"/root/{folder}.txt"}, mapped, "nothing in the mapped folder")
    yield debatable({"path": f"/elsewhere/{name}/{folder}.txt"}, mapped, "in no mapped folder")
    yield hostile({"path": "../../etc/hostname"}, files, "leads out of the workspace", OPEN)
    yield hostile({"path": "out"}, {"out": Link("/etc")}, "a link out of the workspace", OPEN)
    yield hostile({"path": name, "type": "file"}, {name: Pipe()}, "a pipe is no file", FAILED)
    yield hostile({"path": name}, {name: Link("nowhere")}, "a link to nothing")
    yield hostile({"path": "a\0b"}, files, "a name that no file can have", OPEN)
    yield refused({"path": ""}, "no path")
    yield refused({"path": path, "type": draw.pick(["link", "folder", ""])}, "no such type")
    yield refused({}, "nothing asked")
    yield refused({"path": path, "mode": 1}, "an unknown parameter")


def _made(case: Case, draw: Draw) -> World:
    """Something comes to stand there."""
    path = str(case.params["path"]).rstrip("/").removeprefix("./").lstrip("/")
    made: list[Content] = ["", "x", Folder()]
    return with_files(case, {path: draw.pick(made)})


@cases_for("path_absent", absent=NOT_FAILED, keeps=_KEEPS, breaks=(_made,))
def path_absent(draw: Draw) -> Iterator[Case]:
    files = _contents(draw)
    for path, content in files.items():
        yield violating({"path": path}, files, "it stands there")
        yield near_pass("path", {"path": path + "x"}, files, "one letter more stands nowhere")
        if not isinstance(content, Folder):
            folder = path.rpartition("/")[0]
            beside = {f"{folder}/{draw.word()}" if folder else draw.word(): "x"}
            yield satisfying({"path": path}, beside, "its folder is there without it")
            yield violating({"path": path}, {path: Folder(), **beside}, "a folder stands there")
            yield violating({"path": path}, {path: "", **beside}, "an empty file is something")
    folder, name = draw.words(2)
    yield debatable({"path": f"{folder}/{name}/x.txt"}, files, "the folder that would hold it is not there")
    yield debatable({"path": f"/elsewhere/{name}/x.txt"}, World(files, maps={"/root": name}), "in no mapped folder")
    yield debatable({"path": f"{folder}/x.txt"}, {folder: "x"}, "a file stands where the folder would")
    yield satisfying({"path": f"{folder}/"}, files, "no such folder beside the others")
    yield violating({"path": f"{folder}/"}, {f"{folder}/{name}": "x"}, "the folder is there")
    rooted = World({f"root/{name}.txt": "x"}, maps={"/": "root"})
    yield satisfying({"path": f"/{folder}.txt"}, rooted, "the mapped root is there without it").unspoiled()
    yield violating({"path": f"/{name}.txt"}, rooted, "below the root of the agent's world")
    yield violating({"path": "/"}, rooted, "the root itself is something")
    yield debatable({"path": "/"}, World(files, maps={"/root": name}), "the root of a world that is not mapped")
    yield hostile({"path": "../secret"}, files, "leads out of the workspace", OPEN)
    yield hostile({"path": "out/passwd"}, {"out": Link("/etc")}, "below a link out of the workspace", OPEN)
    yield hostile({"path": name}, {name: Pipe()}, "a pipe is something", FAILED)
    yield malformed({"path": "a\0b"}, files, "a name that no file can have", NOT_PASSED)
    yield refused({"path": "  "}, "no path")
    yield refused({"path": name, "type": "file"}, "an unknown parameter")


DEFINITIONS = (path_exists, path_absent)
