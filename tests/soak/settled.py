"""The expected screens of all games, rendered from a copy of the database."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import cast

from bot.model.protocols import Delivery
from bot.model.screen import Screen, Slot, Urgency
from bot.storage import messages
from bot.storage.backup import back_up
from bot.storage.database import Database
from bot.tables.commit import Commit
from bot.tables.presenter import Presenter
from bot.tables.table import TableIndex
from tests.e2e.players import Message, Phone
from tests.readers import RU

BOT = "durak_sandbox_bot"


@dataclass
class Notebook:
    """Writes down what is wanted, and shows it to nobody."""

    wanted: dict[Slot, Screen] = field(default_factory=dict)

    def show(self, slot: Slot, screen: Screen, urgency: Urgency, *, repost: bool = False) -> None:
        self.wanted[slot] = screen

    def forget(self, slot: Slot) -> None:
        pass

    def alone(self, game_id: int) -> list[Slot]:
        return []

    def message(self, slot: Slot) -> int | None:
        return None


@dataclass(frozen=True)
class Wanted:
    """A screen of a game; `message_id` is that of its slot where the game is still on, `ended`
    when it ended where it is not."""

    slot: Slot
    screen: Screen
    ended: float | None
    message_id: int | None

    def wrong(self, phone: Phone) -> str:
        """Empty, or what a phone shows instead of it. What it does not show at all is no matter
        where the game is over: the chat may have moved, the topic gone, the bot been blocked."""
        shown = phone.chats.get(self.slot.chat_id, {})
        about = [m for m in shown.values() if m.game == self.slot.key and not m.key[1]]
        if self.ended is None:
            found = shown.get((self.message_id or 0, 0))
        else:
            found = max(about, key=lambda m: m.version, default=None)
            if found is None:
                return ""
        if found is not None and _looks(found) == _drawn(self.screen):
            return ""
        return f"{phone.id}: {self.slot} shows\n{found}\nand not\n{self.screen}"


async def wanted(database: Path, since: float = 0.0) -> list[Wanted]:
    """All screens of the games that are on or ended since then, of these the last one."""
    copy = database.with_name("copy.sqlite3")
    copy.unlink(missing_ok=True)
    back_up(database, copy)
    db = await Database.open(copy)
    try:
        return await _wanted(db, since)
    finally:
        await db.close()


def wrong(right: list[Wanted], phones: Iterable[Phone]) -> dict[tuple[int, Slot], str]:
    """By phone and slot, what is shown instead of what should be."""
    found = {}
    for phone in phones:
        theirs = {phone.id, *(chat for chat in phone.chats if chat < 0)}
        for want in right:
            if want.slot.chat_id in theirs and (words := want.wrong(phone)):
                found[phone.id, want.slot] = words
    return found


async def _wanted(db: Database, since: float) -> list[Wanted]:
    found = []
    shown = await messages.load_all(db)
    rooms = TableIndex(db)
    games = "SELECT game_id, table_id, status, reason, ended_at FROM games "
    for row in await db.all(games + "WHERE status = 'live' OR ended_at >= ?", (since,)):
        notebook = Notebook()
        screens = Presenter(
            db,
            cast(Delivery, notebook),
            bot_username=BOT,
            default_language=RU.language,
            first_note=1,
        )
        room = await rooms.of_table(row["table_id"])
        assert room is not None
        live = await Commit(db, 60.0).load(row["game_id"])
        if row["status"] == "live":
            await screens.game(room, live)
        else:
            stopped = row["status"] == "stopped"
            await screens.ended(room, live, (row["reason"] or "stopped") if stopped else None)
        for slot, screen in notebook.wanted.items():
            message = shown.get(slot.name)
            found.append(
                Wanted(slot, screen, row["ended_at"], message.message_id if message else None)
            )
    return found


def _drawn(screen: Screen) -> tuple[str, list[list[tuple[str, str | None]]]]:
    text = unescape(re.sub(r"<[^>]+>", "", screen.text)).strip()
    return text, _buttons([[(b.text, b.data) for b in row] for row in screen.keyboard])


def _looks(message: Message) -> tuple[str, list[list[tuple[str, str | None]]]]:
    return message.text.strip(), _buttons([[(b.text, b.data) for b in row] for row in message.rows])


def _buttons(rows: list[list[tuple[str, str | None]]]) -> list[list[tuple[str, str | None]]]:
    """Without links: those to the table came before it was laid, or lead to an earlier one."""
    pressed = [[button for button in row if button[1]] for row in rows]
    return [row for row in pressed if row]
