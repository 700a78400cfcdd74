"""Groups that migrate, close and lose topics during a game."""

from functools import partial

import pytest

from bot.model.buttons import GamePress, encode
from tests.e2e.conftest import Stage
from tests.e2e.players import ANYA, BORIS, DACHA, VOVA, Message, Phone
from tests.e2e.playing import deal, gather, hand, meet, moves, play_all, sensible


async def dealt(stage: Stage, *people: int, chat: int = DACHA) -> tuple[list[Phone], int]:
    phones = [await stage.world.phone(person) for person in people]
    await meet(*phones)
    await gather(chat, phones)
    return phones, await deal(chat, phones)


def table_in(phone: Phone, chat: int, game: int) -> Message | None:
    """The table of a game on a phone."""
    found = [m for m in phone.messages(chat) if m.game == game and not m.key[1]]
    return found[-1] if found else None


async def sees_table(phone: Phone, chat: int, game: int) -> Message:
    return await phone.until(partial(table_in, phone, chat, game), "the table is not there")


async def one_move(stage: Stage, phones: list[Phone], game: int) -> None:
    for phone in phones:
        button = sensible(hand(phone, game), stage.random)
        if button and moves(hand(phone, game)):
            await phone.press_button(hand(phone, game), button)
            return
    raise AssertionError("nobody may do anything")


@pytest.mark.parametrize("signals", [["to", "from"], ["from", "to"], ["from"], []])
async def test_a_game_goes_on_in_the_supergroup(stage: Stage, signals: list[str]):
    stage.expected.append("upgraded to a supergroup")
    phones, game = await dealt(stage, ANYA, BORIS)
    await phones[0].send("/lang en", DACHA)
    await phones[0].sees("English it is", DACHA)
    await phones[0].send("/lang", DACHA)
    for own_name in ("Русский", "English"):
        await phones[0].press(own_name, DACHA)
        await phones[0].sees(f"{own_name} ✓", DACHA)
    moved = await stage.world.post("migrate", chat=DACHA, signals=signals)
    if not signals:
        await one_move(stage, phones, game)
    table = await sees_table(phones[1], moved["id"], game)
    assert table.button("My cards")
    await play_all(phones, game, stage.random)
    assert (await stage.game()).status == "over"
    await phones[1].send("/top", moved["id"])
    await phones[1].sees("of 1", moved["id"])


async def test_a_deleted_topics_table_goes_to_general(stage: Stage):
    stage.expected += ["message thread not found", "message to edit not found", "upgraded"]
    stage.expected.append("message to delete not found")
    phones = [await stage.world.phone(person) for person in (ANYA, BORIS)]
    await meet(*phones)
    chat = (await stage.world.post("migrate", chat=DACHA, signals=["to"], is_forum=True))["id"]
    topic = (await stage.world.post("topics", chat=chat, name="Карты"))["id"]
    await stage.world.post("send", person=ANYA, chat=chat, text="/play", thread=topic)
    lobby = await phones[0].sees("Сажусь", chat)
    await phones[1].until(partial(phones[1].chats[chat].get, lobby.key), "no lobby")
    await phones[1].press("Сажусь", chat)
    game = await deal(chat, phones)
    assert "Карты" in hand(phones[0], game).text
    await stage.world.post(f"topics/{topic}", chat=chat, deleted=True)
    await one_move(stage, phones, game)
    await phones[1].sees("стол теперь здесь", chat)
    await sees_table(phones[1], chat, game)
    await play_all(phones, game, stage.random)


async def test_a_kicked_bot_lets_people_play_on_and_lays_the_table_when_it_is_back(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS)
    bot = (await stage.world.get(""))["bot"]["id"]
    await stage.world.post("member", chat=DACHA, person=bot, status="left")
    for phone in phones:
        await phone.sees("доигрываем здесь")
    before = len(await stage.calls())
    for _ in range(3):
        await one_move(stage, phones, game)
    calls = (await stage.calls())[before:]
    assert not [call for call in calls if call["chat_id"] == DACHA]
    old = table_in(phones[0], DACHA, game)
    await stage.world.post("member", chat=DACHA, person=bot, status="member")
    await phones[0].until(
        lambda: (new := table_in(phones[0], DACHA, game)) and (not old or new.key != old.key),
        "the table is not laid anew",
    )
    await play_all(phones, game, stage.random)


