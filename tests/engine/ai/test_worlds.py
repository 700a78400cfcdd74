"""Sampled worlds are consistent with all that a seat knows, under all rules."""

from __future__ import annotations

from random import Random

import pytest

from engine import Action, Event, EventKind, Game, Rules, Verb
from engine.ai.worlds import Worlds
from engine.cards import DECK_MASKS, mask_of
from engine.legal import awaited, legal
from engine.record import apply_text, start, state_of
from engine.state import BOUT, State
from tests.engine.playing import Player, random_record

PUBLIC = (
    "attack", "barred", "bout", "bout_outs", "cap", "deal", "dealer", "defence", "defender",
    "first", "gone", "hangers", "lead", "laid", "last", "mover", "open", "opened", "others", "outs",
    "passed", "phase", "pogony", "ranks", "resigned", "shown", "table", "taking", "trump",
    "trump_card",
)  # fmt: skip


def same_for(seat: int, state: State) -> list[int]:
    return sorted(action for action in legal(state) if action >> 4 & 7 == seat)


def check_world(game: Game, seat: int, world: State) -> None:
    true = game.state
    for name in PUBLIC if true.phase == BOUT else [name for name in PUBLIC if name != "cap"]:
        assert getattr(world, name) == getattr(true, name), name
    assert world.hands[seat] == true.hands[seat]
    assert [hand.bit_count() for hand in world.hands] == [h.bit_count() for h in true.hands]
    assert len(world.talon) - world.drawn == len(true.talon) - true.drawn
    assert world.talon[-1:] == (true.talon[-1:] if true.drawn < len(true.talon) else ())
    assert world.discard.bit_count() == true.discard.bit_count()
    cards = [*world.hands, mask_of(world.talon), world.discard, world.table]
    assert sum(cards) & ~DECK_MASKS[game.rules.deck] == 0
    assert sum(mask.bit_count() for mask in cards) == sum(cards).bit_count()
    assert [position[-1] for position in world.seen] == [p[-1] for p in true.seen]
    assert [position[seat] for position in world.seen] == [p[seat] for p in true.seen]
    assert awaited(world) == awaited(true)
    if seat in game.awaited:
        assert same_for(seat, world) == same_for(seat, true)


def public_cards(game: Game, events: list[Event], known: list[int]) -> None:
    """Keep in `known` the cards that everybody has seen come into each hand."""
    for event in events:
        cards = mask_of(event.cards)
        if event.kind is EventKind.TRUMP:
            known[:] = [0] * len(known)
        elif event.kind is EventKind.TAKEN or event.verb in (Verb.RETRACT, Verb.SHOW):
            known[event.seat or 0] |= cards
        elif event.verb == Verb.BEAT:
            known[event.seat or 0] &= ~(1 << event.cards[1])
        elif event.kind is EventKind.ACTION:
            known[event.seat or 0] &= ~cards
    known[:] = [mask & hand for mask, hand in zip(known, game.state.hands, strict=True)]


def walk(seed: int) -> int:
    """Sample worlds all through a random game; how many."""
    rng = Random(seed)
    record = random_record(rng)
    record.get("position", {}).pop("first_bout", None)
    player = Player(rng, record)
    game = start(record)
    known = [0] * record["seats"]
    count = 0
    for _ in range(400):
        if game.over:
            break
        seat = rng.randrange(record["seats"])
        if game.awaited and rng.random() < 0.5:
            seat = rng.choice(game.awaited)
        if not game.deck_due:
            worlds = Worlds(game.view(seat))
            world = worlds.sample(rng, likely=rng.random() < 0.5)
            check_world(game, seat, world)
            held = zip(known, world.hands, strict=True)
            assert all(not mask & ~hand for mask, hand in held), seed
            for other in range(record["seats"]):
                assert other == seat or not worlds.lacks(other) & game.state.hands[other]
            count += 1
        text = player.choose(state_of(game), game.deck_due)
        apply_text(game, text)
        public_cards(game, game.log[-12:], known)
    return count


@pytest.mark.parametrize("part", range(3))
def test_worlds_agree_with_what_a_seat_knows(part):
    assert sum(walk(seed) for seed in range(part, 24, 3)) > 100


def test_who_plays_plainly_has_what_its_play_tells():
    """It took a six, led a nine and passed: so it had nothing to beat, to lead or to throw."""
    game = Game.deal(Rules(), 2, 0, seed="plain tells")
    lead, other = game.awaited[0], 1 - game.awaited[0]
    cards = sorted(card for card in game.view(lead).hand if card.suit != game.view(lead).trump)
    game.apply(Action(lead, Verb.LEAD, (cards[0],)))
    game.apply(Action(other, Verb.TAKE))
    while game.state.phase == BOUT:
        game.apply(Action(lead, Verb.PASS))
    view = game.view(lead)
    beaters = game.state.beaters[cards[0]] & ~game.state.trumps
    worlds, rng = Worlds(view), Random(1)
    held = {
        plain: sum(
            bool(worlds.sample(rng, likely=True, plain=plain).hands[other] & beaters)
            for _ in range(300)
        )
        for plain in (0, 1 << other)
    }
    assert held[1 << other] < 30 < 45 < held[0] < 100
