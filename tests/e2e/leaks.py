"""Check what was shown to each person against the records: no hidden card leaks."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.storage.games import StoredGame
from engine import Card, Game
from engine.record import apply_text, start
from tests.e2e.players import Key, Sight

_RANKS = {"10": "T", "В": "J", "Д": "Q", "К": "K", "Т": "A"}
_SUITS = {"♠": "S", "♣": "C", "♦": "D", "♥": "H"}
_CARD = re.compile(r"(10|[2-9TJQKAВДКТ])([♠♣♦♥])")
_DATA = re.compile(r"[2-9TJQKA][SCDH]")


def cards_in(text: str) -> set[str]:
    """The cards that a text names, in either language, as a record writes them."""
    found = _CARD.findall(text.replace("\ufe0f", ""))
    return {_RANKS.get(rank, rank) + _SUITS[suit] for rank, suit in found}


@dataclass
class Story:
    """What was known of a game at which time: everything public, and each seat's cards so far."""

    game: StoredGame
    times: list[float] = field(default_factory=list)
    public: list[frozenset[str]] = field(default_factory=list)
    held: list[tuple[frozenset[str], ...]] = field(default_factory=list)

    @classmethod
    def of(cls, stored: StoredGame) -> Story:
        """Replay a game as it is kept."""
        story = cls(stored)
        game = start(stored.record())
        story._add(game, stored.started_at)
        for action in stored.actions:
            apply_text(game, action.text)
            story._add(game, action.at)
        return story

    def _add(self, game: Game, at: float) -> None:
        view = game.view(None)
        shown = {str(card) for event in view.log for card in event.cards}
        shown |= {str(card) for pair in view.table for card in pair if card}
        shown |= {str(view.trump_card)} if view.trump_card else set()
        before = self.held[-1] if self.held else (frozenset[str](),) * view.seats
        hands = [frozenset(map(str, game.hand(seat))) for seat in range(view.seats)]
        self.times.append(at)
        self.public.append(frozenset(shown) | (self.public[-1] if self.public else frozenset()))
        self.held.append(tuple(old | new for old, new in zip(before, hands, strict=True)))

    def allowed(self, person: int | None, at: float, *, past: bool = False) -> frozenset[str]:
        """The cards a person may know of at that time; None: what everybody may.

        All of them where a game that has ended is looked back on (`past`).
        """
        ended = self.game.ended_at
        if past and ended is not None and ended <= at:
            return frozenset(self.game.deal.deck)
        step = max(bisect_right(self.times, at) - 1, 0)
        known = self.public[step]
        for seat, who in enumerate(self.game.deal.seats):
            if person is not None and who.user_id == person:
                known |= self.held[step][seat]
        return known


def leaks(sights: Sequence[Sight], games: Iterable[StoredGame]) -> list[str]:
    """Every sight of a card by somebody who may not know it then, in words; none is right.

    What stands in a group and not on one phone alone must be public. A message is about the game
    that its buttons name, or named before; one without buttons in a private chat about the last
    game that was dealt to that person. Others may name no card, but for a puzzle, whose cards lie
    open, and what its answers say of them.
    """
    stories = {game.game_id: Story.of(game) for game in games}
    about: dict[tuple[int, Key], int] = {}
    puzzles: dict[int, set[str]] = {}
    found = []
    for sight in sights:
        if not sight.from_bot:
            continue
        place = sight.chat, sight.key
        game = sight.game if sight.game is not None else about.get(place)
        if sight.game is not None:
            about[place] = sight.game
        named = cards_in(" ".join((sight.text, *sight.labels)))
        for data in sight.datas:
            if data[0] in "mc":
                named |= set(_DATA.findall(data.rsplit(":", 1)[1]))
        alone = sight.chat > 0 or sight.key[1]
        if any(data.startswith("q:") for data in sight.datas):
            puzzles[sight.person] = set(named)
        if game is None:
            named -= puzzles.get(sight.person, set()) if alone else set()
        if game is None and named and alone:
            game = _last_dealt(stories, sight)
        if game in stories:
            past = any(data.startswith("v:") for data in sight.datas)
            named -= stories[game].allowed(sight.person if alone else None, sight.at, past=past)
        if named:
            where = "alone" if alone else "in the group"
            found.append(f"{sight.person} {where}, game {game}: {sorted(named)} in {sight.text!r}")
    return found


def _last_dealt(stories: dict[int, Story], sight: Sight) -> int | None:
    dealt = [
        number
        for number, story in stories.items()
        if story.times[0] <= sight.at
        and any(seat.user_id == sight.person for seat in story.game.deal.seats)
    ]
    return max(dealt, default=None)


def hand_cards(datas: Iterable[str]) -> set[Card]:
    """The cards that the keyboard of a hand has buttons for: those to play from one's own hand."""
    found = set()
    for data in datas:
        kind, what = data[0], data.rsplit(":", 1)[-1]
        if kind == "c":
            found.add(Card.parse(what))
        elif kind == "m":
            cards = [Card.parse(text) for text in _DATA.findall(what)]
            verb = what[0]
            found |= set(cards[1:] if verb == "b" else [] if verb == "u" else cards)
    return found
