"""During a game: commands, stale and foreign buttons, leaving, stopping."""

import asyncio

from bot.model.buttons import AheadPress, GamePress, MovePress, encode
from bot.sandbox import api, sending
from bot.sandbox.errors import bad_request
from engine import Verb
from tests.e2e.conftest import Stage
from tests.e2e.leaks import cards_in, hand_cards
from tests.e2e.players import ANYA, BORIS, DACHA, GENA, VOVA, Phone
from tests.e2e.playing import (
    begun,
    deal,
    defender_of,
    gather,
    hand,
    is_over,
    meet,
    moves,
    play_all,
    questions,
    sensible,
)


async def dealt(stage: Stage, *people: int, computers: int = 0, choose=()) -> tuple:
    phones = [await stage.world.phone(person) for person in people]
    await meet(*phones)
    await gather(DACHA, phones, computers, choose)
    return phones, await deal(DACHA, phones)


async def actor(phones: list[Phone], game: int) -> Phone:
    """Whoever may do something now."""
    for phone in phones:
        if any(b.press.verb != Verb.RETRACT for b in moves(hand(phone, game))):
            return phone
    raise AssertionError("\n".join(phone.transcript() for phone in phones))


async def test_a_move_is_seen_by_everybody(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS, VOVA)
    lead = await actor(phones, game)
    button = sensible(hand(lead, game), stage.random)
    assert button
    answer = await lead.press_button(hand(lead, game), button)
    assert answer.text == ""
    card = button.text.split(" ")[0]
    for phone in phones:
        await phone.until(lambda p=phone: card in hand(p, game).text, f"{card} is not seen")
        await phone.until(
            lambda p=phone: card in p.last(DACHA, "Мои карты").text, f"{card} is not on the table"
        )


async def test_hand_and_table_are_posted_anew(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS)
    anya, boris = phones
    old = hand(boris, game)
    await boris.send("/hand", DACHA)
    fresh = await boris.until(
        lambda: hand(boris, game).key != old.key and hand(boris, game), "the hand is not sent anew"
    )
    assert fresh.text == old.text
    await boris.until(lambda: old.key not in boris.chats[BORIS], "the old hand stays")
    table = anya.last(DACHA, "Мои карты")
    await boris.send("/table", DACHA)
    await anya.until(
        lambda: anya.last(DACHA, "Мои карты").key != table.key, "the table is not posted anew"
    )
    await anya.until(lambda: table.key not in anya.chats[DACHA], "the old table stays")


async def test_my_cards_are_shown_to_the_presser_alone(stage: Stage):
    """«Мои карты» in the group: a message that one person sees, with buttons that work."""
    phones, game = await dealt(stage, ANYA, BORIS)
    await phones[1].press("Мои карты", DACHA)
    alone = await phones[1].until(
        lambda: next((m for m in phones[1].messages(DACHA) if m.key[1]), None),
        "nothing is shown alone",
    )
    stored = await stage.game()
    seat = [who.user_id for who in stored.deal.seats].index(BORIS)
    assert len(hand_cards(b.data for b in alone.buttons if b.data)) == 6
    assert not [m for m in phones[0].messages(DACHA) if m.key[1]]
    lead = await actor(phones, game)
    if lead is phones[1]:
        button = sensible(alone, stage.random)
        assert button
        await lead.press_button(alone, button)
        assert (await stage.game()).actions[0].text.startswith(f"{seat} lead")
    else:
        button = sensible(hand(lead, game), stage.random)
        assert button
        await lead.press_button(hand(lead, game), button)
    await phones[1].until(
        lambda: phones[1].chats[DACHA][alone.key].version != alone.version,
        "the hand in the group stays as it was",
    )


async def test_my_cards_where_nothing_can_be_shown_alone(stage: Stage, monkeypatch):
    """The fallback is an alert with the hand."""
    phones, _ = await dealt(stage, ANYA, BORIS)
    before = sending.send_message

    def refuse(world, params):
        if "ephemeral_message_parameters" in params:
            raise bad_request("EPHEMERAL_MESSAGES_NOT_SUPPORTED")
        return before(world, params)

    monkeypatch.setitem(api._SUPPORTED, "sendMessage", refuse)
    answer = await phones[1].press("Мои карты", DACHA)
    assert answer.alert and len(cards_in(answer.text)) >= 6
    stage.expected.append("EPHEMERAL_MESSAGES_NOT_SUPPORTED")


