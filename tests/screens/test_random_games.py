"""Whole games at random, their screens step by step, in both languages."""

import random
from collections import Counter
from itertools import count

import pytest

from bot.model.buttons import AheadPress, CardPress, MovePress, encode
from bot.sandbox.markup import parse_html
from bot.screens.hand import alone_screen, hand_alert, hand_screen
from bot.screens.keyboard import MOST_PAIRINGS, playing_card
from bot.screens.names import utf16
from bot.screens.table import table_screen
from engine import PRESETS, Action, Game, Rules, Verb
from engine.cards import deck_of
from tests.readers import READERS, RU
from tests.screens.names_and_games import WORST, info_of, presses

NAMES = ("<" * 64, WORST, "\u202e\u200b", "стёпа >_<", "דוד", "Ж" * 64, "👍🏽" * 64, "Аня & Боря")
TABLES = [
    (PRESETS["podkidnoy"], 2),
    (PRESETS["perevodnoy"], 4),
    (PRESETS["lively"], 6),
    (PRESETS["championship"], 3),
    (PRESETS["family"], 5),
    (Rules(deck=52, transfer=True, transfer_by_show=True, bout_limit="hand"), 8),
    (Rules(deck=52, throw_order="free", throw_timing="any_time", bout_limit="hand"), 7),
    (Rules(deck=24, transfer=True, take_beaten=True, redeal_one_suit=True), 4),
    (Rules(teams=2, transfer=True, throw_timing="any_time"), 6),
    (Rules(throwers="neighbours", leaver="restart", throw_after_take=False), 4),
]


def shuffled(rules, chance):
    deck = list(deck_of(rules.deck))
    chance.shuffle(deck)
    return deck


@pytest.mark.parametrize("number", range(50))
def test_every_screen_of_a_game_is_within_bounds_and_offers_what_is_legal(number):
    chance = random.Random(number)
    rules, seats = TABLES[number % len(TABLES)]
    game = Game.deal(rules, seats, 0, deck=shuffled(rules, chance))
    info = info_of(NAMES[:seats], bots=(1,), game_id=10**9)
    patient = number % 2
    for step in count():
        if game.over:
            break
        if step < 100 or step % 20 == 0:
            look(game, info, chance)
        if game.deck_due:
            game.redeal(shuffled(rules, chance))
        elif chance.random() < 0.002:
            present = set(range(seats)) - set(game.view(None).out) - set(game.view(None).resigned)
            game.apply(Action(chance.choice(sorted(present)), Verb.RESIGN))
        else:
            # Taking often makes hands long; taking back often keeps a game from ending.
            ways = [a for a in game.legal() if a.verb != Verb.RETRACT or chance.random() < 0.2]
            takes = [a for a in ways if a.verb == Verb.TAKE and patient]
            game.apply(
                chance.choice(takes if takes and chance.random() < 0.3 else ways or game.legal())
            )
    look(game, info, chance)


def look(game, info, chance):
    reader = chance.choice(READERS)
    check(table_screen(game.view(None), info, reader))
    others = chance.sample(range(game.state.r.n), 2)
    for seat in {*game.awaited, *others}:
        view, legal = game.view(seat), game.legal_for(seat)
        ahead = chance.choice((None, None, "pass", "bout"))
        screen = hand_screen(view, legal, info, reader, ahead=ahead)
        check(screen)
        check(alone_screen(view, legal, info, reader, ahead=ahead), 1023)
        alert = hand_alert(view, info, reader)
        assert 0 < utf16(alert) <= 200
        if not game.over:
            check_actions(screen, view, legal)


def check(screen, limit=4096):
    text, _ = parse_html(screen.text)
    assert 0 < utf16(text) <= limit
    assert text == text.strip()
    buttons = [button for row in screen.keyboard for button in row]
    assert len(buttons) <= 100
    assert max(map(len, screen.keyboard), default=0) <= 8
    for button in buttons:
        assert button.text
        assert (button.data is None) != (button.url is None)
        assert button.data is None or len(button.data.encode()) <= 64
    data = [button.data for button in buttons if button.data]
    assert len(data) == len(set(data))


def check_actions(screen, view, legal):
    offered = Counter(
        (p.verb, p.cards)
        for p in presses(screen)
        if isinstance(p, MovePress) and not (p.verb in (Verb.LEAD, Verb.THROW) and len(p.cards) > 1)
    )
    ways = Counter(playing_card(action) for action in legal)
    pairings = sum(a.verb == Verb.BEAT and ways[a.cards[1]] > 1 for a in legal)
    for action in legal:
        late = action.verb == Verb.BEAT and action.cards[0] != view.unbeaten[0]
        if pairings <= MOST_PAIRINGS or not late:
            assert offered[action.verb, action.cards] == 1, str(action)
    wanted = {(action.verb, action.cards) for action in legal}
    spare = {key for key in offered if key not in wanted}
    assert spare <= {(Verb.TAKE, ()), (Verb.PASS, ())}
    for press in presses(screen):
        if isinstance(press, MovePress) and len(press.cards) > 1 and press.verb != Verb.BEAT:
            assert {(press.verb, (card,)) for card in press.cards} <= wanted
            assert len({card.rank for card in press.cards}) == 1
    grid = [p for p in presses(screen) if not isinstance(p, AheadPress)]
    shown = {p.card if isinstance(p, CardPress) else p.cards[-1] for p in grid
             if isinstance(p, CardPress) or p.cards}  # fmt: skip
    assert set(view.hand) <= shown
    assert all(encode(p) for p in grid)


@pytest.mark.parametrize("number", range(10))
def test_several_cards_in_one_go_are_each_legal_in_their_turn(number):
    """What a button lays together can be laid card by card by the same seat."""
    chance = random.Random(number)
    rules, seats = TABLES[number]
    game = Game.deal(rules, seats, 0, deck=shuffled(rules, chance))
    info = info_of(NAMES[:seats])
    for _ in range(150):
        for seat in game.awaited:
            screen = hand_screen(game.view(seat), game.legal_for(seat), info, RU)
            for press in presses(screen):
                if isinstance(press, MovePress) and press.verb in (Verb.LEAD, Verb.THROW):
                    lay(game.copy(), seat, press)
        if not game.legal():
            break
        game.apply(chance.choice([a for a in game.legal() if a.verb != Verb.RETRACT]))


def lay(game, seat, press):
    verb = press.verb
    for card in press.cards:
        game.apply(Action(seat, verb, (card,)))
        verb = Verb.THROW
