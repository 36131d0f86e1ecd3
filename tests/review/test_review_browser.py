"""The page in Debian's chromium, against a running server: labels made by hand, exact and never lost."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import review_specimens as specimens
from chromium import ARGUMENTS, CHROMIUM, NEEDED

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytest.importorskip("uvicorn", reason="the extra `review` is not installed")

from specharness.review.documents import find_documents  # noqa: E402
from specharness.review.serve import bind, prepare  # noqa: E402

expect = playwright_api.expect
expect.set_options(timeout=20_000)  # a busy machine is slow, and nothing here is about speed

pytestmark = NEEDED


@dataclass
class Desk:
    """A running review, its files, and the tabs that look at it."""

    folder: Path
    address: str
    browser: Any
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(self, hash: str = "", **options: Any) -> Any:
        page = self.browser.new_context(**{"viewport": {"width": 1400, "height": 900}, **options}).new_page()
        page.set_default_timeout(20_000)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.address + hash)
        expect(page.locator(".card").first).to_be_visible(timeout=60_000)  # compiling comes first
        return page

    def judge(self) -> None:
        """Nothing was fetched from elsewhere, and the page complained of nothing but conflicts."""
        own = (self.address, "data:", "blob:http://127.0.0.1")
        assert not [url for url in self.requests if not url.startswith(own)]
        assert not [text for text in self.complaints if "409" not in text]

    def labels(self, name: str = "a.md") -> list[dict[str, Any]]:
        text = (self.folder / "gold" / f"{name}.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.split("\n")[1:] if line]

    def label(self, id: str, name: str = "a.md") -> dict[str, Any]:
        return next(row for row in self.labels(name) if row["id"] == id)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def desk(tmp_path: Path, browser: Any) -> Iterator[Desk]:
    yield from _desk(tmp_path, browser, specimens.TEXTS)


def _desk(folder: Path, browser: Any, texts: Any) -> Iterator[Desk]:
    docs = specimens.make(folder / "docs", texts)
    listener = bind(0)
    server, address = prepare(
        listener, find_documents(docs, folder / "gold"), compile=specimens.compile, write=specimens.write
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    desk = Desk(folder, address, browser)
    yield desk
    for context in browser.contexts:
        context.close()
    server.should_exit = True
    thread.join(10)
    listener.close()
    desk.judge()


def saved(page: Any) -> None:
    expect(page.locator(".saved")).to_have_text("saved")


def drag(page: Any, quote: str, nth: int = 0) -> None:
    """Select a text of the document with the mouse, from its first character to its last."""
    box = page.evaluate(
        """([quote, nth]) => {
            const body = document.querySelector(".text");
            const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
            const nodes = [];
            let whole = "";
            while (walker.nextNode()) {
                nodes.push([whole.length, walker.currentNode]);
                whole += walker.currentNode.data;
            }
            let at = -1;
            for (let i = 0; i <= nth; i += 1) at = whole.indexOf(quote, at + 1);
            const place = (offset) => {
                const [start, node] = nodes.findLast(([start]) => start <= offset);
                return [node, offset - start];
            };
            const first = document.createRange();
            first.setStart(...place(at));
            first.setEnd(...place(at).map((part, i) => (i ? part + 1 : part)));
            const last = document.createRange();
            const [node, offset] = place(at + quote.length - 1);
            last.setStart(node, offset);
            last.setEnd(node, offset + 1);
            const [a, b] = [first.getBoundingClientRect(), last.getBoundingClientRect()];
            return [a.left, a.top + a.height / 2, b.right, b.top + b.height / 2];
        }""",
        [quote, nth],
    )
    page.mouse.move(box[0] + 0.5, box[1])
    page.mouse.down()
    page.mouse.move((box[0] + box[2]) / 2, box[3])
    page.mouse.move(box[2] - 0.5, box[3])
    page.mouse.up()
    expect(page.locator(".picked")).to_be_visible()


def quotes(row: dict[str, Any], text: str = specimens.EMOJI_CRLF) -> list[str]:
    return [text[span["start"] : span["end"]] for span in row["spans"]]


def test_selected_text_becomes_a_direction_with_exact_offsets(desk: Desk) -> None:
    page = desk.open("#1")
    wanted = ["Report", "at least 3 rows", "cafe\u0301 files", "any tool", "结果保存到", "`结果.csv`"]
    for number, quote in enumerate(wanted, start=6):
        drag(page, quote)
        page.keyboard.press("2")
        saved(page)
        row = desk.label(f"d{number}")
        assert quotes(row) == [quote]
        assert (row["disposition"], row["statement"], row["source"]) == ("advisory", quote, "a.md")
        expect(page.locator(".card.selected .id")).to_have_text(f"d{number}")


def test_the_page_counts_as_the_files_do(desk: Desk) -> None:
    page = desk.open("#1")
    texts = ["", "a", "🎉", "a🎉b🎉🎉c", "\ufeff\r\n é e\u0301 数据 👩‍🔬", "🎉" * 50, specimens.EMOJI_CRLF]
    counted = page.evaluate(
        """async (texts) => {
            const { Offsets } = await import(new URL("assets/offsets.js", document.baseURI));
            return texts.map((text) => {
                const offsets = new Offsets(text);
                const points = Array.from(text).length;
                const units = Array.from({ length: points + 1 }, (_, point) => offsets.toUnits(point));
                return [units, units.map((unit) => offsets.toPoints(unit))];
            });
        }""",
        texts,
    )
    for text, (units, points) in zip(texts, counted, strict=True):
        assert units == [len(text[:at].encode("utf-16-le")) // 2 for at in range(len(text) + 1)]
        assert points == list(range(len(text) + 1))


def test_a_selection_over_lines_keeps_their_ends_out(desk: Desk) -> None:
    page = desk.open("#1")
    drag(page, "🐍 any tool.\r\n- 请把")
    page.keyboard.press("1")
    saved(page)
    assert quotes(desk.label("d6")) == ["🐍 any tool.\r\n- 请把"]


def test_a_line_taken_by_three_clicks_is_that_line(desk: Desk) -> None:
    page = desk.open("#1")
    page.locator(".line").nth(2).click(click_count=3, position={"x": 200, "y": 10})
    page.keyboard.press("3")
    saved(page)
    assert quotes(desk.label("d6")) == ["Save the result to `/root/out.json`. 🚀 Use at least 3 rows."]


def test_disposition_by_keyboard_undo_and_reload(desk: Desk) -> None:
    page = desk.open("#1/d1")
    page.keyboard.press("3")
    saved(page)
    assert (desk.label("d1")["disposition"], desk.label("d1")["family"]) == ("abstain", None)
    page.keyboard.press("z")
    saved(page)
    assert (desk.label("d1")["disposition"], desk.label("d1")["family"]) == ("hard", "path_exists")
    page.keyboard.press("Shift+Z")
    saved(page)
    page.reload()
    expect(page.locator(".card.selected .badge").first).to_contain_text("abstain")
    assert desk.label("d1")["disposition"] == "abstain"
    assert page.url.endswith("#1/d1")


def test_typed_text_is_on_disk_after_a_reload_in_the_middle_of_it(desk: Desk) -> None:
    page = desk.open("#1/d2")
    page.keyboard.press("e")
    page.keyboard.type("Mine: 🎈 数据")
    page.reload()
    expect(page.locator(".card.selected textarea[data-field=statement]")).to_have_value("Mine: 🎈 数据")
    saved(page)
    assert desk.label("d2")["statement"] == "Mine: 🎈 数据"


def test_what_is_typed_while_the_next_document_is_on_its_way_is_saved(desk: Desk) -> None:
    page = desk.open("#1/d2")
    page.evaluate(
        """() => {
            const later = window.setTimeout;
            window.setTimeout = (work, rest) => (rest === 350 ? 0 : later(work, rest)); // typing never rests
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: ">", bubbles: true }));
            const area = document.querySelector("textarea[data-field=statement]");
            area.value = "Typed late.";
            area.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    expect(page.locator("h1")).to_have_text("deep/b.md")
    assert desk.label("d2")["statement"] == "Typed late."


