"""The server's answers: the page, its parts, and the documents as JSON.

Guarantees that a document is named by its number in the given set, never by a path; that what can't be used is
answered with one line that says why; and that work on disk and compiling run beside the loop that answers.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from specharness.errors import InputError, SpecHarnessError
from specharness.ir.invalid import wrong
from specharness.review import assets, label_studio, vocabulary
from specharness.review.diff import difference
from specharness.review.documents import Document, Documents
from specharness.review.findings import findings
from specharness.review.guard import BodyTooLargeError, Guard
from specharness.review.labels import Row, check
from specharness.review.proposals import Compile, Proposals
from specharness.review.store import ConflictError, State, Store, Write
from specharness.segment import segment

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp


class Body(BaseModel):
    """What the page sends: the whole state of one document, and what its question is about."""

    model_config = ConfigDict(extra="forbid")

    rows: list[dict[str, Any]]
    done: bool = False
    accepted: list[str] = Field(default_factory=list)
    sha256: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    """Of the text on the page."""
    only: list[str] = Field(default_factory=list)
    """Ids of the labels that a question is about."""
    write: str = Field(default="", max_length=100)
    """The page's own name for this change: a page that was reloaded before the answer learns that it came through."""


@dataclass(frozen=True)
class Review:
    """Everything that the answers draw on."""

    documents: Documents
    store: Store
    proposals: Proposals
    writes: dict[str, str] = field(default_factory=dict)
    """The last change of each document that was saved, as the page named it."""


def build(documents: Documents, *, compile: Compile, write: Write, token: str, hosts: frozenset[str]) -> ASGIApp:
    """The application. `hosts` are the values of the Host header that are this server's own."""
    from starlette.applications import Starlette
    from starlette.routing import Route

    review = Review(documents, Store(write), Proposals(compile))

    def route(path: str, answer: Callable[[Review, Request], Awaitable[Response]], *methods: str) -> Route:
        async def endpoint(request: Request) -> Response:
            return await _answered(answer, review, request)

        return Route(path, endpoint, methods=list(methods))

    app = Starlette(
        routes=[
            route("/", _page, "GET"),
            route("/assets/{name}", _asset, "GET"),
            route("/api/documents", _list, "GET"),
            route("/api/documents/{number:int}", _open, "GET"),
            route("/api/documents/{number:int}", _save, "PUT"),
            route("/api/documents/{number:int}/copy", _copy, "POST"),
            route("/api/documents/{number:int}/proposal", _proposal, "GET"),
            route("/api/documents/{number:int}/diff", _diff, "POST"),
            route("/api/documents/{number:int}/findings", _findings, "POST"),
            route("/api/documents/{number:int}/label-studio", _export, "POST"),
            route("/api/documents/{number:int}/label-studio/rows", _import, "POST"),
            route("/api/label-studio.xml", _config, "GET"),
        ]
    )
    return Guard(app, token, hosts)


class _Refusal(Exception):  # noqa: N818  an answer, not an error of ours
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


async def _answered(
    answer: Callable[[Review, Request], Awaitable[Response]], review: Review, request: Request
) -> Response:
    try:
        return await answer(review, request)
    except _Refusal as refusal:
        return _json({"error": str(refusal)}, refusal.status)
    except BodyTooLargeError as error:
        return _json({"error": str(error)}, 413)
    except ConflictError as error:
        return _json({"error": str(error)}, 409)
    except InputError as error:
        return _json({"error": str(error)}, 422)
    except (SpecHarnessError, OSError) as error:
        return _json({"error": str(error)}, 500)


async def _page(_review: Review, _request: Request) -> Response:
    from starlette.responses import HTMLResponse

    return HTMLResponse(assets.page())


async def _asset(_review: Review, request: Request) -> Response:
    from starlette.responses import Response

    name = request.path_params["name"]
    parts = assets.parts()
    if name not in parts:
        raise _Refusal(404, "no such part of the page")
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    return Response(parts[name], media_type=f"{kind}; charset=utf-8")


async def _list(review: Review, _request: Request) -> Response:
    def told() -> dict[str, object]:
        items = []
        for document in review.documents.items:
            labelled, state = review.store.state(document)
            items.append({"name": document.name, "labelled": labelled, "done": state.done})
        return {
            "documents": items,
            "held_out": review.documents.held_out,
            "refused": review.documents.refused,
            "vocabulary": vocabulary.words(),
        }

    return _json(await _beside(told))


