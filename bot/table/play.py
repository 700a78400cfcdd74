"""A game goes on: what follows by itself, computers, rings, and the end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from bot.clock import Alarms
from bot.ports import Clock, Opponent
from bot.render.words import said
from bot.storage import ahead, games
from bot.storage.database import Database
from bot.storage.errors import FAILURES
from bot.storage.games import ActorKind
from bot.table.dealing import Dealer, staying
from bot.table.live import Live, deal_again, forget_answer, load, submit
from bot.table.room import Room, Rooms
from bot.table.screens import Screens, hand_slot
from engine import Action, RecordError, Verb

T = TypeVar("T")
Work = Callable[[Live], Awaitable[None]]

log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0


class Play:
    """Carries games from one person's decision to the next. Its methods run in the room's lane."""

    def __init__(
        self,
        db: Database,
        clock: Clock,
        alarms: Alarms,
        rooms: Rooms,
        screens: Screens,
        dealer: Dealer,
        opponent: Opponent,
        *,
        ai_pause: float,
        ring_after: float,
    ) -> None:
        self._db = db
        self._clock = clock
        self._alarms = alarms
        self._rooms = rooms
        self._screens = screens
        self._dealer = dealer
        self._opponent = opponent
        self._ai_pause = ai_pause
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
            await self._follow(live)
            if live.game.over:
                await self._end(room, live)
                return
            self._plan(room, live)
            await self._screens.game(room, live, acted=acted, anew=anew)
        except FAILURES:
            self._failed(room)

    async def stop(self, room: Room, live: Live) -> None:
        """End a game for all, without a result."""
        await games.end_game(self._db, live.game_id, "stopped", self._clock.now())
        self._leave_room(room, live)
        await self._screens.ended(room, live, "stopped")

    async def again(self, room: Room, last: Live) -> None:
        """Deal the next game with the seats that are left of the last one."""
        live = await self._dealer.again(room, last)
        await self.settle(room, live, anew=True)

    async def _follow(self, live: Live) -> None:
        while not live.game.over:
            if live.game.deck_due:
                live.ahead.clear()
                await ahead.drop(self._db, live.game_id)
                await deal_again(self._db, live, self._dealer.seed(), self._clock.now())
                continue
            await self._drop_outdated(live)
            action = self._due(live)
            if action is None:
                return
            actor = live.person(action.seat)
            await self.submit(live, action, "bot" if actor is None else "person", actor)

    async def _drop_outdated(self, live: Live) -> None:
        view = live.game.view(None)
        for seat, answer in list(live.ahead.items()):
            if answer.bout != view.bout or answer.seen not in (None, view.seen):
                await forget_answer(self._db, live, seat)

    def _due(self, live: Live) -> Action | None:
        """What happens at once: answers given ahead, and computers' passes.

        Once all people have left, the computers play on without pauses.
        """
        for seat in live.game.awaited:
            if live.person(seat) is not None:
                passing = Action(seat, Verb.PASS)
                if seat in live.ahead and passing in live.game.legal_for(seat):
                    return passing
                continue
            action = self._choice(live, seat)
            if action.verb in (Verb.PASS, Verb.KEEP) or not live.people_in:
                return action
        return None

    def _choice(self, live: Live, seat: int) -> Action:
        """What a computer does on its awaited seat; it keeps its cards where it is asked."""
        legal = live.game.legal_for(seat)
        keep = Action(seat, Verb.KEEP)
        if keep in legal:
            return keep
        action = self._opponent.choose(live.game.view(seat), legal)
        assert action is not None, "an awaited seat has something to do"
        return action

    def _plan(self, room: Room, live: Live) -> None:
        """Set the alarms of those who are awaited, and call all others off."""
        awaited = live.game.awaited
        for seat in range(len(live.stored.deal.seats)):
            if seat in awaited and live.person(seat) is not None:
                self._plan_ring(room, live, seat)
            else:
                self._alarms.cancel(("ring", live.game_id, seat))
        if any(live.person(seat) is None for seat in awaited):
            self._set(
                "computer",
                self._ai_pause,
                room,
                live.game_id,
                lambda live: self._computer_moves(room, live),
            )
        else:
            self._alarms.cancel(("computer", live.game_id))

    def _plan_ring(self, room: Room, live: Live, seat: int) -> None:
        seconds = self._rings_at(live, seat) - self._clock.now()
        self._set(
            "ring", seconds, room, live.game_id, lambda live: self._ring(room, live, seat), seat
        )

    async def _computer_moves(self, room: Room, live: Live) -> None:
        for seat in live.game.awaited:
            if live.person(seat) is None:
                await self.submit(live, self._choice(live, seat), "bot")
                await self.settle(room, live, acted=seat)
                return

    async def _ring(self, room: Room, live: Live, seat: int) -> None:
        if seat not in live.game.awaited:
            return
        if self._clock.now() < self._rings_at(live, seat):
            self._plan_ring(room, live, seat)
        elif await ahead.ring(self._db, live.game_id, seat, live.step):
            log.info("rung: game %s step %s seat %s", live.game_id, live.step, seat)
            await self._screens.hand(room, live, seat, anew=True)

    def _rings_at(self, live: Live, seat: int) -> float:
        return max(live.at, live.pressed.get(seat, 0)) + self._ring_after

    def _set(
        self, name: str, seconds: float, room: Room, game_id: int, work: Work, *more: int
    ) -> None:
        """Do `work` with a game later, in its lane, if it is still on then."""

        async def turn() -> None:
            live = await self.current(room) if room.game_id == game_id else None
            if live is not None:
                await work(live)

        self._alarms.set((name, game_id, *more), seconds, lambda: self._later(room, turn))

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
                room.live = None
                raise

        return asyncio.shield(room.lane.post(guarded))

    def _failed(self, room: Room) -> None:
        log.exception("not saved: game %s", room.game_id)
        room.stale = True
        self._alarms.set(
            ("retry", room.chat_id, room.thread_id),
            RETRY_SECONDS,
            lambda: self._later(room, lambda: self.resume(room)),
        )

    async def resume(self, room: Room) -> None:
        """Go on with what is on in a room, from its record."""
        live = await self.current(room)
        if live is not None:
            await self.settle(room, live)

    async def _end(self, room: Room, live: Live) -> None:
        """The game is over: a void one is dealt again among those who are left (§8)."""
        self._leave_room(room, live)
        log.info("over: game %s after %s actions", live.game_id, live.step)
        result = live.game.result
        again: Live | None = None
        if result is not None and result.void and room.lobby is None:
            again = await self._deal_void_again(room, live)
        await self._screens.ended(room, live)
        if again is not None:
            if not room.solo:
                words = said("note-dealt-again", await self._screens.language(room))
                self._screens.say(room.chat_id, room.shown_in, words)
            await self.settle(room, again, anew=True)

    async def _deal_void_again(self, room: Room, live: Live) -> Live | None:
        if not live.people_in or len(staying(live)) < 2:
            return None
        try:
            return await self._dealer.again(room, live)
        except FAILURES:
            log.exception("not dealt again: game %s", live.game_id)
            return None

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
            await self._screens.ended(room, live, "stopped" if stopped else None)

    async def _break(self, room: Room, game_id: int) -> None:
        await games.end_game(self._db, game_id, "broken", self._clock.now())
        self._rooms.set_game(room, None)
        await self._show_broken(room, game_id)

    async def _show_broken(self, room: Room, game_id: int) -> None:
        stored = await games.load_game(self._db, game_id)
        assert stored is not None
        await self._screens.broken(room, stored)

    def _leave_room(self, room: Room, live: Live) -> None:
        self._rooms.set_game(room, None)
        for slot in live.asked.values():
            self._screens.delivery.remove(slot)
        self._alarms.cancel(("computer", live.game_id))
        for seat in range(len(live.stored.deal.seats)):
            self._alarms.cancel(("ring", live.game_id, seat))
