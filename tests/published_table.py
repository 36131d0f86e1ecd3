"""Counts behind the paper's Table 1 and what it prints (shares of 87 tasks, of 509 directions for U-E)."""

from __future__ import annotations

from specharness.measure.gaps_counts import Counts

TASKS, DIRECTIONS = 87, 509

# agent: raw (pass, accepted, unsupported), governed (pass, accepted, accepted but failing, unsupported), printed row.
# Acceptances under Raw that fail are acceptances minus passes: every raw pass was claimed.
TABLE_1 = {
    "GPT-5.6 Sol": ((62, 87, 69), (74, 80, 6, 32), (71.3, 13.6, 28.7, 85.1, 6.3, 6.9, 13.8, -7.3, -21.8)),
    "Claude Fable 5": ((60, 87, 74), (71, 80, 9, 36), (69.0, 14.5, 31.0, 81.6, 7.1, 10.3, 12.6, -7.4, -20.7)),
    "Gemini 3.1 Pro": ((54, 87, 87), (69, 80, 11, 43), (62.1, 17.1, 37.9, 79.3, 8.4, 12.6, 17.2, -8.7, -25.3)),
    "Kimi K3": ((53, 81, 89), (59, 72, 13, 55), (60.9, 17.5, 32.2, 67.8, 10.8, 14.9, 6.9, -6.7, -17.3)),
    "GLM-5.2": ((50, 76, 95), (60, 70, 10, 49), (57.5, 18.7, 29.9, 69.0, 9.6, 11.5, 11.5, -9.1, -18.4)),
    "Qwen3.7-Max": ((47, 79, 102), (57, 72, 15, 57), (54.0, 20.0, 36.8, 65.5, 11.2, 17.2, 11.5, -8.8, -19.6)),
    "DeepSeek-V4-Pro": ((46, 75, 104), (55, 69, 14, 61), (52.9, 20.4, 33.3, 63.2, 12.0, 16.1, 10.3, -8.4, -17.2)),
}
MACRO = (61.1, 17.4, 32.8, 73.1, 9.3, 12.8, 12.0, -8.1, -20.0)


def counts(agent: str) -> tuple[Counts, Counts]:
    """Raw and governed."""
    (passed, accepted, unsupported), (governed, finalized, failing, left), _ = TABLE_1[agent]
    raw = Counts(TASKS, passed, accepted, accepted - passed, accepted, DIRECTIONS, unsupported)
    return raw, Counts(TASKS, governed, finalized, failing, 0, DIRECTIONS, left)
