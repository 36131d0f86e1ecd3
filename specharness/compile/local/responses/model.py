"""What a prompt asks of the form of its answer: one constraint, with the words that state it.

Guarantees that every parameter but a number that the words imply ("once", "no") has the place where it is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from specharness.ir import Scalar


class Aspect(StrEnum):
    """What of the answer is constrained: the direction's parameter `field`."""

    WORDS = "words"
    SENTENCES = "sentences"
    PARAGRAPHS = "paragraphs"
    """`text` is the mark between them, if one is named; with `order` and `value`, that paragraph's first words."""
    LINES = "lines"
    CHARACTERS = "characters"
    SECTIONS = "sections"
    """`text` is the word that opens each of them."""
    BULLETS = "bullets"
    HIGHLIGHTS = "highlights"
    PLACEHOLDERS = "placeholders"
    CAPITAL_WORDS = "capital words"
    OCCURRENCES = "occurrences"
    """Of the word or phrase `text`."""
    LETTERS = "letters"
    """Occurrences of the one character `text`."""
    KEYWORDS = "keywords"
    """All of `text`."""
    COMMAS = "commas"
    LANGUAGE = "language"
    """`value`: its English name."""
    CASE = "case"
    """`value`: `lowercase` or `uppercase`."""
    FORMAT = "format"
    """`value`: `json`."""
    TITLE = "title"
    """In double angular brackets."""
    QUOTATION = "quotation"
    """All of it stands in double quotation marks."""
    RESPONSES = "responses"
    """Several answers, `text` between them."""
    POSTSCRIPT = "postscript"
    """`text` is what it begins with."""
    ENDING = "ending"
    """`text` is the end of the answer, with nothing behind it."""
    BEGINNING = "beginning"
    REPETITION = "repetition"
    """`text` is repeated first; then comes the answer."""
    CHOICE = "choice"
    """One of `allowed`."""
    FIRST_WORD = "first word"
    LAST_WORD = "last word"
    EMOJIS = "emojis"
    QUESTIONS = "questions"
    HEADINGS = "headings"
    TABLES = "tables"
    TABLE_ROWS = "table rows"
    CODE_BLOCKS = "code blocks"
    BLOCK_QUOTES = "block quotes"
    LINKS = "links"
    DIGITS = "digits"
    NUMBERS = "numbers"
    LIST_ITEMS = "list items"
    NUMBERED = "numbered items"
    PALINDROMES = "palindromes"
    PUNCTUATION = "punctuation"
    REPEATED_WORDS = "repeated words"
    STARTING = "starting words"
    """Words that begin with `text`."""
    LENGTH = "length"
    """Of a part, in letters."""
    EQUAL = "equal"
    CONTAINING = "containing"
    QUESTION = "question"
    STATEMENT = "statement"
    TITLE_CASE = "title case"
    FORM = "form"
    """`Constraint.part` ends with the name of a form: `contraction`, `number word`."""
    SORTED = "sorted"
    """`Constraint.part` says by what, and `down`, `strict`."""
    AMOUNT = "amount"
    """How many things the answer lists, whatever they are: "name four cities"."""
    CHAIN = "chain"
    """Each part begins with the last word of the one before."""
    OPENINGS = "openings"
    """No two parts begin with the same word."""


class Place(NamedTuple):
    """A value and where it is written: `text[start:end]`."""

    value: Scalar
    start: int
    end: int


class Constraint(NamedTuple):
    """`text[start:end]` is the stretch that states it."""

    aspect: Aspect
    start: int
    end: int
    params: Mapping[str, tuple[Place, ...]]
    forbids: bool = False
    each: str = ""
    """`sentence`, `line`, `paragraph` or `word`: it is said of every one of them, not of the whole answer."""
    part: str = ""
    """Of which parts else it is said: `sentence 1`, `sentence -1`, `odd line`, `no word`, `50% word`, `each item`."""

    @property
    def field(self) -> str:
        """What is constrained, as the direction's parameter `field` says it."""
        if self.part:
            return f"{self.aspect.value}: {self.part}"
        return f"{self.aspect.value} of each {self.each}" if self.each else self.aspect.value

    def value(self, name: str) -> Scalar:
        """The first value of a parameter, or None."""
        places = self.params.get(name, ())
        return places[0].value if places else None

    def values(self, name: str) -> tuple[Scalar, ...]:
        """All values of a parameter."""
        return tuple(place.value for place in self.params.get(name, ()))
