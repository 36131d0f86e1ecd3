"""Hand-made labels: checking them, comparing two sets, settling their differences, and what the project keeps of them.

Guarantees that a label is tied to the bytes that it was written for. Reading label files is `measure.annotations`'
business, the compiler's scores are `measure.score`'s.
"""
