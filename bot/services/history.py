"""Past games: lists of them, and replays step by step."""

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
from bot.storage.errors import Unreadable
from bot.storage.games import StoredGame
from bot.storage.history import EndedGame
from engine import RecordError, Rules
from engine.frames import Frame, bout_starts, frames

log = logging.getLogger(__name__)

REMEMBERED = 16
"""The number of replayed games that are cached."""
_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class _Replay:
    """A past game to step through; `by` is the kind of actor of each action."""

    frames: tuple[Frame, ...]
    bouts: tuple[int, ...]
    by: tuple[str, ...]


class History:
    """Lists past games and steps through them, in one message for each place.

    The buttons carry the whole state. In a group everybody may step through its games; in private
    those who played them may. Live games are never shown.
    """

    def __init__(self, db: Database, delivery: Delivery) -> None:
        self._db = db
        self._delivery = delivery
        self._replays: dict[int, _Replay] = {}

    async def show(self, place: Place, person: Person) -> None:
        """Post the last games of the chat; in private, of the person in all chats."""
        await self._list(place, person, 0, repost=True)

    async def press(self, place: Place, person: Person, press: HistoryPress) -> Answer:
        """Handle a button of the list or of a replay."""
        if press.verb == "list":
            await self._list(place, person, press.page)
            return Answer()
        ended = await self._visible(place, person, press.game)
        if ended is not None and press.verb == "file":
            return await self._record(person, ended)
        replay = ended and await self._replay(ended.game_id)
        if not ended or not replay:
            return Answer(message("toast-history-elsewhere", person.reader))
        closed = await self._closed(ended, person.user_id if place.private else None)
        at = _position(replay, press, closed)
        screen = replay_screen(replay.frames[at.step], _past(ended, place), at, place.reader)
        self._show(place, screen)
        return Answer()

    async def _list(self, place: Place, person: Person, page: int, *, repost: bool = False) -> None:
        offset = min(page, _LARGEST // PAGE - 1) * PAGE
        if place.private:
            found = await history.of_person(self._db, person.user_id, offset, PAGE + 1)
        else:
            found = await history.of_chat(self._db, place.chat_id, offset, PAGE + 1)
        past = [_past(ended, place) for ended in found[:PAGE]]
        screen = history_screen(past, page, len(found) > PAGE, place.reader)
        self._show(place, screen, repost=repost)

    def _show(self, place: Place, screen: Screen, *, repost: bool = False) -> None:
        """Show a screen in the place's message; in groups, tables are more urgent."""
        slot = Slot(SlotKind.HISTORY, place.thread_id, place.chat_id, place.thread_id)
        urgency = Urgency.ACTED if place.private else Urgency.ONLOOKER
        self._delivery.show(slot, screen, urgency, repost=repost)

    async def _visible(self, place: Place, person: Person, game_id: int) -> EndedGame | None:
        """Return a game if it has ended and may be shown to the person here, else None."""
        ended = await history.get(self._db, game_id) if game_id <= _LARGEST else None
        if ended is None:
            return None
        if not place.private:
            return ended if ended.chat_id == place.chat_id else None
        return ended if any(who.user_id == person.user_id for who in ended.seats) else None

    async def _replay(self, game_id: int) -> _Replay | None:
        """Return the replay of a game, None where its record can't be replayed."""
        replay = self._replays.pop(game_id, None) or await self._load(game_id)
        if replay is not None:
            self._replays[game_id] = replay
            if len(self._replays) > REMEMBERED:
                del self._replays[next(iter(self._replays))]
        return replay

    async def _load(self, game_id: int) -> _Replay | None:
        try:
            stored = await games.load_game(self._db, game_id)
            if stored is None:
                return None
            return await asyncio.to_thread(_replay_of, stored)
        except (RecordError, Unreadable) as error:
            log.error("not_replayed game=%s error=%s", game_id, error)
            return None

    async def _record(self, person: Person, ended: EndedGame) -> Answer:
        """Send the record in private, unless a player hides their past hands."""
        if await self._closed(ended, person.user_id):
            return Answer(message("toast-record-closed", person.reader), alert=True)
        known = await people.get(self._db, person.user_id)
        try:
            stored = await games.load_game(self._db, ended.game_id)
        except Unreadable:
            return Answer(message("toast-history-elsewhere", person.reader))
        if stored is None or known is None or not known.can_write:
            return Answer(message("toast-cannot-write", person.reader), alert=True)
        file = record_file(stored.game_id, stored.record(), person.reader)
        self._delivery.send(person.user_id, 0, file, Urgency.ACTED)
        return Answer(message("toast-record-sent", person.reader))

    async def _closed(self, ended: EndedGame, viewer: int | None) -> frozenset[int]:
        """Return the seats of people, `viewer` excepted, who hide their past hands."""
        seats = {who.user_id: seat for seat, who in enumerate(ended.seats) if who.user_id}
        hiding = await people.hiding(self._db, seats.keys() - {viewer})
        return frozenset(seats[user_id] for user_id in hiding)


def _replay_of(stored: StoredGame) -> _Replay:
    found = frames(stored.record())
    by = tuple(action.actor_kind for action in stored.actions)
    return _Replay(found, bout_starts(found), by)


def _position(replay: _Replay, press: HistoryPress, closed: frozenset[int]) -> ReplayPosition:
    """Return the position that a press leads to, at most the last one."""
    last = len(replay.frames) - 1
    step = min(press.step, last)
    before, after = bisect_left(replay.bouts, step), bisect_right(replay.bouts, step)
    return ReplayPosition(
        step=step,
        last=last,
        back=replay.bouts[max(before - 1, 0)],
        on=replay.bouts[after] if after < len(replay.bouts) else last,
        page=press.page,
        closed=closed,
        by=replay.by[step - 1] if step else "bot",
    )


def _past(ended: EndedGame, place: Place) -> PastGame:
    """Return a past game, with its chat's title where it is shown in another chat."""
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
