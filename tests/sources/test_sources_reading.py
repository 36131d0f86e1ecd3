"""Reading one text: what becomes a source, and what each kind of bad input says."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from specharness.errors import (
    InputError,
    LimitExceededError,
    NotFoundError,
    SpecHarnessError,
    TextDecodingError,
    UsageError,
)
from specharness.ir import SourceKind
from specharness.sources import MAX_SOURCE_BYTES, SourceRequest, discover, kind_of, load
from specharness.sources import read as read_module


def test_text_is_kept_as_it_is(tmp_path: Path) -> None:
    data = "\ufeff# A\r\nb\rc\n".encode()
    path = tmp_path / "prompt.md"
    path.write_bytes(data)
    specification = load(SourceRequest(path))
    (source,) = specification.sources
    assert source.text == "\ufeff# A\r\nb\rc\n"
    assert source.sha256 == hashlib.sha256(data).hexdigest()
    assert (source.id, source.kind) == ("prompt.md", SourceKind.PROMPT)
    assert (specification.workdir, specification.path_map, specification.held_out) == (None, (), ())


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("SKILL.md", SourceKind.SKILL),
        ("AGENTS.md", SourceKind.GUIDELINE),
        ("CLAUDE.md", SourceKind.GUIDELINE),
        ("GEMINI.md", SourceKind.GUIDELINE),
        (".cursorrules", SourceKind.GUIDELINE),
        (".github/copilot-instructions.md", SourceKind.GUIDELINE),
        (".cursor/rules/style.mdc", SourceKind.GUIDELINE),
        ("README.md", SourceKind.PROMPT),
        ("instruction.md", SourceKind.PROMPT),
        ("task.txt", SourceKind.PROMPT),
    ],
)
def test_kind_follows_the_name(name: str, kind: SourceKind) -> None:
    assert kind_of(Path(name)) is kind


def test_kind_can_be_said(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("Be brief.")
    assert load(SourceRequest(path, kind=SourceKind.GUIDELINE)).sources[0].kind is SourceKind.GUIDELINE


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (b"", InputError, "an empty text"),
        (b" \r\n\t", InputError, "a blank text"),
        (b"\xef\xbb\xbf\n", InputError, "a blank text"),
        (b"ab\x00cd", TextDecodingError, "NUL at byte offset 2"),
        ("é".encode() + b"ab\xffcd", TextDecodingError, "invalid UTF-8 at byte offset 4 \\(0xff"),
        (b"ok \xe4\xbd", TextDecodingError, "invalid UTF-8 at byte offset 3"),
        ("hi".encode("utf-16"), TextDecodingError, "UTF-16"),
        ("hi".encode("utf-32"), TextDecodingError, "UTF-32"),
        (b"%PDF-1.7\n", TextDecodingError, "a PDF file"),
        (b"PK\x03\x04rest", TextDecodingError, "ZIP archive"),
        (b"\x89PNG\r\n\x1a\n", TextDecodingError, "PNG"),
    ],
)
def test_bad_bytes_say_what_they_are(tmp_path: Path, data: bytes, error: type[Exception], message: str) -> None:
    path = tmp_path / "prompt.md"
    path.write_bytes(data)
    with pytest.raises(error, match=message) as caught:
        load(SourceRequest(path))
    assert "prompt.md" in str(caught.value)


def test_ten_megabytes_are_read_and_fifty_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.md"
    path.write_text("Save the file.\n" * (10_000_000 // 15))
    assert len(load(SourceRequest(path)).sources[0].text) > 9_999_000
    with path.open("r+b") as file:
        file.truncate(50_000_000)
    with pytest.raises(LimitExceededError, match=f"50000000 bytes or more, MAX_SOURCE_BYTES is {MAX_SOURCE_BYTES}"):
        load(SourceRequest(path))


def test_missing_and_broken_paths(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no such file or folder"):
        load(SourceRequest(tmp_path / "none.md"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotFoundError, match="no specification in this folder"):
        load(SourceRequest(tmp_path / "empty"))
    loop = tmp_path / "loop.md"
    loop.symlink_to(loop)
    with pytest.raises(NotFoundError, match="a loop of symbolic links"):
        load(SourceRequest(loop))
    with pytest.raises(SpecHarnessError):
        load(SourceRequest("a\0b"))


def test_special_files_are_not_opened_for_long(tmp_path: Path) -> None:
    fifo = tmp_path / "pipe.md"
    os.mkfifo(fifo)
    with pytest.raises(InputError, match="a pipe or a device"):
        load(SourceRequest(fifo))
    with pytest.raises(InputError, match="a pipe or a device"):
        load(SourceRequest("/dev/zero"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_unreadable_file_and_folder(tmp_path: Path) -> None:
    path = tmp_path / "prompt.md"
    path.write_text("x")
    path.chmod(0)
    with pytest.raises(NotFoundError, match="permission denied"):
        load(SourceRequest(path))
    folder = tmp_path / "repo"
    folder.mkdir(mode=0)
    with pytest.raises(NotFoundError):
        load(SourceRequest(folder))


def test_an_unreadable_file_is_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "prompt.md"
    path.write_text("x")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(read_module.os, "open", refuse)
    with pytest.raises(NotFoundError, match=r"prompt\.md: can't be read: permission denied"):
        load(SourceRequest(path))


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    (source,) = load(SourceRequest("-", text="Save it.")).sources
    assert (source.id, source.kind, source.text) == ("-", SourceKind.PROMPT, "Save it.")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"From the pipe.\r\n")))
    assert load(SourceRequest("-")).sources[0].text == "From the pipe.\r\n"
    with pytest.raises(TextDecodingError):
        load(SourceRequest("-", text="a\ud800"))


def test_further_sources_get_ids_of_their_own(tmp_path: Path) -> None:
    for place in ("a", "b", "c"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "AGENTS.md").write_text(f"Rule {place}.")
    (tmp_path / "skills" / "x").mkdir(parents=True)
    (tmp_path / "skills" / "x" / "SKILL.md").write_text("Tip.")
    (tmp_path / "prompt.md").write_text("Save it.")
    (tmp_path / "data.txt").write_text("Some data.")
    specification = load(
        SourceRequest(
            tmp_path / "prompt.md",
            guidelines=(tmp_path / "a" / "AGENTS.md", tmp_path / "b" / "AGENTS.md", tmp_path / "b" / "AGENTS.md"),
            skills=(tmp_path / "skills",),
            workspaces=(tmp_path / "data.txt", tmp_path / "c"),
        )
    )
    ids = [(source.id, source.kind.value) for source in specification.sources]
    assert ids == [
        ("prompt.md", "prompt"),
        ("AGENTS.md", "guideline"),
        ("b/AGENTS.md", "guideline"),
        ("AGENTS.md#2", "guideline"),
        ("SKILL.md", "skill"),
        ("data.txt", "workspace"),
    ]
    assert specification.visible.resolve("data.txt") == tmp_path / "data.txt"
    assert specification.visible.resolve("AGENTS.md") == tmp_path / "c" / "AGENTS.md"


def test_options_that_do_not_fit(tmp_path: Path) -> None:
    (tmp_path / "prompt.md").write_text("Save it.")
    (tmp_path / "AGENTS.md").write_text("Rule.")
    for request in (
        SourceRequest(tmp_path / "prompt.md", task=1),
        SourceRequest(tmp_path, task=1),
        SourceRequest(tmp_path, kind=SourceKind.SKILL),
        SourceRequest("-", text="x", task=0),
    ):
        with pytest.raises(UsageError):
            load(request)
    with pytest.raises(InputError, match="expected a file"):
        load(SourceRequest(tmp_path / "prompt.md", prompts=(tmp_path,)))
    with pytest.raises(NotFoundError, match="to map"):
        load(SourceRequest(tmp_path / "prompt.md", maps=(("/root", tmp_path / "none"),)))


def test_discover_finds_texts_once_and_never_what_is_held_out(tmp_path: Path) -> None:
    for name in (
        "b.md",
        "a/notes.txt",
        "a/.cursorrules",
        "a/data.json",
        "node_modules/x.md",
        "repo/AGENTS.md",
        "repo/tests/AGENTS.md",
        "repo/Solution/one.md",
        "task/instruction.md",
        "task/tests/secret.md",
        "task/solution/secret.md",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    (tmp_path / "a" / "again").symlink_to(tmp_path)
    (tmp_path / "a" / "peek.md").symlink_to(tmp_path / "task" / "tests" / "secret.md")
    (tmp_path / "a" / "glance.md").symlink_to(tmp_path / "repo" / "tests" / "AGENTS.md")
    found = discover(tmp_path)
    names = [path.relative_to(tmp_path).as_posix() for path in found.files]
    assert names == ["a/.cursorrules", "a/notes.txt", "b.md", "repo/AGENTS.md", "task/instruction.md"]
    assert found.held_out == (
        "a/glance.md",
        "a/peek.md",
        "repo/Solution/",
        "repo/tests/",
        "task/solution/",
        "task/tests/",
    )
    assert found.outside == ()
    with pytest.raises(NotFoundError):
        discover(tmp_path / "none")


def test_discover_never_leaves_the_folder(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    (corpus / "in").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    for path in (tmp_path / "outside" / "secret.md", corpus / "in" / "a.md"):
        path.write_text("x")
    (corpus / "file.md").symlink_to(tmp_path / "outside" / "secret.md")
    (corpus / "folder").symlink_to(tmp_path / "outside")
    (corpus / "through.md").symlink_to("folder/secret.md")
    (corpus / "again.md").symlink_to("in/a.md")
    (corpus / "nowhere.md").symlink_to("none.md")
    found = discover(corpus)
    assert [path.relative_to(corpus).as_posix() for path in found.files] == ["again.md", "in/a.md"]
    assert [path.name for path in found.outside] == ["file.md", "through.md"]


def test_loading_needs_no_markdown_parser() -> None:
    code = "import sys, specharness.sources; sys.exit('markdown_it' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
