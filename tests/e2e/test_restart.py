"""The bot is stopped and restarted on the same database."""

from engine import Verb
from tests.e2e.conftest import Stage
from tests.e2e.players import ANYA, BORIS, DACHA, VOVA
from tests.e2e.playing import deal, defender_of, gather, hand, meet, moves, play_all, sensible


async def test_a_game_goes_on_after_a_restart(stage: Stage):
    """No message is doubled, the old buttons work, and the game is played to its end."""
    phones = [await stage.world.phone(person) for person in (ANYA, BORIS, VOVA)]
    await meet(*phones)
    await gather(DACHA, phones)
    game = await deal(DACHA, phones)
    lead = next(phone for phone in phones if moves(hand(phone, game)))
    old = hand(lead, game)
    before = [list(phone.chats[chat]) for phone in phones for chat in (DACHA, phone.id)]
    await stage.stop_bot()
    await stage.start_bot()
    button = sensible(old, stage.random)
    assert button
    answer = await lead.press_button(old, button)
    assert answer.answered and answer.text == ""
    assert len((await stage.game()).actions) >= 1
    await lead.until(lambda: hand(lead, game).version != old.version, "nothing is shown")
    assert before == [list(phone.chats[chat]) for phone in phones for chat in (DACHA, phone.id)]
    await play_all(phones, game, stage.random)
    assert (await stage.game()).status == "over"


async def test_a_lobby_and_an_answer_ahead_outlive_a_restart(stage: Stage):
    phones = [await stage.world.phone(person) for person in (ANYA, BORIS, VOVA)]
    await meet(*phones)
    await gather(DACHA, phones)
    await stage.stop_bot()
    await stage.start_bot()
    game = await deal(DACHA, phones)
    lead = next(phone for phone in phones if moves(hand(phone, game)))
    await lead.press_button(hand(lead, game), moves(hand(lead, game))[0])
    await lead.press("Больше не подкидываю")
    await lead.sees("Сказано заранее", lead.id)
    await stage.stop_bot()
    await stage.start_bot()
    defender = await defender_of(phones, game)
    await defender.press("Беру", defender.id)
    (other,) = (phone for phone in phones if phone not in (lead, defender))

    def over() -> bool:
        return "Прошлый заход" in hand(lead, game).text

    def asked() -> bool:
        return any(button.press.verb is Verb.PASS for button in moves(hand(other, game)))

    # The other thrower may have something to throw, and is asked after the lead has answered.
    await other.until(lambda: over() or asked(), "the answer is forgotten")
    if asked():
        await other.press("Пусть берёт", other.id)
    await lead.until(over, "the answer is forgotten")
