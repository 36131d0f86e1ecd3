"""A repository's state, read by git itself under a configuration of ours.

What a repository holds can run programs: hooks, filters, file system monitors, helpers for missing objects. All of it
is named in its configuration, which is never read here: git gets a folder of our own, with our configuration and copies
of the repository's few small files (HEAD, references, index), and only the object store is the repository's. See
docs/adr for what else was considered.
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from specharness.evidence import beneath
from specharness.evidence.beneath import Found
from specharness.evidence.faults import FileRefused, LimitReached, MalformedArtifact, Refusal
from specharness.evidence.limits import MIB, Limits
from specharness.evidence.observers import program
from specharness.evidence.observers.text import clean
from specharness.evidence.root import Located
from specharness.evidence.snapshot import spelt
from specharness.evidence.views import CommitView, Failure, GitFile, GitView

_SMALL = 16 * MIB
"""Bytes of HEAD, of packed references, of one reference or the list of shallow commits."""
ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_NUMBER = re.compile(r"\b(?:0x[0-9a-f]+|\d+)\b")
"""In git's complaints about broken objects and indexes they come out of uninitialised memory, each time others."""
_REFERENCE = re.compile(r"refs/(?:heads|tags|remotes)/[^\x00-\x20\x7f~^:?*\[\\]+")
_CONFIGURATION = """[core]
\trepositoryformatversion = {version}
\tbare = false
\tfsmonitor = false
\tuntrackedCache = false
\tsymlinks = true
\thooksPath = /dev/null
\tattributesFile = /dev/null
\texcludesFile = /dev/null
[gc]
\tauto = 0
[protocol]
\tallow = never
{extensions}"""


@dataclass(frozen=True)
class Seen:
    """A repository, and what was not looked at."""

    view: GitView
    unseen: tuple[str, ...]


def view(found: Found, limits: Limits) -> Seen | Refusal:
    """The repository whose work tree is a folder. Raises the signals of `faults`, FileRefused."""
    if found.type != "dir":
        return Refusal(Failure.MALFORMED, f"expected a folder under git, {found.place.shown} is none")
    repository = _Repository(found.place, limits)
    with tempfile.TemporaryDirectory(prefix="specharness-") as folder:
        return repository.read(Path(folder))