def test_typing_is_one_step_to_undo(desk: Desk) -> None:
    page = desk.open("#1/d2")
    area = page.locator(".card.selected textarea[data-field=statement]")
    before = area.input_value()
    page.keyboard.press("e")
    page.keyboard.type("One sentence.")
    page.keyboard.press("Control+z")
    expect(area).to_have_value(before)
    page.keyboard.press("Control+y")
    expect(area).to_have_value("One sentence.")


def test_every_field_can_be_set(desk: Desk) -> None:
    page = desk.open("#1/d1")
    for key, field_name, value in [
        ("m", "modality", "must_not"),
        ("i", "kind", "frame"),
        ("f", "family", "unchanged"),
        ("y", "confidence", "sure"),
    ]:
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.field") == field_name
        page.locator(f".card.selected select[data-field={field_name}]").select_option(value)
        page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.keyboard.type("if it is there")
    page.keyboard.press("Escape")
    saved(page)
    row = desk.label("d1")
    assert {name: row[name] for name in ("modality", "kind", "family", "confidence", "condition")} == {
        "modality": "must_not",
        "kind": "frame",
        "family": "unchanged",
        "confidence": "sure",
        "condition": "if it is there",
    }
    page.keyboard.press("2")
    page.keyboard.press("r")
    page.locator(".card.selected select[data-field=reason]").select_option("preference")
    saved(page)
    assert (desk.label("d1")["reason"], desk.label("d1")["family"]) == ("preference", None)


