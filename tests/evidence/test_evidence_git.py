"""Version control: the state is what git says, and nothing of the repository's runs or leads outside."""

from __future__ import annotations

import os
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from specharness.evidence.limits import DEFAULT_LIMITS, Limits
from specharness.evidence.observe import Observatory
from specharness.evidence.observers import program
from specharness.evidence.root import Places
from specharness.evidence.views import Failure, GitView, Observation, Request, ViewKind

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def git(folder: Path, *arguments: str) -> str:
    names = ("-c", "user.name=Ann Example", "-c", "user.email=ann@example.org")
    done = subprocess.run(["git", *names, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "a.txt").write_text("one\n")
    (folder / "sub").mkdir()
    (folder / "sub" / "é b.txt").write_text("x\n")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "First\n\nWith a body.")
    return folder


def look(folder: Path, limits: Limits = DEFAULT_LIMITS) -> Observation:
    request = Request(ViewKind.GIT, ".")
    return Observatory(Places(workspace=folder), limits).observe([request])[request]


def seen(folder: Path) -> GitView:
    answer = look(folder)
    assert isinstance(answer.view, GitView), answer.detail
    return answer.view


@pytest.mark.parametrize("packed", [False, True])
def test_head_branches_commits_and_files(repository: Path, packed: bool) -> None:
    git(repository, "tag", "v1")
    git(repository, "branch", "feature/x")
    if packed:
        git(repository, "gc", "-q")
    head = git(repository, "rev-parse", "HEAD")
    view = seen(repository)
    assert (view.head, view.branch) == (head, "main")
    assert view.branches == {"feature/x": head, "main": head}
    assert view.tags == {"v1": head}
    (commit,) = view.commits
    assert (commit.author, commit.email, commit.message) == ("Ann Example", "ann@example.org", "First\n\nWith a body.")
    assert view.files["a.txt"].id == git(repository, "hash-object", "a.txt")
    assert list(view.files) == ["a.txt", "sub/é b.txt"]
    assert (view.staged, view.unstaged, view.untracked) == ({}, {}, ())


def test_staged_unstaged_and_untracked(repository: Path) -> None:
    (repository / "a.txt").write_text("two\n")
    git(repository, "add", "a.txt")
    (repository / "sub" / "é b.txt").unlink()
    (repository / "new").write_text("n")
    (repository / ".gitignore").write_text("*.log\n")
    (repository / "x.log").write_text("")
    view = seen(repository)
    assert view.staged == {"a.txt": "M"}
    assert view.unstaged == {"sub/é b.txt": "D"}
    assert view.untracked == (".gitignore", "new")


def test_before_the_first_commit_and_detached(tmp_path: Path, repository: Path) -> None:
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    git(fresh, "init", "-q", "-b", "main")
    view = seen(fresh)
    assert (view.head, view.branch, view.commits, view.files) == ("", "main", (), {})
    git(repository, "checkout", "-q", "--detach")
    assert seen(repository).branch == ""


def test_a_repository_of_the_longer_hash(tmp_path: Path) -> None:
    folder = tmp_path / "long"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main", "--object-format=sha256")
    (folder / "a").write_text("a")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "x")
    assert len(seen(folder).head) == 64


