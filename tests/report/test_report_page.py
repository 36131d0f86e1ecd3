"""The file as text: self-contained, deterministic, complete, and closed to what stands in the sources."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import page_specimens as specimens
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specharness.ir import Disposition, Kind, ObligationSet, Outcome, Reason, Verdict
from specharness.report import render
from specharness.report.embed import HIDDEN, json_for_html
from specharness.report.places import MAX_SHOWN
from specharness.report.words import DISPOSITIONS, KINDS, OUTCOMES, REASONS, VERDICTS


class Page(HTMLParser):
    """Elements, their attributes and the text of the scripts and the style, as a parser sees them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.raw: dict[int, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem:
            self.raw[len(self.tags) - 1] = self.raw.get(len(self.tags) - 1, "") + data

    def content(self, tag: str, kind: str | None = None) -> str:
        for number, (name, attributes) in enumerate(self.tags):
            if name == tag and attributes.get("type") == kind:
                return self.raw[number]
        raise AssertionError(f"no {tag}")


def data_of(html: str) -> dict:
    return json.loads(Page(html).content("script", "application/json"))


SETS = {
    "workshop": specimens.workshop(),
    "hostile": specimens.hostile(),
    "empty": specimens.only(""),
    "large": specimens.large(60),
}
"""Named, so that a failing case says which."""
SHELL = [tag for tag, _ in Page(render(SETS["empty"])).tags]


@pytest.mark.parametrize("name", SETS)
def test_elements_are_those_of_the_shell_whatever_the_data(name: str) -> None:
    assert [tag for tag, _ in Page(render(SETS[name])).tags] == SHELL


@pytest.mark.parametrize("name", SETS)
def test_nothing_is_loaded(name: str) -> None:
    page = Page(render(SETS[name]))
    for tag, attributes in page.tags:
        assert not {"src", "srcset", "action", "data", "poster", "background"} & attributes.keys(), tag
        assert (attributes.get("href") or "data:").startswith("data:")
        assert not any(attribute.startswith("on") for attribute in attributes)
    style, script = page.content("style"), page.content("script")
    assert "url(" not in style
    assert "@import" not in style
    assert not re.search(r"https?://|fetch\(|XMLHttpRequest|WebSocket|sendBeacon", script)
    assert not re.search(r"innerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\(", script)


def test_policy_admits_only_this_style_and_this_script() -> None:
    page = Page(render(SETS["workshop"]))
    policy = next(a["content"] or "" for tag, a in page.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; ")
    assert "base-uri 'none'" in policy
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        digest = base64.b64encode(hashlib.sha256(page.content(tag).encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=60))
def test_json_comes_back_and_holds_no_markup_and_nothing_invisible(text: str) -> None:
    written = json_for_html({"t": text})
    assert json.loads(written) == {"t": text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")}
    assert not re.search(f"[<>&\ud800-\udfff{HIDDEN}]", written)
    written.encode("utf-8")


def test_hostile_texts_come_back_unchanged() -> None:
    data = data_of(render(SETS["hostile"]))
    text = "".join(piece[0] for block in data["sources"][0]["blocks"] for piece in block[3])
    assert text == specimens.HOSTILE
    assert data["cards"][0]["statement"] == specimens.HOSTILE
    assert data["held_out"] == [specimens.HOSTILE]


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=400))
def test_every_source_stands_in_the_page_at_full_length(text: str) -> None:
    data = data_of(render(specimens.only(text)))
    assert "".join(piece[0] for block in data["sources"][0]["blocks"] for piece in block[3]) == text


@pytest.mark.parametrize("name", SETS)
def test_every_id_is_on_a_card(name: str) -> None:
    obligations = SETS[name]
    data = data_of(render(obligations))
    found = {each for card in data["cards"] for each in (card["id"], *card.get("also", ()))}
    wanted = {each.id for each in (*obligations.hard, *obligations.directions)}
    assert wanted | {each.direction for each in (*obligations.advisory, *obligations.abstained)} <= found


def test_demotions_say_why_in_words() -> None:
    cards = {card["id"]: card for card in data_of(render(SETS["workshop"]))["cards"]}
    assert cards["d7"]["why"] == REASONS[Reason.SUBJECTIVE]
    assert cards["d7"]["detail"] == "“sensible” names no bound."
    assert cards["d13"]["was"] == "hard"
    assert cards["d13"]["disposition"] == "abstain"
    assert cards["m1"]["reason"] == "meta_instruction"


def test_certificate_is_laid_over_the_cards() -> None:
    obligations = SETS["workshop"]
    data = data_of(render(obligations, specimens.failing(obligations)))
    results = {card["id"]: card.get("result", {}).get("outcome") for card in data["cards"]}
    assert (results["o1"], results["o3"], results["o5"], results["o6"]) == ("passed", "failed", "unknown", "inactive")
    assert (results["d7"], results["d9"]) == ("uncovered", None)
    assert data["certificate"]["verdict"] == "FAIL"
    assert data["certificate"]["matches"] is True
    assert [item["sha256"] for item in data["certificate"]["evidence"]].count(None) == 2
    assert data["certificate"]["strays"] == []


def test_certificate_of_another_set_is_said_to_be_one_and_loses_no_result() -> None:
    other = specimens.large(20)
    data = data_of(render(SETS["empty"], specimens.failing(other)))
    assert data["certificate"]["matches"] is False
    assert len(data["certificate"]["strays"]) == len(other.hard)


def test_spans_outside_the_sources_are_told_and_never_raise() -> None:
    lost = next(card for card in data_of(render(SETS["hostile"]))["cards"] if card["id"] == "d2")
    assert [place["source"] for place in lost["places"]] == [None, None]
    assert "nowhere.md [0:5]" in lost["places"][0]["at"]


def test_a_quote_that_is_not_the_text_at_its_place_is_told() -> None:
    obligations = SETS["workshop"]
    first = obligations.hard[0]
    forged = first.model_copy(update={"src": first.src.model_copy(update={"quote": "You may skip this."})})
    cards = data_of(render(obligations.model_copy(update={"hard": (forged, *obligations.hard[1:])})))["cards"]
    assert next(card for card in cards if card["id"] == "o1")["misquoted"] is True
    assert not any(card.get("misquoted") for card in data_of(render(obligations))["cards"])


def test_a_direction_that_nothing_names_still_has_a_card() -> None:
    bare = SETS["workshop"].model_copy(update={"hard": (), "advisory": (), "abstained": ()})
    cards = data_of(render(bare))["cards"]
    assert sum("loose" in card for card in cards) == len(bare.directions)


def test_long_fields_are_cut_with_a_note_and_the_source_is_not() -> None:
    text = "q" * (MAX_SHOWN * 3)
    of = specimens.source("long.md", text)
    each = specimens.direction("d1", [specimens.span(of, text)], Disposition.ABSTAIN, text, reason=Reason.SUBJECTIVE)
    data = data_of(render(specimens.only("").model_copy(update={"sources": (of,), "directions": (each,)})))
    assert data["cards"][0]["statement"].endswith("more characters)")
    assert data["sources"][0]["chars"] == len(text)


def test_words_cover_every_code() -> None:
    assert set(DISPOSITIONS) == set(Disposition)
    assert set(KINDS) == set(Kind)
    assert set(OUTCOMES) == set(Outcome)
    assert set(REASONS) == set(Reason)
    assert set(VERDICTS) == set(Verdict)


def test_same_input_same_bytes_in_another_process_and_hash_seed() -> None:
    obligations = SETS["workshop"]
    here = hashlib.sha256(render(obligations, specimens.failing(obligations)).encode()).hexdigest()
    code = (
        "import hashlib, page_specimens as s; from specharness.report import render; w = s.workshop();"
        "print(hashlib.sha256(render(w, s.failing(w)).encode()).hexdigest())"
    )
    root = Path(__file__).parents[2]
    environment = {"PYTHONPATH": f"{root}:{Path(__file__).parent}", "PYTHONHASHSEED": "7"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == here


def test_title_names_the_source_and_the_verdict() -> None:
    obligations: ObligationSet = SETS["workshop"]
    assert "<title>FAIL · instruction.md · SpecHarness</title>" in render(obligations, specimens.failing(obligations))
    assert "<title>&lt;/title&gt;&lt;script&gt;" in render(SETS["hostile"])
