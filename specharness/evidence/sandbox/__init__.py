"""Commands observed inside a sandbox: the only place where anything of the agent's is run.

Guarantees: what runs sees a copy of the workspace in memory, the system's programs read-only, no network, no home, no
environment of ours, no other process; it is bounded in time, memory, processes, file size and output; and where no
sandbox is to be had nothing is run at all. What an exit code means is not its business.
"""
