"""Games, stored as their records: the deal and the actions (docs/record.md)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

import aiosqlite

from bot.model.tally import Tally
from bot.storage import chats, checks, deadlines, lobbies, proofs, queued_answers, tally
from bot.storage.database import Database, Row
from bot.storage.errors import StaleAction
from engine.ai.levels import LEVELS
from engine.proof import Opened, proven

ActorKind = Literal["person", "bot", "clock", "autopilot"]
Status = Literal["live", "over", "void", "stopped", "broken"]
EndReason = Literal["expired"]

DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Seat:
    """A person, or (no `user_id`) a computer that plays at `level`.

    A person whose data was erased keeps a seat with a negative id and no name.
    """

    user_id: int | None
    name: str
    level: str | None = None

    @property
    def forgotten(self) -> bool:
        """Whether it belonged to a person whose data was erased."""
        return self.user_id is not None and self.user_id < 0


@dataclass(frozen=True, slots=True)
class Deal:
    """The initial state of a game.

    `rules` has every key; `deck` lists card codes, top first, and is empty before the cut; `seed`
    is secret; `series_id` None starts a series; `host_id` may stop the game; `clock` is the time
    for a decision in seconds, 0 for no limit.
    """

    table_id: int
    rules: dict[str, Any]
    rules_version: int
    seats: tuple[Seat, ...]
    dealer: int
    leader: int | None
    deck: tuple[str, ...]
    seed: str = field(repr=False)
    series_id: int | None = None
    host_id: int | None = None
    clock: int = 0


@dataclass(frozen=True, slots=True)
class StoredAction:
    """One action in record notation (or a new deck), with its Unix time and actor."""

    text: str
    at: float
    actor_kind: ActorKind
    actor_id: int | None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game; `number` counts from 1 in its series.

    `reason` is why it was stopped without a person's request; `touched_at` is when a person last
    acted. `proofs` make its deals verifiable; they are secret while the game is live.
    """

    game_id: int
    series_id: int
    number: int
    deal: Deal
    status: Status
    started_at: float
    ended_at: float | None
    result: dict[str, Any] | None
    actions: tuple[StoredAction, ...]
    touched_at: float = 0.0
    reason: EndReason | None = None
    proofs: tuple[Opened, ...] = field(default=(), repr=False)

    def record(self) -> dict[str, Any]:
        """Return the record that the engine replays; with proofs if the game has ended."""
        record = {
            "format": "durak-record/1",
            "rules": self.deal.rules,
            "seats": len(self.deal.seats),
            "dealer": self.deal.dealer,
            "leader": self.deal.leader,
            "deck": list(self.deal.deck),
            "actions": [action.text for action in self.actions],
        }
        return proven(record, self.proofs) if self.proofs and self.status != "live" else record


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How an action ended its game; `tally` is the score, None for a void game."""

    status: Literal["over", "void"]
    result: dict[str, Any]
    tally: Tally | None = None


async def create_game(
    db: Database,
    deal: Deal,
    at: float,
    close_lobby: int | None = None,
    cut: proofs.Cut | None = None,
    awaits: Sequence[deadlines.Deadline] = (),
) -> StoredGame:
    """Store a new live game, its seats and series, and close its lobby.

    All in one transaction. `cut` is the cut of its deck, if the deal was committed to before;
    `awaits` are its first deadlines.

    Raises:
        TableBusy: the table has a live game.
    """
    async with db.transaction() as conn:
        await chats.refuse_where_live(conn, deal.table_id)
        series_id = deal.series_id or await _begin_series(conn, deal.table_id, at)
        number = await _next_number(conn, series_id)
        game_id = await _insert_game(conn, deal, series_id, number, at)
        await conn.executemany(
            "INSERT INTO game_seats (game_id, seat, user_id, name, level) VALUES (?, ?, ?, ?, ?)",
            [(game_id, i, s.user_id, s.name, s.level) for i, s in enumerate(deal.seats)],
        )
        await deadlines.write(conn, game_id, awaits)
        if close_lobby is not None:
            await lobbies.close(conn, close_lobby, at)
        if cut is not None:
            await proofs.keep(conn, cut, game_id, at)
    game = await load_game(db, game_id)
    assert game is not None
    return game


@dataclass(frozen=True, slots=True)
class NewAction:
    """Action `number` (from 0) of a live game, with its effects.

    `end` is how it ended the game; `awaits` are all deadlines after it; `answers` are the queued
    answers that stay valid, None if unchanged; `missed` is the seat that missed this decision;
    `rings` maps the seats to be rung to their steps; `cut` is the cut of a new deck, if the redeal
    was committed to before.
    """

    number: int
    text: str
    at: float
    actor_kind: ActorKind
    actor_id: int | None = None
    end: GameEnd | None = None
    awaits: Sequence[deadlines.Deadline] = ()
    answers: Sequence[queued_answers.QueuedAnswer] | None = None
    missed: int | None = None
    rings: Mapping[int, int] = field(default_factory=dict)
    cut: proofs.Cut | None = None


async def append_action(db: Database, game_id: int, *actions: NewAction) -> None:
    """Store one or more actions of a live game and their effects, atomically.

    Raises:
        StaleAction: the game is not live or this is not its next number; nothing is written.
    """
    async with db.transaction() as conn:
        for action in actions:
            await _append(conn, game_id, action)


async def _append(conn: aiosqlite.Connection, game_id: int, new: NewAction) -> None:
    cursor = await conn.execute(
        "INSERT INTO actions (game_id, number, text, at, actor_kind, actor_id) "
        "SELECT game_id, ?, ?, ?, ?, ? FROM games WHERE game_id = ? AND status = 'live' "
        "AND ? = (SELECT COALESCE(MAX(number), -1) + 1 FROM actions WHERE game_id = ?)",
        (new.number, new.text, new.at, new.actor_kind, new.actor_id, game_id, new.number, game_id),
    )
    if cursor.rowcount != 1:
        raise StaleAction(f"game {game_id} does not await action {new.number}")
    if new.actor_kind == "person":
        touched = "UPDATE games SET touched_at = ? WHERE game_id = ?"
        await conn.execute(touched, (new.at, game_id))
    await deadlines.write(conn, game_id, new.awaits)
    if new.answers is not None:
        await queued_answers.write(conn, game_id, new.answers)
    if new.missed is not None:
        await deadlines.miss(conn, game_id, new.missed)
    if new.rings:
        await queued_answers.write_rings(conn, game_id, new.rings)
    if new.cut is not None:
        await proofs.keep(conn, new.cut, game_id, new.at)
    if new.end is not None:
        await _end(conn, game_id, new.end.status, new.at, new.end.result)
        await tally.count(conn, game_id, new.end.tally)


async def end_game(
    db: Database,
    game_id: int,
    status: Literal["void", "stopped", "broken"],
    at: float,
    reason: EndReason | None = None,
    *,
    readable: bool = True,
) -> bool:
    """End a live game without an action; return False if it was not live.

    One that is not `readable` has no score, not even for those who had left it.
    """
    async with db.transaction() as conn:
        ended = await _end(conn, game_id, status, at, None, reason)
        if ended and readable:
            await tally.count(conn, game_id, None)
        elif ended:
            await tally.skip(conn, game_id)
        return ended


async def load_game(db: Database, game_id: int) -> StoredGame | None:
    """Return the game with all its actions, None if there is none.

    Raises:
        Unreadable: something in its rows was never written there.
    """
    key = (game_id,)
    async with db.snapshot() as conn:
        found = list(await conn.execute_fetchall("SELECT * FROM games WHERE game_id = ?", key))
        seats = await conn.execute_fetchall(
            "SELECT * FROM game_seats WHERE game_id = ? ORDER BY seat", key
        )
        actions = await conn.execute_fetchall(
            "SELECT * FROM actions WHERE game_id = ? ORDER BY number", key
        )
        made = await proofs.of_game(conn, game_id)
    if not found:
        return None
    with checks.reading("games", game_id):
        return game_of(found[0], list(seats), list(actions), proofs.opened(made))


async def remains(db: Database, game_id: int) -> StoredGame | None:
    """Return a game that can't be read, with the seats that can be, and nothing else."""
    rows = await db.all("SELECT * FROM games WHERE game_id = ?", (game_id,))
    seats = await db.all("SELECT * FROM game_seats WHERE game_id = ? ORDER BY seat", (game_id,))
    who = tuple(checks.readable("game_seats", seats, seat_of))
    for row in rows:
        deal = Deal(row["table_id"], {}, 0, who, 0, None, (), "")
        return StoredGame(game_id, 0, 0, deal, row["status"], 0.0, None, None, ())
    return None