def test_nothing_of_the_repository_runs(repository: Path, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    script.chmod(0o755)
    with (repository / ".git" / "config").open("a") as stream:
        stream.write(
            f"[core]\n\tfsmonitor = {script}\n\thooksPath = {tmp_path}\n\tsshCommand = {script}\n\tpager = {script}\n"
            f'[filter "x"]\n\tclean = {script}\n\tsmudge = {script}\n\trequired = true\n'
            f'[diff "x"]\n\ttextconv = {script}\n'
            f"[gpg]\n\tprogram = {script}\n[log]\n\tshowSignature = true\n[alias]\n\tstatus = !{script}\n"
        )
    (repository / ".gitattributes").write_text("* filter=x diff=x\n")
    for hook in ("post-index-change", "post-checkout", "fsmonitor-watchman"):
        (repository / ".git" / "hooks").mkdir(exist_ok=True)
        shutil.copy(script, repository / ".git" / "hooks" / hook)
    os.utime(repository / "a.txt", ns=(0, 0))  # so that git has to read the file, and would filter it
    view = seen(repository)
    assert view.untracked == (".gitattributes",)
    assert not mark.exists()


def test_nothing_is_written(repository: Path) -> None:
    os.utime(repository / "a.txt", ns=(0, 0))

    def state() -> dict[str, tuple[int, int]]:
        found = {str(path): path.lstat() for path in repository.rglob("*")}
        return {name: (status.st_mtime_ns, status.st_size) for name, status in found.items()}

    before = state()
    seen(repository)
    assert state() == before


def test_objects_from_elsewhere_are_refused(repository: Path, tmp_path: Path) -> None:
    (repository / ".git" / "objects" / "info").mkdir(exist_ok=True)
    (repository / ".git" / "objects" / "info" / "alternates").write_text(f"{tmp_path}\n")
    assert look(repository).failure is Failure.ESCAPE


@pytest.mark.parametrize("name", ["HEAD", "index", "objects", "refs", "packed-refs"])
def test_links_and_pipes_in_place_of_its_files_are_refused(repository: Path, tmp_path: Path, name: str) -> None:
    place = repository / ".git" / name
    for make in (lambda: place.symlink_to("/etc/passwd"), lambda: os.mkfifo(place)):
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        else:
            place.unlink(missing_ok=True)
        make()
        answer = look(repository)
        assert answer.view is None
        assert answer.seconds < 5


def test_a_link_in_place_of_the_repository_is_refused(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / ".git").symlink_to(repository / ".git")
    assert look(tmp_path / "other").view is None
    (tmp_path / "third").mkdir()
    (tmp_path / "third" / ".git").write_text(f"gitdir: {repository}/.git\n")
    assert look(tmp_path / "third").view is None


def test_a_folder_without_a_repository(tmp_path: Path) -> None:
    assert look(tmp_path).failure is Failure.ABSENT


def test_a_broken_repository_is_undecided(repository: Path) -> None:
    for path in (repository / ".git" / "objects").rglob("*"):
        if path.is_file():
            path.chmod(0o600)
            path.write_bytes(b"no object")
    assert look(repository).failure is Failure.LIMIT


def test_complaints_are_the_same_words_each_time(repository: Path) -> None:
    """Found by fuzzing: of an object with a broken header git names an amount out of uninitialised memory."""
    tree = git(repository, "rev-parse", "HEAD^{tree}")
    path = repository / ".git" / "objects" / tree[:2] / tree[2:]
    path.chmod(0o600)
    path.write_bytes(zlib.compress(b"tree3>" + zlib.decompress(path.read_bytes())[6:]))
    words = {look(repository).detail for _ in range(4)}
    assert len(words) == 1
    assert "git ls-tree ended with" in words.pop()


@pytest.mark.parametrize("number", ["0xd4bd0000", "140735519694241", "7"])
def test_numbers_in_complaints_are_left_out(repository: Path, monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    """Found by fuzzing, for an index that is cut: what git names is what stands behind it in memory."""
    said = f"fatal: unknown index entry format {number} of 27317989331c75f3a8d59f454661e57b5e65926b"
    monkeypatch.setattr(program, "run", lambda *_, **__: program.Finished(128, b"", said))
    detail = look(repository).detail
    assert "unknown index entry format … of 27317989331c75f3a8d59f454661e57b5e65926b" in detail


@pytest.mark.parametrize("limits", [Limits(tree_entries=1), Limits(commits=0), Limits(program_output=10)])
def test_limits_have_names(repository: Path, limits: Limits) -> None:
    answer = look(repository, limits)
    assert answer.failure is Failure.LIMIT
    assert answer.limit


def test_without_git_the_failure_says_what_is_missing(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "_PATH", str(tmp_path))
    answer = look(repository)
    assert answer.failure is Failure.UNAVAILABLE
    assert "git" in answer.detail
