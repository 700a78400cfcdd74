"""Rank pictures: a portrait in the straps of the new rank, with cards on them.

The background is a medium green, which works in light and dark chats.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from io import BytesIO

import resvg_py
from PIL import Image

from bot.drawing import fonts
from bot.drawing.straps import DEFINITIONS, strap
from bot.drawing.subjects import Portrait

WIDTH, HEIGHT = 640, 730
"""Size of one person's picture in pixels; several are placed side by side."""
A_ROW = 4
"""The most people side by side; more use two rows. A game hangs pogony on seven at most."""
_AVATAR_SIDE = 320
_HUES = ("#d9534f", "#e08a2e", "#8e6bc4", "#4f9d4a", "#2f9fb0", "#3f7fd0", "#cf5c93")
_INK = {"♥": "#c62828", "♦": "#c62828", "♠": "#1c1c1c", "♣": "#1c1c1c"}


def draw(portraits: Sequence[Portrait]) -> bytes:
    """Return a PNG of these people (1 to 8): four side by side, more in two rows."""
    people = len(portraits)
    row = people if people <= A_ROW else (people + 1) // 2
    rows = [portraits[:row], portraits[row:]] if people > row else [portraits]
    width, height = WIDTH * row, HEIGHT * len(rows)
    places = "".join(
        f'<g transform="translate({(width - WIDTH * len(line)) // 2 + WIDTH * place} '
        f'{HEIGHT * number})">{_person(portrait)}</g>'
        for number, line in enumerate(rows)
        for place, portrait in enumerate(line)
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'font-family="{fonts.FAMILY}"><defs>{DEFINITIONS}{_DEFINITIONS}</defs>'
        f'<rect width="{width}" height="{height}" fill="#35624a"/>{places}</svg>'
    )
    return resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=[str(file) for file in fonts.FILES]
    )


_DEFINITIONS = """
<radialGradient id="felt" cx=".5" cy=".38" r=".8">
  <stop offset="0" stop-color="#6f9f7f"/><stop offset="1" stop-color="#35624a"/>
</radialGradient>
<linearGradient id="cloth" x1="0" y1="0" x2="0" y2="1">
  <stop offset="0" stop-color="#66704f"/><stop offset="1" stop-color="#3a4230"/>
</linearGradient>
<clipPath id="head"><circle cx="320" cy="200" r="160"/></clipPath>
<linearGradient id="shine" x1="0" y1="0" x2="0" y2="1">
  <stop offset="0" stop-color="#fff" stop-opacity=".3"/>
  <stop offset="1" stop-color="#000" stop-opacity=".2"/>
</linearGradient>"""

_UNIFORM = """
<path d="M10 730V640C14 500 70 420 200 392L440 392C570 420 626 500 630 640V730Z" fill="url(#cloth)"
  stroke="#2b3124" stroke-width="3"/>
<path d="M262 372L320 520L378 372Z" fill="#e9e6d8"/>
<path d="M306 392H334L344 470L320 520L296 470Z" fill="#2e3a2a"/>
<path d="M252 372L226 408L300 530L320 520L262 372Z" fill="#58624a" stroke="#2b3124"
  stroke-width="3" stroke-linejoin="round"/>
<path d="M388 372L414 408L340 530L320 520L378 372Z" fill="#58624a" stroke="#2b3124"
  stroke-width="3" stroke-linejoin="round"/>
"""


def _person(portrait: Portrait) -> str:
    left, right = (*portrait.cards[:2], None, None)[:2]
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#felt)"/>{_UNIFORM}'
        f'<g transform="translate(128 440) rotate(14)">{strap(portrait.rank)}{_card(left, -9)}</g>'
        f'<g transform="translate(512 440) rotate(-14)">{strap(portrait.rank)}{_card(right, 9)}</g>'
        f"{_head(portrait)}{_words(portrait)}"
    )


def _card(card: tuple[str, str] | None, turn: int) -> str:
    if card is None:
        return ""
    rank, suit = card
    ink = _INK.get(suit, "#1c1c1c")
    corner = f'<text x="-37" y="-37" font-size="25">{escape(rank)}</text>' + (
        f'<text x="-37" y="-15" font-size="21">{suit}</text>'
    )
    return (
        f'<g transform="translate(0 92) rotate({turn})" font-weight="bold" fill="{ink}">'
        '<rect x="-45" y="-64" width="90" height="128" rx="9" fill="#fffdf6" stroke="#8a8578" '
        f'stroke-width="1.5"/>{corner}<g transform="rotate(180)">{corner}</g>'
        f'<text y="17" font-size="52" text-anchor="middle">{suit}</text></g>'
    )


def _head(portrait: Portrait) -> str:
    picture = _avatar(portrait.avatar) if portrait.avatar else None
    inside = (
        f'<image x="160" y="40" width="320" height="320" href="{picture}" '
        'preserveAspectRatio="xMidYMid slice" clip-path="url(#head)"/>'
        if picture
        else _drawn(portrait)
    )
    return inside + (
        '<circle cx="320" cy="200" r="160" fill="none" stroke="#fffdf6" stroke-width="9"/>'
    )


def _avatar(content: bytes) -> str | None:
    """Return a picture as a data URL, None if it can't be decoded."""
    try:
        image = Image.open(BytesIO(content))
        image.draft("RGB", (_AVATAR_SIDE, _AVATAR_SIDE))
        small = image.convert("RGB")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None
    small.thumbnail((2 * _AVATAR_SIDE, 2 * _AVATAR_SIDE))
    written = BytesIO()
    small.save(written, "PNG")
    return f"data:image/png;base64,{b64encode(written.getvalue()).decode()}"


def _drawn(portrait: Portrait) -> str:
    """Return a disc of the person's colour with their initial, or a face without one."""
    hue = _HUES[portrait.hue % len(_HUES)]
    disc = (
        f'<circle cx="320" cy="200" r="160" fill="{hue}"/>'
        '<circle cx="320" cy="200" r="160" fill="url(#shine)"/>'
    )
    if letter := fonts.initial(portrait.name):
        return disc + (
            '<text x="320" y="263" font-size="175" font-weight="bold" text-anchor="middle" '
            f'fill="#fffdf6">{escape(letter)}</text>'
        )
    return disc + (
        '<g fill="#fffdf6"><circle cx="262" cy="172" r="20"/><circle cx="378" cy="172" r="20"/></g>'
        '<path d="M238 232Q320 330 402 232" fill="none" stroke="#fffdf6" stroke-width="20" '
        'stroke-linecap="round"/>'
    )


def _words(portrait: Portrait) -> str:
    lines = [(fonts.drawable(portrait.title), 30.0, "#fbe08a")]
    if name := fonts.drawable(portrait.name):
        lines.append((name, 44.0, "#fffdf6"))
    height = 12.0 + sum(size * 1.3 for _, size, _ in lines)
    top = HEIGHT - 16 - height
    written, at = [], top + 4
    for text, size, ink in lines:
        at += size * 1.25
        text, fit = fonts.fitted(text, WIDTH - 88, size, size * 0.55)
        written.append(
            f'<text x="320" y="{at:.0f}" font-size="{fit:.1f}" font-weight="bold" '
            f'text-anchor="middle" fill="{ink}">{escape(text)}</text>'
        )
    return (
        f'<rect x="24" y="{top:.0f}" width="{WIDTH - 48}" height="{height:.0f}" rx="16" '
        f'fill="#1d2a22" fill-opacity=".92"/>{"".join(written)}'
    )
