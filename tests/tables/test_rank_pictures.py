"""Who gets pogony gets a picture: one a game, where the chat wants pictures."""

from bot.model.screen import Urgency
from bot.storage import settings
from engine import Verb
from tests.tables.world import ANNA, BORIS, GENA, GROUP, do, move, person_on

PLAIN = (Verb.TAKE, Verb.PASS, Verb.LEAD)


async def give_all(world):
    """One leads card by card, the other takes them all, and is left with two sixes among them."""
    game_id = world.game_id()
    while world.game_id() == game_id:
        legal = world.live().game.legal()
        await do(world, next(a for verb in PLAIN for a in legal if a.verb == verb))
    await world.settle()
    return game_id


async def wearer(world, game_id):
    [strap] = await world.db.all("SELECT * FROM straps WHERE game_id = ?", (game_id,))
    return person_on(strap["seat"])


async def test_one_picture_and_words_in_the_group(world):
    world.delivery.avatars = {person.user_id: b"avatar" for person in (ANNA, BORIS)}
    await world.deal(ANNA, BORIS)
    who = await wearer(world, await give_all(world))
    [(portrait,)] = world.painter.asked
    assert (portrait.name, portrait.rank, portrait.title) == (who.name, 1, "сержант")
    assert (portrait.hue, portrait.avatar) == (who.user_id, b"avatar")
    assert [rank for rank, _ in portrait.cards] == ["6", "6"]
    [(chat, thread, attachment, urgency)] = world.delivery.sent
    assert (chat, thread, urgency) == (GROUP, 0, Urgency.ONLOOKER)
    assert (attachment.kind, attachment.content) == ("photo", b"picture")
    assert who.name in attachment.caption and "сержант" in attachment.caption
    await world.restart()
    await world.settle()
    assert len(world.delivery.sent) == 1


async def test_the_next_one_has_a_higher_rank(world):
    await world.deal(ANNA, BORIS)
    first = await wearer(world, await give_all(world))
    while len(world.painter.asked) < 4:
        await world.deal(ANNA, BORIS)
        await give_all(world)
    ranks = [p.rank for (p,) in world.painter.asked if p.hue == first.user_id]
    assert ranks == list(range(1, len(ranks) + 1))
    assert len(world.delivery.sent) == 4


async def test_none_where_the_chat_wants_none(world):
    await settings.put(world.db, GROUP, pictures=False)
    await world.deal(ANNA, BORIS)
    await wearer(world, await give_all(world))
    assert world.painter.asked == [] and world.delivery.sent == []


async def test_none_where_drawing_fails_and_the_game_has_ended(world):
    world.painter.picture = None
    await world.deal(ANNA, BORIS)
    await wearer(world, await give_all(world))
    assert len(world.painter.asked) == 1 and world.delivery.sent == []
    assert "сержант" in world.table_screen().text


async def test_none_where_nobody_got_any(world):
    await world.deal(ANNA, BORIS)
    await world.tables.stop(world.place(), ANNA)
    await world.settle()
    assert world.game_id() is None
    assert world.painter.asked == []


async def test_alone_it_comes_in_private(world):
    world.seeds = iter([f"{2:064x}"])
    await world.deal(GENA, computers=1, chat_id=GENA.user_id)
    game_id = world.game_id(GENA.user_id)
    while world.game_id(GENA.user_id) == game_id:
        await world.advance(1)
        live = world.live(GENA.user_id)
        legal = live.game.legal_for(live.seat_of(GENA.user_id)) if live else []
        wanted = [action for action in legal if action.verb in PLAIN]
        if wanted:
            # Keeps the sixes.
            best = min(wanted, key=lambda a: (PLAIN.index(a.verb), -sum(a.cards)))
            await world.press(GENA, move(live, best))
    await world.settle()
    [(chat, _, attachment, _)] = world.delivery.sent
    assert chat == GENA.user_id
    assert "sergeant" in attachment.caption
