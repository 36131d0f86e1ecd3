"""Directions to obligations: two-key grounding, parameters, conflicts and hard admission."""

from specharness.ground.stage import Specified, ground
from specharness.ground.visible import Fact, Visible

__all__ = ["Fact", "Specified", "Visible", "ground"]
