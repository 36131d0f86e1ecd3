"""Programs: what code offers, what commands and tests do, in which order steps are taken, how large files may be."""

from __future__ import annotations

import ast
import re

from pydantic import JsonValue

from specharness import trees
from specharness.ground.families.base import Answer, Check, Claim, Grounded, Refusal, key_of, no_form, no_path, one
from specharness.ir import Reason, Span
from specharness.validators import units

_SOURCES = frozenset({"py", "pyi"})
_SIGNATURE = re.compile(
    r"(?P<kind>async\s+def|def|class)?\s*(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*"
    r"(?P<given>\(.*\))?\s*(?:->\s*(?P<returns>[^:]+))?\s*:?\s*",
    re.DOTALL,
)
_FUNCTION = re.compile(r"\bfunctions?\b|\bcallables?\b|函数", re.I)
_METHOD = re.compile(r"\bmethods?\b|方法", re.I)
_CLASS = re.compile(r"\bclass(?:es)?\b|类", re.I)
_ENTRY = re.compile(r"`?if __name__ == ['\"]__main__['\"]`?|\bentry[- ]point\b|\brunnable as a script\b", re.I)
_DOES = re.compile(
    r"\b(?:that|which|to)\s+(?!takes?\b|accepts?\b|has\b|have\b|is\b)\w+|\breturn(?:s|ing)?\b|\bcomputes?\b|返回|计算",
    re.I,
)
"""What a function does, beside what it is called with."""


def code_interface(claim: Claim) -> Answer:
    """A module defines the named functions and classes, with the stated signatures; its command line knows options."""
    if not claim.path:
        return no_path()
    if claim.ending not in _SOURCES:
        return no_form(f"no validator reads the code of {claim.path}")
    literals = [
        word.strip().strip("`'\"“”").strip()
        for name in ("text", "value", "field", "keys", "pattern", "command")
        for word in claim.words(name)
    ]
    options = [word for word in literals if word.startswith("-")]
    checks: list[Check] = []
    for literal in dict.fromkeys(word for word in literals if not word.startswith("-")):
        params = _signature(literal, claim)
        if params is None:
            return no_form(f"{literal!r} is no name or signature of Python")
        if _METHOD.search(claim.text) and params.get("kind") != "class" and "." not in str(params["name"]):
            return no_form(f"{literal!r} may be a method, and of which class is not said in its name")
        checks.append(Check("code_interface", params, key_of("code_interface", params, str(params["name"]))))
    if options:
        given: dict[str, JsonValue] = {"path": claim.path, "options": [*options]}
        checks.append(Check("code_interface", given, key_of("code_interface", given, ",".join(options))))
    if not checks and _ENTRY.search(claim.text):
        entry: dict[str, JsonValue] = {"path": claim.path, "main": True}
        checks.append(Check("code_interface", entry, key_of("code_interface", entry, "main")))
    if not checks:
        return Refusal(Reason.PARAM_MISSING, "no function, class or option is named")
    does = _DOES.search(claim.text)
    returns = (
        any("returns" in check.params for check in checks) and does is not None and "return" in does.group().lower()
    )
    return Grounded(tuple(checks), open_part=f"“{does.group()}”" if does is not None and not returns else "")


def _signature(literal: str, claim: Claim) -> dict[str, JsonValue] | None:
    form = _SIGNATURE.fullmatch(literal)
    if form is None:
        return None
    params: dict[str, JsonValue] = {"path": claim.path, "name": form["name"]}
    spoken = (form["kind"] or "").split()
    capital = form["name"].rpartition(".")[2][:1].isupper()
    if "class" in spoken or (not spoken and capital and _CLASS.search(claim.text)):
        params["kind"] = "class"
        bases = [base.strip() for base in (form["given"] or "()")[1:-1].split(",") if base.strip()]
        if "class" in spoken and bases and all(re.fullmatch(r"[\w.]+", base) for base in bases):
            params["bases"] = [*bases]
        return params
    if "async" in spoken:
        params["kind"] = "async"
    elif "." in form["name"] and _METHOD.search(claim.text):
        params["kind"] = "method"
    elif spoken or (_FUNCTION.search(claim.text) and not _METHOD.search(claim.text)):
        params["kind"] = "function"
    if form["given"] is None:
        return params
    returns = f" -> {form['returns'].strip()}" if form["returns"] else ""
    try:
        tree = trees.parsed(f"def f{form['given']}{returns}: pass").body[0]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return params if not spoken else None  # a sample call such as `f(3, "a")` states no parameters
    if isinstance(tree, ast.FunctionDef):
        _read_arguments(tree, params)
    return params


