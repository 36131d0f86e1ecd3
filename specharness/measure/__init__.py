"""Figures: scores against labels, compilers compared, the corpus of tasks and its verdicts."""
