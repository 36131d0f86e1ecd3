"""Public benchmarks: their tasks, their official scores, and the worlds in which recorded calls can be replayed.

One sub-package a benchmark. Reference answers are read by the modules named `references` alone; nothing that compiles,
grounds, validates or gates imports them.
"""
