"""`specharness gaps` and `specharness runs` as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from published_table import DIRECTIONS, MACRO, TABLE_1, TASKS

from specharness.cli.main import main
from specharness.ir import Acceptance, Message, Official, Outcome, Role, Run, Support
from specharness.ir.run import RAW
from specharness.measure.gaps_surface import Surface

UNITS = {f"t{n:02}": tuple(f"d{k}" for k in range(6 if n < DIRECTIONS - 5 * TASKS else 5)) for n in range(TASKS)}
SURFACE = Surface(benchmark="bench", units=UNITS)


def published_runs() -> list[Run]:
    """A run a task, agent and condition, so that the counts are those that were published."""
    assert sum(map(len, UNITS.values())) == DIRECTIONS
    out = []
    for agent, ((passed, claimed, unsupported), (governed, finalized, failing, left), _) in TABLE_1.items():
        for place, task in enumerate(UNITS):
            out.append(_run(agent, RAW, task, place < passed, place < claimed, _outcomes(place, unsupported)))
            accepted = place < finalized - failing or governed <= place < governed + failing
            out.append(_run(agent, "SpecHarness", task, place < governed, accepted, _outcomes(place, left)))
    return out


def _outcomes(place: int, unsupported: int) -> dict[str, Outcome]:
    before = sum(len(units) for units in list(UNITS.values())[:place])
    units = list(UNITS.values())[place]
    return {
        unit: Outcome.FAILED if before + number < unsupported else Outcome.PASSED for number, unit in enumerate(units)
    }


def _run(agent: str, condition: str, task: str, passed: bool, accepted: bool, outcomes: dict[str, Outcome]) -> Run:
    words = "The report has been written." if accepted else "I will write the report."
    return Run(
        id=f"{agent}/{condition}/{task}",
        task=task,
        agent=agent,
        condition=condition,
        benchmark="bench",
        trace=(Message(role=Role.USER, text="Write the report."), Message(role=Role.ASSISTANT, text=words)),
        final_message=words,
        official=Official(passed=passed),
        acceptance=None if condition == RAW else Acceptance(accepted=accepted),
        support=Support(surface=SURFACE.fingerprint, outcomes=outcomes),
    )


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    path = tmp_path / "runs.jsonl"
    path.write_text("".join(run.model_dump_json(exclude_none=True) + "\n" for run in published_runs()))
    return path


@pytest.fixture
def surface(tmp_path: Path) -> Path:
    path = tmp_path / "surface.json"
    path.write_text(SURFACE.model_dump_json())
    return path


def test_table_1_from_records(
    recorded: Path, surface: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    output = tmp_path / "gaps.json"
    status = main(["gaps", str(recorded), "--surface", str(surface), "--resamples", "0", "-o", str(output)])
    assert status == 0
    printed = capsys.readouterr().out
    for agent, (_, _, row) in {**TABLE_1, "macro average": ((), (), MACRO)}.items():
        expected = [*(f"{value:.1f}" for value in row[:6]), *(f"{value:+.1f}" for value in row[6:])]
        lines = [line.split() for line in printed.splitlines() if line.strip().startswith(agent)]
        assert any(line[len(agent.split()) :][:9] == expected for line in lines), (agent, expected, lines)
    report = json.loads(output.read_text())
    assert report["surfaces"] == {"bench": SURFACE.fingerprint}
    assert report["claims"]["labelled"] >= 75


@pytest.mark.parametrize("columns", [80, 140])
def test_tables_fit_and_no_number_is_cut(
    columns: int, recorded: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(["gaps", str(recorded), "--resamples", "50"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= columns
    assert all(sign in "".join(lines) for sign in ("100.0", "p (Holm)", "macro", "Not fin."))
    raw = [number for number, line in enumerate(lines) if "Kimi K3 / raw" in line]
    governed = [number for number, line in enumerate(lines) if line.startswith(" Kimi K3 /") and "raw" not in line]
    assert raw[0] < governed[0]


def test_the_picture_is_drawn_and_the_same_twice(recorded: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    for path in (first, second):
        assert main(["gaps", str(recorded), "--resamples", "100", "--plot", str(path)]) == 0
    assert first.read_bytes() == second.read_bytes()
    assert b"<svg" in first.read_bytes()
    assert main(["gaps", str(recorded), "--resamples", "0", "--plot", str(tmp_path / "a.jpg")]) == 2


def test_json_goes_to_standard_output_alone(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gaps", str(recorded), "--resamples", "0", "--format", "json", "--by", "condition"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [row["key"] for row in report["rates"]["rows"]] == [{"condition": "raw"}, {"condition": "SpecHarness"}]
    assert report["without"] == {}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--by", "colour"], "--by"),
        (["--surface", "missing.json"], "missing.json"),
        (["-o", "runs.jsonl"], "input"),
    ],
)
def test_bad_usage_is_one_line_and_2(
    arguments: list[str],
    reason: str,
    recorded: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(recorded.parent)
    assert main(["gaps", "runs.jsonl", *arguments]) == 2
    error = capsys.readouterr().err
    assert reason in error
    assert error.count("\n") == 1


def test_damage_is_named_and_the_rest_is_measured(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with recorded.open("a") as stream:
        stream.write("{broken\n")
    assert main(["gaps", str(recorded), "--resamples", "0"]) == 0
    assert f"runs.jsonl:{2 * TASKS * len(TABLE_1) + 1}" in capsys.readouterr().err


def test_convert_and_show(recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.json"
    log.write_text(
        json.dumps({"messages": [{"role": "user", "content": "Hi\x1b[31m"}, {"role": "assistant", "content": "Done."}]})
    )
    converted = tmp_path / "converted.jsonl"
    assert main(["runs", "convert", str(log), str(recorded), "-o", str(converted), "--agent", "x"]) == 0
    lines = converted.read_text().splitlines()
    assert len(lines) == 1 + 2 * TASKS * len(TABLE_1)
    assert json.loads(lines[0])["agent"] == "x"
    capsys.readouterr()
    assert main(["runs", "show", str(converted), "--limit", "2"]) == 0
    assert "claimed" in capsys.readouterr().out
    assert main(["runs", "show", str(converted), "--id", "log.json:1"]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "Done." in shown
    assert main(["runs", "show", str(converted), "--id", "none"]) == 2


def test_runs_without_a_command_is_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs"]) == 0
    assert "harbor" in capsys.readouterr().out


def test_show_as_json(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs", "show", str(recorded), "--limit", "1", "--format", "json"]) == 0
    (value,) = json.loads(capsys.readouterr().out)
    assert value["claim"]["label"] == "claimed"


@pytest.mark.data
def test_workbench_as_its_readme_counts_it(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = data / "runs" / "workbench_dev.jsonl.gz"
    assert main(["gaps", str(path), "--resamples", "0", "--format", "json", "--by", "agent"]) == 0
    report = json.loads(capsys.readouterr().out)
    judged = {row["key"]["agent"]: row["counts"]["judged_passed"] for row in report["rates"]["rows"]}
    assert judged == {"claude-2_all": 169, "gpt-3.5_domains": 93, "gpt-4_domains": 340, "mistral-8x7B_domains": 132}
    apart = {row["key"]["agent"]: row["counts"]["judged"] - row["counts"]["runs"] for row in report["rates"]["rows"]}
    assert apart == {"claude-2_all": 36, "gpt-3.5_domains": 122, "gpt-4_domains": 0, "mistral-8x7B_domains": 62}
    needed = [row["counts"]["judged"] for row in report["without"]["no_change_needed"]["rows"]]
    assert needed == [690 - 124] * 4


def test_an_interval_that_was_not_asked_for_is_not_missed(
    recorded: Path, surface: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["gaps", str(recorded), "--surface", str(surface), "--resamples", "0"]) == 0
    without = capsys.readouterr().out
    assert main(["gaps", str(recorded), "--surface", str(surface), "--resamples", "100"]) == 0
    assert "(few)" in capsys.readouterr().out
    assert "(few)" not in without
    assert "no intervals (--resamples 0)" in without
