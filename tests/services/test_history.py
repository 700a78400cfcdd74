"""Past games: who may look back on which, and where it is shown."""

import json
import random

import pytest

from bot.model.buttons import HistoryPress
from bot.model.screen import SlotKind, Urgency
from bot.screens.text import message
from bot.services.history import REMEMBERED, History
from bot.storage import people
from engine.record import replay
from tests.readers import EN, RU
from tests.screens.names_and_games import labels, press, read
from tests.tables.world import ANNA, BORIS, GENA, GROUP, VOVA, some_moves, stored_game

OTHER = -200


@pytest.fixture
async def past(world):
    """After a game of Аня and Борис in the group, of whose new ranks no picture is drawn."""
    world.painter.picture = None
    await world.deal(ANNA, BORIS, options=(("deck", 0),))
    await world.play_out(ANNA, BORIS, chance=random.Random(1))
    return History(world.db, world.delivery)


def screen(world, chat_id=GROUP):
    return world.delivery.last(SlotKind.HISTORY, chat_id)


async def look(world, past, person, verb="see", chat_id=GROUP, **fields):
    return await past.press(world.place(chat_id), person, HistoryPress(verb, **fields))


async def test_the_group_steps_through_its_games_in_one_message(world, past):
    await past.show(world.place(), VOVA)
    assert labels(screen(world)) == [["1"]]
    assert "Аня, Борис" in read(screen(world))
    await past.press(world.place(), VOVA, press(screen(world), "1"))
    assert "Карты розданы" in read(screen(world))
    last = press(screen(world), "⏭").step
    for step in range(1, last + 1):
        await past.press(world.place(), GENA, press(screen(world), "▶️"))
        assert f"Шаг {step} из {last}" in read(screen(world))
    assert "Дурак" in read(screen(world)) or "Ничья" in read(screen(world))
    await past.press(world.place(), ANNA, press(screen(world), "К списку"))
    assert labels(screen(world)) == [["1"]]
    shown = [one for one in world.delivery.log if one.slot.kind is SlotKind.HISTORY]
    assert len({one.slot for one in shown}) == 1
    assert [one.repost for one in shown] == [True] + [False] * (len(shown) - 1)
    assert {one.urgency for one in shown} == {Urgency.ONLOOKER}


async def test_bouts_can_be_gone_through_there_and_back(world, past):
    await look(world, past, ANNA, game=1)
    seen = [0]
    while (step := press(screen(world), "⏩").step) != seen[-1]:
        await past.press(world.place(), ANNA, press(screen(world), "⏩"))
        seen.append(step)
    assert len(seen) > 3
    for step in reversed(seen[:-1]):
        await past.press(world.place(), ANNA, press(screen(world), "⏪"))
        assert f"Шаг {step} " in read(screen(world))


async def test_in_private_one_sees_only_games_one_has_played(world, past):
    await past.show(world.place(ANNA.user_id), ANNA)
    assert "Дача · Аня, Борис" in read(screen(world, ANNA.user_id))
    await look(world, past, ANNA, chat_id=ANNA.user_id, game=1)
    assert "Карты розданы" in read(screen(world, ANNA.user_id))
    await past.show(world.place(VOVA.user_id), VOVA)
    assert message("history-empty", RU) in screen(world, VOVA.user_id).text
    answer = await look(world, past, VOVA, chat_id=VOVA.user_id, game=1)
    assert answer.text == message("toast-history-elsewhere", RU)
    assert "розданы" not in read(screen(world, VOVA.user_id))


async def test_another_chat_sees_nothing_of_it(world, past):
    answer = await look(world, past, ANNA, chat_id=OTHER, game=1)
    assert answer.text == message("toast-history-elsewhere", RU)
    assert screen(world, OTHER) is None


