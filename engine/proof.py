"""Verifiable deals: the commitment to a seed, the cut, and the proof in a record.

The scheme is specified in docs/fair-deal.md.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.cards import Card
from engine.deal import shuffled
from engine.errors import ProofError
from engine.record import play, start

SCHEME = "durak-deal/1"

DEPTHS: dict[int, tuple[int, ...]] = {
    24: (4, 7, 9, 12, 15, 17, 20),
    36: (4, 9, 13, 18, 23, 27, 32),
    52: (6, 13, 17, 26, 35, 39, 46),
}
"""How many cards may be cut from the top, by size of the deck, ascending.

Cards are dealt round the table, so depths equal modulo the number of seats would change little.
"""

_HASH = re.compile(r"[0-9a-f]{64}")
_PROOF_KEYS = {"scheme", "commitment", "seed", "cut", "redeals", "seal"}
_DEAL_KEYS = {"commitment", "seed", "cut"}
_CUT_KEYS = {"seat", "depth", "drawn"}


@dataclass(frozen=True, slots=True)
class Opened:
    """A deal with its secret revealed: the commitment, the seed, and the cut.

    `depth` cards were cut by `seat`, or (`drawn`) the depth was drawn from the seed.
    """

    commitment: str
    seed: str = field(repr=False)
    seat: int
    depth: int
    drawn: bool


def commitment_text(
    seed: str,
    number: int,
    rules: Mapping[str, Any],
    seats: int,
    dealer: int,
    leader: int | None,
) -> str:
    """Return the line whose SHA-256 is the commitment; `number` counts redeals from 0."""
    return (
        f"{SCHEME} seed={seed} deal={number} seats={seats} dealer={dealer} "
        f"leader={'-' if leader is None else leader} rules={_canonical(rules)}"
    )


def commitment(
    seed: str,
    number: int,
    rules: Mapping[str, Any],
    seats: int,
    dealer: int,
    leader: int | None,
) -> str:
    """Return the commitment published before the deal: 64 hexadecimal digits."""
    return digest(commitment_text(seed, number, rules, seats, dealer, leader))


def digest(text: str) -> str:
    """Return the SHA-256 of a text's UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def cutter(dealer: int, seats: int) -> int:
    """Return the seat that cuts: the one on the dealer's right."""
    return (dealer - 1) % seats


def drawn_depth(size: int, seed: str) -> int:
    """Return the depth of the cut if no person cuts; the seed determines it."""
    depths = DEPTHS[size]
    return depths[int(digest(f"{seed}:cut"), 16) % len(depths)]


def cut_deck(size: int, seed: str, depth: int) -> tuple[Card, ...]:
    """Return the deck of a seed with its top `depth` cards moved below, top first."""
    deck = shuffled(size, seed)
    return deck[depth:] + deck[:depth]


def proven(record: Mapping[str, Any], deals: Sequence[Opened]) -> dict[str, Any]:
    """Return the record with the sealed proof of its deal and redeals."""
    first, *redeals = [
        {
            "commitment": deal.commitment,
            "seed": deal.seed,
            "cut": {"seat": deal.seat, "depth": deal.depth, "drawn": deal.drawn},
        }
        for deal in deals
    ]
    proof = {"scheme": SCHEME, **first, "redeals": redeals}
    return {**record, "proof": {**proof, "seal": seal({**record, "proof": proof})}}


def seal(record: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a record, without a seal that its proof already has."""
    proof = {key: value for key, value in record["proof"].items() if key != "seal"}
    return digest(_canonical({**record, "proof": proof}))


def _canonical(value: Mapping[str, Any]) -> str:
    """Return JSON with sorted keys, without spaces, in ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def verify(record: Mapping[str, Any]) -> list[Opened]:
    """Verify the proof of a record, and that it can be played.

    Return the deal and the redeals, in order.

    Raises:
        ProofError: it has no proof, or one that is wrong; the message names the field.
        RecordError: it is no record, or can't be played.
    """
    start(record)
    if "proof" not in record:
        raise ProofError("the record has no proof")
    if "deck" not in record:
        raise ProofError("a position was not dealt")
    proof = record["proof"]
    _keys(proof, _PROOF_KEYS, "proof")
    if proof["scheme"] != SCHEME:
        raise ProofError(f"scheme: not {SCHEME}")
    if type(proof["redeals"]) is not list:
        raise ProofError("redeals: not a list")
    deals = [_opened({key: proof[key] for key in _DEAL_KEYS}, "")]
    deals += [_opened(given, f"redeal {n}: ") for n, given in enumerate(proof["redeals"], 1)]
    decks = [record["deck"], *_new_decks(record["actions"])]
    if len(decks) != len(deals):
        raise ProofError(f"redeals: {len(deals) - 1} in the proof, {len(decks) - 1} played")
    for number, (deal, deck) in enumerate(zip(deals, decks, strict=True)):
        _check(record, number, deal, deck)
    play(record)
    if proof["seal"] != seal(record):
        raise ProofError("seal: the record is not the one that was sealed")
    return deals


def _new_decks(actions: Sequence[str]) -> list[list[str]]:
    return [text.split(" ")[1:] for text in actions if text.startswith("deck ")]


def _opened(given: Any, where: str) -> Opened:
    """Return a deal of a proof, after checking its types."""
    _keys(given, _DEAL_KEYS, where or "proof")
    for key in ("commitment", "seed"):
        if not isinstance(given[key], str) or not _HASH.fullmatch(given[key]):
            raise ProofError(f"{where}{key}: not 64 hexadecimal digits")
    cut = given["cut"]
    _keys(cut, _CUT_KEYS, f"{where}cut")
    for key, kind in (("seat", int), ("depth", int), ("drawn", bool)):
        if type(cut[key]) is not kind:
            raise ProofError(f"{where}cut: {key}: not {kind.__name__}")
    return Opened(given["commitment"], given["seed"], cut["seat"], cut["depth"], cut["drawn"])


def _keys(given: Any, keys: set[str], where: str) -> None:
    if not isinstance(given, dict) or set(given) != keys:
        raise ProofError(f"{where}: not an object of {', '.join(sorted(keys))}")


def _check(record: Mapping[str, Any], number: int, deal: Opened, deck: list[str]) -> None:
    where = f"redeal {number}: " if number else ""
    rules, seats, dealer = record["rules"], record["seats"], record["dealer"]
    size = len(record["deck"])
    committed = deal.commitment == commitment(
        deal.seed, number, rules, seats, dealer, record.get("leader")
    )
    whole = [str(card) for card in shuffled(size, deal.seed)]
    dealt = [depth for depth in range(size) if whole[depth:] + whole[:depth] == deck]
    if not committed and not dealt:
        raise ProofError(f"{where}seed: neither the commitment nor the deck is its")
    if not committed:
        raise ProofError(
            f"{where}commitment: not that of this seed with these rules, seats, dealer and leader"
        )
    if not dealt:
        raise ProofError(f"{where}deck: seed and cut give another")
    if deal.depth not in dealt or deal.depth not in DEPTHS[size]:
        raise ProofError(f"{where}cut: depth: the deck is not cut like that")
    if deal.seat != cutter(dealer, seats):
        raise ProofError(f"{where}cut: seat: not the one on the dealer's right")
    if deal.drawn and deal.depth != drawn_depth(size, deal.seed):
        raise ProofError(f"{where}cut: drawn: the seed draws another depth")