class _Repository:
    def __init__(self, place: Located, limits: Limits) -> None:
        self._place = place
        self._limits = limits
        self._git = place.below((".git",))
        self._unseen: list[str] = ["what the repository's own configuration, hooks and attributes say; never read"]

    def read(self, folder: Path) -> Seen | Refusal:
        with beneath.folder(self._place) as work, _inner(work, ".git", self._place.shown) as git:
            head = self._small(git, "HEAD")
            if head is None:
                raise MalformedArtifact(f"{self._git.shown} is no repository: it has no HEAD")
            if self._small(git, "commondir") is not None or self._exists(git, "reftable"):
                raise LimitReached("a linked work tree or a table of references, which nothing here reads; undecided")
            references = self._references(git)
            with _inner(git, "objects", self._git.shown) as objects:
                self._check_objects(objects)
                return self._ask(folder, work, git, objects, head.decode("utf-8", "replace").strip(), references)

    def _ask(self, folder: Path, work: int, git: int, objects: int, head: str, references: dict[str, str]) -> Seen:
        branch = head.removeprefix("ref: refs/heads/") if head.startswith("ref: refs/heads/") else ""
        if not branch and not ID.fullmatch(head):
            raise LimitReached("its HEAD is neither a branch nor a commit; undecided")
        commit = references.get(f"refs/heads/{branch}", "") if branch else head
        if branch and not _REFERENCE.fullmatch(f"refs/heads/{branch}"):
            raise MalformedArtifact("its HEAD names no branch that git knows")
        self._prepare(folder, git, head, branch, commit, references)
        environment = {
            "GIT_DIR": str(folder),
            "GIT_WORK_TREE": f"/proc/self/fd/{work}",
            "GIT_OBJECT_DIRECTORY": f"/proc/self/fd/{objects}",
            "GIT_INDEX_FILE": str(folder / "index"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_LITERAL_PATHSPECS": "1",
            "GIT_CEILING_DIRECTORIES": str(folder.parent),
            "HOME": str(folder),
        }
        runner = _Git(environment, folder, (work, objects), self._limits)
        files = _tree(runner, commit, self._limits) if commit else {}
        commits = _log(runner, commit, self._limits) if commit else ()
        staged, unstaged, untracked = _status(runner, self._limits)
        found = GitView(
            head=commit,
            branch=clean(branch),
            branches=_named(references, "refs/heads/"),
            tags=_named(references, "refs/tags/"),
            commits=commits,
            files=files,
            staged=staged,
            unstaged=unstaged,
            untracked=untracked,
        )
        return Seen(found, tuple(self._unseen))

    def _prepare(self, folder: Path, git: int, head: str, branch: str, commit: str, references: dict[str, str]) -> None:
        """Our own git folder: our configuration, their head, references and index."""
        wide = len(commit or next(iter(references.values()), "")) == 64
        extensions = "[extensions]\n\tobjectFormat = sha256\n" if wide else ""
        text = _CONFIGURATION.format(version=1 if wide else 0, extensions=extensions)
        (folder / "config").write_text(text, encoding="utf-8")
        (folder / "refs" / "heads").mkdir(parents=True)
        (folder / "HEAD").write_text((f"ref: refs/heads/{branch}" if branch else head) + "\n", encoding="utf-8")
        packed = "".join(f"{identifier} {name}\n" for name, identifier in sorted(references.items()))
        (folder / "packed-refs").write_text(packed, encoding="utf-8")
        shallow = self._small(git, "shallow")
        if shallow is not None:
            lines = shallow.decode("ascii", "replace").split()
            (folder / "shallow").write_text("".join(f"{line}\n" for line in lines if ID.fullmatch(line)))
            self._unseen.append("commits before those that the repository was cut off at")
        index = self._small(git, "index", self._limits.file_bytes)
        if index is not None:
            (folder / "index").write_bytes(index)

    def _references(self, git: int) -> dict[str, str]:
        found: dict[str, str] = {}
        packed = self._small(git, "packed-refs") or b""
        for line in packed.decode("utf-8", "replace").splitlines():
            identifier, _, name = line.partition(" ")
            if ID.fullmatch(identifier) and _REFERENCE.fullmatch(name):
                found[name] = identifier
        with _inner(git, "refs", self._git.shown) as top:
            for name, content in self._loose(top, "refs", 0):
                identifier = content.decode("ascii", "replace").strip()
                if ID.fullmatch(identifier) and _REFERENCE.fullmatch(name):
                    found[name] = identifier
                if len(found) > self._limits.references:
                    raise self._too_many()
        return found

    def _loose(self, folder: int, prefix: str, depth: int) -> Iterator[tuple[str, bytes]]:
        if depth > self._limits.nesting:
            raise LimitReached(f"references nested deeper than the {self._limits.nesting} of `nesting`", "nesting")
        names = sorted(os.listdir(folder))
        if len(names) > self._limits.references:
            raise self._too_many()
        for name in names:
            status = os.stat(name, dir_fd=folder, follow_symlinks=False)
            if stat.S_ISDIR(status.st_mode):
                with _inner(folder, name, prefix) as inner:
                    yield from self._loose(inner, f"{prefix}/{name}", depth + 1)
            else:
                content = self._small(folder, name)
                if content is not None:
                    yield f"{prefix}/{name}", content

    def _too_many(self) -> LimitReached:
        most = self._limits.references
        return LimitReached(f"more than {most} branches and tags, which `references` allows", "references")

    def _check_objects(self, folder: int) -> None:
        """Git follows what stands in an object store: links and lists of other stores would lead it outside, a pipe
        would hold it up."""
        pending = [(folder, 0)]
        count = 0
        with _Closing() as opened:
            while pending:
                descriptor, depth = pending.pop()
                for name in os.listdir(descriptor):  # noqa: PTH208 - of the descriptor, not of a path
                    count += 1
                    if count > self._limits.tree_entries:
                        detail = f"more than {self._limits.tree_entries} object files: `tree_entries`"
                        raise LimitReached(detail, "tree_entries")
                    status = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
                    if name in ("alternates", "http-alternates") and status.st_size:
                        raise FileRefused(Refusal(Failure.ESCAPE, f"{self._git.shown} borrows objects from elsewhere"))
                    if stat.S_ISDIR(status.st_mode) and depth < 2:
                        inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor)
                        opened.append(inner)
                        pending.append((inner, depth + 1))
                    elif not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
                        raise LimitReached(
                            f"{self._git.shown} holds a link, pipe or device among its objects; undecided"
                        )

    def _exists(self, folder: int, name: str) -> bool:
        try:
            os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return True

    def _small(self, folder: int, name: str, most: int = _SMALL) -> bytes | None:
        """A regular file's bytes; None where nothing stands there. Raises LimitReached for anything else."""
        try:
            descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise LimitReached(f"{name} of the repository can't be read: {error.strerror}; undecided") from error
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise LimitReached(f"{name} of the repository is no regular file; undecided")
            if status.st_size > most:
                raise LimitReached(
                    f"{name} of the repository has {status.st_size} bytes; `file_bytes` allows {most}", "file_bytes"
                )
            return os.read(descriptor, most)
        finally:
            os.close(descriptor)


