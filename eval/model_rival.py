"""Input tokens and requests of compiling a folder of tasks, beside those of langextract for the same texts.

Both ask one endpoint on this machine, which finds nothing in any text and counts what reaches it. No model is asked.
langextract gets a prompt of its own style with the definitions of ours, two examples (it demands one), one pass, and
its schema constraints; chunks of its default length and of a larger one. It is also counted without our definitions:
less than that it can't send. Tokens are characters divided by four, of the messages, and of the whole bodies, in which
schemas count too. Needs both packages in one environment: pip install 'specharness[llm]' 'langextract[openai]'.

    python eval/model_rival.py DIR [--compiler NAME|FILE.toml]
                               [--buffers 1000 6000] [--format table|json]
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import logging
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from specharness import api
from specharness.cli.scripts import run, script_parser, whole
from specharness.compile.candidates import Entry, compilers_folder, find_candidate, load_candidate
from specharness.compile.llm.build import model_engine
from specharness.compile.llm.client import Client, Reply, Request
from specharness.compile.llm.openai_client import ProviderClient
from specharness.compile.llm.prompt import parse_template
from specharness.errors import UsageError
from specharness.ir import Source, SourceKind
from specharness.measure.model_costs import CHARACTERS_A_TOKEN
from specharness.segment import segment
from specharness.sources import load

DEFINITIONS = "# Disposition"
"""Where the definitions of a prompt begin, after what is said of our own way to answer."""
FIELDS = ("quote", "disposition", "modality", "kind", "family", "params", "condition", "statement")
"""Fields of an answer that are defined before that, and that langextract gives too, as text and attributes."""
IN_ITS_STYLE = (
    "Extract every requirement that the text puts on the agent, in order of appearance. Use exact text for "
    "extractions. Do not paraphrase or overlap entities. Give disposition, reason, modality, kind, family, condition "
    "and the params as attributes."
)
EXAMPLE_TEXT = "Write `out/report.json` with exactly 5 rows. You may add a chart."
EXAMPLES: tuple[tuple[str, dict[str, str]], ...] = (
    ("Write `out/report.json`", {"disposition": "hard", "family": "path_exists", "path": "out/report.json"}),
    ("You may add a chart", {"disposition": "advisory", "reason": "permission"}),
)


@dataclass
class Counted:
    """What came to the endpoint."""

    requests: int = 0
    message_characters: int = 0
    body_characters: int = 0
    numbers: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The units that one of our questions asks about, by its text."""

    def answer(self, body: dict[str, Any], length: int) -> str:
        """Nothing found, in the form that is asked for."""
        told = [str(message["content"]) for message in body["messages"]]
        self.requests += 1
        self.message_characters += sum(map(len, told))
        self.body_characters += length
        units = self.numbers.get(told[-1])
        if units is None:
            return json.dumps({"extractions": []})
        return json.dumps({"units": [{"unit": one, "speaks_to_checker": False, "asks": []} for one in units]})

    def row(self, who: str, **settings: object) -> dict[str, object]:
        return {
            "who": who,
            **settings,
            "requests": self.requests,
            "message_tokens": self.message_characters // CHARACTERS_A_TOKEN,
            "body_tokens": self.body_characters // CHARACTERS_A_TOKEN,
        }


@dataclass
class Noting:
    """A client that tells the endpoint what a question is about."""

    client: Client
    counted: Counted

    async def ask(self, request: Request) -> Reply:
        self.counted.numbers[request.user] = request.numbers
        reply = await self.client.ask(request)
        if reply.problem is not None:
            raise UsageError(f"the endpoint on this machine was not understood: {reply.problem}: {reply.detail}")
        return reply


@contextmanager
def endpoint() -> Iterator[tuple[str, Counted]]:
    """Its address, and its counts."""
    counted = Counted()
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["content-length"])).decode()
            body = json.loads(data)
            with lock:
                text = counted.answer(body, len(json.dumps(body, ensure_ascii=False)))
            message = {"role": "assistant", "content": text}
            told = json.dumps(
                {
                    "id": "chat-1",
                    "object": "chat.completion",
                    "created": 0,
                    "model": body["model"],
                    "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                    "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
                }
            ).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", counted
    finally:
        server.shutdown()
        server.server_close()


def texts_of(folder: Path) -> list[Source]:
    """Every text of a folder's tasks that is compiled."""
    tasks = sorted(path for path in folder.iterdir() if path.is_dir())
    found = [source for task in tasks for source in load(api.request_for(task)).sources]
    return [source for source in found if source.kind is not SourceKind.WORKSPACE]


