"""Past games: which there are, and one of them step by step, for whoever may see it."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from bot.model.buttons import HistoryPress
from bot.model.game_info import GameInfo, PastGame, ReplayPosition, SeatInfo
from bot.model.people import Person, Place
from bot.model.protocols import Delivery
from bot.model.screen import Answer, Screen, Slot, SlotKind, Urgency
from bot.screens.history import PAGE, history_screen, record_file, replay_screen
from bot.screens.text import message
from bot.storage import games, history, people
from bot.storage.database import Database
from bot.storage.games import StoredGame
from bot.storage.history import EndedGame
from engine import RecordError, Rules
from engine.frames import Frame, bout_starts, frames

log = logging.getLogger(__name__)

REMEMBERED = 16
"""So many games that were looked at last are not played through again for each step."""
_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class _Film:
    """A past game as it is stepped through; `by` is who did each action."""

    frames: tuple[Frame, ...]
    bouts: tuple[int, ...]
    by: tuple[str, ...]


class History:
    """Lists past games and steps through them: one message a place, whose buttons carry all.

    In a group everybody may step through its games, on the one screen; in private those who played
    them may. A game that is on is never shown.
    """

    def __init__(self, db: Database, delivery: Delivery) -> None:
        self._db = db
        self._delivery = delivery
        self._films: dict[int, _Film] = {}

    async def show(self, place: Place, person: Person) -> None:
        """`/history`: the last games of the chat; in private, of the person in all chats."""
        await self._list(place, person, 0, anew=True)

    async def press(self, place: Place, person: Person, press: HistoryPress) -> Answer:
        """A button of the list, or of a game that is looked at."""
        if press.verb == "list":
            await self._list(place, person, press.page)
            return Answer()
        ended = await self._visible(place, person, press.game)
        if ended is not None and press.verb == "file":
            return await self._record(person, ended)
        film = ended and await self._film(ended.game_id)
        if not ended or not film:
            return Answer(message("toast-history-elsewhere", person.reader))
        closed = await self._closed(ended, person.user_id if place.private else None)
        at = _moment(film, press, closed)
        screen = replay_screen(film.frames[at.step], _past(ended, place), at, place.reader)
        self._show(place, screen)
        return Answer()

    async def _list(self, place: Place, person: Person, page: int, *, anew: bool = False) -> None:
        offset = min(page, _LARGEST // PAGE - 1) * PAGE
        if place.private:
            found = await history.of_person(self._db, person.user_id, offset, PAGE + 1)
        else:
            found = await history.of_chat(self._db, place.chat_id, offset, PAGE + 1)
        past = [_past(ended, place) for ended in found[:PAGE]]
        screen = history_screen(past, page, len(found) > PAGE, place.reader)
        self._show(place, screen, anew=anew)

    def _show(self, place: Place, screen: Screen, *, anew: bool = False) -> None:
        """In the one message of this place; where others read along, the tables go first."""
        slot = Slot(SlotKind.HISTORY, place.thread_id, place.chat_id, place.thread_id)
        urgency = Urgency.ACTED if place.private else Urgency.ONLOOKER
        self._delivery.show(slot, screen, urgency, anew=anew)

    async def _visible(self, place: Place, person: Person, game_id: int) -> EndedGame | None:
        """The game, where it has ended and may be shown to this person in this place."""
        ended = await history.get(self._db, game_id) if game_id <= _LARGEST else None
        if ended is None:
            return None
        if not place.private:
            return ended if ended.chat_id == place.chat_id else None
        return ended if any(who.user_id == person.user_id for who in ended.seats) else None

    async def _film(self, game_id: int) -> _Film | None:
        """The game played through; None where its record can't be played any more."""
        film = self._films.pop(game_id, None) or await self._play(game_id)
        if film is not None:
            self._films[game_id] = film
            if len(self._films) > REMEMBERED:
                del self._films[next(iter(self._films))]
        return film

    async def _play(self, game_id: int) -> _Film | None:
        stored = await games.load_game(self._db, game_id)
        if stored is None:
            return None
        try:
            return await asyncio.to_thread(_filmed, stored)
        except RecordError as error:
            log.error("can't be looked back on: game %s action %s", game_id, error.number)
            return None

    async def _record(self, person: Person, ended: EndedGame) -> Answer:
        """The record goes to the person alone, and to nobody where it shows what is not shown."""
        if await self._closed(ended, person.user_id):
            return Answer(message("toast-record-closed", person.reader), alert=True)
        known = await people.get(self._db, person.user_id)
        stored = await games.load_game(self._db, ended.game_id)
        if stored is None or known is None or not known.can_write:
            return Answer(message("toast-cannot-write", person.reader), alert=True)
        file = record_file(stored.game_id, stored.record(), person.reader)
        self._delivery.send(person.user_id, 0, file, Urgency.ACTED)
        return Answer(message("toast-record-sent", person.reader))

    async def _closed(self, ended: EndedGame, viewer: int | None) -> frozenset[int]:
        """The seats whose people don't show their past hands to others than themselves."""
        seats = {who.user_id: seat for seat, who in enumerate(ended.seats) if who.user_id}
        hiding = await people.hiding(self._db, seats.keys() - {viewer})
        return frozenset(seats[user_id] for user_id in hiding)


def _filmed(stored: StoredGame) -> _Film:
    found = frames(stored.record())
    by = tuple(action.actor_kind for action in stored.actions)
    return _Film(found, bout_starts(found), by)


def _moment(film: _Film, press: HistoryPress, closed: frozenset[int]) -> ReplayPosition:
    """Where a press leads; beyond the end is the end."""
    last = len(film.frames) - 1
    step = min(press.step, last)
    before, after = bisect_left(film.bouts, step), bisect_right(film.bouts, step)
    return ReplayPosition(
        step=step,
        last=last,
        back=film.bouts[max(before - 1, 0)],
        on=film.bouts[after] if after < len(film.bouts) else last,
        page=press.page,
        closed=closed,
        by=film.by[step - 1] if step else "bot",
    )


def _past(ended: EndedGame, place: Place) -> PastGame:
    """The chat is named where it is not the one in which this is shown."""
    info = GameInfo(
        game_id=ended.game_id,
        seats=tuple(SeatInfo(who.name, who.user_id) for who in ended.seats),
        solo=ended.solo,
        chat_title=ended.title if place.private and not ended.solo else "",
        chat_url=None,
        bot_url="",
        topic=ended.topic,
    )
    return PastGame(info, Rules.from_dict(dict(ended.rules)), ended.ended_at, ended.result)
