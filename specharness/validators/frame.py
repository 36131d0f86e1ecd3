"""Validators of what must stay as it was: one path, or everything but what is allowed. They compare two listings with
digests; without the former state they decide nothing. A change that was undone in between is not seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum

from specharness.evidence.globs import covers
from specharness.evidence.views import Entry, Request, Side, TreeView, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.compare import composed
from specharness.validators.params import GLOBS, TEXT, ParamType, text_of, texts_of, typed
from specharness.validators.paths import is_noise
from specharness.validators.tally import Tally
from specharness.validators.wording import listed, plural

Entries = dict[str, Entry]

_KINDS = frozenset({"added", "edited", "removed"})
KINDS = ParamType(
    "`added`, `edited`, `removed`, or a list of them",
    lambda value: "" if texts_of(value) and _KINDS.issuperset(texts_of(value)) else f"must be among {sorted(_KINDS)}",
)


def changes(before: Entries, after: Entries) -> Iterator[tuple[str, str]]:
    """What was `removed`, `added`, `edited`, or changed in `mode` only, in the order of names."""
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        if new is None:
            yield name, "removed"
        elif old is None:
            yield name, "added"
        elif (old.type, old.sha256, old.size) != (new.type, new.sha256, new.size):
            yield name, "edited"
        elif old.mode != new.mode:
            yield name, "mode"


class Unchanged(Check):
    """A file, or a folder with all below it, is what it was before.

    Passed: the same entries with the same bytes as before.
    Failed: something was edited, removed or added.
    Unknown: there is no former state to compare with; only permissions differ, or only files that tools leave behind
    came, went or changed.
    """

    name = "unchanged"
    families = (Family.UNCHANGED,)
    demanded = typed(path=TEXT)

    def needs(self, params: Params) -> Sequence[Request]:
        path = text_of(params["path"])
        return (Request(ViewKind.TREE, path, Side.BEFORE), Request(ViewKind.TREE, path))

    def decide(self, params: Params, seen: Seen) -> Finding:
        path = text_of(params["path"])
        tally = Tally(f"{path} as it was before")
        first, second = self.needs(params)
        before = view_or_finding(seen, first, TreeView, tally.expected, forbids=True)
        if isinstance(before, Finding):
            return before
        after = view_or_finding(seen, second, TreeView, tally.expected)
        if isinstance(after, Finding):
            return after
        if ("." in before.entries) != ("." in after.entries):
            return Finding(Outcome.FAILED, tally.expected, "a file and a folder took each other's place")
        for name, change in changes(before.entries, after.entries):
            where = "" if name == "." else name
            if change == "mode":
                tally.doubt(where, "only the permissions differ")
            elif is_noise(name):
                tally.doubt(where, f"{change}, as tools do by themselves")
            else:
                tally.violate(where, change)
        tally.satisfy()
        number = "the same bytes" if "." in after.entries else f"the same {plural(len(after.entries), 'entry')}"
        return tally.finding(number.replace("entrys", "entries"), nothing="nothing is there")


class OnlyChanges(Check):
    """Every added, removed or edited file of the workspace matches one of the `allowed` globs (`*` inside one name,
    `**` over folders; a folder allows all below it). `root` says what the workspace folder is called in the agent's
    world, for absolute globs. `kinds` bounds some kinds of change only: `added`, `edited`,
    `removed`; all, unless given.

    Passed: all changes are allowed; also when there is none.
    Failed: a change is surely not allowed.
    Unknown: there is no former state; a change may be allowed, by how the workspace is mapped; only permissions differ,
    or only files that tools leave behind came, went or changed besides.
    """

    name = "only_changes"
    families = (Family.ONLY_CHANGES,)
    demanded = typed(allowed=GLOBS)
    admitted = typed(root=TEXT, kinds=KINDS)

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.TREE, ".", Side.BEFORE), Request(ViewKind.TREE, "."))

    def decide(self, params: Params, seen: Seen) -> Finding:
        allowed = texts_of(params["allowed"])
        noun = f"{' or '.join(texts_of(params.get('kinds')))} entry" if "kinds" in params else "changes"
        tally = Tally(f"no {noun} but {listed(allowed)}" if allowed else f"no {noun}")
        first, second = self.needs(params)
        views: list[TreeView] = []
        for request in (first, second):
            view = view_or_finding(seen, request, TreeView, tally.expected, forbids=True)
            if isinstance(view, Finding):
                return view
            views.append(view)
        before, after = views[0].entries, views[1].entries
        frame = _Frame(allowed, text_of(params.get("root")), {name.partition("/")[0] for name in (*before, *after)})
        bounded = set(texts_of(params.get("kinds"))) or {*_KINDS, "mode"}
        made = 0
        for name, change in changes(before, after):
            if change not in bounded:
                continue
            made += 1
            reach = frame.reach(name)
            if reach is _Reach.ALLOWED:
                continue
            if reach is _Reach.PERHAPS:
                tally.doubt(name, f"{change}, allowed or not by how the workspace is mapped")
            elif change == "mode":
                tally.doubt(name, "only the permissions differ")
            elif is_noise(name):
                tally.doubt(name, f"{change}, as tools do by themselves")
            elif change == "edited" or not self._only_holds(name, before, after):
                tally.violate(name, change)
        tally.satisfy()
        return tally.finding(f"{plural(made, 'change')}, all allowed" if made else "no change", nothing="")

    def _only_holds(self, name: str, before: Entries, after: Entries) -> bool:
        """Whether a folder came or went with what is below it, which is judged by itself."""
        return any(other.startswith(name + "/") for other in (*before, *after))


class _Reach(IntEnum):
    NO = 0
    PERHAPS = 1
    ALLOWED = 2


class _Frame:
    """The allowed globs, against paths relative to the workspace."""

    def __init__(self, allowed: Sequence[str], root: str, tops: set[str]) -> None:
        self._globs = [(_parts(glob), glob.startswith(("/", "~"))) for glob in allowed]
        self._root = _parts(root)
        self._tops = {composed(top) for top in tops}

    def reach(self, name: str) -> _Reach:
        path = tuple(composed(name).split("/"))
        return max((self._one(glob, absolute, path) for glob, absolute in self._globs), default=_Reach.NO)

    def _one(self, glob: tuple[str, ...], absolute: bool, path: tuple[str, ...]) -> _Reach:
        if not absolute:
            if covers(glob, path):
                return _Reach.ALLOWED
            deeper = any(covers(glob, path[start:]) for start in range(1, len(path)))
            return _Reach.PERHAPS if deeper else _Reach.NO
        if covers(glob, self._root + path):
            return _Reach.ALLOWED
        if self._root and glob[0] != "~":
            return _Reach.PERHAPS if covers(glob, path) else _Reach.NO
        inside = glob[0] in self._tops
        """The glob may begin inside the workspace, which then is the root of the agent's world."""
        if len(glob) == 1:  # `/app` may be the workspace, `/notes.md` is a file beside it
            return _Reach.NO if inside or "." in glob[0] else _Reach.PERHAPS
        if covers(glob[1:], path) and not inside and not self._root:
            return _Reach.ALLOWED
        further = any(covers(glob[start:], path) for start in range(1, len(glob)))
        return _Reach.PERHAPS if further else _Reach.NO


def _parts(path: str) -> tuple[str, ...]:
    return tuple(composed(part) for part in path.split("/") if part not in {"", "."})
