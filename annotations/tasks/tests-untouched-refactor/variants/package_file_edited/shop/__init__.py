"""A small shop with discounts."""
