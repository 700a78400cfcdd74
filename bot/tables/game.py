"""A game that is on: its record replayed, and kept in step with what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.model.people import Ring
from bot.model.screen import Slot
from bot.model.tally import tally_of
from bot.storage import deadlines, games, people, queued_answers
from bot.storage.database import Database
from bot.storage.deadlines import Deadline
from bot.storage.games import ActorKind, GameEnd, StoredGame
from bot.storage.proofs import Cut
from bot.tables.deadlines import deadlines_after
from engine import Action, Card, Game, Verb
from engine.record import play, state_of

MISSES = 2
"""Whoever lets so many decisions in a row pass is away, and a computer plays for them."""


@dataclass(slots=True)
class LiveGame:
    """The live state of one stored game; it is thrown away whenever storing something failed.

    `at` is when the last action, or the deal, was; `pressed` when each seat last pressed.
    `ahead` holds what seats have answered for later. `asked` are the questions to people whether
    they want to leave. `left` are the resigned seats that have been shown their last screen.
    `said` is what has been said of people that is said once only.

    `waits` are the people who are awaited, `rung` the steps that seats were rung for, `rings` when
    they want to be rung. `misses` counts the decisions in a row that a seat has let pass, `votes`
    who wants the person of a seat out of the game.
    """

    stored: StoredGame
    game: Game
    at: float
    ahead: dict[int, queued_answers.QueuedAnswer] = field(default_factory=dict)
    pressed: dict[int, float] = field(default_factory=dict)
    asked: dict[int, Slot] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    said: set[tuple[str, int]] = field(default_factory=set)
    deadlines: dict[int, Deadline] = field(default_factory=dict)
    rung: dict[int, int] = field(default_factory=dict)
    rings: dict[int, Ring] = field(default_factory=dict)
    misses: dict[int, int] = field(default_factory=dict)
    votes: dict[int, set[int]] = field(default_factory=dict)

    @property
    def game_id(self) -> int:
        """The stored game's id."""
        return self.stored.game_id

    @property
    def step(self) -> int:
        """How many actions have been played: the number of the next one."""
        return len(self.game.actions)

    def seat_of(self, user_id: int) -> int | None:
        """Where a person sits, None if nowhere."""
        for seat, who in enumerate(self.stored.deal.seats):
            if who.user_id == user_id:
                return seat
        return None

    def person(self, seat: int) -> int | None:
        """Who sits there, None for a computer."""
        return self.stored.deal.seats[seat].user_id

    @property
    def level(self) -> str | None:
        """How well the computers play, None where there are none."""
        return next((who.level for who in self.stored.deal.seats if who.level), None)

    @property
    def people_in(self) -> list[int]:
        """The people who have not left the game, by seat; nobody who was forgotten."""
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
        """How many want the person of a seat out of the game, and how many it takes: more than
        half of the other people who have not left and are there."""
        others = {user_id for user_id in self.people_in if user_id != self.person(seat)}
        others -= {self.person(other) for other in self.away}
        return len(self.votes.get(seat, set()) & others), len(others) // 2 + 1

    def decides(self, seat: int) -> bool:
        """Whether a person who is there plays this seat, and not a computer."""
        return self.person(seat) is not None and self.misses.get(seat, 0) < MISSES

    @property
    def host(self) -> int | None:
        """Who may stop the game: who opened it, or the next person where that one has left."""
        people = self.people_in
        if self.stored.deal.host_id in people:
            return self.stored.deal.host_id
        return people[0] if people else None


async def load(db: Database, game_id: int) -> LiveGame:
    """Build the live state from the record.

    Raises:
        RecordError: the record can't be played (any more).
    """
    stored = await games.load_game(db, game_id)
    assert stored is not None, game_id
    at = stored.actions[-1].at if stored.actions else stored.started_at
    live = LiveGame(stored, play(stored.record()), at)
    live.left = set(live.game.state.resigned)
    live.ahead = {answer.seat: answer for answer in await queued_answers.of_game(db, game_id)}
    live.deadlines = await deadlines.of_game(db, game_id)
    live.rung = await queued_answers.rung(db, game_id)
    live.misses = await deadlines.misses(db, game_id)
    live.votes = await deadlines.votes(db, game_id)
    await learn_rings(db, live)
    return live


async def learn_rings(db: Database, live: LiveGame) -> None:
    """Ask when the people of a game want to be rung."""
    known = await people.get_many(db, live.people_in)
    for seat, who in enumerate(live.stored.deal.seats):
        if who.user_id is not None and who.user_id in known:
            live.rings[seat] = known[who.user_id].ring


async def submit(
    db: Database, live: LiveGame, action: Action, at: float, kind: ActorKind, actor: int | None
) -> None:
    """Play an action and keep it, and with it the end of the game if this ends it.

    Raises:
        IllegalAction: nothing is changed.
        FAILURES: it could not be kept; the live state is not to be used any more.
    """
    live.game.apply(action)
    await _keep(db, live, action, at, kind, actor)
    if action.verb is not Verb.PASS:
        await forget_answer(db, live, action.seat)


async def deal_again(
    db: Database, live: LiveGame, deck: Sequence[Card], at: float, cut: Cut | None = None
) -> None:
    """Deal the new deck that a redeal has asked for; `cut` where it was promised.

    Raises as `submit` does.
    """
    live.game.redeal(deck)
    await _keep(db, live, None, at, "bot", None, cut)


async def keep_answer(db: Database, live: LiveGame, answer: queued_answers.QueuedAnswer) -> None:
    """Keep what a seat answers ahead, instead of what it answered before."""
    await queued_answers.drop(db, live.game_id, answer.seat)
    await queued_answers.put(db, live.game_id, answer)
    live.ahead[answer.seat] = answer


async def forget_answer(db: Database, live: LiveGame, seat: int) -> None:
    """Forget what a seat answered ahead."""
    if live.ahead.pop(seat, None) is not None:
        await queued_answers.drop(db, live.game_id, seat)


async def _keep(
    db: Database,
    live: LiveGame,
    action: Action | None,
    at: float,
    kind: ActorKind,
    actor: int | None,
    cut: Cut | None = None,
) -> None:
    number = live.step - 1
    text = live.game.actions[-1]
    end = _end_of(live)
    awaits = deadlines_after(live, action, at)
    await games.append_action(
        db,
        live.game_id,
        number,
        text,
        at,
        kind,
        actor,
        end=end,
        awaits=tuple(awaits.values()),
        cut=cut,
    )
    live.at, live.deadlines = at, awaits


def _end_of(live: LiveGame) -> GameEnd | None:
    result = live.game.result
    if result is None:
        return None
    outcome = state_of(live.game)["result"]
    if result.void:
        return GameEnd("void", outcome)
    people = [who.user_id for who in live.stored.deal.seats]
    return GameEnd("over", outcome, tally_of(people, live.game))
