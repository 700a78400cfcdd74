"""Lobbies: who sits down before a game, and by which rules it is played.

Its methods run in the table's mailbox.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from bot.model.buttons import LobbyPress
from bot.model.game_info import LobbyPage
from bot.model.lobby_options import CLOCK, CLOCKS, seat_mark, set_option
from bot.model.people import Caller, Person
from bot.model.permissions import Permission, permission_for
from bot.screens.text import bot_name, listed
from bot.storage import lobbies, people
from bot.storage.deals import Pending
from bot.storage.lobbies import Lobby, LobbySeat
from bot.tables.progress import Progress
from bot.tables.refusal import Refused, Reply
from bot.tables.services import TableServices
from bot.tables.table import DealAsked, Table
from engine import Rules
from engine.ai.levels import LEVELS

log = logging.getLogger(__name__)

SOLO_COMPUTERS = 3
HOST_SECONDS = 120.0
"""A host who has pressed nothing in the lobby for so long is away."""
AGAIN_SECONDS = 60.0
"""So soon a second press on "deal" has to come, to deal without the seats that wait."""
_RETRIES = (1.0, 5.0, 20.0, 60.0)
"""Where Telegram has not told whether a person can be written to: seconds to the next tries."""
_ASKS = 8
"""So many people Telegram is asked about at once."""
_REFUSALS = {Permission.DEAL: "toast-host-deals"}


@dataclass(frozen=True, slots=True)
class _Pressed:
    """A press on an open lobby by a person who may press it."""

    table: Table
    lobby: Lobby
    caller: Caller
    press: LobbyPress


class Lobbies:
    """Opens, changes and closes lobbies."""

    def __init__(self, services: TableServices, progress: Progress) -> None:
        self._services = services
        self._presenter = services.presenter
        self._progress = progress
        self._since = services.now()
        self._asks = asyncio.Semaphore(_ASKS)
        self._asking: set[tuple[Table, int]] = set()

    async def open(self, table: Table, caller: Caller) -> None:
        """Open a lobby with its host seated, in a private chat with a computer too.

        It starts with the rules of the last lobby here.
        """
        seats = [await self._seat_for(caller.person)]
        if table.solo:
            seats.append(LobbySeat(None, bot_name(0, caller.place.reader)))
        clock = 0 if table.solo else CLOCK
        rules = await self.last_rules(table) or Rules()
        await self.open_with(table, caller.person.user_id, rules, seats, clock)

    async def open_with(
        self,
        table: Table,
        host_id: int,
        rules: Rules,
        seats: Sequence[LobbySeat],
        clock: int,
        level: str | None = None,
    ) -> None:
        """Open a lobby with these seats; without `level`, with that of the last one."""
        stored = await self._services.index.stored(table)
        lobby = await lobbies.open_lobby(
            self._services.db,
            stored.table_id,
            host_id,
            rules.to_dict(),
            seats,
            self._services.now(),
            clock,
            level,
        )
        self._services.index.set_lobby(table, lobby)
        log.info("lobby_opened lobby=%s", lobby.lobby_id)
        await self._presenter.lobby(table, lobby, repost=True)
        for who in seats:
            if who.waiting and who.user_id is not None:
                self._ask(table, who.user_id)

    async def last_rules(self, table: Table) -> Rules | None:
        """Return the rules of the last lobby here, None where none can be read."""
        db, place = self._services.db, (table.chat_id, table.thread_id)
        try:
            stored = await lobbies.last_rules(db, *place)
            return None if stored is None else Rules.from_dict(stored)
        except ValueError:
            log.warning("rules_unreadable chat=%s thread=%s", *place)
            return None

    async def press(self, table: Table, caller: Caller, press: LobbyPress) -> Reply:
        """Handle a button of a lobby.

        Raises:
            Refused: the lobby is closed, or the person may not do this; nothing has changed.
        """
        lobby = table.lobby
        if lobby is None or lobby.lobby_id != press.lobby:
            raise Refused("toast-lobby-closed")
        if press.verb not in _VERBS:
            raise Refused("toast-unknown")
        if caller.person.user_id == lobby.host_id:
            table.host_at = self._services.now()
        permission, away = permission_for(press), self._host_away(table, lobby)
        if permission is not None and not table.allows(permission, caller, host_away=away):
            raise Refused(_REFUSALS.get(permission, "toast-host-only"))
        return await _VERBS[press.verb](self, _Pressed(table, lobby, caller, press))

    def _host_away(self, table: Table, lobby: Lobby) -> bool:
        """Tell whether the host has pressed nothing for long, counted from the start at most."""
        seen = max(table.host_at, lobby.opened_at, self._since)
        return self._services.now() - seen >= HOST_SECONDS

    async def stand_up(self, table: Table, person: Person) -> bool:
        """Let a person stand up in a lobby, or in a new game whose deck waits for its cut.

        Returns False where they do not sit there. A lobby without people is closed.
        """
        if table.lobby is not None:
            return await self._leave(table, table.lobby, person)
        if table.pending is not None and table.pending.game_id is None:
            return await self._leave_cut(table, table.pending, person)
        return False

    async def _leave(self, table: Table, lobby: Lobby, person: Person) -> bool:
        rest = tuple(who for who in lobby.seats if who.user_id != person.user_id)
        if len(rest) == len(lobby.seats):
            return False
        if not _people(rest):
            await self.cancel(table)
            return True
        await self._save(table, _seating(lobby, rest))
        return True

    async def _leave_cut(self, table: Table, pending: Pending, person: Person) -> bool:
        """Call off a pending deal and open a lobby with the others."""
        if not pending.seated(person.user_id):
            return False
        await self._progress.call_off(table)
        deal = pending.deal
        rest = [LobbySeat(s.user_id, s.name) for s in deal.seats if s.user_id != person.user_id]
        seated = [who.user_id for who in rest if who.user_id is not None]
        if seated:
            host = deal.host_id if deal.host_id in seated else seated[0]
            level = next((who.level for who in deal.seats if who.level), None)
            rules = Rules.from_dict(deal.rules)
            await self.open_with(table, host, rules, rest, deal.clock, level)
        return True

    async def cancel(self, table: Table) -> None:
        """Close the open lobby without a game."""
        assert table.lobby is not None
        await self._close(table, table.lobby, "cancelled")

    async def _close(
        self, table: Table, lobby: Lobby, how: Literal["cancelled", "expired"]
    ) -> None:
        await lobbies.close_lobby(self._services.db, lobby.lobby_id, self._services.now())
        self._services.index.set_lobby(table, None)
        log.info("lobby_closed lobby=%s how=%s", lobby.lobby_id, how)
        await self._presenter.closed_lobby(table, lobby, how)

    async def expire_idle(self, table: Table, lobby_id: int) -> None:
        """Close a lobby that has been idle for long, if it is still open."""
        lobby = table.lobby
        if lobby is not None and lobby.lobby_id == lobby_id:
            await self._close(table, lobby, "expired")

    async def set_waiting(
        self, table: Table, user_id: int, waiting: bool, *, reached: Collection[int] = ()
    ) -> bool:
        """Make a seat firm, or let it wait again; tell whether that has changed anything.

        Where it has, it is kept as well that private messages reach these people.
        """
        lobby = table.lobby
        if lobby is None:
            return False
        seats = tuple(
            replace(who, waiting=waiting) if who.user_id == user_id else who for who in lobby.seats
        )
        if seats == lobby.seats:
            return False
        await self._save(table, replace(lobby, seats=seats), reached)
        return True

    async def _join(self, on: _Pressed) -> Reply:
        """Seat a person; Telegram is asked afterwards whether somebody unknown can be reached."""
        table, lobby, person = on.table, on.lobby, on.caller.person
        seat = await self._seat_for(person)
        sits = next((who for who in lobby.seats if who.user_id == person.user_id), None)
        if sits is None:
            seats = _with_seat(lobby, seat)
            if table.solo or seats is None:
                raise Refused("toast-full")
            await self._save(table, replace(lobby, seats=seats))
        elif sits.waiting and not seat.waiting:
            await self.set_waiting(table, person.user_id, False)
        elif not seat.waiting:
            raise Refused("toast-already-in")
        if seat.waiting:
            return self._start_first(table, person)
        return Reply("toast-joined")

    def _start_first(self, table: Table, person: Person) -> Reply:
        """Send a person whose seat waits to the private chat; they may be in reach after all."""
        self._ask(table, person.user_id)
        return Reply("toast-joined-waiting", url=self._presenter.seat_url)

    def _ask(self, table: Table, user_id: int) -> None:
        """Ask Telegram whether a person can be written to; their seat is firm then.

        Neither the press nor the mailbox waits for that.
        """
        if (table, user_id) not in self._asking:
            self._asking.add((table, user_id))
            asking = self._asked(table, user_id)
            self._services.tasks.spawn(asking, name=f"reach {user_id}")

    async def _asked(self, table: Table, user_id: int, tried: int = 0) -> None:
        try:
            async with self._asks:
                reached = await self._services.delivery.can_write(user_id)
        finally:
            self._asking.discard((table, user_id))
        if reached:
            self._progress.runner.spawn(table, partial(self._reached, table, user_id))
        elif reached is None and tried < len(_RETRIES):
            name = ("reach", table.chat_id, table.thread_id, user_id)
            again = partial(self._asked, table, user_id, tried + 1)
            self._services.alarms.set(name, _RETRIES[tried], again)

    async def _reached(self, table: Table, user_id: int) -> None:
        if not await self.set_waiting(table, user_id, False, reached=[user_id]):
            now = self._services.now()
            await people.set_can_write(self._services.db, user_id, True, now)

    async def _stand(self, on: _Pressed) -> Reply:
        if not await self.stand_up(on.table, on.caller.person):
            raise Refused("toast-not-in-lobby")
        return Reply("toast-left")

    async def _bot(self, on: _Pressed) -> Reply:
        table, lobby = on.table, on.lobby
        taken = [who.name for who in lobby.seats if who.user_id is None]
        most = SOLO_COMPUTERS if table.solo else _most_seats(lobby)
        if len(lobby.seats) >= _most_seats(lobby) or len(taken) >= most:
            raise Refused("toast-no-bots-more")
        language = on.caller.place.reader
        names = (bot_name(number, language) for number in range(len(taken) + 1))
        name = next(name for name in names if name not in taken)
        await self._save(table, replace(lobby, seats=(*lobby.seats, LobbySeat(None, name))))
        return Reply()

    async def _unbot(self, on: _Pressed) -> Reply:
        computers = [at for at, who in enumerate(on.lobby.seats) if who.user_id is None]
        if len(computers) <= (1 if on.table.solo else 0):
            raise Refused("toast-no-bots-less")
        seats = [who for at, who in enumerate(on.lobby.seats) if at != computers[-1]]
        await self._save(on.table, replace(on.lobby, seats=tuple(seats)))
        return Reply()

    async def _game(self, on: _Pressed) -> Reply:
        return await self._turn(on, "game")

    async def _seats(self, on: _Pressed) -> Reply:
        if on.table.solo or len(on.lobby.seats) < 2:
            raise Refused("toast-old-button")
        return await self._turn(on, "seats")

    async def _back(self, on: _Pressed) -> Reply:
        return await self._turn(on, "open")

    async def _turn(self, on: _Pressed, page: LobbyPage) -> Reply:
        on.table.page = page
        await self._presenter.lobby(on.table, on.lobby)
        return Reply()

    async def _crown(self, on: _Pressed) -> Reply:
        who = _other_seat(on)
        if who.user_id is None or who.waiting:
            raise Refused("toast-old-button")
        on.table.page = "open"
        await self._save(on.table, replace(on.lobby, host_id=who.user_id))
        return Reply("toast-crowned", {"name": who.name})

    async def _out(self, on: _Pressed) -> Reply:
        gone = _other_seat(on)
        rest = tuple(who for who in on.lobby.seats if who is not gone)
        if len(rest) < 2:
            on.table.page = "open"
        await self._save(on.table, replace(on.lobby, seats=rest))
        return Reply("toast-put-out", {"name": gone.name})

    async def _set(self, on: _Pressed) -> Reply:
        await self._save(on.table, _with_option(on.lobby, on.press.key, on.press.value))
        return Reply()

    async def _deal(self, on: _Pressed) -> Reply:
        """Deal; where seats wait, say so first, and deal without them at a second press."""
        table, lobby, person = on.table, on.lobby, on.caller.person
        waiting = [who for who in lobby.seats if who.waiting]
        if any(who.user_id == person.user_id for who in waiting):
            return self._start_first(table, person)
        if len(lobby.seats) < 2:
            raise Refused("toast-need-two")
        if waiting:
            firm = tuple(who for who in lobby.seats if not who.waiting)
            names = listed((who.name for who in waiting), person.reader)
            if len(firm) < 2 or not _people(firm):
                raise Refused("toast-waiting-needed", names=names)
            if not self._asked_before(table, person, waiting):
                raise Refused("toast-someone-waits", names=names)
            lobby = _seating(lobby, firm)
        await self._progress.begin(table, lobby, [who.name for who in waiting])
        return Reply()

    def _asked_before(self, table: Table, person: Person, waiting: Sequence[LobbySeat]) -> bool:
        """Tell whether this person was just told that these seats wait; note that they are now."""
        awaited = frozenset(who.user_id for who in waiting)
        asked = DealAsked(person.user_id, awaited, self._services.now())
        before, table.deal_asked = table.deal_asked, asked
        if before is None or (before.user_id, before.waiting) != (asked.user_id, awaited):
            return False
        return asked.at - before.at <= AGAIN_SECONDS

    async def _cancel(self, on: _Pressed) -> Reply:
        await self.cancel(on.table)
        return Reply()

    async def _seat_for(self, person: Person) -> LobbySeat:
        """Return a seat for a person, waiting where the bot is not known to reach them."""
        known = await people.get(self._services.db, person.user_id)
        reached = known is not None and known.can_write
        return LobbySeat(person.user_id, person.name, waiting=not reached)

    async def _save(self, table: Table, lobby: Lobby, reached: Collection[int] = ()) -> None:
        now = self._services.now()
        lobby = replace(lobby, touched_at=now)
        await lobbies.save_lobby(self._services.db, lobby, reached)
        if table.lobby is not None and table.lobby.host_id != lobby.host_id:
            table.host_at = now
        self._services.index.set_lobby(table, lobby)
        await self._presenter.lobby(table, lobby)


def _people(seats: Sequence[LobbySeat]) -> list[int]:
    return [who.user_id for who in seats if who.user_id is not None]


def _seating(lobby: Lobby, seats: Sequence[LobbySeat]) -> Lobby:
    """Return a lobby with these seats only; where the host has none, the next person is host."""
    seated = _people(seats)
    host = lobby.host_id if lobby.host_id in seated else seated[0]
    return replace(lobby, host_id=host, seats=tuple(seats))


def _other_seat(on: _Pressed) -> LobbySeat:
    """Return the seat that a button names, which is not the host's.

    Raises:
        Refused: nobody of that name sits there any more, or they are the host by now.
    """
    mark = (on.press.key, on.press.value)
    for who in on.lobby.seats:
        other = who.user_id != on.lobby.host_id and not on.table.solo
        if other and seat_mark(who.user_id, who.name) == mark:
            return who
    raise Refused("toast-old-button")


def _with_option(lobby: Lobby, key: str, value: int) -> Lobby:
    """Return the lobby with value number `value` of an option chosen.

    Raises:
        Refused: there is no such option or value, or it allows fewer seats than are taken.
    """
    if key == "clock" and value < len(CLOCKS):
        return replace(lobby, clock=CLOCKS[value][1])
    if key == "level" and value < len(LEVELS):
        return replace(lobby, level=LEVELS[value])
    try:
        rules = set_option(Rules.from_dict(lobby.rules), key, value)
    except LookupError as error:
        raise Refused("toast-unknown") from error
    if len(lobby.seats) > rules.max_seats:
        raise Refused("toast-seats-rule")
    return replace(lobby, rules=rules.to_dict())


def _most_seats(lobby: Lobby) -> int:
    return Rules.from_dict(lobby.rules).max_seats


def _with_seat(lobby: Lobby, seat: LobbySeat) -> tuple[LobbySeat, ...] | None:
    """Return the seats with one more, if full in place of a computer, else None."""
    if len(lobby.seats) < _most_seats(lobby):
        return (*lobby.seats, seat)
    computers = [place for place, who in enumerate(lobby.seats) if who.user_id is None]
    if not computers:
        return None
    seats = list(lobby.seats)
    seats[computers[-1]] = seat
    return tuple(seats)


_VERBS: dict[str, Callable[[Lobbies, _Pressed], Awaitable[Reply]]] = {
    "join": Lobbies._join,
    "leave": Lobbies._stand,
    "bot": Lobbies._bot,
    "unbot": Lobbies._unbot,
    "game": Lobbies._game,
    "seats": Lobbies._seats,
    "back": Lobbies._back,
    "set": Lobbies._set,
    "crown": Lobbies._crown,
    "out": Lobbies._out,
    "deal": Lobbies._deal,
    "cancel": Lobbies._cancel,
}
