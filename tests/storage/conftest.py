import pytest

from bot.storage import chats
from bot.storage.database import Database
from bot.storage.games import Deal, Seat


@pytest.fixture
async def db(tmp_path):
    database = await Database.open(tmp_path / "durak.sqlite3")
    yield database
    await database.close()


@pytest.fixture
async def table(db):
    return await chats.ensure_table(db, -100, "group")


@pytest.fixture
def deal(table):
    """Аня (1), Борис (2) and the computer, about to play at the table."""
    return Deal(
        table_id=table.table_id,
        rules={"deck": 24, "transfer": False},
        rules_version=1,
        seats=(Seat(1, "Аня"), Seat(2, "Борис"), Seat(None, "Бот", "amateur")),
        dealer=2,
        leader=None,
        deck=("9S", "TH", "AD"),
        seed="a1b2",
    )
