"""Validators of the form of the agent's message: how much of what, in which case, with which first and last words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from specharness.evidence.views import Request, TextView
from specharness.ir import Family, Outcome
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.compare import Match, composed, folded
from specharness.validators.counts import BOUNDS, bounds_in_words, judge, within
from specharness.validators.measures import MAX_MESSAGE, MEASURES, WITH_PART, paragraphs, split_at
from specharness.validators.occurrences import RESPONSE, Readable, occurrence
from specharness.validators.params import BOOL, COUNT, NUMBER, TEXT, TEXTS, as_whole, choice, text_of, texts_of, typed
from specharness.validators.tally import joined
from specharness.validators.wording import clip, listed, plural, said

_FAMILIES = (Family.RESPONSE_CONSTRAINT,)


_WORDY = re.compile(r"\w")


class OfMessage(Check):
    """A check that looks at the message alone."""

    families = _FAMILIES

    def needs(self, params: Params) -> Sequence[Request]:
        return (RESPONSE,)

    def decide(self, params: Params, seen: Seen) -> Finding:
        expected = self.expected(params)
        view = view_or_finding(seen, RESPONSE, TextView, expected)
        if isinstance(view, Finding):
            return view
        if len(view.text) > MAX_MESSAGE:
            return Finding(Outcome.ERROR, expected, "not read", message=f"longer than MAX_MESSAGE ({MAX_MESSAGE})")
        return self.judged(params, composed(view.text.replace("\r\n", "\n")), expected)

    def expected(self, params: Params) -> str:
        """What is asked, in words."""
        raise NotImplementedError

    def judged(self, params: Params, text: str, expected: str) -> Finding:
        """The finding over a message of bounded length."""
        raise NotImplementedError


class ResponseCount(OfMessage):
    """How many of something the agent's message has: `of` is words, sentences, paragraphs, lines, characters, bullets,
    numbered (items), list_items, sections (each opened by the word `text` and a number), highlights (Markdown's
    emphasis), placeholders (`[...]`), marked (stretches in the form `text`, such as `<<...>>`), capital_words,
    occurrences (of `text`), starting (words that begin with `text`), letters (the character `text`), commas, emojis,
    questions, headings, tables, table_rows, code_blocks, block_quotes, links, digits, numbers, bold, palindromes,
    punctuation, repeated_words, or parts (between separators `text`; all different with `distinct`).
    Bounds are `count`, `min`, `max`, `min_exclusive`, `max_exclusive`.

    Passed: every defensible way of counting keeps the bounds.
    Failed: none does; an empty message breaks every bound that zero breaks.
    Unknown: no message was given, or it is empty where zero is allowed; ways of counting disagree: a heading as a
    sentence, what stands in code, nested bullets, bold as highlight, single letters as words in capitals,
    other spelling of a word.
    """

    name = "response_count"
    demanded = typed(of=choice(*MEASURES))
    admitted = typed(
        text=TEXT, distinct=BOOL, count=COUNT, min=NUMBER, max=NUMBER, min_exclusive=NUMBER, max_exclusive=NUMBER
    )

    def problem(self, params: Params) -> str:
        of, part = text_of(params["of"]), text_of(params.get("text"))
        if of in WITH_PART and not part:
            return f"{of} needs a `text`"
        if of == "letters" and len(part) != 1:
            return "`text` must be one character"
        if of == "marked" and (part.count("...") != 1 or part.startswith("...") or part.endswith("...")):
            return "`text` must be two marks with `...` between them"
        if params.get("distinct") is True and of != "parts":
            return "`distinct` is said of parts only"
        return "" if any(params.get(name) is not None for name in BOUNDS) else f"needs one of {', '.join(BOUNDS)}"

    def expected(self, params: Params) -> str:
        part = text_of(params.get("text"))
        of = text_of(params["of"])
        between = " of" if of in ("occurrences", "letters") else ""
        named = of.replace("_", " ") + (f"{between} {said(part)}" if part else "")
        return f"{bounds_in_words(params, named)} in the response"

    def judged(self, params: Params, text: str, expected: str) -> Finding:
        of, part = text_of(params["of"]), text_of(params.get("text"))
        if not text.strip():
            outcome = Outcome.UNKNOWN if within(params, 0) else Outcome.FAILED
            return Finding(outcome, expected, "an empty message", message="vacuous")
        if params.get("distinct") is True:
            pieces = [folded(piece) for piece in split_at(text, part) if piece]
            if len(set(pieces)) < len(pieces):
                return Finding(Outcome.FAILED, expected, "two parts that say the same")
        readings = MEASURES[of](text, composed(part))
        prose = _CODE_BLOCK.sub("", text) if of in _OF_PROSE else text
        if prose != text:
            readings = [*readings, *MEASURES[of](prose, composed(part))]
        return judge(params, readings, expected, of.replace("_", " "))


_CODE_BLOCK = re.compile(
    r"^ {0,3}(```+|~~~+)[^\n]*\n(?:.*\n)*? {0,3}\1[ \t]*$|^ {0,3}(?:```|~~~)[\s\S]*\Z", re.MULTILINE
)
_OF_PROSE = frozenset(
    "words sentences paragraphs bullets numbered list_items sections capital_words questions placeholders".split()
)
"""What a block of code may be taken to have, or not."""


class ResponseCase(OfMessage):
    """Every letter of the agent's message that has a case is small (`lower`), or is a capital (`upper`).

    Passed: there are letters with a case, and all are.
    Failed: one is not.
    Unknown: no message was given; no letter has a case.
    """

    name = "response_case"
    demanded = typed(case=choice("lower", "upper"))

    def expected(self, params: Params) -> str:
        return f"{'no capital' if params['case'] == 'lower' else 'only capital'} letters in the response"

    def judged(self, params: Params, text: str, expected: str) -> Finding:
        lower = params["case"] == "lower"
        wrong = [letter for letter in text if (letter.isupper() if lower else letter.islower())]
        if wrong:
            first = text.index(wrong[0])
            where = f"line {text.count(chr(10), 0, first) + 1}"
            return Finding(
                Outcome.FAILED, expected, f"{plural(len(wrong), 'other letter')}, first {said(wrong[0])}", where
            )
        if not any(letter.islower() or letter.isupper() for letter in text):
            return Finding(Outcome.UNKNOWN, expected, "no letter with a case", message="vacuous")
        return Finding(Outcome.PASSED, expected, "all letters")


_QUOTES = {'"': '"', "“": "”", "„": "“"}
_OTHER_QUOTES = ("«", "「", "''", "``", "”", "'", "‘", '*"', "```")
_WRAPPING = " \t\n*_`\"“”'’#>"
_CLOSING = ".!?*#`)>]"
_ENDS = re.compile(r"^\W+|\W+$")


class ResponseEdges(OfMessage):
    """How the agent's message begins and ends: `first` words, `last` words, `first_word` and `last_word` (in any case,
    marks aside), `quoted` (all of it stands in double quotation marks), `postscript` (the text that opens one). With
    `more`, something follows the first words.

    Passed: all of it, letter by letter.
    Failed: one is surely not so; an empty message breaks all of them.
    Unknown: no message was given; other case, spaces or marks around; further quotation marks that may end the first;
    much text behind a postscript, or its marker in another spelling.
    """

    name = "response_edges"
    demanded = typed()
    admitted = typed(
        first=TEXT,
        last=TEXT,
        first_word=TEXT,
        last_word=TEXT,
        quoted=BOOL,
        postscript=TEXT,
        more=BOOL,
    )

    def problem(self, params: Params) -> str:
        asked = any(params.get(name) not in (None, False) for name in (*_EDGES, "quoted"))
        if not asked:
            return f"needs one of {', '.join(_EDGES)}, quoted"
        marked = "postscript" not in params or _WORDY.search(text_of(params["postscript"]))
        return "" if marked else "`postscript` must have a letter"

    def expected(self, params: Params) -> str:
        parts = [f"{words} {said(params[name])}" for name, words in _EDGES.items() if params.get(name) is not None]
        if params.get("quoted") is True:
            parts.append("stands in double quotation marks")
        return f"the response {clip(' and '.join(parts), 160)}"

    def judged(self, params: Params, text: str, expected: str) -> Finding:
        text = text.strip()
        if not text:
            return Finding(Outcome.FAILED, expected, "an empty message")
        findings = []
        if "first" in params:
            findings.append(
                _first(composed(text_of(params["first"]).strip()), text, params.get("more") is True, expected)
            )
        if "last" in params:
            findings.append(_last(composed(text_of(params["last"]).strip()), text, expected))
        findings.extend(
            _one_word(name, composed(text_of(params[name]).strip()), text, expected)
            for name in ("first_word", "last_word")
            if name in params
        )
        if params.get("quoted") is True:
            findings.append(_quoted(text, expected))
        if "postscript" in params:
            findings.append(_postscript(_ENDS.sub("", text_of(params["postscript"])), text, expected))
        found = joined(findings)
        return Finding(found.outcome, expected, found.observed, found.where, found.message)


_EDGES = {
    "first": "begins with",
    "last": "ends with",
    "first_word": "has as its first word",
    "last_word": "has as its last word",
    "postscript": "has a postscript that begins with",
}


def _one_word(name: str, word: str, text: str, expected: str) -> Finding:
    words = re.findall(r"[^\W_]+(?:['’.-][^\W_]+)*", text)
    if not words:
        return Finding(Outcome.FAILED, expected, "no word")
    found = words[0] if name == "first_word" else words[-1]
    if folded(found) == folded(word):
        return Finding(Outcome.PASSED, expected, f"it is {said(found)}")
    near = word.casefold() in re.split(r"[-'’.]", found.casefold())
    return Finding(Outcome.UNKNOWN if near else Outcome.FAILED, expected, f"it is {said(found)}")


def _turned(found: Finding, expected: str) -> Finding:
    """What is forbidden is there, or is not."""
    turned = {Outcome.PASSED: Outcome.FAILED, Outcome.FAILED: Outcome.PASSED}
    return Finding(turned.get(found.outcome, found.outcome), expected, found.observed, found.where, found.message)


class ResponseNotAtEdge(OfMessage):
    """How the agent's message does not begin or end: not with the words `first`, not with the words `last`.

    Passed: it begins, or ends, with something else.
    Failed: it does so, letter by letter.
    Unknown: no message was given, or it is empty; it does so in other case, or with marks around.
    """

    name = "response_not_at_edge"
    demanded = typed()
    admitted = typed(first=TEXT, last=TEXT)

    def problem(self, params: Params) -> str:
        return "" if params.get("first") is not None or params.get("last") is not None else "needs one of first, last"

    def expected(self, params: Params) -> str:
        asked = [f"does not {verb} with {said(params[name])}" for name, verb in _NOT.items() if name in params]
        return f"the response {clip(' and '.join(asked), 160)}"

    def judged(self, params: Params, text: str, expected: str) -> Finding:
        text = text.strip()
        if not text:
            return Finding(Outcome.UNKNOWN, expected, "an empty message", message="vacuous")
        findings = []
        if "first" in params:
            findings.append(_first(composed(text_of(params["first"]).strip()), text, False, expected))
        if "last" in params:
            findings.append(_last(composed(text_of(params["last"]).strip()), text, expected))
        found = joined([_turned(finding, expected) for finding in findings])
        return Finding(found.outcome, expected, found.observed, found.where, found.message)


_NOT = {"first": "begin", "last": "end"}


def _first(words: str, text: str, more: bool, expected: str) -> Finding:
    if text.startswith(words) and not _runs_on(words[-1], text[len(words) :]):
        rest = text[len(words) :].strip(_WRAPPING)
        if more and not _WORDY.search(rest):
            return Finding(Outcome.FAILED, expected, "nothing behind them")
        return Finding(Outcome.PASSED, expected, "so it begins")
    if folded(text.lstrip(_WRAPPING)).startswith(folded(words)):
        return Finding(Outcome.UNKNOWN, expected, "undecided", message="it begins with another spelling of it")
    return Finding(Outcome.FAILED, expected, f"it begins with {said(text[: len(words)])}")


def _runs_on(last: str, rest: str) -> bool:
    return last.isalnum() and rest[:1].isalnum()


def _last(words: str, text: str, expected: str) -> Finding:
    if text.endswith(words) and not (words[0].isalnum() and text[: -len(words)][-1:].isalnum()):
        return Finding(Outcome.PASSED, expected, "so it ends")
    if folded(text).rstrip(_CLOSING).endswith(folded(words).rstrip(_CLOSING)):
        return Finding(Outcome.UNKNOWN, expected, "undecided", message="it ends with another spelling of it")
    return Finding(Outcome.FAILED, expected, f"it ends with {said(text[-len(words) :])}")


def _quoted(text: str, expected: str) -> Finding:
    close = _QUOTES.get(text[0])
    if text[-1] != close:
        doubtful = text.startswith(_OTHER_QUOTES)
        outcome = Outcome.UNKNOWN if doubtful else Outcome.FAILED
        return Finding(outcome, expected, "marks of another kind" if doubtful else "no such marks around it")
    inside = text[1:-1]
    if not _WORDY.search(inside):
        return Finding(Outcome.FAILED, expected, "nothing inside the marks")
    further = inside.find(close)
    if further >= 0 and not _WORDY.match(inside, further + 1):
        return Finding(Outcome.UNKNOWN, expected, "undecided", message="a mark inside may end the first one")
    return Finding(Outcome.PASSED, expected, "it stands in them")


MAX_BEHIND = 2
"""Blocks behind the marker's own up to which it is surely the end of the message."""


