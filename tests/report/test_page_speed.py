"""The page with a thousand units: how long it takes to open, and to answer a key."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import page_specimens as specimens
import pytest
from chromium import ARGUMENTS, CHROMIUM, NEEDED

from specharness.ir import Outcome, Verdict
from specharness.report import render

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = [pytest.mark.bench, *NEEDED]

MAX_OPEN_SECONDS = 4.0
MAX_KEY_MILLISECONDS = 1000


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Any]:
    large = specimens.large()
    text = render(large, specimens.certificate(large, {"o9": Outcome.FAILED}, Verdict.FAIL, "o9 failed"))
    (tmp_path / "large.html").write_text(text, encoding="utf-8", newline="")
    with playwright_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        page = browser.new_page()
        start = time.perf_counter()
        page.goto(f"file://{tmp_path / 'large.html'}")
        page.locator(".card").first.wait_for()
        seconds = time.perf_counter() - start
        print(f"\na thousand units: open in {seconds:.2f} s (at most {MAX_OPEN_SECONDS})")
        assert seconds <= MAX_OPEN_SECONDS
        yield page
        browser.close()


def test_a_thousand_units_answer_a_key(page: Any) -> None:
    for key in ("j", "f", "f", "Escape"):
        taken = _time_to_frame(page, key)
        print(f"{key}: {taken:.0f} ms (at most {MAX_KEY_MILLISECONDS})")
        assert taken <= MAX_KEY_MILLISECONDS


def _time_to_frame(page: Any, key: str) -> float:
    """Milliseconds from a key to the second frame after it."""
    taken: float = page.evaluate(
        """key => new Promise(done => {
            const start = performance.now();
            document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
            requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
        })""",
        key,
    )
    return taken
