"""Before a game: who sits down, by which rules, and who deals. Its methods run in the lane."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Literal

from bot.model.buttons import LobbyPress
from bot.model.lobby_options import CLOCK, CLOCKS, set_option
from bot.model.people import Person, Place
from bot.model.permissions import Permission, allows, permission_for
from bot.model.protocols import Clock
from bot.model.screen import Answer
from bot.screens.text import bot_name, message
from bot.storage import lobbies, people
from bot.storage.database import Database
from bot.storage.deals import Pending
from bot.storage.lobbies import Lobby, LobbySeat
from bot.tables.cut import Cutting
from bot.tables.presenter import Presenter
from bot.tables.rights import standing_at
from bot.tables.table import Table, TableIndex
from engine import Rules
from engine.ai.levels import LEVELS

log = logging.getLogger(__name__)

SOLO_COMPUTERS = 3

_Verb = Callable[["Lobbies", Table, Lobby, Place, Person, LobbyPress], Awaitable[Answer]]


class Lobbies:
    """What people do in lobbies."""

    def __init__(
        self,
        db: Database,
        clock: Clock,
        tables: TableIndex,
        screens: Presenter,
        cutting: Cutting,
    ) -> None:
        self._db = db
        self._clock = clock
        self._index = tables
        self._presenter = screens
        self._cut = cutting

    async def open(self, table: Table, place: Place, person: Person) -> None:
        """Open a lobby for the first game, its host seated; alone, with a computer opposite."""
        seats = [await self._seat_for(person)]
        if table.solo:
            seats.append(LobbySeat(None, bot_name(0, place.language)))
        clock = 0 if table.solo else CLOCK
        await self.open_with(table, person.user_id, Rules(), seats, clock)

    async def open_with(
        self,
        table: Table,
        host_id: int,
        rules: Rules,
        seats: Sequence[LobbySeat],
        clock: int,
        level: str | None = None,
    ) -> None:
        """Open a lobby with these seats taken; computers play as in the last one, if not told."""
        stored = await self._index.table(table)
        at = self._clock.now()
        lobby = await lobbies.open_lobby(
            self._db, stored.table_id, host_id, rules.to_dict(), seats, at, clock, level
        )
        self._index.set_lobby(table, lobby)
        log.info("opened: lobby %s", lobby.lobby_id)
        await self._presenter.lobby(table, lobby, anew=True)

    async def press(self, table: Table, place: Place, person: Person, press: LobbyPress) -> Answer:
        """Do what a button of a lobby says."""
        lobby = table.lobby
        if lobby is None or lobby.lobby_id != press.lobby:
            return Answer(message("toast-lobby-closed", person.language))
        if press.verb not in _VERBS:
            return Answer(message("toast-unknown", person.language))
        decision = permission_for(press)
        if decision is not None and not allowed(decision, table, lobby, place, person):
            return Answer(message("toast-host-only", person.language))
        return await _VERBS[press.verb](self, table, lobby, place, person, press)

    async def leave(self, table: Table, lobby: Lobby, person: Person) -> bool:
        """Stand up; False for somebody who does not sit. Without people the lobby closes."""
        rest = tuple(who for who in lobby.seats if who.user_id != person.user_id)
        if len(rest) == len(lobby.seats):
            return False
        seated = [who.user_id for who in rest if who.user_id is not None]
        if not seated:
            await self.cancel(table, lobby)
            return True
        host = lobby.host_id if lobby.host_id in seated else seated[0]
        await self._save(table, replace(lobby, host_id=host, seats=rest))
        return True

    async def leave_cut(self, table: Table, pending: Pending, person: Person) -> bool:
        """Stand up while the deck waits for its cut: the others are back in a lobby.

        False for somebody who does not sit.
        """
        if not pending.seated(person.user_id):
            return False
        await self._cut.call_off(table)
        deal = pending.deal
        rest = [LobbySeat(s.user_id, s.name) for s in deal.seats if s.user_id != person.user_id]
        seated = [who.user_id for who in rest if who.user_id is not None]
        if seated:
            host = deal.host_id if deal.host_id in seated else seated[0]
            level = next((who.level for who in deal.seats if who.level), None)
            rules = Rules.from_dict(deal.rules)
            await self.open_with(table, host, rules, rest, deal.clock, level)
        return True

    async def cancel(self, table: Table, lobby: Lobby) -> None:
        """Close a lobby without a game."""
        await self._close(table, lobby, "cancelled")

    async def _close(
        self, table: Table, lobby: Lobby, how: Literal["cancelled", "expired"]
    ) -> None:
        await lobbies.close_lobby(self._db, lobby.lobby_id, self._clock.now())
        self._index.set_lobby(table, None)
        await self._presenter.closed_lobby(table, lobby, how)

    async def expire_idle(self, table: Table, lobby_id: int) -> None:
        """Close a lobby that nobody fills."""
        lobby = table.lobby
        if lobby is not None and lobby.lobby_id == lobby_id:
            log.info("let go: lobby %s", lobby_id)
            await self._close(table, lobby, "expired")

    async def set_waiting(self, table: Table, user_id: int, waiting: bool) -> bool:
        """A seat becomes firm, or has to wait again; whether that has changed anything."""
        lobby = table.lobby
        if lobby is None:
            return False
        seats = tuple(
            replace(who, waiting=waiting) if who.user_id == user_id else who for who in lobby.seats
        )
        if seats == lobby.seats:
            return False
        await self._save(table, replace(lobby, seats=seats))
        return True

    async def _join(
        self, table: Table, lobby: Lobby, place: Place, person: Person, press: LobbyPress
    ) -> Answer:
        seat = await self._seat_for(person)
        sits = next((who for who in lobby.seats if who.user_id == person.user_id), None)
        if sits is None:
            seats = _with_seat(lobby, seat)
            if table.solo or seats is None:
                return Answer(message("toast-full", person.language))
            await self._save(table, replace(lobby, seats=seats))
        elif sits.waiting and not seat.waiting:
            await self.set_waiting(table, person.user_id, False)
        elif not seat.waiting:
            return Answer(message("toast-already-in", person.language))
        if seat.waiting:
            words = message("toast-joined-waiting", person.language)
            return Answer(words, url=self._presenter.seat_url)
        return Answer(message("toast-joined", person.language))

    async def _leave(
        self, table: Table, lobby: Lobby, place: Place, person: Person, press: LobbyPress
    ) -> Answer:
        left = await self.leave(table, lobby, person)
        return Answer(message("toast-left" if left else "toast-not-in-lobby", person.language))

    async def _bot(
        self, table: Table, lobby: Lobby, place: Place, person: Person, press: LobbyPress
    ) -> Answer:
        taken = [who.name for who in lobby.seats if who.user_id is None]
        most = SOLO_COMPUTERS if table.solo else _most_seats(lobby)
        if len(lobby.seats) >= _most_seats(lobby) or len(taken) >= most:
            return Answer(message("toast-no-bots-more", person.language))
        names = (bot_name(number, place.language) for number in range(len(taken) + 1))
        name = next(name for name in names if name not in taken)
        seats = (*lobby.seats, LobbySeat(None, name))
        await self._save(table, replace(lobby, seats=seats))
        return Answer(message("toast-done", person.language))

    async def _unbot(
        self, table: Table, lobby: Lobby, place: Place, person: Person, press: LobbyPress
    ) -> Answer:
        computers = [at for at, who in enumerate(lobby.seats) if who.user_id is None]
        if len(computers) <= (1 if table.solo else 0):
            return Answer(message("toast-no-bots-less", person.language))
        seats = [who for at, who in enumerate(lobby.seats) if at != computers[-1]]
        await self._save(table, replace(lobby, seats=tuple(seats)))
        return Answer(message("toast-done", person.language))

    async def _page(
        self, table: Table, lobby: Lobby, place: Place, person: Person, press: LobbyPress
    ) -> Answer:
        table.choosing = press.verb == "game"
        await self._presenter.lobby(table, lobby)
        return Answer(message("toast-done", person.language))

    async def _set(
        self, table: Table, lobby: Lobby, place: Place, person: Person, press: LobbyPress
    ) -> Answer:
        if press.key == "clock" and press.value < len(CLOCKS):
            await self._save(table, replace(lobby, clock=CLOCKS[press.value][1]))
            return Answer(message("toast-done", person.language))
        if press.key == "level" and press.value < len(LEVELS):
            await self._save(table, replace(lobby, level=LEVELS[press.value]))
            return Answer(message("toast-done", person.language))
        try:
            rules = set_option(Rules.from_dict(lobby.rules), press.key, press.value)
        except LookupError:
            return Answer(message("toast-unknown", person.language))
        if len(lobby.seats) > rules.max_seats:
            return Answer(message("toast-seats-rule", person.language))
        await self._save(table, replace(lobby, rules=rules.to_dict()))
        return Answer(message("toast-done", person.language))

    async def _deal(
        self, table: Table, lobby: Lobby, place: Place, person: Person, press: LobbyPress
    ) -> Answer:
        if any(who.waiting for who in lobby.seats):
            return Answer(message("toast-someone-waits", person.language))
        if len(lobby.seats) < 2:
            return Answer(message("toast-need-two", person.language))
        await self._cut.begin(table, lobby)
        await self._presenter.closed_lobby(table, lobby, "dealt")
        await self._cut.go_on(table)
        return Answer(message("toast-done", person.language))

    async def _cancel(
        self, table: Table, lobby: Lobby, place: Place, person: Person, press: LobbyPress
    ) -> Answer:
        await self.cancel(table, lobby)
        return Answer(message("toast-done", person.language))

    async def _seat_for(self, person: Person) -> LobbySeat:
        """A seat for a person, waiting where the bot can't write to them yet."""
        known = await people.get(self._db, person.user_id)
        reached = known is not None and known.can_write
        if not reached and await self._presenter.delivery.can_write(person.user_id):
            await people.set_can_write(self._db, person.user_id, True, self._clock.now())
            reached = True
        return LobbySeat(person.user_id, person.name, waiting=not reached)

    async def _save(self, table: Table, lobby: Lobby) -> None:
        lobby = replace(lobby, touched_at=self._clock.now())
        await lobbies.save_lobby(self._db, lobby)
        self._index.set_lobby(table, lobby)
        await self._presenter.lobby(table, lobby)


