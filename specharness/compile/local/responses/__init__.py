"""What a prompt asks of the form of its answer, read from free wording.

A reader looks at the whole prompt: "separate the paragraphs with `***`" counts what another sentence names. What is
recognised is a constraint (how many words, which keywords, which case), never the sentence of a benchmark. Each
constraint has the words that state it; whether it obliges is for the compiler.
"""

from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.read import Reading, read, reading

__all__ = ["Aspect", "Constraint", "Place", "Reading", "read", "reading"]
