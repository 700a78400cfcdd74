"""One person's burst: served at a rate and in turn, so that the others do not feel it."""

import asyncio

import pytest
from aiogram.types import Update

from handlers import person_queues
from handlers.callback_answers import ANSWER_SECONDS
from handlers.person_queues import AT_ONCE, AT_ONCE_EACH, PersonQueues
from handlers.rate_limit import BURST, FORGET_SECONDS, PersonRates
from tests.handlers.test_updates import Clock, Hands, an_intake

ANYA, BORIS = 1, 2


def press(number, person=ANYA):
    user = {"id": person, "is_bot": False, "first_name": "A"}
    query = {"id": str(number), "from": user, "chat_instance": "1", "data": "x"}
    return Update.model_validate({"update_id": number, "callback_query": query})


def words(number, text, person=ANYA, chat=None, **more):
    user = {"id": person, "is_bot": False, "first_name": "A"}
    kind = "private" if chat is None else "supergroup"
    message = {"message_id": number, "date": 0, "chat": {"id": chat or person, "type": kind}}
    message |= {"from": user, "text": text} | more
    return Update.model_validate({"update_id": number, "message": message})


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
def clock():
    return Clock()


async def taken(updates_, *updates):
    tasks = [task for update in updates if (task := updates_.take(update))]
    if tasks:
        await asyncio.wait(tasks)


async def test_a_burst_is_served_to_its_rate_and_answered_with_one_word(hands, clock):
    updates_ = an_intake(hands, clock=clock)
    await taken(updates_, *(press(n) for n in range(1500)))
    assert hands.begun == [*range(BURST)]
    assert hands.told == [BURST]
    await taken(updates_, press(1500, BORIS))
    assert hands.begun[-1] == 1500
    clock.time += 1.01
    await taken(updates_, *(press(n) for n in range(1501, 1600)))
    assert hands.begun[BURST + 1 :] == [1501, 1502, 1503]
    assert hands.told == [BURST]
    # All that was dropped counts as handled.
    assert all(updates_.take(press(n)) is None for n in range(1600))


async def test_after_a_rest_the_word_is_said_again(hands, clock):
    updates_ = an_intake(hands, clock=clock)
    await taken(updates_, *(press(n) for n in range(100)))
    clock.time += FORGET_SECONDS + 1
    await taken(updates_, *(press(n) for n in range(100, 200)))
    assert hands.begun == [*range(BURST), *range(100, 100 + BURST)]
    assert hands.told == [BURST, 100 + BURST]


async def test_commands_and_private_words_count_and_what_happens_to_chats_is_never_dropped(
    hands, clock
):
    updates_ = an_intake(hands, clock=clock)
    await taken(updates_, *(words(n, "/help", chat=-5) for n in range(20)))
    await taken(updates_, *(words(n, "hi") for n in range(20, 100)))
    assert hands.begun == [*range(BURST)]
    chat = {"chat": -5, "text": None}
    moved = words(100, **chat, migrate_to_chat_id=-100500)
    talk = words(101, "hi", chat=-5)
    await taken(updates_, moved, talk)
    assert hands.begun[BURST:] == [100, 101]


async def test_a_waiting_burst_lets_others_pass_and_keeps_its_order(hands, clock):
    updates_ = an_intake(hands, clock=clock)
    hands.free.clear()
    burst = [updates_.take(press(n)) for n in range(BURST)]
    other = updates_.take(press(100, BORIS))
    await asyncio.sleep(0)
    assert hands.begun == [*range(AT_ONCE_EACH), 100]
    assert updates_.waiting == BURST - AT_ONCE_EACH
    hands.free.set()
    await asyncio.wait([*burst, other])
    assert [number for number in hands.begun if number < 100] == [*range(BURST)]
    assert updates_.waiting == 0


async def test_people_get_turns_round_robin():
    queues = PersonQueues()
    first = [queues.queue(person) for person in range(100, 100 + AT_ONCE)]
    lines = [[queues.queue(person) for _ in range(3)] for person in (ANYA, BORIS)]
    order = []
    for turn in first[:4]:
        turn.end()
        order.append([[turn.active for turn in line] for line in lines])
    y, n = True, False
    assert order == [
        [[y, n, n], [n, n, n]],
        [[y, n, n], [y, n, n]],
        [[y, y, n], [y, n, n]],
        [[y, y, n], [y, y, n]],
    ]


async def test_a_handler_that_takes_long_keeps_nobody_waiting(hands, clock, monkeypatch):
    monkeypatch.setattr(person_queues, "TURN_SECONDS", 0)
    updates_ = an_intake(hands, clock=clock)
    hands.free.clear()
    tasks = [updates_.take(press(n)) for n in range(BURST)]
    while len(hands.begun) < BURST:
        await asyncio.sleep(0)
    assert hands.begun == [*range(BURST)]
    hands.free.set()
    await asyncio.wait(tasks)


async def test_a_press_that_waited_too_long_here_is_left_only_to_one_who_presses_on(hands, clock):
    updates_ = an_intake(hands, clock=clock)
    hands.free.clear()
    hasty = [updates_.take(press(n)) for n in range(BURST + 1)]
    calm = [updates_.take(press(n, BORIS)) for n in range(100, 110)]
    await asyncio.sleep(0)
    clock.time += ANSWER_SECONDS + 1
    hands.free.set()
    await asyncio.wait([*hasty, *calm])
    assert sorted(hands.begun) == [*range(AT_ONCE_EACH), *range(100, 110)]


async def test_one_that_is_cut_off_while_it_waits_may_come_again(hands, clock):
    updates_ = an_intake(hands, clock=clock)
    hands.free.clear()
    tasks = [updates_.take(press(n)) for n in range(BURST)]
    await asyncio.sleep(0)
    await updates_.finish(0)
    assert all(task.cancelled() for task in tasks)
    assert updates_.waiting == 0
    assert updates_.take(press(BURST - 1)) is not None


def test_people_who_rest_are_forgotten():
    clock = Clock()
    rates = PersonRates(clock)
    for person in range(1000):
        assert rates.judge(person) == "serve"
    assert rates.known == 1000
    clock.time += FORGET_SECONDS + 1
    rates.judge(ANYA)
    assert rates.known == 1
