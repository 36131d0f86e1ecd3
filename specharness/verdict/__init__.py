"""From results to a verdict with its reasons. Observes nothing and decides no obligation by itself."""

from specharness.verdict.certificate import certify

__all__ = ["certify"]
