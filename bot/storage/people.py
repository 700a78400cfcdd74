"""People: their names, settings, and whether the bot may write to them."""

from collections.abc import Iterable
from functools import partial

from bot.model.people import SETTINGS, Language, Reader, kept_language
from bot.storage.database import Database, Row
from bot.storage.rows import StoredPerson

_COLUMNS = {setting.column for setting in SETTINGS.values() if setting.whose == "person"}


async def seen(
    db: Database, user_id: int, name: str, username: str | None, language: str | None, at: float
) -> None:
    """Store a person's current name and language; a chosen language is kept."""
    known = await get(db, user_id)
    if known is not None and (known.name, known.username) == (name, username):
        language = known.language if known.language_chosen else language
        if known.language == language:
            return
    with db.people.changing(user_id):
        async with db.transaction() as conn:
            await conn.execute(
                "INSERT INTO people (user_id, name, username, language, updated_at) "
                "VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, "
                "username = excluded.username, updated_at = excluded.updated_at, "
                "language = CASE WHEN language_chosen THEN language ELSE excluded.language END "
                "WHERE name IS NOT excluded.name OR username IS NOT excluded.username "
                "OR (NOT language_chosen AND language IS NOT excluded.language)",
                (user_id, name, username, language, at),
            )


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
    rows = await db.all(f"SELECT * FROM people WHERE user_id IN ({marks})", user_ids)
    return {row["user_id"]: _person(row) for row in rows}


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
