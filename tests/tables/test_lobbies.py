"""Before a game: seats, hosts, rules, and who waits."""

import asyncio

import pytest

from bot.model.buttons import LobbyPress
from bot.model.lobby_options import LOBBY_OPTIONS, chosen, seat_mark, set_option
from bot.model.screen import SlotKind
from bot.screens.text import Formatted, message
from bot.storage import games, people
from engine import PRESETS, Rules
from tests.readers import RU
from tests.tables.world import ANNA, BORIS, EVERYBODY, GENA, GROUP, VOVA, presses

SAID = {key: message(key, RU) for key in ("toast-host-only", "toast-full", "toast-lobby-closed")}


def names(world):
    return [who.name for who in world.table().lobby.seats]


async def test_play_twice_shows_the_lobby_at_the_bottom(world):
    await world.tables.play(world.place(), ANNA)
    lobby = world.lobby_id()
    await world.tables.play(world.place(), BORIS)
    assert world.lobby_id() == lobby
    shown = [s for s in world.delivery.log if s.slot.kind is SlotKind.LOBBY]
    assert shown[-1].repost
    assert message("toast-lobby-open", RU) in world.delivery.notes()[-1]


async def test_play_brings_the_seats_back_where_rules_are_being_chosen(world):
    """The host may have gone away from that page, and nobody else can turn it."""
    await world.tables.play(world.place(), ANNA)
    await world.lobby(ANNA, "game")
    await world.tables.play(world.place(), BORIS)
    offered = [press.verb for press in presses(world.delivery.last(SlotKind.LOBBY))]
    assert "join" in offered and world.table().page == "open"


async def test_sitting_down_and_standing_up(world):
    await world.tables.play(world.place(), ANNA)
    assert (await world.lobby(BORIS, "join")).text == message("toast-joined", RU)
    assert (await world.lobby(BORIS, "join")).text == message("toast-already-in", RU)
    assert names(world) == ["Аня", "Борис"]
    assert (await world.lobby(BORIS, "leave")).text == message("toast-left", RU)
    assert (await world.lobby(BORIS, "leave")).text == message("toast-not-in-lobby", RU)
    assert names(world) == ["Аня"]


