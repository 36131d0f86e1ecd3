"""Endpoints that are not what they should be: bodies without end, wrong certificates, passwords in addresses."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import shutil
import ssl
import subprocess
import threading
from base64 import b64encode
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from endpoint import Fault, Json, Seen, ask, entry, paths, serving
from model_world import TEXT, candidate_at, source_of, told

from specharness import api
from specharness.cli.main import main
from specharness.compile.llm import openai_client, retries
from specharness.compile.llm.client import Problem, Reply, Request
from specharness.compile.llm.openai_client import ProviderClient
from specharness.compile.llm.schema import read_answer
from specharness.segment import segment

SOURCE = source_of(TEXT)
UNITS = segment(SOURCE)
QUESTION = Request(fingerprint="f", system="s", user="--- a ---\n1: x\n--- a ---\nanswer for: 1.")
USER, PASSWORD = "somebody", "geh@im/1234567"
NAMED = "somebody:geh%40im%2F1234567@"


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    async def sleep(_: float) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(retries.Retrying.__init__, "__defaults__", (sleep,))


def asked_at(folder: Path, address: str, **asking: Json) -> Reply:
    return asyncio.run(ProviderClient(candidate_at(folder, address, asking=asking).candidate).ask(QUESTION))


class Raw(BaseHTTPRequestHandler):
    """Sends the same bytes to everybody."""

    body = b""
    headers_sent: dict[str, str] = {}
    wanted: list[str] = []

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.wanted.append(self.headers.get("accept-encoding", ""))
        self.send_response(200)
        for name, value in {"content-type": "application/json", **self.headers_sent}.items():
            self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(self.body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def raw(
    folder: Path, body: bytes, headers: dict[str, str], secure: ssl.SSLContext | None = None
) -> tuple[Reply, list[str]]:
    wanted: list[str] = []
    handler = type("Handler", (Raw,), {"body": body, "headers_sent": headers, "wanted": wanted})
    server = HTTPServer(("127.0.0.1", 0), handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    if secure is not None:
        server.socket = secure.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        reply = asked_at(folder, f"http{'s' if secure else ''}://127.0.0.1:{server.server_port}/v1")
        return reply, wanted
    finally:
        server.shutdown()
        server.server_close()


CHAT = json.dumps({
    "id": "c", "object": "chat.completion", "created": 0, "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": '{"units":[]}'}}],
})  # fmt: skip


def test_what_is_packed_well_is_read_and_what_is_not_is_no_answer(tmp_path: Path) -> None:
    packed = gzip.compress(CHAT.encode())
    reply, wanted = raw(tmp_path, packed, {"content-encoding": "gzip"})
    assert (reply.problem, reply.text) == (None, '{"units":[]}')
    assert wanted == ["identity"]
    for body in (packed[:-20], b"\x1f\x8b garbage", b"<html>"):
        reply, _ = raw(tmp_path, body, {"content-encoding": "gzip"})
        assert reply.problem is Problem.UNAVAILABLE


def test_a_body_without_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_client, "MAX_BODY", 10_000)
    monkeypatch.setattr(openai_client, "MAX_PACKED", 5_000)
    reply, _ = raw(tmp_path, CHAT.encode() + b" " * 9_000, {})
    assert reply.problem is None
    long = CHAT.encode() + b" " * 20_000_000
    for body, headers in (
        (long, {}),
        (long, {"content-length": str(len(long))}),
        (gzip.compress(long), {"content-encoding": "gzip"}),
    ):
        reply, _ = raw(tmp_path, body, headers)
        assert (reply.problem, reply.detail) == (Problem.UNAVAILABLE, "the endpoint's answer has no end")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes a certificate by openssl")
def test_a_certificate_of_its_own_is_not_trusted_and_told_as_that(tmp_path: Path) -> None:
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"]  # fmt: skip
    subprocess.run(made, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    reply, wanted = raw(tmp_path, CHAT.encode(), {}, secure)
    assert wanted == []
    assert (reply.problem, reply.detail) == (
        Problem.REJECTED,
        "the endpoint's certificate is not one that is trusted here",
    )


def test_an_endpoint_that_speaks_no_tls_is_not_there(tmp_path: Path) -> None:
    with serving(paths) as endpoint:
        reply = asked_at(tmp_path, endpoint.address.replace("http:", "https:"))
    assert (reply.problem, reply.detail) == (
        Problem.UNAVAILABLE,
        "the endpoint can't be reached, or hung up",
    )


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_key_does_not_follow_to_another_address(tmp_path: Path, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OF_THE_KEY", "such-a-secret-key")
    with serving(paths) as other:
        elsewhere = Fault(status, "", {"location": f"{other.address}/chat/completions"})
        with serving(lambda _: elsewhere) as endpoint:
            reply = asked_at(tmp_path, endpoint.address, key_variable="OF_THE_KEY")
            assert [request.headers["authorization"] for request in endpoint.requests] == ["Bearer such-a-secret-key"]
        assert other.requests == []
    assert reply.problem is Problem.REJECTED


@pytest.mark.parametrize(
    "address",
    [
        "http://{}[::1/v1",
        "http://{}127.0.0.1:80x/v1",
        "http://{}127.0.0.1:99999/v1",
        "http://somebody:geh@im/1234567@127.0.0.1/v1",
        "http://somebody:geh#im1234567@127.0.0.1/v1",
        "{}127.0.0.1/v1",
        "http://{}/v1",
        "ftp://{}127.0.0.1/v1",
        "geh@im/1234567",
    ],
)
def test_what_is_no_address_is_refused_and_not_repeated(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OF_THE_ENDPOINT", address.format(NAMED))
    monkeypatch.setenv("SPECHARNESS_CACHE", str(tmp_path / "answers.sqlite"))
    candidate_at(tmp_path, "http://127.0.0.1:9/v1", endpoint_variable="OF_THE_ENDPOINT")
    (tmp_path / "prompt.md").write_text(TEXT, encoding="utf-8")
    assert main(["compile", str(tmp_path / "prompt.md"), "--compiler", str(tmp_path / "scripted.toml")]) == 2
    said = capsys.readouterr()
    assert "OF_THE_ENDPOINT holds no address such as https://host/v1" in said.err
    for part in ("geh", "1234567", "somebody"):
        assert part not in said.out + said.err


@pytest.mark.parametrize("echoed", [PASSWORD, "geh%40im%2F1234567", f"{USER}:{PASSWORD}"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_password_in_the_address_is_sent_and_never_shown(
    tmp_path: Path, echoed: str, packed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = b64encode(echoed.encode()).decode() if packed else echoed

    def telling(request: Seen) -> Fault | list[Json]:
        if request.number == 0:
            return Fault(503, json.dumps({"error": {"message": f"not now, {words}!"}}))
        return [{**row, "asks": [{**one, "statement": words} for one in row["asks"]]} for row in paths(request)]

    with serving(telling) as endpoint:
        monkeypatch.setenv("OF_THE_ENDPOINT", endpoint.address.replace("://", f"://{NAMED}"))
        monkeypatch.setenv("SPECHARNESS_CACHE", str(tmp_path / "answers.sqlite"))
        candidate_at(tmp_path, "http://127.0.0.1:9/v1", endpoint_variable="OF_THE_ENDPOINT", asking={"attempts": 1})
        (tmp_path / "prompt.md").write_text(TEXT, encoding="utf-8")
        line = ["compile", str(tmp_path / "prompt.md"), "--compiler", str(tmp_path / "scripted.toml"), "--usage"]
        line += ["-o", str(tmp_path / "out.json"), "--force"]
        assert main(line) == 2
        assert main(line) == 0
        sent = {request.headers["authorization"] for request in endpoint.requests}
    assert sent == {f"Basic {b64encode(f'{USER}:{PASSWORD}'.encode()).decode()}"}
    said = capsys.readouterr()
    files = [path.read_bytes() for path in tmp_path.iterdir() if path.suffix != ".toml"]
    shown = said.out + said.err + b"".join(files).decode("latin-1")
    for part in (words, PASSWORD, "1234567", b64encode(PASSWORD.encode()).decode()[:12]):
        assert part not in shown
    assert "not now" in said.err


def test_another_models_name_changes_neither_the_answer_nor_whose_it_is(tmp_path: Path) -> None:
    def renamed(request: Seen) -> Fault:
        message = {"role": "assistant", "content": json.dumps({"units": paths(request)})}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        return Fault(body=json.dumps({"id": "c", "model": "another-model", "choices": [choice]}))

    with serving(renamed) as other, serving(paths) as same:
        results = []
        for endpoint in (other, same):
            found = candidate_at(tmp_path, endpoint.address)
            results.append(api.compile_text(TEXT, engine=found.kind.build(found)))
    assert results[0] == results[1]


def test_several_entries_about_one_unit_lose_nothing(tmp_path: Path) -> None:
    def parted(request: Seen) -> list[Json]:
        return [one for row in paths(request) for one in (entry(row["unit"]), row, row, entry(row["unit"]))]

    with serving(parted) as endpoint, serving(paths) as plain:
        found = [candidate_at(tmp_path, one.address) for one in (endpoint, plain)]
        first, second = (told(SOURCE, one.kind.build(one).compile(SOURCE, UNITS).directions) for one in found)
    assert first == second
    two = [entry(1, ask("a")), entry(1, ask("b"), speaks_to_checker=True), entry(1, ask("a"))]
    read = read_answer(json.dumps({"units": two}), {1}).entries[1]
    assert [one.quote for one in read.asks] == ["a", "b"]
    assert read.speaks_to_checker