def _postscript(marker: str, text: str, expected: str) -> Finding:
    """`marker` without what stands before its first and behind its last letter."""
    bare = re.sub(r"[\s.]", "", marker)
    found = list(
        re.finditer(
            rf"^{_LEADS}(?P<m>{_spelled(bare)})[.:]*\**[ \t:,–—-]*(?P<said>[^\n]*)", text, re.MULTILINE | re.IGNORECASE
        )
    )
    if not found:
        inside = rf"(?<!\w)(?<!\bP\.){_spelled(bare)}"
        if bare.upper() in _POSTSCRIPTS and re.search(inside, text, re.IGNORECASE):
            return Finding(Outcome.UNKNOWN, expected, "undecided", message="the marker stands inside a line")
        return Finding(Outcome.FAILED, expected, f"no {said(marker)}")
    last = found[-1]
    if not _WORDY.search(text, last.start("said")):
        return Finding(Outcome.FAILED, expected, "nothing behind its marker")
    if not any(match["m"].startswith(marker) for match in found):
        return Finding(Outcome.UNKNOWN, expected, "undecided", message="its marker is spelled in another way")
    if paragraphs(text[last.end() :])[0] > MAX_BEHIND:
        return Finding(Outcome.UNKNOWN, expected, "undecided", message="much text follows it")
    return Finding(Outcome.PASSED, expected, "there")


