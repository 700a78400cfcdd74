"""The order in which messages are served."""

from bot.model.screen import Slot, SlotKind, Urgency
from tests.delivery.conftest import ANYA, BORIS, GROUP, TABLE, hand, screen


async def test_a_table_is_edited_every_three_seconds(paced):
    for second in range(7):
        paced.show(TABLE, f"after {second}")
        await paced.after(1)
    told = [text for _, text in paced.telegram.told()]
    assert told == ["after 0", "after 3", "after 6"]


async def test_an_onlooker_s_hand_is_edited_every_three_seconds(paced):
    for second in range(7):
        paced.show(hand(ANYA), f"after {second}", Urgency.ONLOOKER)
        await paced.after(1)
    told = [text for _, text in paced.telegram.told()]
    assert told == ["after 0", "after 3", "after 6"]


async def test_who_becomes_awaited_waits_no_longer(paced):
    await paced.shown(hand(ANYA), "one", urgency=Urgency.ONLOOKER)
    assert await paced.shown(hand(ANYA), "two", urgency=Urgency.ONLOOKER) == []
    told = await paced.shown(hand(ANYA), "three", urgency=Urgency.AWAITED)
    assert told == [("editMessageText", "three")]


async def test_a_private_chat_keeps_a_call_for_its_turn(paced):
    for number in range(3):
        await paced.shown(hand(ANYA), f"mine {number}", urgency=Urgency.ACTED)
    assert len(paced.telegram.calls) == 0
    told = await paced.shown(hand(ANYA), "your turn", urgency=Urgency.AWAITED)
    assert told == [("editMessageText", "your turn")]


async def test_who_has_acted_sees_it_whatever_happens_then(paced):
    for number in range(3):
        await paced.shown(hand(ANYA), f"mine {number}", urgency=Urgency.ACTED)
    paced.show(hand(ANYA), "others go on", Urgency.ONLOOKER)
    await paced.after(1)
    assert paced.telegram.told() == [("editMessageText", "others go on")]


async def test_a_last_screen_does_not_wait(paced):
    await paced.shown(TABLE, "one")
    paced.show(TABLE, "the end")
    paced.delivery.forget(TABLE)
    await paced.settle()
    assert paced.telegram.told() == [("editMessageText", "the end")]


async def test_all_chats_together_keep_to_one_budget(paced):
    for number in range(40):
        paced.show(hand(5000 + number), "onlooker", Urgency.ONLOOKER)
    await paced.settle()
    burst = len(paced.telegram.told())
    assert burst == 6
    paced.show(hand(BORIS), "your turn", Urgency.AWAITED)
    await paced.after(0.05)
    assert [text for _, text in paced.telegram.told()] == ["your turn"]
    for _ in range(60):
        await paced.after(0.05)
    assert len(paced.telegram.told()) == 40 - burst


async def test_draining_waits_for_nobody_s_distance(paced):
    await paced.shown(TABLE, "one")
    paced.show(TABLE, "two")
    assert await paced.delivery.drain(5)
    assert paced.telegram.told() == [("editMessageText", "two")]


async def test_other_slots_of_a_chat_do_not_wait_for_its_table(paced):
    await paced.shown(TABLE, "one")
    assert await paced.shown(TABLE, "two") == []
    note = Slot(SlotKind.NOTE, 1, GROUP)
    assert await paced.shown(note, "note", repost=True) == [("sendMessage", "note")]


async def test_hands_open_in_a_group_do_not_keep_its_table_back(paced):
    """Six people with their hands open there, and somebody awaited at every moment."""
    hands = [Slot(SlotKind.ALONE, 7, GROUP, 0, user) for user in range(1001, 1007)]
    await paced.shown(TABLE, "table")
    for alone in hands:
        assert await paced.delivery.show_alone(alone, "q", screen("hand"))
        await paced.after(4)
    paced.telegram.told()
    for second in range(120):
        paced.show(hands[second % 6], f"hand {second}", Urgency.AWAITED)
        paced.show(TABLE, f"table {second}")
        await paced.after(1)
    told = [text.split()[0] for _, text in paced.telegram.told()]
    assert told.count("table") >= 4 and told.count("hand") >= 4
