"""Rate limits: sends and edits share a budget, and early retries are penalised."""

import pytest

from tests.sandbox.conftest import ANYA, BORIS, DACHA, Telegram


async def say(telegram: Telegram, chat: int = DACHA, text: str = "x") -> int:
    """0, or the seconds to wait."""
    body = await telegram.call("sendMessage", chat_id=chat, text=text)
    if body["ok"]:
        return 0
    wait: int = body["parameters"]["retry_after"]
    assert body["error_code"] == 429
    assert body["description"] == f"Too Many Requests: retry after {wait}"
    return wait


async def limit(telegram: Telegram, **limits) -> None:
    assert await telegram.do("limits", **limits) == {}


async def test_without_limits_nobody_counts(telegram: Telegram):
    assert not any([await say(telegram) for _ in range(60)])


async def test_a_group_takes_twenty_a_minute_of_sends_and_edits_together(telegram: Telegram):
    await limit(telegram)
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x")
    message = {"chat_id": DACHA, "message_id": sent["message_id"]}
    for number in range(18):
        telegram.clock.now += 1
        await telegram.ok("editMessageText", **message, text=str(number))
    assert await say(telegram) == 0
    words = await telegram.refused("editMessageText", **message, text="y")
    assert words == "429 Too Many Requests: retry after 41"
    assert await telegram.ok("deleteMessage", **message)
    telegram.clock.now += 41
    assert await say(telegram) == 0


async def test_asking_again_early_makes_it_longer(telegram: Telegram):
    await limit(telegram, group_per_minute=1)
    assert [await say(telegram) for _ in range(3)] == [0, 59, 59], "on its way: not stubborn"
    telegram.clock.now += 30
    assert await say(telegram) == 118
    telegram.clock.now += 1
    assert await say(telegram) == 236
    telegram.clock.now += 235
    assert await say(telegram) > 236
    telegram.clock.now += 3600
    assert [await say(telegram), await say(telegram)] == [0, 59], "good behaviour is rewarded"


async def test_a_private_chat_takes_one_a_second_and_a_short_burst(telegram: Telegram):
    await limit(telegram)
    await telegram.do("start", person=ANYA)
    await telegram.do("start", person=BORIS)
    assert [await say(telegram, ANYA) for _ in range(6)] == [0, 0, 0, 0, 0, 1]
    assert await say(telegram, BORIS) == 0, "chats are counted apart"
    for _ in range(10):
        telegram.clock.now += 1
        assert await say(telegram, ANYA) == 0
    assert await say(telegram, ANYA) == 1


async def test_all_chats_share_a_budget_too(telegram: Telegram):
    await limit(telegram, total_per_second=3)
    for person in (ANYA, BORIS):
        await telegram.do("start", person=person)
    assert [await say(telegram, chat) for chat in (ANYA, BORIS, DACHA, ANYA)] == [0, 0, 0, 1]
    assert await telegram.ok("getMe")


async def test_messages_for_one_count_against_their_group(telegram: Telegram):
    await limit(telegram, group_per_minute=2)
    await telegram.do("member", chat=DACHA, person=42, status="administrator")
    alone = {"chat_id": DACHA, "ephemeral_message_parameters": {"receiver_user_id": ANYA}}
    sent = await telegram.ok("sendMessage", **alone, text="x")
    edit = {
        "chat_id": DACHA,
        "receiver_user_id": ANYA,
        "ephemeral_message_id": sent["ephemeral_message_id"],
    }
    await telegram.ok("editEphemeralMessageText", **edit, text="y")
    assert "retry after" in await telegram.refused("sendMessage", **alone, text="z")
    assert await telegram.ok("deleteEphemeralMessage", **edit)


async def test_presses_are_answered_whatever_was_sent(telegram: Telegram):
    await limit(telegram, group_per_minute=1)
    markup = {"inline_keyboard": [[{"text": "x", "callback_data": "1"}]]}
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x", reply_markup=markup)
    assert await say(telegram)
    await telegram.do("press", person=ANYA, chat=DACHA, message_id=sent["message_id"], data="1")
    [update] = await telegram.updates()
    answer = {"callback_query_id": update["callback_query"]["id"]}
    assert await telegram.ok("answerCallbackQuery", **answer)


async def test_limits_are_set_and_taken_away(telegram: Telegram):
    await limit(telegram, group_per_minute=1)
    assert [await say(telegram), await say(telegram)] == [0, 59]
    async with telegram.client.post("/world/limits", data="null") as response:
        assert response.status == 200
    assert await say(telegram) == 0
    await limit(telegram, group_per_minute=1)
    await telegram.do("reset")
    assert [await say(telegram), await say(telegram)] == [0, 0]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"group": 1}, "no such limit: group"),
        ({"group_per_minute": 0}, "group_per_minute must be a number above 0"),
        ({"total_per_second": "x"}, "total_per_second must be a number above 0"),
    ],
)
async def test_strange_limits_are_refused(telegram: Telegram, given: dict, words: str):
    assert await telegram.post("limits", **given) == (400, {"error": words})
