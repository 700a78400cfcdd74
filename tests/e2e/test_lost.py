"""A send without an answer is repeated, and its duplicate removed."""

import pytest

from tests.e2e.conftest import Stage
from tests.e2e.players import ANYA, BORIS, DACHA, Json, Message
from tests.e2e.playing import deal, gather, hand, meet


@pytest.mark.parametrize("fault", ["cut_after", "502_after"])
async def test_a_hand_that_is_sent_twice_is_there_once(stage: Stage, fault: str):
    phones = [await stage.world.phone(person) for person in (ANYA, BORIS)]
    await meet(*phones)
    await gather(DACHA, phones)
    game = await deal(DACHA, phones)
    anya = phones[0]
    old = hand(anya, game)
    # The orphan is sought among what people have written meanwhile.
    stage.expected += ["message can't be edited", "message to edit not found"]
    faults = {"rate": 1, "kinds": [fault], "methods": ["sendMessage"], "times": 1}
    await stage.world.post("faults", **faults)
    await anya.send("/hand")
    hands: list[Message] = []

    def one_new_hand():
        hands[:] = [m for m in anya.messages() if m.game == game and not m.service]
        return len(hands) == 1 and hands[0].key != old.key

    calls: list[Json] = []
    while not any(call["method"] == "editMessageReplyMarkup" for call in calls):
        stage.clock.advance(1)
        calls = await stage.calls()
    await anya.until(one_new_hand, "the hand is there twice")
    assert hands[0].buttons
