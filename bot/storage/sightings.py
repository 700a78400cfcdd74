"""How Telegram names people now: written by the next transaction, whatever that is about.

So meeting a person costs no commit of its own: the press of somebody new is one transaction.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import aiosqlite


@dataclass(frozen=True, slots=True)
class Sighting:
    """A person as Telegram names them; `at` is when that was seen, in Unix seconds.

    What could not be written is refused at once, or it would fail the transactions of others.

    Raises:
        UnicodeEncodeError: a name is no text.
    """

    user_id: int
    name: str
    username: str | None
    language: str | None
    at: float

    def __post_init__(self) -> None:
        for text in (self.name, self.username, self.language):
            (text or "").encode()


async def write(conn: aiosqlite.Connection, sightings: Iterable[Sighting]) -> None:
    """Keep what these people are called, within a transaction; a language they chose stays."""
    await conn.executemany(
        "INSERT INTO people (user_id, name, username, language, updated_at) "
        "VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, "
        "username = excluded.username, updated_at = excluded.updated_at, "
        "language = CASE WHEN language_chosen THEN language ELSE excluded.language END "
        "WHERE name IS NOT excluded.name OR username IS NOT excluded.username "
        "OR (NOT language_chosen AND language IS NOT excluded.language)",
        [(who.user_id, who.name, who.username, who.language, who.at) for who in sightings],
    )
