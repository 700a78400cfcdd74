"""The leak check finds leaks."""

from dataclasses import replace

from bot.model.buttons import MovePress, encode
from engine import Card, Verb
from engine.record import play
from tests.e2e.conftest import Stage
from tests.e2e.leaks import cards_in, leaks
from tests.e2e.players import ANYA, BORIS, DACHA, Sight
from tests.e2e.playing import deal, gather, meet

LABELS = {"T": "10", "J": "В", "Q": "Д", "K": "К", "A": "Т"}
SUITS = {"S": "♠️", "C": "♣️", "D": "♦️", "H": "♥️"}


def label(card: Card) -> str:
    return LABELS.get(card.rank, card.rank) + SUITS[card.suit]


def test_cards_are_found_in_both_languages():
    assert cards_in("10♥️–В♠️ и Т♦️, A♣️ · козырь ♦️ (9♦️)") == {"TH", "JS", "AD", "AC", "9D"}


async def test_a_strangers_card_is_a_leak_wherever_it_is_shown(stage: Stage):
    anya, boris = [await stage.world.phone(person) for person in (ANYA, BORIS)]
    await meet(anya, boris)
    await gather(DACHA, [anya, boris])
    game = await deal(DACHA, [anya, boris])
    stored = await stage.game()
    seat = [who.user_id for who in stored.deal.seats].index(BORIS)
    card = play(stored.record()).hand(seat)[0]
    data = encode(MovePress(game, 0, 0, 0, Verb.LEAD, (card,)))
    own = Sight(stage.clock.now(), BORIS, BORIS, (1, 0), label(card), (), (data,), game, True)
    strange = [
        replace(own, person=ANYA, chat=ANYA),
        replace(own, chat=DACHA),
        replace(own, chat=DACHA, text=""),
        replace(own, person=ANYA, chat=DACHA, key=(0, 1)),
        replace(own, chat=DACHA, game=None, datas=()),
    ]
    assert not leaks([own, replace(own, chat=DACHA, key=(0, 1))], [stored])
    assert all(leaks([sight], [stored]) for sight in strange)
