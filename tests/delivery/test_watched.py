"""What operators are told of the outbox: how long screens take, what waits, whether it is stuck."""

from aiogram.exceptions import TelegramServerError

from bot.delivery.telegram import STUCK_SECONDS
from bot.model.screen import Urgency
from tests.delivery.conftest import ANYA, TABLE, hand


def told(outbox, urgency):
    """How many screens were shown to them, and how long that took in all."""
    lines = dict(line.rsplit(" ", 1) for line in outbox.metrics.text().decode().splitlines())
    label = f'{{urgency="{urgency}"}}'
    count, total = (
        lines.get(f"durak_screen_seconds_{end}{label}", "0") for end in ("count", "sum")
    )
    return float(count), float(total)


async def test_a_screen_takes_as_long_as_the_oldest_news_on_it(outbox):
    outbox.telegram.open.clear()
    outbox.show(hand(ANYA), "one", Urgency.AWAITED)
    await outbox.after(1)
    outbox.show(hand(ANYA), "two", Urgency.AWAITED)
    await outbox.after(2)
    outbox.show(hand(ANYA), "three", Urgency.AWAITED)
    await outbox.after(3)
    assert outbox.delivery.depth == 1
    outbox.telegram.open.set()
    await outbox.settle()
    # The first took 6 seconds; the third, with the second's news on it, 5.
    assert told(outbox, "awaited") == (2, 11)
    assert outbox.delivery.depth == 0


async def test_what_is_shown_already_takes_no_time(outbox):
    await outbox.shown(TABLE, "one")
    await outbox.after(10)
    await outbox.shown(TABLE, "one")
    await outbox.after(10)
    await outbox.shown(TABLE, "two")
    assert told(outbox, "table") == (2, 0)


async def test_it_is_stuck_when_messages_wait_and_none_is_shown(outbox):
    await outbox.after(2 * STUCK_SECONDS)
    assert outbox.delivery.problem() is None
    outbox.telegram.open.clear()
    outbox.show(TABLE, "one")
    await outbox.after(STUCK_SECONDS - 1)
    assert outbox.delivery.problem() is None
    await outbox.after(1)
    assert outbox.delivery.problem() == "1 messages wait, and none was shown for 120 s"
    outbox.telegram.open.set()
    await outbox.settle()
    assert outbox.delivery.problem() is None


async def test_a_screen_that_had_to_be_tried_again_took_all_that_time(outbox):
    outbox.telegram.troubles.append(lambda call: TelegramServerError(call, "Bad Gateway"))
    outbox.show(TABLE, "one")
    await outbox.settle()
    await outbox.after(60)
    assert told(outbox, "table") == (1, 60)
