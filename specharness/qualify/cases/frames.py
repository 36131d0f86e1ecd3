"""Cases of what must stay as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from specharness.qualify.artifacts import image
from specharness.qualify.case import (
    FAILED,
    OPEN,
    Asked,
    Case,
    Content,
    Folder,
    Link,
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

_LAWS = ("line_ends", "final_newline", "byte_order_mark", "other_file")


def _workspace(draw: Draw) -> dict[str, Content]:
    folder, inner, name = draw.words(3)
    return {
        f"{folder}/{name}.txt": draw.sentence(),
        f"{folder}/{inner}/{draw.word()}.json": '{"a": 1}\n',
        f"{folder}/{inner}/{draw.word()}.png": image(draw.integer(1, 9), 2),
        f"{draw.word()}.csv": f"a,b\n1,{draw.integer(2, 99)}\n",
        f"{draw.word()}/{draw.word()}.py": "x = 1\n",
    }


def _without(files: dict[str, Content], name: str) -> dict[str, Content]:
    return {path: content for path, content in files.items() if path != name}


def _edited(case: Case, draw: Draw) -> World | None:
    """One byte of what is guarded changes."""
    path = str(case.params["path"]).rstrip("/")
    names = [name for name in case.world.files if name == path or name.startswith(f"{path}/")]
    files = {name: text for name in names if isinstance(text := case.world.files[name], str)}
    if not files:
        return None
    name = draw.pick(sorted(files))
    return replace(case.world, files={**case.world.files, name: f"{files[name]} "})


@cases_for("unchanged", keeps=_LAWS, breaks=(_edited,))
def unchanged(draw: Draw) -> Iterator[Case]:
    before = _workspace(draw)
    new = draw.word()
    for path, content in before.items():
        folder = path.rpartition("/")[0]
        same = World(before, before=before)
        beside = World({**before, f"{new}.txt": "x"}, before=before)
        yield near_pass("path", {"path": path}, same, "nothing changed")
        yield satisfying({"path": path}, beside, "something else came")
        others = {name: (text if name == path else "other") for name, text in before.items()}
        yield near_pass("path", {"path": path}, World(others, before=before), "all others changed")
        changed = f"{content} " if isinstance(content, str) else content[:-1] if isinstance(content, bytes) else "x"
        spoilt = World({**before, path: changed}, before=before)
        yield near_fail("path", {"path": path}, spoilt, "one byte is another")
        yield violating({"path": path}, World({**before, path: ""}, before=before), "emptied")
        yield violating(
            {"path": path}, World({**_without(before, path), f"{path}.bak": content}, before=before), "moved"
        )
        yield violating(
            {"path": path}, World({**_without(before, path), path: Folder()}, before=before), "a folder now"
        )
        if folder:
            yield satisfying({"path": folder}, beside, "the folder as it was")
            yield violating({"path": f"{folder}/"}, spoilt, "a file below changed")
            yield violating({"path": folder}, World({**before, f"{folder}/{new}": "x"}, before=before), "one came")
            gone = World({**_without(before, path), f"{folder}/{new}": content}, before=before)
            yield violating({"path": folder}, gone, "one was renamed")
            for noise in ("__pycache__/a.pyc", ".DS_Store", "a.swp"):
                left = {**before, f"{folder}/{noise}": "x"}
                yield debatable({"path": folder}, World(left, before=before), "only what tools leave behind came")
                yield debatable({"path": folder}, World(before, before=left), "only what tools leave behind went")
                other = {**before, f"{folder}/{noise}": "y"}
                yield debatable({"path": folder}, World(other, before=left), "what tools leave behind is another")
                yield violating(
                    {"path": folder}, World({**left, f"{folder}/zz": "x"}, before=before), "and one more came"
                )
            mode = World(before, before=before, modes={path: 0o755})
            yield debatable({"path": folder}, mode, "only permissions differ")
        yield debatable({"path": path}, World(before), "nobody kept the former state")
    yield debatable({"path": f"{new}.txt"}, World(before, before=before), "it was never there")
    empty = World({new: Folder()}, before={new: Folder()})
    yield satisfying({"path": new}, empty, "an empty folder stays one")
    yield violating({"path": new}, World({f"{new}/a": ""}, before={new: Folder()}), "an empty file came")
    link = World({new: Link("a")}, before={new: Link("b")})
    yield debatable({"path": new}, link, "a link to nothing points elsewhere")
    linked = World({f"d/{new}": Link("a"), "d/a": "x"}, before={f"d/{new}": Link("b"), "d/a": "x"})
    yield violating({"path": "d"}, linked, "a link in it points elsewhere")
    yield missing({"path": "a.txt"}, World({"b": "x"}, before={"a.txt": "x"}), "it is gone", FAILED)
    yield malformed({"path": "a.txt"}, World({"a.txt": Link("a.txt")}, before={"a.txt": "x"}), "a link to itself")
    yield hostile({"path": "../x"}, World(before, before=before), "out of the workspace", OPEN)
    yield hostile({"path": new}, World({new: Link("/etc")}, before={new: "x"}), "a link out now")
    yield refused({"path": ""}, "no path")
    yield refused({"path": new, "kinds": "edited"}, "an unknown parameter")


def _folders(draw: Draw, before: dict[str, Content]) -> Iterator[Case]:
    """Folders that come and go, with what they hold and without."""
    out, inner = draw.words(2)
    asked: Asked = {"allowed": f"{out}/*"}
    held: dict[str, Content] = {**before, f"{out}/a": "x", f"{out}/b": "x"}
    yield satisfying(asked, World({**held}, before=before), "a folder came with what is allowed in it")
    yield satisfying(asked, World(before, before=held), "a folder went with what is allowed in it")
    yield violating(asked, World({**before, out: Folder()}, before=before), "an empty folder came")
    yield violating(asked, World({**before, inner: Folder()}, before=before), "another empty folder came")
    yield violating(asked, World({**before, out: "x"}, before=held), "a file in the place of the folder")
    yield violating(asked, World(held, before={**before, out: "x"}), "the folder in the place of a file")
    yield violating(asked, World({**held, "zz": "x"}, before=before), "one more, behind what is allowed")
    yield violating(
        {"allowed": [out], "kinds": "edited"},
        World({**before, "aa": "", "zz": "y"}, before={**before, "zz": "x"}),
        "one was edited, behind one that came",
    )


def _mapped(draw: Draw, before: dict[str, Content]) -> Iterator[Case]:
    """Globs that begin at the root of the agent's world, or at its home."""
    out, inner, app, beside = draw.words(4)
    came = World({**before, f"{out}/a.txt": "x", f"{beside}/b.txt": "x"}, before={**before, f"{beside}/b.txt": "x"})
    other = World({**before, f"{inner}/a.txt": "x"}, before=before)
    for allowed in (f"/{out}/*.txt", f"/{app}/{out}/*.txt", f"~/{out}/*.txt", f"./{out}/*.txt", f"{out}/./*.txt"):
        yield satisfying({"allowed": [allowed]}, came, "what is allowed came")
    for allowed in (f"/{out}/*.txt", f"/{app}/{out}/*.txt", f"~/{out}/*.txt", f"/{app}/{beside}/{out}/*.txt"):
        yield violating({"allowed": [allowed]}, other, "something else came")
    yield violating({"allowed": [f"/{beside}"]}, came, "a folder of the workspace is allowed, another one came")
    yield violating({"allowed": [f"/{app}.md"]}, came, "a file at the root is allowed, others came")
    yield debatable({"allowed": [f"/{app}"]}, came, "allowed if that folder is the workspace")
    yield debatable({"allowed": [f"/{beside}/{out}/*"]}, came, "allowed if the workspace holds a folder of its name")
    yield debatable({"allowed": [f"/{beside}/{app}/{out}/*"]}, came, "allowed if the workspace is deeper")
    for root in ("/work", "work/", "/./work"):
        yield near_pass("root", {"allowed": [f"/work/{out}/*"], "root": root}, came, "below the root")
        yield near_fail("root", {"allowed": [f"/work/{out}/*"], "root": root}, other, "below the root, another folder")
        yield debatable({"allowed": [f"/{out}/*"], "root": root}, came, "allowed if the root was left out")
        yield near_pass("root", {"allowed": ["/work"], "root": root}, came, "the root itself").unspoiled()
        yield debatable({"allowed": [f"~/{out}/*.txt"], "root": root}, came, "allowed if that is the home")


