"""A game goes on: what follows by itself, computers, rings, and the end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from bot.model.protocols import Clock, Opponent
from bot.runtime.clock import Alarms
from bot.runtime.context import bind_table
from bot.screens.text import message
from bot.storage import deadlines, games, queued_answers
from bot.storage.database import Database
from bot.storage.errors import FAILURES
from bot.storage.games import DAY, ActorKind, EndReason
from bot.tables import autoplay
from bot.tables.autoplay import Decision
from bot.tables.deadlines import counts, extended, missing_deadlines, ring_at
from bot.tables.deal import staying
from bot.tables.game import LiveGame, forget_answer, keep_answer, learn_rings, load, submit
from bot.tables.opponents import Opponents
from bot.tables.presenter import Presenter, hand_slot
from bot.tables.rank_pictures import RankPictures
from bot.tables.table import Table, TableIndex
from engine import Action, RecordError, Verb

if TYPE_CHECKING:
    from bot.tables.cut import Cutting

T = TypeVar("T")
Work = Callable[[LiveGame], Awaitable[None]]

log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
SLEEP_SECONDS = 3600.0
"""A game without a running clock that nobody has touched for so long sleeps: it is not in memory,
and is not loaded at the start."""
HELD_SECONDS = 2.0
"""How soon to look again whether an awaited person has been shown what is asked."""


class Progress:
    """Carries games from one person's decision to the next. Its methods run in the room's lane.

    `cutting`, which sets itself when it is made, begins the games that follow from others.
    """

    cutting: Cutting

    def __init__(
        self,
        db: Database,
        clock: Clock,
        alarms: Alarms,
        tables: TableIndex,
        screens: Presenter,
        opponent: Opponent,
        keepsakes: RankPictures,
        *,
        ai_pause: float,
        ring_after: float,
    ) -> None:
        self._db = db
        self._clock = clock
        self._alarms = alarms
        self._index = tables
        self._presenter = screens
        self.rank_pictures = keepsakes
        self.opponents = Opponents(
            clock,
            opponent,
            ai_pause,
            self._computer_later,
            lambda game_id: alarms.cancel(("computer", game_id)),
        )
        self._ring_after = ring_after

    async def current(self, table: Table) -> LiveGame | None:
        """The game that is on, loaded where it is not; a record that can't be played ends it."""
        if table.game_id is not None and table.live is None:
            try:
                table.live = await load(self._db, table.game_id)
            except RecordError as error:
                log.error("broken: game %s action %s", table.game_id, error.number)
                await self._break(table, table.game_id)
        return table.live

    async def submit(
        self, live: LiveGame, action: Action, kind: ActorKind, actor: int | None = None
    ) -> None:
        """Play and keep one action; see `bot.tables.game.submit`. Show it by `settle`."""
        step = live.step
        await submit(self._db, live, action, self._clock.now(), kind, actor)
        log.info("%s acted: game %s step %s", kind, live.game_id, step)

    async def advance(
        self, table: Table, live: LiveGame, *, acted: int | None = None, anew: bool = False
    ) -> None:
        """After actions: play what follows at once, show what has come of it, plan what is next.

        Where what follows can't be kept, all that was kept is shown a little later.
        """
        try:
            await self._follow(table, live)
            if live.game.over:
                await self._end(table, live)
                return
            await self._await_people(live)
            ringing = await self._to_ring(live)
            self._plan(table, live)
            await self._presenter.game(table, live, acted=acted, anew=anew, ringing=ringing)
        except FAILURES:
            self._failed(table)

    async def stop(self, table: Table, live: LiveGame, reason: EndReason | None = None) -> None:
        """End a game for all, without a result; the reason where nobody has said so."""
        await games.end_game(self._db, live.game_id, "stopped", self._clock.now(), reason)
        await self._leave_table(table, live)
        await self._presenter.ended(table, live, reason or "stopped")

    async def expire_idle(self, table: Table, game_id: int) -> None:
        """End a game that nobody seems to have touched for long, unless somebody has."""
        live = await self.current(table)
        if live is None or live.game_id != game_id:
            return
        quiet = max(DAY, 2 * live.stored.deal.clock)
        if all(at + quiet <= self._clock.now() for at in live.pressed.values()):
            log.info("let go: game %s", game_id)
            await self.stop(table, live, "expired")

    async def unload(self, table: Table, now: float) -> None:
        """Keep nothing in memory of a game that rests; its record is read again when needed."""
        live = table.live
        if live is None or live.asked or autoplay.next_seat(live) is not None:
            return
        if max(live.at, *live.pressed.values(), 0.0) + SLEEP_SECONDS <= now:
            table.live = None

    async def _follow(self, table: Table, live: LiveGame) -> None:
        while not live.game.over:
            if live.game.deck_due:
                live.ahead.clear()
                await queued_answers.drop(self._db, live.game_id)
                if not await self.cutting.redeal(table, live):
                    return
                continue
            await self._drop_outdated(live)
            decision = autoplay.at_once(live)
            if decision is None:
                return
            await self.submit(live, decision.action, decision.kind, decision.actor)

    async def _await_people(self, live: LiveGame) -> None:
        """Write down who is awaited where that is not known yet: after a deal, or a return."""
        now_awaited = missing_deadlines(live, self._clock.now())
        if now_awaited != live.deadlines:
            live.deadlines = now_awaited
            await deadlines.replace(self._db, live.game_id, live.deadlines.values())

    async def _drop_outdated(self, live: LiveGame) -> None:
        view = live.game.view(None)
        for seat, answer in list(live.ahead.items()):
            if answer.bout != view.bout or answer.seen not in (None, view.seen):
                await forget_answer(self._db, live, seat)

    def _plan(self, table: Table, live: LiveGame, *, soonest: float = 0.0) -> None:
        """Set the alarms of a game: the next computer's move, the next ring or expired clock."""
        self.opponents.plan(table, live)
        moments = [wait.until for wait in live.deadlines.values()]
        moments += [ring_at(live, seat, self._ring_after) for seat in live.deadlines]
        due = min((moment for moment in moments if moment is not None), default=None)
        if due is None:
            self._alarms.cancel(("watch", live.game_id))
        else:
            seconds = max(due - self._clock.now(), soonest)
            self._set("watch", seconds, table, live.game_id, partial(self._watch, table))

    def _computer_later(
        self, table: Table, game_id: int, step: int, decision: Decision, seconds: float
    ) -> None:
        work = partial(self._computer_moves, table, step, decision)
        self._set("computer", seconds, table, game_id, work)

    async def _computer_moves(
        self, table: Table, step: int, decision: Decision, live: LiveGame
    ) -> None:
        """Do what was chosen, if the game still stands as it did; else it has been planned anew."""
        if live.step == step and autoplay.next_seat(live) == decision.action.seat:
            await self.submit(live, decision.action, decision.kind)
            await self.advance(table, live, acted=decision.action.seat)

    async def _watch(self, table: Table, live: LiveGame) -> None:
        """Somebody's time is up, or it is time to ring."""
        soonest = 0.0
        for seat, wait in list(live.deadlines.items()):
            if wait.until is None or wait.until > self._clock.now():
                continue
            if not await self._held_up(table, live, seat):
                await self._expire(table, live, seat)
                return
            soonest = HELD_SECONDS
        for seat in await self._to_ring(live):
            await self._presenter.hand(table, live, seat, anew=True)
        self._plan(table, live, soonest=soonest)

    async def _to_ring(self, live: LiveGame) -> list[int]:
        """The seats whose phones are to ring now; that is noted, so that each rings once."""
        ringing = []
        for seat, wait in live.deadlines.items():
            at = ring_at(live, seat, self._ring_after)
            if at is None or at > self._clock.now():
                continue
            live.rung[seat] = wait.step
            if await queued_answers.ring(self._db, live.game_id, seat, wait.step):
                log.info("rung: game %s step %s seat %s", live.game_id, wait.step, seat)
                ringing.append(seat)
        return ringing

    async def _held_up(self, table: Table, live: LiveGame, seat: int) -> bool:
        """Whether what is asked came to be seen so late that there is time left."""
        late = self._presenter.late(live, seat)
        if late is None:
            return True
        if late <= live.deadlines[seat].since:
            return False
        longer = extended(live, seat, late)
        if longer.until is None or longer.until <= self._clock.now():
            return False
        live.deadlines[seat] = longer
        await deadlines.replace(self._db, live.game_id, live.deadlines.values())
        await self._presenter.game(table, live)
        return True

    async def _expire(self, table: Table, live: LiveGame, seat: int) -> None:
        decision, counted = autoplay.overdue(live, seat), counts(live, seat)
        if decision.action.verb is Verb.PASS:
            await keep_answer(self._db, live, autoplay.passes_for_bout(live, seat))
        await self.submit(live, decision.action, decision.kind)
        if counted and not live.game.over:
            live.misses[seat] = live.misses.get(seat, 0) + 1
            await deadlines.miss(self._db, live.game_id, seat)
            log.info("missed: game %s seat %s times %s", live.game_id, seat, live.misses[seat])
        await self.advance(table, live, acted=seat)

    async def present(self, table: Table, live: LiveGame, seat: int) -> bool:
        """The person of a seat has pressed something, and is there from now on.

        False where the game has ended by that, or could not be kept: there is nothing to do then.
        """
        live.pressed[seat] = self._clock.now()
        if seat not in live.misses:
            return True
        was_away = seat in live.away
        await deadlines.returned(self._db, live.game_id, seat, self._clock.now())
        live.misses.pop(seat)
        live.votes.pop(seat, None)
        if was_away:
            log.info("returned: game %s seat %s", live.game_id, seat)
            await self.advance(table, live, acted=seat)
        return table.live is live and not table.stale

    def _set(self, name: str, seconds: float, table: Table, game_id: int, work: Work) -> None:
        """Do `work` with a game later, in its lane, if it is still on then."""

        async def turn() -> None:
            live = await self.current(table) if table.game_id == game_id else None
            if live is not None:
                await work(live)

        self._alarms.set((name, game_id), seconds, lambda: self._later(table, turn))

    async def _later(self, table: Table, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        with contextlib.suppress(*FAILURES):
            await self.turn(table, work)

    def turn(self, table: Table, work: Callable[[], Coroutine[Any, Any, T]]) -> Awaitable[T]:
        """Do `work` in the room's lane, its place taken by the call itself.

        Where it raises FAILURES, the room is read from storage again, and goes on a little later.
        """

        async def guarded() -> T:
            try:
                if table.stale:
                    await self._index.refresh(table)
                return await work()
            except FAILURES:
                self._failed(table)
                raise
            except Exception:
                self._forget(table)
                raise

        async def marked() -> T:
            with bind_table(table.log_fields):
                return await guarded()

        return asyncio.shield(table.mailbox.post(marked))

    def _failed(self, table: Table) -> None:
        log.exception("not saved: game %s", table.game_id)
        table.stale = True
        self._forget(table)
        self._alarms.set(
            ("retry", table.chat_id, table.thread_id),
            RETRY_SECONDS,
            lambda: self._later(table, lambda: self.resume(table)),
        )

    def _forget(self, table: Table) -> None:
        """What is in memory of a game may not be what is stored; it is read and planned anew."""
        table.live = None
        if table.game_id is not None:
            self.opponents.forget(table.game_id)

    async def learn_rings(self, table: Table) -> None:
        """Somebody wants to be rung at other times than before."""
        if (live := await self.current(table)) is not None:
            await learn_rings(self._db, live)
            self._plan(table, live)

    async def resume(self, table: Table) -> None:
        """Go on with what is on in a room, from its record."""
        live = await self.current(table)
        if live is not None:
            await self.advance(table, live)
        await self.cutting.resume(table)

    async def _end(self, table: Table, live: LiveGame) -> None:
        """The game is over: a void one is dealt again among those who are left (§8)."""
        await self._leave_table(table, live)
        log.info("over: game %s after %s actions", live.game_id, live.step)
        result = live.game.result
        again = False
        if result is not None and result.void and not table.busy:
            again = await self._begin_void_again(table, live)
        await self._presenter.ended(table, live)
        await self.rank_pictures.begin(table, live)
        if again:
            if not table.solo:
                words = message("note-dealt-again", await self._presenter.language(table))
                self._presenter.say(table.chat_id, table.shown_in, words)
            await self.cutting.go_on(table)

    async def _begin_void_again(self, table: Table, live: LiveGame) -> bool:
        if not live.people_in or len(staying(live)) < 2:
            return False
        try:
            await self.cutting.begin_again(table, live)
        except FAILURES:
            log.exception("not dealt again: game %s", live.game_id)
            return False
        return True

    async def show_left(self, table: Table, user_id: int) -> None:
        """Show the game for the last time to a person who left it so shortly before a crash."""
        live = await self.current(table)
        seat = None if live is None else live.seat_of(user_id)
        if live is not None and seat is not None and seat in live.left:
            await self._presenter.hand(table, live, seat)
            self._presenter.delivery.forget(hand_slot(live.game_id, user_id))

    async def show_end(self, table: Table, game_id: int) -> None:
        """Show the end of a game that came so shortly before a crash that nobody saw it."""
        try:
            live = await load(self._db, game_id)
        except RecordError:
            await self._show_broken(table, game_id)
            return
        newest = await games.last_game_at(self._db, live.stored.deal.table_id)
        if live.stored.status == "void" and newest == game_id:
            await self._end(table, live)
        else:
            stopped = live.stored.status == "stopped"
            ended = live.stored.reason or "stopped"
            await self._presenter.ended(table, live, ended if stopped else None)

    async def _break(self, table: Table, game_id: int) -> None:
        await games.end_game(self._db, game_id, "broken", self._clock.now())
        self._index.set_game(table, None)
        await self.cutting.dropped(table)
        await self._show_broken(table, game_id)

    async def _show_broken(self, table: Table, game_id: int) -> None:
        stored = await games.load_game(self._db, game_id)
        assert stored is not None
        await self._presenter.broken(table, stored)

    async def _leave_table(self, table: Table, live: LiveGame) -> None:
        self._index.set_game(table, None)
        await self.cutting.dropped(table)
        for slot in live.asked.values():
            self._presenter.delivery.remove(slot)
        self.opponents.forget(live.game_id)
        self._alarms.cancel(("watch", live.game_id))