async def table_of(db: Database, game_id: int) -> int | None:
    """Return the id of the table where a game is or was played, None if there is no such game."""
    row = await db.one("SELECT table_id FROM games WHERE game_id = ?", (game_id,))
    return row["table_id"] if row else None


async def load_record(db: Database, game_id: int) -> dict[str, Any] | None:
    """Return the record that the engine replays, None if there is no such game."""
    game = await load_game(db, game_id)
    return game.record() if game else None


async def live_games(db: Database) -> list[tuple[int, int]]:
    """Return (game_id, table_id) of every live game, the earliest deadlines first."""
    rows = await db.all(
        "SELECT game_id, table_id FROM games WHERE status = 'live' ORDER BY "
        "(SELECT MIN(until) FROM waits WHERE waits.game_id = games.game_id) NULLS LAST, game_id"
    )
    return [(row["game_id"], row["table_id"]) for row in rows]


async def untouched(db: Database, at: float) -> list[int]:
    """Return the live games without an action of a person for too long.

    That is a day or twice the game's clock, whichever is longer, before `at` (Unix seconds).
    """
    rows = await db.all(
        "SELECT game_id FROM games WHERE status = 'live' AND touched_at + MAX(?, 2 * clock) <= ?",
        (DAY, at),
    )
    return [row["game_id"] for row in rows]


