"""Views and events are equal in all worlds that differ in hidden cards only.

A hidden world of an audience is the same record with cards swapped that this audience has never
seen, in which the same actions are legal and the same seats are asked the same at every step.
"""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from engine import Action, Card, EngineError, Event, EventKind, Game, View
from engine.record import apply_text, play, start, state_of
from tests.engine.cases import BY_NUMBER
from tests.engine.playing import Player, Record, deck_of, random_record

GAMES = 24
SWAPS = 12

Told = list[tuple[View, list[Event]]]


def told(record: Record, audience: int | None, asked: list[Any] | None = None) -> Told | None:
    """What an audience is told, step by step; None where `asked`, the seats asked, is not met."""
    told: Told = []
    try:
        game, events = start(record), list[Event]()
        for number in range(len(record["actions"]) + 1):
            if asked is not None and (game.awaited, game.state.phase) != asked[number]:
                return None
            own = [event for event in events if event.audience in (None, audience)]
            told.append((game.view(audience), own))
            if number < len(record["actions"]):
                events = game.apply(Action.parse(record["actions"][number]))
    except EngineError:
        return None
    return told


def played(rng: Random) -> tuple[Record, list[Any], list[set[str]]]:
    """A game broken off before its end; the seats asked, and the cards each seat has held."""
    record = random_record(rng)
    record["rules"].pop("trump_ace", None)
    record["rules"].pop("redeal_one_suit", None)
    player = Player(rng, record)
    game = start(record)
    length = rng.randint(1, 60)
    asked: list[Any] = []
    held = [set[str]() for _ in range(record["seats"])]
    while not game.over and len(asked) <= length:
        asked.append((game.awaited, game.state.phase))
        for seat in range(record["seats"]):
            held[seat] |= {str(card) for card in game.hand(seat)}
        record["actions"].append(player.choose(state_of(game), False))
        apply_text(game, record["actions"][-1])
    record["actions"].pop()
    return record, asked, held


def hidden_cards(record: Record, held: set[str]) -> list[str]:
    """The cards that one who has held `held` cannot tell from each other."""
    seen = {word for text in record["actions"] for word in text.split(" ")[2:]}
    trump_card = start(record).view(None).trump_card
    cards = set(deck_of(record["rules"].get("deck", 36))) - seen - held - {str(trump_card)}
    return sorted(cards)


def swapped(record: Record, one: str, other: str) -> Record:
    """The same record with two cards in each other's place in the deal."""
    swap = {one: other, other: one}

    def cards(old: list[str]) -> list[str]:
        return [swap.get(card, card) for card in old]

    if "deck" in record:
        return record | {"deck": cards(record["deck"])}
    old = record["position"]
    hands = [cards(hand) for hand in old["hands"]]
    return record | {"position": old | {"hands": hands, "talon": cards(old["talon"])}}


def worlds_compared(seed: int) -> int:
    """Compare hidden worlds of one game for every audience; how many there were."""
    rng = Random(seed)
    record, asked, held = played(rng)
    count = 0
    for audience in (None, *range(record["seats"])):
        hidden = hidden_cards(record, set() if audience is None else held[audience])
        expected = told(record, audience)
        assert expected is not None
        world = record
        for _ in range(SWAPS if len(hidden) > 1 else 0):
            other = swapped(world, *rng.sample(hidden, 2))
            seen = told(other, audience, asked)
            if seen is None:
                continue
            world = other
            count += 1
            for number, (before, after) in enumerate(zip(expected, seen, strict=True)):
                assert before == after, f"seat {audience} is told, step {number} of {record}"
    return count


@pytest.mark.parametrize("part", range(4))
def test_hidden_worlds_look_the_same(part):
    assert sum(worlds_compared(seed) for seed in range(part, GAMES, 4)) > 100


def others_cards(game: Game, seat: int | None) -> list[Card]:
    return [card for other in range(game.state.r.n) if other != seat for card in game.hand(other)]


def leak_in_hand(game: Game, view: View) -> View:
    """A hand that has an opponent's lowest card added."""
    return replace(view, hand=(*view.hand, *sorted(others_cards(game, view.seat))[:1]))


def leak_in_flag(game: Game, view: View) -> View:
    """One bit: whether somebody else holds an ace."""
    return replace(view, taking=any(card.rank == "A" for card in others_cards(game, view.seat)))


def leak_in_talon(game: Game, view: View) -> View:
    """The next card of the talon where the trump card should be."""
    s = game.state
    return replace(view, trump_card=Card(s.talon[s.drawn])) if view.talon else view


def leak_in_log(game: Game, view: View) -> View:
    """An event that says who holds how many trumps."""
    trumps = tuple(card for card in others_cards(game, view.seat) if card.suit == view.trump)
    return replace(view, log=(*view.log, Event(EventKind.DREW, 0, count=len(trumps))))


@pytest.mark.parametrize("leak", [leak_in_hand, leak_in_flag, leak_in_talon, leak_in_log])
def test_a_leak_is_caught(leak, monkeypatch):
    honest = Game.view
    monkeypatch.setattr(Game, "view", lambda game, seat: leak(game, honest(game, seat)))
    with pytest.raises(AssertionError, match="is told"):
        for seed in range(GAMES):
            worlds_compared(seed)


def test_a_leaking_event_is_caught(monkeypatch):
    """Drawn cards that all may see."""
    honest = Game._keep

    def keep(game: Game, events: list[Event]) -> list[Event]:
        return honest(game, [event._replace(audience=None) for event in events])

    monkeypatch.setattr(Game, "_keep", keep)
    with pytest.raises(AssertionError, match="is told"):
        for seed in range(GAMES):
            worlds_compared(seed)


def test_a_view_has_the_allowed_fields_and_no_other():
    assert [field.name for field in fields(View)] == [
        "seat", "rules", "seats", "dealer", "deal", "bout", "trump", "trump_card",
        "talon", "discard", "hand", "counts", "table", "lead", "defender", "taking", "out",
        "resigned", "throwers", "room_left", "awaited", "result", "log",
    ]  # fmt: skip
    assert Event._fields == (
        "kind", "bout", "seat", "other", "verb", "cards", "count", "audience", "rule",
    )  # fmt: skip


def test_only_dealt_and_drawn_cards_have_an_audience():
    for seed in range(20):
        record, _, _ = played(Random(seed))
        game = start(record)
        for text in record["actions"]:
            for event in game.apply(Action.parse(text)):
                private = event.kind in (EventKind.DEALT, EventKind.DRAWN)
                assert private == (event.audience is not None)
                assert event.audience in (None, event.seat)
        assert all(event.audience is None for event in game.log)
        assert all(event.audience is None for event in game.view(0).log)


def test_a_hand_given_up_for_a_redeal_stays_hidden():
    record = BY_NUMBER["o03"]["record"]
    decks = (record["deck"], record["actions"][1].split(" ")[1:])
    game = play(record)
    for audience in (None, 1):
        view = game.view(audience)
        told_cards = {str(card) for event in view.log for card in event.cards}
        assert told_cards == {deck[12] for deck in decks}
    assert {str(card) for card in game.view(1).hand} == set(decks[1][1:12:2])
