"""The worth of a position before a lead, learnt from play: how likely a seat is not to lose.

A network with one hidden layer of 32 units. What it looks at is sparse
(`engine.ai.features`), so the hidden layer is a sum of some twenty rows. A row is kept as one long
integer, 32 bits a unit, and a sum of rows is then a few additions of integers; only the end is
done unit by unit.
`engine.ai.training` has made the weights.
"""

from __future__ import annotations

import json
from math import exp
from pathlib import Path

from engine.ai.features import CHUNK, MINE, OTHERS, PARTNERS, hand_rows, kind, place_rows
from engine.state import OVER, State

SCALE = 1 << 10
"""A weight of 1 as it is stored."""
_LANE = 32
_ZERO = 1 << _LANE - 1
_FILE = Path(__file__).with_name("weights.json")


class Network:
    """The weights of one kind of position, packed."""

    def __init__(self, rows: list[list[int]], bias: list[int], out: list[int], end: int) -> None:
        self.rows = [_packed(row) for row in rows]
        self.bytes = len(bias) * _LANE // 8
        self.begin = _packed([weight + _ZERO for weight in bias])
        self.out = [weight / SCALE / SCALE for weight in out]
        self.end = end / SCALE
        self.hands = tuple(
            tuple(tuple(_Chunks(self, base, at, trump) for at in range(0, 52, CHUNK))
                  for trump in range(4))
            for base in (MINE, PARTNERS, OTHERS)
        )  # fmt: skip

    def score(self, total: int) -> float:
        """The log of the odds, from the sum of rows and `begin`."""
        score = self.end
        units = memoryview(total.to_bytes(self.bytes, "little")).cast("I")
        for unit, weight in zip(units, self.out, strict=True):
            if unit > _ZERO:
                score += (unit - _ZERO) * weight
        return score


class _Chunks(dict[int, int]):
    """The sum of the rows of each part of a hand, made when first asked for."""

    def __init__(self, network: Network, base: int, at: int, trump: int) -> None:
        self._made = network, base, at, trump

    def __missing__(self, chunk: int) -> int:
        network, base, at, trump = self._made
        total = self[chunk] = sum(network.rows[base + row] for row in hand_rows(at, chunk, trump))
        return total


def _packed(row: list[int]) -> int:
    return sum(weight << _LANE * unit for unit, weight in enumerate(row))


def load(path: Path = _FILE) -> dict[str, Network]:
    """The networks by kind of position, from the file that training has written."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    return {name: Network(**weights) for name, weights in stored.items()}


NETWORKS = load()


def result(s: State, seat: int) -> float:
    """What a game that is over has brought a seat: 1 where it has not lost, 0 where it has.

    A draw that is nobody's defeat is a half where there are only two sides.
    """
    if s.lost >> seat & 1:
        return 0.0
    return 0.5 if not s.lost and (s.r.n == 2 or s.r.teams) else 1.0


def value(s: State, seat: int) -> float:
    """How likely a seat is not to lose, 0..1, before a lead or after the end."""
    if s.phase == OVER:
        return result(s, seat)
    gone = s.gone
    r = s.r
    if gone >> seat & 1 and not r.teams:
        return 0.0 if seat in s.resigned else 1.0
    name = kind(s)
    if name == "duel":
        worth = _judged(s, s.lead, NETWORKS[name])
        return worth if seat == s.lead else 1 - worth
    return _judged(s, seat, NETWORKS[name])


def _judged(s: State, seat: int, network: Network) -> float:
    mine, partners, others = network.hands
    rows = network.rows
    trump = s.trump
    side = s.r.side_mask[seat]
    total = network.begin
    for other, hand in enumerate(s.hands):
        if hand:
            tables = others if not side >> other & 1 else mine if other == seat else partners
            at = 0
            chunks = tables[trump]
            while hand:
                part = hand & 4095
                if part:
                    total += chunks[at][part]
                hand >>= 12
                at += 1
    for row in place_rows(s, seat):
        total += rows[row]
    score = network.score(total)
    return 1 / (1 + exp(-score)) if score > -60 else 0.0
