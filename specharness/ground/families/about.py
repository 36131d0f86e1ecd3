"""Whether the cited words are about the family that a direction gives them.

A true quote under another family's name is still a wrong demand: "`a.txt` must contain the word `ok`" says nothing of
the agent's answer, of a tool, of a folder, of a Word document. Each test asks for words that speak of what its family
checks, and refuses where there are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from specharness.compile.local.handled import handled, of_code
from specharness.compile.local.named import names_a_thing
from specharness.ground.clauses import parent_of, touching
from specharness.ground.families.base import TREES, Claim, Refusal
from specharness.ground.families.presence import named_format
from specharness.ground.families.things import THINGS
from specharness.ground.lexicon import PATH
from specharness.ground.paths import ending, normalise
from specharness.ir import Block, Family, Reason, SourceKind

_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_ANSWER = re.compile(
    r"\b(?:answer|reply|replies|respond|response|message|chat|tell (?:me|us)|report back|say|hand[- ]?back)\w*\b"
    r"|\byour (?:\w+ )?(?:summary|output|report|explanation|text|words)\b|回答|回复|答复|答案|消息|告诉|说明",
    re.I,
)
_ASSIGNED = re.compile(r"\W*(?:\w+\W+){0,2}?(?:tool|function|API|command|endpoint|MCP)s?\b", re.I)
_CALLED = re.compile(
    r"\b(?:us(?:e|es|ed|ing|age)|call\w*|invok\w*|run|runs|running|execut\w*|via|through|with the|quer(?:y|ies)\w*"
    r"|tools?|functions?|commands?|instead of|rather than|rel(?:y|ies|ying) on)\b[^.;\n]{0,60}$"
    r"|(?:使用|调用|运行|执行|通过|用)[^。；\n]{0,30}$",
    re.I,
)
_AGAINST = re.compile(
    r"\b(?:not|never|cannot|avoid\w*|without|no|none|neither|nor|instead of|rather than|forbid\w*|forbidden"
    r"|prohibit\w*|banned?|disallow\w*|off[- ]limits|refrain\w*|stop|\w+n['’]t|dont)\b|不|禁|勿|别|避免",
    re.I,
)
_FOLDER = re.compile(r"\b(?:folder|director(?:y|ies)|dir|subfolder)s?\b|文件夹|目录", re.I)
_GENERIC = re.compile(
    r"(?:rows?|columns?|keys?|fields?|lines?|words?|values?|items?|files?|headers?|entry|entries|strings?|texts?"
    r"|names?|objects?|elements?|cells?|sheets?|records?|properties|property)",
    re.I,
)
_NUMBER = (
    r"(?:\d[\d,]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|fifty"
    r"|hundred|single|a|an|no)\b)"
)
_COUNTED = re.compile(
    rf"{_NUMBER}\s*[`\"“*_(-]*(?!(?:and|or|in|for|at|by|to|if|when|with|on|as|from|of)\b)[a-z]"
    rf"|\b(?:ha(?:s|ve|ving)|contain\w*|hold\w*|includ\w*)\s+{_NUMBER}"
    rf"|\b(?:ha(?:s|ve|ving)|with|contain\w*|hold\w*|list\w*|includ\w*|be|are|is|of|than|least|most|exactly)\s+"
    rf"(?:at least|at most|exactly|only|no (?:more|fewer|less) than|more than|fewer than|less than|up to|between)\s+"
    rf"{_NUMBER}"
    r"|\b(?:number|count|amount|length|size|many|long(?:er)?|short(?:er)?|empty|total of|up to|entries|items"
    r"|elements|cardinality|len)\b",
    re.I,
)
_TELLS = re.compile(
    r"\W*(?:\W*\b(?:already|currently|now)\b\W*)?(?:lists|describes|shows|gives|explains|stores|records|says"
    r"|names|defines|documents|tracks|keeps)\b",
    re.I,
)
_DEMANDED = re.compile(
    r"\b(?:must|should|shall|needs?|has to|have to|require\w*|ensure|make sure|expect\w*|will|write|create|save"
    r"|produce|generate|output|deliver\w*|add|put|build|result)\b",
    re.I,
)


def beside_the_point(claim: Claim) -> Refusal | None:
    """Why the cited words are not about the direction's family; None when they are."""
    test = _TESTS.get(claim.direction.family) if claim.direction.family is not None else None
    return _background(claim) or (test(claim) if test is not None else None)