_POSTSCRIPTS = frozenset({"PS", "PPS"})
"""Markers that mean nothing else, wherever they stand."""
_LEADS = r"[ \t>#*_\"“(]{0,8}"


def _spelled(bare: str) -> str:
    return r"\.?\s?".join(re.escape(letter) for letter in bare) + r"\b"


_HEADED = re.compile(r"#{1,6} |<<")


class ResponseParagraph(OfMessage):
    """The paragraph number `nth` of the agent's message begins with the word or words `first`.

    Passed: it does, in any case, under every way of telling paragraphs.
    Failed: there is no such paragraph, or it begins with something else under all of them.
    Unknown: no message was given; headings or single line ends make it doubtful which paragraph it is.
    """

    name = "response_paragraph"
    demanded = typed(nth=COUNT, first=TEXT)

    def problem(self, params: Params) -> str:
        return "" if as_whole(params["nth"]) else "`nth` counts from 1"

    def expected(self, params: Params) -> str:
        return f"paragraph {params['nth']} of the response begins with {said(params['first'])}"

    def judged(self, params: Params, text: str, expected: str) -> Finding:
        number, first = as_whole(params["nth"]), text_of(params["first"]).strip().casefold()
        blocks = [block.lstrip() for block in re.split(r"\n[ \t]*(?:\n[ \t]*)+", text) if block.strip()]
        ways = [blocks, [block for block in blocks if _WORDY.search(block) and not _HEADED.match(block)]]
        if len(blocks) == 1:
            ways.append([line for line in text.splitlines() if line.strip()])
        kept = [len(way) >= number and _opens(first, way[number - 1]) for way in ways]
        if all(kept):
            return Finding(Outcome.PASSED, expected, "it does")
        if any(kept):
            return Finding(Outcome.UNKNOWN, expected, "undecided", message="it depends on what counts as a paragraph")
        shown = blocks[number - 1] if len(blocks) >= number else ""
        return Finding(
            Outcome.FAILED,
            expected,
            f"it begins with {said(shown[:40])}" if shown else f"{plural(len(blocks), 'paragraph')}",
        )