def _read_arguments(tree: ast.FunctionDef, params: dict[str, JsonValue]) -> None:
    given = tree.args
    every = [*given.posonlyargs, *given.args]
    if given.vararg is None and given.kwarg is None and not given.kwonlyargs:
        names: list[JsonValue] = [arg.arg for arg in every if arg.arg != "self"]
        params["params"] = names
    defaults = {arg.arg: ast.unparse(value) for arg, value in zip(every[::-1], given.defaults[::-1], strict=False)}
    annotations = {arg.arg: ast.unparse(arg.annotation) for arg in every if arg.annotation is not None}
    if defaults:
        params["defaults"] = dict(sorted(defaults.items()))
    if annotations:
        params["annotations"] = dict(sorted(annotations.items()))
    if tree.returns is not None:
        params["returns"] = ast.unparse(tree.returns)


_SUCCEEDS = re.compile(
    r"\bsucceed(?:s|ed)?\b|\bsuccessful(?:ly)?\b|\bexit(?:s)?\s+(?:with\s+)?(?:code|status|with|0|cleanly)"
    r"|\bexit\s+(?:code|status)\b|\bwithout\s+(?:any\s+)?(?:errors?|failing|exceptions?|crash\w*|warnings?)\b"
    r"|\b(?:must|should|has to|needs to|shall)\s+(?:still\s+)?(?:run|work|pass|execute|complete|compile|build|finish)\b"
    r"|\bpass(?:es)?\b|\bruns?\s+(?:cleanly|fine|through|end[- ]to[- ]end)\b|\breturns?\s+0\b|成功|无错误|退出码",
    re.I,
)
_PLACEHOLDER = re.compile(r"<[A-Za-z_ ./-]+>|\{[A-Za-z_]+\}|\.\.\.|…|\$\{?[A-Z_]+|\[[A-Za-z_ -]+\]")
_NEEDS_NETWORK = re.compile(
    r"\b(?:pip3?|uv|npm|yarn|pnpm|apt|apt-get|brew|conda|cargo|go|gem)\s+(?:install|add|get|update|fetch|ci)\b"
    r"|\b(?:curl|wget|ssh|scp|docker|podman|kubectl|git\s+(?:clone|push|pull|fetch))\b|https?://",
    re.I,
)
_EXIT = re.compile(r"\b(?:exit|return|status)\w*\s+(?:code|status|value)?\D{0,12}?(?P<code>\d{1,3})\b", re.I)
_NONZERO = re.compile(r"\bnon[- ]?zero\b|\bfail(?:s|ing)?\b|\bmust not\b|\berror code\b", re.I)
_PRINTS = re.compile(r"\b(?:print|output|display|show|write|emit|echo)(?:s|ing)?\b|输出|打印", re.I)


def command_succeeds(claim: Claim) -> Answer:
    """The command that the text spells out ends with the stated exit code (0 unless another one is stated)."""
    command = _command(claim)
    if isinstance(command, Refusal):
        return command
    code = _EXIT.search(claim.text)
    number = claim.number("value") if claim.number("value") is not None else claim.number("count")
    if not _SUCCEEDS.search(claim.text) and code is None:
        return Refusal(Reason.LOW_CONFIDENCE, "the quote does not say how the command must end")
    stated = int(code["code"]) if code is not None else 0
    if number is not None and number != stated:
        return Refusal(Reason.PARAM_UNGROUNDED, f"{number} is not stated as the exit code")
    if stated == 0 and _NONZERO.search(claim.text):
        return no_form("which exit code is demanded is not said")
    params: dict[str, JsonValue] = {"command": command}
    if stated:
        params["exit_code"] = stated
    texts = [text for text in claim.words("text") if text.strip("`") != command]
    if texts and _PRINTS.search(claim.text):
        params["output"] = [*texts]
    open_part = "" if texts or not _PRINTS.search(claim.text) else "what the command prints"
    ordered = _ordered_before(claim)
    check = Check("command_succeeds", params, f"command {command}")
    if set(params) == {"command"} and runs_tests(command):  # where there are none, or all are skipped, it succeeds too
        check = Check("tests_pass", params, f"tests {command}")
    return Grounded((check,), open_part, extra_spans=(ordered,) if ordered is not None else ())


_RUNNER = re.compile(
    r"(?:^|&&|\|\||[;|])\s*(?:\w+=\S*\s+)*(?:(?:uv|poetry|pipenv|hatch|pdm|bundle)\s+(?:run|exec)\s+|(?:npx|pnpm|yarn|bunx)\s+(?:exec\s+)?|time\s+|env\s+)*"
    r"(?:(?:\S*/)?(?:pytest|py\.test|nose2|jest|vitest|mocha|ava|rspec|phpunit|ctest|tox|nox|bats|trial)(?=\s|$|[;&|])"
    r"|(?:\S*/)?python[\d.]*\s+(?:-[a-zA-Z]+\s+)*?-m\s+(?:pytest|unittest|nose2|coverage\s+run\s+-m\s+(?:pytest|unittest)|django\s+test|doctest)\b"
    r"|(?:\S*/)?(?:node|bun|deno)\s+(?:--)?test\b|(?:cargo|go|dotnet|mvn|gradle|mix|swift|sbt|zig)\s+(?:\S+\s+)??test\b"
    r"|(?:\./)?(?:gradlew|mvnw)\s+(?:\S+\s+)??test\b)"
)
_NO_RUN = re.compile(
    r"\s(?:--version|--help|-h|-V|--collect-only|--co|--fixtures|--markers|--list|--no-run|--dry-run)(?:\s|$)"
)


