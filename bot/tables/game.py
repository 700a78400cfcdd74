"""A live game: its replayed record and the state kept beside it. Pure: no I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from bot.model.people import Ring
from bot.model.screen import Slot
from bot.storage.deadlines import Deadline
from bot.storage.games import StoredGame
from bot.storage.queued_answers import QueuedAnswer
from engine import Action, Game, View

T = TypeVar("T")

MISSES = 2
"""After this many misses in a row a person is away, and a computer plays for them."""


class Moment:
    """A game at one step; views and legal actions are computed once, when read.

    `step` is the number of actions played so far, `awaited` the seats that owe a decision.
    """

    __slots__ = ("_game", "_legal", "_views", "awaited", "over", "step")

    def __init__(self, game: Game) -> None:
        self._game = game
        self._views: dict[int | None, View] = {}
        self._legal: dict[int, list[Action]] = {}
        self.step = game.step
        self.awaited = game.awaited
        self.over = game.over

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a bystander (None), may know."""
        if seat not in self._views:
            self._views[seat] = self._game.view(seat)
        return self._views[seat]

    def legal(self, seat: int) -> list[Action]:
        """Return the legal actions of a seat."""
        if seat not in self._legal:
            self._legal[seat] = self._game.legal_for(seat)
        return self._legal[seat]


@dataclass(slots=True, repr=False)
class LiveGame:
    """The state of one stored game in memory; dropped when storing it fails.

    Its repr is safe to log: it shows no hand.

    `at` is the time of the last action or deal, and `pressed` of each seat's last press, in Unix
    seconds. `queued` are the queued answers by seat, `asked` the open questions whether to leave by
    user id, `left` the resigned seats that have been shown their last screen, and `told` the notes
    about people that are posted once only, each a kind and a user id.

    By seat: `deadlines` of awaited people, `rung` the step a seat was last rung for, `rings` when
    its person wants to be rung, `misses` the misses in a row, `votes` the user ids that want the
    person out. `ringing` are the seats whose next screen is to ring.
    """

    stored: StoredGame
    game: Game
    at: float
    queued: dict[int, QueuedAnswer] = field(default_factory=dict)
    pressed: dict[int, float] = field(default_factory=dict)
    asked: dict[int, Slot] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    told: set[tuple[str, int]] = field(default_factory=set)
    deadlines: dict[int, Deadline] = field(default_factory=dict)
    rung: dict[int, int] = field(default_factory=dict)
    ringing: set[int] = field(default_factory=set)
    rings: Mapping[int, Ring] = field(default_factory=dict)
    misses: dict[int, int] = field(default_factory=dict)
    votes: dict[int, set[int]] = field(default_factory=dict)
    _moment: Moment | None = None

    def __repr__(self) -> str:
        return f"<LiveGame {self.game_id} step {self.step}: {self.moment.view(None)}>"

    @property
    def game_id(self) -> int:
        """The stored game's id."""
        return self.stored.game_id

    @property
    def step(self) -> int:
        """The number of actions played so far."""
        return self.game.step

    @property
    def moment(self) -> Moment:
        """The game at its current step."""
        if self._moment is None or self._moment.step != self.game.step:
            self._moment = Moment(self.game)
        return self._moment

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a person, resigned or not, None if they have none."""
        for seat, who in enumerate(self.stored.deal.seats):
            if who.user_id == user_id:
                return seat
        return None

    def person(self, seat: int) -> int | None:
        """Return the user id of the person on a seat, None for a computer."""
        return self.stored.deal.seats[seat].user_id

    def at_seats(self, found: Mapping[int, T]) -> dict[int, T]:
        """Return what was found for seats, without those that the game does not have."""
        return {
            seat: one for seat, one in found.items() if seat in range(len(self.stored.deal.seats))
        }

    def plays(self, user_id: int) -> bool:
        """Tell whether a person has a seat and has not left the game."""
        seat = self.seat_of(user_id)
        return seat is not None and seat not in self.game.state.resigned

    @property
    def level(self) -> str | None:
        """The level of the computers, None where there are none."""
        return next((who.level for who in self.stored.deal.seats if who.level), None)

    @property
    def people_in(self) -> list[int]:
        """The user ids of people who have not resigned or been erased, by seat."""
        resigned = self.game.state.resigned
        return [
            who.user_id
            for seat, who in enumerate(self.stored.deal.seats)
            if who.user_id and not who.forgotten and seat not in resigned
        ]

    @property
    def playing(self) -> list[int]:
        """The seats of people who are neither out nor resigned."""
        state = self.game.state
        seats = enumerate(self.stored.deal.seats)
        return [s for s, who in seats if who.user_id and s not in (*state.outs, *state.resigned)]

    @property
    def away(self) -> tuple[int, ...]:
        """The seats in play whose people are away, sorted."""
        return tuple(s for s in self.playing if self.misses.get(s, 0) >= MISSES)

    @property
    def paused(self) -> bool:
        """Whether all people in play are away, so that nobody would see the game go on."""
        return bool(self.playing) and len(self.away) == len(self.playing)

    def votes_on(self, seat: int) -> tuple[int, int]:
        """Return the votes for taking the person of a seat out, and the number needed.

        Needed is more than half of the other people who have not resigned and are not away.
        """
        others = {user_id for user_id in self.people_in if user_id != self.person(seat)}
        others -= {self.person(other) for other in self.away}
        return len(self.votes.get(seat, set()) & others), len(others) // 2 + 1

    def decides(self, seat: int) -> bool:
        """Tell whether a person who is not away plays this seat."""
        return self.person(seat) is not None and self.misses.get(seat, 0) < MISSES

    @property
    def host(self) -> int | None:
        """The person who opened the lobby or, if they have left, the first who has not."""
        people = self.people_in
        if self.stored.deal.host_id in people:
            return self.stored.deal.host_id
        return people[0] if people else None

    def take_ringing(self) -> list[int]:
        """Return and clear the seats that are to be rung, if they are still awaited."""
        ringing, self.ringing = self.ringing, set()
        return [
            seat
            for seat, deadline in self.deadlines.items()
            if seat in ringing and self.rung.get(seat) == deadline.step
        ]

    @property
    def good_answers(self) -> dict[int, QueuedAnswer]:
        """The queued answers by seat that still mean what they meant when they were given."""
        if not self.queued:
            return {}
        view = self.moment.view(None)
        return {
            seat: answer
            for seat, answer in self.queued.items()
            if answer.bout == view.bout and answer.seen in (None, view.seen)
        }
