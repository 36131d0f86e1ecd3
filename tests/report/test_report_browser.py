"""The page in Debian's chromium: it works, it stays inside its file, and nothing in the data runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import page_specimens as specimens
import pytest
from chromium import ARGUMENTS, CHROMIUM, NEEDED

from specharness.ir import ObligationSet, Outcome, Verdict
from specharness.report import render

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright_api.expect

pytestmark = NEEDED


@dataclass
class Tab:
    """A page and what it did that it should not."""

    page: playwright_api.Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


@dataclass
class Files:
    folder: Path
    browser: playwright_api.Browser
    opened: list[Tab] = field(default_factory=list)

    def open(self, name: str, hash: str = "", **context: object) -> Tab:
        options = {"viewport": {"width": 1300, "height": 850}, **context}
        tab = Tab(self.browser.new_context(**options).new_page())
        tab.page.set_default_timeout(5000)
        tab.page.on("request", lambda request: tab.requests.append(request.url))
        tab.page.on("console", lambda message: tab.complaints.append(message.text))
        tab.page.on("pageerror", lambda error: tab.complaints.append(str(error)))
        tab.page.goto(f"file://{self.folder / name}.html{hash}")
        self.opened.append(tab)
        return tab


@pytest.fixture(scope="module")
def browser() -> Iterator[playwright_api.Browser]:
    with playwright_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    workshop, hostile, large = specimens.workshop(), specimens.hostile(), specimens.large()
    unsure = specimens.certificate(hostile, {}, Verdict.UNCERTAIN, specimens.HOSTILE, specimens.HOSTILE, vacuous=True)
    checked: dict[str, str] = {
        "plain": render(workshop),
        "failed": render(workshop, specimens.failing(workshop)),
        "passed": render(
            workshop, specimens.certificate(workshop, {}, Verdict.PASS, "All 8 obligations are satisfied.")
        ),
        "hostile": render(hostile, unsure),
        "empty": render(specimens.only("")),
        "none": render(_without_sources()),
        "large": render(large, specimens.certificate(large, {"o9": Outcome.FAILED}, Verdict.FAIL, "o9 failed")),
        "long": render(specimens.only("0123456789" * 200_000 + "\n" + "short line\n" * 400_000)),
    }
    for name, text in checked.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8", newline="")
    return folder


@pytest.fixture
def files(browser: playwright_api.Browser, folder: Path) -> Iterator[Files]:
    """Opens pages; afterwards, whatever the test did, none may have left its file or complained."""
    files = Files(folder, browser)
    yield files
    for tab in files.opened:
        tab.page.context.close()
    for tab in files.opened:
        assert [url for url in tab.requests if not url.startswith(("file://", "data:"))] == []
        assert sum(url.startswith("file://") for url in tab.requests) == 1
        assert tab.complaints == []


def _without_sources() -> ObligationSet:
    return specimens.only("").model_copy(update={"sources": ()})


def current(page: playwright_api.Page) -> playwright_api.Locator:
    return page.locator(".card[aria-current=true]")


def chips(page: playwright_api.Page, name: str) -> playwright_api.Locator:
    return page.locator(f'.chip[aria-label^="{name},"]')


def test_text_in_the_page_is_the_source_and_copies_without_the_marks(files: Files) -> None:
    page = files.open("plain").page
    shown = page.locator(".source .text").evaluate_all("all => all.map(each => each.textContent)")
    assert shown == [specimens.PROMPT, specimens.SKILL]


def test_click_on_text_selects_its_card_and_back(files: Files) -> None:
    page = files.open("plain").page
    page.get_by_text("Do not change `/root/tickets.csv`.").first.click()
    expect(current(page)).to_have_attribute("aria-label", "o5, hard: /root/tickets.csv is not changed.")
    expect(current(page)).to_be_in_viewport()
    assert page.url.endswith("#o5")
    page.locator(".card", has_text="先用小样本验证公式。").locator(".statement").click()
    expect(page.locator("mark.selected")).to_have_text("建议先用小样本验证公式,再处理全部数据。")
    expect(page.locator("mark.selected")).to_be_in_viewport()
    assert page.url.endswith("#d12")


def test_all_spans_of_a_direction_are_highlighted(files: Files) -> None:
    page = files.open("plain", "#o1").page
    text = "".join(page.locator("mark.selected").all_text_contents())
    first, second = (
        "Write the summary to `/root/out/summary.json`.",
        "exactly the keys `quarter`, `tickets`\nand `mean_cost`",
    )
    assert text == first + second
    expect(chips(page, "o1")).to_have_count(2)
    literals = page.locator("mark.literal").all_text_contents()
    assert literals == ["/root/out/summary.json", "quarter", "tickets", "mean_cost"]


def test_each_place_of_a_card_leads_to_its_own_span(files: Files) -> None:
    page = files.open("plain", "#o1", viewport={"width": 1300, "height": 420}).page
    page.get_by_text("Note to the grader").first.click()
    places = page.locator(".card", has_text="exactly the keys quarter").locator(".place")
    for number in (1, 0):
        places.nth(number).click()
        expect(chips(page, "o1").nth(number)).to_be_in_viewport()


def test_overlapping_spans_take_turns(files: Files) -> None:
    page = files.open("plain").page
    shared = page.locator("mark.several", has_text="Write the summary to")
    seen = []
    for _ in range(3):
        shared.click()
        seen.append(page.url.rpartition("#")[2])
    assert seen == ["o1", "o2", "o1"]


@pytest.mark.parametrize(("hash", "card"), [("#o3", "o3"), ("#d8", "d8"), ("#d11", "o8"), ("#m1", "m1")])
def test_links_lead_to_the_card(files: Files, hash: str, card: str) -> None:
    page = files.open("failed", hash).page
    expect(current(page).locator(".id")).to_have_text(card)
    expect(current(page).locator(".statement")).to_be_in_viewport()
    expect(page.locator("mark.selected").first).to_be_in_viewport()


def test_link_followed_later_and_unknown_links_do_nothing(files: Files) -> None:
    page = files.open("plain", "#%E0%A4%A").page
    expect(current(page)).to_have_count(0)
    page.evaluate("location.hash = '#d9'")
    expect(current(page).locator(".id")).to_have_text("d9")


def test_filters_narrow_cards_and_marks_and_count(files: Files) -> None:
    page = files.open("failed").page
    page.get_by_role("group", name="Disposition").get_by_role("button", name="abstain").click()
    expect(page.locator(".card:visible")).to_have_count(3)
    expect(page.locator("mark.hard")).to_have_count(0)
    expect(page.locator(".count")).to_have_text("3 of 14 cards")
    page.keyboard.press("Escape")
    page.get_by_role("group", name="Result").get_by_role("button", name="failed").click()
    expect(page.locator(".card:visible .id")).to_have_text("o3")
    page.locator("#clear").click()
    page.get_by_label("Filter by kind").select_option("external")
    expect(page.locator(".card:visible .id")).to_have_text("d8")
    page.get_by_label("Filter by kind").select_option("")
    page.get_by_label("Filter by family").select_option("path_exists")
    expect(page.locator(".card:visible")).to_have_count(2)
    page.locator("#clear").click()
    page.get_by_label("Filter by source").select_option(label="environment/skills/tables/SKILL.md")
    expect(page.locator(".source:visible h2")).to_have_text("environment/skills/tables/SKILL.md")
    expect(page.locator(".card:visible")).to_have_count(4)
    page.locator("#clear").click()
    page.keyboard.press("/")
    page.keyboard.type("MEAN_COST decimals")
    expect(page.locator(".card:visible .id")).to_have_text("o3")
    page.keyboard.type(" nonsense")
    expect(page.get_by_text("No card matches these filters.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".card:visible")).to_have_count(14)


def test_keyboard_walks_jumps_and_cycles(files: Files) -> None:
    page = files.open("failed").page
    page.keyboard.press("j")
    expect(current(page).locator(".id")).to_have_text("o1")
    page.keyboard.press("j")
    expect(current(page)).to_be_focused()
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    expect(chips(page, "o1").nth(0)).to_be_focused()
    page.keyboard.press("o")
    expect(chips(page, "o1").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(current(page)).to_be_focused()
    page.keyboard.press("n")
    expect(current(page).locator(".id")).to_have_text("o3")
    page.keyboard.press("f")
    expect(page.get_by_role("group", name="Disposition").locator("[aria-pressed=true]")).to_contain_text("hard")
    page.keyboard.press("Shift+F")
    expect(page.get_by_role("group", name="Result").locator("[aria-pressed=true]")).to_contain_text("failed")
    page.keyboard.press("Escape")
    expect(page.locator(".count")).to_have_text("14 cards")
    page.keyboard.press("Escape")
    expect(current(page)).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_tab_reaches_controls_text_and_card_with_a_visible_focus(files: Files) -> None:
    page = files.open("failed", "#o3").page
    page.evaluate("document.activeElement.blur()")
    reached = set()
    for _ in range(45):
        page.keyboard.press("Tab")
        kind, outline = page.evaluate(
            "() => [document.activeElement.className || document.activeElement.id || document.activeElement.tagName,"
            " getComputedStyle(document.activeElement).outlineStyle]"
        )
        if kind == "BODY":  # the round is complete
            break
        reached.add(kind.split()[0])
        assert outline != "none", kind
    assert {"skip", "theme", "choice", "filter-kind", "search", "chip", "card", "place"} <= reached


def test_verdict_says_reasons_gaps_evidence_and_vacuity(files: Files) -> None:
    page = files.open("failed").page
    verdict = page.get_by_label("Verdict", exact=True)
    expect(verdict).to_contain_text("FAIL")
    expect(verdict).to_contain_text("o3 failed: mean_cost is written 41.6667")
    expect(verdict).to_contain_text("Not vacuous")
    verdict.get_by_role("button", name="3 uncovered").click()
    verdict.locator("#uncovered a", has_text="d8").click()
    expect(current(page).locator(".id")).to_have_text("d8")
    page.evaluate("location.hash = '#o3'")
    expect(current(page).locator(".result")).to_contain_text("mean_cost is written 41.6667 (4 decimals)")
    expect(current(page).locator(".result")).to_contain_text("/mean_cost")
    current(page).locator(".evidence-link").click()
    row = page.locator("tr[data-evidence-row=e3]")
    expect(row).to_be_focused()
    expect(row).to_contain_text("limit: more rows than `rows` allows")
    expect(row).to_contain_text("nothing to digest")
    expect(chips(page, "o3")).to_have_attribute("data-label", "✕ o3")
    expect(files.open("passed").page.get_by_label("Verdict", exact=True)).to_contain_text("PASS")


def test_header_states_compiler_schema_digest_and_what_was_held_out(files: Files) -> None:
    page = files.open("plain").page
    page.locator(".about-set summary").click()
    about = page.locator(".about-set .sheet")
    digests = (specimens.COMPILER.fingerprint, specimens.workshop().digest)
    for text in (*digests, "1.0", "solution/solve.sh", "/root (Dockerfile COPY)"):
        expect(about).to_contain_text(text)
    page.keyboard.press("Escape")
    expect(about).to_be_hidden()


def test_demotion_is_explained(files: Files) -> None:
    page = files.open("plain", "#d13").page
    for text in ("Read as hard, then demoted to abstain.", "do not state", "No file is named", "param_missing"):
        expect(current(page).locator(".why")).to_contain_text(text)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_theme_follows_the_system_and_the_toggle(files: Files, scheme: str) -> None:
    page = files.open("plain", color_scheme=scheme).page
    lightness = (
        "() => getComputedStyle(document.querySelector('.sources')).backgroundColor.match(/\\d+/)[0] > 127"
        " ? 'light' : 'dark'"
    )
    assert page.evaluate(lightness) == scheme
    page.locator("#theme").click()
    assert page.evaluate(lightness) == "light"
    page.keyboard.press("t")
    assert page.evaluate(lightness) == "dark"


def test_background_text_is_quiet_until_asked_for(files: Files) -> None:
    page = files.open("plain").page
    colour = "() => getComputedStyle(document.querySelector('.text')).color"
    quiet = page.evaluate(colour)
    page.keyboard.press("b")
    assert page.evaluate(colour) != quiet


def test_hostile_text_is_shown_and_does_nothing(files: Files) -> None:
    page = files.open("hostile").page
    page.locator(".card").first.click()
    for opener in page.locator("summary, .fold").all():
        if opener.is_visible():
            opener.dispatch_event("click")
    assert page.evaluate("window.pwned") is None
    assert page.evaluate("Object.prototype.texts") is None
    assert page.locator(".source .text").text_content() == specimens.HOSTILE
    assert page.locator("script").count() == 2
    assert page.locator("img, svg, base, iframe, meta[http-equiv=refresh]").count() == 0
    expect(page.locator(".source .hidden-char").first).to_have_attribute("data-name", "U+202E")
    expect(page.locator(".warning", has_text="outside the sources given here").first).to_be_attached()
    expect(page.get_by_label("Verdict", exact=True)).to_contain_text("Vacuous: there was no active mandatory")


def test_empty_states_are_worded(files: Files) -> None:
    page = files.open("empty").page
    for text in ("This source is empty.", "nothing in these sources asks for anything", "Not checked yet."):
        expect(page.get_by_text(text)).to_be_visible()
    expect(files.open("none").page.get_by_text("No source was compiled")).to_be_visible()


def test_a_thousand_units_load_and_respond(files: Files) -> None:
    page = files.open("large").page
    expect(page.locator(".card").first).to_be_visible()
    page.evaluate("location.hash = '#o600'")
    expect(current(page).locator(".statement")).to_be_in_viewport()
    expect(page.locator("mark.selected").first).to_be_in_viewport()
    assert page.locator(".card").count() == 1000


def test_six_megabytes_of_text_draw_only_what_is_looked_at(files: Files) -> None:
    page = files.open("long").page
    expect(page.locator(".line").first).to_be_visible()
    page.locator(".sources").evaluate("pane => { pane.scrollTop = pane.scrollHeight; }")
    expect(page.locator(".line", has_text="short line").last).to_be_in_viewport()


@pytest.mark.parametrize("width", [700, 940, 1800])
def test_nothing_is_wider_than_the_window(files: Files, width: int) -> None:
    page = files.open("failed", "#o3", viewport={"width": width, "height": 900}).page
    assert page.evaluate("document.documentElement.scrollWidth") == width
    expect(current(page).locator(".statement")).to_be_in_viewport()
    expect(page.locator("mark.selected").first).to_be_in_viewport()


def test_print_has_everything_and_no_controls(files: Files) -> None:
    page = files.open("failed").page
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".filters")).to_be_hidden()
    assert page.locator(".card .statement").count() == 14
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight")


def test_policy_holds_even_for_a_script_that_should_not_be_there(browser: playwright_api.Browser, folder: Path) -> None:
    page = browser.new_page()
    refused: list[str | None] = []
    answered: list[str] = []
    page.goto(f"file://{folder / 'hostile.html'}")
    page.on("requestfailed", lambda request: refused.append(request.failure))
    page.on("response", lambda response: answered.append(response.url))
    tried = page.evaluate(
        """async () => {
            const attempt = async work => { try { await work(); return 'done'; } catch (error) { return error.name; } };
            return {
                html: await attempt(() => { document.body.innerHTML = '<b>x</b>'; }),
                script: await attempt(() => { document.createElement('script').text = '1'; }),
                load: await attempt(() => fetch('http://127.0.0.1:9/')),
                image: await attempt(() => new Promise((yes, no) => {
                    const image = new Image();
                    image.onerror = () => no(new Error('blocked'));
                    image.onload = yes;
                    image.src = 'http://127.0.0.1:9/x.png';
                })),
            };
        }"""
    )
    page.context.close()
    assert "done" not in tried.values(), tried
    assert set(refused) == {"csp"}
    assert answered == []
