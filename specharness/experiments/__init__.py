"""Agents at tasks under conditions: who acts, what governs them, and the matrix of runs that pairs the two.

`tasks` is what is assigned, `agents` who acts, `conditions` what decides that a run is accepted, `session` one run of
one agent under one condition, `matrix` all of them, resumable. A run comes out as `specharness.ir.Run`.
"""
