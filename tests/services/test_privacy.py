"""A person asks what is kept of them, has it, and has it removed."""

import asyncio
import gzip
import json
import random
import sqlite3

import pytest

from bot.model.buttons import OwnPress
from bot.model.screen import SlotKind
from bot.screens.text import message
from bot.services.directory import Directory
from bot.services.privacy import Privacy
from bot.storage import chats, people
from engine.record import replay
from tests.readers import RU
from tests.screens.names_and_games import labels
from tests.tables.world import ANNA, BORIS, GROUP, VOVA, stored_game


@pytest.fixture
def directory(world):
    return Directory(world.db, world.clock, RU.language)


@pytest.fixture
def own(world, directory):
    return Privacy(world.db, world.delivery, directory, world.tables)


async def ask(world, own, person, verb, chat_id=None):
    place = world.place(person.user_id if chat_id is None else chat_id)
    answer = await own.press(place, person, OwnPress(verb), 7)
    await own.tasks.idle()
    return answer


def files(world):
    """The documents that were sent, with their chats; pictures of ranks are sent as well."""
    sent = [(chat_id, file) for chat_id, _, file, _ in world.delivery.sent]
    return [(chat_id, file) for chat_id, file in sent if file.kind == "document"]


def read(file):
    return json.loads(gzip.decompress(file.content))


async def a_game(world, *who):
    game_id = await world.deal(*who, options=(("deck", 0),))
    await world.play_out(*who, chance=random.Random(1))
    return game_id


async def test_it_is_told_everywhere_and_offered_in_private(world, own):
    own.privacy(world.place())
    own.privacy(world.place(ANNA.user_id))
    group, private = (world.delivery.last(SlotKind.NOTE, chat) for chat in (GROUP, ANNA.user_id))
    assert labels(group) == [] and labels(private) == [["Мои данные файлом"], ["Забыть меня"]]
    own.ask(world.place())
    assert message("privacy-in-private", RU) in world.delivery.notes()[-1]


async def test_forgetting_asks_and_can_be_thought_better_of(world, own):
    await ask(world, own, ANNA, "ask")
    question = world.delivery.last(SlotKind.NOTE, ANNA.user_id)
    assert labels(question) == [["Да, забудь меня"], ["Не надо"]]
    await ask(world, own, ANNA, "keep")
    ((chat_id, message_id, screen),) = world.delivery.redrawn
    assert (chat_id, message_id) == (ANNA.user_id, 7)
    assert screen.text == message("forget-kept", RU)
    assert await people.get(world.db, ANNA.user_id) is not None


async def test_a_press_in_a_group_does_nothing(world, own):
    for verb in ("forget", "export", "ask", "keep"):
        answer = await ask(world, own, ANNA, verb, chat_id=GROUP)
        assert answer.text == message("toast-old-button", RU)
    assert await people.get(world.db, ANNA.user_id) is not None


async def test_the_forgotten_are_met_anew(world, own, directory):
    await directory.person(ANNA.user_id, "Аня", "anya", "ru")
    await directory.place(ANNA.user_id, 0, "private", "Аня", ANNA)
    await ask(world, own, ANNA, "forget")
    assert await people.get(world.db, ANNA.user_id) is None
    assert world.delivery.redrawn[-1][2].text == message("forget-done", RU)
    assert [slot.kind for slot in world.delivery.removed] == [SlotKind.HISTORY]
    await directory.person(ANNA.user_id, "Аня", "anya", "ru")
    await directory.place(ANNA.user_id, 0, "private", "Аня", ANNA)
    assert await people.get(world.db, ANNA.user_id) is not None
    assert await chats.get(world.db, ANNA.user_id) is not None


async def test_what_cannot_be_removed_now_stays_and_that_is_said(world, own, monkeypatch):
    monkeypatch.setattr("bot.storage.privacy._erase_games", _full)
    answer = await ask(world, own, ANNA, "forget")
    assert answer.text == message("toast-storage", RU)
    assert await people.get(world.db, ANNA.user_id) is not None


