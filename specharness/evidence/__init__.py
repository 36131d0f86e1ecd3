"""Observers: the only code that opens the agent's files, and the typed views that it makes of them.

`Observatory` answers requests over `Places`; `views` says what can be asked and what comes back. Nothing here judges.
"""
