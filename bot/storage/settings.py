"""Settings of a chat."""

from dataclasses import asdict, dataclass, replace

from bot.model.periods import Season
from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """The settings of a chat, private ones included.

    `pictures`: rank pictures and plots are posted; `season`: the period after which ranks are
    reset; `proof`: deals are committed to, the deck is cut, and the deal can be verified.
    """

    pictures: bool = True
    season: Season = "never"
    proof: bool = True


async def get(db: Database, chat_id: int) -> ChatSettings:
    """Return the settings of a chat, or the defaults."""
    row = await db.one("SELECT * FROM chat_settings WHERE chat_id = ?", (chat_id,))
    if row is None:
        return ChatSettings()
    return ChatSettings(bool(row["pictures"]), row["season"], bool(row["proof"]))


async def put(db: Database, chat_id: int, **changes: bool | str) -> None:
    """Change some settings of a chat, named as in `ChatSettings`.

    Raises:
        TypeError: there is no such setting.
    """
    whole = asdict(replace(ChatSettings(), **changes))  # type: ignore[arg-type]
    columns = ", ".join(whole)
    marks = ", ".join("?" * len(whole))
    changed = ", ".join(f"{name} = excluded.{name}" for name in changes)
    async with db.transaction() as conn:
        await conn.execute(
            f"INSERT INTO chat_settings (chat_id, {columns}) VALUES (?, {marks}) "
            f"ON CONFLICT (chat_id) DO UPDATE SET {changed}",
            (chat_id, *whole.values()),
        )