def test_parameters_come_from_selected_text(desk: Desk) -> None:
    page = desk.open("#1/d5")
    drag(page, "结果.csv")
    page.keyboard.press("p")
    page.locator(".card.selected select[data-field=param-name]").select_option("text")
    saved(page)
    drag(page, "3", 0)
    page.keyboard.press("p")
    page.locator(".card.selected select[data-field=param-name]").select_option("min")
    saved(page)
    row = desk.label("d5")
    assert (row["params"]["text"], row["params"]["min"]) == ("结果.csv", 3)
    text = specimens.EMOJI_CRLF
    for name, quote in [("text", "结果.csv"), ("min", "3")]:
        (span,) = row["param_spans"][name]
        assert text[span["start"] : span["end"]] == quote
    page.locator(".card.selected input[data-field='param:min']").fill("4.5")
    saved(page)
    assert desk.label("d5")["params"]["min"] == 4.5
    page.locator(".card.selected").get_by_label("remove min").click()
    saved(page)
    assert "min" not in desk.label("d5")["params"]
    assert "min" not in desk.label("d5")["param_spans"]


def test_spans_are_replaced_added_and_moved(desk: Desk) -> None:
    page = desk.open("#1/d1")
    drag(page, "the result to")
    page.keyboard.press("s")
    drag(page, "Report")
    page.keyboard.press("+")
    saved(page)
    assert quotes(desk.label("d1")) == ["the result to", "Report"]
    page.keyboard.press("[")
    page.keyboard.press("{")
    saved(page)
    assert quotes(desk.label("d1"))[0] == "Save the result"


def test_text_without_a_direction_is_picked_by_keyboard(desk: Desk) -> None:
    page = desk.open("#1/d1")
    for key in ("x", "x", "u"):  # round, since nothing follows
        page.keyboard.press(key)
    expect(page.locator(".picked q")).to_contain_text("Report")
    page.keyboard.press("u")
    expect(page.locator(".picked q")).to_contain_text("Save the result")
    page.keyboard.press("1")
    saved(page)
    assert quotes(desk.labels()[0]) == ["Save the result to `/root/out.json`."]


def test_accepting_goes_through_a_document_and_on_to_the_next(desk: Desk) -> None:
    page = desk.open("#1/d4")
    for _ in range(5):
        page.keyboard.press("a")
    expect(page.locator(".count")).to_have_text("5 of 5 accepted")
    page.keyboard.press("d")
    expect(page.locator("h1")).to_have_text("deep/b.md")
    expect(page.locator(".progress")).to_have_text("1 of 2 documents done")
    state = json.loads((desk.folder / "gold" / "a.md.review.json").read_text())
    assert (state["done"], state["accepted"]) == (True, ["d1", "d2", "d3", "d4", "d5"])
    page.keyboard.press("<")
    expect(page.locator(".card.accepted")).to_have_count(5)


