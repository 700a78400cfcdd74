"""Shoulder straps as SVG, with the insignia of each rank.

A strap is 120 wide and 290 high around (0, 0), its button at the top. Soldiers and sergeants have
red straps, officers green ones with red piping and stripes along them, generals golden ones. The
lower part is free for the cards.
"""

from __future__ import annotations

from math import cos, pi, sin

RANKS = 11
_GOLD, _DARK_GOLD, _PALE_GOLD = "#e3b23c", "#a87a1e", "#fbe08a"
_RED, _GREEN = "#b1281f", "#47523a"
_FIELD = "M-60 145V-105L-38 -145H38L60 -105V145Z"
_INNER = "M-51 136V-101L-33 -136H33L51 -101V136Z"

DEFINITIONS = f"""
<linearGradient id="gold" x1="0" y1="0" x2="1" y2="1">
  <stop offset="0" stop-color="{_PALE_GOLD}"/><stop offset=".5" stop-color="{_GOLD}"/>
  <stop offset="1" stop-color="{_DARK_GOLD}"/>
</linearGradient>
<linearGradient id="red" x1="0" y1="0" x2="1" y2="1">
  <stop offset="0" stop-color="#cf3a2f"/><stop offset="1" stop-color="#8f1d17"/>
</linearGradient>
<linearGradient id="green" x1="0" y1="0" x2="1" y2="1">
  <stop offset="0" stop-color="#59664a"/><stop offset="1" stop-color="#37402d"/>
</linearGradient>
<pattern id="zigzag" width="24" height="16" patternUnits="userSpaceOnUse">
  <rect width="24" height="16" fill="{_GOLD}"/>
  <path d="M0 4L6 12L12 4L18 12L24 4" fill="none" stroke="{_PALE_GOLD}" stroke-width="3"/>
  <path d="M0 11L6 19L12 11L18 19L24 11M0 -5L6 3L12 -5L18 3L24 -5" fill="none"
    stroke="{_DARK_GOLD}" stroke-width="2"/>
</pattern>"""
"""Shared definitions; include them once in a document."""


def strap(rank: int) -> str:
    """Return the strap of a rank (0..10, docs/rules.md §9) without cards."""
    field, piping = ("url(#red)", "#7c1712") if rank < 3 else ("url(#green)", _RED)
    if rank >= 9:
        field = "url(#zigzag)"
    cloth = (
        f'<path d="{_FIELD}" fill="{piping}" stroke="#1b1b16" stroke-opacity=".5"/>'
        f'<path d="{_INNER}" fill="{field}"/>'
    )
    return cloth + "".join(_MARKS[rank]) + _button()


def star(x: float, y: float, size: float) -> str:
    """Return a faceted five-pointed star; `size` is its radius."""
    points = []
    for corner in range(10):
        radius = size if corner % 2 == 0 else size * 0.42
        angle = pi * corner / 5 - pi / 2
        points.append((x + radius * cos(angle), y + radius * sin(angle)))
    facets = []
    for corner, (first, second) in enumerate(zip(points, points[1:] + points[:1], strict=True)):
        shade = _PALE_GOLD if corner % 2 else _DARK_GOLD
        facets.append(
            f'<path d="M{x:.1f} {y:.1f}L{first[0]:.1f} {first[1]:.1f}'
            f'L{second[0]:.1f} {second[1]:.1f}Z" fill="{shade}"/>'
        )
    outline = "L".join(f"{px:.1f} {py:.1f}" for px, py in points)
    edge = f'<path d="M{outline}Z" fill="{_GOLD}" stroke="#4b3506" stroke-width="4"/>'
    return edge + "".join(facets)


def _button() -> str:
    return (
        '<circle cx="0" cy="-118" r="11" fill="url(#gold)" stroke="#4b3506" stroke-width="1.5"/>'
        + star(0, -118, 6)
    )


def _across(*heights: float) -> list[str]:
    return [f'<rect x="-51" y="{y}" width="102" height="16" fill="url(#gold)"/>' for y in heights]


def _lines(*places: float) -> list[str]:
    return [f'<rect x="{x - 4}" y="-100" width="8" height="236" fill="{_RED}"/>' for x in places]


def _stars(size: float, *places: tuple[float, float]) -> list[str]:
    return [star(x, y, size) for x, y in places]


def _wreath() -> list[str]:
    leaves = []
    for side in (-1, 1):
        for step in range(6):
            angle = 0.25 + step * 0.42
            x, y = side * 40 * sin(angle), -40 + 40 * cos(angle)
            turn = side * (90 - angle * 57.3)
            leaves.append(
                f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="11" ry="5" fill="#5d7a35" '
                f'stroke="#2f3f18" transform="rotate({turn:.0f} {x:.1f} {y:.1f})"/>'
            )
    return leaves


_LONG = f'<rect x="-17" y="-98" width="34" height="234" fill="url(#gold)" stroke="{_DARK_GOLD}"/>'
_MARKS: tuple[list[str], ...] = (
    [],
    _across(-70, -44, -18),
    [_LONG],
    _stars(19, (0, -62), (0, -10)),
    _lines(0) + _stars(18, (-26, -20), (26, -20)),
    _lines(0) + _stars(17, (-26, 8), (26, 8), (0, -34), (0, -76)),
    _lines(-24, 24) + _stars(24, (0, -30)),
    _lines(-24, 24) + _stars(22, (-25, -16), (25, -16)),
    _lines(-24, 24) + _stars(21, (-25, 6), (25, 6), (0, -48)),
    _stars(38, (0, -36)),
    _wreath() + _stars(46, (0, -44)),
)
"""Insignia by rank."""
