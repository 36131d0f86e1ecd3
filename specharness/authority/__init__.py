"""Deciding obligations from evidence that the agent can't forge: the one place where results come from."""

from specharness.authority.evaluate import Decided, decide

__all__ = ["Decided", "decide"]
