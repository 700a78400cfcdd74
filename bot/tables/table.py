"""Tables, people at their seats, and the index of all tables."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.model.game_info import LobbyPage
from bot.model.people import Caller, Person
from bot.model.permissions import Permission, Role, allows, roles_of
from bot.runtime.context import LogFields
from bot.storage import chats, deals, games, lobbies
from bot.storage.chat_moves import Moved
from bot.storage.chats import StoredTable
from bot.storage.database import Database
from bot.storage.deals import Pending
from bot.storage.lobbies import Lobby
from bot.tables.game import LiveGame
from bot.tables.mailbox import Mailbox
from engine import Action, View

_LARGEST_ID = 2**63 - 1
_RESTS = 2


@dataclass(frozen=True, slots=True)
class DealAsked:
    """A person wanted to deal while these people's seats waited; `at` is in Unix seconds."""

    user_id: int
    waiting: frozenset[int | None]
    at: float


@dataclass(eq=False)
class Table:
    """A place where people play, a chat or a topic of it: one actor with a mailbox.

    `game_id` is the game that is on, and `live` its state if it is loaded. `lobby` is the open
    lobby. `pending` is the deal that waits for its cut: of a new game, or of a redeal in the game
    that is on. `page` is what the lobby shows, `host_at` when its host last pressed anything there,
    `deal_asked` who was told last that seats wait. `stale` means that storing failed and the table
    must be read again. `first` resumes the table after a restart; it is run before any other work
    there, and None afterwards. With `topic_gone` the topic can't be written to and the table is
    shown in the chat itself; a negative `thread_id` is no topic and only tells such tables apart.
    `topic` is the name of the topic, if known. `other_ids` are the ids that the chat had before or
    is about to have. `rested` counts how often it was found idle since it was last asked for.
    """

    chat_id: int
    thread_id: int
    mailbox: Mailbox = field(default_factory=Mailbox)
    game_id: int | None = None
    live: LiveGame | None = None
    lobby: Lobby | None = None
    pending: Pending | None = None
    page: LobbyPage = "open"
    host_at: float = 0.0
    deal_asked: DealAsked | None = None
    stale: bool = False
    first: Callable[[], Coroutine[Any, Any, None]] | None = None
    topic_gone: bool = False
    topic: str = ""
    other_ids: set[int] = field(default_factory=set)
    rested: int = 0

    @property
    def solo(self) -> bool:
        """Whether it is a private chat, by its positive id: one person and computers."""
        return self.chat_id > 0

    @property
    def busy(self) -> bool:
        """Whether a game or a lobby is on, or a deck waits for its cut."""
        return any(on is not None for on in (self.game_id, self.lobby, self.pending))

    def seats_before(self, user_id: int) -> bool:
        """Tell whether a person sits in the lobby, or in a new game not cut yet."""
        if self.lobby is not None and any(who.user_id == user_id for who in self.lobby.seats):
            return True
        pending = self.pending
        return pending is not None and pending.game_id is None and pending.seated(user_id)

    def allows(self, permission: Permission, caller: Caller, *, host_away: bool = False) -> bool:
        """Tell whether a person may do this here.

        What somebody is counts where the table is: an admin of another chat, and of one's own
        private chat, is nobody's admin here. `host_away`: the host of the lobby is.
        """
        return allows(permission, self._role(caller, host_away))

    def _role(self, caller: Caller, host_away: bool) -> Role:
        user_id = caller.person.user_id
        host_id, seated = None, False
        if self.live is not None:
            host_id, seated = self.live.host, self.live.plays(user_id)
        elif self.lobby is not None:
            host_id, seated = self.lobby.host_id, self.seats_before(user_id)
        elif self.pending is not None:
            host_id, seated = self.pending.deal.host_id, self.pending.seated(user_id)
        admin = caller.place.is_admin and self.is_in(caller.place.chat_id)
        deputy = seated and host_away
        return roles_of(admin=admin, host=user_id == host_id, player=seated, deputy=deputy)

    def is_in(self, chat_id: int) -> bool:
        """Tell whether the table belongs to this chat, by its present or another id."""
        return chat_id == self.chat_id or chat_id in self.other_ids

    @property
    def in_exile(self) -> bool:
        """Whether the table is busy and has lost its topic."""
        return self.topic_gone and self.busy

    @property
    def shown_in(self) -> int:
        """The id of the topic where the table is shown, 0 for the chat itself."""
        return 0 if self.topic_gone else self.thread_id

    def become(self, other: Table) -> None:
        """Share all state with another table, so that references to both mean one table."""
        self.__dict__ = other.__dict__

    def log_fields(self) -> LogFields:
        """Return the fields that log lines carry about the table."""
        thread = f"/{self.thread_id}" if self.thread_id else ""
        fields: LogFields = {"table": f"{self.chat_id}{thread}"}
        if self.game_id is not None:
            fields["game"] = self.game_id
        if self.live is not None:
            fields["step"] = self.live.step
        return fields


