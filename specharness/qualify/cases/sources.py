"""Cases of Python source: where a name is bound and how surely, decorators, exceptions, command lines."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import OPEN, Case, debatable, hostile, satisfying, violating
from specharness.validators.python_code import MAX_SOURCE

DEFINITIONS = ()
"""What is yielded here belongs to the definition of `code_interface`."""

_THERE = (
    "def f(): return 1\nif a:\n    def f(): return 1\n",
    "def f(): pass\ndef __getattr__(name): pass\n",
    "def f(): pass\nfrom m import *\n",
    "try:\n    def f(): pass\nfinally:\n    pass\n",
    "try:\n    pass\nfinally:\n    def f(): pass\n",
    "with a:\n    def f(): pass\n",
    "def g():\n    def h(): pass\ndef f(): pass\n",
    "def f(): pass\ndel f.x\n",
    "def f(): pass\ndel g\n",
    "f: int = 3\n",
    "f, g = 1, 2\n",
)
_PERHAPS = (
    "def f(): return 1\nif a:\n    def f(x): return 1\n",
    "from m import *\n",
    "def __getattr__(name): pass\n",
    "setattr(m, n, 1)\n",
    "try:\n    import g\nexcept ImportError:\n    def f(): pass\n",
    "for i in a:\n    def f(): pass\n",
    "if a:\n    pass\nelse:\n    def f(): pass\n",
    "try:\n    pass\nexcept E:\n    pass\nelse:\n    def f(): pass\n",
    "if a:\n    with b:\n        def f(): pass\n",
    "import f.g\n",
    "import g as f\n",
    "from g import h as f\n",
    "if a:\n    f = 1\nfrom m import *\n",
)
_NOWHERE = (
    "from m import g\n",
    "import g.f\n",
    "import f as g\n",
    "m.setattr(1)\n",
    "def f(): pass\ndef g(): pass\ndel f, g\n",
    "def g():\n    def f(): pass\n",
    "g: int = 3\n",
    "class K:\n    def __getattr__(self, name): pass\n",
)
_OF_CLASS = (
    ("class K:\n    class L:\n        def f(self): pass\n", "K.L.f", satisfying, "in a class in a class"),
    ("class K:\n    def f(self): pass\n", "K.f.g", violating, "in a function"),
    ("def f(): pass\n", "f.g", violating, "in a function of the module"),
    ("class K: pass\n", "K.f", violating, "nothing in it"),
    ("class K:\n    def __getattr__(self, name): pass\n", "K.f", violating, "made for its objects only"),
    ("class K(Base): pass\n", "K.f", debatable, "perhaps inherited"),
    ("class K(metaclass=M): pass\n", "K.f", debatable, "perhaps made by its metaclass"),
    ("@added\nclass K: pass\n", "K.f", debatable, "perhaps made by its decorator"),
)
_KEEPING = ("abstractmethod", "override", "cache", "lru_cache(maxsize=None)", "functools.wraps(g)")
_RAISING = (
    ("raise ValueError('x')", satisfying, "raised"),
    ("raise ValueError", satisfying, "raised, not called"),
    ("raise Other()", debatable, "another one, which may be of its kind"),
    ("raise", debatable, "whatever was raised before"),
    ("raise found", debatable, "what a name holds"),
    ("raise m.Other()", debatable, "what another module has"),
    ("return g()", debatable, "what a function may raise"),
    ("return None", violating, "none"),
)
_ENTRIES = (
    ("if __name__ == '__main__':\n    f()\n", satisfying, "the usual one"),
    ("if a:\n    f()\nif '__main__' == __name__:\n    f()\n", satisfying, "turned round, behind another condition"),
    ("if a == '__main__':\n    f()\n", violating, "of another name"),
    ("if __name__ == 'main':\n    f()\n", violating, "of another value"),
    ("if a:\n    f()\n", violating, "another condition"),
)
_PARSER = "import argparse\np = argparse.ArgumentParser()\n"
_TYPER = "import typer\napp = typer.Typer()\n"
_COMMAND_LINES = (
    (_PARSER + "p.add_argument('-v', '--size')\n", satisfying, "the second of two names"),
    (_PARSER + "p.add_argument('--size', 3)\n", satisfying, "beside what is no text"),
    (_PARSER + "p.add_argument('--other')\n", violating, "another one"),
    (_PARSER + "p.add_argument('size')\n", violating, "an argument, no option"),
    (_PARSER + "p.add_argument(*names)\np.add_argument('--size')\n", satisfying, "behind others that are no literals"),
    (_PARSER + "p.add_argument(*names)\n", debatable, "others that are no literals"),
    (_PARSER + "p.add_argument('-v', name)\np.add_argument(*names)\n", debatable, "a literal and a name"),
    (_PARSER + "p.add_argument('--other')\np.parse_known_args()\n", debatable, "others may be given"),
    (
        "import argparse\np = argparse.ArgumentParser(parents=[q])\np.add_argument('--b')\n",
        debatable,
        "others' options",
    ),
    (
        "import argparse\np = argparse.ArgumentParser(fromfile_prefix_chars='@')\np.add_argument('--b')\n"
        "p.parse_known_args()\n",
        debatable,
        "options in a file",
    ),
    (
        "import argparse\np = argparse.ArgumentParser(description='x')\np.add_argument('--b')\n",
        violating,
        "a description opens nothing",
    ),
    ("import click\n@click.option('--no-size / --size')\ndef f(size): pass\n", satisfying, "the second of a pair"),
    ("import click\n@click.option('--other')\ndef f(other): pass\n", violating, "another one of click"),
    (_TYPER + "@app.command()\ndef f(size: int = 3): pass\n", satisfying, "a parameter with a default"),
    (_TYPER + "@app.callback()\ndef f(size: int = 3): pass\n", satisfying, "of a callback"),
    (_TYPER + "@app.command()\n@other\ndef f(size: int = 3): pass\n", satisfying, "one of two decorators"),
    ("from typer import Typer\n@app.command()\ndef f(size: int = 3): pass\n", satisfying, "imported by its name"),
    (_TYPER + "@app.command()\ndef f(size: int): pass\n", violating, "a parameter without a default is no option"),
    (_TYPER + "@app.command()\ndef f(n: int = typer.Option(x, '--size')): pass\n", satisfying, "named in its default"),
    (_TYPER + "@app.command()\ndef f(n: int = typer.Option(x, '--n')): pass\n", violating, "its default is no name"),
    (_TYPER + "def f(size: int = 3): pass\ntyper.run(f)\n", debatable, "without a decorator"),
    (_TYPER + "def g(): pass\n@app.command()\ndef f(n: int = 3): pass\n", debatable, "another one without a decorator"),
)


def sources() -> Iterator[Case]:
    """Nothing is drawn: each case is there once."""

    def ask(source: str, **params: object) -> tuple[dict[str, object], dict[str, str]]:
        return {"path": "m.py", **params}, {"m.py": source}

    for source in _THERE:
        yield satisfying(*ask(source, name="f"), "it is bound, whatever happens")
    for source in _PERHAPS:
        yield debatable(*ask(source, name="f", params=[]), "it is bound by some ways only, or elsewhere")
    for source in _NOWHERE:
        yield violating(*ask(source, name="f"), "it is not bound")
    for source, name, make, why in _OF_CLASS:
        yield make(*ask(source, name=name), why)
    yield satisfying(*ask("f: C = lambda x: x\n", name="f", params=["x"]), "a lambda with a type")
    yield satisfying(*ask("class K:\n    def f(): pass\n", name="K.f", params=[]), "a method without any parameter")
    yield satisfying(*ask("class K:\n    def f(self, a): pass\n", name="K.f", params=["a"]), "behind the object")
    static = "class K:\n    @{}\n    def f(a, b): pass\n"
    yield satisfying(*ask(static.format("staticmethod"), name="K.f", params=["a", "b"]), "no object before them")
    yield violating(*ask(static.format("staticmethod"), name="K.f", params=["b"]), "one parameter more")
    yield satisfying(*ask(static.format("classmethod"), name="K.f", params=["b"]), "behind the class")
    for decorator in _KEEPING:
        yield satisfying(*ask(f"@{decorator}\ndef f(a): pass\n", name="f", params=["a"]), "its signature is kept")
    yield debatable(*ask("@changed\ndef f(a): pass\n", name="f", params=["a"]), "its signature may be changed")
    yield satisfying(*ask("class K(Generic[T], m.Base): pass\n", name="K", bases=["Generic", "Base"]), "its bases")
    for body, make, why in _RAISING:
        yield make(*ask(f"def f():\n    {body}\n", name="f", raises=["ValueError"]), why)
    for source, make, why in _ENTRIES:
        yield make(*ask(f"def f(): pass\n{source}", main=True), why)
    for source, make, why in _COMMAND_LINES:
        yield make(*ask(source, options=["--size"]), why)
    start = "def f(): pass\n#"
    yield satisfying(*ask(start.ljust(MAX_SOURCE, "x"), name="f"), "as long as may be")
    yield hostile(*ask(start.ljust(MAX_SOURCE + 1, "x"), name="f"), "longer than what is read", OPEN)
