"""People: their names, settings, and whether the bot may write to them."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import aiosqlite

from bot.model.people import SETTINGS, Language, Reader, kept_language
from bot.storage.database import Database, Row
from bot.storage.rows import StoredPerson
from bot.storage.sightings import Sighting

_COLUMNS = {setting.column for setting in SETTINGS.values() if setting.whose == "person"}


async def seen(
    db: Database, user_id: int, name: str, username: str | None, language: str | None, at: float
) -> StoredPerson:
    """Note a person's current name and language, and return them; a chosen language is kept.

    They are known from now on, and stored by the next transaction: within a minute, since the
    heartbeat is one.
    """
    sighting = Sighting(user_id, name, username, language, at)
    known = await get(db, user_id)
    person = _as_seen(known, sighting)
    if person != known:
        with db.people.changing(user_id):
            db.sightings[user_id] = sighting
    return person


async def set_can_write(db: Database, user_id: int, can_write: bool, at: float) -> bool:
    """Store whether the bot may write to a known person; return whether that changed."""
    with db.people.changing(user_id):
        async with db.transaction() as conn:
            cursor = await conn.execute(
                "UPDATE people SET can_write = ?, updated_at = ? "
                "WHERE user_id = ? AND can_write != ?",
                (can_write, at, user_id, can_write),
            )
    return cursor.rowcount == 1


async def reached(conn: aiosqlite.Connection, user_ids: Iterable[int], at: float) -> None:
    """Store within a transaction that private messages reach these people."""
    await conn.executemany(
        "UPDATE people SET can_write = 1, updated_at = ? WHERE user_id = ? AND NOT can_write",
        [(at, user_id) for user_id in user_ids],
    )


async def put(db: Database, user_id: int, at: float, **changes: bool | str) -> None:
    """Store settings of a known person, named as their columns.

    Raises:
        TypeError: a column is no personal setting.
    """
    if not changes.keys() <= _COLUMNS:
        raise TypeError(f"not to be chosen by a person: {', '.join(changes)}")
    if "language" in changes:
        changes["language_chosen"] = True
    changed = ", ".join(f"{column} = ?" for column in changes)
    with db.people.changing(user_id):
        async with db.transaction() as conn:
            await conn.execute(
                f"UPDATE people SET {changed}, updated_at = ? WHERE user_id = ?",
                (*changes.values(), at, user_id),
            )


async def get(db: Database, user_id: int) -> StoredPerson | None:
    """Return the person, None if never seen."""
    return (await get_many(db, [user_id])).get(user_id)


async def get_many(db: Database, user_ids: Iterable[int]) -> dict[int, StoredPerson]:
    """Return the known ones of these people, by id."""
    return await db.people.find(user_ids, partial(_read, db))


def reader_of(person: StoredPerson | None, default: Language) -> Reader:
    """Return the reader for a person, with the `default` language if none is stored."""
    return Reader(kept_language(person.language if person else None, default))


async def hiding(db: Database, user_ids: Iterable[int]) -> set[int]:
    """Return those of these people who hide their past hands."""
    known = await get_many(db, user_ids)
    return {user_id for user_id, person in known.items() if not person.open_hands}


async def _read(db: Database, user_ids: list[int]) -> dict[int, StoredPerson]:
    marks = ", ".join("?" * len(user_ids))
    # Those that are being written while this reads are in one of the two at least.
    seen_now = {user_id: db.sightings[user_id] for user_id in user_ids if user_id in db.sightings}
    rows = await db.all(f"SELECT * FROM people WHERE user_id IN ({marks})", user_ids)
    found = {row["user_id"]: _person(row) for row in rows}
    return found | {one: _as_seen(found.get(one), seen_now[one]) for one in seen_now}


def _as_seen(known: StoredPerson | None, sighting: Sighting) -> StoredPerson:
    """Return a person with the name and language of a sighting."""
    name, username, language = sighting.name, sighting.username, sighting.language
    if known is None:
        return StoredPerson(sighting.user_id, name, username, language)
    chosen = known.language if known.language_chosen else language
    return replace(known, name=name, username=username, language=chosen)


def _person(row: Row) -> StoredPerson:
    return StoredPerson(
        user_id=row["user_id"],
        name=row["name"],
        username=row["username"],
        language=row["language"],
        language_chosen=bool(row["language_chosen"]),
        can_write=bool(row["can_write"]),
        ring=row["ring"],
        open_hands=bool(row["open_hands"]),
    )