async def asleep(db: Database, since: float) -> set[int]:
    """Return the live games without a clock and without a person's action since then."""
    rows = await db.all(
        "SELECT game_id FROM games WHERE status = 'live' AND touched_at < ? "
        "AND game_id NOT IN (SELECT game_id FROM waits WHERE until IS NOT NULL)",
        (since,),
    )
    return {row["game_id"] for row in rows}


async def live_game_at(db: Database, table_id: int) -> int | None:
    """Return the id of the live game at a table, None if there is none."""
    row = await db.one(
        "SELECT game_id FROM games WHERE table_id = ? AND status = 'live'", (table_id,)
    )
    return row["game_id"] if row else None


async def last_game_at(db: Database, table_id: int) -> int | None:
    """Return the id of the newest game at a table, live or ended; None if none."""
    row = await db.one("SELECT MAX(game_id) AS game_id FROM games WHERE table_id = ?", (table_id,))
    return row["game_id"] if row else None


async def live_games_of(db: Database, user_id: int) -> list[tuple[int, int]]:
    """Return (game_id, table_id) of every live game of a person, oldest first."""
    rows = await db.all(
        "SELECT game_id, table_id FROM game_seats JOIN games USING (game_id) "
        "WHERE user_id = ? AND status = 'live' ORDER BY game_id",
        (user_id,),
    )
    return [(row["game_id"], row["table_id"]) for row in rows]