class _Closing(list[int]):
    def __enter__(self) -> _Closing:
        return self

    def __exit__(self, *_: object) -> None:
        for descriptor in self:
            os.close(descriptor)


class _inner:  # noqa: N801 - used as a function
    """A folder in an open folder, without following a link."""

    def __init__(self, folder: int, name: str, where: str) -> None:
        try:
            self._descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
        except FileNotFoundError as error:
            raise FileRefused(Refusal(Failure.ABSENT, f"no {name} stands in {where}")) from error
        except OSError as error:
            detail = f"{name} in {where} is no folder of its own ({error.strerror}); undecided"
            raise LimitReached(detail) from error

    def __enter__(self) -> int:
        return self._descriptor

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)


@dataclass(frozen=True)
class _Git:
    environment: dict[str, str]
    folder: Path
    """Git's own folder, which stands in its complaints."""
    handed: tuple[int, ...]
    limits: Limits

    def lines(self, *arguments: str) -> list[bytes]:
        """NUL-separated records. Raises LimitReached where git fails: it does not tell a broken store from a gap."""
        done = program.run(
            "git",
            arguments,
            self.limits,
            environment=self.environment,
            folder=self.environment["GIT_WORK_TREE"],
            handed=self.handed,
            writes=self.limits.file_bytes,
        )
        if done.code != 0:
            words = clean(" ".join(_NUMBER.sub("…", done.errors.replace(str(self.folder), ".git")).split()))[:200]
            raise LimitReached(f"git {arguments[0]} ended with {done.code} ({words or 'no word'}); undecided")
        return done.output.split(b"\0")[:-1]


def _tree(git: _Git, commit: str, limits: Limits) -> dict[str, GitFile]:
    found: dict[str, GitFile] = {}
    for record in git.lines("ls-tree", "-r", "-z", "--full-tree", commit):
        about, _, path = record.partition(b"\t")
        mode, _, identifier = about.decode("ascii", "replace").split(" ")
        found[spelt(path)] = GitFile(identifier, mode)
        if len(found) > limits.tree_entries:
            raise LimitReached(f"more than {limits.tree_entries} files, which `tree_entries` allows", "tree_entries")
    return found


def _log(git: _Git, commit: str, limits: Limits) -> tuple[CommitView, ...]:
    shown = "--format=%H%x00%P%x00%an%x00%ae%x00%ct%x00%B"
    most = f"--max-count={limits.commits + 1}"
    fields = git.lines("log", "-z", "--no-show-signature", "--encoding=UTF-8", most, shown, commit, "--")
    words = [field.decode("utf-8", "replace") for field in fields]
    commits = tuple(
        CommitView(one[0], tuple(one[1].split()), one[2], one[3], int(one[4] or 0), one[5].rstrip("\n"))
        for one in (words[start : start + 6] for start in range(0, len(words) - 5, 6))
    )
    if len(commits) > limits.commits:
        raise LimitReached(f"more than {limits.commits} commits, which `commits` allows", "commits")
    return commits


def _status(git: _Git, limits: Limits) -> tuple[dict[str, str], dict[str, str], tuple[str, ...]]:
    """Staged, unstaged and untracked; renames are shown as what was deleted and added."""
    staged: dict[str, str] = {}
    unstaged: dict[str, str] = {}
    untracked: list[str] = []
    records = git.lines(
        "status", "--porcelain=v2", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=all"
    )
    for record in records:
        if record.startswith(b"? "):
            untracked.append(spelt(record[2:]))
        elif record.startswith(b"1 "):
            _, letters, _, _, _, _, _, _, path = record.split(b" ", 8)
            first, second = letters[:1].decode("ascii", "replace"), letters[1:2].decode("ascii", "replace")
            if first != ".":
                staged[spelt(path)] = first
            if second != ".":
                unstaged[spelt(path)] = second
        elif record.startswith(b"u "):
            path = record.split(b" ", 10)[10]
            staged[spelt(path)] = unstaged[spelt(path)] = "U"
        if len(staged) + len(unstaged) + len(untracked) > limits.tree_entries:
            raise LimitReached(f"more than {limits.tree_entries} changes: `tree_entries`", "tree_entries")
    return staged, unstaged, tuple(sorted(untracked))


def _named(references: dict[str, str], prefix: str) -> dict[str, str]:
    return {
        clean(name.removeprefix(prefix)): each for name, each in sorted(references.items()) if name.startswith(prefix)
    }
