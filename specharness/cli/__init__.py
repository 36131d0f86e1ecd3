"""The command line: reads arguments, calls the public API, prints, writes files. No decision is taken here."""