def runs_tests(command: str) -> bool:
    """Whether a command is a runner of tests, told to run them."""
    return _RUNNER.search(command) is not None and _NO_RUN.search(command) is None


def _command(claim: Claim) -> str | Refusal:
    ordered = _ordered_before(claim) if "command" not in claim.direction.params else None
    command = (claim.source.quote(ordered) if ordered else claim.word("command")).strip().strip("`").strip()
    if not command:
        return Refusal(Reason.PARAM_MISSING, "no command is stated")
    if "\n" in command or len(command) > 1_000:
        return no_form("a script of several lines")
    if ordered is None and not any(
        f"`{command}`" in quote or f"$ {command}" in quote or quote.strip() == command for quote in claim.quotes
    ):
        return Refusal(Reason.PARAM_UNGROUNDED, f"{command!r} does not stand there as code")
    if _PLACEHOLDER.search(command):
        return Refusal(Reason.PARAM_MISSING, f"{command!r} leaves something to be filled in")
    if _NEEDS_NETWORK.search(command):
        return Refusal(Reason.UNOBSERVABLE, f"{command!r} needs a network, which no sandbox has")
    return command


_OF_IT = re.compile(
    r"\W*(?:(?:make|be)\s+sure|ensure|check|verify)\s+(?:that\s+)?(?:it|this|the\s+command)\s+(?:succeeds|passes)\W*",
    re.I,
)
_ORDERED = re.compile(r"\b(?:run|execute)\s+`(?P<command>[^`\n]+)`\s*,?\s*(?:and\s+|then\s+|and\s+then\s+)?$", re.I)
MAX_ORDER = 400
"""Characters before a clause that the order to run something is looked for in."""


def _ordered_before(claim: Claim) -> Span | None:
    """Where the command stands that is ordered right before: "run `make test` and make sure that it succeeds"."""
    span = claim.spans[0]
    if not _OF_IT.fullmatch(claim.quotes[0]):
        return None
    offset = max(0, span.start - MAX_ORDER)
    found = _ORDERED.search(claim.source.text[offset : span.start])
    if found is None:
        return None
    return Span(source=span.source, start=offset + found.start("command"), end=offset + found.end("command"))


_TESTS = re.compile(r"\btests?\b|\bpytest\b|\bunittest\b|\bspecs?\b|测试", re.I)


_CODE = re.compile(r"`([^`\n]+)`")
_TEST_PLACE = re.compile(
    r"(?:[\w.~-]+/)*(?:tests?/?|test_\w+\.py|\w+_test\.py|[\w.-]+\.test\.[cm]?js)|/(?:[\w.-]+/)*tests?/?"
)
"""A path that names tests by itself, where it is all that the quote has in code."""


def tests_pass(claim: Claim) -> Answer:
    """The tests that a command runs, or those at a path, pass."""
    if not _TESTS.search(claim.text) and not _TESTS.search(claim.word("command")):
        return Refusal(Reason.LOW_CONFIDENCE, "no quote speaks of tests")
    params: dict[str, JsonValue] = {}
    if claim.word("command"):
        command = _command(claim)
        if isinstance(command, Refusal):
            return command
        params["command"] = command
    elif claim.path and claim.words("path"):
        params["path"] = claim.path
        if claim.ending not in {"py", "js", "mjs", "cjs", ""}:
            return no_form(f"no test runner is known for {claim.path}")
    else:
        named = _CODE.findall(claim.quotes[0])
        if len(named) != 1 or not _TEST_PLACE.fullmatch(named[0]):
            return Refusal(Reason.PARAM_MISSING, "neither a command nor a path of the tests is stated")
        params["path"] = named[0].rstrip("/")
    for name in ("min", "count"):
        number = claim.number(name)
        if isinstance(number, int) and number > 0:
            params[name] = number
    return Grounded((Check("tests_pass", params, f"tests {params.get('command') or params.get('path')}"),))


