"""Names of people and chats, made safe for a line: visible, short, isolated."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

WIDTH = 20
"""The most characters, as people count them, that a name keeps."""

_UNITS_A_CHARACTER = 2
_MARKS_A_CHARACTER = 3
_JOINER = "\u200d"
_KEPT_FORMATS = {_JOINER, "\u200c"}
# Letters, marks and symbols by category that are invisible.
_BLANK = set("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")


def utf16(text: str) -> int:
    """Return the length of a text in UTF-16 code units, as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


@lru_cache(maxsize=4096)
def clean(name: str, width: int = WIDTH) -> str:
    """Return a name as one line of at most `width` characters, empty if invisible.

    Control characters and marks of direction are dropped, so that no name can reverse the line.
    """
    kept = "".join(_kept(character) for character in name)
    words = " ".join(kept.split())
    if not any(_visible(character) for character in words):
        return ""
    characters = _characters(words)
    units = width * _UNITS_A_CHARACTER
    if len(characters) <= width and utf16(words) <= units:
        return words
    short = ""
    for character in characters[: width - 1]:
        if utf16(short + character) >= units:
            break
        short += character
    return short.rstrip() + "…"


def isolated(name: str) -> str:
    """Return a name whose direction of writing does not affect the text around it."""
    return f"\u2068{name}\u2069"


def _kept(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Zs", "Zl", "Zp") or character in "\t\n\r":
        return " "
    tag = "\U000e0020" <= character <= "\U000e007f"
    if category[0] == "C" and not tag and character not in _KEPT_FORMATS:
        return ""
    return character


def _visible(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in _BLANK


def _characters(text: str) -> list[str]:
    """Split a text into characters as people count them, with marks and joined emoji."""
    found: list[str] = []
    for character in text:
        last = found[-1] if found else ""
        if not last or not (_extends(character) or _joined(last, character)):
            found.append(character)
        elif len(last) <= _MARKS_A_CHARACTER or not unicodedata.combining(character):
            found[-1] += character
    return found


def _extends(character: str) -> bool:
    return (
        unicodedata.category(character)[0] == "M"
        or character in _KEPT_FORMATS
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
    )


def _joined(last: str, character: str) -> bool:
    if last.endswith(_JOINER) and ord(character) > 0x2000:
        return True
    return len(last) == 1 and _flag(last) and _flag(character)


def _flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
