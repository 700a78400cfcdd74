"""Rooms: the places where people play, and what is on in each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.runtime.context import LogFields
from bot.storage import chats, deals, games, lobbies
from bot.storage.chat_moves import Moved
from bot.storage.chats import StoredTable
from bot.storage.database import Database
from bot.storage.deals import Pending
from bot.storage.lobbies import Lobby
from bot.tables.game import LiveGame
from bot.tables.mailbox import Mailbox

_LARGEST_ID = 2**63 - 1


@dataclass(eq=False)
class Table:
    """A chat, or a topic of it, with its lane; `solo` where it is somebody's private chat.

    `game_id` is the game that is on, `live` its state where that is loaded. `pending` is a deal
    that waits for its cut: of a game to be begun, or of a redeal in the one that is on. `choosing`:
    the lobby shows the page of rules. `stale`: storing failed, so all this has to be read again.
    `topic_gone`: its topic can't be written to, so it is shown in the chat itself; a number below
    zero is no topic, it only tells the room from others. `topic` is what it is called, if known.
    `other_ids` are those that the chat had before, or is about to have.
    """

    chat_id: int
    thread_id: int
    mailbox: Mailbox = field(default_factory=Mailbox)
    game_id: int | None = None
    live: LiveGame | None = None
    lobby: Lobby | None = None
    pending: Pending | None = None
    choosing: bool = False
    stale: bool = False
    topic_gone: bool = False
    topic: str = ""
    other_ids: set[int] = field(default_factory=set)

    @property
    def solo(self) -> bool:
        """Whether one person plays here against computers (private chats have positive ids)."""
        return self.chat_id > 0

    def is_in(self, chat_id: int) -> bool:
        """Whether it belongs to this chat, by whatever id the chat is called."""
        return chat_id == self.chat_id or chat_id in self.other_ids

    @property
    def busy(self) -> bool:
        """Whether a game or a lobby is on here, or a deck waits for its cut."""
        return any(on is not None for on in (self.game_id, self.lobby, self.pending))

    def seats_before(self, user_id: int) -> bool:
        """Whether a person sits in its lobby, or will be dealt cards of a new game."""
        if self.lobby is not None and any(who.user_id == user_id for who in self.lobby.seats):
            return True
        pending = self.pending
        return pending is not None and pending.game_id is None and pending.seated(user_id)

    @property
    def in_exile(self) -> bool:
        """Whether something is on here that has lost its topic."""
        return self.topic_gone and self.busy

    @property
    def shown_in(self) -> int:
        """The topic where it is shown, 0 for the chat itself."""
        return 0 if self.topic_gone else self.thread_id

    def become(self, other: Table) -> None:
        """From now on both are one room: whoever holds this one has that one in hand."""
        self.__dict__ = other.__dict__

    def log_fields(self) -> LogFields:
        """What lines of the log say of it."""
        thread = f"/{self.thread_id}" if self.thread_id else ""
        marks: LogFields = {"table": f"{self.chat_id}{thread}"}
        if self.game_id is not None:
            marks["game"] = self.game_id
        if self.live is not None:
            marks["step"] = self.live.step
        return marks


class TableIndex:
    """All rooms that were met, and an index of what is on, so that a press finds its lane."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._index: dict[tuple[int, int], Table] = {}
        self._by_game: dict[int, Table] = {}
        self._by_lobby: dict[int, Table] = {}
        self._by_deal: dict[int, Table] = {}

    def at(self, chat_id: int, thread_id: int) -> Table:
        """The room of a place."""
        key = (chat_id, thread_id)
        if key not in self._index:
            self._index[key] = Table(chat_id, thread_id)
        return self._index[key]

    def serving(self, chat_id: int, thread_id: int) -> Table:
        """The room that commands given at a place are about.

        Where nothing is on in the chat itself, that is a room whose topic is gone.
        """
        table = self.at(chat_id, thread_id)
        if thread_id or table.busy:
            return table
        return next((other for other in self.of_chat(chat_id) if other.in_exile), table)

    def of_chat(self, chat_id: int) -> list[Table]:
        """Every room of a chat that was met."""
        return [table for table in self._index.values() if table.chat_id == chat_id]

    def move(self, old_id: int, new_id: int, moved: Sequence[Moved]) -> None:
        """A chat has another id now, and these tables; its rooms, their lanes being held."""
        now = {table.was: (table.thread_id, table.topic_gone) for table in moved}
        for table in self.of_chat(old_id):
            del self._index[table.chat_id, table.thread_id]
            thread_id, gone = now.get(table.thread_id, (table.thread_id, table.topic_gone))
            table.chat_id, table.thread_id, table.topic_gone = new_id, thread_id, gone
            other = self._index.get((new_id, thread_id))
            if other is not None:
                table, other = (table, other) if table.busy or not other.busy else (other, table)
                table.mailbox.absorb(other.mailbox)
                table.stale = table.stale or other.stale
                table.other_ids |= other.other_ids
                other.become(table)
            self._index[new_id, thread_id] = table

    def all(self) -> list[Table]:
        """Every room that was met."""
        return list(self._index.values())

    @property
    def on(self) -> tuple[int, int]:
        """How many games and how many lobbies are on."""
        return len(self._by_game), len(self._by_lobby)

    def of_game(self, game_id: int) -> Table | None:
        """The room in which a game is on."""
        return self._by_game.get(game_id)

    def of_lobby(self, lobby_id: int) -> Table | None:
        """The room in which a lobby is open."""
        return self._by_lobby.get(lobby_id)

    def of_deal(self, deal_id: int) -> Table | None:
        """The room in which a deal waits for its cut."""
        return self._by_deal.get(deal_id)

    async def of_ended(self, game_id: int) -> Table | None:
        """The room in which a game was played, whose lane has no index of it any more."""
        if game_id > _LARGEST_ID:
            return None
        stored = await games.load_game(self._db, game_id)
        return None if stored is None else await self.of_table(stored.deal.table_id)

    async def of_table(self, table_id: int) -> Table:
        """The room of a stored table."""
        stored = await chats.get_table(self._db, table_id)
        assert stored is not None
        return self.of(stored)

    def of(self, stored: StoredTable) -> Table:
        """The room of a stored table that has been read."""
        table = self.at(stored.chat_id, stored.thread_id)
        table.topic_gone, table.topic = stored.topic_gone, stored.topic
        return table

    async def table(self, table: Table) -> StoredTable:
        """The stored table of a room, laid if there was none."""
        stored = await chats.ensure_table(
            self._db, table.chat_id, "solo" if table.solo else "group", table.thread_id
        )
        table.topic = stored.topic
        return stored

    async def refresh(self, table: Table) -> None:
        """Read from storage what is on in a room."""
        stored = await self.table(table)
        game_id = await games.live_game_at(self._db, stored.table_id)
        lobby = await lobbies.open_lobby_at(self._db, stored.table_id)
        self.set_game(table, game_id)
        self.set_lobby(table, lobby)
        self.set_pending(table, next(iter(await deals.waiting(self._db, stored.table_id)), None))
        table.stale = False

    def set_game(self, table: Table, game_id: int | None, live: LiveGame | None = None) -> None:
        """A game begins in a room, or (None) has ended."""
        if table.game_id is not None:
            self._by_game.pop(table.game_id, None)
        if game_id is not None:
            self._by_game[game_id] = table
        table.game_id = game_id
        table.live = live

    def set_lobby(self, table: Table, lobby: Lobby | None) -> None:
        """A lobby is opened or changed in a room, or (None) has been closed."""
        if table.lobby is not None:
            self._by_lobby.pop(table.lobby.lobby_id, None)
        if lobby is None or table.lobby is None or lobby.lobby_id != table.lobby.lobby_id:
            table.choosing = False
        if lobby is not None:
            self._by_lobby[lobby.lobby_id] = table
        table.lobby = lobby

    def set_pending(self, table: Table, pending: Pending | None) -> None:
        """A deal waits in a room, or (None) does not any more."""
        if table.pending is not None:
            self._by_deal.pop(table.pending.deal_id, None)
        if pending is not None:
            self._by_deal[pending.deal_id] = table
        table.pending = pending
