"""Metrics of delivery: latency of screens, queue depth, stuck detection."""

from aiogram.exceptions import TelegramServerError

from bot.delivery.outbox import STUCK_SECONDS
from bot.model.screen import Urgency
from tests.delivery.conftest import ANYA, TABLE, hand


def told(harness, urgency):
    """How many screens were shown to them, and how long that took in all."""
    lines = dict(line.rsplit(" ", 1) for line in harness.metrics.text().decode().splitlines())
    label = f'{{urgency="{urgency}"}}'
    count, total = (
        lines.get(f"durak_screen_seconds_{end}{label}", "0") for end in ("count", "sum")
    )
    return float(count), float(total)


async def test_a_screen_takes_as_long_as_the_oldest_news_on_it(harness):
    harness.telegram.open.clear()
    harness.show(hand(ANYA), "one", Urgency.AWAITED)
    await harness.after(1)
    harness.show(hand(ANYA), "two", Urgency.AWAITED)
    await harness.after(2)
    harness.show(hand(ANYA), "three", Urgency.AWAITED)
    await harness.after(3)
    assert harness.delivery.depth == 1
    harness.telegram.open.set()
    await harness.settle()
    # The first took 6 seconds; the third, with the second's news on it, 5.
    assert told(harness, "awaited") == (2, 11)
    assert harness.delivery.depth == 0


async def test_what_is_shown_already_takes_no_time(harness):
    await harness.shown(TABLE, "one")
    await harness.after(10)
    await harness.shown(TABLE, "one")
    await harness.after(10)
    await harness.shown(TABLE, "two")
    assert told(harness, "table") == (2, 0)


async def test_it_is_stuck_when_messages_wait_and_none_is_shown(harness):
    await harness.after(2 * STUCK_SECONDS)
    assert harness.delivery.problem() is None
    harness.telegram.open.clear()
    harness.show(TABLE, "one")
    await harness.after(STUCK_SECONDS - 1)
    assert harness.delivery.problem() is None
    await harness.after(1)
    assert harness.delivery.problem() == "1 messages wait, and none was shown for 120 s"
    harness.telegram.open.set()
    await harness.settle()
    assert harness.delivery.problem() is None


async def test_a_screen_that_had_to_be_tried_again_took_all_that_time(harness):
    harness.telegram.troubles.append(lambda call: TelegramServerError(call, "Bad Gateway"))
    harness.show(TABLE, "one")
    await harness.settle()
    await harness.after(60)
    assert told(harness, "table") == (1, 60)
