"""Candidates and frozen compilers: what is refused, and that any part which changes is named."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specharness import api
from specharness.compile import engines, fingerprint
from specharness.compile.candidates import (
    FOLDER_VARIABLE,
    SELECTION_FILE,
    Candidate,
    Entry,
    candidate_names,
    compilers_folder,
    find_candidate,
    load_candidate,
)
from specharness.compile.engine import Compiled, Engine
from specharness.compile.engines import EngineKind
from specharness.compile.fingerprint import Parts, code_digest, drift, parts_of
from specharness.compile.frozen import Choice, Frozen, Standing, default_frozen, read_frozen
from specharness.compile.toml_file import MAX_TOML_BYTES
from specharness.errors import (
    DriftError,
    LimitExceededError,
    NotFoundError,
    SchemaMismatchError,
    SpecHarnessError,
    TextDecodingError,
    UsageError,
)
from specharness.ir import CompilerId, Source, Unit

ALL = frozenset({"model", "revision", "endpoint_variable", "decoding", "prompt", "alignment", "samples"})


@dataclass(frozen=True)
class Silent:
    """An engine without directions, which heeds every setting."""

    candidate: Candidate

    @property
    def id(self) -> CompilerId:
        return CompilerId(engine="silent", version="1", fingerprint="0" * 64)

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        return Compiled(())


class World:
    """A folder with one candidate of an engine that heeds everything, and that candidate frozen."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.weights = "a" * 64
        self.version = "1"
        self.fields: dict[str, Any] = {
            "name": "silent",
            "engine": "silent",
            "model": "m",
            "revision": "r1",
            "endpoint_variable": "MODEL_ENDPOINT",
            "prompt": "prompt.txt",
            "alignment": "verbatim",
            "samples": 3,
            "decoding": {"temperature": 0.0, "seed": 7},
        }
        (folder / "prompt.txt").write_text("List what binds.", encoding="utf-8")
        self.write()

    def write(self, **changes: Any) -> Path:
        self.fields |= changes
        path = self.folder / "silent.toml"
        path.write_text(tomli_w.dumps(self.fields), encoding="utf-8")
        return path

    def kind(self) -> EngineKind:
        def build(entry: Entry) -> Engine:
            return Silent(entry.candidate)

        return EngineKind(
            "silent", ALL, lambda: self.version, ("specharness.compile.engine",), lambda: self.weights, build
        )

    def freeze(self, **parts: str) -> Path:
        path = self.folder / "frozen.toml"
        frozen = parts_of(find_candidate("silent", self.folder)).model_copy(update=parts)
        path.write_text(_frozen("silent", frozen).text, encoding="utf-8")
        return path


def _frozen(candidate: str, parts: Parts) -> Frozen:
    choice = Choice(protocol="p", criterion="hard_f1", decided_by="hard_f1", data="d", documents=1)
    standing = Standing(candidate=candidate, scored="as it is", figures={"hard_f1": 0.5})
    return Frozen(candidate=candidate, fingerprint=parts.digest, parts=parts, choice=choice, standings=(standing,))


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    result = World(tmp_path)
    monkeypatch.setitem(engines.ENGINES, "silent", result.kind())  # type: ignore[arg-type]
    return result


def test_what_is_frozen_compiles_under_the_frozen_fingerprint(world: World) -> None:
    path = world.freeze()
    engine = api.frozen_engine(path)
    obligations = api.compile_text("Write `out.json`.", engine=engine)
    assert obligations.compiler.engine == "silent"
    assert obligations.compiler.fingerprint == read_frozen(path).fingerprint == read_frozen(path).parts.digest


