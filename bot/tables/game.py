"""A game that is on: its record replayed, and what belongs to it besides. Pure: no I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.model.people import Ring
from bot.model.screen import Slot
from bot.storage.deadlines import Deadline
from bot.storage.games import StoredGame
from bot.storage.queued_answers import QueuedAnswer
from engine import Action, Game, View

MISSES = 2
"""A person who lets so many decisions in a row pass is away, and a computer plays for them."""


class Moment:
    """A game as it stands at one step: each of its parts is worked out once, when it is read.

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
    """The live state of one stored game; it is dropped whenever storing something failed.

    Its repr may stand in a log: it tells no hand.

    `at` is when the last action, or the deal, was; `pressed` when each seat last pressed.
    `queued` holds what seats have answered ahead. `asked` are the questions to people whether they
    want to leave. `left` are the resigned seats that have been shown their last screen. `said` is
    what has been said of people that is said once only.

    `deadlines` are the people who are awaited, `rung` the steps that seats were rung for, `ringing`
    the seats whose next screen is to ring, `rings` when they want to be rung. `misses` counts the
    decisions in a row that a seat has let pass, `votes` who wants the person of a seat out.
    """

    stored: StoredGame
    game: Game
    at: float
    queued: dict[int, QueuedAnswer] = field(default_factory=dict)
    pressed: dict[int, float] = field(default_factory=dict)
    asked: dict[int, Slot] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    said: set[tuple[str, int]] = field(default_factory=set)
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
        """How many actions have been played: the number of the next one."""
        return self.game.step

    @property
    def moment(self) -> Moment:
        """The game as it stands now."""
        if self._moment is None or self._moment.step != self.game.step:
            self._moment = Moment(self.game)
        return self._moment

    def seat_of(self, user_id: int) -> int | None:
        """Return where a person sits, None if nowhere; who left the game still has a seat."""
        for seat, who in enumerate(self.stored.deal.seats):
            if who.user_id == user_id:
                return seat
        return None

    def person(self, seat: int) -> int | None:
        """Return the person of a seat, None for a computer."""
        return self.stored.deal.seats[seat].user_id

    def plays(self, user_id: int) -> bool:
        """Tell whether a person has a seat and has not left the game."""
        seat = self.seat_of(user_id)
        return seat is not None and seat not in self.game.state.resigned

    @property
    def level(self) -> str | None:
        """How well the computers play, None where there are none."""
        return next((who.level for who in self.stored.deal.seats if who.level), None)

    @property
    def people_in(self) -> list[int]:
        """The people who have not left the game, by seat, without those that were erased."""
        resigned = self.game.state.resigned
        return [
            who.user_id
            for seat, who in enumerate(self.stored.deal.seats)
            if who.user_id and not who.forgotten and seat not in resigned
        ]

    @property
    def playing(self) -> list[int]:
        """The seats of people that still have something to play for."""
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
        """Return how many want the person of a seat out of the game, and how many it takes.

        It takes more than half of the other people who have not left and are there.
        """
        others = {user_id for user_id in self.people_in if user_id != self.person(seat)}
        others -= {self.person(other) for other in self.away}
        return len(self.votes.get(seat, set()) & others), len(others) // 2 + 1

    def decides(self, seat: int) -> bool:
        """Tell whether a person who is there plays this seat, and not a computer."""
        return self.person(seat) is not None and self.misses.get(seat, 0) < MISSES

    @property
    def host(self) -> int | None:
        """Who may stop the game: who opened it, or the next person where that one has left."""
        people = self.people_in
        if self.stored.deal.host_id in people:
            return self.stored.deal.host_id
        return people[0] if people else None

    def take_ringing(self) -> list[int]:
        """Return the seats whose screen is to ring now, once: those that are still awaited."""
        ringing, self.ringing = self.ringing, set()
        return [
            seat
            for seat, deadline in self.deadlines.items()
            if seat in ringing and self.rung.get(seat) == deadline.step
        ]

    @property
    def good_answers(self) -> dict[int, QueuedAnswer]:
        """The answers ahead that still mean what they meant when they were given, by seat."""
        if not self.queued:
            return {}
        view = self.moment.view(None)
        return {
            seat: answer
            for seat, answer in self.queued.items()
            if answer.bout == view.bout and answer.seen in (None, view.seen)
        }
