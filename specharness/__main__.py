"""`python -m specharness`."""

import sys

try:
    from specharness.cli.main import main

    status = main()
except KeyboardInterrupt:  # before `main` could handle it
    sys.stderr.write("error: interrupted\n")
    status = 130
sys.exit(status)
