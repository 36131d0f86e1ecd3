"""What must never be repeated, taken out of texts: the key and whatever else is sent in secret, and the address.

A credential goes wherever a stretch of it stands, in any case, as it is or in base64; an address only as a whole and
only out of messages, because a specification may speak of the same machine.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable

STRETCH = 8
"""Characters of a credential that give it away; shorter ones are syllables of other words."""
SHORT = 4
"""Characters below which a credential or a part of an address is none: hiding it would hide every such syllable."""
GONE = "…"

_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_ESCAPED = re.compile(r"\\(?:\\|/|u00([2-7][0-9a-fA-F]))")


class Withheld:
    """The `credentials` in use, and the `places` that they are sent to."""

    def __init__(self, credentials: Iterable[str] = (), places: Iterable[str] = ()) -> None:
        known = list(credentials)
        forms = (form.translate(_LOWER) for one in known if len(one) >= STRETCH for form in (one, *_in_base64(one)))
        self._stretches = frozenset(
            form[start : start + STRETCH] for form in forms for start in range(len(form) - STRETCH + 1)
        )
        whole = sorted({one for one in (*known, *places) if len(one) >= SHORT}, key=len, reverse=True)
        self._whole = re.compile("|".join(map(re.escape, whole)), re.IGNORECASE) if whole else None

    def from_message(self, text: str) -> str:
        """An endpoint's words without credentials and places."""
        return self._without_stretches(self._whole.sub(GONE, text) if self._whole else text)

    def from_answer(self, text: str) -> str:
        """A model's JSON without credentials, also where its characters are escaped."""
        return self._without_stretches(_ESCAPED.sub(_plain, text)) if self._stretches else text

    def _without_stretches(self, text: str) -> str:
        low = text.translate(_LOWER)
        parts: list[str] = []
        done = hidden = 0
        for start in range(len(low) - STRETCH + 1) if self._stretches else ():
            if low[start : start + STRETCH] in self._stretches:
                if start > hidden or not parts:
                    parts += [text[done:start], GONE]
                done = hidden = start + STRETCH
        return "".join([*parts, text[done:]])


def _in_base64(secret: str) -> list[str]:
    """What stands in the base64 of any text that holds the secret, by its place in a group of three bytes."""
    data = secret.encode("utf-8", "surrogatepass")
    return [b64encode(bytes(before) + data).decode()[first:].rstrip("=") for before, first in ((0, 0), (1, 2), (2, 3))]


def _plain(escape: re.Match[str]) -> str:
    """The character that an escape stands for, unless JSON needs it escaped."""
    if escape[1] is None:
        return "/" if escape[0] == "\\/" else escape[0]
    character = chr(int(escape[1], 16))
    return escape[0] if character in '"\\\x7f' else character