_CALLED = re.compile(r"\b(?:tools?|functions?|APIs?|calls?|calling)\b|工具", re.I)
_RUN = re.compile(r"\b(?:run|execute|invoke|running|executing|command|script)\b|运行|执行|命令", re.I)
_RELAXED = re.compile(r"\bany order\b|\border (?:does not|doesn't|is not) (?:matter|important)\b|顺序不限", re.I)


def ordered_steps(claim: Claim) -> Answer:
    """The named tools are called, or the commands run, in the stated order."""
    steps = [step.strip().strip("`").removesuffix("()") for step in claim.words("order")]
    if len(steps) < 2:
        return Refusal(Reason.PARAM_MISSING, "fewer than two steps are named")
    if _RELAXED.search(claim.text):
        return no_form("the order is said not to matter")
    unnamed = [
        step for step in steps if not any(f"`{step}`" in quote or f"`{step}()`" in quote for quote in claim.quotes)
    ]
    if unnamed:
        return no_form(f"{unnamed[0]!r} is described, not named, so that no call is surely it")
    positions = [
        min(at for form in (f"`{step}`", f"`{step}()`") if (at := claim.text.find(form)) >= 0) for step in steps
    ]
    if positions != sorted(positions) and not re.search(r"\bafter\b|\bonly (?:once|when)\b|之后", claim.text, re.I):
        return Refusal(Reason.LOW_CONFIDENCE, "the steps are named in another order than they are to be taken")
    tools = all(re.fullmatch(r"[A-Za-z_]\w*", step) for step in steps)
    if tools and _CALLED.search(claim.text):
        named: list[JsonValue] = [{"tool": step} for step in steps]
    elif _RUN.search(claim.text) and all(re.search(r"[\s./-]", step) for step in steps):
        named = [{"command": step} for step in steps]
    else:
        return no_form("whether tools or commands are named is not said")
    return Grounded((Check("ordered_steps", {"steps": named}, f"steps {' > '.join(steps)}"),))


_SIZE = re.compile(r"\b(?:size|bytes?|large[r]?|small(?:er)?|big(?:ger)?|weigh\w*|[KMG]i?B|kB)\b|大小", re.I)
_BOUNDS = ("min", "max", "min_exclusive", "max_exclusive")


def resource_limit(claim: Claim) -> Answer:
    """The size of a file, with its unit."""
    if not claim.path:
        return no_path()
    if not _SIZE.search(claim.text):
        return no_form("no validator for this limit")
    params: dict[str, JsonValue] = {"path": claim.path}
    for name in _BOUNDS:
        word = claim.word(name)
        if not word:
            continue
        found = units.read(word)
        if found is not None and not found.kind:
            stated = re.search(rf"(?<![\d.]){re.escape(word.strip())}\s*(?P<unit>[KMGT]?i?B|kB|bytes?)\b", claim.text)
            word = f"{word.strip()} {stated['unit']}" if stated else word
            found = units.read(word)
        if found is None or found.kind != "bytes":
            return Refusal(Reason.PARAM_UNGROUNDED, f"{word!r} is no number of bytes")
        params[name] = word
    if len(params) == 1:
        return Refusal(Reason.PARAM_MISSING, "no bound is stated")
    return one("file_size", params, "size")


_ROWS = re.compile(r"\brows?\b|\brecords?\b|\bentr(?:y|ies)\b|行|记录", re.I)
_EVERY = re.compile(r"\b(?:every|each|all)\b|所有|每", re.I)
_NONE = re.compile(r"\b(?:no|not|never|without|none)\b|没有|不得", re.I)
_DATABASES = frozenset({"db", "sqlite", "sqlite3"})


def state_query(claim: Claim) -> Answer:
    """Rows of a table of a SQLite database: how many there are, or what every one of them has in a column."""
    if not claim.path:
        return no_path()
    if claim.ending not in _DATABASES:
        return no_form(f"no validator asks the state of {claim.path}")
    named = (claim.word("sheet") or claim.word("field") or claim.word("keys")).strip("`\"' ")
    table, _, column = named.partition(".")
    column = column or claim.word("column").strip("`\"' ")
    if not table:
        return Refusal(Reason.PARAM_MISSING, "no table is named")
    params: dict[str, JsonValue] = {"path": claim.path, "table": table}
    for name in ("count", *_BOUNDS):
        number = claim.number(name)
        if number is not None:
            params[name] = number
    given = claim.values("value") or claim.values("allowed")
    if len(params) > 2 and _ROWS.search(claim.text):
        if column or given:
            return no_form("which rows are counted is not surely said")
        return one("state_query", params, f"{table} rows")
    if len(params) == 2 and column and given and _EVERY.search(claim.text) and not _NONE.search(claim.text):
        alternatives: list[JsonValue] = [*given]
        params["values"] = {column: alternatives if len(alternatives) > 1 else alternatives[0]}
        return one("state_query", params, f"{table}.{column}")
    return no_form("no validator for this state of a database")
