"""Candidate compilers as data: one TOML file each, which says everything that a choice between them rests on.

Guarantees that a candidate which was read names an engine that exists here and sets nothing that this engine ignores.
Not its business: running it (`engines`), fingerprints (`fingerprint`), choosing (`measure.selection`).
"""

from __future__ import annotations

import os
import re
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, Strict, field_validator

from specharness.compile.engines import EngineKind, engine_kind
from specharness.compile.toml_file import parse_toml, read_bounded
from specharness.errors import NotFoundError, SchemaMismatchError, TextDecodingError, UsageError
from specharness.ir import Model

FOLDER_VARIABLE = "SPECHARNESS_COMPILERS"
"""Names the folder of candidates, selection protocol and frozen compiler, instead of the one in the package."""

SELECTION_FILE = "selection.toml"
FROZEN_FILE = "frozen.toml"
PRICES_FILE = "prices.toml"

MAX_PROMPT_BYTES = 2**20
"""A prompt template is text that a person wrote."""

NAME = r"^[a-z0-9][a-z0-9._-]{0,63}$"


class Alignment(StrEnum):
    """How an engine's answer is tied to the text."""

    OFFSETS = "offsets"
    """The engine gives offsets itself."""
    VERBATIM = "verbatim"
    """It quotes; a quote counts only where it stands in the source as it is."""
    FOLDED = "folded"
    """It quotes; differences that carry no meaning, such as white space and curly quotes, are folded away."""


Whole = Annotated[int, Strict()]
"""A number as TOML writes it: no text, no truth value."""
Number = Annotated[float, Strict(), Field(allow_inf_nan=False)]
Switch = Annotated[bool, Strict()]
MOST = 10**12
"""Of anything that is counted; more is a slip of the pen."""
MOST_TOKENS = 10**7
"""Of one answer or one context."""


class Decoding(Model):
    """How a model is asked to answer; what is not set is left to the engine."""

    temperature: Number | None = Field(default=None, ge=0, le=10)
    top_p: Number | None = Field(default=None, gt=0, le=1)
    max_tokens: Whole | None = Field(default=None, ge=1, le=MOST_TOKENS)
    seed: Whole | None = Field(default=None, ge=0, le=MOST)


def _variable_name(value: str | None) -> str | None:
    # neither the value nor a part of it is repeated: it may be a key
    if value is not None and not (value.isascii() and value.isidentifier() and value == value.upper()):
        raise ValueError("the NAME of an environment variable is wanted, such as MODEL_ENDPOINT, no address or key")
    return value


class Asking(Model):
    """How an endpoint is asked. What bears on the answer is part of the fingerprint (`decisive`), the rest is not."""

    provider: str | None = Field(default=None, pattern=r"^[a-z0-9_-]{1,40}$")
    """A provider of instructor's, such as `anthropic`; None for an OpenAI-compatible endpoint."""
    api: Literal["chat", "responses"] = "chat"
    mode: Literal["json_schema", "tools"] = "json_schema"
    size: Literal["full", "short"] = "full"
    """How much room an answer has; `short` is for models of a few hundred million parameters."""
    window: Whole = Field(default=6000, ge=200, le=200_000)
    """Characters of text that one call asks about, unless a list or a table is longer."""
    endpoint: str | None = Field(default=None, max_length=300)
    """The address where no endpoint_variable names one; without a name, a key, a query or a fragment."""
    key_variable: str | None = Field(default=None, max_length=100)
    """Name of the environment variable that holds the key."""
    max_tokens_name: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """What the endpoint calls the bound on an answer."""
    concurrency: Whole = Field(default=8, ge=1, le=4096)
    """Calls in flight."""
    attempts: Whole = Field(default=5, ge=1, le=20)
    """Of one call, where no answer comes."""
    timeout_seconds: Number = Field(default=120.0, gt=0, le=3600)
    call_tokens: Whole | None = Field(default=None, ge=1, le=MOST)
    """Ceiling on one question, all attempts counted."""
    task_tokens: Whole | None = Field(default=None, ge=1, le=MOST)
    """Ceiling on one specification."""
    task_usd: Number | None = Field(default=None, gt=0, le=MOST)
    """Ceiling on one specification, at the prices of prices.toml."""

    @field_validator("key_variable")
    @classmethod
    def _a_name(cls, value: str | None) -> str | None:
        return _variable_name(value)

    @field_validator("endpoint")
    @classmethod
    def _an_address(cls, value: str | None) -> str | None:
        # it is not repeated: a key may stand in it
        if value is not None and re.fullmatch(r"https?://[^\s@?#]+", value) is None:
            raise ValueError(
                "an address such as https://host/v1 is wanted, without a name, a query or a fragment; a key is read "
                "from the variable that key_variable names"
            )
        return value

    @property
    def decisive(self) -> dict[str, str | int]:
        """What bears on the answer and is not the default."""
        names = ("provider", "api", "mode", "size", "window")
        fields = Asking.model_fields
        return {name: getattr(self, name) for name in names if getattr(self, name) != fields[name].default}


class Serving(Model):
    """How vLLM loads a model in this process; what is not set is left to it."""

    tensor_parallel_size: Whole | None = Field(default=None, ge=1, le=1024)
    max_model_len: Whole | None = Field(default=None, ge=512, le=MOST_TOKENS)
    gpu_memory_utilization: Number | None = Field(default=None, gt=0, le=1)
    max_num_seqs: Whole | None = Field(default=None, ge=1, le=MOST)
    dtype: str | None = Field(default=None, pattern=r"^[a-z0-9]{1,20}$")
    quantization: str | None = Field(default=None, pattern=r"^[a-z0-9_-]{1,40}$")
    enforce_eager: Switch | None = None

    @property
    def decisive(self) -> dict[str, str | int]:
        """What bears on the answer: precision and length. How many cards or sequences does not."""
        return self.model_dump(include={"max_model_len", "dtype", "quantization"}, exclude_none=True)


