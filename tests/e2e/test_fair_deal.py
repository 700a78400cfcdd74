"""Fair deals over HTTP: the commitment, the cut, and the check after the game."""

import json

from engine.__main__ import main
from engine.proof import DEPTHS
from tests.e2e.conftest import Stage
from tests.e2e.players import ANYA, BORIS, DACHA, VOVA, Phone
from tests.e2e.playing import begun, deck_to_cut, gather, hand, is_over, meet, play_all


async def promised(stage: Stage, *people: int) -> tuple[list[Phone], Phone]:
    """A deck that waits for its cut in the group; who plays, and who cuts."""
    phones = [await stage.world.phone(person) for person in people]
    await meet(*phones)
    await gather(DACHA, phones)
    await phones[0].press("Раздаём", DACHA)
    shown = await phones[0].sees("Колода перемешана", DACHA)
    cutter = next(phone for phone in phones if f"Снимает \u2068{phone.name}" in shown.text)
    await cutter.sees("Тебе снимать")
    return phones, cutter


async def test_a_deck_is_cut_and_checked_by_everybody(stage: Stage, tmp_path, capsys):
    phones, cutter = await promised(stage, ANYA, BORIS, VOVA)
    before = {message.game for message in phones[0].messages()}
    stranger = next(phone for phone in phones if phone is not cutter)
    assert "Сейчас снимает" in (await stranger.press("Пополам", DACHA)).text
    assert (await cutter.press("Треть")).text == ""
    game = await begun(phones, before)
    told = await phones[0].sees("Сдвинуто на 13 карт", DACHA)
    assert not told.buttons and not cutter.last(cutter.id, "Тебе снимать")
    assert (
        "Колода уже снята"
        in (await cutter.press_data(DACHA, told.key, f"k:1:{DEPTHS[36][3]}", force=True)).text
    )
    await play_all(phones, game, stage.random)
    await stranger.sees("Секрет колоды", DACHA)
    assert "Раздача честная" in (await stranger.press("Проверить раздачу", DACHA)).text
    found = await stranger.sees("Раздача честная")
    record = (await stage.game()).record()
    assert record["proof"]["commitment"] in told.text
    assert record["proof"]["seal"] in found.text
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record))
    assert main(["verify", str(path)]) == 0
    assert record["proof"]["seal"] in capsys.readouterr().out
    path.write_text(json.dumps({**record, "actions": record["actions"][:-1]}))
    assert main(["verify", str(path)]) == 2


async def test_decks_are_links_of_a_chain_shown_before_the_first(stage: Stage, tmp_path, capsys):
    """Two games, and between them a deal that is called off: verify tells its missing link."""
    phones, cutter = await promised(stage, ANYA, BORIS)
    host, before = phones[0], {message.game for message in phones[0].messages()}
    await cutter.press("Треть")
    await begun(phones, before)
    first = await host.sees("колоды № 1,", DACHA)
    await host.send("/stop", DACHA)
    await host.sees("Секрет колоды", DACHA)
    await promised(stage, ANYA, BORIS)
    await host.sees("колоды № 2,", DACHA)
    await host.send("/stop", DACHA)
    await host.sees("Сдача отменена", DACHA)
    before = {message.game for message in phones[0].messages()}
    _, cutter = await promised(stage, ANYA, BORIS)
    await cutter.press("Треть")
    game = await begun(phones, before)
    await host.sees("колоды № 3,", DACHA)
    await host.send("/stop", DACHA)
    await host.until(lambda: is_over(hand(host, game)), "the game is not stopped")
    paths = []
    for number, stored in enumerate(await stage.games()):
        paths.append(str(tmp_path / f"{number}.json"))
        (tmp_path / f"{number}.json").write_text(json.dumps(stored.record()))
    anchor = (await stage.game()).record()["proof"]["chain"]["anchor"]
    assert anchor in first.text
    assert main(["verify", *paths]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[2:] == [f"chain {anchor}: links 1, 3, not among these records: 2"]


async def test_nobody_waits_long_for_who_does_not_cut(stage: Stage):
    phones, _ = await promised(stage, ANYA, BORIS)
    stage.clock.advance(16)
    told = await phones[0].sees("сдвинуто наугад", DACHA)
    assert not told.buttons
    await phones[1].sees("Твои карты")


async def test_a_new_start_of_the_bot_still_knows_who_cuts(stage: Stage):
    phones, cutter = await promised(stage, ANYA, BORIS)
    await stage.stop_bot()
    await stage.start_bot()
    found = deck_to_cut(cutter)
    assert found
    await cutter.press_button(found[0], found[1][0])
    await phones[0].sees("Сдвинуто на 4 карты", DACHA)
    await phones[1].sees("Твои карты")
