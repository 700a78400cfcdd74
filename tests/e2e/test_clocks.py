"""Timeouts over HTTP: the clock plays, a bot takes over, and the person returns."""

from tests.e2e.conftest import Stage
from tests.e2e.players import ANYA, BORIS, DACHA, Message, Phone
from tests.e2e.playing import hand
from tests.e2e.test_table import actor, dealt


def table(phone: Phone) -> Message:
    found = phone.last(DACHA, "Мои карты")
    assert found, phone.transcript()
    return found


async def fresh_table(phone: Phone) -> Message:
    """The table, posted anew; by then everybody has been shown what came before."""
    before = table(phone)
    await phone.send("/table", DACHA)
    await phone.until(lambda: table(phone).key != before.key, "the table is not posted anew")
    return table(phone)


async def test_an_expired_clock_plays_and_one_press_brings_everybody_back(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS)
    anya, boris = phones
    lead = await actor(phones, game)
    assert ", до " in table(lead).text
    for _ in range(20):
        before = await fresh_table(anya)
        if "Все отошли" in before.text:
            break
        stage.clock.advance(121)
        await anya.until(lambda v=before.version: table(anya).version > v, "time stands still")
    kinds = [action.actor_kind for action in (await stage.game()).actions]
    assert kinds[0] == "clock" and set(kinds) <= {"clock", "autopilot"}
    await boris.until(lambda: "играет бот" in hand(boris, game).text, "no bot sits down")
    await boris.press("Я здесь", DACHA)
    await anya.until(lambda: "Все отошли" not in table(anya).text, "the game still waits")
    assert table(anya).button("Убрать: \u2068Аня")
    await boris.press("Убрать: \u2068Аня", DACHA)
    await boris.sees("Ещё партию", DACHA)
    resigned = (await stage.game()).actions[-1]
    assert (resigned.actor_kind, resigned.actor_id) == ("person", BORIS)


async def test_everybody_chooses_when_the_phone_rings(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS)
    lead = await actor(phones, game)
    other = next(phone for phone in phones if phone is not lead)
    await other.send("/ring")
    await other.press("Сразу", other.id)
    await other.sees("Сразу, как дойдёт очередь ✓", other.id)
    before = hand(other, game)
    await lead.press_button(hand(lead, game), next(b for b in hand(lead, game).buttons if b.style))
    await other.until(lambda: hand(other, game).key != before.key, "the phone does not ring")
