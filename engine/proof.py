"""Verifiable deals: chains of seeds, commitments, cuts, and the proof in a record.

The scheme is specified in docs/fair-deal.md.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from engine.cards import Card
from engine.deal import shuffled
from engine.errors import ProofError
from engine.record import play, start

UNCHAINED = "durak-deal/1"
"""The scheme of a deal whose seed was drawn for it alone."""
CHAINED = "durak-deal/2"
"""The scheme of a deal whose seed is a link of a chain."""

LINKS = 1000
"""How many links a chain has, not counting its anchor."""

DEPTHS: dict[int, tuple[int, ...]] = {
    24: (4, 7, 9, 12, 15, 17, 20),
    36: (4, 9, 13, 18, 23, 27, 32),
    52: (6, 13, 17, 26, 35, 39, 46),
}
"""How many cards may be cut from the top, by size of the deck, ascending.

Cards are dealt round the table, so depths equal modulo the number of seats would change little.
"""

_HASH = re.compile(r"[0-9a-f]{64}")
_DEAL_KEYS = {UNCHAINED: {"commitment", "seed", "cut"}}
_DEAL_KEYS[CHAINED] = _DEAL_KEYS[UNCHAINED] | {"chain"}
_CHAIN_KEYS = {"anchor", "link", "next"}
_CUT_KEYS = {"seat", "depth", "drawn"}


@dataclass(frozen=True, slots=True)
class Link:
    """The place of a seed in its chain; published with the commitment.

    Links are numbered from 1 to `LINKS`, and the anchor is link 0. `next` is the anchor of the
    chain that follows; it is published with the last link, and None with the others.
    """

    anchor: str
    number: int
    next: str | None = None

    def follows(self, before: Link) -> bool:
        """Return whether it may be promised right after another link: no link is passed over.

        It is the next one of the same chain, or the first one of another; if that was announced by
        the last link of a chain, of this one.
        """
        if self.anchor == before.anchor:
            return self.number == before.number + 1
        return self.number == 1 and before.next in (None, self.anchor)


@dataclass(frozen=True, slots=True)
class Opened:
    """A deal with its secret revealed: the commitment, the seed, and the cut.

    `depth` cards were cut by `seat`, or (`drawn`) the depth was drawn from the seed. `link` is
    None if the seed belongs to no chain.
    """

    commitment: str
    seed: str = field(repr=False)
    seat: int
    depth: int
    drawn: bool
    link: Link | None = None


def earlier(seed: str, links: int = 1) -> str:
    """Return the seed so many links before a seed in its chain.

    Each link is the hash of the next one, so that a chain can be followed backwards only.
    """
    for _ in range(links):
        seed = digest(f"durak-chain/1 {seed}")
    return seed


def commitment_text(
    seed: str,
    number: int,
    rules: Mapping[str, Any],
    seats: int,
    dealer: int,
    leader: int | None,
    link: Link | None = None,
) -> str:
    """Return the line whose SHA-256 is the commitment; `number` counts redeals from 0."""
    if link is None:
        begin = f"{UNCHAINED} seed={seed}"
    else:
        place = f"chain={link.anchor} link={link.number} next={link.next or '-'}"
        begin = f"{CHAINED} seed={seed} {place}"
    return (
        f"{begin} deal={number} seats={seats} dealer={dealer} "
        f"leader={'-' if leader is None else leader} rules={_canonical(rules)}"
    )


def commitment(
    seed: str,
    number: int,
    rules: Mapping[str, Any],
    seats: int,
    dealer: int,
    leader: int | None,
    link: Link | None = None,
) -> str:
    """Return the commitment published before the deal: 64 hexadecimal digits."""
    return digest(commitment_text(seed, number, rules, seats, dealer, leader, link))


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
    """Return the record with the sealed proof of its deal and redeals.

    Either all of them are links of chains, or none.
    """
    first, *redeals = [_written(deal) for deal in deals]
    scheme = UNCHAINED if deals[0].link is None else CHAINED
    proof = {"scheme": scheme, **first, "redeals": redeals}
    return {**record, "proof": {**proof, "seal": seal({**record, "proof": proof})}}


def _written(deal: Opened) -> dict[str, Any]:
    """Return a deal as it stands in a proof."""
    link = deal.link
    chain = link and {"anchor": link.anchor, "link": link.number, "next": link.next}
    return {
        "commitment": deal.commitment,
        "seed": deal.seed,
        **({"chain": chain} if chain else {}),
        "cut": {"seat": deal.seat, "depth": deal.depth, "drawn": deal.drawn},
    }


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
    scheme = proof.get("scheme") if isinstance(proof, dict) else None
    if scheme not in (UNCHAINED, CHAINED):
        raise ProofError(f"scheme: neither {UNCHAINED} nor {CHAINED}")
    keys = _DEAL_KEYS[scheme]
    _keys(proof, {"scheme", *keys, "redeals", "seal"}, "proof")
    if type(proof["redeals"]) is not list:
        raise ProofError("redeals: not a list")
    deals = [_opened({key: proof[key] for key in keys}, keys, "")]
    deals += [_opened(given, keys, f"redeal {n}: ") for n, given in enumerate(proof["redeals"], 1)]
    decks = [record["deck"], *_new_decks(record["actions"])]
    if len(decks) != len(deals):
        raise ProofError(f"redeals: {len(deals) - 1} in the proof, {len(decks) - 1} played")
    for number, (deal, deck) in enumerate(zip(deals, decks, strict=True)):
        _check(record, number, deal, deck)
    _check_order(deals)
    play(record)
    if proof["seal"] != seal(record):
        raise ProofError("seal: the record is not the one that was sealed")
    return deals


def _new_decks(actions: Sequence[str]) -> list[list[str]]:
    return [text.split(" ")[1:] for text in actions if text.startswith("deck ")]


def _opened(given: Any, keys: set[str], where: str) -> Opened:
    """Return a deal of a proof, after checking its types."""
    _keys(given, keys, where or "proof")
    for key in ("commitment", "seed"):
        _hash(given[key], f"{where}{key}")
    cut = given["cut"]
    _keys(cut, _CUT_KEYS, f"{where}cut")
    for key, kind in (("seat", int), ("depth", int), ("drawn", bool)):
        if type(cut[key]) is not kind:
            raise ProofError(f"{where}cut: {key}: not {kind.__name__}")
    link = _link(given["chain"], f"{where}chain") if "chain" in keys else None
    return Opened(given["commitment"], given["seed"], cut["seat"], cut["depth"], cut["drawn"], link)


def _link(given: Any, where: str) -> Link:
    """Return the place in a chain, after checking what can be checked without the seed."""
    _keys(given, _CHAIN_KEYS, where)
    _hash(given["anchor"], f"{where}: anchor")
    if type(given["link"]) is not int or not 1 <= given["link"] <= LINKS:
        raise ProofError(f"{where}: link: not from 1 to {LINKS}")
    if given["link"] == LINKS:
        _hash(given["next"], f"{where}: next")
    elif given["next"] is not None:
        raise ProofError(f"{where}: next: only the last link has one")
    return Link(given["anchor"], given["link"], given["next"])


def _hash(given: Any, where: str) -> None:
    if not isinstance(given, str) or not _HASH.fullmatch(given):
        raise ProofError(f"{where}: not 64 hexadecimal digits")


def _keys(given: Any, keys: set[str], where: str) -> None:
    if not isinstance(given, dict) or set(given) != keys:
        raise ProofError(f"{where}: not an object of {', '.join(sorted(keys))}")


def _check(record: Mapping[str, Any], number: int, deal: Opened, deck: list[str]) -> None:
    where = f"redeal {number}: " if number else ""
    rules, seats, dealer = record["rules"], record["seats"], record["dealer"]
    size = len(record["deck"])
    committed = deal.commitment == commitment(
        deal.seed, number, rules, seats, dealer, record.get("leader"), deal.link
    )
    whole = [str(card) for card in shuffled(size, deal.seed)]
    dealt = [depth for depth in range(size) if whole[depth:] + whole[:depth] == deck]
    if not committed and not dealt:
        raise ProofError(f"{where}seed: neither the commitment nor the deck is its")
    if not committed:
        raise ProofError(
            f"{where}commitment: not that of this seed with these rules, seats, dealer and leader"
            + (" at this place of the chain" if deal.link else "")
        )
    if deal.link and earlier(deal.seed, deal.link.number) != deal.link.anchor:
        raise ProofError(f"{where}chain: the seed is not link {deal.link.number} of it")
    if not dealt:
        raise ProofError(f"{where}deck: seed and cut give another")
    if deal.depth not in dealt or deal.depth not in DEPTHS[size]:
        raise ProofError(f"{where}cut: depth: the deck is not cut like that")
    if deal.seat != cutter(dealer, seats):
        raise ProofError(f"{where}cut: seat: not the one on the dealer's right")
    if deal.drawn and deal.depth != drawn_depth(size, deal.seed):
        raise ProofError(f"{where}cut: drawn: the seed draws another depth")


def _check_order(deals: Sequence[Opened]) -> None:
    """Check that each redeal took the link after the deal before it."""
    for number, (before, deal) in enumerate(pairwise(deals), 1):
        if before.link and deal.link and not deal.link.follows(before.link):
            raise ProofError(f"redeal {number}: chain: not the link after that of the deal before")


def chains(games: Sequence[Sequence[Opened]]) -> list[str]:
    """Return what the verified deals of several records say of their chains.

    One line for each chain, in the order given, with its links and those that are missing between
    them.

    Raises:
        ProofError: a link was dealt twice.
    """
    links = [deal.link for deals in games for deal in deals if deal.link]
    found: dict[str, list[int]] = {}
    for link in links:
        numbers = found.setdefault(link.anchor, [])
        if link.number in numbers:
            raise ProofError(f"chain {link.anchor}: link {link.number} was dealt twice")
        numbers.append(link.number)
    before = {link.next: link.anchor for link in links if link.next}
    told = []
    for anchor, numbers in found.items():
        missing = sorted(set(range(min(numbers), max(numbers))) - set(numbers))
        gaps = f", not among these records: {_listed(missing)}" if missing else ""
        after = f", announced by chain {before[anchor]}" if anchor in before else ""
        told.append(f"chain {anchor}: links {_listed(sorted(numbers))}{gaps}{after}")
    return told


def _listed(numbers: Sequence[int]) -> str:
    """Return ascending numbers with their runs shortened: 1-3, 5."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
