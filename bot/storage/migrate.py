"""Migrate a database to the current schema.

A migration is a file `migrations/NNNN_name.sql` and is never changed once released. The applied
migrations of a database are recorded in its table `schema_migrations`.
"""

from dataclasses import dataclass
from importlib.resources import files

import aiosqlite


@dataclass(frozen=True, slots=True)
class Migration:
    """One migration: its version (from 1, without gaps), name and script."""

    version: int
    name: str
    sql: str


def known_migrations() -> list[Migration]:
    """Return all migrations of this version of the bot, oldest first."""
    found = []
    for file in files("bot.storage").joinpath("migrations").iterdir():
        if file.name.endswith(".sql"):
            number, _, name = file.name.removesuffix(".sql").partition("_")
            found.append(Migration(int(number), name, file.read_text(encoding="utf-8")))
    return sorted(found, key=lambda migration: migration.version)


async def migrate(conn: aiosqlite.Connection, known: list[Migration]) -> None:
    """Apply the missing migrations, each in one transaction."""
    await conn.execute(
        "CREATE TABLE IF NOT EXISTS schema_migrations ("
        "version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)"
    )
    async with conn.execute("SELECT COALESCE(MAX(version), 0) FROM schema_migrations") as cursor:
        row = await cursor.fetchone()
    has: int = row[0] if row else 0
    for step in known:
        if step.version > has:
            await _run(conn, step)


async def _run(conn: aiosqlite.Connection, step: Migration) -> None:
    # executescript commits an open transaction, so the script contains its own.
    script = (
        f"BEGIN IMMEDIATE;\n{step.sql}\n;INSERT INTO schema_migrations VALUES "
        f"({step.version}, '{step.name}', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));\nCOMMIT;"
    )
    try:
        await conn.executescript(script)
    except BaseException:
        await conn.rollback()
        raise
