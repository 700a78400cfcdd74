"""The image, built step by step in a clean root and run read-only, as `make image` does it.

It needs roots and mounts of its own, which only root is given, and the registry that the lock
file's packages come from.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import stat
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox.server import run_server
from bot.sandbox.world import TOKEN
from bot.sandbox.world import World as SandboxWorld
from tests.e2e.players import ANYA, BORIS, DACHA, World
from tests.e2e.playing import deal, gather, hand, meet, moves
from tests.image.build import Image, build, may_mount
from tests.image.dockerfile import ROOT, parse

pytestmark = [
    pytest.mark.image,
    pytest.mark.skipif(not may_mount(), reason="a root of its own can't be made here"),
]

START_SECONDS = 60.0
USER = 10001
PNG = str(b"\x89PNG")
# Both are drawn in a worker process; what a library says is found on standard error.
DRAW = """
import asyncio
from bot.drawing import orders
from bot.workers.pool import WorkerPool

async def draw():
    pool = WorkerPool(1, 1)
    portrait = orders.Portrait("Аня", "Рядовой", 0, (("6", "♠"),), 7)
    for work in ((orders.chance, (0.1, 0.9), "", ""), (orders.pogony, [portrait])):
        print((await pool.run(*work))[:4])
    await pool.close()

asyncio.run(draw())
"""
WRITABLE = """
import os
for folder, inside, files in os.walk("/"):
    if folder == "/":
        # The machine's, or no files.
        inside[:] = set(inside) - {"dev", "proc", "root", "usr"}
    for path in (folder, *(os.path.join(folder, file) for file in files)):
        if os.access(path, os.W_OK) and not os.path.islink(path):
            print(path)
"""


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    # Not where the tests' databases are kept: that may be memory.
    with tempfile.TemporaryDirectory(prefix="durak-image-", dir="/tmp") as folder:
        yield build(parse((ROOT / "Dockerfile").read_text()), Path(folder))


@pytest.fixture
def volume(image, tmp_path) -> dict[str, str]:
    """A new volume: it begins as a copy of what the image has in that place, owner included."""
    made = tmp_path / "volume"
    subject = image.root / "data"
    shutil.copytree(subject, made)
    os.chown(made, subject.stat().st_uid, subject.stat().st_gid)
    return {str(made): "/data"}


@pytest.fixture
async def world() -> AsyncIterator[World]:
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    server = asyncio.create_task(run_server(port=0, world=SandboxWorld(), ready=address.set_result))
    async with aiohttp.ClientSession() as session:
        made = World(await address, session)
        yield made
        await made.close()
    server.cancel()
    await asyncio.wait([server])


def test_nothing_but_the_volume_can_be_written_to(image, volume):
    status, said = image.run(["python", "-c", WRITABLE], read_only=True, volumes=volume)
    assert (status, said.split()) == (0, ["/data"])


def test_the_image_holds_what_is_run_and_no_more(image):
    assert sorted(file.name for file in (image.root / "app").iterdir()) == [
        *("LICENSE", "bot", "engine", "handlers", "locales")
    ]
    assert not (image.root / "src").exists()
    assert list((image.root / "data").iterdir()) == []
    sources = list((image.root / "app").rglob("*.py"))
    compiled = list((image.root / "app").rglob("*.pyc"))
    assert len(sources) == len(compiled) > 100


def test_pictures_are_drawn_without_a_word_and_twice(image, volume):
    for _ in range(2):
        status, said = image.run(["python", "-c", DRAW], read_only=True, volumes=volume)
        assert (status, said) == (0, 2 * f"{PNG}\n")


def test_without_a_token_it_says_so(image, volume):
    status, said = image.run(image.settings["CMD"], read_only=True, volumes=volume)
    assert (status, said.count("\n")) == (2, 1)
    assert said.startswith("BOT_TOKEN is not set")


async def test_it_plays_and_tells_its_health_and_stops(image, volume, world):
    health = image.settings["HEALTHCHECK"]
    status, said = image.run(health, read_only=True, volumes=volume)
    assert (status, said) == (1, "no bot has started on /data/durak.sqlite3\n")

    anya, boris = [await world.phone(person) for person in (ANYA, BORIS)]
    told = anya.worlds
    bot = image.start(
        image.settings["CMD"],
        env={"BOT_TOKEN": TOKEN, "TELEGRAM_API_URL": world.url},
        read_only=True,
        volumes=volume,
        stderr=-1,
    )
    try:
        # The last thing it does before it listens is to set its six menus of commands.
        await anya.until(lambda: anya.worlds >= told + 6, "the bot does not start", START_SECONDS)
        await meet(anya, boris)
        await gather(DACHA, [anya, boris])
        game = await deal(DACHA, [anya, boris])
        assert any(moves(hand(phone, game)) for phone in (anya, boris))
        assert image.run(health, read_only=True, volumes=volume) == (0, "")

        bot.send_signal(signal.SIGTERM)
        _, said = await asyncio.to_thread(bot.communicate)
        assert bot.returncode == 0
        assert "Traceback" not in said and "WARNING" not in said
    finally:
        bot.kill()
        bot.wait()

    [folder] = map(Path, volume)
    for file in folder.glob("durak.sqlite3*"):
        assert (file.stat().st_uid, stat.S_IMODE(file.stat().st_mode)) == (USER, 0o600), file
    beat = folder / "durak.sqlite3.alive"
    os.utime(beat, (beat.stat().st_mtime - 600,) * 2)
    status, said = image.run(health, read_only=True, volumes=volume)
    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith("no heartbeat for")
