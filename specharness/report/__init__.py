"""The page: one self-contained HTML file that shows every obligation in the text that demands it."""

from specharness.report.render import render

__all__ = ["render"]
