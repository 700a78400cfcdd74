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
from bot.table import automatic
from bot.table.automatic import Deed
from bot.table.computers import Computers
from bot.table.dealing import staying
from bot.table.keepsakes import Keepsakes
from bot.table.live import Live, forget_answer, keep_answer, learn_rings, load, submit
from bot.table.room import Room, Rooms
from bot.table.screens import Screens, hand_slot
from bot.table.waiting import counts, extended, missing_waits, ring_at
from engine import Action, RecordError, Verb

if TYPE_CHECKING:
    from bot.table.cutting import Cutting

T = TypeVar("T")
Work = Callable[[Live], Awaitable[None]]

log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
SLEEP_SECONDS = 3600.0
"""A game without a running clock that nobody has touched for so long sleeps: it is not in memory,
and is not loaded at the start."""
HELD_SECONDS = 2.0
"""How soon to look again whether an awaited person has been shown what is asked."""


class Play:
    """Carries games from one person's decision to the next. Its methods run in the room's lane.

    `cutting`, which sets itself when it is made, begins the games that follow from others.
    """

    cutting: Cutting

    def __init__(
        self,
        db: Database,
        clock: Clock,
        alarms: Alarms,
        rooms: Rooms,
        screens: Screens,
        opponent: Opponent,
        keepsakes: Keepsakes,
        *,
        ai_pause: float,
        ring_after: float,
    ) -> None:
        self._db = db
        self._clock = clock
        self._alarms = alarms
        self._rooms = rooms
        self._screens = screens
        self.keepsakes = keepsakes
        self.computers = Computers(
            clock,
            opponent,
            ai_pause,
            self._computer_later,
            lambda game_id: alarms.cancel(("computer", game_id)),
        )
        self._ring_after = ring_after

    async def current(self, room: Room) -> Live | None:
        """The game that is on, loaded where it is not; a record that can't be played ends it."""
        if room.game_id is not None and room.live is None:
            try:
                room.live = await load(self._db, room.game_id)
            except RecordError as error:
                log.error("broken: game %s action %s", room.game_id, error.number)
                await self._break(room, room.game_id)
        return room.live

    async def submit(
        self, live: Live, action: Action, kind: ActorKind, actor: int | None = None
    ) -> None:
        """Play and keep one action; see `bot.table.live.submit`. Show it by `settle`."""
        step = live.step
        await submit(self._db, live, action, self._clock.now(), kind, actor)
        log.info("%s acted: game %s step %s", kind, live.game_id, step)

    async def settle(
        self, room: Room, live: Live, *, acted: int | None = None, anew: bool = False
    ) -> None:
        """After actions: play what follows at once, show what has come of it, plan what is next.

        Where what follows can't be kept, all that was kept is shown a little later.
        """
        try:
            await self._follow(room, live)
            if live.game.over:
                await self._end(room, live)
                return
            await self._await_people(live)
            ringing = await self._to_ring(live)
            self._plan(room, live)
            await self._screens.game(room, live, acted=acted, anew=anew, ringing=ringing)
        except FAILURES:
            self._failed(room)

    async def stop(self, room: Room, live: Live, reason: EndReason | None = None) -> None:
        """End a game for all, without a result; the reason where nobody has said so."""
        await games.end_game(self._db, live.game_id, "stopped", self._clock.now(), reason)
        await self._leave_room(room, live)
        await self._screens.ended(room, live, reason or "stopped")

    async def let_go(self, room: Room, game_id: int) -> None:
        """End a game that nobody seems to have touched for long, unless somebody has."""
        live = await self.current(room)
        if live is None or live.game_id != game_id:
            return
        quiet = max(DAY, 2 * live.stored.deal.clock)
        if all(at + quiet <= self._clock.now() for at in live.pressed.values()):
            log.info("let go: game %s", game_id)
            await self.stop(room, live, "expired")

    async def fall_asleep(self, room: Room, now: float) -> None:
        """Keep nothing in memory of a game that rests; its record is read again when needed."""
        live = room.live
        if live is None or live.asked or automatic.next_seat(live) is not None:
            return
        if max(live.at, *live.pressed.values(), 0.0) + SLEEP_SECONDS <= now:
            room.live = None

    async def _follow(self, room: Room, live: Live) -> None:
        while not live.game.over:
            if live.game.deck_due:
                live.ahead.clear()
                await queued_answers.drop(self._db, live.game_id)
                if not await self.cutting.redeal(room, live):
                    return
                continue
            await self._drop_outdated(live)
            deed = automatic.at_once(live)
            if deed is None:
                return
            await self.submit(live, deed.action, deed.kind, deed.actor)

    async def _await_people(self, live: Live) -> None:
        """Write down who is awaited where that is not known yet: after a deal, or a return."""
        now_awaited = missing_waits(live, self._clock.now())
        if now_awaited != live.waits:
            live.waits = now_awaited
            await deadlines.replace(self._db, live.game_id, live.waits.values())

    async def _drop_outdated(self, live: Live) -> None:
        view = live.game.view(None)
        for seat, answer in list(live.ahead.items()):
            if answer.bout != view.bout or answer.seen not in (None, view.seen):
                await forget_answer(self._db, live, seat)

    def _plan(self, room: Room, live: Live, *, soonest: float = 0.0) -> None:
        """Set the alarms of a game: the next computer's move, the next ring or expired clock."""
        self.computers.plan(room, live)
        moments = [wait.until for wait in live.waits.values()]
        moments += [ring_at(live, seat, self._ring_after) for seat in live.waits]
        due = min((moment for moment in moments if moment is not None), default=None)
        if due is None:
            self._alarms.cancel(("watch", live.game_id))
        else:
            seconds = max(due - self._clock.now(), soonest)
            self._set("watch", seconds, room, live.game_id, partial(self._watch, room))

    def _computer_later(
        self, room: Room, game_id: int, step: int, deed: Deed, seconds: float
    ) -> None:
        work = partial(self._computer_moves, room, step, deed)
        self._set("computer", seconds, room, game_id, work)

    async def _computer_moves(self, room: Room, step: int, deed: Deed, live: Live) -> None:
        """Do what was chosen, if the game still stands as it did; else it has been planned anew."""
        if live.step == step and automatic.next_seat(live) == deed.action.seat:
            await self.submit(live, deed.action, deed.kind)
            await self.settle(room, live, acted=deed.action.seat)

    async def _watch(self, room: Room, live: Live) -> None:
        """Somebody's time is up, or it is time to ring."""
        soonest = 0.0
        for seat, wait in list(live.waits.items()):
            if wait.until is None or wait.until > self._clock.now():
                continue
            if not await self._held_up(room, live, seat):
                await self._expire(room, live, seat)
                return
            soonest = HELD_SECONDS
        for seat in await self._to_ring(live):
            await self._screens.hand(room, live, seat, anew=True)
        self._plan(room, live, soonest=soonest)

    async def _to_ring(self, live: Live) -> list[int]:
        """The seats whose phones are to ring now; that is noted, so that each rings once."""
        ringing = []
        for seat, wait in live.waits.items():
            at = ring_at(live, seat, self._ring_after)
            if at is None or at > self._clock.now():
                continue
            live.rung[seat] = wait.step
            if await queued_answers.ring(self._db, live.game_id, seat, wait.step):
                log.info("rung: game %s step %s seat %s", live.game_id, wait.step, seat)
                ringing.append(seat)
        return ringing

    async def _held_up(self, room: Room, live: Live, seat: int) -> bool:
        """Whether what is asked came to be seen so late that there is time left."""
        late = self._screens.late(live, seat)
        if late is None:
            return True
        if late <= live.waits[seat].since:
            return False
        longer = extended(live, seat, late)
        if longer.until is None or longer.until <= self._clock.now():
            return False
        live.waits[seat] = longer
        await deadlines.replace(self._db, live.game_id, live.waits.values())
        await self._screens.game(room, live)
        return True

    async def _expire(self, room: Room, live: Live, seat: int) -> None:
        deed, counted = automatic.overdue(live, seat), counts(live, seat)
        if deed.action.verb is Verb.PASS:
            await keep_answer(self._db, live, automatic.passes_for_bout(live, seat))
        await self.submit(live, deed.action, deed.kind)
        if counted and not live.game.over:
            live.misses[seat] = live.misses.get(seat, 0) + 1
            await deadlines.miss(self._db, live.game_id, seat)
            log.info("missed: game %s seat %s times %s", live.game_id, seat, live.misses[seat])
        await self.settle(room, live, acted=seat)

    async def present(self, room: Room, live: Live, seat: int) -> bool:
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
            await self.settle(room, live, acted=seat)
        return room.live is live and not room.stale

    def _set(self, name: str, seconds: float, room: Room, game_id: int, work: Work) -> None:
        """Do `work` with a game later, in its lane, if it is still on then."""

        async def turn() -> None:
            live = await self.current(room) if room.game_id == game_id else None
            if live is not None:
                await work(live)

        self._alarms.set((name, game_id), seconds, lambda: self._later(room, turn))

    async def _later(self, room: Room, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        with contextlib.suppress(*FAILURES):
            await self.turn(room, work)

    def turn(self, room: Room, work: Callable[[], Coroutine[Any, Any, T]]) -> Awaitable[T]:
        """Do `work` in the room's lane, its place taken by the call itself.

        Where it raises FAILURES, the room is read from storage again, and goes on a little later.
        """

        async def guarded() -> T:
            try:
                if room.stale:
                    await self._rooms.refresh(room)
                return await work()
            except FAILURES:
                self._failed(room)
                raise
            except Exception:
                self._forget(room)
                raise

        async def marked() -> T:
            with bind_table(room.marks):
                return await guarded()

        return asyncio.shield(room.lane.post(marked))

    def _failed(self, room: Room) -> None:
        log.exception("not saved: game %s", room.game_id)
        room.stale = True
        self._forget(room)
        self._alarms.set(
            ("retry", room.chat_id, room.thread_id),
            RETRY_SECONDS,
            lambda: self._later(room, lambda: self.resume(room)),
        )

    def _forget(self, room: Room) -> None:
        """What is in memory of a game may not be what is stored; it is read and planned anew."""
        room.live = None
        if room.game_id is not None:
            self.computers.forget(room.game_id)

    async def learn_rings(self, room: Room) -> None:
        """Somebody wants to be rung at other times than before."""
        if (live := await self.current(room)) is not None:
            await learn_rings(self._db, live)
            self._plan(room, live)

    async def resume(self, room: Room) -> None:
        """Go on with what is on in a room, from its record."""
        live = await self.current(room)
        if live is not None:
            await self.settle(room, live)
        await self.cutting.resume(room)

    async def _end(self, room: Room, live: Live) -> None:
        """The game is over: a void one is dealt again among those who are left (§8)."""
        await self._leave_room(room, live)
        log.info("over: game %s after %s actions", live.game_id, live.step)
        result = live.game.result
        again = False
        if result is not None and result.void and not room.busy:
            again = await self._begin_void_again(room, live)
        await self._screens.ended(room, live)
        await self.keepsakes.begin(room, live)
        if again:
            if not room.solo:
                words = message("note-dealt-again", await self._screens.language(room))
                self._screens.say(room.chat_id, room.shown_in, words)
            await self.cutting.go_on(room)

    async def _begin_void_again(self, room: Room, live: Live) -> bool:
        if not live.people_in or len(staying(live)) < 2:
            return False
        try:
            await self.cutting.begin_again(room, live)
        except FAILURES:
            log.exception("not dealt again: game %s", live.game_id)
            return False
        return True

    async def show_left(self, room: Room, user_id: int) -> None:
        """Show the game for the last time to a person who left it so shortly before a crash."""
        live = await self.current(room)
        seat = None if live is None else live.seat_of(user_id)
        if live is not None and seat is not None and seat in live.left:
            await self._screens.hand(room, live, seat)
            self._screens.delivery.forget(hand_slot(live.game_id, user_id))

    async def show_end(self, room: Room, game_id: int) -> None:
        """Show the end of a game that came so shortly before a crash that nobody saw it."""
        try:
            live = await load(self._db, game_id)
        except RecordError:
            await self._show_broken(room, game_id)
            return
        newest = await games.last_game_at(self._db, live.stored.deal.table_id)
        if live.stored.status == "void" and newest == game_id:
            await self._end(room, live)
        else:
            stopped = live.stored.status == "stopped"
            ended = live.stored.reason or "stopped"
            await self._screens.ended(room, live, ended if stopped else None)

    async def _break(self, room: Room, game_id: int) -> None:
        await games.end_game(self._db, game_id, "broken", self._clock.now())
        self._rooms.set_game(room, None)
        await self.cutting.dropped(room)
        await self._show_broken(room, game_id)

    async def _show_broken(self, room: Room, game_id: int) -> None:
        stored = await games.load_game(self._db, game_id)
        assert stored is not None
        await self._screens.broken(room, stored)

    async def _leave_room(self, room: Room, live: Live) -> None:
        self._rooms.set_game(room, None)
        await self.cutting.dropped(room)
        for slot in live.asked.values():
            self._screens.delivery.remove(slot)
        self.computers.forget(live.game_id)
        self._alarms.cancel(("watch", live.game_id))
