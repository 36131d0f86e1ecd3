"""`python -m specharness`."""

import sys

from specharness.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
