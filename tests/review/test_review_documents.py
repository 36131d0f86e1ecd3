"""Which texts are reviewed, and where their labels are."""

from __future__ import annotations

from pathlib import Path

import pytest
import review_specimens as specimens

from specharness.errors import HeldOutLeakError, InputError, NotFoundError, UsageError
from specharness.review.documents import find_documents


def names(path: Path, labels: Path | None = None) -> dict[str, str]:
    documents = find_documents(path, labels)
    return {item.name: item.labels.as_posix() for item in documents.items}


def test_a_text_has_its_labels_beside_it(tmp_path: Path) -> None:
    specimens.make(tmp_path)
    path = tmp_path / "a.md"
    assert names(path) == {"a.md": f"{tmp_path}/a.md.jsonl"}
    assert names(path, tmp_path / "gold.jsonl") == {"a.md": f"{tmp_path}/gold.jsonl"}
    assert names(path, tmp_path / "gold") == {"a.md": f"{tmp_path}/gold/a.md.jsonl"}


def test_a_folder_has_them_in_a_folder(tmp_path: Path) -> None:
    docs = specimens.make(tmp_path / "docs")
    assert names(docs) == {
        "a.md": f"{tmp_path}/docs.labels/a.md.jsonl",
        "deep/b.md": f"{tmp_path}/docs.labels/deep/b.md.jsonl",
    }


def test_a_task_folder_is_one_specification(tasks: Path, tmp_path: Path) -> None:
    documents = find_documents(tasks / "invoice-summary-json", tmp_path)
    assert "instruction.md" in [item.name for item in documents.items]
    assert len({item.request for item in documents.items}) == 1


def test_a_repository_is_one_specification_and_other_folders_are_not(tmp_path: Path) -> None:
    repository = specimens.make(
        tmp_path / "r", {"AGENTS.md": "Write `x`.", "README.md": "Read me.", "s/AGENTS.md": "Do."}
    )
    assert list(names(repository)) == ["AGENTS.md", "s/AGENTS.md"]
    (repository / "AGENTS.md").unlink()
    assert list(names(repository)) == ["README.md", "s/AGENTS.md"]


def test_held_out_and_links_that_lead_out_are_told_and_not_read(tmp_path: Path) -> None:
    docs = specimens.make(tmp_path / "docs", {"a.md": "Write `x`.", "tests/t.md": "Secret."})
    specimens.make(tmp_path, {"outside.md": "Write `y`."})
    (docs / "link.md").symlink_to(tmp_path / "outside.md")
    documents = find_documents(docs, None)
    assert [item.name for item in documents.items] == ["a.md"]
    assert documents.held_out == ("tests/",)
    assert documents.refused == ("link.md",)


def test_what_can_not_be_reviewed_is_refused(tmp_path: Path) -> None:
    docs = specimens.make(tmp_path / "docs")
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="standard input"):
        find_documents(Path("-"), None)
    with pytest.raises(NotFoundError):
        find_documents(tmp_path / "missing", None)
    with pytest.raises(NotFoundError, match="no specification"):
        find_documents(tmp_path / "empty", None)
    with pytest.raises(UsageError, match="one label file for several texts"):
        find_documents(docs, tmp_path / "gold.jsonl")
    with pytest.raises(UsageError, match="a folder or a"):
        find_documents(docs, tmp_path / "file")
    specimens.make(tmp_path, {"odd.jsonl": "Write `x`."})
    with pytest.raises(InputError, match="is the text itself"):
        find_documents(tmp_path / "odd.jsonl", tmp_path / "odd.jsonl")
    specimens.make(tmp_path / "task", {"instruction.md": "Write `x`.", "tests/t.md": "Secret."})
    with pytest.raises(HeldOutLeakError):
        find_documents(tmp_path / "task" / "tests" / "t.md", None)
