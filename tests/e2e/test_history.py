"""/history and its viewer, with hidden hands."""

import asyncio
import json
import subprocess
import sys
from functools import partial
from pathlib import Path

from bot.model.buttons import HistoryPress, encode
from bot.storage import people
from bot.storage.database import Database
from engine.frames import frames
from tests.e2e.conftest import Stage
from tests.e2e.leaks import cards_in
from tests.e2e.players import ANYA, BORIS, DACHA, VOVA, Message, Phone
from tests.e2e.playing import deal, gather, meet, play_all


async def played(stage: Stage) -> list[Phone]:
    """Аня and Борис have played a game in the group; Вова has not."""
    phones = [await stage.world.phone(person) for person in (ANYA, BORIS, VOVA)]
    await meet(*phones)
    await gather(DACHA, phones[:2])
    game = await deal(DACHA, phones[:2])
    await play_all(phones[:2], game, stage.random)
    return phones


def hands_on(screen: Message) -> dict[str, set[str]]:
    """Whose cards are named below the table."""
    lines = screen.text.split("—\n", 1)[1].splitlines()
    return {line.split(":")[0].strip("\u2068\u2069"): cards_in(line) for line in lines[:2]}


def _reads(phone: Phone, words: str) -> bool:
    shown = phone.last(DACHA, "Шаг")
    return shown is not None and shown.text == words


async def test_a_game_is_stepped_through_in_place(stage: Stage):
    anya, _, vova = await played(stage)
    await vova.send("/history", DACHA)
    listed = await vova.sees("Прошлые партии", DACHA)
    assert "Аня" in listed.text and "Борис" in listed.text
    await vova.press("1", DACHA)
    stored = await stage.game()
    found = frames(stored.record())
    for step, frame in enumerate(found):
        shown = await vova.sees(f"Шаг {step} из {len(found) - 1}", DACHA)
        assert shown.key == listed.key
        held = hands_on(shown)
        for seat, who in enumerate(stored.deal.seats):
            if not frame.view.out:
                assert held[who.name] == {str(card) for card in frame.hands[seat]}
        if step < len(found) - 1:
            presser = anya if step % 2 else vova
            await presser.until(partial(_reads, presser, shown.text), "not all see the step")
            await presser.press("▶️", DACHA)
    await vova.press("⏮", DACHA)
    await vova.sees("Шаг 0 из", DACHA)
    await vova.press("⏩", DACHA)
    assert "Прошлый заход" in (await vova.sees("заход 2", DACHA)).text
    await vova.press("К списку", DACHA)
    assert (await vova.sees("Прошлые партии", DACHA)).key == listed.key


async def test_in_private_are_ones_own_games(stage: Stage):
    anya, _, vova = await played(stage)
    await anya.send("/history")
    assert "Дача" in (await anya.sees("Прошлые партии")).text
    await anya.press("1")
    shown = await anya.sees("Шаг 0 из")
    await stage.stop_bot()
    await stage.start_bot()
    await anya.press("▶️")
    assert (await anya.sees("Шаг 1 из")).key == shown.key
    await vova.send("/history")
    none = await vova.sees("Здесь ещё не доиграли")
    game = (await stage.game()).game_id
    forged = encode(HistoryPress("see", game=game))
    answer = await vova.press_data(VOVA, none.key, forged, force=True)
    assert answer.text == "Эту партию здесь не показать"


async def test_a_hidden_hand_is_shown_to_its_player_alone(stage: Stage):
    anya, boris, _ = await played(stage)
    await stage.stop_bot()
    db = await Database.open(stage.database)
    await people.put(db, ANYA, 1.0, open_hands=False)
    await db.close()
    await stage.start_bot()
    await boris.send("/history", DACHA)
    await boris.press("1", DACHA)
    shown = await boris.sees("Шаг 0 из", DACHA)
    assert hands_on(shown)["Аня"] == set()
    assert "🂠 × 6" in shown.text
    await anya.send("/history")
    await anya.press("1")
    assert len(hands_on(await anya.sees("Шаг 0 из"))["Аня"]) == 6
    answer = await boris.press("Запись", DACHA)
    assert "не открывает" in answer.text and answer.alert


async def test_the_record_is_a_file_that_the_engine_reads(stage: Stage, tmp_path: Path):
    _, _, vova = await played(stage)
    await vova.send("/history", DACHA)
    await vova.press("1", DACHA)
    answer = await vova.press("Запись", DACHA)
    assert "в личке" in answer.text
    sent = await vova.sees("Запись партии")
    record = tmp_path / "record.json"
    record.write_bytes(await stage.world.fetch(sent))
    command = [sys.executable, "-m", "engine", "replay", str(record)]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, check=True)
    assert json.loads(done.stdout)["result"] == (await stage.game()).result
