"""Formats address lists."""


def tidy(lines: list[str], width: int = 40) -> list[str]:
    return [line.strip()[:width] for line in lines]