async def test_a_game_that_is_on_is_never_shown(world, past):
    await world.advance(10)
    game = await world.deal(ANNA, BORIS)
    await some_moves(world, [ANNA, BORIS], 5)
    for chat_id in (GROUP, ANNA.user_id):
        answer = await look(world, past, ANNA, chat_id=chat_id, game=game, step=3)
        assert answer.text == message("toast-history-elsewhere", RU)
    await past.show(world.place(), ANNA)
    assert labels(screen(world)) == [["1"]]
    await world.tables.stop(world.place(), ANNA)
    await past.press(world.place(), ANNA, HistoryPress("see", game=game, step=99))
    assert "Шаг 5 из 5" in read(screen(world))
    assert "Игра остановлена" in read(screen(world))


async def test_who_hides_past_hands_is_seen_by_themself_alone(world, past):
    await people.put(world.db, ANNA.user_id, 1.0, open_hands=False)
    await look(world, past, ANNA, game=1)
    assert "Аня: 🂠 × 6, карты не показывает" in read(screen(world))
    assert "Борис: 🂠" not in read(screen(world))
    await look(world, past, BORIS, chat_id=BORIS.user_id, game=1)
    assert "Аня: 🂠 × 6" in read(screen(world, BORIS.user_id))
    await look(world, past, ANNA, chat_id=ANNA.user_id, game=1)
    assert "🂠" not in read(screen(world, ANNA.user_id))


async def test_the_record_goes_to_the_asker_alone_and_can_be_played(world, past):
    answer = await look(world, past, VOVA, verb="file", game=1)
    assert answer.text == message("toast-record-sent", RU)
    ((chat_id, thread_id, file),) = world.delivery.files()
    assert (chat_id, thread_id) == (VOVA.user_id, 0)
    assert file.filename == "durak-1.json"
    record = json.loads(file.content)
    assert replay(record)["result"] == (await stored_game(world, 1)).result
    assert "Аня" not in file.content.decode()


async def test_the_record_is_refused_where_it_shows_what_somebody_hides(world, past):
    await people.put(world.db, ANNA.user_id, 1.0, open_hands=False)
    for chat_id in (GROUP, BORIS.user_id):
        answer = await look(world, past, BORIS, verb="file", chat_id=chat_id, game=1)
        assert answer.text == message("toast-record-closed", RU)
    assert not world.delivery.files()
    await look(world, past, ANNA, verb="file", game=1)
    assert [chat_id for chat_id, *_ in world.delivery.files()] == [ANNA.user_id]


async def test_the_record_needs_a_private_chat_and_a_game_one_may_see(world, past):
    await people.set_can_write(world.db, VOVA.user_id, False, 1.0)
    answer = await look(world, past, VOVA, verb="file", game=1)
    assert answer.text == message("toast-cannot-write", RU)
    answer = await look(world, past, GENA, verb="file", chat_id=GENA.user_id, game=1)
    assert answer.text == message("toast-history-elsewhere", EN)
    assert not world.delivery.files()


async def test_forged_numbers_do_no_harm(world, past):
    huge = 10**30
    answer = await look(world, past, ANNA, game=huge, step=huge)
    assert answer.text == message("toast-history-elsewhere", RU)
    await look(world, past, ANNA, verb="list", page=huge)
    await look(world, past, ANNA, game=1, step=huge)
    assert "К списку" in labels(screen(world))[-1]


async def test_a_record_that_cannot_be_played_is_said_to_be_out_of_reach(world, past):
    async with world.db.transaction() as conn:
        await conn.execute("UPDATE actions SET text = '0 take' WHERE number = 0")
    answer = await look(world, past, ANNA, game=1)
    assert answer.text == message("toast-history-elsewhere", RU)


async def test_stepping_plays_a_game_once_and_forgets_the_oldest(world, past):
    await look(world, past, ANNA, game=1)
    first = past._replays[1]
    await look(world, past, ANNA, game=1, step=1)
    assert past._replays[1] is first
    for number in range(2, 2 + REMEMBERED):
        past._replays[number] = first
    past._replays.pop(17)
    await look(world, past, ANNA, game=1)
    assert list(past._replays)[-1] == 1