async def test_the_next_person_is_host_when_the_host_leaves(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(ANNA, "bot")
    await world.lobby(VOVA, "join")
    await world.lobby(BORIS, "join")
    await world.lobby(ANNA, "leave")
    assert world.table().lobby.host_id == VOVA.user_id
    await world.lobby(VOVA, "leave")
    await world.lobby(BORIS, "leave")
    assert world.table().lobby is None


@pytest.mark.parametrize("verb", ["join", "bot", "game", "set", "deal", "cancel"])
async def test_a_lobby_is_not_pressed_from_another_chat(world, verb):
    """Data can be forged, and everybody is an admin of their own private chat."""
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    lobby = world.table().lobby
    press = LobbyPress(lobby.lobby_id, verb, "deck", 0)
    for elsewhere in (GENA.user_id, GROUP - 1):
        answer = await world.press(GENA, press, elsewhere, is_admin=True)
        assert answer.text == message("toast-old-button", GENA.reader)
    assert world.table().lobby == lobby and world.table().page == "open"
    assert world.game_id() is None


@pytest.mark.parametrize(
    "verb",
    ["bot", "unbot", "game", "seats", "back", "set", "crown", "out", "deal", "cancel"],
)
async def test_others_do_not_decide(world, verb):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    lobby = world.table().lobby
    answer = await world.lobby(BORIS, verb, "deck", 0)
    said = "toast-host-deals" if verb == "deal" else "toast-host-only"
    assert answer.text == message(said, RU)
    assert world.table().lobby == lobby and world.table().page == "open"


async def test_an_admin_decides_too(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    await world.lobby(GENA, "deal", is_admin=True)
    assert world.game_id() is not None


async def test_nobody_plays_alone(world):
    await world.tables.play(world.place(), ANNA)
    assert (await world.lobby(ANNA, "deal")).text == message("toast-need-two", RU)


async def test_a_computer_is_sent_away_again(world):
    await world.tables.play(world.place(), ANNA)
    for verb in ("bot", "bot", "unbot"):
        await world.lobby(ANNA, verb)
    assert len(names(world)) == 2
    await world.lobby(ANNA, "unbot")
    assert names(world) == ["Аня"]
    assert (await world.lobby(ANNA, "unbot")).text == message("toast-no-bots-less", RU)


async def test_a_small_deck_seats_fewer(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(ANNA, "set", "deck", 0)
    for _ in range(3):
        await world.lobby(ANNA, "bot")
    assert (await world.lobby(ANNA, "bot")).text == message("toast-no-bots-more", RU)
    assert len(names(world)) == 4
    await world.lobby(ANNA, "set", "deck", 1)
    await world.lobby(ANNA, "bot")
    answer = await world.lobby(ANNA, "set", "deck", 0)
    assert answer.text == message("toast-seats-rule", RU)
    assert world.table().lobby.rules["deck"] == 36


async def test_a_person_takes_a_computers_seat_where_all_are_taken(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(ANNA, "set", "deck", 0)
    await world.lobby(ANNA, "bot")
    for person in (BORIS, VOVA, GENA):
        await world.lobby(person, "join")
    assert {who.user_id for who in world.table().lobby.seats} == {p.user_id for p in EVERYBODY}


async def test_a_full_lobby_takes_nobody(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(ANNA, "set", "deck", 0)
    strangers = [type(ANNA)(10 + n, f"Гость {n}", RU) for n in range(4)]
    await world.meet(*strangers)
    for person in strangers[:3]:
        await world.lobby(person, "join")
    assert (await world.lobby(strangers[3], "join")).text == SAID["toast-full"]


async def test_who_cannot_be_written_to_waits_until_they_press_start(world):
    await world.meet(BORIS, can_write=False)
    await world.tables.play(world.place(), ANNA)
    answer = await world.lobby(BORIS, "join")
    assert answer.url == "https://t.me/durak_bot?start=seat"
    assert "⏳" in world.delivery.last(SlotKind.LOBBY).text
    for _ in range(2):
        refused = await world.lobby(ANNA, "deal")
        assert refused.text == message("toast-waiting-needed", RU, names="Борис")
    assert await world.tables.started(BORIS) is True
    assert await world.tables.started(BORIS) is False
    await world.lobby(ANNA, "deal")
    assert world.hand(BORIS) is not None


async def test_who_can_be_written_to_after_all_does_not_wait(world):
    await world.meet(BORIS, can_write=False)
    world.delivery.writable.add(BORIS.user_id)
    await world.tables.play(world.place(), ANNA)
    assert (await world.lobby(BORIS, "join")).url is not None
    await world.settle()
    assert not world.table().lobby.seats[1].waiting
    assert "⏳" not in world.delivery.last(SlotKind.LOBBY).text
    assert (await people.get_many(world.db, [2]))[2].can_write


async def test_a_person_is_seated_before_telegram_is_asked_about_them(world):
    await world.meet(BORIS, can_write=False)
    world.delivery.writable.add(BORIS.user_id)
    await world.tables.play(world.place(), ANNA)
    asked, told = asyncio.Event(), asyncio.Event()

    async def slow(user_id):
        asked.set()
        await told.wait()
        return True

    world.delivery.can_write = slow
    assert (await world.lobby(BORIS, "join")).text == message("toast-joined-waiting", RU)
    await asked.wait()
    assert (await world.lobby(VOVA, "join")).text == message("toast-joined", RU)
    assert [who.waiting for who in world.table().lobby.seats] == [False, True, False]
    told.set()
    await world.settle()
    assert [who.waiting for who in world.table().lobby.seats] == [False] * 3


async def test_where_telegram_fails_it_is_asked_again(world):
    await world.meet(BORIS, can_write=False)
    world.delivery.writable.add(BORIS.user_id)
    world.delivery.mute = 3
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    await world.settle()
    assert world.table().lobby.seats[1].waiting
    await world.advance(30)
    assert not world.table().lobby.seats[1].waiting
    assert world.delivery.asked == [BORIS.user_id] * 4


async def test_telegram_is_not_asked_for_ever(world):
    await world.meet(BORIS, can_write=False)
    world.delivery.mute = 100
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    await world.advance(1000)
    assert len(world.delivery.asked) == 5
    assert (await world.lobby(BORIS, "join")).url is not None
    await world.settle()
    assert len(world.delivery.asked) == 6


async def test_who_is_in_reach_after_the_lobby_is_known_all_the_same(world):
    await world.meet(BORIS, can_write=False)
    world.delivery.mute = 1
    world.delivery.writable.add(BORIS.user_id)
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    await world.settle()
    await world.lobby(ANNA, "cancel")
    await world.advance(2)
    assert (await people.get_many(world.db, [2]))[2].can_write


async def waiting_lobby(world, *firm):
    """Аня's lobby, in which Борис waits; these sit, too."""
    await world.meet(BORIS, can_write=False)
    await world.tables.play(world.place(), ANNA)
    for person in (BORIS, *firm):
        await world.lobby(person, "join")
    await world.settle()


async def test_a_second_press_deals_without_those_who_wait(world):
    await waiting_lobby(world, VOVA)
    asked = message("toast-someone-waits", RU, names="Борис")
    assert (await world.lobby(ANNA, "deal")).text == asked
    assert world.game_id() is None
    await world.lobby(ANNA, "deal")
    game = await games.load_game(world.db, world.game_id())
    assert game is not None
    assert [who.user_id for who in game.deal.seats] == [ANNA.user_id, VOVA.user_id]
    left = world.delivery.last(SlotKind.LOBBY).text
    assert "Не дождались «Старта»: \u2068Борис\u2069" in left and "⏳" not in left


async def test_only_the_one_who_was_told_deals_without_them_and_soon(world):
    await waiting_lobby(world, VOVA)
    asked = message("toast-someone-waits", RU, names="Борис")
    assert (await world.lobby(ANNA, "deal")).text == asked
    other = await world.lobby(GENA, "deal", is_admin=True)
    assert other.text == message("toast-someone-waits", GENA.reader, names="Борис")
    assert (await world.lobby(ANNA, "deal")).text == asked
    await world.advance(61)
    assert (await world.lobby(ANNA, "deal")).text == asked
    await world.meet(GENA, can_write=False)
    await world.lobby(GENA, "join")
    both = Formatted("\u2068Борис\u2069, \u2068Gena\u2069")
    assert (await world.lobby(ANNA, "deal")).text == message("toast-someone-waits", RU, names=both)
    assert world.game_id() is None
    await world.lobby(ANNA, "deal")
    assert world.game_id() is not None


async def test_computers_alone_are_not_dealt_to(world):
    await world.meet(ANNA, can_write=False)
    await world.tables.play(world.place(), ANNA)
    for _ in range(2):
        await world.lobby(ANNA, "bot")
    for _ in range(2):
        refused = await world.lobby(GENA, "deal", is_admin=True)
        assert refused.text == message("toast-waiting-needed", GENA.reader, names="Аня")
    assert world.game_id() is None


async def test_who_waits_does_not_deal_but_presses_start(world):
    await world.meet(ANNA, can_write=False)
    await world.tables.play(world.place(), ANNA)
    for person in (BORIS, VOVA):
        await world.lobby(person, "join")
    for _ in range(2):
        assert (await world.lobby(ANNA, "deal")).url == "https://t.me/durak_bot?start=seat"
    assert world.game_id() is None


async def test_dealt_without_its_host_the_game_has_another(world):
    await world.meet(ANNA, can_write=False)
    await world.tables.play(world.place(), ANNA)
    for person in (BORIS, VOVA):
        await world.lobby(person, "join")
    for _ in range(2):
        await world.lobby(GENA, "deal", is_admin=True)
    game = await games.load_game(world.db, world.game_id())
    assert game is not None and game.deal.host_id == BORIS.user_id


async def test_anybody_seated_deals_where_the_host_is_away(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    refused = message("toast-host-deals", RU)
    assert (await world.lobby(BORIS, "deal")).text == refused
    await world.advance(119)
    assert (await world.lobby(BORIS, "deal")).text == refused
    await world.advance(1)
    outsider = await world.lobby(VOVA, "deal")
    assert outsider.text == refused and world.game_id() is None
    await world.lobby(BORIS, "deal")
    assert world.game_id() is not None


async def test_a_host_who_presses_is_there(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    await world.advance(100)
    await world.lobby(ANNA, "join")
    await world.advance(100)
    assert (await world.lobby(BORIS, "deal")).text == message("toast-host-deals", RU)
    await world.advance(20)
    for verb in ("bot", "game", "seats", "set", "crown", "out", "cancel"):
        refused = await world.lobby(BORIS, verb, "deck", 0)
        assert refused.text == SAID["toast-host-only"]
    await world.lobby(BORIS, "deal")
    assert world.game_id() is not None


async def test_a_host_is_not_away_by_a_restart(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    await world.advance(119)
    await world.restart()
    await world.advance(119)
    assert (await world.lobby(BORIS, "deal")).text == message("toast-host-deals", RU)
    await world.advance(1)
    await world.lobby(BORIS, "deal")
    assert world.game_id() is not None


async def test_a_new_host_has_the_whole_time(world):
    await world.tables.play(world.place(), ANNA)
    for person in (BORIS, VOVA):
        await world.lobby(person, "join")
    await world.advance(119)
    await world.lobby(ANNA, "leave")
    await world.advance(119)
    assert (await world.lobby(VOVA, "deal")).text == message("toast-host-deals", RU)


async def test_the_seats_come_back_where_the_host_went_away_choosing(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    await world.lobby(ANNA, "game")
    assert (await world.lobby(BORIS, "back")).text == SAID["toast-host-only"]
    await world.advance(120)
    await world.lobby(BORIS, "back")
    assert world.table().page == "open"


async def test_the_crown_is_handed_over_by_its_button(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    await world.lobby(ANNA, "seats")
    page = world.delivery.last(SlotKind.LOBBY)
    [crown] = [press for press in presses(page) if press.verb == "crown"]
    answer = await world.press(ANNA, crown, GROUP)
    assert answer.text == message("toast-crowned", RU, name="Борис")
    assert world.table().lobby.host_id == BORIS.user_id
    shown = world.delivery.last(SlotKind.LOBBY)
    assert "Борис\u2069 👑" in shown.text
    assert "deal" in [press.verb for press in presses(shown)]
    assert (await world.press(ANNA, crown, GROUP)).text == SAID["toast-host-only"]
    assert (await world.press(BORIS, crown, GROUP)).text == message("toast-old-button", RU)
    assert (await world.lobby(ANNA, "deal")).text == message("toast-host-deals", RU)
    await world.restart()
    await world.lobby(BORIS, "deal")
    assert world.game_id() is not None


async def test_people_and_computers_are_put_out_by_their_buttons(world):
    await waiting_lobby(world, VOVA)
    for _ in range(2):
        await world.lobby(ANNA, "bot")
    assert names(world)[3:] == ["Бот Стёпа", "Бот Клава"]
    await world.lobby(ANNA, "seats")
    out = [p for p in presses(world.delivery.last(SlotKind.LOBBY)) if p.verb == "out"]
    left = names(world)
    for press, name in zip(out, left[1:], strict=True):
        answer = await world.press(ANNA, press, GROUP)
        assert answer.text == message("toast-put-out", RU, name=name)
        left.remove(name)
        assert names(world) == left
        assert (await world.press(ANNA, press, GROUP)).text == message("toast-old-button", RU)
    assert world.table().page == "open", "nobody is left to be put out"
    assert (await world.lobby(BORIS, "leave")).text == message("toast-not-in-lobby", RU)


async def test_a_button_of_a_seat_means_who_sat_there(world):
    """Others may have moved up, and who comes back sits elsewhere."""
    await world.tables.play(world.place(), ANNA)
    for person in (BORIS, VOVA):
        await world.lobby(person, "join")
    await world.lobby(ANNA, "seats")
    boris = [p for p in presses(world.delivery.last(SlotKind.LOBBY)) if p.value == BORIS.user_id]
    await world.lobby(BORIS, "leave")
    for press in boris:
        assert (await world.press(ANNA, press, GROUP)).text == message("toast-old-button", RU)
    assert names(world) == ["Аня", "Вова"]
    await world.lobby(BORIS, "join")
    for press in reversed(boris):
        await world.press(ANNA, press, GROUP)
    assert names(world) == ["Аня", "Вова"]


@pytest.mark.parametrize("verb", ["crown", "out"])
async def test_who_is_host_by_now_keeps_crown_and_seat(world, verb):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    lobby = world.table().lobby
    answer = await world.lobby(GENA, verb, "", ANNA.user_id, is_admin=True)
    assert answer.text == message("toast-old-button", GENA.reader)
    assert world.table().lobby == lobby


async def test_no_crown_for_computers_and_for_seats_that_wait(world):
    await waiting_lobby(world)
    await world.lobby(ANNA, "bot")
    lobby = world.table().lobby
    for mark in (seat_mark(None, "Бот Стёпа"), seat_mark(BORIS.user_id, "Борис")):
        assert (await world.lobby(ANNA, "crown", *mark)).text == message("toast-old-button", RU)
    assert world.table().lobby == lobby


async def test_alone_nobody_is_put_out(world):
    await world.tables.play(world.place(1), ANNA)
    mark = seat_mark(None, world.table(1).lobby.seats[1].name)
    for verb in ("seats", "out"):
        answer = await world.lobby(ANNA, verb, *mark, chat_id=1)
        assert answer.text == message("toast-old-button", RU)
    assert len(world.table(1).lobby.seats) == 2


async def test_a_lobby_that_nobody_touches_ends(world):
    await world.tables.play(world.place(), ANNA)
    await world.advance(1700)
    await world.lobby(BORIS, "join")
    await world.advance(1700)
    assert world.table().lobby is not None
    await world.advance(200)
    assert world.table().lobby is None


async def test_joins_do_not_keep_a_lobby_open_for_ever(world):
    await world.tables.play(world.place(), ANNA)
    for number in range(11):
        await world.advance(960)
        await world.lobby(BORIS, "leave" if number % 2 else "join")
    assert world.table().lobby is not None
    await world.advance(300)
    assert world.table().lobby is None
    text = world.delivery.last(SlotKind.LOBBY).text
    assert text.startswith(f"<b>{message('lobby-expired', RU)}</b>")


async def test_who_blocks_the_bot_waits_again(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    await world.tables.chat_events.unreachable(BORIS.user_id)
    await world.settle()
    assert [who.waiting for who in world.table().lobby.seats] == [False, True]


async def test_a_closed_lobby_does_nothing(world):
    await world.tables.play(world.place(), ANNA)
    old = world.lobby_id()
    await world.lobby(ANNA, "cancel")
    for verb in ("join", "deal", "set"):
        answer = await world.press(ANNA, LobbyPress(old, verb, "deck", 0), GROUP)
        assert answer.text == SAID["toast-lobby-closed"]
    assert world.game_id() is None


@pytest.mark.parametrize(("key", "value"), [("deck", 3), ("teams", 0), ("", 0)])
async def test_a_forged_choice_is_not_understood(world, key, value):
    await world.tables.play(world.place(), ANNA)
    assert (await world.lobby(ANNA, "set", key, value)).text == message("toast-unknown", RU)


async def test_the_page_of_rules_is_opened_and_left(world):
    await world.tables.play(world.place(), ANNA)
    before = world.delivery.last(SlotKind.LOBBY)
    await world.lobby(ANNA, "game")
    page = world.delivery.last(SlotKind.LOBBY)
    assert page != before
    await world.lobby(ANNA, "set", "game", 1)
    assert world.delivery.last(SlotKind.LOBBY) != page
    await world.lobby(ANNA, "back")
    assert Rules.from_dict(world.table().lobby.rules) == PRESETS["perevodnoy"]


async def test_alone_there_are_one_to_three_computers_and_no_other_people(world):
    await world.tables.play(world.place(1), ANNA)
    for _ in range(2):
        await world.lobby(ANNA, "bot", chat_id=1)
    answer = await world.lobby(ANNA, "bot", chat_id=1)
    assert answer.text == message("toast-no-bots-more", RU)
    assert (await world.lobby(BORIS, "join", chat_id=1)).text == SAID["toast-full"]
    assert len(world.table(1).lobby.seats) == 4


@pytest.mark.parametrize(
    ("index", "preset"), list(enumerate(("podkidnoy", "perevodnoy", "lively")))
)
def test_games_are_the_presets(index, preset):
    for start in (Rules(), Rules(transfer=True, transfer_by_show=True)):
        rules = set_option(start, "game", index)
        assert rules.to_dict() | {"transfer_by_show": False} == PRESETS[preset].to_dict()
        assert chosen(rules, "game") == index


def test_a_choice_leaves_the_rest_as_it_was():
    rules = set_option(set_option(Rules(), "deck", 2), "throwers", 2)
    rules = set_option(set_option(rules, "first", 1), "game", 1)
    assert rules == Rules(deck=52, throwers="lead", first_bout_limit=5, transfer=True)
    assert {key: chosen(rules, key) for key in LOBBY_OPTIONS} == {
        "game": 1,
        "deck": 2,
        "throwers": 2,
        "first": 1,
    }


async def choose(world, person, key, index, thread_id=0):
    slots = [s.slot for s in world.delivery.log if s.slot.kind is SlotKind.LOBBY]
    press = LobbyPress(slots[-1].key, "set", key, index)
    await world.press(person, press, GROUP, thread_id=thread_id)


async def told(world, place, person):
    """What `/rules` says in a place."""
    await world.tables.rules(place, person)
    return world.delivery.notes()[-1]


async def test_the_next_lobby_opens_with_the_rules_of_the_last_topic_by_topic(world):
    for thread_id, index in ((0, 1), (7, 2)):
        await world.tables.play(world.place(thread_id=thread_id), ANNA)
        await choose(world, ANNA, "game", index, thread_id)
        await choose(world, ANNA, "deck", index, thread_id)
        await world.tables.stop(world.place(thread_id=thread_id), ANNA)
    await world.restart()
    for thread_id, index in ((0, 1), (7, 2)):
        await world.tables.play(world.place(thread_id=thread_id), BORIS)
        rules = Rules.from_dict(world.tables.index.at(GROUP, thread_id).lobby.rules)
        assert chosen(rules, "game") == chosen(rules, "deck") == index
    await world.tables.play(world.place(thread_id=9), BORIS)
    assert world.tables.index.at(GROUP, 9).lobby.rules == Rules().to_dict()


async def test_rules_tell_what_was_played_here_last_when_nothing_is_on(world):
    place = world.place()
    before = await told(world, place, ANNA)
    await world.tables.play(place, ANNA)
    await choose(world, ANNA, "game", 1)
    on = await told(world, place, ANNA)
    await world.tables.stop(place, ANNA)
    await world.restart()
    assert on != before and await told(world, place, BORIS) == on
    assert await told(world, world.place(thread_id=7), BORIS) == before


async def test_rules_that_cannot_be_read_are_those_of_a_first_lobby(world):
    await world.tables.play(world.place(), ANNA)
    await world.tables.stop(world.place(), ANNA)
    for unreadable in ('{"deck": 7}', "{"):
        async with world.db.transaction() as conn:
            await conn.execute("UPDATE lobbies SET rules = ?", (unreadable,))
        await world.tables.play(world.place(), ANNA)
        assert world.table().lobby.rules == Rules().to_dict()
        await world.tables.stop(world.place(), ANNA)
