"""What a model's tokens cost, from a table that the user edits: `prices.toml` in the folder of compilers.

Prices change and differ between contracts, so the package states none for hosted models. A model without a row has no
cost, which is not the same as a cost of zero.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from specharness.compile.candidates import PRICES_FILE, compilers_folder
from specharness.compile.llm.client import Spent
from specharness.compile.toml_file import parse_toml, read_bounded
from specharness.ir import Model

MILLION = 1_000_000


class Price(Model):
    """US dollars per million tokens."""

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)
    cached: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """Of input tokens that the endpoint had kept; None: like the others."""

    def cost(self, spent: Spent) -> float | None:
        """Dollars; None where the endpoint did not count."""
        if spent.input_tokens is None and spent.output_tokens is None:
            return 0.0 if spent.attempts == 0 else None
        total = spent.input_tokens or 0
        cached = min(spent.cached_tokens or 0, total)
        kept = self.input if self.cached is None else self.cached
        return ((total - cached) * self.input + cached * kept + (spent.output_tokens or 0) * self.output) / MILLION


class Prices(Model):
    """The table: `[models."NAME"]`, NAME as candidates call the model."""

    models: dict[str, Price] = Field(default_factory=dict)


def price_of(model: str | None, folder: Path | None = None) -> Price | None:
    """The price of a model; None without a table or a row. Raises SchemaMismatchError for a broken table."""
    path = (folder or compilers_folder()) / PRICES_FILE
    if model is None or not path.is_file():
        return None
    return parse_toml(read_bounded(path, "prices"), path, "prices", Prices).models.get(model)