@dataclass(frozen=True, slots=True)
class Player:
    """A person at their seat in the game that is on at a table."""

    table: Table
    live: LiveGame
    seat: int
    person: Person

    @property
    def view(self) -> View:
        """The player's view of the game now."""
        return self.live.moment.view(self.seat)

    @property
    def legal(self) -> list[Action]:
        """The player's legal actions now."""
        return self.live.moment.legal(self.seat)


class TableIndex:
    """All tables in memory, by place and by the game, lobby or deal that is on."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._tables: dict[tuple[int, int], Table] = {}
        self._by_game: dict[int, Table] = {}
        self._by_lobby: dict[int, Table] = {}
        self._by_deal: dict[int, Table] = {}

    def at(self, chat_id: int, thread_id: int) -> Table:
        """Return the table of a place, making it if it is new."""
        key = (chat_id, thread_id)
        if key not in self._tables:
            self._tables[key] = Table(chat_id, thread_id)
        self._tables[key].rested = 0
        return self._tables[key]

    def serving(self, chat_id: int, thread_id: int) -> Table:
        """Return the table that commands given at a place are about.

        Where nothing is on in the chat itself, that is a busy table that has lost its topic.
        """
        table = self.at(chat_id, thread_id)
        if thread_id or table.busy:
            return table
        return next((other for other in self.of_chat(chat_id) if other.in_exile), table)

    def of_chat(self, chat_id: int) -> list[Table]:
        """Return every table of a chat."""
        return [table for table in self._tables.values() if table.chat_id == chat_id]

    def move(self, old_id: int, new_id: int, moved: Sequence[Moved]) -> None:
        """Move the tables of a chat to another id, as storage has moved them.

        Their mailboxes must be held. Two tables that meet at one place become one.
        """
        now = {table.was: (table.thread_id, table.topic_gone) for table in moved}
        for table in self.of_chat(old_id):
            del self._tables[table.chat_id, table.thread_id]
            thread_id, gone = now.get(table.thread_id, (table.thread_id, table.topic_gone))
            table.chat_id, table.thread_id, table.topic_gone = new_id, thread_id, gone
            other = self._tables.get((new_id, thread_id))
            if other is not None:
                table, other = (table, other) if table.busy or not other.busy else (other, table)
                table.mailbox.absorb(other.mailbox)
                table.stale = table.stale or other.stale
                table.other_ids |= other.other_ids
                other.become(table)
            self._tables[new_id, thread_id] = table

    def drop_idle(self) -> None:
        """Forget the tables that nobody has asked for since the last two calls.

        They are made again when they are asked for. One that has something in memory only, or
        that may still be written under another id, stays.
        """
        for key, table in list(self._tables.items()):
            kept = table.busy or table.stale or table.topic_gone or table.other_ids or table.first
            if kept or not table.mailbox.empty:
                table.rested = 0
            elif table.rested < _RESTS:
                table.rested += 1
            else:
                del self._tables[key]

    def all(self) -> list[Table]:
        """Return every table."""
        return list(self._tables.values())

    @property
    def on(self) -> tuple[int, int]:
        """The numbers of games and of lobbies that are on."""
        return len(self._by_game), len(self._by_lobby)

    def of_game(self, game_id: int) -> Table | None:
        """Return the table where a game is on."""
        return self._by_game.get(game_id)

    def of_lobby(self, lobby_id: int) -> Table | None:
        """Return the table where a lobby is open."""
        return self._by_lobby.get(lobby_id)

    def of_deal(self, deal_id: int) -> Table | None:
        """Return the table where a deal waits for its cut."""
        return self._by_deal.get(deal_id)

    async def of_ended(self, game_id: int) -> Table | None:
        """Return the table where a game was played, None if there is no such game."""
        if game_id > _LARGEST_ID:
            return None
        table_id = await games.table_of(self._db, game_id)
        return None if table_id is None else await self.of_table(table_id)

    async def played_by(self, user_id: int) -> list[Table]:
        """Return the tables where a person plays now."""
        playing = await games.live_games_of(self._db, user_id)
        tables = [self.of_game(game_id) for game_id, _ in playing]
        return [table for table in tables if table is not None]

    def seating(self, user_id: int) -> list[Table]:
        """Return the tables where a person sits before a game; see `Table.seats_before`."""
        return [table for table in self.all() if table.seats_before(user_id)]

    async def of_table(self, table_id: int) -> Table | None:
        """Return the table with this id in storage, None if none can be read."""
        stored = await chats.get_table(self._db, table_id)
        return None if stored is None else self.of(stored)

    def of(self, stored: StoredTable) -> Table:
        """Return the table of a stored row."""
        table = self.at(stored.chat_id, stored.thread_id)
        table.topic_gone, table.topic = stored.topic_gone, stored.topic
        return table

    async def stored(self, table: Table) -> StoredTable:
        """Return the stored row of a table, inserting it if there is none."""
        stored = await chats.ensure_table(
            self._db, table.chat_id, "solo" if table.solo else "group", table.thread_id
        )
        table.topic = stored.topic
        return stored

    async def refresh(self, table: Table) -> None:
        """Read what is on at a table from storage."""
        stored = await self.stored(table)
        game_id = await games.live_game_at(self._db, stored.table_id)
        lobby = await lobbies.open_lobby_at(self._db, stored.table_id)
        self.set_game(table, game_id)
        self.set_lobby(table, lobby)
        self.set_pending(table, next(iter(await deals.waiting(self._db, stored.table_id)), None))
        table.stale = False

    def set_game(self, table: Table, game_id: int | None, live: LiveGame | None = None) -> None:
        """Set the game that is on at a table, or None."""
        if table.game_id is not None:
            self._by_game.pop(table.game_id, None)
        if game_id is not None:
            self._by_game[game_id] = table
        table.game_id = game_id
        table.live = live

    def set_lobby(self, table: Table, lobby: Lobby | None) -> None:
        """Set the open lobby of a table, or None."""
        if table.lobby is not None:
            self._by_lobby.pop(table.lobby.lobby_id, None)
        if lobby is None or table.lobby is None or lobby.lobby_id != table.lobby.lobby_id:
            table.page, table.host_at, table.deal_asked = "open", 0.0, None
        if lobby is not None:
            self._by_lobby[lobby.lobby_id] = table
        table.lobby = lobby

    def set_pending(self, table: Table, pending: Pending | None) -> None:
        """Set the deal that waits at a table, or None."""
        if table.pending is not None:
            self._by_deal.pop(table.pending.deal_id, None)
        if pending is not None:
            self._by_deal[pending.deal_id] = table
        table.pending = pending