class Candidate(Model):
    """One candidate, as its file states it. Nothing secret has a place here."""

    name: str = Field(pattern=NAME)
    """Equal to the file's name without `.toml`."""
    engine: str = Field(min_length=1, max_length=64)
    description: str = Field(default="", max_length=2000)
    model: str | None = Field(default=None, max_length=200)
    revision: str | None = Field(default=None, max_length=200)
    """Commit or date that pins the model."""
    endpoint_variable: str | None = Field(default=None, max_length=100)
    """Name of the environment variable that holds the endpoint's address."""
    decoding: Decoding = Decoding()
    prompt: str | None = Field(default=None, max_length=500)
    """Name of a prompt that the package ships, such as `obligations-2`, or path of a file, relative to this one."""
    alignment: Alignment = Alignment.OFFSETS
    samples: Whole = Field(default=1, ge=1, le=100)
    """Answers that the engine asks for and weighs up for one text."""
    asking: Asking = Asking()
    serving: Serving = Serving()
    unsure_below: Number = Field(default=0.0, ge=0, le=1)
    """For a cascade: the confidence below which a unit goes on to the model."""

    @field_validator("endpoint_variable")
    @classmethod
    def _a_name(cls, value: str | None) -> str | None:
        return _variable_name(value)


class Entry(Model):
    """A candidate and the folder that its paths start from."""

    candidate: Candidate
    folder: Path
    answers: Path | None = None
    """The file in which a model's answers are kept; None: nowhere."""

    @property
    def kind(self) -> EngineKind:
        """The engine that it names."""
        return engine_kind(self.candidate.engine)

    def prompt_text(self) -> str:
        """The prompt template. Raises NotFoundError; UsageError where the candidate names none."""
        if self.candidate.prompt is None:
            raise UsageError(
                f"candidate {self.candidate.name!r}: engine {self.candidate.engine!r} needs a prompt, "
                'such as prompt = "obligations-2"'
            )
        data = self._prompt()
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise TextDecodingError(f"prompt of candidate {self.candidate.name}: not UTF-8 at {error.start}") from error

    def _prompt(self) -> bytes:
        what = f"prompt of candidate {self.candidate.name}"
        named = self.candidate.prompt or ""
        shipped = prompts_folder() / f"{named}.md"
        return read_bounded(shipped if _names_shipped(named) else self.folder / named, what, MAX_PROMPT_BYTES)

    def prompt_digest(self) -> str:
        """SHA-256 of the prompt template's bytes; empty for a candidate without one. Raises NotFoundError."""
        if self.candidate.prompt is None:
            return ""
        return sha256(self._prompt()).hexdigest()


def compilers_folder() -> Path:
    """The folder that FOLDER_VARIABLE names, else the one that the package ships."""
    named = os.environ.get(FOLDER_VARIABLE)
    folder = Path(named) if named else Path(__file__).resolve().parent.parent / "compilers"
    if not folder.is_dir():
        raise NotFoundError(f"no folder of compilers at {folder}; {FOLDER_VARIABLE} names another")
    return folder


def prompts_folder() -> Path:
    """Where the package's own prompts are."""
    return Path(__file__).resolve().parent.parent / "prompts"


def _names_shipped(prompt: str) -> bool:
    """A bare name is a prompt of the package; anything with a suffix or a folder is a path."""
    return re.fullmatch(r"[a-z0-9-]+", prompt) is not None


_TOLD_BESIDE = ("asking", "serving", "samples", "unsure_below")
"""Fields that the page on models tells of."""


def load_candidate(path: Path) -> Entry:
    """The candidate that a file describes.

    Raises NotFoundError, SchemaMismatchError for another shape, UsageError for an engine that is not known here or a
    field that the engine has no use for.
    """
    told_in = dict.fromkeys(_TOLD_BESIDE, "docs/llm-compilers.md")
    candidate = parse_toml(read_bounded(path, "candidate"), path, "candidate", Candidate, pages=told_in)
    if candidate.name != path.stem:
        raise SchemaMismatchError(
            f"candidate: {path}: calls itself {candidate.name!r}; a candidate is called what its file is called"
        )
    entry = Entry(candidate=candidate, folder=path.parent)
    kind = engine_kind(candidate.engine, f"candidate: {path}: ")
    ignored = sorted(_set_fields(candidate) - kind.settings)
    if ignored:
        raise UsageError(
            f"candidate: {path}: engine {kind.name!r} has no use for {', '.join(ignored)}; take it out, "
            "so that the file says what decides the output"
        )
    entry.prompt_digest()
    return entry


def find_candidate(name: str, folder: Path) -> Entry:
    """The candidate of this name in `folder`. Raises NotFoundError that lists the candidates there."""
    path = folder / f"{name}.toml"
    if not path.is_file():
        there = ", ".join(candidate_names(folder)) or "none"
        raise NotFoundError(f"no candidate {name!r}: {path} is missing; candidates there: {there}")
    return load_candidate(path)


def candidate_names(folder: Path) -> list[str]:
    """Names of the candidate files in `folder`, sorted."""
    others = (SELECTION_FILE, FROZEN_FILE, PRICES_FILE)
    return sorted(path.stem for path in folder.glob("*.toml") if path.name not in others)


def _set_fields(candidate: Candidate) -> set[str]:
    """Fields beyond name, engine and description whose value is not the default."""
    fields = Candidate.model_fields
    return {
        name
        for name in fields.keys() - {"name", "engine", "description"}
        if getattr(candidate, name) != fields[name].default
    }