def ours(entry: Entry, sources: Sequence[Source]) -> dict[str, object]:
    """What the candidate sends."""
    with endpoint() as (address, counted):
        candidate = entry.candidate
        here = {"endpoint": address, "provider": None, "key_variable": None, "api": "chat"}
        asking = candidate.asking.model_copy(update=here)
        entry = entry.model_copy(
            update={"candidate": candidate.model_copy(update={"asking": asking, "endpoint_variable": None})}
        )
        engine = model_engine(entry, Noting(ProviderClient(entry.candidate), counted))
        engine.compile_all([(source, segment(source)) for source in sources])
        return counted.row(candidate.name, prompt=candidate.prompt, buffer=candidate.asking.window)


def theirs(package: Any, sources: Sequence[Source], prompt: str, named: str, buffer: int) -> dict[str, object]:
    """What langextract sends."""
    data = package.data
    extractions = [
        data.Extraction(extraction_class="requirement", extraction_text=text, attributes=attributes)
        for text, attributes in EXAMPLES
    ]
    with endpoint() as (address, counted), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        package.extract(
            text_or_documents=[
                data.Document(text=source.text, document_id=str(number)) for number, source in enumerate(sources)
            ],
            prompt_description=prompt,
            examples=[data.ExampleData(text=EXAMPLE_TEXT, extractions=extractions)],
            config=package.factory.ModelConfig(
                model_id="gpt-4o-mini",
                provider="OpenAILanguageModel",
                provider_kwargs={"api_key": "none", "base_url": address},
            ),
            max_char_buffer=buffer,
            show_progress=False,
            resolver_params={"suppress_parse_errors": False},
        )
        version = importlib.metadata.version("langextract")
        return counted.row(f"langextract {version}", prompt=named, buffer=buffer)


def main(arguments: list[str] | None = None) -> int:
    parser = script_parser(__doc__)
    parser.add_argument("folder", metavar="DIR", type=Path, help="a folder of task folders")
    parser.add_argument("--compiler", metavar="NAME|FILE.toml", default="gpt-5.6-sol", help="whose windows and prompt")
    parser.add_argument(
        "--buffers", nargs="+", type=whole(100), metavar="N", default=[1000, 6000], help="its lengths of a chunk"
    )
    parser.add_argument("--format", choices=("table", "json"), default="table")
    given = parser.parse_args(arguments)
    try:
        package: Any = importlib.import_module("langextract")
        importlib.import_module("langextract.factory")
    except ImportError as error:
        raise UsageError("langextract is not installed here; run: pip install 'langextract[openai]'") from error
    logging.disable(logging.WARNING)
    named = given.compiler
    entry = load_candidate(Path(named)) if named.endswith(".toml") else find_candidate(named, compilers_folder())
    fixed = parse_template(entry.prompt_text(), entry.candidate.prompt or "").fixed
    answer, part, definitions = fixed.partition(DEFINITIONS)
    if not part:
        raise UsageError(f"the prompt of {entry.candidate.name!r} has no part {DEFINITIONS!r} to give to langextract")
    fields = [line for line in answer.splitlines() if line.startswith(tuple(f"- {name}" for name in FIELDS))]
    defined = "\n".join([IN_ITS_STYLE, *fields, "", part + definitions])
    sources = texts_of(given.folder)
    mine = ours(entry, sources)
    rows = [mine]
    for prompt, what in ((defined, "our definitions"), (IN_ITS_STYLE, "no definitions")):
        rows += [theirs(package, sources, prompt, what, buffer) for buffer in given.buffers]
    for row in rows:
        for kind in ("message_tokens", "body_tokens"):
            row[f"ours_by_its_{kind}"] = round(int(str(mine[kind])) / max(1, int(str(row[kind]))), 3)
    characters = sum(len(source.text) for source in sources)
    if given.format == "json":
        print(json.dumps({"texts": len(sources), "characters": characters, "rows": rows}, indent=2))
        return 0
    print(f"{len(sources)} texts, {characters} characters; ours / its: input tokens of ours by those of the row")
    print(
        f"{'':20}{'prompt':>18}{'chunk':>7}{'requests':>10}{'messages':>10}{'ours/its':>9}{'bodies':>10}{'ours/its':>9}"
    )
    for row in rows:
        print(
            f"{row['who']:20}{row['prompt']:>18}{row['buffer']:>7}{row['requests']:>10}{row['message_tokens']:>10}"
            f"{row['ours_by_its_message_tokens']:>9}{row['body_tokens']:>10}{row['ours_by_its_body_tokens']:>9}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
