"""Source of Python is read by many threads at once."""

from __future__ import annotations

import ast
import gc
import threading
import time
import warnings
from collections.abc import Iterator

import pytest

from specharness import trees

SOURCE = "\n".join(f"def f{number}(a=({number}, (1, (2, 3)))): return [[[a]]]" for number in range(100))


@pytest.fixture
def _others_come_first() -> Iterator[None]:
    """Wherever garbage is collected, another thread goes on."""
    before = gc.get_threshold()

    def give_way(*_: object) -> None:
        time.sleep(0)

    gc.callbacks.append(give_way)
    gc.set_threshold(20)
    yield
    gc.set_threshold(*before)
    gc.callbacks.remove(give_way)


@pytest.mark.usefixtures("_others_come_first")
def test_threads_do_not_disturb_each_other() -> None:
    ends: list[object] = []

    def read() -> None:
        for _ in range(4):
            try:
                ends.append(len(trees.parsed(SOURCE).body))
            except SystemError as error:
                ends.append(error)

    threads = [threading.Thread(target=read) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ends == [100] * 24


def test_it_reads_as_the_language_does() -> None:
    assert ast.dump(trees.parsed(SOURCE)) == ast.dump(ast.parse(SOURCE))
    assert ast.dump(trees.parsed("a[1]", mode="eval")) == ast.dump(ast.parse("a[1]", mode="eval"))
    assert trees.literal(" {'a': [1, -2.5, None]}") == {"a": [1, -2.5, None]}
    for text in ("f()", "1 +", "\0", "a"):
        with pytest.raises((ValueError, SyntaxError)):
            trees.literal(text)


def test_warnings_of_sources_are_not_shown() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        trees.parsed(r"'\d'")
        assert trees.literal(r"'\d'") == r"\d"
