"""Deterministic checks: each decides one obligation over typed views, by one precision rule (docs/validators.md).

Guarantees that nothing here opens a file, runs anything of the agent's, or passes without positive evidence.
`registry` finds validators by name; `base` holds the protocol; the modules beside it hold one subject each.
"""
