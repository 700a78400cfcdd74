"""How a chat wants to have things."""

from dataclasses import asdict, dataclass, replace

from bot.model.periods import Season
from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """What can be chosen for a chat, a private one too.

    `pictures`: those of pogony, and plots, are posted; `season`: when ranks begin anew; `proof`:
    the deal is committed to, the deck cut, and the deal can be checked afterwards.
    """

    pictures: bool = True
    season: Season = "never"
    proof: bool = True


async def get(db: Database, chat_id: int) -> ChatSettings:
    """What was chosen for a chat, else what holds for all."""
    row = await db.one("SELECT * FROM chat_settings WHERE chat_id = ?", (chat_id,))
    if row is None:
        return ChatSettings()
    return ChatSettings(bool(row["pictures"]), row["season"], bool(row["proof"]))


async def put(db: Database, chat_id: int, **changes: bool | str) -> None:
    """Change some of a chat's settings, named as in `ChatSettings`; TypeError for no such one."""
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
