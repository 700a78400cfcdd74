"""The score: counted once at every end, and always what the records come to."""

import time

import pytest

from bot.storage import recount
from tests.storage.scored import play_many


@pytest.mark.parametrize(
    ("number", "seed"), [(100, 1), pytest.param(1000, 2, marks=pytest.mark.soak)]
)
async def test_what_is_kept_is_what_the_records_come_to(db, tmp_path, number, seed):
    began = time.time()
    await play_many(db, number, seed)
    print("played", time.time() - began)
    ends = {
        row["status"]: row["n"]
        for row in await db.all("SELECT status, COUNT(*) AS n FROM games GROUP BY status")
    }
    print(ends)
    assert await recount.check(tmp_path / "durak.sqlite3") == []
    print("checked", time.time() - began)
