"""WorkBench (github.com/olly-styles/WorkBench): an office of five tables, and agents whose calls changed them.

`tables` is the state, `calls` reads a recorded call, `tools` replays it, `request` says what the request itself demands
of the state, `gate` decides a run by it.
"""