def test_the_frozen_local_compiler_says_what_the_default_one_says(tmp_path: Path) -> None:
    path = tmp_path / "frozen.toml"
    path.write_text(_frozen("local", parts_of(find_candidate("local", compilers_folder()))).text, encoding="utf-8")
    text = "Write `out.json` with exactly 3 keys."
    one, other = api.compile_text(text, engine=api.frozen_engine(path)), api.compile_text(text)
    assert one.hard
    assert one.model_dump(exclude={"compiler"}) == other.model_dump(exclude={"compiler"})
    assert one.compiler.fingerprint != other.compiler.fingerprint


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(sorted(Parts.model_fields)),
    st.text(st.characters(codec="utf-8", exclude_characters=":"), max_size=80).filter(str.strip),
)
def test_any_one_part_that_differs_is_refused_by_its_name(world: World, part: str, value: str) -> None:
    present = parts_of(find_candidate("silent", world.folder))
    path = world.freeze(**{part: value})
    if getattr(present, part) == value:
        api.frozen_engine(path)
        return
    with pytest.raises(DriftError) as raised:
        api.frozen_engine(path)
    message = str(raised.value)
    assert f": {part}: " in message
    named = [name for name in Parts.model_fields if f" {name}: " in message]
    assert named == [part]


@pytest.mark.parametrize(
    ("part", "changes", "shown"),
    [
        ("model", {"model": "n"}, "m → n"),
        ("revision", {"revision": "r2"}, "r1 → r2"),
        ("decoding", {"decoding": {"temperature": 0.5, "seed": 7}}, '"temperature":0.5'),
        ("alignment", {"alignment": "folded"}, "verbatim → folded"),
        ("samples", {"samples": 5}, "3 → 5"),
    ],
)
def test_an_edited_candidate_is_refused(world: World, part: str, changes: dict[str, Any], shown: str) -> None:
    path = world.freeze()
    world.write(**changes)
    with pytest.raises(DriftError, match=f": {part}: ") as raised:
        api.frozen_engine(path)
    assert shown in str(raised.value)


def test_an_edited_prompt_other_weights_and_another_version_are_refused_together(world: World) -> None:
    path = world.freeze()
    (world.folder / "prompt.txt").write_text("List what may bind.", encoding="utf-8")
    world.weights, world.version = "b" * 64, "2"
    with pytest.raises(DriftError) as raised:
        api.frozen_engine(path)
    message = str(raised.value)
    for part in ("prompt: ", "weights: aaaaaaaaaaaa → bbbbbbbbbbbb", "engine: silent 1 → silent 2"):
        assert part in message
    assert "segmenter" not in message


def test_another_endpoint_is_no_other_compiler(world: World) -> None:
    path = world.freeze()
    world.write(endpoint_variable="OTHER_ENDPOINT")
    assert api.frozen_engine(path).id.fingerprint == read_frozen(path).fingerprint


def test_the_text_of_the_code_counts_and_its_line_ends_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    package = tmp_path / "frozen_sample"
    (package / "inner").mkdir(parents=True)
    for folder in (package, package / "inner"):
        (folder / "__init__.py").write_bytes(b"")

    def digest(text: bytes) -> str:
        (package / "inner" / "rules.py").write_bytes(text)
        fingerprint.code_digest.cache_clear()
        return code_digest(("frozen_sample",))

    assert digest(b"A = 1\n") == digest(b"A = 1\r\n")
    assert digest(b"A = 1\n") != digest(b"A = 2\n")
    code_digest.cache_clear()


@pytest.mark.parametrize("kind", engines.ENGINES.values(), ids=engines.ENGINES)
def test_all_code_that_an_engine_imports_is_in_its_fingerprint(kind: EngineKind, repository: Path) -> None:
    covered = (*kind.code, *fingerprint.SEGMENTER_CODE, *(fingerprint.ALIGNMENT_CODE if kind.quotes else ()))
    beneath = ("specharness.ir", "specharness.errors")  # models, which the output schema holds
    for module in covered:
        place = repository / module.replace(".", "/")
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("specharness"):
                    inside = any(f"{node.module}.".startswith(f"{part}.") for part in (*covered, *beneath))
                    assert inside, f"{path} imports {node.module}, which EngineKind.code does not hold"


def test_a_frozen_file_that_was_edited_is_refused(world: World) -> None:
    path = world.freeze()
    path.write_text(path.read_text().replace('revision = "r1"', 'revision = "r2"'), encoding="utf-8")
    with pytest.raises(SchemaMismatchError, match="edited"):
        api.frozen_engine(path)


