"""Loads live games from their records, and stores each event in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.model.tally import tally_of
from bot.storage import deadlines, games, people, queued_answers
from bot.storage.database import Database
from bot.storage.deadlines import Deadline
from bot.storage.errors import Unreadable
from bot.storage.games import ActorKind, Deal, GameEnd, NewAction, StoredGame
from bot.storage.proofs import Cut
from bot.storage.queued_answers import QueuedAnswer
from bot.tables.deadlines import deadlines_after, due_rings, missing_deadlines
from bot.tables.game import LiveGame
from engine import Action, Card, IllegalAction, Verb
from engine.record import play, state_of


class Commit:
    """Stores what happens in live games.

    `ring_after` is the number of seconds after which an awaited person without a clock is rung.
    After a failed write the live game must be loaded again.
    """

    def __init__(self, db: Database, ring_after: float) -> None:
        self._db = db
        self._ring_after = ring_after

    async def load(self, game_id: int) -> LiveGame:
        """Return the live state of a stored game, replayed from its record.

        Raises:
            RecordError: the record can't be replayed.
            Unreadable: there is none, or its rows were damaged.
        """
        stored = await games.load_game(self._db, game_id)
        if stored is None:
            raise Unreadable("games", game_id)
        at = stored.actions[-1].at if stored.actions else stored.started_at
        live = LiveGame(stored, play(stored.record()), at)
        live.left = set(live.game.state.resigned)
        queued = {one.seat: one for one in await queued_answers.of_game(self._db, game_id)}
        live.queued = live.at_seats(queued)
        live.queued = live.good_answers
        live.deadlines = live.at_seats(await deadlines.of_game(self._db, game_id))
        live.rung = live.at_seats(await queued_answers.rung(self._db, game_id))
        live.misses = live.at_seats(await deadlines.misses(self._db, game_id))
        live.votes = live.at_seats(await deadlines.votes(self._db, game_id))
        await self.learn_rings(live)
        return live

    async def deal(
        self, deal: Deal, at: float, close_lobby: int | None = None, cut: Cut | None = None
    ) -> LiveGame:
        """Store a new game and return it, closing the lobby `close_lobby` with it.

        `cut` is the cut of a promised deal.

        Raises:
            TableBusy: a game is on at its table.
        """
        draft = StoredGame(0, 0, 0, deal, "live", at, None, None, ())
        live = LiveGame(draft, play(draft.record()), at)
        live.deadlines = deadlines_after(live, None, at)
        awaits = tuple(live.deadlines.values())
        live.stored = await games.create_game(self._db, deal, at, close_lobby, cut, awaits)
        await self.learn_rings(live)
        return live

    async def learn_rings(self, live: LiveGame) -> None:
        """Load when the people of a game want to be rung."""
        known = await people.get_many(self._db, live.people_in)
        live.rings = {
            seat: known[who.user_id].ring
            for seat, who in enumerate(live.stored.deal.seats)
            if who.user_id is not None and who.user_id in known
        }

    async def actions(
        self,
        live: LiveGame,
        actions: Sequence[Action],
        at: float,
        kind: ActorKind,
        actor: int | None,
        *,
        answer: QueuedAnswer | None = None,
        missed: bool = False,
    ) -> IllegalAction | None:
        """Play one or more actions and store them at once, up to the first that is not legal.

        Returns why not all were played, None if they were. `answer` is a queued answer to store
        with the first; `missed` counts its decision as a miss.

        Raises:
            IllegalAction: the rules do not allow the first; nothing has changed.
            FAILURES: they could not be stored.
        """
        played: list[NewAction] = []
        refused = None
        for action in actions:
            try:
                live.game.apply(action)
            except IllegalAction as error:
                if not played:
                    raise
                refused = error
                break
            queued = dict(live.queued)
            if answer is not None and not played:
                queued[answer.seat] = answer
            if action.verb is not Verb.PASS:
                queued.pop(action.seat, None)
            misses = missed and not live.game.over
            if misses:
                live.misses[action.seat] = live.misses.get(action.seat, 0) + 1
            answers = {} if live.game.deck_due else queued
            new = self._new(live, action, at, kind, actor, answers, missed=misses)
            played.append(new)
        await games.append_action(self._db, live.game_id, *played)
        _note_rings(live, played)
        return refused

    async def deck(
        self, live: LiveGame, deck: Sequence[Card], at: float, cut: Cut | None = None
    ) -> None:
        """Deal and store the deck of a redeal; `cut` is the cut of a promised one.

        Raises:
            FAILURES: it could not be stored.
        """
        live.game.redeal(deck)
        new = self._new(live, None, at, "bot", None, {}, cut=cut)
        await games.append_action(self._db, live.game_id, new)
        _note_rings(live, [new])

    def _new(
        self,
        live: LiveGame,
        action: Action | None,
        at: float,
        kind: ActorKind,
        actor: int | None,
        queued: dict[int, QueuedAnswer],
        *,
        missed: bool = False,
        cut: Cut | None = None,
    ) -> NewAction:
        """Return what to store of the action just applied, and bring `live` up to date."""
        before = live.queued
        live.at, live.queued = at, queued
        live.queued = live.good_answers
        live.deadlines = deadlines_after(live, action, at)
        return NewAction(
            live.step - 1,
            live.game.last_text,
            at,
            kind,
            actor,
            end=_end_of(live),
            awaits=tuple(live.deadlines.values()),
            answers=None if live.queued == before else tuple(live.queued.values()),
            missed=action.seat if missed and action is not None else None,
            rings=due_rings(live, at, self._ring_after),
            cut=cut,
        )

    async def answer(self, live: LiveGame, answer: QueuedAnswer) -> None:
        """Store the queued answer of a seat, replacing its previous one."""
        await self._answers(live, live.queued | {answer.seat: answer})

    async def forget_answer(self, live: LiveGame, seat: int) -> None:
        """Delete the queued answer of a seat."""
        if seat in live.queued:
            await self._answers(live, {s: one for s, one in live.queued.items() if s != seat})

    async def _answers(self, live: LiveGame, queued: dict[int, QueuedAnswer]) -> None:
        await queued_answers.replace(self._db, live.game_id, queued.values())
        live.queued = queued

    async def await_until(self, live: LiveGame, awaits: dict[int, Deadline]) -> None:
        """Replace the deadlines of a game, where they differ."""
        if awaits != live.deadlines:
            live.deadlines = awaits
            await deadlines.replace(self._db, live.game_id, awaits.values())

    async def returned(self, live: LiveGame, seat: int, at: float) -> None:
        """Store that the person of a seat is back; delete their misses and votes."""
        live.misses.pop(seat)
        live.votes.pop(seat, None)
        awaits = missing_deadlines(live, at)
        await deadlines.returned(self._db, live.game_id, seat, at, awaits.values())
        live.deadlines = awaits

    async def vote(self, live: LiveGame, seat: int, user_id: int) -> None:
        """Store a person's vote to take the person of a seat out of the game."""
        await deadlines.vote(self._db, live.game_id, seat, user_id)
        live.votes.setdefault(seat, set()).add(user_id)

    async def due_rings(self, live: LiveGame, at: float) -> None:
        """Store the rings that are due at `at`, so that each rings once."""
        rings = due_rings(live, at, self._ring_after)
        if rings:
            await queued_answers.ring(self._db, live.game_id, rings)
            _ring(live, rings)


def _note_rings(live: LiveGame, stored: Sequence[NewAction]) -> None:
    for new in stored:
        _ring(live, new.rings)


def _ring(live: LiveGame, rings: Mapping[int, int]) -> None:
    live.rung |= rings
    live.ringing |= rings.keys()


def _end_of(live: LiveGame) -> GameEnd | None:
    result = live.game.result
    if result is None:
        return None
    outcome = state_of(live.game)["result"]
    if result.void:
        return GameEnd("void", outcome)
    people = [who.user_id for who in live.stored.deal.seats]
    return GameEnd("over", outcome, tally_of(people, live.game))
