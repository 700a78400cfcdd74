"""The chain of a table's secret seeds, of which each deal takes the next (docs/fair-deal.md)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import aiosqlite

from bot.storage.database import Database
from engine.proof import LINKS, Link, earlier

_SEED = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain whose first `used` links have been promised; its last link, `tip`, is secret."""

    tip: str = field(repr=False)
    used: int = 0


@dataclass(frozen=True, slots=True)
class Seed:
    """A secret seed for one deal, and its place if it is a link of a chain.

    `chain` is what the table has once the link is promised.
    """

    text: str = field(repr=False)
    link: Link | None = None
    chain: Chain | None = None


def draw(chain: Chain | None, fresh: Callable[[], str]) -> Seed:
    """Return the next seed of a chain; `fresh` draws the tip of a new one.

    A chain is begun where there is none, and announced by the last link of the one before.
    """
    chain = chain or Chain(fresh())
    number = chain.used + 1
    seed = earlier(chain.tip, LINKS - number)
    after, announced = Chain(chain.tip, number), None
    if number == LINKS:
        after = Chain(fresh())
        announced = earlier(after.tip, LINKS)
    return Seed(seed, Link(earlier(seed, number), number, announced), after)


async def of_table(db: Database, table_id: int) -> Chain | None:
    """Return the chain of a table; None if it has none, or one that can't be used."""
    row = await db.one("SELECT tip, used FROM chains WHERE table_id = ?", (table_id,))
    if row is None:
        return None
    tip, used = row["tip"], row["used"]
    usable = isinstance(tip, str) and _SEED.fullmatch(tip) and used in range(LINKS)
    return Chain(tip, used) if usable else None


async def keep(conn: aiosqlite.Connection, table_id: int, chain: Chain) -> None:
    """Store the chain of a table, in the caller's transaction."""
    await conn.execute(
        "INSERT OR REPLACE INTO chains (table_id, tip, used) VALUES (?, ?, ?)",
        (table_id, chain.tip, chain.used),
    )
