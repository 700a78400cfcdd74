"""The font of all pictures: DejaVu Sans, which ships with matplotlib.

It covers Latin, Greek, Cyrillic, Arabic, Hebrew and the suits, but no colour emoji.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

import matplotlib
from matplotlib.ft2font import FT2Font
from PIL import ImageFont

FAMILY = "DejaVu Sans"
_FOLDER = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
FILES = (_FOLDER / "DejaVuSans.ttf", _FOLDER / "DejaVuSans-Bold.ttf")
_MEASURED_AT = 100
_ISOLATES = "\u2066\u2067\u2068\u2069"


def drawable(text: str) -> str:
    """Return the text without what the font lacks: emoji and some scripts.

    Runs of spaces become one space; the result may be empty.
    """
    seen = (one for one in unicodedata.normalize("NFC", text) if one not in _ISOLATES)
    kept = [letter if _has(letter) else " " for letter in seen]
    return " ".join("".join(kept).split())


def initial(text: str) -> str:
    """Return the first drawable letter or digit as a capital; "" if there is none."""
    return next((letter.upper()[:1] for letter in drawable(text) if letter.isalnum()), "")


def fitted(text: str, width: float, size: float, smallest: float) -> tuple[str, float]:
    """Fit a bold line into `width`: shrink it to `smallest` at most, then cut it.

    All lengths have the same unit. Return the text, which ends in "…" if cut, and its size.
    """
    size = max(smallest, min(size, size * width / max(_width(text, size), 1e-6)))
    if _width(text, size) <= width * 1.001:
        return text, size
    while text and _width(text + "…", size) > width:
        text = text[:-1].rstrip()
    return text + "…", size


def _has(letter: str) -> bool:
    # The font has monochrome outlines of some emoji, which look poor beside a phone's.
    symbol = unicodedata.category(letter) in ("So", "Sk", "Cc", "Cf", "Co", "Cs", "Cn")
    return not symbol and ord(letter) in _known()


@cache
def _known() -> frozenset[int]:
    return frozenset(FT2Font(str(FILES[1])).get_charmap())


@cache
def _bold() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FILES[1]), _MEASURED_AT)


def _width(text: str, size: float) -> float:
    return _bold().getlength(text) * size / _MEASURED_AT
