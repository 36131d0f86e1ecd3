"""Agents: programs in an enclosure, simulated and replayed ones, and a chat model against a scripted endpoint."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from studies import Writer, assignment, claims, session, verify

from specharness.errors import NotFoundError, UsageError
from specharness.experiments import enclosure
from specharness.experiments.agents import CommandAgent, ReplayedAgent, SimulatedAgent, recorded
from specharness.experiments.chat import ChatAgent, Prices
from specharness.experiments.conditions import Raw
from specharness.experiments.enclosure import Enclosure
from specharness.experiments.session import Budget, Cell, run_cell
from specharness.experiments.tasks import load_assignments

CORPUS = Path(__file__).parents[2] / "annotations" / "tasks"


def works() -> bool:
    if shutil.which(enclosure.PROGRAM) is None:
        return False
    try:
        done = enclosure.run(("true",), "", Path("/tmp"), {}, Enclosure(), 10, threading.Event())
    except OSError:
        return False
    return done.code == 0


needs_bubblewrap = pytest.mark.skipif(
    not works(), reason="bubblewrap is not installed, or may not make namespaces here"
)


def program(script: str, **settings: object) -> CommandAgent:
    return CommandAgent("program", ("/bin/sh", "-c", script), Enclosure(**settings))  # type: ignore[arg-type]


@needs_bubblewrap
def test_a_program_works_in_its_world(tmp_path: Path) -> None:
    run = session(tmp_path, program("cat > prompt.txt; printf done > /work/out.txt; echo all done"), Raw())
    assert run.official is not None
    assert run.official.passed
    assert run.final_message == "all done"
    assert (tmp_path / "run" / "workspace" / "prompt.txt").read_text("utf-8") == "Write done into out.txt.\n"


@needs_bubblewrap
@pytest.mark.parametrize(
    "script",
    [
        "cat /etc/shadow",
        "ls /root/*",
        "echo x > /usr/here",
        "echo x > /work/../before/in.txt",
        "exec 3<>/dev/tcp/127.0.0.1/80",
        'test -n "$SECRET_TOKEN"',
    ],
)
def test_what_an_enclosed_program_cant_do(tmp_path: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    run = session(tmp_path, program(f"({script}) 2>/dev/null && printf done > out.txt; echo done"), Raw())
    assert not (tmp_path / "run" / "workspace" / "out.txt").exists(), run.final_message


@needs_bubblewrap
def test_limits_end_a_program_and_its_children(tmp_path: Path) -> None:
    run = session(tmp_path, program("sleep 100 & sleep 100"), Raw(), Budget(seconds=0.3))
    assert run.ended.startswith("seconds")
    flood = session(tmp_path / "b", program("yes"), Raw())
    assert flood.ended.startswith("output")


def test_without_a_sandbox_a_program_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(UsageError, match="bubblewrap"):
        session(tmp_path, program("true"), Raw())
    run = session(tmp_path / "b", program("printf done > out.txt; echo done", unenclosed=True), Raw())
    assert run.official is not None
    assert run.official.passed


def test_a_simulated_agent_is_drawn_by_its_seed(tmp_path: Path) -> None:
    task = load_assignments([CORPUS])[0]

    def states(seed: int) -> list[str]:
        found = []
        for trial in range(4):
            root = tmp_path / f"{seed}-{trial}-{len(list(tmp_path.iterdir()))}"
            cell = Cell(task, SimulatedAgent("s", seed, 0.5, 0.5), Raw(), trial)
            run_cell(cell, root, Budget(), claims, None, threading.Event())
            found.append(str(sorted(path.name for path in (root / "workspace").rglob("*"))))
        return found

    assert states(1) == states(1)


def test_recorded_runs_are_replayed_with_their_state(tmp_path: Path) -> None:
    first = session(tmp_path, Writer(["done"]), Raw())
    agent = ReplayedAgent("again", recorded([first]), tmp_path / "run")
    again = run_cell(
        Cell(assignment(tmp_path / "b"), agent, Raw(), 0),
        tmp_path / "again",
        Budget(),
        claims,
        verify,
        threading.Event(),
    )
    assert again.official == first.official
    assert again.calls == first.calls
    with pytest.raises(NotFoundError, match="no recorded run"):
        run_cell(
            Cell(assignment(tmp_path / "c", "other"), agent, Raw(), 0),
            tmp_path / "d",
            Budget(),
            claims,
            None,
            threading.Event(),
        )


def test_a_recorded_workspace_outside_of_its_folder_is_refused(tmp_path: Path) -> None:
    first = session(tmp_path, Writer(["done"]), Raw())
    assert first.workspace is not None
    outside = first.model_copy(update={"workspace": first.workspace.model_copy(update={"path": "../greet"})})
    agent = ReplayedAgent("again", recorded([outside]), tmp_path / "run")
    with pytest.raises(NotFoundError, match="no recorded workspace"):
        run_cell(
            Cell(assignment(tmp_path / "b"), agent, Raw(), 0), tmp_path / "x", Budget(), claims, None, threading.Event()
        )


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """A scripted chat endpoint: the test appends what it answers with, one entry a request."""
    pytest.importorskip("openai", reason="the extra llm is not installed")
    script: list[object] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            step = script.pop(0) if script else 500
            code = step if isinstance(step, int) else 200
            body = json.dumps({"error": {"message": "no"}} if isinstance(step, int) else step).encode()
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *parts: object) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    monkeypatch.setenv("CHAT_URL", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("CHAT_KEY", "sk-canary")
    yield script
    server.shutdown()
    server.server_close()
    thread.join()


def said(name: str, arguments: dict[str, str] | str) -> dict[str, object]:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    call = {"id": "c1", "type": "function", "function": {"name": name, "arguments": text}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }


def chat() -> ChatAgent:
    return ChatAgent("chat", "m", "CHAT_URL", "CHAT_KEY", 0.0, 5, 100, Prices(1.0, 2.0))


@needs_bubblewrap
def test_a_chat_model_works_with_its_two_tools(tmp_path: Path, endpoint: list[object]) -> None:
    endpoint += [
        said("run", {"command": "printf done > out.txt; cat in.txt"}),
        said("run", "not json"),
        said("teleport", {"command": "x"}),
        said("finish", {"message": "It is done."}),
    ]
    run = session(tmp_path, chat(), Raw())
    assert run.official is not None
    assert run.official.passed
    assert [call.tool for call in run.calls] == ["run", "teleport", "finish"]
    assert run.calls[0].result is not None
    assert "given" in run.calls[0].result
    assert (run.usage.input_tokens, run.usage.model_calls) == (400, 4)
    assert run.usage.cost_usd == pytest.approx((400 * 1 + 40 * 2) / 1e6)


def test_an_endpoint_that_fails_is_a_run_that_ended(tmp_path: Path, endpoint: list[object]) -> None:
    endpoint += [401]
    run = session(tmp_path, chat(), Raw())
    assert run.ended.startswith("endpoint")
    assert "canary" not in run.model_dump_json()


def test_a_chat_model_needs_its_endpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHAT_URL", raising=False)
    with pytest.raises(UsageError, match="CHAT_URL"):
        session(tmp_path, chat(), Raw())


@pytest.mark.parametrize(
    ("command", "settings", "says"),
    [
        ("/nope", {}, "no program at /nope"),
        ("no-such-program-here", {}, "no program 'no-such-program-here'"),
        ("no-such-program-here", {"unenclosed": True}, "no program"),
        ("/etc/hostname", {}, "not to be seen"),
    ],
)
def test_a_program_that_is_not_there_is_told_before_the_first_run(
    command: str, settings: dict[str, bool], says: str
) -> None:
    with pytest.raises(UsageError, match=says):
        enclosure.require_program((command,), Enclosure(**settings), ["/work"])


@pytest.mark.parametrize("command", ["sh", "/bin/sh", "/work/agent.sh", "./agent.sh"])
def test_a_program_of_the_system_or_of_the_task_is_let_through(command: str) -> None:
    enclosure.require_program((command,), Enclosure(), ["/work"])
