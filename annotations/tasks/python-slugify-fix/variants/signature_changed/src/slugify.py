"""Turn titles into URL slugs."""

import re
import unicodedata

__version__ = "1.2.1"


def slugify(text: str, max_length: int = 60) -> str:
    """Return a lower-case slug of at most `max_length` characters."""
    # NFKD splits an accented letter into the letter and its mark; the marks are then dropped with the rest of non-ASCII.
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_text.lower()).strip("-")
    return slug[:max_length].rstrip("-")
