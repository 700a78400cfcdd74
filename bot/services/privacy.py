"""The data that is kept of a person: described, exported and erased."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import tempfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from bot.model.buttons import OwnPress
from bot.model.people import Person, Place
from bot.model.protocols import Delivery
from bot.model.screen import Answer, Slot, SlotKind, Urgency
from bot.runtime.tasks import Nursery
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

log = logging.getLogger(__name__)

FORMAT = "durak-export/2"
PART_BYTES = 20 * 2**20
"""A new file is begun after so many compressed bytes; Telegram takes 50 MB from bots."""
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
        self._exporting: set[int] = set()
        self.tasks = Nursery()

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
            return self._export(place, person)
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

    def _export(self, place: Place, person: Person) -> Answer:
        """Begin to write the file, one at a time a person; it is sent when it is written."""
        if person.user_id not in self._exporting:
            self._exporting.add(person.user_id)
            task = self.tasks.spawn(self._send(place, person), name="export")
            task.add_done_callback(lambda _: self._exporting.discard(person.user_id))
        return Answer(message("toast-exported", person.reader))

    async def _send(self, place: Place, person: Person) -> None:
        with tempfile.TemporaryDirectory(prefix="durak-") as folder:
            try:
                parts = await self._written(person.user_id, Path(folder))
            except FAILURES:
                log.exception("not_exported")
                self._say(place, "toast-trouble")
                return
            for number, part in enumerate(parts, 1):
                content = await asyncio.to_thread(part.read_bytes)
                file = export_file(content, number, len(parts), person.reader)
                self._delivery.send(person.user_id, 0, file, Urgency.ACTED)
        log.info("exported parts=%s", len(parts))

    async def _written(self, user_id: int, folder: Path) -> list[Path]:
        """Write the data of a person to files in a folder, a few games in memory at a time.

        Games in which somebody else hides their past hands are told without their record.
        """
        kept: dict[str, Any] = await privacy.rows_of(self._db, user_id)
        parts: list[Path] = []
        games_ = self._games(user_id)
        more = True
        while more:
            part = folder / f"{len(parts) + 1}.json.gz"
            parts.append(part)
            with part.open("wb") as raw, gzip.open(raw, "wt", encoding="utf-8") as file:
                head = {"format": FORMAT, "part": len(parts), "kept": kept}
                await asyncio.to_thread(_begin, file, head)
                kept, separator, more = {}, "", False
                async for found in games_:
                    await asyncio.to_thread(_append, file, found, separator)
                    separator = ",\n"
                    if raw.tell() >= PART_BYTES:
                        more = True
                        break
                file.write("\n]}\n")
        return parts

    async def _games(self, user_id: int) -> AsyncIterator[list[dict[str, Any]]]:
        """Yield the ended games of a person as they stand in the file, newest first."""
        game_ids = await history.ids_of_person(self._db, user_id)
        for first in range(0, len(game_ids), _AT_ONCE):
            found = await history.of_ids(self._db, game_ids[first : first + _AT_ONCE])
            players = {who.user_id for ended in found for who in ended.seats if who.user_id}
            hiding = await people.hiding(self._db, players - {user_id})
            told = []
            for ended in found:
                hidden = any(who.user_id in hiding for who in ended.seats)
                stored = None if hidden else await self._stored(ended.game_id)
                told.append(_exported(ended, user_id, stored.record() if stored else None))
            yield told

    async def _stored(self, game_id: int) -> StoredGame | None:
        try:
            return await games.load_game(self._db, game_id)
        except Unreadable:
            return None

    def _say(self, place: Place, key: str) -> None:
        say(self._delivery, place, note_screen(message(key, place.reader)))


def _begin(file: TextIO, head: dict[str, Any]) -> None:
    file.write(json.dumps(head, ensure_ascii=False)[:-1] + ', "games": [\n')


def _append(file: TextIO, found: list[dict[str, Any]], separator: str) -> None:
    for game in found:
        file.write(separator + json.dumps(game, ensure_ascii=False))
        separator = ",\n"


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
