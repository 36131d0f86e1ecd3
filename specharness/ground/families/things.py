"""How many rows, items, lines, words, pages there are."""

from __future__ import annotations

import re

from pydantic import JsonValue

from specharness.ground.families.base import TABLES, TREES, WORKBOOKS, Answer, Claim, Refusal, no_form, no_path, one
from specharness.ir import Reason

THINGS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (thing, re.compile(pattern, re.I))
    for thing, pattern in (
        ("columns", r"columns?|列"),
        ("rows", r"(?:data )?rows?|records?|行"),
        ("sheets", r"(?:work)?sheets?|tabs?"),
        ("slides", r"slides?"),
        ("pages", r"pages?|页"),
        ("lines", r"lines?"),
        ("words", r"words?"),
        ("characters", r"characters?|chars?|字符?"),
        ("files", r"files?|文件"),
        ("items", r"items?|entries|elements?|objects?|项|条"),
    )
)


def count(claim: Claim) -> Answer:
    """How many rows, items, lines, words, pages … there are."""
    if not claim.path:
        return no_path()
    bounds: dict[str, JsonValue] = {}
    for name in ("count", "min", "max", "min_exclusive", "max_exclusive"):
        if claim.values(name):
            number = claim.number(name)
            if not isinstance(number, int) or number < 0:
                return Refusal(Reason.PARAM_UNGROUNDED, f"{name} is no whole number: {claim.values(name)!r}")
            bounds[name] = number
    if not bounds:
        return Refusal(Reason.PARAM_MISSING, "no number is stated")
    named = claim.word("field", "column", "keys")
    thing = next((thing for thing, pattern in THINGS if pattern.fullmatch(named.strip())), "")
    if thing and (f"`{named}`" in claim.text or _marked(claim, "field")) and claim.ending in TREES:
        thing = ""  # `files` in code is a key, not the noun
    params: dict[str, JsonValue] = {"path": claim.path, **bounds}
    if named and not thing:
        if claim.ending not in TREES:
            return no_form(f"counting {named!r} in {claim.path}")
        selector = claim.selector(named)
        if isinstance(selector, Refusal):
            return selector
        params |= {"of": "items", "field": selector}
        return one("count", params, f"{selector} {','.join(bounds)}")
    thing = thing or _thing_of(claim)
    if not thing:
        return Refusal(Reason.PARAM_MISSING, f"what is counted in {claim.path} is not said")
    if thing == "items" and claim.ending in TABLES:
        thing = "rows"
    if thing in {"rows", "columns"} and claim.ending not in TABLES | WORKBOOKS | TREES:
        return no_form(f"the {thing} of a table in {claim.path}")
    if thing == "rows" and claim.ending in TREES:
        thing = "items"
    params["of"] = thing
    if claim.word("sheet"):
        params["sheet"] = claim.word("sheet")
    place = f"{claim.word('sheet')}!{thing}" if claim.word("sheet") else thing
    return one("count", params, f"{place} {','.join(bounds)}")


def _marked(claim: Claim, name: str) -> bool:
    """Whether a parameter stands in code or quotation marks: then it is a name, whatever word it is."""
    param = claim.direction.params.get(name)
    spans = param.spans if param is not None else ()
    return any(
        claim.sources[span.source].text[max(0, span.start - 1) : span.start] in {"`", '"', "“"} for span in spans
    )


_NUMBER_WORD = r"(?:\d+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|a single))"


def _thing_of(claim: Claim) -> str:
    """The one counted noun right behind a number of the quote."""
    found = {
        thing
        for thing, pattern in THINGS
        if re.search(rf"{_NUMBER_WORD}\s+(?:\w+\s+)?(?:{pattern.pattern})\b", claim.text, re.I)
    }
    return found.pop() if len(found) == 1 else ""
