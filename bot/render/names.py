"""Names as people gave them, made fit to stand in a line: visible, short, isolated."""

from __future__ import annotations


def plain_name(name: str) -> str:
    """A name for plain text."""
    raise NotImplementedError