async def test_what_is_pressed_too_late_changes_nothing(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS)
    lead = await actor(phones, game)
    old = hand(lead, game)
    first, second = moves(old)[:2]
    await lead.press_button(old, first)
    other = next(phone for phone in phones if phone is not lead)
    await defender_of([other], game)
    take = next(b for b in moves(hand(other, game)) if b.press.verb == Verb.TAKE)
    await other.press_button(hand(other, game), take)
    await lead.until(lambda: hand(lead, game).version != old.version, "nothing is shown")
    count = len((await stage.game()).actions)
    answer = await lead.press_data(lead.id, old.key, second.data, game, force=True)
    assert answer.text
    assert len((await stage.game()).actions) == count


async def test_only_players_play(stage: Stage):
    """Somebody else presses a hand's button, and what nobody has ever shown is forged."""
    phones, game = await dealt(stage, ANYA, BORIS)
    vova = await stage.world.phone(VOVA)
    lead = await actor(phones, game)
    move = moves(hand(lead, game))[0]
    assert "не в этой игре" in (await vova.press("Мои карты", DACHA)).text
    table = vova.last(DACHA, "Мои карты")
    assert table
    stolen = await vova.press_data(DACHA, table.key, move.data, game, force=True)
    assert "не в этой игре" in stolen.text
    for data in ("x", "m:1", "m:999:0:0:0:k", "m:1:0:0:0:lZZ", "g:1:burn", "l:1:deal::0", "я"):
        forged = await vova.press_data(DACHA, table.key, data, game, force=True)
        assert forged.text, data
    other = next(phone for phone in phones if phone is not lead)
    for press in (
        MovePress(game, 0, 0, 0, Verb.LEAD, move.press.cards),
        MovePress(game, 0, 0, 0, Verb.TAKE),
        GamePress(game + 7, "leave"),
        AheadPress(game, 9, 9, 9, "pass"),
    ):
        forged = await other.press_data(
            other.id, hand(other, game).key, encode(press), game, force=True
        )
        assert forged.text, press
    assert not (await stage.game()).actions


async def test_two_presses_at_once_are_one_action(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS)
    lead = await actor(phones, game)
    shown = hand(lead, game)
    button = next(b for b in moves(shown) if len(b.press.cards) == 1)
    answers = await asyncio.gather(*[lead.press_button(shown, button) for _ in range(4)])
    assert sorted(bool(answer.text) for answer in answers) == [False, True, True, True]
    assert len((await stage.game()).actions) == 1


async def test_a_card_that_cannot_be_played_says_why(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS)
    lead = await actor(phones, game)
    other = next(phone for phone in phones if phone is not lead)
    shown = hand(other, game)
    answer = await other.press_button(shown, questions(shown)[0])
    assert answer.text and not answer.alert


async def test_an_answer_ahead_is_given_when_the_turn_comes(stage: Stage):
    """A thrower says early that nothing more is coming; the bout ends without being asked."""
    phones, game = await dealt(stage, ANYA, BORIS, VOVA)
    lead = await actor(phones, game)
    button = next(b for b in moves(hand(lead, game)) if len(b.press.cards) == 1)
    await lead.press_button(hand(lead, game), button)
    card = button.text
    for phone in phones:
        await phone.until(lambda p=phone: card in hand(p, game).text, f"{card} is not seen")
    defender = await defender_of(phones, game)
    for phone in phones:
        if phone is defender:
            continue
        answer = await phone.press("Больше не подкидываю")
        assert answer.text
        await phone.until(lambda p=phone: "Сказано заранее" in hand(p, game).text, "not kept")
    await defender.press("Беру")
    await defender.until(lambda: "Прошлый заход" in hand(defender, game).text, "the bout goes on")
    verbs = [action.text.split(" ")[1] for action in (await stage.game()).actions]
    assert verbs[:2] == ["lead", "take"] and set(verbs[2:]) <= {"pass"}


