"""The learnt value of a position before a lead: how likely a seat is not to lose.

It is a network with one hidden layer of 32 units. Its features are sparse (`engine.ai.features`),
so the hidden layer is a sum of some twenty rows. A row is stored as one long integer, 32 bits per
unit, so a sum of rows takes a few integer additions; only the output is computed unit by unit. The
weights are made by `engine.ai.training`.
"""

from __future__ import annotations

import json
from math import exp
from pathlib import Path

from engine.ai.features import CHUNK, MINE, OTHERS, PARTNERS, hand_rows, kind, place_rows
from engine.state import OVER, State

SCALE = 1 << 10
"""The stored value of weight 1."""
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
        """Return the log-odds for a sum of rows and `begin`."""
        score = self.end
        units = memoryview(total.to_bytes(self.bytes, "little")).cast("I")
        for unit, weight in zip(units, self.out, strict=True):
            if unit > _ZERO:
                score += (unit - _ZERO) * weight
        return score


class _Chunks(dict[int, int]):
    """A cache of the sums of rows for each chunk of a hand."""

    def __init__(self, network: Network, base: int, at: int, trump: int) -> None:
        self._made = network, base, at, trump

    def __missing__(self, chunk: int) -> int:
        network, base, at, trump = self._made
        total = self[chunk] = sum(network.rows[base + row] for row in hand_rows(at, chunk, trump))
        return total


def _packed(row: list[int]) -> int:
    return sum(weight << _LANE * unit for unit, weight in enumerate(row))


def load(path: Path = _FILE) -> dict[str, Network]:
    """Return the networks by kind of position, from a file written by training."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    return {name: Network(**weights) for name, weights in stored.items()}


NETWORKS = load()


def result(s: State, seat: int) -> float:
    """Return the result of a finished game for a seat: 0 if it has lost, else 1.

    A draw without losers is a half if there are only two sides.
    """
    if s.lost >> seat & 1:
        return 0.0
    return 0.5 if not s.lost and (s.r.n == 2 or s.r.teams) else 1.0


def value(s: State, seat: int) -> float:
    """Return how likely a seat is not to lose, 0..1, before a lead or after the end."""
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
