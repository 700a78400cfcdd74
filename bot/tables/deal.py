"""Begins games: from a lobby, again with the same seats, anew after a void game."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import replace

from bot.model.protocols import Clock
from bot.storage import games
from bot.storage.database import Database
from bot.storage.games import Deal, Seat
from bot.storage.lobbies import Lobby
from bot.storage.proofs import Cut
from bot.tables.game import LiveGame, learn_rings
from bot.tables.table import Table, TableIndex
from engine import RULES_VERSION, Rules
from engine.proof import cut_deck
from engine.record import play
from engine.series import opening_after

log = logging.getLogger(__name__)


class Dealer:
    """Deals from fresh secret seeds and keeps what was dealt."""

    def __init__(
        self, db: Database, clock: Clock, tables: TableIndex, seed: Callable[[], str]
    ) -> None:
        self._db = db
        self._clock = clock
        self._index = tables
        self.seed = seed

    async def first(self, table: Table, lobby: Lobby) -> Deal:
        """The deal of the first game of a series, with the seats of a lobby; without a deck yet."""
        seats = tuple(_seat(who.user_id, who.name, lobby.level) for who in lobby.seats)
        rules, seed = Rules.from_dict(lobby.rules), self.seed()
        rules.check_seats(len(seats))
        return Deal(
            table_id=(await self._index.table(table)).table_id,
            rules=rules.to_dict(),
            rules_version=RULES_VERSION,
            seats=seats,
            dealer=drawn_dealer(seed, len(seats)),
            leader=None,
            deck=(),
            seed=seed,
            host_id=lobby.host_id,
            clock=lobby.clock,
        )

    async def next(self, table: Table, last: LiveGame) -> Deal:
        """The deal of the next game with the seats of the last one that have not left it.

        The series goes on where the rules say so (docs/rules.md §4). There is no deck yet.
        """
        rules, seats, seed = last.game.rules, tuple(staying(last)), self.seed()
        changed = len(seats) < len(last.stored.deal.seats)
        opening = None if changed else opening_after(last.game)
        rules.check_seats(len(seats))
        return Deal(
            table_id=(await self._index.table(table)).table_id,
            rules=rules.to_dict(),
            rules_version=RULES_VERSION,
            seats=seats,
            dealer=opening.dealer if opening else drawn_dealer(seed, len(seats)),
            leader=opening.leader if opening else None,
            deck=(),
            seed=seed,
            series_id=last.stored.series_id if opening else None,
            host_id=last.host,
            clock=last.stored.deal.clock,
        )

    async def deal(
        self, table: Table, deal: Deal, *, close_lobby: int | None = None, cut: Cut | None = None
    ) -> LiveGame:
        """Deal the cards, from the seed's deck, cut or not; the lobby is closed by it."""
        size, at = Rules.from_dict(deal.rules).deck, self._clock.now()
        deck = cut_deck(size, deal.seed, cut.depth if cut else 0)
        start = replace(deal, deck=tuple(map(str, deck)))
        stored = await games.create_game(self._db, start, at, close_lobby, cut)
        live = LiveGame(stored, play(stored.record()), at)
        await learn_rings(self._db, live)
        self._index.set_game(table, stored.game_id, live)
        log.info("dealt: game %s seats %s", live.game_id, len(deal.seats))
        return live


def staying(last: LiveGame) -> list[Seat]:
    """The seats of a game that nobody has left, computers included."""
    resigned, seats = last.game.state.resigned, enumerate(last.stored.deal.seats)
    return [who for seat, who in seats if seat not in resigned and not who.forgotten]


def _seat(user_id: int | None, name: str, level: str) -> Seat:
    return Seat(user_id, name, None if user_id is not None else level)


def drawn_dealer(seed: str, seats: int) -> int:
    """The dealer of a first game, drawn at random (the seed is as good as any other draw)."""
    digest = hashlib.sha256(f"{seed}:dealer".encode()).digest()
    return int.from_bytes(digest, "big") % seats
