"""Tables for accented letters."""

TABLE = {"é": "e", "è": "e", "û": "u"}