async def _full(*_):
    raise sqlite3.OperationalError("database or disk is full")


async def test_the_file_has_all_that_is_kept_and_games_that_can_be_played(world, own):
    game_id = await a_game(world, ANNA, BORIS)
    await world.deal(VOVA, BORIS, chat_id=-300)
    answer = await ask(world, own, ANNA, "export")
    assert answer.text == message("toast-exported", RU)
    ((chat_id, file),) = files(world)
    assert chat_id == ANNA.user_id
    kept = read(file)
    assert kept["kept"]["people"][0]["name"] == "Аня"
    assert [row["game_id"] for row in kept["kept"]["results"]] == [game_id]
    (game,) = kept["games"]
    assert (game["chat"], game["players"], game["seat"]) == ("Дача", ["Аня", "Борис"], 0)
    assert game["ended"].endswith("+00:00")
    assert replay(game["record"])["result"] == (await stored_game(world, game_id)).result
    assert "Вова" not in gzip.decompress(file.content).decode()


async def test_nothing_stands_in_the_file_twice(world, own):
    await world.deal(ANNA, chat_id=ANNA.user_id)
    await world.play_out(ANNA, chat_id=ANNA.user_id, chance=random.Random(1))
    await ask(world, own, ANNA, "export")
    kept = read(files(world)[0][1])["kept"]
    assert len(kept["results"]) == 1 and len(kept["game_seats"]) == 1
    assert len(kept["tables"]) == 1


async def test_the_file_shows_no_hands_that_others_hide(world, own):
    await a_game(world, ANNA, BORIS)
    for hiding, shown in ((ANNA, True), (BORIS, False)):
        await people.put(world.db, hiding.user_id, 1.0, open_hands=False)
        await ask(world, own, ANNA, "export")
        (game,) = read(files(world)[-1][1])["games"]
        assert (game["record"] is not None) is shown
        assert game["result"] is not None


async def test_the_file_has_as_many_games_as_there_are(world, own, monkeypatch):
    monkeypatch.setattr("bot.services.privacy._AT_ONCE", 2)
    for _ in range(5):
        await world.deal(ANNA, BORIS)
        await world.tables.stop(world.place(), ANNA)
        await world.advance(60)
    await ask(world, own, ANNA, "export")
    found = read(files(world)[-1][1])["games"]
    assert [game["game"] for game in found] == [5, 4, 3, 2, 1]


async def test_a_large_file_comes_in_parts(world, own, monkeypatch):
    monkeypatch.setattr("bot.services.privacy._AT_ONCE", 2)
    monkeypatch.setattr("bot.services.privacy.PART_BYTES", 1)
    for _ in range(5):
        await world.deal(ANNA, BORIS)
        await world.tables.stop(world.place(), ANNA)
        await world.advance(60)
    await ask(world, own, ANNA, "export")
    parts = [read(file) for _, file in files(world)]
    assert files(world)[0][1].filename == "durak-data-1.json.gz"
    assert [part["part"] for part in parts] == list(range(1, len(parts) + 1)) and len(parts) >= 3
    assert [game["game"] for part in parts for game in part["games"]] == [5, 4, 3, 2, 1]
    assert parts[0]["kept"]["people"] and not any(part["kept"] for part in parts[1:])


async def test_the_press_is_answered_before_the_file_is_written_and_makes_one(world, own):
    place = world.place(ANNA.user_id)
    answers = await asyncio.gather(
        *(own.press(place, ANNA, OwnPress("export"), 7) for _ in range(3))
    )
    assert {answer.text for answer in answers} == {message("toast-exported", RU)}
    assert files(world) == []
    await own.tasks.idle()
    assert len(files(world)) == 1
    await ask(world, own, ANNA, "export")
    assert len(files(world)) == 2