def _opens(first: str, paragraph: str) -> bool:
    bare = paragraph.lstrip(_WRAPPING).casefold()
    return bare.startswith(first) and not _runs_on(first[-1], bare[len(first) :])


class ResponseChoice(OfMessage):
    """The agent's message gives exactly one of the `allowed` answers; with `alone`, it is nothing else.

    Passed: it is one of them; without `alone`, one of them stands in it, and no other does.
    Failed: none stands in it; with `alone`, something else does, too.
    Unknown: no message was given; several stand in it; one stands there in another spelling only.
    """

    name = "response_choice"
    demanded = typed(allowed=TEXTS)
    admitted = typed(alone=BOOL)

    def expected(self, params: Params) -> str:
        return f"one of {listed(texts_of(params['allowed']))}"

    def judged(self, params: Params, text: str, expected: str) -> Finding:
        allowed = [composed(item.strip()) for item in texts_of(params["allowed"])]
        if text.strip() in allowed:
            return Finding(Outcome.PASSED, expected, "it is one of them")
        readable = Readable((text,))
        matches = {item: occurrence(item, readable) for item in allowed}
        near = [item for item, match in matches.items() if match is not Match.DIFFERENT]
        if not near:
            return Finding(Outcome.FAILED, expected, f"none of them in {said(text)}")
        if len(near) == 1 and matches[near[0]] is Match.SAME:
            if params.get("alone") is not True:
                return Finding(Outcome.PASSED, expected, f"{said(near[0])}")
            if folded(text.strip(_WRAPPING + _CLOSING)) != folded(near[0].strip(_WRAPPING + _CLOSING)):
                return Finding(Outcome.FAILED, expected, f"{said(near[0])} and more")
        return Finding(Outcome.UNKNOWN, expected, "undecided", message="several of them, or another spelling")
