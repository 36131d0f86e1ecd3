"""Every figure as a function of sums of counts, for one sum or for thousands of resampled ones at once.

Guarantees the same formula for a figure and for its interval. A ratio without anything in its denominator is NaN:
undefined, which is neither 0 nor 1. The counts themselves are made in `score`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from specharness.measure.overlap import PRIORITY

Floats = NDArray[np.float64]

CLASSES = len(PRIORITY)

SCALARS: tuple[str, ...] = (
    "gold",
    "predicted",
    "matched",
    "gold_hard",
    "predicted_hard",
    "matched_hard",
    "sound_hard",
    "family_right",
    "params_right",
    "matched_lenient",
    "matched_hard_lenient",
)
"""Counts of directions in a row, after the CLASSES x CLASSES characters of the confusion matrix."""

FAMILY_COUNTS: tuple[str, ...] = ("gold", "predicted", "matched", "sound", "family_right", "params_right")
"""Counts of one family: hard gold directions, hard predicted ones, gold ones with a hard partner, predicted ones that
are sound, gold ones whose partner has the same family, gold ones whose partner has the same parameters."""


def ratio(hits: NDArray[Any], total: NDArray[Any]) -> Floats:
    """hits / total elementwise; NaN where total is 0."""
    top, bottom = np.asarray(hits, dtype=np.float64), np.asarray(total, dtype=np.float64)
    out: Floats = np.full(np.broadcast_shapes(top.shape, bottom.shape), np.nan)
    np.divide(top, bottom, out=out, where=bottom > 0)
    return out


def figures_of(sums: NDArray[Any]) -> dict[str, Floats]:
    """Points 1 to 3 of the guide's Scoring section, by name.

    `sums`: [..., CLASSES * CLASSES + len(SCALARS)], rows of `Tally.row()` or sums of them; each figure has shape [...].
    F1 is 2 TP / (predicted + gold), which needs no case for a precision or recall of 0. The macro mean is over the
    classes that occur on either side. Kappa is Cohen's: (agreement - chance) / (1 - chance).
    """
    confusion = sums[..., : CLASSES * CLASSES].reshape(*sums.shape[:-1], CLASSES, CLASSES).astype(np.float64)
    count = {name: sums[..., CLASSES * CLASSES + index] for index, name in enumerate(SCALARS)}
    labelled, given = confusion.sum(-1), confusion.sum(-2)
    hits = np.diagonal(confusion, axis1=-2, axis2=-1)
    out: dict[str, Floats] = {}
    f1 = ratio(2 * hits, labelled + given)
    precision, recall = ratio(hits, given), ratio(hits, labelled)
    for index, disposition in enumerate(PRIORITY):
        out[f"char_{disposition.value}_precision"] = precision[..., index]
        out[f"char_{disposition.value}_recall"] = recall[..., index]
        out[f"char_{disposition.value}_f1"] = f1[..., index]
    out["char_macro_f1"] = ratio(np.nan_to_num(f1).sum(-1), (~np.isnan(f1)).sum(-1))
    total = confusion.sum((-1, -2))
    agreement = ratio(hits.sum(-1), total)
    chance = ratio((labelled * given).sum(-1), total**2)
    out["char_kappa"] = ratio(agreement - chance, 1 - chance)
    for prefix, tail in (("direction", ""), ("hard", "_hard")):
        matched, predicted, gold = count[f"matched{tail}"], count[f"predicted{tail}"], count[f"gold{tail}"]
        out[f"{prefix}_precision"] = ratio(matched, predicted)
        out[f"{prefix}_recall"] = ratio(matched, gold)
        out[f"{prefix}_f1"] = ratio(2 * matched, predicted + gold)
        lenient = count[f"matched{tail}_lenient"]
        out[f"{prefix}_precision_lenient"] = ratio(lenient, predicted)
        out[f"{prefix}_recall_lenient"] = ratio(lenient, gold)
        out[f"{prefix}_f1_lenient"] = ratio(2 * lenient, predicted + gold)
    out["hard_soundness"] = ratio(count["sound_hard"], count["predicted_hard"])
    out["family_accuracy"] = ratio(count["family_right"], count["matched_hard"])
    out["params_accuracy"] = ratio(count["params_right"], count["matched_hard"])
    return out


def family_figures_of(sums: NDArray[Any]) -> dict[str, Floats]:
    """The figures of one family, by name. `sums`: [..., len(FAMILY_COUNTS)]; each figure has shape [...].

    Precision, recall and F1 count a pair where both are hard and of this family. `hard_recall` forgives the family.
    Characters have no family of their own, so point 1 has no figure here.
    """
    count = {name: sums[..., index] for index, name in enumerate(FAMILY_COUNTS)}
    return {
        "precision": ratio(count["family_right"], count["predicted"]),
        "recall": ratio(count["family_right"], count["gold"]),
        "f1": ratio(2 * count["family_right"], count["predicted"] + count["gold"]),
        "soundness": ratio(count["sound"], count["predicted"]),
        "hard_recall": ratio(count["matched"], count["gold"]),
        "family_accuracy": ratio(count["family_right"], count["matched"]),
        "params_accuracy": ratio(count["params_right"], count["matched"]),
    }
