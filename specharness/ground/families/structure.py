"""Structure: of a document its keys and types, of a table its columns, of a workbook its sheets."""

from __future__ import annotations

from specharness.ground.families.base import TABLES, TREES, WORKBOOKS, Answer, Claim, no_form, no_path
from specharness.ground.families.columns import table
from specharness.ground.families.documents import document


def schema(claim: Claim) -> Answer:
    """Keys, nesting and types of a document; columns of a table; sheets of a workbook."""
    if not claim.path:
        return no_path()
    if claim.ending in TREES:
        return document(claim)
    if claim.ending in TABLES | WORKBOOKS:
        return table(claim)
    return no_form(f"no validator for the structure of {claim.path}")