def test_two_tabs_and_no_silent_overwrite(desk: Desk) -> None:
    first, second = desk.open("#1/d1"), desk.open("#1/d2")
    first.keyboard.press("3")
    saved(first)
    second.keyboard.press("4")
    expect(second.locator("#conflict")).to_be_visible()
    assert desk.label("d1")["disposition"] == "abstain"
    assert desk.label("d2")["disposition"] == "hard"
    second.get_by_role("button", name="Keep mine as a copy").click()
    expect(second.locator(".notice")).to_contain_text("a.md.jsonl.mine-1")
    mine = (desk.folder / "gold" / "a.md.jsonl.mine-1").read_text(encoding="utf-8")
    kept = {row["id"]: row["disposition"] for row in map(json.loads, mine.splitlines()[1:])}
    assert (kept["d1"], kept["d2"]) == ("hard", "residual")
    expect(second.locator(".card", has_text="d1").first).to_contain_text("abstain")
    second.keyboard.press("4")
    saved(second)
    assert (desk.label("d1")["disposition"], desk.label("d2")["disposition"]) == ("abstain", "residual")


def test_a_file_edited_on_disk_wins_until_the_person_chooses(desk: Desk) -> None:
    page = desk.open("#1/d1")
    page.keyboard.press("3")
    saved(page)
    path = desk.folder / "gold" / "a.md.jsonl"
    path.write_text(
        path.read_text(encoding="utf-8").replace("Use at least", "Edited by hand: at least"), encoding="utf-8"
    )
    edited = path.read_bytes()
    page.keyboard.press("1")
    expect(page.locator("#conflict")).to_be_visible()
    assert path.read_bytes() == edited
    page.keyboard.press("Escape")
    expect(page.locator("#conflict")).to_be_visible()
    page.get_by_role("button", name="Drop mine").click()
    expect(page.locator(".card", has_text="Edited by hand")).to_be_visible()
    assert path.read_bytes() == edited


def test_differences_and_what_was_left_out(desk: Desk) -> None:
    page = desk.open("#1/d1")
    page.keyboard.press("3")
    expect(page.locator(".card.selected .word")).to_have_text("changed: disposition, family")
    page.keyboard.press("j")
    page.keyboard.press("x")
    drag(page, "Report")
    page.keyboard.press("1")
    expect(page.locator(".card.selected .word")).to_have_text("added")
    for _ in range(3):
        page.keyboard.press("v")
    expect(page.locator(".choice[aria-pressed=true]").first).to_have_text("Differences 3")
    expect(page.locator(".card:not(.ghost)")).to_have_count(2)
    page.locator(".card.ghost").get_by_role("button", name="Restore").click()
    saved(page)
    assert desk.label("d2")["family"] == "count"
    page.locator(".card", has=page.locator(".word", has_text="changed")).click()
    page.get_by_role("button", name="take all").click()
    saved(page)
    assert (desk.label("d1")["disposition"], desk.label("d1")["family"]) == ("hard", "path_exists")


def test_findings_follow_what_is_changed(desk: Desk) -> None:
    page = desk.open("#1/d1")
    page.locator(".card.selected select[data-field=family]").select_option("")
    expect(page.locator(".card.selected .findings")).to_contain_text("family_missing")
    expect(page.locator(".card.selected .found")).to_have_text("1 finding")
    page.keyboard.press("Escape")
    for _ in range(2):
        page.keyboard.press("v")
    expect(page.locator(".choice[aria-pressed=true]").first).to_have_text("Findings 1")
    page.keyboard.press("z")
    expect(page.locator(".card .findings")).to_have_count(0)


