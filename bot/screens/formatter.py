"""The formatter: names, cards and sentences of one game for one reader."""

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
    """Return the rank of a card as it is written in the reader's language."""
    key = _RANKS.get(card.rank)
    return reader.text(key) if key else card.rank


@dataclass(frozen=True, slots=True)
class Formatter:
    """Formats one game for one reader.

    `html` escapes names; `width` is the most characters they keep.
    """

    info: GameInfo
    reader: Reader
    html: bool = True
    width: int = WIDTH

    def say(self, key: str, **args: str | int) -> str:
        """Return a message; its variables must be formatted already."""
        return self.reader.text(key, **args)

    def name(self, seat: int) -> str:
        """Return the name of a seat, isolated; a numbered one if nothing is visible."""
        name = self._name(seat)
        return isolated(escape(name, quote=False) if self.html else name)

    def plain_name(self, seat: int) -> str:
        """Return the name of a seat for a button, without markup."""
        return isolated(self._name(seat))

    def _name(self, seat: int) -> str:
        name = clean(self.info.seats[seat].name, self.width)
        return name or self.say("player", number=seat + 1)

    def names(self, seats: Iterable[int]) -> str:
        """Return the names of several seats."""
        return ", ".join(map(self.name, seats))

    def title(self) -> str:
        """Return the chat's title and topic, each isolated; empty in a solo game."""
        if self.info.solo:
            return ""
        title = clean(self.info.chat_title, 2 * self.width) or self.say("chat-unnamed")
        topic = clean(self.info.topic, self.width)
        number = f" ({self.info.number})" if self.info.number > 1 else ""
        names = [escape(one, quote=False) if self.html else one for one in (title, topic) if one]
        return " · ".join(map(isolated, names)) + number

    def card(self, card: Card) -> str:
        """Return a card as people read it: ``10♥️``, ``В♠️``, in English ``J♠️``."""
        return rank_label(card, self.reader) + self.suit(card.suit)

    def suit(self, suit: str) -> str:
        """Return a suit of `SCDH` as an emoji."""
        return _SUITS[suit]

    def cards(self, cards: Iterable[Card]) -> str:
        """Return several cards as people read them."""
        return " ".join(map(self.card, cards))

    def press(self, key: str, verb: GameVerb) -> Button:
        """Return a button about the game as a whole."""
        return Button(self.say(key), data=encode(GamePress(self.info.game_id, verb)))


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a message; the highest `priority` is left out first, 0 never."""

    text: str
    priority: int = 0


def fit(parts: Iterable[Paragraph], limit: int = TEXT_LIMIT) -> str:
    """Return the paragraphs that fit into `limit` UTF-16 units, without empty ones.

    Lengths include the markup, so the text is never longer after parsing.
    """
    kept = [part for part in parts if part.text]
    while utf16("\n".join(part.text for part in kept)) > limit:
        last = max(kept, key=lambda part: part.priority)
        if not last.priority:
            break
        kept.remove(last)
    return "\n".join(part.text for part in kept)
