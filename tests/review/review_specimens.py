"""Texts that are hard to count in, and the application over a folder of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from specharness import api
from specharness.cli.outputs import write_whole

EMOJI_CRLF = (
    "\ufeff# Report 🎉🎉\r\n\r\nSave the result to `/root/out.json`. 🚀 Use at least 3 rows.\r\n"
    "Don't change cafe\u0301 files.\r\n\r\n- You may use 🐍 any tool.\r\n- 请把结果保存到 `结果.csv`。\r\n"
)
"""A byte order mark, pairs of surrogates, CRLF, a combining mark and Chinese."""

PLAIN = "Write `x.txt` with 5 lines.\n\nPrefer short names.\n"

TEXTS: Mapping[str, str] = {"a.md": EMOJI_CRLF, "deep/b.md": PLAIN}

write = partial(write_whole, parents=True)
compile = api.compile_specification


def make(folder: Path, texts: Mapping[str, str] = TEXTS) -> Path:
    """The texts under `folder`, byte for byte."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    return folder
