"""A format that something reads or makes is no format of the file that the sentence is about.

"A script that parses a CSV file and prints valid JSON" is itself neither. Two signs tell: the format is the object of
such a verb, or the file is a program's source or a page by its ending.
"""

from __future__ import annotations

import re

CODE = frozenset(
    "py pyi js mjs cjs ts tsx jsx sh bash sql rb go java c cc h hh cpp hpp cs rs php kt swift scala lua r pl ps1 bat"
    " html htm css scss vue svelte tex ipynb".split()
)
"""Endings of sources of programs and pages."""
_OWN = {"ipynb": {"json"}, "html": {"html", "xml"}, "htm": {"html", "xml"}, "vue": {"html"}, "svelte": {"html"}}
"""Formats that such a file has itself."""
_HANDLES = (
    r"(?:read|pars|return|load|accept|display|writ|print|output|emit|produc|generat|convert|tak|handl|process|consum"
    r"|import|export|dump|expect|validat|support|open|render|send|respond|serv|download|upload|fetch|creat|turn"
    r"|transform|deseriali[sz]|seriali[sz]|translat|extract|receiv|visuali[sz]|plot|draw|decod|encod|ingest|stream)"
    r"(?:e|es|s|ing|ed|d)?"
)
_ADVERBS = r"(?:(?:then|also|can|will|should|must|has\s+to|have\s+to|\w+ly)\s+){0,2}"
_PROGRAM = (
    r"(?:script|program|function|method|tool|command|class|endpoint|query|page|parser|converter|module|library|server"
    r"|service|app|application|component|macro|notebook|pipeline|target|job|step)s?"
)
_DOES = re.compile(
    rf"(?:\b(?:that|which)\s+{_ADVERBS}{_HANDLES}"
    rf"|\b{_PROGRAM}\b[^.;。]{{0,80}}?\b(?:to|for)\s+{_HANDLES}"
    rf"|\b(?:it|(?:the|this|each|every)\s+{_PROGRAM})\s+(?:\([^)]*\)\s*)?{_ADVERBS}{_HANDLES})\b(?!\s+(?:as|like)\b)",
    re.IGNORECASE,
)
"""Something that is said to handle what follows: "that reads", "a tool to convert", "the function returns"."""
_OVER = re.compile(r"[.;。]\s|\b(?:must|should|has to|is)\b|\b(?:contain|hold)\w*\b", re.IGNORECASE)
"""Where another statement begins."""


def handled(before: str) -> bool:
    """Whether a format behind this beginning of its clause is the object of a verb that reads or makes something."""
    last = max((match.end() for match in _DOES.finditer(before)), default=-1)
    return last >= 0 and len(before) - last <= MAX_OBJECT and not _OVER.search(before, last)


MAX_OBJECT = 120
"""Characters between such a verb and the format it is about."""


def of_code(path: str, stated: str) -> bool:
    """Whether a path names the source of a program or a page, and a stated format is not its own."""
    last = path.rsplit("/", 1)[-1].lower()
    ending = last.rpartition(".")[2] if "." in last.lstrip(".") else ""
    return ending in CODE and stated.lower().strip(" .`") not in _OWN.get(ending, {ending})
