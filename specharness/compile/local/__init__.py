"""The local compiler: rules and a small linear model over linguistic features."""

from specharness.compile.local.engine import LocalEngine

__all__ = ["LocalEngine"]