def test_label_studio_round_trip(desk: Desk, tmp_path: Path) -> None:
    page = desk.open("#1/d1")
    drag(page, "Report")
    page.keyboard.press("+")
    saved(page)
    before = desk.labels()
    page.locator(".more-menu summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export for Label Studio").click()
    exported = tmp_path / "export.json"
    download.value.save_as(exported)
    (task,) = json.loads(exported.read_text(encoding="utf-8"))
    for region in task["annotations"][0]["result"]:
        if region["type"] == "labels":
            value = region["value"]
            assert task["data"]["text"][value["start"] : value["end"]] == value["text"]
    for _ in before:
        page.keyboard.press("x")
    saved(page)
    assert desk.labels() == []
    page.locator(".more-menu input[type=file]").set_input_files(exported)
    expect(page.locator(".notice")).to_contain_text("5 directions")
    saved(page)
    assert [_without(row, "probability") for row in desk.labels()] == [_without(row, "probability") for row in before]


def _without(row: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != name}


def test_help_lists_the_keys_and_the_page_obeys_them(desk: Desk) -> None:
    page = desk.open("#1")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    listed = page.locator("#help dt kbd").all_text_contents()
    assert {"j", "k", "a", "1", "e", "p", "u", "z", "d", "o", "?"} <= set(listed)
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()
    page.keyboard.press("o")
    page.keyboard.type("deep")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("deep/b.md")


def test_without_the_token_there_is_no_page(desk: Desk) -> None:
    parts = urlsplit(desk.address)
    page = desk.browser.new_context().new_page()
    for path in ("/", "/guessed/", "/assets/main.js"):
        answer = page.goto(f"{parts.scheme}://{parts.netloc}{path}")
        assert answer.status == 403


HOSTILE = {
    "x.md": "Write `out.json` <script>document.title = 'run'</script> <img src=x onerror=alert(1)>.\n"
    "Use &lt;b&gt; and \u202ereversed\u202c text\u0007, \u200bzero width.\n"
}


def test_nothing_in_the_text_runs(tmp_path: Path, browser: Any) -> None:
    for desk in _desk(tmp_path, browser, HOSTILE):
        page = desk.open("#1")
        shown = page.locator(".text").evaluate("element => element.textContent")
        assert shown == HOSTILE["x.md"]
        assert page.locator(".text script, .text img, .card img").count() == 0
        assert page.title() == "x.md · SpecHarness"
        drag(page, "reversed")
        page.keyboard.press("1")
        saved(page)
        assert any(quotes(row, HOSTILE["x.md"]) == ["reversed"] for row in desk.labels("x.md"))


MANY = {"many.md": "".join(f"- Write `out/{number}.json` with {number} rows. 🎉\n" for number in range(1, 501))}
"""A thousand directions: two a line."""


def test_a_thousand_directions_stay_in_hand(tmp_path: Path, browser: Any) -> None:
    for desk in _desk(tmp_path, browser, MANY):
        page = desk.open("#1")
        total = int(re.findall(r"\d+", page.locator(".choice").first.text_content())[0])
        assert total >= 1000
        page.keyboard.press("a")
        for _ in range(20):
            page.keyboard.press("j")
        page.keyboard.press("3")
        saved(page)
        changed = [row["id"] for row in desk.labels("many.md") if row["disposition"] == "abstain"]
        assert page.locator(".card.selected .id").text_content() in changed
        expect(page.locator(".card.selected")).to_be_in_viewport()
        expect(page.locator("mark.selected").first).to_be_in_viewport()


def test_interrupting_the_server_leaves_everything_whole(tmp_path: Path, browser: Any) -> None:
    specimens.make(tmp_path / "docs")
    command = [sys.executable, "-m", "specharness", "annotate", "docs", "--labels", "gold", "--no-open"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        desk = Desk(tmp_path, process.stdout.readline().strip(), browser)
        page = desk.open("#1/d1")
        page.keyboard.press("3")
        saved(page)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert errors.splitlines() == ["2 texts to review; each change is saved at once, Ctrl-C ends it", "stopped"]
    assert desk.label("d1")["disposition"] == "abstain"
    page.keyboard.press("2")
    expect(page.locator(".saved")).to_contain_text("the server is not there")
    page.close()