def test_a_frozen_candidate_that_is_gone_is_refused(world: World) -> None:
    path = world.freeze()
    (world.folder / "silent.toml").unlink()
    with pytest.raises(NotFoundError, match="no candidate 'silent'"):
        api.frozen_engine(path)


def test_a_prompt_that_is_gone_is_refused(world: World) -> None:
    path = world.freeze()
    (world.folder / "prompt.txt").unlink()
    with pytest.raises(NotFoundError, match="prompt"):
        api.frozen_engine(path)


@given(st.builds(lambda values: dict(zip(Parts.model_fields, values, strict=True)), st.tuples(*[st.text()] * 12)))
def test_nothing_drifts_from_itself(values: dict[str, str]) -> None:
    parts = Parts.model_validate(values)
    assert drift(parts, parts) == ()
    assert parts.digest == Parts.model_validate(values).digest


BAD = {
    "unknown engine": ('name = "x"\nengine = "oracle"\n', UsageError, "'oracle'; known here: cascade, local"),
    "another name": ('name = "y"\nengine = "local"\n', SchemaMismatchError, "calls itself 'y'"),
    "unknown field": ('name = "x"\nengine = "local"\nkey = "s3cret"\n', SchemaMismatchError, "key: is no key"),
    "a useless setting": ('name = "x"\nengine = "local"\nsamples = 3\n', UsageError, "no use for samples"),
    "a key for a variable": (
        'name = "x"\nengine = "local"\nendpoint_variable = "sk-s3cret"\n',
        SchemaMismatchError,
        "NAME of an environment variable",
    ),
    "an address for a variable": (
        'name = "x"\nengine = "local"\nendpoint_variable = "https://u:s3cret@host"\n',
        SchemaMismatchError,
        "NAME of an environment variable",
    ),
    "broken TOML": ("name = \n", SchemaMismatchError, "broken TOML"),
    "deep TOML": ("a = " + "[" * 100_000, SchemaMismatchError, "broken TOML"),
    "too long": (f'name = "{"x" * MAX_TOML_BYTES}"\n', LimitExceededError, str(MAX_TOML_BYTES)),
    "not UTF-8": (b'name = "\xff"\n', TextDecodingError, "byte 8"),
    "too hot": ('name = "x"\nengine = "local"\n[decoding]\ntemperature = 11\n', SchemaMismatchError, "temperature"),
}


@pytest.mark.parametrize(("text", "error", "message"), BAD.values(), ids=BAD)
def test_a_bad_candidate_is_refused_without_repeating_secrets(
    tmp_path: Path, text: str | bytes, error: type[SpecHarnessError], message: str
) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(error) as raised:
        load_candidate(path)
    assert message in str(raised.value)
    assert "s3cret" not in str(raised.value)


def test_the_candidates_of_the_package_are_found_and_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    folder = compilers_folder()
    assert "local" in candidate_names(folder)
    for name in candidate_names(folder):
        assert find_candidate(name, folder).candidate.name == name
    with pytest.raises(NotFoundError, match=r"candidates there: .*local"):
        find_candidate("oracle", folder)


def test_another_folder_can_be_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.freeze()
    monkeypatch.setenv(FOLDER_VARIABLE, str(world.folder))
    assert api.frozen_engine().id.engine == "silent"
    monkeypatch.setenv(FOLDER_VARIABLE, str(world.folder / "nowhere"))
    with pytest.raises(NotFoundError, match=FOLDER_VARIABLE):
        compilers_folder()


def test_the_schema_of_directions_counts_without_its_prose() -> None:
    bare = fingerprint._bare({"title": "A", "description": "B", "properties": {"title": {"type": "string"}}})
    assert json.loads(json.dumps(bare)) == {"properties": {"title": {"type": "string"}}}


def test_what_the_package_freezes_is_whole_and_follows_its_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it has drifted is told by `compile --frozen`; a compiler may be worked on after it was frozen."""
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    frozen = read_frozen(default_frozen())
    assert frozen.candidate in candidate_names(compilers_folder())
    protocol = (compilers_folder() / SELECTION_FILE).read_bytes()
    assert frozen.choice.protocol == sha256(protocol).hexdigest()
    assert frozen.standings[0].candidate == frozen.candidate
