"""Task folders, repositories, GuideBench files, and the leak guard round them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from specharness.errors import HeldOutLeakError, NotFoundError, PathEscapeError, SchemaMismatchError, UsageError
from specharness.ir import SourceKind
from specharness.sources import SourceRequest, VisibleWorkspace, load
from specharness.sources.dockerfile import read_layout

SECRET = "the expected answer is 42"


@pytest.fixture
def task(tmp_path: Path) -> Path:
    """A task folder with everything that must stay held out."""
    root = tmp_path / "task"
    files = {
        "instruction.md": "Write `/root/out.json`.",
        "task.toml": "[agent]\ntimeout = 1\n",
        "environment/Dockerfile": "FROM ubuntu\nWORKDIR /root\nCOPY workspace/ /root/\nCOPY skills /root/.x/skills\n",
        "environment/workspace/settings.json": '{"a": 1}',
        "environment/workspace/AGENTS.md": "Be brief.",
        "environment/workspace/tests/test_a.py": "pass",
        "environment/skills/b/SKILL.md": "Tip b.",
        "environment/skills/a/SKILL.md": "Tip a.",
        "environment/skills/a/reference.md": "Not a source.",
        "environment/skills/blank/SKILL.md": "\n",
        "tests/test_outputs.py": SECRET,
        "tests/notes.md": SECRET,
        "solution/solve.sh": SECRET,
        "oracle/AGENTS.md": SECRET,
        "test.sh": SECRET,
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_task_folder(task: Path) -> None:
    specification = load(SourceRequest(task))
    assert [(source.id, source.kind.value) for source in specification.sources] == [
        ("instruction.md", "prompt"),
        ("environment/workspace/AGENTS.md", "guideline"),
        ("environment/skills/a/SKILL.md", "skill"),
        ("environment/skills/b/SKILL.md", "skill"),
    ]
    assert specification.held_out == ("oracle/", "solution/", "test.sh", "tests/")
    assert specification.label == "task"
    assert specification.workdir == "/root"
    assert [(item.container, item.origin) for item in specification.path_map] == [("/root", "Dockerfile COPY")]
    settings = task / "environment" / "workspace" / "settings.json"
    for path in (
        "/root/settings.json",
        "settings.json",
        "./settings.json",
        "~/settings.json",
        "/root/x/../settings.json",
    ):
        assert specification.visible.resolve(path) == settings
    for path in (
        "/root/none",
        "/etc/passwd",
        "../../../etc/passwd",
        "/root/../../etc/passwd",
        "$HOME/x",
        "a\0b",
        "~x/y",
    ):
        assert specification.visible.resolve(path) is None


def test_without_a_dockerfile_relative_paths_start_in_the_environment(task: Path) -> None:
    (task / "environment" / "Dockerfile").unlink()
    specification = load(SourceRequest(task))
    assert (specification.workdir, specification.path_map) == (None, ())
    assert specification.visible.resolve("workspace/settings.json") is not None
    assert specification.visible.resolve("/root/settings.json") is None


Ask = Callable[[Path], SourceRequest]


@pytest.mark.parametrize(
    "ask",
    [
        lambda task: SourceRequest(task / "tests"),
        lambda task: SourceRequest(task / "tests" / "notes.md"),
        lambda task: SourceRequest(task / "environment" / ".." / "tests" / "notes.md"),
        lambda task: SourceRequest(task / "test.sh"),
        lambda task: SourceRequest(task / "oracle"),
        lambda task: SourceRequest(task, prompts=(task / "tests" / "notes.md",)),
        lambda task: SourceRequest(task, guidelines=(task / "oracle",)),
        lambda task: SourceRequest(task, skills=(task / "solution" / "solve.sh",)),
        lambda task: SourceRequest(task, workspaces=(task / "solution",)),
        lambda task: SourceRequest(task, maps=(("/tests", task / "tests"),)),
    ],
)
def test_asking_for_held_out_material_is_refused(task: Path, ask: Ask) -> None:
    with pytest.raises(HeldOutLeakError, match="held out"):
        load(ask(task))


def test_links_into_held_out_material_are_refused(task: Path, tmp_path: Path) -> None:
    link = tmp_path / "innocent.md"
    link.symlink_to(task / "tests" / "notes.md")
    with pytest.raises(HeldOutLeakError):
        load(SourceRequest(link))
    skill = task / "environment" / "skills" / "a" / "SKILL.md"
    skill.unlink()
    skill.symlink_to(task / "tests" / "notes.md")
    with pytest.raises(HeldOutLeakError):
        load(SourceRequest(task))


def test_the_visible_workspace_never_shows_held_out_material(task: Path) -> None:
    (task / "environment" / "Dockerfile").rename(task / "Dockerfile")
    (task / "Dockerfile").write_text("FROM x\nCOPY . /app\nCOPY tests/notes.md /root/notes.md\n")
    visible = load(SourceRequest(task)).visible
    assert visible.resolve("/app/instruction.md") == task / "instruction.md"
    for path in ("/app/tests/notes.md", "/app/solution/solve.sh", "/app/test.sh", "/root/notes.md"):
        assert visible.resolve(path) is None


def test_links_out_of_the_folder(task: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("Other rules.")
    (task / "environment" / "workspace" / "CLAUDE.md").symlink_to(outside)
    (task / "environment" / "workspace" / "data.json").symlink_to(outside)
    with pytest.raises(PathEscapeError, match="leads out of"):
        load(SourceRequest(task))
    (task / "environment" / "workspace" / "CLAUDE.md").unlink()
    assert load(SourceRequest(task)).visible.resolve("/root/data.json") is None


def test_repository(tmp_path: Path) -> None:
    for name in (
        "AGENTS.md",
        ".github/copilot-instructions.md",
        ".cursor/rules/a.mdc",
        "pkg/CLAUDE.md",
        "tests/AGENTS.md",
        "README.md",
        ".git/AGENTS.md",
        "node_modules/x/AGENTS.md",
        "bench/one/instruction.md",
        "bench/one/tests/AGENTS.md",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"Rule of {name}.")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    (tmp_path / "GEMINI.md").write_text("")
    (tmp_path / "pkg" / "loop").symlink_to(tmp_path)
    specification = load(SourceRequest(tmp_path))
    assert [source.id for source in specification.sources] == [
        "AGENTS.md",
        ".cursor/rules/a.mdc",
        ".github/copilot-instructions.md",
        "pkg/CLAUDE.md",
        "tests/AGENTS.md",
    ]
    assert {source.kind for source in specification.sources} == {SourceKind.GUIDELINE}
    assert specification.held_out == ("bench/one/tests/",)
    assert specification.visible.resolve("README.md") == tmp_path / "README.md"
    assert specification.visible.resolve("../x") is None


def test_a_skill_folder_is_a_specification(tmp_path: Path) -> None:
    (tmp_path / "SKILL.md").write_text("Tip.")
    assert load(SourceRequest(tmp_path)).sources[0].kind is SourceKind.SKILL


def test_maps_add_to_what_is_visible(task: Path, tmp_path: Path) -> None:
    host = tmp_path / "host"
    host.mkdir()
    (host / "settings.json").write_text("{}")
    specification = load(SourceRequest(task, maps=(("/root", host), ("/data", host))))
    assert [(item.container, item.origin) for item in specification.path_map] == [
        ("/root", "--map"),
        ("/data", "--map"),
    ]
    assert specification.visible.resolve("/root/settings.json") == host / "settings.json"
    assert specification.visible.resolve("/root/AGENTS.md") == task / "environment" / "workspace" / "AGENTS.md"


def guidebench(folder: Path, tasks: object) -> Path:
    path = folder / "price_tasks.json"
    path.write_text(json.dumps(tasks, ensure_ascii=False), encoding="utf-8")
    return path


def test_guidebench_task(tmp_path: Path) -> None:
    one = {
        "Instruction": "判断价格。",
        "Guidelines": [{"rule_id": "rule_1", "type": "t", "rule_text": "必须为整数。"}, {"rule_text": "不得为负。"}],
        "Context": "商品价格 5 元。",
        "MultipleOptions": "A. B.",
        "Groundtruth": {"ReferenceAnswer": SECRET},
    }
    path = guidebench(tmp_path, [{"Instruction": "x"}, one])
    specification = load(SourceRequest(path, task=1))
    assert [(source.id, source.kind.value, source.text) for source in specification.sources] == [
        ("price_tasks.json#1/Instruction", "prompt", "判断价格。"),
        ("price_tasks.json#1/Guidelines/0", "guideline", "必须为整数。"),
        ("price_tasks.json#1/Guidelines/1", "guideline", "不得为负。"),
        ("price_tasks.json#1/Context", "workspace", "商品价格 5 元。"),
        ("price_tasks.json#1/MultipleOptions", "workspace", "A. B."),
    ]
    assert specification.held_out == ("price_tasks.json#1/Groundtruth",)
    assert SECRET not in repr(specification)


def test_guidebench_misuse(tmp_path: Path) -> None:
    path = guidebench(tmp_path, [{"Instruction": "x"}])
    for number in (None, -1, 1):
        with pytest.raises(UsageError, match="--task"):
            load(SourceRequest(path, task=number))
    for broken in ({"a": 1}, [1, 2], []):
        with pytest.raises(SchemaMismatchError, match="GuideBench"):
            load(SourceRequest(guidebench(tmp_path, broken), task=0))
    for text in ("[{", "[" * 100_000):
        path.write_text(text)
        with pytest.raises(SchemaMismatchError):
            load(SourceRequest(path, task=0))
    with pytest.raises(SchemaMismatchError, match="expected text"):
        load(SourceRequest(guidebench(tmp_path, [{"Instruction": ["x"]}]), task=0))


def test_dockerfile(tmp_path: Path) -> None:
    for name in ("data/a.csv", "app/main.py", "one.json", "two.json", "b c.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    layout = read_layout(
        "# syntax=docker/dockerfile:1\n"
        "ARG BASE=/srv\n"
        "FROM python:3 AS build\nWORKDIR /build\nCOPY app /build\n"
        "FROM ubuntu\n"
        "ENV HOME=/home/me DATA $BASE/data\n"
        "WORKDIR ${BASE}\nWORKDIR work\n"
        "RUN <<EOF\nCOPY fake /fake\nEOF\n"
        "COPY --chown=1:1 --link data/ \\\n  # a comment inside\n  in/\n"
        'COPY ["b c.txt", "./"]\n'
        "COPY *.json /opt/conf/\n"
        "ADD one.json /opt/single.json\n"
        "COPY missing.xlsx /root/big.xlsx\n"
        "COPY --from=build /build /elsewhere\n"
        "COPY $UNKNOWN /nowhere\n"
        "COPY skills /root/.agent/skills\n"
        "COPY ../../etc /etc2\n"
        "ADD https://example.org/x.tar.gz /downloads/\n",
        tmp_path,
    )
    assert layout.workdir == "/srv/work"
    assert {placed.container: placed.host.name for placed in layout.placed} == {
        "/srv/work/in": "data",
        "/srv/work/b c.txt": "b c.txt",
        "/opt/conf/one.json": "one.json",
        "/opt/conf/two.json": "two.json",
        "/opt/single.json": "one.json",
    }
    assert list(layout.folders) == ["/srv/work/in", "/srv/work", "/opt/conf", "/opt", "/root", "/etc2"]


def test_a_hostile_dockerfile_is_harmless(tmp_path: Path) -> None:
    for text in (
        "COPY\n" * 1000,
        "COPY [",
        "COPY a",
        'COPY "a b',
        "ENV A=$A$A\n" * 200,
        "COPY " + "[" * 50_000,
        "FROM\n\\\n\\",
    ):
        assert read_layout(text, tmp_path).placed == []


def test_the_longest_container_and_the_last_layer_win(tmp_path: Path) -> None:
    for name in ("base", "top"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a").write_text(name)
    visible = VisibleWorkspace((("/x", tmp_path / "top"), ("/", tmp_path / "base"), ("/x", tmp_path / "base")))
    assert visible.resolve("/x/a") == tmp_path / "base" / "a"
    assert visible.resolve("/a") == tmp_path / "base" / "a"
    assert VisibleWorkspace().resolve("/a") is None


@pytest.mark.data
def test_public_task_folders_and_repositories_load(data: Path) -> None:
    for folder in sorted((data / "skillsbench").iterdir()):
        if folder.is_dir():
            assert load(SourceRequest(folder)).sources[0].id == "instruction.md"
    for folder in sorted((data / "wild").iterdir()):
        if folder.is_dir():
            try:
                assert load(SourceRequest(folder)).sources
            except NotFoundError:
                assert not [path for path in folder.iterdir() if path.suffix != ".json"]