def _other(detail: str) -> Refusal:
    return Refusal(Reason.LOW_CONFIDENCE, detail)


def _around(claim: Claim) -> str:
    """The unit of the quote with its lead-in and its headings."""
    span = claim.spans[0]
    units = claim.units.get(span.source, ())
    unit = next(iter(touching(units, span.start, span.start + 1)), None)
    if unit is None:
        return claim.text
    parent = parent_of(unit, units)
    lead = claim.source.quote(parent.body) if parent is not None else ""
    return "\n".join([*unit.heading_path, lead, claim.source.quote(unit.body), claim.text])


def _code(claim: Claim) -> bool:
    return any(
        unit.block is Block.CODE
        for span in claim.spans
        for unit in touching(claim.units.get(span.source, ()), span.start, span.start + 1)
    )


def _response(claim: Claim) -> Refusal | None:
    """A file's sentence says nothing of the answer; where files are named at all, the answer must be named too."""
    if claim.word("field") in ("", "keywords", "occurrences") and (named := _no_text(claim)) is not None:
        return named
    if any(PATH.search(quote) for quote in claim.quotes):
        spoken = _ANSWER.search(claim.text)
    elif any(PATH.search(source.text) for source in claim.sources.values()):
        spoken = _ANSWER.search(_around(claim))
    else:
        return None
    return None if spoken else _other("no quote speaks of the agent's answer")


def _no_text(claim: Claim) -> Refusal | None:
    """A tool that is to be used, a field that is to be told, is no text that is to stand anywhere."""
    for literal in claim.words("text"):
        for span in (*claim.spans, *claim.direction.params["text"].spans):
            text = claim.sources[span.source].text
            at = text.find(literal, span.start, span.end)
            if at >= 0 and names_a_thing(text, at, at + len(literal)):
                return _other(f"{literal!r} is what a thing is called, no text that is asked for")
    return None


def _tool(claim: Claim) -> Refusal | None:
    name = claim.word("tool") or claim.word("command")
    if not name:
        return None
    for quote in claim.quotes:
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", quote):
            if _CALLED.search(quote[: found.start()]) or _ASSIGNED.match(quote[found.end() :]):
                return None
    text = _around(claim)
    lead = text.split(claim.quotes[0])[0] if claim.quotes[0] in text else ""
    if _CALLED.search(lead.replace("\n", " ").replace(".", " ")[-60:]):
        return None
    return _other(f"no quote tells to use {name}, or not to")


def _no_tool(claim: Claim) -> Refusal | None:
    return _tool(claim) or (None if _AGAINST.search(_around(claim)) else _other("no quote speaks against its use"))


def _format(claim: Claim) -> Refusal | None:
    """A format other than the file's own must be named as one: "the word" names no Word document."""
    stated = claim.word("value", "text", "pattern").lower().strip(" .`")
    wanted, own = named_format(stated), named_format(claim.ending)
    if not stated or wanted == own:
        return None
    if of_code(claim.path or "", wanted):
        return _other(f"{claim.path} is no file of data, so {stated} is the format of something else")
    word = re.escape(re.sub(r"^valid\s+|\s+(?:file|format|document|workbook)$", "", stated))
    named = (
        rf"(?:\b(?:valid|well[- ]formed|microsoft|ms|as|in|format(?:ted)?|pure|plain|strict|parse\w*|proper)\W+"
        rf"(?:\w+\W+)?{word}\b"
        rf"|\b{word}\W+(?:files?|documents?|docs?|format(?:ted)?|workbooks?|archives?|objects?|arrays?|lines|tables?"
        rf"|spreadsheets?|images?|databases?|encoded)\b|{word}\s*(?:格式|文件|文档))"
    )
    loose = rf"\b(?:be|is|are|write|save|produce|export|output|emit|contain\w*)\s+(?:an?\s+|the\s+)?{word}(?!\w)"
    plain = re.sub(r"`[^`\n]*`|\"[^\"\n]*\"", lambda shown: " " * len(shown[0]), claim.text)
    found = [*re.finditer(named, plain, re.I)]
    if wanted not in {"docx", "text", "zip"}:
        found += re.finditer(loose, plain, re.I)
    places = ((match, re.search(word, plain[match.start() :], re.I)) for match in found)
    spoken = [match for match, at in places if at and not handled(plain[: match.start() + at.start()])]
    if spoken and not all(_named_another(claim, match.end()) for match in spoken):
        return None
    if found:
        return _other(f"{stated} is the format of something else than {claim.path}")
    return _other(f"no quote names {stated} as the format of {claim.path}")


