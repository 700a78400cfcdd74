"""Many concurrent random games over HTTP, and the bot is killed meanwhile.

`SOAK_GAMES` and `SOAK_KILLS` make it shorter, `SOAK_SEED` repeats what was pressed.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.storage.games import StoredGame
from tests.e2e.leaks import leaks
from tests.e2e.players import Missing, Phone, World
from tests.soak.company import Company, Loner, companies
from tests.soak.shown import candidates, wrong
from tests.soak.site import Site, start_server

pytestmark = pytest.mark.soak

GAMES = int(os.environ.get("SOAK_GAMES", "100"))
KILLS = int(os.environ.get("SOAK_KILLS", "50"))
SEED = int(os.environ.get("SOAK_SEED") or random.SystemRandom().randrange(2**32))
GROUPS = 4

# What a kill leaves behind between a deed and its being written down: Telegram is asked to do it
# once more, and says that it is done.
AFTER_A_KILL = (
    "message is not modified",
    "query is too old",
    "message to delete not found",
    "message to edit not found",
)


@pytest.fixture
async def site(tmp_path) -> AsyncIterator[Site]:
    server, address = await start_server()
    limit = aiohttp.TCPConnector(limit=0)
    timeout = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(connector=limit, timeout=timeout) as session:
        site = Site(tmp_path, World(address, session), server)
        yield site
        await site.world.close()
        await site.close()


def unfinished(games: dict[int, StoredGame]) -> list[str]:
    return [f"{n}: {g.status}" for n, g in games.items() if g.status in ("live", "broken")]


def summary(name: str, site: Site, seconds: float, **more: object) -> str:
    told = {"seed": SEED, **more, "presses": site.world.presses, "calls": site.calls.total()}
    told["seconds"] = round(seconds)
    return f"{name}: " + " ".join(f"{key}={value}" for key, value in told.items())


def continues(before: dict[int, StoredGame], after: dict[int, StoredGame]) -> bool:
    """Whether nothing of what was there is gone or changed; what was live may have gone on."""
    for number, old in before.items():
        new = after[number]
        assert new.deal == old.deal
        assert new.actions[: len(old.actions)] == old.actions
        assert new.status != "broken"
        if old.status != "live":
            assert new == old
    return True


async def all_right(site: Site, phone: Phone) -> None:
    """Wait until a phone shows what the records say."""
    try:
        await phone.until(lambda: not wrong(site, phone), "")
    except Missing as error:
        raise Missing(f"{phone.id}: {wrong(site, phone)}{error}") from None


def doubled(phone: Phone) -> int:
    """How many hands a phone shows too many: sent, but not written down before a kill."""
    hands = Counter(message.game for message in phone.messages() if message.game)
    return sum(count - 1 for count in hands.values())


async def evenings(site: Site, company: Company) -> None:
    """Go on with what was on, then play game after game."""
    await company.resume(*going_on(site, company))
    while True:
        await company.play_game()


DECKS = "SELECT deal_id FROM deals JOIN tables USING (table_id)"


async def finish(site: Site, company: Company) -> None:
    """Bring to its end what is on; a deck that waits for its cut is cut by the clock."""
    while site.rows(f"{DECKS} WHERE chat_id = {company.chat} AND ended_at IS NULL"):
        await asyncio.sleep(0.2)
    await company.resume(*going_on(site, company))


def going_on(site: Site, company: Company) -> tuple[int | None, bool]:
    """The live game of a group, and whether a lobby is open in it."""
    at = f"JOIN tables USING (table_id) WHERE chat_id = {company.chat}"
    games = site.rows(f"SELECT game_id FROM games {at} AND status = 'live'")
    lobbies = site.rows(f"SELECT 1 FROM lobbies {at} AND closed_at IS NULL")
    return (games[0][0] if games else None), bool(lobbies)


async def test_random_games(site: Site, capsys: pytest.CaptureFixture[str]):
    """All end; every press is answered once; nothing is refused; no card is shown to a stranger."""
    print(f"seed {SEED}")
    rng, begun = random.Random(SEED), time.monotonic()
    await site.world.phone(1001)
    await site.start_bot()
    groups = await companies(site.world, GROUPS, rng)
    loners = [Loner(await site.world.phone(person), rng) for person in (1002, 1003)]
    left = GAMES

    async def evening(company: Company) -> None:
        nonlocal left
        while left > 0:
            left -= 1
            await company.play_game()
            await site.count_calls()

    async def alone(loner: Loner) -> None:
        for _ in range(max(1, GAMES // 20)):
            await loner.play_game()

    for loner in loners:
        await loner.people[0].start()
        await loner.people[0].sees("/play")
    async with asyncio.TaskGroup() as tasks:
        for company in groups:
            tasks.create_task(evening(company))
        for loner in loners:
            tasks.create_task(alone(loner))
    assert await site.stop_bot() == 0
    await site.count_calls()
    games = site.games()
    assert len(games) >= GAMES
    assert not unfinished(games)
    refused = [call for call in site.refused if call["status"] != 403]
    assert not refused
    assert site.calls["answerCallbackQuery"] == site.world.presses
    answers = [answer for phone in site.world.phones.values() for answer in phone.answers]
    assert all(answer.answered for answer in answers)
    seen = leaks(site.world.sights, games.values())
    assert not seen
    sizes = Counter(size for company in [*groups, *loners] for size in company.sizes)
    actions = sum(len(game.actions) for game in games.values())
    with capsys.disabled():
        told = {"games": len(games), "people": dict(sorted(sizes.items())), "actions": actions}
        print("\n" + summary("soak", site, time.monotonic() - begun, **told))


async def test_killed_again_and_again(site: Site, capsys: pytest.CaptureFixture[str]):
    """`kill -9` at random moments: no game is lost or changed, and old buttons work."""
    print(f"seed {SEED}")
    rng, begun = random.Random(SEED + 1), time.monotonic()
    await site.world.phone(1001)
    await site.start_bot()
    groups = await companies(site.world, 3, rng)
    resumed = old_presses = 0
    for _ in range(KILLS):
        playing = [asyncio.create_task(evenings(site, company)) for company in groups]
        done, _ = await asyncio.wait(
            playing, timeout=rng.uniform(0.3, 3), return_when=asyncio.FIRST_EXCEPTION
        )
        for task in done:
            task.result()
        before = site.games()
        await site.kill_bot()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        if rng.random() < 0.2:
            await site.spawn_bot()
            await asyncio.sleep(rng.uniform(0.2, 2))
            await site.kill_bot()
        killed = site.games()
        assert continues(before, killed)
        press = next(candidates(killed, list(site.world.phones.values()), rng), None)
        await site.start_bot()
        if press:
            old_presses += 1
            game, phone, message, button = press
            answer = await phone.press_button(message, button)
            now = site.games()[game.game_id]
            assert answer.answered
            assert not answer.text or len(now.actions) > len(game.actions), answer
        after = site.games()
        assert continues(killed, after)
        for phone in site.world.phones.values():
            await all_right(site, phone)
        resumed += sum(game.status == "live" for game in after.values())
        await site.count_calls()
    await asyncio.gather(*[finish(site, company) for company in groups])
    assert await site.stop_bot() == 0
    games = site.games()
    assert not unfinished(games)
    seen = leaks(site.world.sights, games.values())
    assert not seen
    refused = [
        call
        for call in site.refused
        if call["status"] != 403 and not any(w in call["description"] for w in AFTER_A_KILL)
    ]
    assert not refused
    with capsys.disabled():
        told = {"kills": KILLS, "games": len(games), "resumed": resumed, "old_presses": old_presses}
        told["doubled"] = sum(doubled(phone) for phone in site.world.phones.values())
        told["told_again"] = sum(call["status"] != 403 for call in site.refused)
        print("\n" + summary("kills", site, time.monotonic() - begun, **told))
