"""The server: who may speak to it, what it refuses, and that nothing is overwritten silently."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import review_specimens as specimens

from specharness.ir import Source
from specharness.measure.annotations import read_directions

testclient = pytest.importorskip("starlette.testclient", reason="the extra `review` is not installed")

from specharness.review import assets, guard, proposals  # noqa: E402
from specharness.review.documents import find_documents  # noqa: E402
from specharness.review.server import build  # noqa: E402

TOKEN = "token-of-this-test"
HOST = "127.0.0.1:8000"


class Site:
    """The application over the texts in a folder, spoken to as the page does."""

    def __init__(self, folder: Path) -> None:
        self.docs = specimens.make(folder / "docs")
        self.gold = folder / "gold"
        self.compiled: list[str] = []
        documents = find_documents(self.docs, self.gold)
        app = build(
            documents,
            compile=self._compile,
            write=specimens.write,
            token=TOKEN,
            hosts=frozenset({HOST, "localhost:8000"}),
        )
        self.client = testclient.TestClient(app, base_url=f"http://{HOST}", raise_server_exceptions=False)

    def _compile(self, specification: Any) -> Any:
        self.compiled.append(specification.label)
        return specimens.compile(specification)

    def get(self, path: str, **options: Any) -> Any:
        return self.client.get(f"/{TOKEN}/{path}", **options)

    def post(self, path: str, body: Any) -> Any:
        return self.client.post(f"/{TOKEN}/{path}", json=body)

    def open(self, number: int = 0) -> dict[str, Any]:
        answer = self.get(f"api/documents/{number}")
        assert answer.status_code == 200, answer.text
        opened = dict(answer.json())
        opened["labelled"] = opened["rows"] is not None
        opened["proposal"] = self.get(f"api/documents/{number}/proposal").json()["rows"]
        opened["rows"] = opened["rows"] if opened["labelled"] else opened["proposal"]
        return opened

    def save(self, opened: dict[str, Any], number: int = 0, revision: str | None = None, **changes: Any) -> Any:
        body = {"rows": opened["rows"], "done": False, "accepted": [], **changes}
        headers = {"If-Match": f'"{revision or opened["revision"]}"'}
        headers["content-type"] = "application/json"
        return self.client.put(f"/{TOKEN}/api/documents/{number}", content=json.dumps(body), headers=headers)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def test_every_request_needs_the_token(site: Site) -> None:
    for path in (
        "/",
        "/wrong/",
        f"/{TOKEN}",
        f"/{TOKEN}x/",
        f"/{TOKEN[:-1]}/",
        "/api/documents",
        "/assets/main.js",
        "/%F0/",
    ):
        answer = site.client.get(path, follow_redirects=False)
        assert answer.status_code == 403, path
        assert "token" in answer.text
    assert site.client.put("/api/documents/0", json={}).status_code == 403
    assert site.get("").status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example:8000", "127.0.0.1", "127.0.0.1:8001", "127.0.0.1.evil.example:8000", ""]
)
def test_another_name_for_this_machine_is_refused(site: Site, host: str) -> None:
    assert site.get("api/documents", headers={"host": host}).status_code == 403


def test_localhost_is_this_machine(site: Site) -> None:
    assert site.get("api/documents", headers={"host": "localhost:8000"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_other_sites_are_refused(site: Site, headers: dict[str, str]) -> None:
    answer = site.client.post(f"/{TOKEN}/api/documents/0/copy", json={"rows": []}, headers=headers)
    assert answer.status_code == 403
    assert not site.gold.exists()


def test_a_form_can_not_write(site: Site) -> None:
    answer = site.client.post(f"/{TOKEN}/api/documents/0/copy", content="{}", headers={"content-type": "text/plain"})
    assert answer.status_code == 415


def test_every_answer_carries_the_policy(site: Site) -> None:
    for answer in (site.get(""), site.get("api/documents"), site.get("nothing"), site.client.get("/")):
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_every_module_of_the_page_is_served(site: Site, repository: Path) -> None:
    modules = {path.name for path in (repository / "specharness" / "review" / "page").glob("*.js")}
    assert modules | {"dom.js"} == {name for name in assets.parts() if name.endswith(".js")}


def test_every_part_of_the_page_is_served(site: Site) -> None:
    page = site.get("").text
    assert "assets/main.js" in page
    for name in ("main.js", "dom.js", "theme.css", "review.css", "bar.js"):
        answer = site.get(f"assets/{name}")
        assert answer.status_code == 200, name
        assert answer.headers["content-type"].startswith("text/css" if name.endswith("css") else "text/javascript")


@pytest.mark.parametrize("name", ["../server.py", "..%2fserver.py", "server.py", "page.html", "%2e%2e/guard.py"])
def test_nothing_else_is_served(site: Site, name: str) -> None:
    assert site.get(f"assets/{name}").status_code == 404


@pytest.mark.parametrize("number", ["2", "99999999999999999999", "-1", "x", "0/../1"])
def test_documents_have_numbers_and_no_paths(site: Site, number: str) -> None:
    assert site.get(f"api/documents/{number}").status_code in (404, 200 if number == "0/../1" else 404)


def test_bodies_above_the_limit_are_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MAX_BODY_BYTES", 1000)
    body = b'{"rows": [' + b" " * 1000 + b"]}"
    url, kind = f"/{TOKEN}/api/documents/0/diff", {"content-type": "application/json"}
    assert site.client.post(url, content=body, headers=kind).status_code == 413
    answer = site.client.post(url, content=iter([body]), headers=kind)  # without a length
    assert answer.status_code == 413
    assert "MAX_BODY_BYTES" in answer.text


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"rows": 1}', b'{"rows": [1]}', b'{"row": []}', b"[" * 100_000, b"NaN"]
)
def test_broken_bodies_are_refused(site: Site, body: bytes) -> None:
    answer = site.client.post(
        f"/{TOKEN}/api/documents/0/diff", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_the_text_comes_as_it_is_and_the_compiler_proposes(site: Site) -> None:
    opened = site.open()
    assert opened["text"] == specimens.EMOJI_CRLF
    assert opened["labelled"] is False
    assert opened["rows"] == opened["proposal"] != []
    for row in opened["rows"]:
        for span in row["spans"]:
            assert specimens.EMOJI_CRLF[span["start"] : span["end"]].strip()
    assert not site.gold.exists()


def test_a_document_is_compiled_once_until_it_changes(site: Site) -> None:
    site.open()
    site.open()
    assert site.compiled == ["a.md"]
    (site.docs / "a.md").write_text("Write `other.json`.\n")
    assert site.open()["proposal"][0]["params"] == {"path": "other.json"}
    assert len(site.compiled) == 2


def test_saved_labels_are_read_by_the_project(site: Site) -> None:
    opened = site.open()
    answer = site.save(opened, accepted=["d1"], done=True)
    assert answer.status_code == 200
    text = (site.gold / "a.md.jsonl").read_text(encoding="utf-8")
    source = Source(id="a.md", kind="prompt", sha256=opened["sha256"], text=specimens.EMOJI_CRLF)
    directions = read_directions(text, source)
    assert [direction.id for direction in directions] == [row["id"] for row in opened["rows"]]
    assert source.quote(directions[0].spans[0]) == "Save the result to `/root/out.json`."
    again = site.open()
    assert (again["labelled"], again["done"], again["accepted"]) == (True, True, ["d1"])
    assert again["revision"] == answer.json()["revision"]
    listed = site.get("api/documents").json()["documents"]
    assert [(item["name"], item["done"]) for item in listed] == [("a.md", True), ("deep/b.md", False)]


def test_the_same_lines_as_the_compiler_writes(site: Site) -> None:
    site.save(site.open())
    header, *lines = [json.loads(line) for line in (site.gold / "a.md.jsonl").read_text(encoding="utf-8").splitlines()]
    assert header == {"document": "a.md", "sha256": site.open()["sha256"]}
    compiled = specimens.api.directions_jsonl(specimens.api.compile(site.docs / "a.md"))
    assert lines == [json.loads(line) for line in compiled.splitlines()]


def test_who_has_not_seen_the_last_change_writes_nothing(site: Site) -> None:
    opened = site.open()
    assert site.save(opened).status_code == 200
    before = (site.gold / "a.md.jsonl").read_bytes()
    answer = site.save(opened, rows=[])
    assert answer.status_code == 409
    assert (site.gold / "a.md.jsonl").read_bytes() == before


def test_a_file_edited_on_disk_is_not_overwritten(site: Site) -> None:
    opened = site.open()
    saved = site.save(opened).json()["revision"]
    path = site.gold / "a.md.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"hard"', '"abstain"'), encoding="utf-8")
    edited = path.read_bytes()
    assert site.save(opened, revision=saved).status_code == 409
    assert path.read_bytes() == edited


def test_a_text_that_changed_under_the_labels_is_a_conflict(site: Site) -> None:
    opened = site.open()
    (site.docs / "a.md").write_text("Something else, and much longer than before. " * 20)
    assert site.save(opened).status_code == 409
    assert not site.gold.exists()


def test_labels_of_an_older_text_are_told_and_not_accepted(site: Site) -> None:
    site.save(site.open(), accepted=["d1"], done=True)
    (site.docs / "a.md").write_bytes(specimens.EMOJI_CRLF.encode() + b"\r\nOne more line.\r\n")
    again = site.open()
    assert (again["stale"], again["done"], again["accepted"]) == (True, False, [])


def test_a_change_names_its_revision(site: Site) -> None:
    answer = site.client.put(f"/{TOKEN}/api/documents/0", json={"rows": []})
    assert answer.status_code == 428


def test_mine_is_kept_beside_theirs_under_a_free_name(site: Site) -> None:
    opened = site.open()
    for number in (1, 2):
        answer = site.post("api/documents/0/copy", {"rows": opened["rows"]})
        assert answer.json()["path"].endswith(f"a.md.jsonl.mine-{number}")
    copies = sorted(path.name for path in site.gold.iterdir())
    assert copies == ["a.md.jsonl.mine-1", "a.md.jsonl.mine-2"]


def test_mine_is_kept_even_where_the_text_is_another_by_now(site: Site) -> None:
    opened = site.open()
    (site.docs / "a.md").write_text("Short.")
    body = {"rows": opened["rows"], "sha256": opened["sha256"]}
    path = Path(site.post("api/documents/0/copy", body).json()["path"])
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(header) == {"document": "a.md", "sha256": opened["sha256"]}
    assert len(lines) == len(opened["rows"])


BROKEN = {
    "outside": {"spans": [{"start": 0, "end": 10_000}]},
    "empty span": {"spans": [{"start": 5, "end": 5}]},
    "reversed": {"spans": [{"start": 7, "end": 5}]},
    "negative": {"spans": [{"start": -1, "end": 5}]},
    "no span": {"spans": []},
    "disposition": {"disposition": "mandatory"},
    "family": {"family": "magic"},
    "params": {"params": {"path": {"nested": {}}}},
    "statement": {"statement": "x" * 2**20},
    "unknown field": {"comment": "mine"},
    "surrogate": {"statement": "half \ud800"},
    "confidence": {"confidence": "maybe"},
    "id": {"id": ""},
}


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_what_is_no_label_is_not_written(site: Site, change: dict[str, Any]) -> None:
    opened = site.open()
    rows = [{**opened["rows"][0], **change}, *opened["rows"][1:]]
    answer = site.save(opened, rows=rows)
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]
    assert not (site.gold / "a.md.jsonl").exists()


def test_an_id_is_there_once(site: Site) -> None:
    opened = site.open()
    answer = site.save(opened, rows=[opened["rows"][0], opened["rows"][0]])
    assert answer.status_code == 422
    assert "twice" in answer.json()["error"]


def test_a_broken_label_file_is_shown_and_never_replaced(site: Site) -> None:
    site.gold.mkdir()
    path = site.gold / "a.md.jsonl"
    path.write_text('{"id": "d1"}\n')
    answer = site.get("api/documents/0")
    assert answer.status_code == 422
    assert "line 1" in answer.json()["error"]
    assert site.save({"rows": [], "revision": "0"}).status_code == 409
    assert path.read_text() == '{"id": "d1"}\n'


def test_a_disk_that_refuses_is_told(site: Site) -> None:
    opened = site.open()
    site.gold.write_text("a file where the folder should be")
    answer = site.save(opened)
    assert answer.status_code == 422
    assert "a.md.jsonl" in answer.json()["error"]


def test_very_long_texts_are_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposals, "MAX_CHARACTERS", 10)
    answer = site.get("api/documents/0")
    assert answer.status_code == 422
    assert "MAX_CHARACTERS" in answer.json()["error"]


def test_differences_pair_labels_with_proposals(site: Site) -> None:
    opened = site.open()
    first, second, *rest = opened["rows"]
    changed = {**first, "id": "mine", "disposition": "abstain", "family": None}
    added = {**second, "id": "new", "spans": [{"start": 3, "end": 12}]}
    answer = site.post("api/documents/0/diff", {"rows": [changed, added, *rest]}).json()["differences"]
    told = {(each["label"], each["proposal"]): each["fields"] for each in answer}
    assert told["mine", first["id"]] == ["disposition", "family"]
    assert told["new", None] == []
    assert told[None, second["id"]] == []
    assert all(told[row["id"], row["id"]] == [] for row in rest)


def test_findings_are_the_guides(site: Site) -> None:
    opened = site.open()
    first, second, *rest = opened["rows"]
    broken = {**first, "family": None, "statement": ""}
    twin = {**second, "id": "twin"}
    rows = [broken, second, twin, *rest]
    answer = site.post("api/documents/0/findings", {"rows": rows, "only": [broken["id"]]}).json()
    assert {(each["label"], each["rule"]) for each in answer["alone"]} == {
        (broken["id"], "family_missing"),
        (broken["id"], "missing_field"),
    }
    (between,) = answer["between"]
    assert (between["label"], between["rule"]) == ("twin", "same_requirement")
    assert between["message"].startswith(f"{second['id']} is the same requirement")


def test_labels_that_are_there_do_not_wait_for_the_compiler(site: Site) -> None:
    site.save(site.open())
    site.compiled.clear()
    (site.docs / "a.md").write_bytes(specimens.EMOJI_CRLF.encode() + b"more\r\n")
    assert site.get("api/documents/0").json()["rows"]
    assert site.compiled == []


def test_the_last_write_is_known_to_a_page_that_was_reloaded(site: Site) -> None:
    site.save(site.open(), write="w-1")
    assert site.open()["write"] == "w-1"
