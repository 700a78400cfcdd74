"""Begins games: from a lobby, again with the same seats, anew after a void game."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable

from bot.ports import Clock
from bot.storage import games
from bot.storage.database import Database
from bot.storage.games import Deal, Seat
from bot.storage.lobbies import Lobby
from bot.table.live import Live, learn_rings
from bot.table.room import Room, Rooms
from engine import RULES_VERSION, Rules
from engine.deal import shuffled
from engine.record import play
from engine.series import opening_after

log = logging.getLogger(__name__)


class Dealer:
    """Deals from fresh secret seeds and keeps what was dealt."""

    def __init__(self, db: Database, clock: Clock, rooms: Rooms, seed: Callable[[], str]) -> None:
        self._db = db
        self._clock = clock
        self._rooms = rooms
        self.seed = seed

    async def from_lobby(self, room: Room, lobby: Lobby) -> Live:
        """The first game of a series, with the seats of a lobby, which is closed by it."""
        seats = [_seat(who.user_id, who.name, lobby.level) for who in lobby.seats]
        rules = Rules.from_dict(lobby.rules)
        live = await self._deal(
            room, rules, seats, lobby.host_id, lobby.clock, close_lobby=lobby.lobby_id
        )
        self._rooms.set_lobby(room, None)
        return live

    async def again(self, room: Room, last: Live) -> Live:
        """The next game with the seats of the last one that have not left it.

        The series goes on where the rules say so (docs/rules.md §4).
        """
        seats = staying(last)
        changed = len(seats) < len(last.stored.deal.seats)
        opening = None if changed else opening_after(last.game)
        series = last.stored.series_id if opening else None
        deal = (opening.dealer, opening.leader) if opening else None
        return await self._deal(
            room,
            last.game.rules,
            seats,
            last.host,
            last.stored.deal.clock,
            deal=deal,
            series_id=series,
        )

    async def _deal(
        self,
        room: Room,
        rules: Rules,
        seats: list[Seat],
        host_id: int | None,
        clock: int,
        *,
        deal: tuple[int, int | None] | None = None,
        series_id: int | None = None,
        close_lobby: int | None = None,
    ) -> Live:
        rules.check_seats(len(seats))
        seed = self.seed()
        table = await self._rooms.table(room)
        dealer, leader = deal if deal is not None else (_drawn(seed, len(seats)), None)
        start = Deal(
            table_id=table.table_id,
            rules=rules.to_dict(),
            rules_version=RULES_VERSION,
            seats=tuple(seats),
            dealer=dealer,
            leader=leader,
            deck=tuple(str(card) for card in shuffled(rules.deck, seed)),
            seed=seed,
            series_id=series_id,
            host_id=host_id,
            clock=clock,
        )
        at = self._clock.now()
        stored = await games.create_game(self._db, start, at, close_lobby)
        live = Live(stored, play(stored.record()), at)
        await learn_rings(self._db, live)
        self._rooms.set_game(room, stored.game_id, live)
        log.info("dealt: game %s seats %s", live.game_id, len(seats))
        return live


def staying(last: Live) -> list[Seat]:
    """The seats of a game that nobody has left, computers included."""
    resigned, seats = last.game.state.resigned, enumerate(last.stored.deal.seats)
    return [who for seat, who in seats if seat not in resigned and not who.forgotten]


def _seat(user_id: int | None, name: str, level: str) -> Seat:
    return Seat(user_id, name, None if user_id is not None else level)


def _drawn(seed: str, seats: int) -> int:
    """The dealer of a first game, drawn at random (the seed is as good as any other draw)."""
    digest = hashlib.sha256(f"{seed}:dealer".encode()).digest()
    return int.from_bytes(digest, "big") % seats
