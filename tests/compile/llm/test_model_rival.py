"""The comparison with another extractor counts what is sent, by both in the same way."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

RIVAL = """
import json, types, urllib.request
from langextract import factory

class data:
    Extraction = ExampleData = Document = staticmethod(lambda **known: types.SimpleNamespace(**known))

def extract(text_or_documents, prompt_description, config, max_char_buffer, **_):
    for document in text_or_documents:
        for at in range(0, len(document.text), max_char_buffer):
            part = prompt_description + document.text[at : at + max_char_buffer]
            body = {"model": config["model_id"], "messages": [{"role": "user", "content": part}]}
            url = config["provider_kwargs"]["base_url"] + "/chat/completions"
            answer = json.load(urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode())))
            assert json.loads(answer["choices"][0]["message"]["content"]) == {"extractions": []}
"""
TEXT = "# Files\n\nWrite `a.txt`, please.\n\n" + "The customers are many, and each has a name. " * 40


def run(repository: Path, *options: object, path: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(repository / "eval" / "model_rival.py"), *map(str, options)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(repository), path)))},
    )


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    (tmp_path / "tasks" / "one").mkdir(parents=True)
    (tmp_path / "tasks" / "one" / "instruction.md").write_text(TEXT, encoding="utf-8")
    return tmp_path / "tasks"


@pytest.mark.skipif(importlib.util.find_spec("langextract") is not None, reason="langextract is installed here")
def test_without_the_other_package_it_says_so(repository: Path, tasks: Path) -> None:
    told = run(repository, tasks)
    assert told.returncode == 2
    assert told.stdout == ""
    assert told.stderr.count("\n") == 1
    assert "pip install 'langextract[openai]'" in told.stderr


def test_both_are_counted(repository: Path, tasks: Path, tmp_path: Path) -> None:
    package = tmp_path / "site" / "langextract"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(RIVAL)
    (package / "factory.py").write_text("ModelConfig = dict\n")
    known = tmp_path / "site" / "langextract-9.9.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: langextract\nVersion: 9.9\n")
    told = run(repository, tasks, "--buffers", 500, 5000, "--format", "json", path=str(tmp_path / "site"))
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert (found["texts"], found["characters"]) == (1, len(TEXT))
    ours, *theirs = found["rows"]
    assert ours["requests"] == 1
    assert ours["message_tokens"] > len(TEXT) // 4 + 1000  # the prompt is no small part
    assert [row["requests"] for row in theirs] == [-(-len(TEXT) // 500), 1] * 2
    (small, large), (bare, _) = theirs[:2], theirs[2:]
    assert small["message_tokens"] > large["message_tokens"] > len(TEXT) // 4
    assert small["message_tokens"] > bare["message_tokens"]
    assert small["ours_by_its_message_tokens"] == round(ours["message_tokens"] / small["message_tokens"], 3)
    assert {row["who"] for row in theirs} == {"langextract 9.9"}
