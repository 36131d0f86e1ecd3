"""To be described by its owner."""
