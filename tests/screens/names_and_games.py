"""Games and seats for the tests of screens."""

import re
from dataclasses import replace
from html import unescape

from bot.model.buttons import AheadPress, CardPress, MovePress, decode
from bot.model.game_info import GameInfo, SeatInfo
from bot.model.screen import Button, Screen
from engine import Action, Card, Game, Rules

PEOPLE = ("Аня", "Борис", "Вова", "Гена", "Дина", "Ева", "Женя", "Зоя")
WORST = "👨‍👩‍👧‍👦" * 12


def info_of(names=PEOPLE[:4], bots=(), game_id=7, **changes):
    seats = tuple(
        SeatInfo(name, None if seat in bots else 100 + seat) for seat, name in enumerate(names)
    )
    info = GameInfo(game_id, seats, False, "Дача", "https://t.me/c/1/2", "https://t.me/durak_bot")
    return replace(info, **changes)


def position(*hands, talon="", trump="H", leader=0, first_bout=False, **rules):
    return Game.from_position(
        Rules(**rules), [cards(hand) for hand in hands], cards(talon), trump, leader,
        first_bout=first_bout,
    )  # fmt: skip


def cards(text):
    return tuple(Card.parse(word) for word in text.split())


def play(game, *actions):
    for action in actions:
        game.apply(Action.parse(action))
    return game


def labels(screen: Screen):
    return [[button.text for button in row] for row in screen.keyboard]


def button(screen: Screen, label: str) -> Button:
    (found,) = [b for row in screen.keyboard for b in row if b.text == label]
    return found


def press(screen: Screen, label: str):
    data = button(screen, label).data
    assert data is not None
    return decode(data)


def presses(screen: Screen) -> list[MovePress | CardPress | AheadPress]:
    found = [decode(b.data) for row in screen.keyboard for b in row if b.data]
    return [p for p in found if isinstance(p, MovePress | CardPress | AheadPress)]


def read(screen: Screen) -> str:
    """The text as it is read: without tags, references and marks of isolation."""
    return re.sub("[\u2068\u2069]", "", unescape(re.sub(r"<[^>]+>", "", screen.text)))