async def test_without_the_right_to_write_words_go_to_the_players(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS)
    bot = (await stage.world.get(""))["bot"]["id"]
    await stage.world.post("rights", chat=DACHA, person=bot, can_send_messages=False)
    for phone in phones:
        await phone.sees("нельзя писать")
    await one_move(stage, phones, game)
    await stage.world.post("rights", chat=DACHA, person=bot, can_send_messages=True)
    await phones[0].send("/table", DACHA)
    await sees_table(phones[1], DACHA, game)
    await play_all(phones, game, stage.random)
    words = [m for m in phones[1].messages() if "нельзя писать" in m.text]
    assert len(words) == 1


async def test_a_channel_has_no_seat_and_an_anonymous_admin_may_stop(stage: Stage):
    phones, _ = await dealt(stage, ANYA, BORIS)
    send = partial(stage.world.post, "send", chat=DACHA)
    await send(person=BORIS, text="/play@durak_sandbox_bot", **{"as": "channel"})
    await phones[1].sees("от имени чата", DACHA)
    await send(person=BORIS, text="/stop@durak_sandbox_bot", **{"as": "channel"})
    await phones[1].sees("Это решает", DACHA)
    await send(person=ANYA, text="/stop@durak_sandbox_bot", **{"as": "anonymous"})
    await phones[1].sees("Игра остановлена", DACHA)
    assert (await stage.game()).status == "stopped"


async def test_who_blocks_the_bot_plays_on_in_the_group(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS)
    await phones[1].block()
    await phones[0].sees("Мои карты» под столом", DACHA)
    await phones[1].press("Мои карты", DACHA)
    alone = await phones[1].until(
        lambda: next((m for m in phones[1].messages(DACHA) if m.key[1]), None),
        "nothing is shown alone",
    )
    mine = sensible(alone, stage.random)
    if mine is None:
        await one_move(stage, phones[:1], game)
        alone = await phones[1].until(
            lambda: next((m for m in phones[1].messages(DACHA) if m.key[1] and moves(m)), None),
            "the hand is not brought up to date",
        )
        mine = sensible(alone, stage.random)
    assert mine
    done = len((await stage.game()).actions)
    await phones[1].press_button(alone, mine)
    assert len((await stage.game()).actions) > done
    await phones[1].start()
    await phones[1].until(lambda: hand(phones[1], game), "the hand does not come back")


async def test_who_leaves_the_group_plays_on_in_private(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS, VOVA)
    await phones[2].leave_group(DACHA)
    await phones[0].sees("больше не в этом чате", DACHA)
    await play_all(phones, game, stage.random)


async def test_one_person_at_two_tables_of_one_name(stage: Stage):
    """The hands tell which table they are of, and a press of one is nothing at the other."""
    phones, one = await dealt(stage, ANYA, BORIS)
    other_chat = await stage.world.group("Дача", [ANYA, BORIS])
    await phones[0].until(lambda: other_chat in phones[0].chats, "no such group")
    await phones[1].until(lambda: other_chat in phones[1].chats, "no such group")
    await gather(other_chat, phones)
    other = await deal(other_chat, phones)
    heads = [hand(phones[0], game).text.split("\n")[0] for game in (one, other)]
    assert heads[0] != heads[1]
    await one_move(stage, phones, other)
    first, second = await stage.games()
    assert not first.actions and second.actions
    await phones[0].press_data(other_chat, (1, 0), encode(GamePress(one, "leave")), force=True)
    assert [game.status for game in await stage.games()] == ["live", "live"]
