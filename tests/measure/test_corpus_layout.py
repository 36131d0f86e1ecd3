"""Every task of the corpus is well-formed, and the loader refuses one that is not."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import pytest

from specharness.errors import InputError, NotFoundError, PathEscapeError, SchemaMismatchError, TextDecodingError
from specharness.ir import Verdict
from specharness.measure.corpus import MIN_BROKEN, CorpusTask, lay_out, load_task, load_tasks

ROOT = Path(__file__).parents[2] / "annotations" / "tasks"
FOLDERS = sorted(path for path in ROOT.iterdir() if path.is_dir())
MAX_BYTES = 30_000
MAX_WORDS, MIN_WORDS = 350, 80


def tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def words(text: str) -> int:
    """Latin words plus half the Chinese characters, the usual rule of thumb for comparing lengths."""
    chinese = sum("\u4e00" <= char <= "\u9fff" for char in text)
    latin = "".join(" " if "\u4e00" <= char <= "\u9fff" else char for char in text).split()
    return len(latin) + chinese // 2


def open_file(path: Path) -> None:
    """Raise unless the file is what its name says."""
    if path.suffix == ".json":
        json.loads(path.read_text(encoding="utf-8"))
    elif path.suffix == ".csv":
        rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
        assert len({len(row) for row in rows}) == 1
    elif path.suffix == ".xlsx":
        import openpyxl

        assert openpyxl.load_workbook(path).sheetnames
    elif path.suffix == ".docx":
        import docx

        assert docx.Document(str(path)).paragraphs
    elif path.suffix == ".pptx":
        import pptx

        assert len(pptx.Presentation(str(path)).slides)
    elif path.suffix == ".pdf":
        import pypdf

        assert len(pypdf.PdfReader(path).pages)
    elif path.suffix in {".png", ".jpg", ".jpeg"}:
        from PIL import Image

        with Image.open(path) as image:
            assert image.format == ("PNG" if path.suffix == ".png" else "JPEG")
            image.load()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda p: p.name)
class TestEveryTask:
    def test_is_consistent(self, folder: Path) -> None:
        task = load_task(folder)
        assert MIN_WORDS <= words(task.instruction) <= MAX_WORDS
        assert task.variants[0].name == "good"
        assert task.variants[1].name == "before"
        assert any(PurePosixPath(task.workdir).is_relative_to(m.container) for m in task.maps)

    def test_states_differ(self, folder: Path, tmp_path: Path) -> None:
        task = load_task(folder)
        states = {v.name: tree(lay_out(task, v.name, tmp_path / v.name)) for v in task.variants}
        for variant in task.variants:
            if variant.response is not None:
                states[variant.name]["/response"] = variant.response.read_bytes()
        assert states.pop("before") != states["good"]  # it may equal `missing_output`
        seen: dict[str, str] = {}
        for name, state in states.items():
            key = repr(sorted(state.items()))
            assert key not in seen, f"{name} is the same state as {seen[key]}"
            seen[key] = name

    def test_files_are_small_and_open(self, folder: Path) -> None:
        for path in folder.rglob("*"):
            if path.is_file():
                assert path.stat().st_size < MAX_BYTES, path
        for part in ("environment/workspace", "after"):
            for path in (folder / part).rglob("*"):
                if path.is_file():
                    open_file(path)

    def test_environment_matches_the_map(self, folder: Path) -> None:
        task = load_task(folder)
        dockerfile = (folder / "environment" / "Dockerfile").read_text(encoding="utf-8")
        assert f"WORKDIR {task.workdir}\n" in dockerfile
        for mapping in task.maps:
            assert mapping.container in dockerfile


def test_corpus_has_both_kinds_of_good_state() -> None:
    verdicts = {t.variant("good").verdict for t in load_tasks(ROOT)}
    assert verdicts == {Verdict.PASS, Verdict.UNCERTAIN}


SENTENCE = "Write the answer to `/root/out.txt`."


def write_task(folder: Path, change: Callable[[dict[str, object]], object] = lambda _: None) -> Path:
    """A minimal sound task whose `expected.json` has been changed in one place."""
    variants: dict[str, object] = {"good": {"verdict": "PASS"}, "before": {"verdict": "FAIL", "violates": SENTENCE}}
    (folder / "environment" / "workspace").mkdir(parents=True)
    (folder / "environment" / "Dockerfile").write_text("FROM ubuntu:24.04\nWORKDIR /root\nCOPY workspace/ /root/\n")
    (folder / "environment" / "workspace" / "in.txt").write_text("question\n")
    (folder / "after").mkdir()
    (folder / "after" / "out.txt").write_text("answer\n")
    (folder / "instruction.md").write_text(SENTENCE + "\n")
    variants["missing"] = {"verdict": "FAIL", "violates": SENTENCE, "remove": ["out.txt"]}
    for number in range(MIN_BROKEN - 1):
        (folder / "variants" / f"v{number}").mkdir(parents=True)
        (folder / "variants" / f"v{number}" / "out.txt").write_text(f"{number}\n")
        variants[f"v{number}"] = {"verdict": "FAIL", "violates": SENTENCE}
    expected: dict[str, object] = {"workdir": "/root", "map": {"/root": "."}, "variants": variants}
    change(expected)
    (folder / "expected.json").write_text(json.dumps(expected))
    return folder


def entry(expected: dict[str, object], name: str) -> dict[str, object]:
    variants = expected["variants"]
    assert isinstance(variants, dict)
    found = variants[name]
    assert isinstance(found, dict)
    return found


def test_lay_out_layers_and_removes(tmp_path: Path) -> None:
    task: CorpusTask = load_task(write_task(tmp_path / "t"))
    assert tree(lay_out(task, "before", tmp_path / "b")) == {"in.txt": b"question\n"}
    assert tree(lay_out(task, "good", tmp_path / "g")) == {"in.txt": b"question\n", "out.txt": b"answer\n"}
    assert tree(lay_out(task, "v1", tmp_path / "v")) == {"in.txt": b"question\n", "out.txt": b"1\n"}
    assert tree(lay_out(task, "missing", tmp_path / "m")) == {"in.txt": b"question\n"}


def test_what_the_good_state_removes_a_variant_may_bring_back(tmp_path: Path) -> None:
    folder = write_task(tmp_path / "t", lambda e: entry(e, "good").update(remove=["in.txt"]))
    (folder / "variants" / "v0" / "in.txt").write_text("kept\n")
    task = load_task(folder)
    assert tree(lay_out(task, "before", tmp_path / "b")) == {"in.txt": b"question\n"}
    assert tree(lay_out(task, "good", tmp_path / "g")) == {"out.txt": b"answer\n"}
    assert tree(lay_out(task, "v0", tmp_path / "v")) == {"in.txt": b"kept\n", "out.txt": b"0\n"}
    assert tree(lay_out(task, "missing", tmp_path / "m")) == {}


def test_quotes_may_come_from_skills_and_guidelines(tmp_path: Path) -> None:
    folder = write_task(tmp_path / "t", lambda e: entry(e, "v0").update(violates="Never use tabs."))
    with pytest.raises(SchemaMismatchError, match="not verbatim"):
        load_task(folder)
    for place in ("environment/workspace/AGENTS.md", "environment/skills/style/SKILL.md"):
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("- Never use tabs.\n")
        assert load_task(folder).variant("v0").violates == "Never use tabs."
        path.unlink()


def test_a_variant_may_differ_in_the_response_alone(tmp_path: Path) -> None:
    spoken = {"verdict": "FAIL", "violates": SENTENCE, "response": "said.txt"}
    folder = write_task(tmp_path / "t", lambda e: e["variants"].update(silent=spoken))
    with pytest.raises(NotFoundError, match=r"said\.txt"):
        load_task(folder)
    (folder / "said.txt").write_text("Done.\n")
    task = load_task(folder)
    assert task.variant("silent").response == folder / "said.txt"
    assert task.variant("good").response is None


def test_lay_out_never_merges_into_a_filled_folder(tmp_path: Path) -> None:
    task = load_task(write_task(tmp_path / "t"))
    lay_out(task, "good", tmp_path / "g")
    with pytest.raises(InputError, match="absent or empty"):
        lay_out(task, "good", tmp_path / "g")


def test_unknown_variant_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="missing, v0"):
        load_task(write_task(tmp_path / "t")).variant("nope")


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("extra", lambda e: e.update(extra=1)),
        ("note", lambda e: entry(e, "good").update(note="x")),
        ("verdict", lambda e: entry(e, "v0").update(verdict="MAYBE")),
        ("not verbatim", lambda e: entry(e, "v0").update(violates="Write the answer to /root/out.txt.")),
        ("names what it violates", lambda e: entry(e, "v0").pop("violates")),
        ("FAIL or UNCERTAIN", lambda e: entry(e, "v0").update(verdict="PASS")),
        ("needs `why`", lambda e: entry(e, "v0").update(verdict="UNCERTAIN")),
        ("good state", lambda e: entry(e, "good").update(verdict="FAIL")),
        ("not there to remove", lambda e: entry(e, "missing").update(remove=["other.txt"])),
        ("already", lambda e: entry(e, "good").update(remove=["out.txt"])),
        ("overlays it", lambda e: entry(e, "v0").update(remove=["out.txt"])),
        ("has no entry", lambda e: e["variants"].pop("v0") and e["variants"].update(w=entry(e, "missing"))),
        ("changes nothing", lambda e: e["variants"].update(w={"verdict": "FAIL", "violates": SENTENCE})),
        ("at least 5", lambda e: e["variants"].pop("v0")),
        ("lack before", lambda e: e["variants"].pop("before")),
        ("workdir", lambda e: e.update(workdir="root")),
        ("map", lambda e: e.update(map={"/root/": "."})),
    ],
)
def test_loader_refuses(message: str, change: Callable[[dict[str, object]], object], tmp_path: Path) -> None:
    with pytest.raises(SchemaMismatchError, match=message):
        load_task(write_task(tmp_path / "t", change))


@pytest.mark.parametrize(
    "change",
    [
        lambda e: e.update(map={"/root": "../elsewhere"}),
        lambda e: entry(e, "missing").update(remove=["../t/expected.json"]),
        lambda e: entry(e, "missing").update(remove=["/etc/passwd"]),
    ],
)
def test_loader_refuses_paths_that_leave(change: Callable[[dict[str, object]], object], tmp_path: Path) -> None:
    with pytest.raises(PathEscapeError):
        load_task(write_task(tmp_path / "t", change))


def test_loader_refuses_links(tmp_path: Path) -> None:
    folder = write_task(tmp_path / "t")
    (folder / "after" / "link").symlink_to("/etc/hostname")
    with pytest.raises(PathEscapeError, match="link"):
        load_task(folder)


def test_loader_names_missing_parts_and_bad_bytes(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="nothing-here"):
        load_tasks(tmp_path / "nothing-here")
    folder = write_task(tmp_path / "t")
    (folder / "instruction.md").write_bytes(b"ok\xff")
    with pytest.raises(TextDecodingError, match="byte 2"):
        load_task(folder)
    (folder / "instruction.md").unlink()
    with pytest.raises(NotFoundError, match=r"instruction\.md"):
        load_task(folder)


def test_readme_lists_every_task_with_its_verdict() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = {cells[1].strip(" `"): cells for line in readme.splitlines() if len(cells := line.split("|")) == 7}
    for task in load_tasks(ROOT):
        assert task.id in rows
        _, _, _, workdir, good, broken, _ = rows[task.id]
        assert workdir.strip(" `") == task.workdir
        assert good.strip() == task.variant("good").verdict.value
        assert int(broken.split(",")[0]) == len(task.variants) - 2
