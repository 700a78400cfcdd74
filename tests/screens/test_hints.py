"""A hint names a button of the hand and says why, in both languages, in a toast's length."""

import random

import pytest

from bot.screens.formatter import Formatter
from bot.screens.hand import hand_screen
from bot.screens.hints import because, hint
from bot.screens.names import utf16
from engine import PRESETS, Action, Card, Game, Rules
from engine.ai.why import Ground, Why
from tests.readers import EN, READERS, RU
from tests.screens.names_and_games import info_of

INFO = info_of(("Аня", "Бот Клава"), bots=(1,), solo=True, chat_title="", chat_url=None)


@pytest.mark.parametrize("reader", READERS)
def test_every_ground_has_words(reader):
    formatter = Formatter(INFO, reader)
    for ground in Ground:
        ranks = "23456789TJQKA" if ground is Ground.LACKS_RANK else [None]
        for rank in ranks:
            assert because(Why(ground, rank), formatter)


def test_a_hint_in_words():
    hands = [[Card.parse(c) for c in hand.split()] for hand in ("9S AH", "7S TC")]
    game = Game.from_position(Rules(), hands, [], "H", leader=1)
    game.apply(Action.parse("1 lead 7S"))
    view, legal = game.view(0), game.legal_for(0)
    words = hint(view, legal, Action.parse("0 beat 7S 9S"), INFO, RU)
    assert words == "Лучше так: 9♠️ → 7♠️ — дешевле нечем"
    words = hint(view, legal, Action.parse("0 take"), INFO, EN)
    assert words == "Better: Take — you can use these cards"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("reader", READERS)
def test_what_a_hint_names_is_a_button_of_the_hand(preset, reader):
    rng = random.Random(preset)
    game = Game.deal(PRESETS[preset], 2, 0, seed=preset)
    for _ in range(60):
        if game.over or game.deck_due:
            break
        seat = rng.choice(game.awaited)
        view, legal = game.view(seat), game.legal_for(seat)
        labels = {
            button.text for row in hand_screen(view, legal, INFO, reader).keyboard for button in row
        }
        for action in legal:
            words = hint(view, legal, action, INFO, reader)
            assert utf16(words) <= 200
            move = words.split(": ", 1)[1].split(" — ")[0]
            assert move in labels or move.split(" → ")[0] in labels
        game.apply(rng.choice(legal))