async def _begin_series(conn: aiosqlite.Connection, table_id: int, at: float) -> int:
    cursor = await conn.execute(
        "INSERT INTO series (table_id, started_at) VALUES (?, ?)", (table_id, at)
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


async def _next_number(conn: aiosqlite.Connection, series_id: int) -> int:
    rows = await conn.execute_fetchall(
        "SELECT COALESCE(MAX(number), 0) + 1 FROM games WHERE series_id = ?", (series_id,)
    )
    return int(next(iter(rows))[0])


async def _insert_game(
    conn: aiosqlite.Connection, deal: Deal, series_id: int, number: int, at: float
) -> int:
    cursor = await conn.execute(
        "INSERT INTO games (series_id, table_id, number, rules, rules_version, seats, dealer, "
        "leader, deck, seed, started_at, touched_at, host_id, clock) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            series_id,
            deal.table_id,
            number,
            json.dumps(deal.rules),
            deal.rules_version,
            len(deal.seats),
            deal.dealer,
            deal.leader,
            json.dumps(deal.deck),
            deal.seed,
            at,
            at,
            deal.host_id,
            deal.clock,
        ),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


async def _end(
    conn: aiosqlite.Connection,
    game_id: int,
    status: Status,
    at: float,
    result: dict[str, Any] | None,
    reason: EndReason | None = None,
) -> bool:
    cursor = await conn.execute(
        "UPDATE games SET status = ?, ended_at = ?, result = ?, reason = ? "
        "WHERE game_id = ? AND status = 'live'",
        (status, at, None if result is None else json.dumps(result), reason, game_id),
    )
    # Queued answers and rings are only for live games.
    await conn.execute("DELETE FROM ahead WHERE game_id = ?", (game_id,))
    await conn.execute("DELETE FROM rings WHERE game_id = ?", (game_id,))
    await deadlines.forget(conn, game_id)
    await proofs.call_off(conn, game_id, at)
    return cursor.rowcount == 1


def game_of(
    row: Row, seats: Sequence[Row], actions: Sequence[Row], opened: tuple[Opened, ...] = ()
) -> StoredGame:
    """Build a game from its rows of `games`, `game_seats` and `actions` and its deals.

    `seats` and `actions` are in order. Raises ValueError or TypeError where something in them was
    never written there.
    """
    checks.numbered(seats, "seat", row["seats"])
    checks.numbered(actions, "number", len(actions))
    return StoredGame(
        game_id=row["game_id"],
        series_id=row["series_id"],
        number=row["number"],
        deal=Deal(
            table_id=row["table_id"],
            rules=checks.rules(row["rules"]),
            rules_version=row["rules_version"],
            seats=tuple(map(seat_of, seats)),
            dealer=checks.whole(row["dealer"]),
            leader=checks.optional(checks.whole, row["leader"]),
            deck=checks.texts(row["deck"]),
            seed=checks.text(row["seed"]),
            series_id=checks.whole(row["series_id"]),
            host_id=checks.optional(checks.whole, row["host_id"]),
            clock=checks.seconds(row["clock"]),
        ),
        status=row["status"],
        started_at=checks.moment(row["started_at"]),
        ended_at=checks.optional(checks.moment, row["ended_at"]),
        result=result_of(row["result"], len(seats)),
        actions=tuple(
            StoredAction(
                checks.text(a["text"]), checks.moment(a["at"]), a["actor_kind"], a["actor_id"]
            )
            for a in actions
        ),
        touched_at=checks.moment(row["touched_at"]),
        reason=row["reason"],
        proofs=opened,
    )


def result_of(value: Any, seats: int) -> dict[str, Any] | None:
    """Return the result of a record of so many seats; raise ValueError where it is none."""
    if value is None:
        return None
    result = checks.mapping(value)
    for key in ("void", "draw"):
        checks.one_of((False, True), result[key])
    for seat in (result["durak"], *result["losers"]):
        checks.optional(partial(checks.one_of, range(seats)), seat)
    return result


def seat_of(row: Row) -> Seat:
    """Build a seat from its row of `game_seats`; raise ValueError where that can't be."""
    return Seat(
        checks.optional(checks.whole, row["user_id"]),
        checks.text(row["name"]),
        row["level"] if row["level"] in (None, *LEVELS) else lobbies.LEVEL,
    )