def allowed(decision: Permission, table: Table, lobby: Lobby, place: Place, person: Person) -> bool:
    """Whether a person may do that to a lobby."""
    seated = any(who.user_id == person.user_id for who in lobby.seats)
    host = person.user_id == lobby.host_id
    return allows(decision, standing_at(table, place, host=host, player=seated))


def _most_seats(lobby: Lobby) -> int:
    return Rules.from_dict(lobby.rules).max_seats


def _with_seat(lobby: Lobby, seat: LobbySeat) -> tuple[LobbySeat, ...] | None:
    """The seats with one more; in a full lobby a computer gives way; None where none can."""
    if len(lobby.seats) < _most_seats(lobby):
        return (*lobby.seats, seat)
    computers = [place for place, who in enumerate(lobby.seats) if who.user_id is None]
    if not computers:
        return None
    seats = list(lobby.seats)
    seats[computers[-1]] = seat
    return tuple(seats)


_VERBS: dict[str, _Verb] = {
    "join": Lobbies._join,
    "leave": Lobbies._leave,
    "bot": Lobbies._bot,
    "unbot": Lobbies._unbot,
    "game": Lobbies._page,
    "back": Lobbies._page,
    "set": Lobbies._set,
    "deal": Lobbies._deal,
    "cancel": Lobbies._cancel,
}
