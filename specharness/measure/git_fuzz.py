"""Fuzzing of repositories: broken ones, full of traps, in which nothing may be executed, written, or followed out.

Guarantees that nothing outside the folder made for it is written.
"""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from specharness.evidence.observers import git
from specharness.evidence.views import GitView, Request, ViewKind
from specharness.measure.folder_fuzz import SECRET, SPARSE
from specharness.measure.fuzzing import Answer, Lay, Subject, Wrong, broken
from specharness.measure.observer_fuzz import answer_of

_RAN = "ran"
"""A file beside the workspace: what a repository has executed would make it."""


@cache
def _repository() -> dict[str, bytes]:
    """A sound repository, file by file: commits, a branch, a tag, loose and packed objects, changes of each kind."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        run = partial(
            subprocess.run, cwd=folder, check=True, capture_output=True,
            env={"PATH": os.environ.get("PATH", os.defpath), "HOME": name, "GIT_CONFIG_NOSYSTEM": "1"}
            | {f"GIT_{who}_{what}": "a@b.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
            | {f"GIT_{who}_DATE": "2024-01-01T00:00:00Z" for who in ("AUTHOR", "COMMITTER")},
        )  # fmt: skip
        run(["git", "init", "-q", "-b", "main"])
        (folder / "a.txt").write_text("one\n" * 30)
        (folder / "sub").mkdir()
        (folder / "sub" / "b.txt").write_text("x\n")
        run(["git", "add", "."])
        run(["git", "commit", "-q", "-m", "First"])
        run(["git", "gc", "-q"])
        (folder / "a.txt").write_text("two\n")
        run(["git", "commit", "-q", "-a", "-m", "Second"])
        run(["git", "branch", "other"])
        run(["git", "tag", "-a", "v1", "-m", "tagged"])
        (folder / "sub" / "b.txt").write_text("y\n")
        (folder / "new.txt").write_text("n\n")
        found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        return {name: data for name, data in sorted(found.items()) if "/hooks/" not in name}


_HOOKS = ("post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout", "pre-auto-gc")
_COMMANDS = (
    "[core]\n\tfsmonitor = {}", "[core]\n\thooksPath = {}", "[core]\n\tpager = {}", "[core]\n\teditor = {}",
    "[core]\n\tsshCommand = {}", "[core]\n\tgitProxy = {}", "[core]\n\taskPass = {}", "[core]\n\tworktree = /",
    "[core]\n\tattributesFile = {}", "[core]\n\trepositoryformatversion = 99", "[core]\n\tbare = true",
    '[filter "x"]\n\tclean = {}\n\tsmudge = {}\n\tprocess = {}\n\trequired = true',
    '[diff "x"]\n\ttextconv = {}\n\tcommand = {}', "[diff]\n\texternal = {}", '[merge "x"]\n\tdriver = {}',
    "[alias]\n\tstatus = !{}\n\tlog = !{}\n\tls-tree = !{}", "[include]\n\tpath = {}", "[gpg]\n\tprogram = {}",
    "[log]\n\tshowSignature = true", "[uploadpack]\n\tpackObjectsHook = {}", "[credential]\n\thelper = !{}",
    '[remote "o"]\n\turl = ext::{}\n\tpromisor = true\n\tpartialclonefilter = blob:none',
    "[extensions]\n\tpartialClone = o", '[url "ext::{}"]\n\tinsteadOf = o', "[status]\n\tsubmoduleSummary = true",
    "[extensions]\n\tobjectFormat = sha256", "[core\n\tbroken", "[core]\n\tabbrev = 99999999999999999999",
)  # fmt: skip


def _lay_repository(folder: Path, seed: int | None) -> Path:
    """A repository that leaves the file `ran` behind if anything of it is executed; broken unless `seed` is None."""
    chance = random.Random(seed)
    (folder / "outside").write_bytes(SECRET)
    work = folder / "work"
    files = dict(_repository())
    if seed is not None:
        for name in chance.sample(sorted(files), chance.choice((1, 1, 2, 4))):
            files[name] = _broken_part(name, files[name], chance)
    for name, data in files.items():
        path = work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (work / ".git" / "refs" / "heads").mkdir(parents=True, exist_ok=True)
    script = folder / "script"
    script.write_text(f"#!/bin/sh\ntouch '{folder / _RAN}'\ncat\n")
    script.chmod(0o755)
    settings = chance.sample(_COMMANDS, 6) if seed is not None else _COMMANDS[:1]
    with (work / ".git" / "config").open("a", encoding="utf-8") as config:
        config.write("".join(f"\n{one.replace('{}', str(script))}\n" for one in settings))
    (work / ".gitattributes").write_text("* filter=x diff=x merge=x\n")
    (work / ".git" / "info").mkdir(exist_ok=True)
    (work / ".git" / "info" / "attributes").write_text("* filter=x diff=x\n")
    (work / ".git" / "hooks").mkdir(exist_ok=True)
    for hook in _HOOKS:
        shutil.copy(script, work / ".git" / "hooks" / hook)
    if seed is not None and chance.random() < 0.4:
        _replaced(work, chance)
    return work


def _broken_part(name: str, data: bytes, chance: random.Random) -> bytes:
    if "/objects/" in name and "/pack/" not in name and "/info/" not in name and chance.random() < 0.7:
        return zlib.compress(broken(zlib.decompress(data), chance))
    if name.endswith(("/index", ".pack", ".idx")) and chance.random() < 0.7:  # so that its checksum holds
        inner = broken(data[:-20], chance)
        return inner + hashlib.sha1(inner, usedforsecurity=False).digest()
    return broken(data, chance)


_PLACES = (
    "HEAD", "index", "packed-refs", "refs/heads/main", "refs/heads", "refs", "objects", "objects/info/alternates",
    "shallow", "commondir", "info/grafts", "refs/replace", "objects/pack", "worktrees", "modules",
)  # fmt: skip


def _replaced(work: Path, chance: random.Random) -> None:
    """Something else in place of a file or folder of the repository."""
    path = work / ".git" / chance.choice(_PLACES)
    if chance.random() < 0.1:
        path = work / ".git"
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    match chance.randrange(6):
        case 0:
            path.symlink_to(chance.choice(["../../outside", "/dev/zero", "/etc", path.name, "index", "../.."]))
        case 1:
            os.mkfifo(path)
        case 2:
            path.mkdir()
        case 3:
            path.write_bytes(
                chance.choice([b"", b"gitdir: ../outside\n", b"/etc\n", b"ref: refs/heads/../../../outside\n"])
            )
        case 4:
            path.write_bytes(b"\0" * 10)
            os.truncate(path, SPARSE)
        case _:
            pass


def _ask_git(path: Path) -> Answer:
    before = _listed(path)
    answer = answer_of(path, Request(ViewKind.GIT, "."))
    if (path.parent / _RAN).exists():
        raise Wrong("something of the repository was executed")
    if _listed(path) != before:
        raise Wrong("the repository was written to")
    if SECRET.decode() in repr(answer.said):
        raise Wrong("what stands outside was read")
    view = getattr(answer.said, "view", None)
    if isinstance(view, GitView) and view.head and not git.ID.fullmatch(view.head):
        raise Wrong(f"the head {view.head!r}")
    return answer


def _listed(path: Path) -> list[tuple[str, int, int]]:
    """Every entry with its inode and time of change."""
    found: list[tuple[str, int, int]] = []
    for above, folders, files in os.walk(path):
        for name in (*folders, *files):
            status = os.lstat(os.path.join(above, name))
            found.append((f"{above}/{name}", status.st_ino, status.st_mtime_ns))
    return sorted(found)


def _git_inputs(chance: random.Random) -> Iterator[Lay]:
    yield partial(_lay_repository, seed=None)
    while True:
        yield partial(_lay_repository, seed=chance.randrange(2**32))


SUBJECTS = {"git": Subject(_git_inputs, {"git": _ask_git})}
"""What is fuzzed here, by name."""
