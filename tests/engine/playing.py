"""Random records: rules of docs/rules.md §2, seats, decks, positions, habits."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import ALLOWED

Record = dict[str, Any]
RANKS = {24: "9TJQKA", 36: "6789TJQKA", 52: "23456789TJQKA"}
RESIGN_RATES = (0, 0, 0.01, 0.05)
PATIENCE = 150
"""After so many actions a habit of taking gives way, so that every game ends."""


def deck_of(size: int) -> list[str]:
    return [rank + suit for rank in RANKS[size] for suit in "SCDH"]


def random_rules(rng: Random) -> dict[str, Any]:
    """Any rules that can be; half of them near the defaults."""
    odd = rng.choice((0.15, 0.5))
    rules = {key: rng.choice(values) for key, values in ALLOWED.items() if rng.random() < odd}
    rules.setdefault("transfer", rng.random() < 0.5)
    if not rules["transfer"]:
        rules["transfer_by_show"] = False
    return rules


def random_seats(rng: Random, rules: dict[str, Any]) -> int:
    """As many seats as these rules can seat; teams are dropped where the deck seats too few."""
    most = int(rules.get("deck", 36)) // 6
    if rules.get("teams"):
        return rng.choice([seats for seats in (4, 6, 8) if seats <= most])
    return rng.randint(2, most)


def random_record(rng: Random, rules: dict[str, Any] | None = None, seats: int = 0) -> Record:
    """A record without actions: a deal, or as often a position late in a game."""
    rules = random_rules(rng) if rules is None else rules
    seats = seats or random_seats(rng, rules)
    record: Record = {"format": "durak-record/1", "rules": rules, "seats": seats, "actions": []}
    deck = random_deck(rng, rules)
    if rng.random() < 0.5:
        leader = rng.choice((None, rng.randrange(seats)))
        return record | {"dealer": rng.randrange(seats), "leader": leader, "deck": deck}
    return record | random_position(rng, deck, seats, bool(rules.get("teams")))


def random_deck(rng: Random, rules: dict[str, Any]) -> list[str]:
    """A shuffled deck; where redeals may be asked for, often with suits that lie together."""
    deck = deck_of(int(rules.get("deck", 36)))
    rng.shuffle(deck)
    if rules.get("redeal_one_suit") and rng.random() < 0.7:
        suit = rng.choice("SCDH")
        seats = rng.randint(2, len(deck) // 6)
        places = range(rng.randrange(seats), 6 * seats, seats)
        for place, card in zip(places, [card for card in deck if card[1] == suit], strict=False):
            other = deck.index(card)
            deck[place], deck[other] = deck[other], deck[place]
    return deck


def random_position(rng: Random, deck: list[str], seats: int, teams: bool) -> Record:
    """Small hands, a short talon or none, few ranks at times so that many throws are legal."""
    if rng.random() < 0.4:
        deck = sorted(deck, key=lambda card: (rng.random() < 0.3, "23456789TJQKA".index(card[0])))
    most = rng.choice((1, 2, 3, 3, 4, 8))
    sizes = [rng.randint(1, most) for _ in range(seats)]
    while sum(sizes) > len(deck):
        sizes = [max(1, size - 1) for size in sizes]
    talon_size = min(rng.choice((0, 0, 0, 1, 2, 3, 5, 9)), len(deck) - sum(sizes))
    if not talon_size and seats > 2 and not teams and rng.random() < 0.3:
        sizes[rng.randrange(seats)] = 0
    hands, start = [], 0
    cards = deck[: sum(sizes) + talon_size]
    rng.shuffle(cards)
    for size in sizes:
        hands.append(cards[start : start + size])
        start += size
    talon = cards[start:]
    trump = talon[-1][1] if talon else rng.choice("SCDH")
    leader = rng.choice([seat for seat in range(seats) if sizes[seat]])
    position: Record = {"hands": hands, "talon": talon, "trump": trump}
    if rng.random() < 0.3:
        position["first_bout"] = rng.random() < 0.7
    return {"leader": leader, "position": position}


class Player:
    """A habit of play: picks one action text among the legal ones, a resignation or a new deck."""

    def __init__(self, rng: Random, record: Record) -> None:
        self.rng = rng
        self.rules = record["rules"]
        self.verbs = {
            verb: rng.choice((0.2, 1, 1, 5))
            for verb in ("beat", "take", "throw", "pass", "transfer", "show", "retract", "lead")
        } | {"redeal": 1, "keep": 1.5}
        self.resigning = rng.choice(RESIGN_RATES)
        self.potato = rng.random() < 0.15
        self.received: list[str] = []
        self.played = 0

    def choose(self, state: Record, deck_due: bool) -> str:
        """The next action for a full state (docs/record.md) that is not the end."""
        rng = self.rng
        self.played += 1
        if self.played == PATIENCE:
            self.potato = False
            self.verbs |= {"beat": 50, "take": 0.1, "throw": 1, "pass": 1, "retract": 0.1}
        if deck_due:
            return " ".join(("deck", *random_deck(rng, self.rules)))
        if rng.random() < self.resigning:
            gone = (*state["out"], *state["resigned"])
            seats = [s for s in range(len(state["hands"])) if s not in gone]
            return f"{rng.choice(seats)} resign"
        listed = [f"{seat} {what}" for seat, texts in state["legal"].items() for what in texts]
        if self.potato:
            return self._hot_potato(listed)
        verbs = sorted({text.split(" ")[1] for text in listed})
        verb = rng.choices(verbs, [self.verbs[verb] for verb in verbs])[0]
        return rng.choice([text for text in listed if text.split(" ")[1] == verb])

    def _hot_potato(self, listed: list[str]) -> str:
        """Lead what was led longest ago, never beat: so that positions come back."""

        def rank(text: str) -> tuple[int, int]:
            verb, *cards = text.split(" ")[1:]
            order = ("keep", "take", "pass", "lead", "beat", "transfer", "show", "throw", "retract")
            age = self.received.index(cards[0]) if cards and cards[0] in self.received else -1
            return (order.index(verb) if verb in order else 99, age)

        text = min(listed, key=rank)
        cards = text.split(" ")[2:]
        if cards:
            self.received = [card for card in self.received if card != cards[0]] + [cards[0]]
        return text
