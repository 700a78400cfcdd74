"""A plot of somebody's games: answered at once, posted when it is drawn."""

import pytest

from bot.services.plots import AGAIN_SECONDS, Plotter
from bot.storage import settings
from tests.tables.test_rank_pictures import give_all
from tests.tables.world import ANNA, BORIS, GROUP, VOVA


class Painter:
    """Remembers what was to be drawn."""

    def __init__(self):
        self.asked = []
        self.picture: bytes | None = b"picture"

    async def rating(self, games, title, held, lost):
        self.asked.append((games, title))
        return self.picture


@pytest.fixture
async def played(world):
    """A world in which Anna and Boris have played a game, and a plotter in it."""
    await world.deal(ANNA, BORIS)
    await give_all(world)
    world.delivery.sent.clear()
    world.painter = Painter()
    world.plotter = Plotter(world.db, world.delivery, world.clock, world.painter)
    return world


async def test_a_plot_is_posted_once(played):
    answer = await played.plotter.plot(played.place(), ANNA.user_id)
    assert answer.text
    await played.plotter.tasks.idle()
    [(games, title)] = played.painter.asked
    assert len(games) == 1 and "Аня" in title
    [(chat, _, attachment, _)] = played.delivery.sent
    assert (chat, attachment.kind) == (GROUP, "photo") and "Аня" in attachment.caption
    await played.plotter.plot(played.place(), ANNA.user_id)
    await played.plotter.tasks.idle()
    assert len(played.delivery.sent) == 1
    await played.advance(AGAIN_SECONDS)
    await played.plotter.plot(played.place(), ANNA.user_id)
    await played.plotter.tasks.idle()
    assert len(played.delivery.sent) == 2


async def test_no_plot_where_there_is_nothing_or_nobody_wants_any(played):
    assert (await played.plotter.plot(played.place(), VOVA.user_id)).text
    await settings.put(played.db, GROUP, pictures=False)
    assert (await played.plotter.plot(played.place(), ANNA.user_id)).text
    await played.plotter.tasks.idle()
    assert played.painter.asked == []


async def test_no_plot_where_drawing_fails(played):
    played.painter.picture = None
    await played.plotter.plot(played.place(), ANNA.user_id)
    await played.plotter.tasks.idle()
    assert played.delivery.sent == []