def _named_another(claim: Claim, end: int) -> bool:
    """Whether the name of another file follows a format: "a YAML file `a.yaml`"."""
    named = _NAMED_BEHIND.match(claim.text, end)
    path = normalise(named["path"]) if named is not None else None
    return path is not None and bool(ending(path)) and claim.path not in (None, path)


_NAMED_BEHIND = re.compile(
    r"(?:\s+(?:file|document|workbook))?\s*(?:(?:called|named)\s+)?[`\"“](?P<path>[^`\"”\n]{1,200})[`\"”]", re.I
)


def _folder(claim: Claim) -> Refusal | None:
    if not claim.path or any(path.endswith("/") for path in claim.words("path")):
        return None
    host = claim.visible.resolve(claim.path)
    if (host is not None and host.is_dir()) or _FOLDER.search(claim.text) or not claim.ending:
        return None
    return _other(f"no quote says that {claim.path} is a folder")


def _marked(name: str, text: str) -> bool:
    return re.search(rf"[`\"'“‘「]{re.escape(name)}[`\"'”’」:]", text) is not None


def _bare_noun(claim: Claim, *names: str) -> Refusal | None:
    """ "at least 3 rows" names no column `rows`, "the key `total`" no key `key`."""
    named = claim.words(*names)
    for name in named if len(named) == 1 else ():
        if _GENERIC.fullmatch(name.strip()) and not _marked(name, claim.text) and not _code(claim):
            return _other(f"{name!r} is what the quote calls a thing, not the thing's name")
    return None


def _schema(claim: Claim) -> Refusal | None:
    return _bare_noun(claim, "keys", "column", "field")


def _contains(claim: Claim) -> Refusal | None:
    return _bare_noun(claim, "text") or _no_text(claim)


def _count(claim: Claim) -> Refusal | None:
    text = claim.text
    if _CHINESE.search(text) or _code(claim):
        return None
    named = claim.word("field", "column", "keys").strip()
    thing = next((pattern for _, pattern in THINGS if named and pattern.fullmatch(named)), None)
    plain = re.sub(r"`[^`\n]*`", lambda shown: "`x`", text) if not named or thing is None else text
    if (
        thing is not None
        and claim.ending not in TREES
        and not re.search(rf"\b(?:{thing.pattern})\b", _around(claim), re.I)
    ):
        return _other(f"no quote counts {named}")
    if thing is not None and not re.search(rf"(?:{thing.pattern})", text, re.I) and not _COUNTED.search(plain):
        return _other(f"no quote counts {named}")
    return None if _COUNTED.search(plain) else _other("the number in the quote counts nothing")


def _background(claim: Claim) -> Refusal | None:
    """What a sentence tells of a file that is there already demands nothing of it."""
    if claim.source.kind is not SourceKind.PROMPT:
        return None  # the rules of a repository are worded as what always holds
    if claim.direction.family not in _OF_FILES or _DEMANDED.search(_around(claim)):
        return None
    span = claim.spans[0]
    unit = next(iter(touching(claim.units.get(span.source, ()), span.start, span.start + 1)), None)
    start = min(unit.body.start, span.start) if unit is not None else span.start
    text = claim.source.text
    for path in claim.words("path"):
        at = text.find(path, span.start, span.end)
        if at < 0 or not _TELLS.match(text, at + len(path), span.end):
            continue
        opens = re.search(r"[^\W\d_]", text[start:at]) is None
        made = claim.path in claim.outputs if claim.direction.family is not Family.PATH_EXISTS else opens
        return None if made else _other(f"the sentence tells what {path} is, it asks for nothing")
    return None


_OF_FILES = frozenset({Family.PATH_EXISTS, Family.CONTAINS, Family.FORMAT_VALID})
_TESTS: Mapping[Family, Callable[[Claim], Refusal | None]] = {
    Family.RESPONSE_CONSTRAINT: _response,
    Family.TOOL_USED: _tool,
    Family.TOOL_NOT_USED: _no_tool,
    Family.FORMAT_VALID: _format,
    Family.DIR_CONTENTS: _folder,
    Family.SCHEMA: _schema,
    Family.CONTAINS: _contains,
    Family.COUNT: _count,
}
