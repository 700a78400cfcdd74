"""Webhook, metrics, health checks and logs of the whole bot."""

import json
import logging
import re
import resource
import socket
import sqlite3
from contextlib import closing, contextmanager
from functools import partial
from typing import Any

import aiohttp
import pytest

from bot.runtime import logs
from handlers.webhook import HEADER
from tests.e2e.conftest import Stage
from tests.e2e.leaks import cards_in
from tests.e2e.players import ANYA, BORIS, DACHA, VOVA, Phone, World
from tests.e2e.playing import deal, gather, hand, meet, moves, play_all

SECRET = "a-secret-of-ours"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def webhook() -> dict[str, object]:
    port = free_port()
    url = f"http://127.0.0.1:{port}/updates"
    return {"webhook_url": url, "webhook_port": port, "webhook_secret": SECRET}


async def hooked(world: World) -> str:
    async with world.session.get(f"{world.url}/bot42:sandbox/getWebhookInfo") as response:
        return (await response.json())["result"]["url"]


async def two(stage: Stage) -> list[Phone]:
    phones = [await stage.world.phone(person) for person in (ANYA, BORIS)]
    await meet(*phones)
    return phones


async def to_move(phones: list[Phone], game: int) -> Phone:
    """Whoever has something to play; somebody must be about to."""
    return await phones[0].until(
        lambda: next((phone for phone in phones if moves(hand(phone, game))), None), "nobody moves"
    )


def is_newer(phone: Phone, game: int, version: int) -> bool:
    return hand(phone, game).version != version


async def counted(session: aiohttp.ClientSession, port: int) -> dict[str, float]:
    async with session.get(f"http://127.0.0.1:{port}/metrics") as response:
        assert response.content_type == "text/plain"
        lines = (await response.text()).splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


async def test_from_polling_to_a_webhook_and_back_in_the_middle_of_a_game(stage: Stage):
    phones = await two(stage)
    await gather(DACHA, phones)
    game = await deal(DACHA, phones)
    await stage.stop_bot()

    settings = webhook()
    await stage.start_bot(**settings)
    while await hooked(stage.world) != settings["webhook_url"]:
        pass
    (told,) = await stage.calls("setWebhook")
    assert told["status"] == 200
    mover = await to_move(phones, game)
    old = hand(mover, game)
    await mover.press_button(old, moves(old)[0])
    await mover.until(partial(is_newer, mover, game, old.version), "the hand stays")
    assert len((await stage.game()).actions) == 1
    await stage.stop_bot()
    assert await hooked(stage.world) == settings["webhook_url"]

    await stage.start_bot()
    assert await hooked(stage.world) == ""
    await play_all(phones, game, stage.random)
    assert (await stage.game()).status == "over"


async def test_a_repeated_update_adds_no_second_computer_even_after_a_new_start(stage: Stage):
    """As when the bot is killed after it stored what a press does, and before it said yes."""
    (anya, _) = await two(stage)
    await anya.send("/play", DACHA)
    lobby = await anya.sees("Сажусь", DACHA)
    await stage.stop_bot()
    stage.expected.append("query is too old")
    update = {
        "update_id": 5,
        "callback_query": {
            "id": "77",
            "chat_instance": "1",
            "from": {"id": ANYA, "is_bot": False, "first_name": "Аня", "language_code": "ru"},
            "message": {
                "message_id": lobby.key[0],
                "date": 1,
                "chat": {"id": DACHA, "type": "group", "title": "Дача"},
                "text": "…",
            },
            "data": next(b.data for b in lobby.buttons if b.text == "Позвать бота"),
        },
    }
    for _ in range(2):
        settings = webhook()
        await stage.start_bot(**settings)
        while await hooked(stage.world) != settings["webhook_url"]:
            pass
        for _ in range(2):
            async with stage.world.session.post(
                str(settings["webhook_url"]), json=update, headers={HEADER: SECRET}
            ) as response:
                assert response.status == 200
        with closing(sqlite3.connect(stage.database)) as db:
            seats = db.execute("SELECT user_id FROM lobby_seats ORDER BY position").fetchall()
        assert seats == [(ANYA,), (None,)]
        await stage.stop_bot()
    # Once it was carried out, once it was only let go; the two that came again cost nothing.
    stage.world.presses += 2
    await stage.start_bot()