async def _open(review: Review, request: Request) -> Response:
    document = _document(review, request)

    def told() -> dict[str, object]:
        source = review.proposals.source(document)
        saved = review.store.read(document, source)
        stale = saved.file is not None and saved.file.sha256 not in (None, source.sha256)
        return {
            "name": document.name,
            "kind": source.kind,
            "text": source.text,
            "sha256": source.sha256,
            "units": [[unit.body.start, unit.body.end] for unit in segment(source) if source.quote(unit.body).strip()],
            "rows": None if saved.file is None else saved.file.rows,
            "done": saved.state.done and not stale,
            "accepted": [] if stale else saved.state.accepted,
            "stale": stale,
            "revision": saved.revision,
            "write": review.writes.get(document.name, ""),
        }

    return _json(await _beside(told))


async def _proposal(review: Review, request: Request) -> Response:
    document = _document(review, request)
    return _json({"rows": (await _beside(lambda: review.proposals.of(document)[1]))})


async def _save(review: Review, request: Request) -> Response:
    document = _document(review, request)
    revision = request.headers.get("if-match", "").strip('"')
    if not revision:
        raise _Refusal(428, "a change names the revision that it began from, in If-Match")
    body = await _body(request)

    def saved() -> str:
        source = review.proposals.source(document)
        state = State(body.done, tuple(body.accepted))
        after = review.store.save(document, source, _rows(body), state, revision)
        review.writes[document.name] = body.write
        return after

    return _json({"revision": await _beside(saved)})


async def _copy(review: Review, request: Request) -> Response:
    document = _document(review, request)
    body = await _body(request)

    def kept() -> str:
        return str(review.store.keep_copy(document, _rows(body), body.sha256))

    return _json({"path": await _beside(kept)})


async def _diff(review: Review, request: Request) -> Response:
    document = _document(review, request)
    body = await _body(request)

    def compared() -> list[object]:
        source, proposed = review.proposals.of(document)
        check(_rows(body), source)
        return [each._asdict() for each in difference(source, _rows(body), proposed)]

    return _json({"differences": await _beside(compared)})


async def _findings(review: Review, request: Request) -> Response:
    document = _document(review, request)
    body = await _body(request)

    def found() -> dict[str, object]:
        source = review.proposals.source(document)
        check(_rows(body), source)
        result = findings(source, _rows(body), frozenset(body.only))
        return {name: [each._asdict() for each in part] for name, part in result._asdict().items()}

    return _json(await _beside(found))


async def _export(review: Review, request: Request) -> Response:
    document = _document(review, request)
    body = await _body(request)

    def exported() -> list[object]:
        source = review.proposals.source(document)
        check(_rows(body), source)
        return [label_studio.task_of(source, document.name, _rows(body))]

    return _json(await _beside(exported))


async def _import(review: Review, request: Request) -> Response:
    document = _document(review, request)
    data = await _data(request)

    def imported() -> dict[str, object]:
        source = review.proposals.source(document)
        rows = label_studio.rows_of(data, source, document.name)
        check(rows, source)
        return {"rows": rows}

    return _json(await _beside(imported))


async def _config(_review: Review, _request: Request) -> Response:
    from starlette.responses import Response

    return Response(label_studio.config(), media_type="application/xml")


def _document(review: Review, request: Request) -> Document:
    number = request.path_params["number"]
    if number >= len(review.documents.items):
        raise _Refusal(404, f"there is no document {number}")
    found: Document = review.documents.items[number]
    return found


async def _data(request: Request) -> Any:
    raw = await request.body()
    try:
        return json.loads(raw, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise _Refusal(400, f"the body is not JSON: {error}") from error


async def _body(request: Request) -> Body:
    try:
        return Body.model_validate(data := await _data(request))
    except ValidationError as error:
        raise _Refusal(400, f"the body has another shape: {wrong(error, data)}") from error


def _rows(body: Body) -> list[Row]:
    return body.rows


def _refuse_constant(text: str) -> None:
    raise ValueError(f"{text} is no number in JSON")


async def _beside(work: Callable[[], Any]) -> Any:
    from starlette.concurrency import run_in_threadpool

    return await run_in_threadpool(work)


def _json(data: object, status: int = 200) -> Response:
    from starlette.responses import Response

    # ASCII: file names that are no UTF-8 come through, too.
    return Response(json.dumps(data), status, media_type="application/json")
