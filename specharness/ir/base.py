"""What all models share: frozen, closed, and one canonical JSON form.

Guarantees that equal models give equal bytes. Not its business: what the models mean.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic import BaseModel, ConfigDict

SCHEMA_VERSION = "1.0"
"""Version of every JSON document that this package writes; another major version is refused."""


class Model(BaseModel):
    """Frozen base: unknown fields are refused, values are never coerced in place."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def canonical_json(value: Any) -> str:
    """JSON text of plain data with sorted keys and no spaces: the form that digests are taken over."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest_of(value: Any) -> str:
    """SHA-256 (hex) of the canonical JSON of plain data."""
    return hashlib.sha256(canonical_json(value).encode("utf-8")).hexdigest()
