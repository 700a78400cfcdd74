"""Invariants of every game: random rules, seats and play, with fixed seeds."""

from __future__ import annotations

from random import Random

import pytest

from engine import Action, Card, Game, IllegalAction, Verb
from engine.cards import mask_of
from engine.record import apply_text, play, start, state_of
from engine.state import State
from tests.engine.playing import Player, random_record

LONGEST = 1500


def everything(state: State) -> dict:
    """All that the core keeps of a game, but for what it shares or traces."""
    names = (name for name in State.__slots__ if name not in ("r", "trace"))
    return {name: repr(getattr(state, name)) for name in names}


def parts(game: Game) -> list[int]:
    """The masks of all places where a card can be."""
    s = game.state
    table = [card for card in (*s.attack, *s.defence) if card >= 0]
    return [*s.hands, mask_of(s.talon[s.drawn :]), s.discard, mask_of(table)]


def check_cards(game: Game, cards: int) -> None:
    """Every card is in exactly one place."""
    masks = parts(game)
    assert sum(mask.bit_count() for mask in masks) == cards.bit_count()
    assert sum(masks) == cards


def check_awaited(game: Game) -> None:
    """Somebody owes a decision until the end, can take it, and nobody gone can do anything."""
    legal = game.legal()
    if game.over or game.deck_due:
        assert (legal, game.awaited) == ([], ())
        return
    acting = {action.seat for action in legal}
    gone = {*game.state.outs, *game.state.resigned}
    assert game.awaited
    assert set(game.awaited) <= acting - gone
    assert len(legal) == len(set(legal))
    for action in legal:
        assert action.seat not in gone or action.verb is Verb.RETRACT
        assert Action.parse(str(action)) == action
    for seat in range(game.state.r.n):
        assert game.legal_for(seat) == [action for action in legal if action.seat == seat]


def check_refusal(game: Game, rng: Random) -> None:
    """An action that is not listed is refused, and nothing is changed by it."""
    verb = rng.choice([verb for verb in Verb if verb is not Verb.RESIGN])
    needed = {Verb.BEAT: 2, Verb.TAKE: 0, Verb.PASS: 0, Verb.REDEAL: 0, Verb.KEEP: 0}.get(verb, 1)
    cards = tuple(Card(rng.randrange(52)) for _ in range(needed))
    action = Action(rng.randrange(9), verb, cards)
    if action in game.legal():
        return
    before, log = everything(game.state), (game.log[:], game.actions[:])
    with pytest.raises(IllegalAction):
        game.apply(action)
    assert everything(game.state) == before
    assert (game.log, game.actions) == log


def play_one(seed: int) -> None:
    rng = Random(seed)
    record = random_record(rng)
    player = Player(rng, record)
    game = start(record)
    cards = sum(parts(game))
    for _ in range(LONGEST):
        check_cards(game, cards)
        check_awaited(game)
        check_refusal(game, rng)
        if game.over:
            break
        text = player.choose(state_of(game), game.deck_due)
        before = everything(game.state)
        ahead = game.copy()
        assert everything(ahead.state) == before
        apply_text(ahead, text)
        assert everything(game.state) == before
        apply_text(game, text)
        assert everything(ahead.state) == everything(game.state)
        assert (ahead.log, ahead.actions) == (game.log, game.actions)
        assert (game.step, game.last_text) == (len(game.actions), text)
    assert game.over
    again = play(record | {"actions": game.actions})
    assert everything(again.state) == everything(game.state)
    assert again.log == game.log
    assert game.result is not None
    assert sorted(game.result.places) == list(range(game.state.r.n))


@pytest.mark.parametrize("part", range(4))
def test_random_games_conform(part):
    for seed in range(part, 60, 4):
        play_one(5000 + seed)
