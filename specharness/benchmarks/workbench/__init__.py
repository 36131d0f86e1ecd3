"""WorkBench (github.com/olly-styles/WorkBench): an office of five tables, and agents whose calls changed them.

`tables` is the state, `tools` replays recorded calls on it, `request` says what the request itself demands of it,
`gate` decides a run by that.
"""