def _strayed(case: Case, draw: Draw) -> World | None:
    """A file is written where none is allowed."""
    if "kinds" in case.params or "**" in str(case.params["allowed"]):
        return None
    return replace(case.world, files={**case.world.files, f"{draw.word()}-stray/x.txt": "x"})


@cases_for("only_changes", absent=frozenset({*FAILED, *OPEN}), keeps=_LAWS, breaks=(_strayed,))
def only_changes(draw: Draw) -> Iterator[Case]:
    before = _workspace(draw)
    first, *_, last = before
    out, new, other = draw.words(3)
    made = f"{out}/{new}.txt"
    for allowed in (
        [f"{out}/{new}.txt"],
        [f"{out}/*.txt"],
        [f"{out}/**"],
        [out],
        [f"**/{new}.txt"],
        [other, f"{out}/*"],
    ):
        asked: Asked = {"allowed": allowed}
        yield near_pass("allowed", asked, World({**before, made: "x"}, before=before), "the allowed one came")
        yield near_pass("allowed", asked, World(before, before=before), "nothing changed")
        edited = World({**before, made: "y"}, before={**before, made: "x"})
        yield satisfying(asked, edited, "the allowed one was edited")
        yield satisfying(asked, World(before, before={**before, made: "x"}), "the allowed one went")
        yield near_fail("allowed", asked, World({**before, made: "x", f"{other}x.md": "x"}, before=before), "one more")
        yield violating(asked, World({**before, first: "changed"}, before=before), "another one was edited")
        yield violating(asked, World(_without(before, last), before=before), "another one went")
        yield debatable(asked, World({**before, made: "x"}), "nobody kept the former state")
    deep = World({**before, f"{out}/{new}/a.txt": "x"}, before=before)
    yield near_pass("allowed", {"allowed": f"{out}/**"}, deep, "below the folder")
    yield near_fail("allowed", {"allowed": f"{out}/*.md"}, deep, "deeper than one name")
    yield near_pass("allowed", {"allowed": []}, World(before, before=before), "nothing may change, nothing did")
    yield near_fail("allowed", {"allowed": []}, World({**before, made: "x"}, before=before), "nothing may change")
    yield debatable({"allowed": f"{new}.txt"}, World({**before, made: "x"}, before=before), "allowed if mapped deeper")
    for noise in ("__pycache__/a.pyc", ".DS_Store", "x~"):
        came = World({**before, noise: "x"}, before=before)
        yield debatable({"allowed": [out]}, came, "only what tools leave behind came")
        yield violating(
            {"allowed": [out]}, World({**before, noise: "x", f"{other}.txt": ""}, before=before), "and more"
        )
        made_before = {**before, noise: "x"}
        yield debatable({"allowed": [out]}, World(before, before=made_before), "what tools leave behind went")
        yield debatable({"allowed": [out]}, World({**before, noise: "y"}, before=made_before), "it is another now")
    mode = World(before, before=before, modes={first: 0o755})
    yield debatable({"allowed": [out]}, mode, "only permissions differ")
    yield from _folders(draw, before)
    yield from _mapped(draw, before)
    home = World({**before, made: "x"}, before=before)
    yield near_pass("root", {"allowed": [f"/work/{out}/*"], "root": "/work"}, home, "below the named root")
    yield near_fail("root", {"allowed": [f"/work/{out}/*"], "root": "/work/deep"}, home, "below another root")
    yield near_fail("root", {"allowed": [f"/work/{other}/*"], "root": "/work"}, home, "another folder below it")
    yield debatable({"allowed": [f"/a/work/{out}/*"]}, home, "allowed if the workspace is that folder")
    for kind, world in (
        ("added", World({**before, f"{other}.md": "x"}, before=before)),
        ("edited", World({**before, first: "other"}, before=before)),
        ("removed", World(_without(before, first), before=before)),
    ):
        rest = [name for name in ("added", "edited", "removed") if name != kind]
        yield near_fail("kinds", {"allowed": [out], "kinds": kind}, world, f"one was {kind}")
        yield near_pass("kinds", {"allowed": [out], "kinds": rest}, world, f"being {kind} is not bounded").unspoiled()
        yield near_fail("kinds", {"allowed": [out], "kinds": [kind, rest[0]]}, world, f"one was {kind}")
    moved = World({**_without(before, first), f"{other}/{new}": before[first]}, before=before)
    yield violating({"allowed": [other]}, moved, "moved from where nothing is allowed")
    yield missing({"allowed": [first]}, World({}, before=before), "all is gone", FAILED)
    yield malformed({"allowed": ["[", out]}, World({**before, f"{new}.md": "x"}, before=before), "no glob that fits")
    yield hostile({"allowed": [out]}, World({**before, other: Link("/etc")}, before=before), "a link elsewhere")
    yield refused({"allowed": [" "]}, "a blank glob")
    yield refused({"allowed": 1}, "no glob")
    yield refused({"allowed": [out], "kinds": "moved"}, "no such kind")
    yield refused({"allowed": [out], "kinds": []}, "no kind")
    yield refused({"allowed": [out], "root": ""}, "no root")
    yield refused({}, "nothing asked")
    yield refused({"allowed": [out], other: 1}, "an unknown parameter")


DEFINITIONS = (unchanged, only_changes)
