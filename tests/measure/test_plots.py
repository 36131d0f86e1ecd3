"""Pictures: the same bytes every time, and a clear word where matplotlib is missing."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET

import pytest
from labelled_world import answer_of, documents

from specharness.errors import UsageError
from specharness.measure.comparison import Entrant, compare
from specharness.measure.evaluation import evaluate
from specharness.measure.plots import comparison_plots, score_plots
from specharness.measure.score_report import ScoreReport
from specharness.measure.summary import CLASS_NAMES, Resampling, groups_of

QUICK = Resampling(resamples=100)


@pytest.fixture(scope="module")
def report() -> ScoreReport:
    given = documents()
    scored = evaluate(given, lambda source: answer_of(given, source, (0, 3)))
    return ScoreReport(
        gold="gold",
        predicted="pred",
        resamples=100,
        seed=1,
        level=0.95,
        classes=CLASS_NAMES,
        missing=(),
        groups=tuple(groups_of(scored, QUICK)),
        families=(),
        grounding=None,
        stability=None,
        usage=None,
    )


def test_score_plots(report: ScoreReport) -> None:
    pytest.importorskip("matplotlib")
    pictures = score_plots(report)
    names = ("precision-recall", "risk-coverage", "calibration", "confusion")
    assert set(pictures) == {f"{name}.{kind}" for name in names for kind in ("svg", "png")}
    for name, data in pictures.items():
        if name.endswith("svg"):
            assert ET.fromstring(data).tag.endswith("svg")
            assert b"dc:date" not in data
        else:
            assert data.startswith(b"\x89PNG")
    assert score_plots(report) == pictures


def test_comparison_plots() -> None:
    pytest.importorskip("matplotlib")
    given = documents()
    entrants = [
        Entrant(name, evaluate(given, lambda source, numbers=numbers: answer_of(given, source, numbers)), {})
        for name, numbers in (("one", (0, 1)), ("other", (0, 3)))
    ]
    assert set(comparison_plots(compare(entrants, QUICK))) == {"candidates.svg", "candidates.png"}


def test_without_matplotlib(report: ScoreReport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"specharness\[plots\]"):
        score_plots(report)
