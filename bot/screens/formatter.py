"""How a game is spoken of to one reader: the words, the names, the cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from bot.model.buttons import GamePress, GameVerb, encode
from bot.model.game_info import GameInfo
from bot.model.people import Reader
from bot.model.screen import Button
from bot.screens.names import WIDTH, clean, isolated, utf16
from engine import Card

TEXT_LIMIT = 4096
"""The longest text of a message, in UTF-16 units."""

_SUITS = {"S": "♠️", "C": "♣️", "D": "♦️", "H": "♥️"}
_RANKS = {
    "T": "card-ten",
    "J": "card-jack",
    "Q": "card-queen",
    "K": "card-king",
    "A": "card-ace",
}


def rank_label(card: Card, reader: Reader) -> str:
    """The rank as it is written on a card of that language."""
    key = _RANKS.get(card.rank)
    return reader.text(key) if key else card.rank


@dataclass(frozen=True, slots=True)
class Formatter:
    """Words for one game: `html` escapes names, `width` is how many characters they keep."""

    info: GameInfo
    reader: Reader
    html: bool = True
    width: int = WIDTH

    def say(self, key: str, **args: str | int) -> str:
        """A message, its variables ready to stand in it."""
        return self.reader.text(key, **args)

    def name(self, seat: int) -> str:
        """A seat's name, isolated; a numbered one where it has nothing to show."""
        name = self._name(seat)
        return isolated(escape(name, quote=False) if self.html else name)

    def plain_name(self, seat: int) -> str:
        """A seat's name for the label of a button, which has no markup."""
        return isolated(self._name(seat))

    def _name(self, seat: int) -> str:
        name = clean(self.info.seats[seat].name, self.width)
        return name or self.say("player", number=seat + 1)

    def names(self, seats: Iterable[int]) -> str:
        """Several seats' names."""
        return ", ".join(map(self.name, seats))

    def title(self) -> str:
        """The chat's title and topic, each isolated, as far as they tell; empty in a solo game."""
        if self.info.solo:
            return ""
        title = clean(self.info.chat_title, 2 * self.width) or self.say("chat-unnamed")
        topic = clean(self.info.topic, self.width)
        number = f" ({self.info.number})" if self.info.number > 1 else ""
        names = [isolated(escape(name, quote=False)) for name in (title, topic) if name]
        return " · ".join(names) + number

    def card(self, card: Card) -> str:
        """Return a card as people read it: ``10♥️``, ``В♠️``, in English ``J♠️``."""
        return rank_label(card, self.reader) + self.suit(card.suit)

    def suit(self, suit: str) -> str:
        """Return a suit of `SCDH` as an emoji."""
        return _SUITS[suit]

    def cards(self, cards: Iterable[Card]) -> str:
        """Several cards' labels."""
        return " ".join(map(self.card, cards))

    def press(self, key: str, verb: GameVerb) -> Button:
        """A button about the game as a whole."""
        return Button(self.say(key), data=encode(GamePress(self.info.game_id, verb)))


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a message; of those that may go, the highest `spare` goes first."""

    text: str
    priority: int = 0


def fit(parts: Iterable[Paragraph], limit: int = TEXT_LIMIT) -> str:
    """The paragraphs in order, as many as fit in `limit` UTF-16 units; empty ones are left out.

    Lengths are counted with the markup, so that it is never longer after parsing.
    """
    kept = [part for part in parts if part.text]
    while utf16("\n".join(part.text for part in kept)) > limit:
        last = max(kept, key=lambda part: part.priority)
        if not last.priority:
            break
        kept.remove(last)
    return "\n".join(part.text for part in kept)
