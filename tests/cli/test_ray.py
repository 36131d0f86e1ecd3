"""Work on Ray: on one machine and on two simulated nodes the same bytes, each answer once, whatever dies."""

from __future__ import annotations

import filecmp
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from specharness.cli.main import main

ray: Any = pytest.importorskip("ray", reason="the extra ray is not installed")

from specharness.cli.on_ray import answers, cluster  # noqa: E402  after the skip

CORPUS = Path(__file__).parents[2] / "annotations" / "tasks"


@pytest.fixture(scope="module")
def two_nodes() -> Iterator[None]:
    """Two nodes of one processor each, in one cluster that this process is connected to."""
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    yield
    ray.shutdown()
    nodes.shutdown()


def test_two_nodes_compile_to_the_same_bytes(two_nodes: None, tmp_path: Path) -> None:
    tasks = sorted(path for path in CORPUS.iterdir() if path.is_dir())[:6]
    given = [str(task) for task in tasks]
    assert main(["compile", *given, "--out-dir", str(tmp_path / "here"), "--directions", "--jobs", "1"]) == 0
    there = ["compile", *given, "--out-dir", str(tmp_path / "there"), "--directions", "--engine", "ray", "--jobs", "2"]
    assert main(there) == 0
    names = sorted(str(path.relative_to(tmp_path / "here")) for path in (tmp_path / "here").rglob("*.json*"))
    assert len(names) == 12
    assert filecmp.cmpfiles(tmp_path / "here", tmp_path / "there", names, shallow=False)[0] == names
    assert main(there) == 0  # nothing is compiled again


def test_two_nodes_run_a_matrix_to_the_same_bytes(two_nodes: None, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        f'tasks = ["{CORPUS / "expense-totals-json"}"]\ntrials = 3\nverify = "same-state"\n'
        '[[agent]]\nkind = "simulated"\nname = "s"\n[[condition]]\nkind = "raw"\n[[condition]]\nkind = "obligations"\n',
        encoding="utf-8",
    )
    assert main(["experiment", str(plan), "-o", str(tmp_path / "here")]) == 0
    assert main(["experiment", str(plan), "-o", str(tmp_path / "there"), "--engine", "ray", "--jobs", "2"]) == 0
    assert (tmp_path / "here" / "runs.jsonl").read_bytes() == (tmp_path / "there" / "runs.jsonl").read_bytes()


class Dies:
    """Kills its process once, in the middle of a batch."""

    def __init__(self, mark: str) -> None:
        self._mark = Path(mark)

    def __call__(self, rows: Mapping[str, Any]) -> dict[str, list[str]]:
        if "item 5" in rows["name"] and not self._mark.exists():
            self._mark.touch()
            os._exit(1)
        return {"name": list(rows["name"]), "said": [f"done {name}" for name in rows["name"]]}


def test_an_answer_comes_once_though_a_worker_dies(two_nodes: None, tmp_path: Path) -> None:
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers have no tests to import from
    items = [{"name": f"item {number}"} for number in range(20)]
    with cluster(2) as connected:
        found = [row["said"] for row in answers(connected, items, Dies, {"mark": str(tmp_path / "died")}, 2)]
    assert (tmp_path / "died").exists()
    assert sorted(found) == sorted(f"done item {number}" for number in range(20))


def test_a_failing_input_is_told_and_stops_no_other(
    two_nodes: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.md", tmp_path / "bad.md"
    good.write_text("Write `out.txt`.\n", encoding="utf-8")
    bad.write_bytes(b"\xff\xfe\x00")
    arguments = ["compile", str(good), str(bad), "--out-dir", str(tmp_path / "out"), "--engine", "ray", "--jobs", "2"]
    assert main(arguments) == 2
    assert "bad.md" in capsys.readouterr().err
    assert (tmp_path / "out" / "good.md.json").is_file()
