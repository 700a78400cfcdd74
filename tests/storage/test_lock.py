"""One process per database, also after a kill."""

import subprocess
import sys

import pytest

from bot.storage.errors import AlreadyRunning, StorageError
from bot.storage.lock import only_process

HOLD = """
import sys
from pathlib import Path
from bot.storage.lock import only_process

with only_process(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_is_kept_out_until_the_first_is_killed(tmp_path):
    database = tmp_path / "data" / "x.sqlite3"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(database)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(AlreadyRunning, match="another bot works on"), only_process(database):
            pass
        other.kill()
    with only_process(database):
        pass


def test_a_place_where_no_lock_can_be_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    with (
        pytest.raises(StorageError, match="can't be locked"),
        only_process(tmp_path / "file" / "x"),
    ):
        pass
