"""Deals that are committed to and wait for their cut."""

import json
import logging
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from bot.storage import chains, checks, lobbies
from bot.storage.database import Database, Row
from bot.storage.errors import TableBusy, Unreadable
from bot.storage.games import Deal, Seat, load_game, seat_of
from bot.storage.proofs import link_of
from engine import Rules
from engine.proof import Link

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pending:
    """A deal that waits until `until` (Unix seconds) for `seat` to cut.

    `deal` is the game's; for a new game it has no deck yet. A redeal, number 1 or more, has its
    `game_id`. `seed` is secret; `commitment` and `link` are published.
    """

    deal_id: int
    game_id: int | None
    number: int
    seed: str = field(repr=False)
    commitment: str
    seat: int
    until: float
    deal: Deal = field(repr=False)
    link: Link | None = None

    @property
    def table_id(self) -> int:
        """The table at which it is dealt."""
        return self.deal.table_id

    @property
    def cutter(self) -> Seat:
        """The seat that cuts."""
        return self.deal.seats[self.seat]

    def seated(self, user_id: int) -> bool:
        """Return whether a person has a seat in the deal."""
        return any(who.user_id == user_id for who in self.deal.seats)


@dataclass(frozen=True, slots=True)
class PastDeal:
    """A deal that was made in `game_id`, or (`depth` None) cancelled."""

    table_id: int
    game_id: int | None
    number: int
    commitment: str
    seat: int
    depth: int | None
    drawn: bool
    link: Link | None = None


async def promise(
    db: Database,
    pending: Pending,
    at: float,
    close_lobby: int | None = None,
    chain: chains.Chain | None = None,
) -> Pending:
    """Store a deal that waits and close its lobby; return the deal with its id.

    `chain` is that of the table from now on, if the seed is one of its links.

    Raises:
        TableBusy: another deal waits at the table.
    """
    plan = None if pending.game_id is not None else _plan_of(pending.deal)
    async with db.transaction() as conn:
        waiting = await conn.execute_fetchall(
            "SELECT 1 FROM deals WHERE table_id = ? AND ended_at IS NULL", (pending.deal.table_id,)
        )
        if list(waiting):
            raise TableBusy("a deal waits at this table")
        cursor = await conn.execute(
            "INSERT INTO deals (table_id, game_id, number, seed, commitment, seat, plan, since, "
            "until, anchor, link, next_anchor) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                pending.deal.table_id,
                pending.game_id,
                pending.number,
                pending.seed,
                pending.commitment,
                pending.seat,
                plan,
                at,
                pending.until,
                pending.link and pending.link.anchor,
                pending.link and pending.link.number,
                pending.link and pending.link.next,
            ),
        )
        assert cursor.lastrowid is not None
        if chain is not None:
            await chains.keep(conn, pending.deal.table_id, chain)
        if close_lobby is not None:
            await lobbies.close(conn, close_lobby, at)
    return replace(pending, deal_id=cursor.lastrowid)


async def call_off(db: Database, deal_id: int, at: float) -> None:
    """Cancel a deal; one that was made or cancelled before stays as it is."""
    async with db.transaction() as conn:
        await conn.execute(
            "UPDATE deals SET ended_at = ?, plan = NULL WHERE deal_id = ? AND ended_at IS NULL",
            (at, deal_id),
        )


async def waiting(db: Database, table_id: int | None = None) -> list[Pending]:
    """Return the deals that wait for their cut and can be read, at one table or at all."""
    found, _ = await _waiting(db, table_id)
    return found


async def give_up_unreadable(db: Database, at: float) -> list[int]:
    """Cancel the deals that wait and can't be read; return the ids of their tables.

    A redeal is asked for again by its game.
    """
    _, unreadable = await _waiting(db)
    for deal_id, _ in unreadable:
        log.error("deal_broken deal=%s", deal_id)
        await call_off(db, deal_id, at)
    return [table_id for _, table_id in unreadable]


async def _waiting(
    db: Database, table_id: int | None = None
) -> tuple[list[Pending], list[tuple[int, int]]]:
    """Return the deals that can be read, and (deal_id, table_id) of the others."""
    rows = await db.all(
        "SELECT deals.*, tables.table_id IS NOT NULL AS laid FROM deals "
        "LEFT JOIN tables USING (table_id) "
        "WHERE ended_at IS NULL AND (?1 IS NULL OR deals.table_id = ?1)",
        (table_id,),
    )
    found, unreadable = [], []
    for row in rows:
        try:
            found.append(await _pending(db, row))
        except Unreadable:
            unreadable.append((row["deal_id"], row["table_id"]))
    return found, unreadable


async def past(db: Database, deal_id: int) -> PastDeal | None:
    """Return a deal that was made or cancelled, None if there is none."""
    row = await db.one("SELECT * FROM deals WHERE deal_id = ? AND ended_at IS NOT NULL", (deal_id,))
    if row is None:
        return None
    return PastDeal(
        row["table_id"],
        row["game_id"],
        row["number"],
        row["commitment"],
        row["seat"],
        row["depth"],
        bool(row["drawn"]),
        link_of(row),
    )


async def _pending(db: Database, row: Row) -> Pending:
    """Build a deal that waits.

    Raises:
        Unreadable: its row, or its game, was damaged.
    """
    game_id: int | None = row["game_id"]
    game = None if game_id is None else await load_game(db, game_id)
    with checks.reading("deals", row["deal_id"]):
        if not row["laid"] or (game_id is not None and (game is None or game.status != "live")):
            raise ValueError("its table or its game is missing")
        deal = game.deal if game else _deal_of(row)
        return Pending(
            row["deal_id"],
            game_id,
            checks.whole(row["number"]),
            checks.text(row["seed"]),
            checks.text(row["commitment"]),
            checks.one_of(range(len(deal.seats)), row["seat"]),
            checks.moment(row["until"]),
            deal,
            link_of(row),
        )


def _plan_of(deal: Deal) -> str:
    plan = asdict(deal)
    for known in ("table_id", "deck", "seed"):
        del plan[known]
    return json.dumps(plan)


def _deal_of(row: Row) -> Deal:
    plan: dict[str, Any] = checks.mapping(row["plan"])
    Rules.from_dict(plan["rules"])
    seats = tuple(map(seat_of, plan.pop("seats")))
    return Deal(table_id=row["table_id"], deck=(), seed=row["seed"], seats=seats, **plan)
