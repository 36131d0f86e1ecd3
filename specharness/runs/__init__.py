"""Agents' run records, from the formats that others write to one `Run`; and whether a run claimed completion."""
