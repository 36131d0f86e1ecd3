"""Review of annotations in the browser: a local server, its page, and label files that are never overwritten silently.

Below the command line, which passes in how to compile and how to write files whole. Nothing is judged here.
"""
