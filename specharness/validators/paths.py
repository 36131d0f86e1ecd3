"""Validators over what stands where: existence, absence, and what a folder holds. Content is not their business."""

from __future__ import annotations

from collections.abc import Sequence

from specharness.evidence.views import Entry, FileView, Request, TreeView, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.compare import Match, composed, match_text
from specharness.validators.params import BOOL, TEXT, TEXTS, choice, text_of, texts_of, typed
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, listed, plural

NOISE = frozenset({".DS_Store", "Thumbs.db", ".gitkeep", ".git", "__pycache__", ".pytest_cache", ".ipynb_checkpoints"})
"""Names that systems and tools leave behind: whether they count as content is debatable."""

_NAMES = {"file": "a file", "dir": "a folder"}


def is_noise(path: str) -> bool:
    """Whether some part of a path is left behind by a system or a tool."""
    return not NOISE.isdisjoint(path.split("/")) or path.endswith((".pyc", "~", ".swp"))


class PathExists(Check):
    """A file or folder exists.

    Passed: something stands at the path, of the demanded type.
    Failed: nothing stands there, or something of another type; a path with a trailing `/` demands a folder.
    Unknown: the path is in no mapped folder.
    """

    name = "path_exists"
    families = (Family.PATH_EXISTS,)
    demanded = typed(path=TEXT)
    admitted = typed(type=choice("file", "dir"))

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.FILE, text_of(params["path"])),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        path = text_of(params["path"])
        wanted = text_of(params.get("type")) or ("dir" if path.endswith("/") else "")
        expected = f"{_NAMES.get(wanted, 'something')} at {path}" if wanted else f"{path} exists"
        view = view_or_finding(seen, self.needs(params)[0], FileView, expected)
        if isinstance(view, Finding):
            return view
        if not view.exists:
            return Finding(Outcome.FAILED, expected, f"{path} does not exist")
        if wanted and view.type != wanted:
            return Finding(Outcome.FAILED, expected, f"{path} is {_NAMES.get(view.type, 'neither file nor folder')}")
        size = f" of {plural(view.size, 'byte')}" if view.type == "file" else ""
        return Finding(Outcome.PASSED, expected, f"{_NAMES.get(view.type, 'an entry')}{size}")


class PathAbsent(Check):
    """Nothing stands at a path.

    Passed: nothing stands there, and the folder that would hold it does exist.
    Failed: something stands there.
    Unknown: the folder that would hold it can't be seen, so that absence proves nothing.
    """

    name = "path_absent"
    families = (Family.PATH_ABSENT,)
    demanded = typed(path=TEXT)

    def needs(self, params: Params) -> Sequence[Request]:
        path = text_of(params["path"]).rstrip("/")
        parent = path.rpartition("/")[0] or ("/" if path.startswith("/") else ".")
        return (Request(ViewKind.FILE, path or "/"), Request(ViewKind.FILE, parent))

    def decide(self, params: Params, seen: Seen) -> Finding:
        path = text_of(params["path"])
        expected = f"nothing at {path}"
        requests = self.needs(params)
        view = view_or_finding(seen, requests[0], FileView, expected)
        if isinstance(view, Finding):
            return view
        if view.exists:
            return Finding(Outcome.FAILED, expected, f"{_NAMES.get(view.type, 'an entry')} at {path}")
        parent = view_or_finding(seen, requests[1], FileView, expected)
        if isinstance(parent, FileView) and parent.exists and parent.type == "dir":
            return Finding(Outcome.PASSED, expected, f"{requests[1].path} is there without it")
        return Finding(Outcome.UNKNOWN, expected, "not observed", message=f"the folder {requests[1].path} is not seen")


class DirContents(Check):
    """A folder holds the named entries; with `exact`, nothing else.

    Passed: every name stands directly inside (or below, for a name with `/`).
    Failed: a name is missing or of the other kind; with `exact`, another entry is there.
    Unknown: only a spelling variant of a name is there; with `exact`, only hidden or tool-made entries are
    there besides.
    """

    name = "dir_contents"
    families = (Family.DIR_CONTENTS,)
    demanded = typed(path=TEXT, names=TEXTS)
    admitted = typed(exact=BOOL, kind=choice("file", "dir"))

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.TREE, text_of(params["path"])),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        names = texts_of(params["names"])
        path, kind, exact = text_of(params["path"]), text_of(params.get("kind")), params.get("exact") is True
        expected = f"{'exactly ' if exact else ''}{listed(names)} in {path}"
        view = view_or_finding(seen, self.needs(params)[0], TreeView, expected)
        if isinstance(view, Finding):
            return view
        tally = Tally(expected)
        if "." in view.entries:
            return Finding(Outcome.FAILED, expected, f"{path} is a file")
        entries = {composed(name): entry for name, entry in view.entries.items()}
        for name in names:
            self._look_for(name, kind, entries, tally)
        if exact:
            self._others(names, kind, entries, tally)
        return tally.finding(f"{len(names)} of {len(names)} there", nothing="no name to look for")

    def _look_for(self, name: str, kind: str, entries: dict[str, Entry], tally: Tally) -> None:
        wanted = _bare(name)
        kind = "dir" if name.endswith("/") else kind
        entry = entries.get(wanted)
        if entry is not None and kind and entry.type != kind:
            tally.violate("", f"`{clip(name)}` is {_NAMES.get(entry.type, 'neither file nor folder')}")
        elif entry is not None:
            tally.satisfy()
        elif any(match_text(wanted, other) is Match.VARIANT for other in entries):
            tally.doubt("", f"only a spelling variant of `{clip(name)}` is there")
        else:
            tally.violate("", f"no `{clip(name)}`")

    def _others(self, names: Sequence[str], kind: str, entries: dict[str, Entry], tally: Tally) -> None:
        tops = {_bare(name).partition("/")[0] for name in names}
        for name, entry in entries.items():
            if "/" in name or name in tops or (kind and entry.type != kind):
                continue
            variant = any(match_text(other, name) is Match.VARIANT for other in tops)
            if variant or is_noise(name) or name.startswith("."):
                tally.doubt(name, "one more entry, which may not count")
            else:
                tally.violate(name, "one more entry")


def _bare(name: str) -> str:
    return composed(name.removeprefix("./").removesuffix("/"))
