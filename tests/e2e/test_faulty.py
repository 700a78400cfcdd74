"""Games finish although calls fail and updates are repeated or late."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.conftest import Stage
from tests.e2e.leaks import leaks
from tests.e2e.players import ANYA, BORIS, DACHA, GENA, VOVA, World
from tests.e2e.playing import deal, gather, meet, play_all
from tests.soak.settled import wanted, wrong

KINDS = ["429", "500", "502", "500_after", "502_after", "timeout", "timeout_after"]
KINDS += ["cut_before", "cut_after", "delay"]


@pytest.fixture
async def stage(world: World, tmp_path: Path) -> AsyncIterator[Stage]:
    """A bot for which time runs ten times as fast, so that its pauses are short."""
    stage = Stage(world, tmp_path / "durak.sqlite3")
    await stage.start_bot()

    async def run() -> None:
        while True:
            await asyncio.sleep(0.05)
            stage.clock.advance(0.5)

    time = asyncio.create_task(run())
    yield stage
    time.cancel()
    with suppress(asyncio.CancelledError):
        await time
    await stage.stop_bot()


async def test_two_games_at_once_while_telegram_fails(stage: Stage):
    world = stage.world
    phones = [await world.phone(person) for person in (ANYA, BORIS, VOVA, GENA)]
    await meet(*phones)
    other = await world.group("Гараж", [VOVA, GENA])
    await phones[2].until(lambda: other in phones[2].chats, "no such group")
    await phones[3].until(lambda: other in phones[3].chats, "no such group")
    tables = []
    for chat, people in ((DACHA, phones[:2]), (other, phones[2:])):
        await gather(chat, people, choose=["24"])
        tables.append((people, await deal(chat, people)))

    updates = {"twice": 0.1, "late": 0.1, "late_seconds": 0.1}
    await world.post("faults", rate=0.1, kinds=KINDS, seed=1, hang=0.3, updates=updates)
    async with asyncio.TaskGroup() as playing:
        for number, (people, game) in enumerate(tables):
            playing.create_task(play_all(people, game, random.Random(number)))
    failed = [call for call in await stage.calls() if "fault" in call]
    await world.session.post(f"{world.url}/world/faults", json=None)

    assert len(failed) > 10
    assert all(answer.answered for phone in phones for answer in phone.answers)
    games = await stage.games()
    assert [game.status for game in games] == ["over", "over"]
    right = await wanted(stage.database)
    async with asyncio.timeout(10):
        while wrong(right, phones):
            await asyncio.sleep(0.1)
    for phone in phones:
        hands = [message.game for message in phone.messages() if message.game]
        assert len(hands) == 1, phone.transcript()
    assert not leaks(world.sights, games)
