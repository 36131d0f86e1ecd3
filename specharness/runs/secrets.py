"""Keys and tokens, taken out of records before anything else sees them.

Two rules. A text under a name that says what it is (`api_key`, `Authorization`, `GITHUB_TOKEN`) goes whole, in whatever
depth. A text that holds something of a known key's shape, or an assignment of one (`OPENAI_API_KEY=…`), loses that
part. What stands in its place is REMOVED. Numbers stay: counts of tokens are no tokens. This finds what is written the
usual way; it is no proof that a record holds no secret.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from pydantic import JsonValue

REMOVED = "[removed]"

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_ALWAYS = frozenset(
    "apikey secret secrets password passwd passphrase pwd credential credentials authorization bearer cookie cookies "
    "privatekey accesskey secretkey authtoken accesstoken".split()
)
_PAIRS = frozenset(
    [("api", "key"), ("private", "key"), ("access", "key"), ("secret", "key"), ("auth", "key"), ("subscription", "key")]
)
_HARMLESS_BEFORE_TOKEN = frozenset(
    "page next previous continuation eos bos pad unk sep cls mask stop special start end first last max sync".split()
)
_UPPER_KEY = re.compile(r"[A-Z][A-Z0-9_]*_KEY")

_SHAPES = (
    r"\bsk-[A-Za-z0-9_-]{16,}",
    r"\b(?:gh[opsur]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,})",
    r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
    r"\bAIza[A-Za-z0-9_-]{30,}",
    r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}",
    r"\bhf_[A-Za-z0-9]{20,}",
    r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*",
    r"(?<=Bearer )[A-Za-z0-9._~+/-]{12,}=*",
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,10000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?",
    r"(?<=://)[^\s/:@]{1,200}:[^\s/@]{1,200}(?=@)",
)
_SHAPE = re.compile("|".join(_SHAPES))
_ASSIGNED = re.compile(
    r"""\b((?:[A-Za-z][A-Za-z0-9]*_){0,6}(?:API_?KEY|SECRET(?:_KEY|_ACCESS_KEY)?|TOKEN|PASSWORD|PASSWD)"""
    r"""\s{0,2}=\s{0,2}["']?)([^\s"'$(){}<>\[\]]{8,}+)(?![(\[{<$])|"""
    r"""(--(?:api-key|token|password|secret)[= ]["']?)([^\s"'$(){}<>\[\]]{8,}+)(?![(\[{<$])"""
)
_SIGN = re.compile(
    r"[-_AJB/KSTP](?:(?<=sk-)|(?<=gh[opsur]_)|(?<=github_pat_)|(?<=glpat-)|(?<=hf_)|(?<=xox[abeoprs]-)|(?<=eyJ)|(?<=://)"
    r"|(?<=A)(?:KIA|SIA|Iza)|(?<=B)earer |(?<=K)EY|(?<=S)ECRET|(?<=T)OKEN|(?<=P)ASSW"
    r"|(?<=--)(?:api-key|token|password|secret))"
)
"""Where a text must be looked at closely. It begins with a set of rare characters and looks back from there, which is
what makes it fast: most of a text is passed over by the search for the set."""


class Scrubber:
    """Takes secrets out of JSON values, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def scrub(self, value: JsonValue) -> JsonValue:
        """The value without its secrets, changed in place where it is a list or an object."""
        if isinstance(value, str):
            return self.text(value) if _SIGN.search(value) else value
        if isinstance(value, dict):
            for name, item in value.items():
                if item is None or isinstance(item, (int, float)):
                    continue
                new = self._remove(item) if names_secret(name) else self.scrub(item)
                if new is not item:
                    value[name] = new
        elif isinstance(value, list):
            for index, item in enumerate(value):
                new = self.scrub(item)
                if new is not item:
                    value[index] = new
        return value

    def text(self, text: str) -> str:
        """The text with every key or token in it replaced."""
        found, shapes = _SHAPE.subn(REMOVED, text)
        found, assigned = _ASSIGNED.subn(_keep_name, found)
        self.count += shapes + assigned
        return found if shapes + assigned else text

    def _remove(self, value: JsonValue) -> JsonValue:
        if isinstance(value, str):
            if not value or value == REMOVED:
                return value
            self.count += 1
            return REMOVED
        if isinstance(value, list):
            return [self._remove(item) for item in value]
        if isinstance(value, dict):
            return {name: self._remove(item) for name, item in value.items()}
        return value


def _keep_name(match: re.Match[str]) -> str:
    return f"{match[1] or match[3]}{REMOVED}"


@lru_cache(maxsize=65_536)
def names_secret(name: str) -> bool:
    """Whether a field of this name holds a secret."""
    if _UPPER_KEY.fullmatch(name):
        return True
    words = [word.lower() for word in _WORD.findall(name[:200])]
    if not words:
        return False
    if any(word in _ALWAYS for word in words) or any(pair in _PAIRS for pair in pairwise(words)):
        return True
    return words[-1] == "token" and (len(words) == 1 or words[-2] not in _HARMLESS_BEFORE_TOKEN)
