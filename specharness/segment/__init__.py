"""Text to units: the leaves of a Markdown or plain-text source, each with its exact code-point span.

Guarantees that every non-blank character of a source lies in exactly one unit, that units stand in the order of the
text and that the same source gives the same units. Not its business: what a unit demands.
"""

from specharness.segment.assemble import MAX_LINES, MAX_UNITS, segment

__all__ = ["MAX_LINES", "MAX_UNITS", "segment"]
