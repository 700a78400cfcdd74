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
from bot.table.lane import Lane
from bot.table.live import Live

_LARGEST_ID = 2**63 - 1


@dataclass(eq=False)
class Room:
    """A chat, or a topic of it, with its lane; `solo` where it is somebody's private chat.

    `game_id` is the game that is on, `live` its state where that is loaded. `pending` is a deal
    that waits for its cut: of a game to be begun, or of a redeal in the one that is on. `choosing`:
    the lobby shows the page of rules. `stale`: storing failed, so all this has to be read again.
    `topic_gone`: its topic can't be written to, so it is shown in the chat itself; a number below
    zero is no topic, it only tells the room from others. `topic` is what it is called, if known.
    """

    chat_id: int
    thread_id: int
    lane: Lane = field(default_factory=Lane)
    game_id: int | None = None
    live: Live | None = None
    lobby: Lobby | None = None
    pending: Pending | None = None
    choosing: bool = False
    stale: bool = False
    topic_gone: bool = False
    topic: str = ""

    @property
    def solo(self) -> bool:
        """Whether one person plays here against computers (private chats have positive ids)."""
        return self.chat_id > 0

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

    def become(self, other: Room) -> None:
        """From now on both are one room: whoever holds this one has that one in hand."""
        self.__dict__ = other.__dict__

    def marks(self) -> LogFields:
        """What lines of the log say of it."""
        thread = f"/{self.thread_id}" if self.thread_id else ""
        marks: LogFields = {"table": f"{self.chat_id}{thread}"}
        if self.game_id is not None:
            marks["game"] = self.game_id
        if self.live is not None:
            marks["step"] = self.live.step
        return marks


class Rooms:
    """All rooms that were met, and an index of what is on, so that a press finds its lane."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._rooms: dict[tuple[int, int], Room] = {}
        self._by_game: dict[int, Room] = {}
        self._by_lobby: dict[int, Room] = {}
        self._by_deal: dict[int, Room] = {}

    def at(self, chat_id: int, thread_id: int) -> Room:
        """The room of a place."""
        key = (chat_id, thread_id)
        if key not in self._rooms:
            self._rooms[key] = Room(chat_id, thread_id)
        return self._rooms[key]

    def serving(self, chat_id: int, thread_id: int) -> Room:
        """The room that commands given at a place are about.

        Where nothing is on in the chat itself, that is a room whose topic is gone.
        """
        room = self.at(chat_id, thread_id)
        if thread_id or room.busy:
            return room
        return next((other for other in self.of_chat(chat_id) if other.in_exile), room)

    def of_chat(self, chat_id: int) -> list[Room]:
        """Every room of a chat that was met."""
        return [room for room in self._rooms.values() if room.chat_id == chat_id]

    def move(self, old_id: int, new_id: int, moved: Sequence[Moved]) -> None:
        """A chat has another id now, and these tables; its rooms, their lanes being held."""
        now = {table.was: (table.thread_id, table.topic_gone) for table in moved}
        for room in self.of_chat(old_id):
            del self._rooms[room.chat_id, room.thread_id]
            thread_id, gone = now.get(room.thread_id, (room.thread_id, room.topic_gone))
            room.chat_id, room.thread_id, room.topic_gone = new_id, thread_id, gone
            other = self._rooms.get((new_id, thread_id))
            if other is not None:
                room, other = (room, other) if room.busy or not other.busy else (other, room)
                room.lane.absorb(other.lane)
                room.stale = room.stale or other.stale
                other.become(room)
            self._rooms[new_id, thread_id] = room

    def all(self) -> list[Room]:
        """Every room that was met."""
        return list(self._rooms.values())

    @property
    def on(self) -> tuple[int, int]:
        """How many games and how many lobbies are on."""
        return len(self._by_game), len(self._by_lobby)

    def of_game(self, game_id: int) -> Room | None:
        """The room in which a game is on."""
        return self._by_game.get(game_id)

    def of_lobby(self, lobby_id: int) -> Room | None:
        """The room in which a lobby is open."""
        return self._by_lobby.get(lobby_id)

    def of_deal(self, deal_id: int) -> Room | None:
        """The room in which a deal waits for its cut."""
        return self._by_deal.get(deal_id)

    async def of_ended(self, game_id: int) -> Room | None:
        """The room in which a game was played, whose lane has no index of it any more."""
        if game_id > _LARGEST_ID:
            return None
        stored = await games.load_game(self._db, game_id)
        return None if stored is None else await self.of_table(stored.deal.table_id)

    async def of_table(self, table_id: int) -> Room:
        """The room of a stored table."""
        table = await chats.get_table(self._db, table_id)
        assert table is not None
        return self.of(table)

    def of(self, table: StoredTable) -> Room:
        """The room of a stored table that has been read."""
        room = self.at(table.chat_id, table.thread_id)
        room.topic_gone, room.topic = table.topic_gone, table.topic
        return room

    async def table(self, room: Room) -> StoredTable:
        """The stored table of a room, laid if there was none."""
        table = await chats.ensure_table(
            self._db, room.chat_id, "solo" if room.solo else "group", room.thread_id
        )
        room.topic = table.topic
        return table

    async def refresh(self, room: Room) -> None:
        """Read from storage what is on in a room."""
        table = await self.table(room)
        game_id = await games.live_game_at(self._db, table.table_id)
        lobby = await lobbies.open_lobby_at(self._db, table.table_id)
        self.set_game(room, game_id)
        self.set_lobby(room, lobby)
        self.set_pending(room, next(iter(await deals.waiting(self._db, table.table_id)), None))
        room.stale = False

    def set_game(self, room: Room, game_id: int | None, live: Live | None = None) -> None:
        """A game begins in a room, or (None) has ended."""
        if room.game_id is not None:
            self._by_game.pop(room.game_id, None)
        if game_id is not None:
            self._by_game[game_id] = room
        room.game_id = game_id
        room.live = live

    def set_lobby(self, room: Room, lobby: Lobby | None) -> None:
        """A lobby is opened or changed in a room, or (None) has been closed."""
        if room.lobby is not None:
            self._by_lobby.pop(room.lobby.lobby_id, None)
        if lobby is None or room.lobby is None or lobby.lobby_id != room.lobby.lobby_id:
            room.choosing = False
        if lobby is not None:
            self._by_lobby[lobby.lobby_id] = room
        room.lobby = lobby

    def set_pending(self, room: Room, pending: Pending | None) -> None:
        """A deal waits in a room, or (None) does not any more."""
        if room.pending is not None:
            self._by_deal.pop(room.pending.deal_id, None)
        if pending is not None:
            self._by_deal[pending.deal_id] = room
        room.pending = pending
