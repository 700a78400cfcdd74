"""`kill -9` during writes loses nothing that was committed."""

import subprocess
import sys

import pytest

from bot.storage import games
from bot.storage.database import Database

WRITE = """
import asyncio, sys
from pathlib import Path
from bot.storage import chats, games
from bot.storage.database import Database

async def main():
    db = await Database.open(Path(sys.argv[1]))
    table = await chats.ensure_table(db, -1, "group")
    seats = (games.Seat(1, "A"), games.Seat(2, "B"))
    deal = games.Deal(table.table_id, {}, 1, seats, 0, None, (), "")
    game = await games.create_game(db, deal, 0.0)
    for number in range(100_000):
        action = games.NewAction(number, f"0 lead {number}", 1.0, "person", 1)
        await games.append_action(db, game.game_id, action)
        print(game.game_id, number, flush=True)

asyncio.run(main())
"""


@pytest.mark.parametrize("kill_after", [1, 7, 40])
async def test_every_action_that_was_said_to_be_kept_is_kept(tmp_path, kill_after):
    path = tmp_path / "x.sqlite3"
    with subprocess.Popen(
        [sys.executable, "-c", WRITE, str(path)], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(kill_after)]
        child.kill()
        lines += child.stdout.readlines()
    said = [line.split() for line in lines if line.endswith("\n")]
    db = await Database.open(path)
    game = await games.load_game(db, int(said[0][0]))
    check = await db.one("PRAGMA integrity_check")
    await db.close()
    assert game is not None
    kept = [action.text for action in game.actions]
    assert len(said) <= len(kept) <= len(said) + 1
    assert kept == [f"0 lead {number}" for number in range(len(kept))]
    assert game.status == "live"
    assert check is not None and check[0] == "ok"
