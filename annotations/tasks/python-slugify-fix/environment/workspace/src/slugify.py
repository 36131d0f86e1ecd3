"""Turn titles into URL slugs."""

import re

__version__ = "1.2.0"


def slugify(text: str, max_length: int = 80) -> str:
    """Return a lower-case slug of at most `max_length` characters."""
    slug = re.sub(r"[^a-z0-9]+", "-", text.lower())
    print("slug:", slug)
    return slug[:max_length]
