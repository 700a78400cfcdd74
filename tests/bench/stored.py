"""A database with many live games."""

from __future__ import annotations

import random
import time
from pathlib import Path

from bot.storage import chats, games, people
from bot.storage.database import Database
from bot.storage.games import Deal, Seat
from engine import RULES_VERSION, Game, Rules
from engine.deal import shuffled
from engine.record import play

FIRST_PERSON = 100_000
_OPENINGS = 50


async def store(path: Path, tables: int, actions: int, *, ago: float = 0.0) -> None:
    """So many tables of two people, each with a game of so many actions, the last `ago` seconds
    before now. The people of table n, from 0, are `FIRST_PERSON` + 2n and the one after."""
    db = await Database.open(path)
    openings = [_opening(number, actions) for number in range(min(_OPENINGS, tables))]
    try:
        await db._writer.execute("PRAGMA synchronous = OFF")
        for number in range(tables):
            await _table(db, number, *openings[number % _OPENINGS], time.time() - ago)
    finally:
        await db.close()


def _opening(number: int, actions: int) -> tuple[Deal, list[str]]:
    rules, rng = Rules(), random.Random(number)
    deck = tuple(str(card) for card in shuffled(rules.deck, f"bench {number}"))
    deal = Deal(0, rules.to_dict(), RULES_VERSION, (), 0, None, deck, f"bench {number}")
    record = {
        "format": "durak-record/1",
        "rules": deal.rules,
        "seats": 2,
        "dealer": 0,
        "leader": None,
        "deck": list(deck),
        "actions": [],
    }
    game: Game = play(record)
    while len(game.actions) < actions and not game.over:
        game.apply(rng.choice([a for a in game.legal() if str(a.verb) != "retract"]))
    return deal, [str(action) for action in game.actions]


async def _table(db: Database, number: int, deal: Deal, actions: list[str], at: float) -> None:
    chat = -1_001_000_000_000 - number
    seats = tuple(
        Seat(FIRST_PERSON + 2 * number + seat, f"П{FIRST_PERSON + 2 * number + seat}")
        for seat in range(2)
    )
    await chats.seen(db, chat, "supergroup", f"Стол {number}", at)
    for seat in seats:
        assert seat.user_id
        await people.seen(db, seat.user_id, seat.name, None, "ru", at)
        await people.set_can_write(db, seat.user_id, True, at)
    table = await chats.ensure_table(db, chat, "group")
    start = Deal(
        table.table_id, deal.rules, deal.rules_version, seats, deal.dealer, None, deal.deck,
        deal.seed, host_id=seats[0].user_id,
    )  # fmt: skip
    stored = await games.create_game(db, start, at)
    async with db.transaction() as conn:
        await conn.executemany(
            "INSERT INTO actions (game_id, number, text, at, actor_kind) VALUES (?, ?, ?, ?, ?)",
            [(stored.game_id, n, text, at, "person") for n, text in enumerate(actions)],
        )