async def test_who_dawdles_is_rung_once(stage: Stage):
    """At half the time the hand is sent anew, so that the phone rings; only once a decision."""
    phones, game = await dealt(stage, ANYA, BORIS)
    lead = await actor(phones, game)
    old = hand(lead, game)
    stage.clock.advance(61)
    await lead.until(lambda: hand(lead, game).key != old.key, "the phone does not ring")
    await lead.until(lambda: old.key not in lead.chats[lead.id], "the old hand stays")
    rung = hand(lead, game)
    stage.clock.advance(40)
    other = next(phone for phone in phones if phone is not lead)
    await other.send("/hand", DACHA)
    before = hand(other, game)
    await other.until(lambda: hand(other, game).key != before.key, "the hand is not sent anew")
    assert hand(lead, game).key == rung.key


async def test_leaving_asks_first(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS, VOVA)
    boris = phones[1]
    await boris.send("/leave", DACHA)
    await boris.press("Играю дальше", DACHA)
    assert not (await stage.game()).actions
    await boris.until(lambda: not boris.last(DACHA, "Ухожу"), "the question is still there")
    await boris.send("/leave", DACHA)
    await boris.press("Ухожу", DACHA)
    assert "resign" in (await stage.game()).actions[-1].text
    await phones[0].until(lambda: "не в игре" in hand(phones[0], game).text, "Boris is still there")
    await play_all([phones[0], phones[2]], game, stage.random)
    stored = await stage.game()
    seat = [who.user_id for who in stored.deal.seats].index(BORIS)
    assert stored.result and seat in stored.result["losers"]


async def test_stopping_is_for_host_and_admins(stage: Stage):
    phones, game = await dealt(stage, BORIS, VOVA)
    boris, vova = phones
    await vova.send("/stop", DACHA)
    await vova.sees("админ", DACHA)
    assert (await stage.game()).status == "live"
    await boris.send("/stop", DACHA)
    await vova.until(lambda: is_over(hand(vova, game)), "the game is not stopped")
    assert (await stage.game()).status == "stopped"
    before = {message.game for message in vova.messages()}
    await vova.press("Ещё партию", DACHA)
    await begun(phones, before)


async def test_an_admin_stops_too(stage: Stage):
    phones, game = await dealt(stage, BORIS, VOVA)
    anya = await stage.world.phone(ANYA)
    await anya.send("/stop", DACHA)
    await phones[0].until(lambda: is_over(hand(phones[0], game)), "the game is not stopped")


async def test_the_group_and_each_person_are_spoken_to_in_their_language(stage: Stage):
    phones, game = await dealt(stage, ANYA, GENA)
    anya, gena = phones
    assert "Your cards" in hand(gena, game).text and "Твои карты" in hand(anya, game).text
    await gena.send("/lang en", DACHA)
    await anya.sees("админы", DACHA)
    await anya.send("/lang en", DACHA)
    await anya.sees("English", DACHA)
    await anya.send("/table", DACHA)
    await anya.sees("My cards", DACHA)
    await anya.send("/lang en")
    await anya.sees("English")
    await anya.send("/hand")
    await anya.until(lambda: "Your cards" in hand(anya, game).text, "Anya's hand is Russian still")


async def test_who_blocks_the_bot_does_not_stop_the_others(stage: Stage):
    """The game goes on; in the group the one who has blocked the bot can still leave it."""
    phones, game = await dealt(stage, ANYA, BORIS, VOVA)
    anya, boris, vova = phones
    lead = await actor(phones, game)
    await boris.block()
    shown = hand(lead, game)
    await lead.press_button(shown, moves(shown)[0])
    await boris.send("/leave", DACHA)
    await boris.press("Ухожу", DACHA)
    await play_all([anya, vova], game, stage.random)
    assert (await stage.game()).status == "over"
    assert not is_over(hand(boris, game))


async def test_who_unblocks_the_bot_gets_the_hand_again(stage: Stage):
    phones, game = await dealt(stage, ANYA, BORIS, VOVA)
    boris = phones[1]
    old = hand(boris, game)
    await boris.block()
    await boris.start()
    await boris.until(lambda: hand(boris, game).key != old.key, "no hand comes")
    await play_all(phones, game, stage.random)
    assert (await stage.game()).status == "over"
