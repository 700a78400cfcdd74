"""The data that is kept of a person: described, exported and erased."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

from bot.model.buttons import OwnPress
from bot.model.people import Person, Place
from bot.model.protocols import Delivery
from bot.model.screen import Answer, Slot, SlotKind, Urgency
from bot.screens.notices import note_screen
from bot.screens.privacy import export_file, forget_screen, privacy_screen
from bot.screens.text import message
from bot.services.directory import Directory
from bot.services.notes import say
from bot.storage import games, history, people, privacy
from bot.storage.database import Database
from bot.storage.errors import FAILURES, Unreadable
from bot.storage.games import StoredGame
from bot.storage.history import EndedGame
from bot.tables.tables import Tables

FORMAT = "durak-export/1"
_AT_ONCE = 50


class Privacy:
    """Explains, exports and erases a person's own data, in private chats only."""

    def __init__(
        self, db: Database, delivery: Delivery, directory: Directory, tables: Tables
    ) -> None:
        self._db = db
        self._delivery = delivery
        self._directory = directory
        self._tables = tables

    def privacy(self, place: Place) -> None:
        """Post what is kept, and for how long."""
        say(self._delivery, place, privacy_screen(place.reader, place.private))

    def ask(self, place: Place) -> None:
        """Ask whether to erase the person; in a group, refer to the private chat."""
        if place.private:
            say(self._delivery, place, forget_screen(place.reader))
        else:
            self._say(place, "privacy-in-private")

    async def press(self, place: Place, person: Person, press: OwnPress, message_id: int) -> Answer:
        """Handle a button about own data; refused outside private chats."""
        if not place.private:
            return Answer(message("toast-old-button", person.reader))
        if press.verb == "ask":
            self.ask(place)
        elif press.verb == "export":
            return await self._export(person)
        elif press.verb == "keep":
            kept = message("forget-kept", person.reader)
            self._delivery.redraw(place.chat_id, message_id, note_screen(kept))
        else:
            return await self._forget(place, person, message_id)
        return Answer()

    async def _forget(self, place: Place, person: Person, message_id: int) -> Answer:
        try:
            if not await self._tables.erasure.forget(person):
                return Answer(message("toast-forget-later", person.reader), alert=True)
        except FAILURES:
            return Answer(message("toast-storage", person.reader))
        self._directory.forget(person.user_id)
        self._delivery.remove(Slot(SlotKind.HISTORY, 0, place.chat_id))
        done = note_screen(message("forget-done", person.reader))
        self._delivery.redraw(place.chat_id, message_id, done)
        return Answer()

    async def _export(self, person: Person) -> Answer:
        """Send all that is kept as a file.

        Games have no record where another player hides their past hands.
        """
        try:
            kept = {
                "format": FORMAT,
                "kept": await privacy.rows_of(self._db, person.user_id),
                "games": [game async for game in self._games(person.user_id)],
            }
        except FAILURES:
            return Answer(message("toast-trouble", person.reader))
        file = await asyncio.to_thread(export_file, kept, person.reader)
        self._delivery.send(person.user_id, 0, file, Urgency.ACTED)
        return Answer(message("toast-exported", person.reader))

    async def _games(self, user_id: int) -> AsyncIterator[dict[str, Any]]:
        """Yield the ended games of a person as they stand in the file, newest first."""
        offset = 0
        while found := await history.of_person(self._db, user_id, offset, _AT_ONCE):
            offset += len(found)
            players = {who.user_id for ended in found for who in ended.seats if who.user_id}
            hiding = await people.hiding(self._db, players - {user_id})
            for ended in found:
                hidden = any(who.user_id in hiding for who in ended.seats)
                stored = None if hidden else await self._stored(ended.game_id)
                yield _exported(ended, user_id, stored.record() if stored else None)

    async def _stored(self, game_id: int) -> StoredGame | None:
        try:
            return await games.load_game(self._db, game_id)
        except Unreadable:
            return None

    def _say(self, place: Place, key: str) -> None:
        say(self._delivery, place, note_screen(message(key, place.reader)))


def _exported(ended: EndedGame, user_id: int, record: dict[str, Any] | None) -> dict[str, Any]:
    """Return an ended game as it stands in the file."""
    return {
        "game": ended.game_id,
        "chat": ended.title,
        "ended": datetime.fromtimestamp(ended.ended_at, UTC).isoformat(timespec="seconds"),
        "players": [who.name for who in ended.seats],
        "seat": [who.user_id for who in ended.seats].index(user_id),
        "result": ended.result,
        "record": record,
    }