async def test_commands_are_offered_by_scope_and_language(stage: Stage):
    """In a group only its admins are offered what only they may do."""

    async def menu(scope: str, language: str) -> dict[str, str]:
        asked = {"scope": {"type": scope}, "language_code": language}
        address = f"{stage.world.url}/bot42:sandbox/getMyCommands"
        async with stage.world.session.post(address, json=asked) as response:
            found = (await response.json())["result"]
        return {entry["command"]: entry["description"] for entry in found}

    while len(await stage.calls("setMyCommands")) < 6:
        pass
    for scope in ("all_private_chats", "all_chat_administrators", "all_group_chats"):
        russian, english = await menu(scope, "ru"), await menu(scope, "")
        assert list(russian) == list(english)
        assert russian["play"] != english["play"]
        for name in ("lang", "settings"):
            assert (name in russian) == (scope != "all_group_chats")


async def test_metrics_and_health_of_a_whole_game(stage: Stage):
    await stage.stop_bot()
    port = free_port()
    await stage.start_bot(metrics_port=port)
    session = stage.world.session
    phones = await two(stage)
    await gather(DACHA, phones)
    assert (await counted(session, port))["durak_open_lobbies"] == 1
    game = await deal(DACHA, phones)
    assert (await counted(session, port))["durak_live_games"] == 1
    async with session.get(f"http://127.0.0.1:{port}/readyz") as response:
        assert (response.status, await response.text()) == (200, "ready\n")
    presses = await play_all(phones, game, stage.random)
    found = await counted(session, port)
    assert found["durak_live_games"] == found["durak_open_lobbies"] == 0
    outcomes = {name: n for name, n in found.items() if name.startswith("durak_presses_total")}
    assert sum(outcomes.values()) == stage.world.presses
    assert outcomes['durak_presses_total{outcome="done"}'] >= presses / 2
    assert found['durak_updates_total{kind="callback_query"}'] == stage.world.presses
    answered = 'durak_api_calls_total{method="answerCallbackQuery",result="ok"}'
    assert found[answered] == stage.world.presses
    for name in found:
        assert not re.search(r"Аня|Борис|-?\d{4,}", name)


@pytest.fixture
def lines():
    """Everything that is logged, as the bot would write it: at the lowest level, both ways."""
    written: list[str] = []

    class Both(logging.Handler):
        def emit(self, record):
            written.extend(style.format(record) for style in styles)

    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    styles: list[Any] = []
    for style in ("text", "json"):
        logs.set_up("DEBUG", style, "42:sandbox")
        styles.append(root.handlers[0].formatter)
    root.handlers[:] = [Both()]
    yield written
    root.handlers[:] = before
    root.setLevel(level)


async def test_a_whole_game_at_the_lowest_level_tells_nothing_private(lines, stage: Stage):
    phones = await two(stage)
    await phones[0].send("мне сегодня везёт", DACHA)
    await gather(DACHA, phones, computers=1)
    game = await deal(DACHA, phones)
    await play_all(phones, game, stage.random)
    stored = await stage.game()
    assert any(f"game={game}" in line and "update=" in line and "step=" in line for line in lines)
    fields = [json.loads(line) for line in lines if line.startswith("{")]
    assert {line["game"] for line in fields if "step" in line} == {game}
    told = "\n".join(lines)
    assert len(lines) > 2 * len(stored.actions)
    assert not cards_in(told)
    assert not re.search(r"\b(10|[2-9TJQKA])[SCDH]\b", told)
    for private in ("Аня", "Борис", "везёт", "Дача", "42:sandbox", stored.deal.seed):
        assert private not in told, private


@contextmanager
def no_space(stage: Stage):
    """No file grows beyond the size that the database's log has now."""
    size = stage.database.with_name(stage.database.name + "-wal").stat().st_size
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_a_full_disk_refuses_presses_with_a_word_until_there_is_space(stage: Stage):
    phones = await two(stage)
    await gather(DACHA, phones)
    game = await deal(DACHA, phones)
    mover = await to_move(phones, game)
    shown = hand(mover, game)
    with no_space(stage):
        for _ in range(2):
            answer = await mover.press_button(shown, moves(shown)[0])
            assert "нажми ещё раз" in answer.text
        vova = await stage.world.phone(VOVA)
        await vova.start()
        await vova.sees("Что-то у меня не вышло")
    assert (await stage.game()).actions == ()
    assert hand(mover, game).version == shown.version
    answer = await mover.press_button(shown, moves(shown)[0])
    assert answer.text == ""
    await play_all(phones, game, stage.random)
    assert (await stage.game()).status == "over"
