"""Compilers to be beaten: what a figure is worth shows only beside the simplest thing that could produce it.

They are engines like any other, and no part of the product: nothing is tuned, and nothing but their figures is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from specharness.compile.engine import Compiled, Engine
from specharness.compile.local import LocalEngine
from specharness.compile.local.model import Linear, Weights
from specharness.compile.local.train import CLASSES, Example, char_classes, label_of
from specharness.ir import (
    Block,
    CompilerId,
    Direction,
    Disposition,
    Family,
    Kind,
    Modality,
    Reason,
    Source,
    SourceKind,
    Span,
    Unit,
    digest_of,
)

SENTENCES = frozenset({Block.SENTENCE, Block.LIST_ITEM, Block.TABLE_ROW})
"""Units that are read as one sentence each; code, headings and marks ask nothing."""

_REASON = {Disposition.ADVISORY: Reason.GUIDANCE, Disposition.ABSTAIN: Reason.METHOD_UNSTATED}


@dataclass(frozen=True)
class EverySentenceHard:
    """Takes every sentence for a hard demand: the recall that is free, and the precision that it costs."""

    @property
    def id(self) -> CompilerId:
        return _id("every-sentence-hard", "")

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        return _compiled(
            (unit.body, Disposition.HARD, Family.OTHER_CHECKABLE, 1.0)
            for unit in units
            if source.kind is not SourceKind.WORKSPACE and unit.block in SENTENCES
        )


@dataclass(frozen=True)
class SentenceFloor:
    """TF-IDF over words and pairs of words, and logistic regression: one for the disposition of a sentence, one for
    the family of a hard one. scikit-learn's defaults but for `sublinear_tf` and `min_df`, which are usual for text."""

    dispositions: Any
    families: Any
    seen: str
    """Digest of what it was trained on."""

    @property
    def id(self) -> CompilerId:
        return _id("tfidf-floor", self.seen)

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        chosen = [unit for unit in units if unit.block in SENTENCES]
        if not chosen or source.kind is SourceKind.WORKSPACE:
            return Compiled(())
        texts = [source.quote(unit.body) for unit in chosen]
        chances = self.dispositions.predict_proba(texts)
        best = chances.argmax(axis=1)
        families = self.families.predict(texts)
        return _compiled(
            (unit.body, Disposition(str(self.dispositions.classes_[index])), Family(str(family)), float(row[index]))
            for unit, row, index, family in zip(chosen, chances, best, families, strict=True)
        )


def every_sentence_hard(examples: Sequence[Example]) -> Engine:
    """Learns nothing."""
    return EverySentenceHard()


def tfidf_floor(examples: Sequence[Example]) -> Engine:
    """Trained on the sentences of `examples`, each with the class of most of its characters.

    Raises ValueError where the examples hold fewer than two classes of sentences or of families.
    """
    texts, labels, wordings, families = [], [], [], []
    for example in examples:
        text = example.source.text
        classes = char_classes(text, example.gold)
        for unit in example.units:
            if unit.block in SENTENCES:
                texts.append(text[unit.body.start : unit.body.end])
                labels.append(label_of(text, classes, unit.body.start, unit.body.end))
        for direction in example.gold:
            if direction.family is not None and direction.disposition is Disposition.HARD:
                wordings.append(example.source.quote(direction.spans[0]))
                families.append(direction.family.value)
    seen = digest_of([texts, labels, wordings, families])
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1):  # the products are small: threads would only wait for each other
        return SentenceFloor(_classifier().fit(texts, labels), _classifier().fit(wordings, families), seen)


def rules_alone(examples: Sequence[Example]) -> Engine:
    """The local compiler with a model that knows nothing: only wording and rules speak.

    Its borders stay joined, and it takes every chunk to ask nothing with 0.6, which is too little to overrule a rule.
    """
    # log-odds of 0.6 against 0.4 / 3 for each of the other classes
    lean = {Disposition.RESIDUAL.value: 1.504}
    families = tuple(sorted(family.value for family in Family))
    return LocalEngine(
        Weights(
            border=Linear(("join", "split"), (5.0, -5.0), {}),
            disposition=Linear(CLASSES, tuple(lean.get(name, 0.0) for name in CLASSES), {}),
            family=Linear(families, (0.0,) * len(families), {}),
            thresholds={"border": 0.5, "hard": 0.6, "speak": 0.5, "family": 0.3},
            sha256=digest_of("rules alone"),
        )
    )


def _classifier() -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    words = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, min_df=2, token_pattern=r"\w+")
    return make_pipeline(words, LogisticRegression(max_iter=1000))


def _id(engine: str, seen: str) -> CompilerId:
    return CompilerId(engine=engine, version="1", fingerprint=digest_of({"engine": engine, "seen": seen}))


def _compiled(found: Any) -> Compiled:
    directions: list[Direction] = []
    for body, disposition, family, confidence in found:
        if disposition is Disposition.RESIDUAL:
            continue
        hard = disposition is Disposition.HARD
        span: Span = body
        directions.append(
            Direction(
                id=f"d{len(directions) + 1}",
                spans=(span,),
                disposition=disposition,
                reason=_REASON.get(disposition),
                modality=Modality.MUST if hard else Modality.SHOULD,
                kind=Kind.OUTCOME,
                family=family if hard else None,
                statement="",
                confidence=round(confidence, 4),
            )
        )
    return Compiled(tuple(directions))
