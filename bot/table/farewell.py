"""A person wants to be forgotten: they leave all tables, and then everything that is kept."""

from __future__ import annotations

import logging
from functools import partial

from bot.model.people import Person
from bot.storage import games, privacy
from bot.storage.database import Database
from bot.table.lane import held
from bot.table.live import Live
from bot.table.play import Play
from bot.table.room import Room, Rooms
from bot.table.screens import Screens, hand_slot
from bot.table.talk import Talk
from engine import Action, Verb

log = logging.getLogger(__name__)


class Farewell:
    """Takes people away from where they are, while the others play on."""

    def __init__(
        self, db: Database, rooms: Rooms, screens: Screens, play: Play, talk: Talk
    ) -> None:
        self._db = db
        self._rooms = rooms
        self._screens = screens
        self._play = play
        self._talk = talk

    async def forget(self, person: Person) -> bool:
        """Remove a person from every table and from the database (see `owndata.erase`).

        Games that they play count as left; those against computers alone just end. False, nothing
        done, where one can't be left just now, since cards are being dealt again.
        Raises FAILURES: they may have left some tables, and are still known.
        """
        playing = await games.live_games_of(self._db, person.user_id)
        found = [self._rooms.of_game(game_id) for game_id, _ in playing]
        rooms = [room for room in found if room is not None]
        if any([await self._play.turn(room, partial(self._is_dealing, room)) for room in rooms]):
            return False
        for room in self._rooms.all():
            if room.seats_before(person.user_id):
                await self._play.turn(room, partial(self._talk.stand_up, room, person))
        for room in rooms:
            await self._play.turn(room, partial(self._leave, room, person.user_id))
        async with held([room.lane for room in rooms]):
            await privacy.erase(self._db, person.user_id)
            for room in rooms:
                # It is read again, with a seat that is nobody's any more.
                room.live = None
        log.info("forgotten: somebody, who sat at %d tables", len(rooms))
        for room in rooms:
            await self._play.turn(room, partial(self._talk.show, room))
        return True

    async def _is_dealing(self, room: Room) -> bool:
        live = await self._play.current(room)
        return live is not None and live.game.deck_due

    async def _leave(self, room: Room, user_id: int) -> None:
        live = await self._play.current(room)
        seat = None if live is None else live.seat_of(user_id)
        if live is None or seat is None:
            return
        self._take_away(live, seat, user_id)
        await self._play.cutting.hurry(room)
        others = {who.user_id for who in live.stored.deal.seats} - {None, user_id}
        state = live.game.state
        if not others:
            await self._play.stop(room, live)
        elif seat not in (*state.outs, *state.resigned):
            await self._play.submit(live, Action(seat, Verb.RESIGN), "person", user_id)
            await self._play.settle(room, live, acted=seat)

    def _take_away(self, live: Live, seat: int, user_id: int) -> None:
        """Delete what they see of the game; from now on they are shown no more of it."""
        live.left.add(seat)
        self._screens.delivery.remove(hand_slot(live.game_id, user_id))
        self._screens.take_away(live.game_id, user_id)
        if question := live.asked.pop(user_id, None):
            self._screens.delivery.remove(question)
