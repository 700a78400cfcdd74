"""Before the deal the deck is promised and cut (docs/fair-deal.md)."""

import asyncio
import contextlib
import itertools
import logging
import random
import sqlite3

import pytest

from bot.model.buttons import CutPress, MovePress, ProofPress
from bot.model.screen import SlotKind
from bot.screens.text import message
from bot.storage import settings
from bot.storage.messages import ShownMessage, put_all
from bot.tables.deal import drawn_dealer
from engine import Verb
from engine.deal import shuffled
from engine.proof import (
    DEPTHS,
    LINKS,
    Link,
    chains,
    commitment,
    cut_deck,
    cutter,
    drawn_depth,
    earlier,
    verify,
)
from tests.readers import RU
from tests.tables.test_restart import tip_with_a_redeal
from tests.tables.world import (
    ANNA,
    BORIS,
    EVERYBODY,
    GENA,
    GROUP,
    VOVA,
    again,
    presses,
    some_moves,
    stored_game,
)

NEW = -1000000000200
DEPTH = DEPTHS[36][1]


@pytest.fixture
async def world(world):
    world.cuts_at_once = False
    return world


async def ask(world, *who, computers=0, chat_id=GROUP):
    """Everything up to «Раздаём»; the deal that waits for its cut, and who cuts."""
    await world.deal(*who, computers=computers, chat_id=chat_id)
    return pending_of(world, chat_id)


def pending_of(world, chat_id=GROUP):
    pending = world.table(chat_id).pending
    who = next((p for p in EVERYBODY if p.user_id == pending.cutter.user_id), None)
    return pending, who


def shown_cut(world, chat_id=GROUP):
    return world.delivery.last(SlotKind.CUT, chat_id)


def draws(world, dealer, seats, link=1):
    """Let the next chain be one that draws this dealer by this link."""
    tips = (f"{number:064x}" for number in itertools.count(1))
    world.seeds = (tip for tip in tips if drawn_dealer(earlier(tip, LINKS - link), seats) == dealer)


async def waiting(world):
    return await world.db.all("SELECT * FROM deals WHERE ended_at IS NULL")


async def test_the_deck_is_promised_to_all_and_cut_by_the_seat_on_the_dealers_right(world):
    pending, who = await ask(world, ANNA, BORIS, VOVA)
    deal = pending.deal
    assert world.game_id() is None and world.hand(ANNA) is None
    assert pending.seat == cutter(deal.dealer, 3) == EVERYBODY.index(who)
    tip = f"{1:064x}"
    assert pending.link == Link(earlier(tip, LINKS), 1)
    assert pending.seed == earlier(tip, LINKS - 1)
    promised = commitment(pending.seed, 0, deal.rules, 3, deal.dealer, None, pending.link)
    table, hand = shown_cut(world), shown_cut(world, who.user_id)
    for screen in (table, hand):
        assert promised in screen.text
        assert [press.depth for press in presses(screen)] == list(DEPTHS[36])
    assert who.name in table.text
    answer = await world.press(who, CutPress(pending.deal_id, DEPTH), GROUP)
    assert answer.text == ""
    live = world.live()
    deck = [str(card) for card in cut_deck(36, pending.seed, DEPTH)]
    assert list(live.stored.deal.deck) == deck
    assert live.stored.deal.seed == pending.seed
    assert all(world.hand(person) for person in (ANNA, BORIS, VOVA))
    told = shown_cut(world)
    assert not told.keyboard and promised in told.text and f"на {DEPTH} карт" in told.text
    assert pending.deal_id in [s.key for s in world.delivery.removed if s.chat_id == who.user_id]
    assert await waiting(world) == []


async def test_only_the_cutter_cuts_and_only_once(world):
    pending, who = await ask(world, ANNA, BORIS, VOVA)
    press = CutPress(pending.deal_id, DEPTH)
    for other in EVERYBODY:
        if other is not who:
            answer = await world.press(other, press, GROUP)
            assert answer.text == message("toast-not-cutter", other.reader, name=who.name)
    assert world.game_id() is None
    forged = await world.press(who, CutPress(pending.deal_id, 1))
    assert forged.text == message("toast-unknown", RU) and world.game_id() is None
    answers = await asyncio.gather(world.press(who, press), world.press(who, press, GROUP))
    assert [a.text for a in answers] == ["", message("toast-cut-already", RU)]
    assert (await world.press(who, press)).text == message("toast-cut-already", RU)
    assert [tuple(row) for row in await world.db.all("SELECT game_id FROM games")] == [(1,)]


async def test_where_nobody_cuts_in_time_the_seed_does(world):
    pending, who = await ask(world, ANNA, BORIS)
    await world.advance(14)
    assert world.game_id() is None
    await world.advance(2)
    depth = drawn_depth(36, pending.seed)
    assert list(world.live().stored.deal.deck) == list(map(str, cut_deck(36, pending.seed, depth)))
    assert "наугад" in shown_cut(world).text
    answer = await world.press(who, CutPress(pending.deal_id, DEPTH))
    assert answer.text == message("toast-cut-already", RU)


async def test_a_computer_cuts_at_once_and_that_is_said(world):
    draws(world, 0, 2)
    await world.deal(ANNA, computers=1)
    assert world.live() is not None and world.table().pending is None
    assert "наугад" in shown_cut(world).text
    (proof,) = (await stored_game(world, 1)).proofs
    assert (proof.seat, proof.drawn) == (1, True)


async def test_alone_there_is_one_message_with_the_buttons(world):
    draws(world, 1, 2)
    pending, who = await ask(world, ANNA, chat_id=1)
    assert who is ANNA
    cuts = [s for s in world.delivery.log if s.slot.kind is SlotKind.CUT]
    assert [s.slot.chat_id for s in cuts] == [1]
    await world.press(ANNA, CutPress(pending.deal_id, DEPTH))
    assert world.live(1) is not None and not shown_cut(world, 1).keyboard


async def test_a_restart_in_between_forgets_nothing_and_gives_the_time_back(world):
    pending, who = await ask(world, ANNA, BORIS, VOVA)
    await world.advance(10)
    table, hand = shown_cut(world), shown_cut(world, who.user_id)
    await world.close()
    world.clock.sleepers.clear()
    world.clock.time += 600
    world.delivery.log.clear()
    await world.open()
    kept, _ = pending_of(world)
    assert (kept.deal_id, kept.seed, kept.deal) == (pending.deal_id, pending.seed, pending.deal)
    assert kept.until == pytest.approx(pending.until + 600)
    assert presses(shown_cut(world)) == presses(table)
    assert presses(shown_cut(world, who.user_id)) == presses(hand)
    await world.press(who, CutPress(pending.deal_id, DEPTH))
    assert world.live().stored.deal.seats == pending.deal.seats
    assert verify((await ended(world)).record())[0].depth == DEPTH


async def test_the_clock_goes_on_after_a_restart(world):
    await ask(world, ANNA, BORIS)
    await world.restart()
    await world.advance(16)
    assert world.live() is not None


async def ended(world):
    """The game that is on, stopped."""
    game_id = world.game_id()
    await world.tables.stop(world.place(is_admin=True), ANNA)
    return await stored_game(world, game_id)


async def test_a_crash_between_the_cut_and_its_message_is_made_up_for(world):
    pending, who = await ask(world, ANNA, BORIS)
    await world.press(who, CutPress(pending.deal_id, DEPTH))
    told = shown_cut(world)
    for chat in (GROUP, who.user_id):
        await put_all(world.db, [ShownMessage(f"cut:{pending.deal_id}:{chat}", chat, 5, "old")], 0)
    await world.restart()
    assert shown_cut(world) == told
    assert (pending.deal_id, who.user_id) in [(s.key, s.chat_id) for s in world.delivery.removed]


@pytest.mark.parametrize("cutter_leaves", [True, False])
async def test_who_stands_up_before_the_cut_leaves_the_others_in_a_lobby(world, cutter_leaves):
    draws(world, 2, 4)
    pending, who = await ask(world, ANNA, BORIS, VOVA, computers=1)
    other = next(p for p in (ANNA, BORIS, VOVA) if p is not who)
    leaver = who if cutter_leaves else other
    await world.tables.leave(world.place(), leaver)
    lobby = world.table().lobby
    assert world.table().pending is None and await waiting(world) == []
    names = [seat.name for seat in pending.deal.seats if seat.user_id != leaver.user_id]
    assert [seat.name for seat in lobby.seats] == names
    assert lobby.rules == pending.deal.rules
    assert not shown_cut(world).keyboard
    await world.tables.leave(world.place(), GENA)
    assert world.delivery.notes()[-1] == message("toast-not-in-lobby", RU)
    await world.advance(60)
    assert world.game_id() is None


async def test_who_leaves_the_chat_stands_up_too_and_the_last_one_ends_it(world):
    draws(world, 1, 2, link=2)
    await ask(world, ANNA, BORIS)
    await world.tables.chat_events.gone(GROUP, ANNA)
    assert [seat.name for seat in world.table().lobby.seats] == ["Борис"]
    await world.tables.stop(world.place(), BORIS)
    _, who = await ask(world, ANNA, computers=1)
    await world.tables.leave(world.place(), who)
    assert not world.table().busy


async def test_the_host_calls_the_deal_off_and_nobody_else(world):
    await ask(world, ANNA, BORIS)
    await world.tables.stop(world.place(), BORIS)
    assert world.table().pending is not None
    assert world.delivery.notes()[-1] == message("toast-host-only", RU)
    await world.tables.stop(world.place(), ANNA)
    assert not world.table().busy and await waiting(world) == []
    assert shown_cut(world).text.startswith(f"<b>{message('cut-off', RU)}</b>")
    await world.tables.play(world.place(), BORIS)
    assert world.table().lobby is not None


async def test_commands_say_that_the_deck_is_being_cut(world):
    pending, _ = await ask(world, ANNA, BORIS)
    words = message("toast-cutting", RU)
    await world.tables.play(world.place(), BORIS)
    await world.tables.hand(world.place(), BORIS)
    assert world.delivery.notes()[-2:] == [words, words]
    posted = [s for s in world.delivery.log if s.slot.kind is SlotKind.CUT and s.repost]
    assert [s.slot.chat_id for s in posted][:1] == [GROUP]
    await world.tables.rules(world.place(), BORIS)
    assert "36" in world.delivery.notes()[-1]
    assert world.table().pending == pending


async def test_a_chat_that_moves_takes_its_deck_along(world):
    pending, who = await ask(world, ANNA, BORIS)
    await world.tables.chat_events.moved(GROUP, NEW)
    assert presses(shown_cut(world, NEW)) == presses(shown_cut(world))
    await world.press(who, CutPress(pending.deal_id, DEPTH), NEW)
    assert world.live(NEW) is not None
    assert not shown_cut(world, NEW).keyboard


async def test_a_topic_that_goes_leaves_the_deck_in_the_chat(world):
    table = world.tables.index.at(GROUP, 7)
    await world.tables.play(world.place(thread_id=7), ANNA)
    await world.lobby(BORIS, "join", thread_id=7)
    await world.lobby(ANNA, "deal", thread_id=7)
    assert table.pending is not None
    await world.tables.chat_events.topic_gone(GROUP, 7)
    shown = [s.slot for s in world.delivery.log if s.slot.kind is SlotKind.CUT]
    assert [slot.thread_id for slot in shown if slot.chat_id == GROUP][-1] == 0


async def test_play_again_is_cut_anew_and_the_series_goes_on(world):
    world.cuts_at_once = True
    first = await world.deal(ANNA, BORIS, VOVA)
    await world.play_out(ANNA, BORIS, VOVA, chance=random.Random(5))
    world.cuts_at_once = False
    answer = await world.press(VOVA, again(first), GROUP)
    assert answer.text == message("toast-cutting", RU)
    pending, who = pending_of(world)
    before = await stored_game(world, first)
    assert pending.deal.dealer == before.result["durak"]
    assert pending.deal.leader == (pending.deal.dealer + 1) % 3
    assert pending.commitment != before.proofs[0].commitment
    twice = await world.press(BORIS, again(first), GROUP)
    assert twice.text == message("toast-cutting", RU)
    await world.press(who, CutPress(pending.deal_id, DEPTH))
    assert (await stored_game(world, world.game_id())).series_id == before.series_id


async def test_a_void_game_is_dealt_again_by_a_new_cut(world):
    world.cuts_at_once = True
    await world.tables.play(world.place(), ANNA)
    for person in (BORIS, VOVA):
        await world.lobby(person, "join")
    world.table().lobby.rules["leaver"] = "restart"
    await world.lobby(ANNA, "deal")
    await some_moves(world, (ANNA, BORIS, VOVA), 3)
    world.cuts_at_once = False
    await world.tables.leave(world.place(), VOVA)
    await world.press(VOVA, "g:1:leave", GROUP)
    assert (await stored_game(world, 1)).status == "void"
    pending, who = pending_of(world)
    assert [seat.name for seat in pending.deal.seats] == ["Аня", "Борис"]
    await world.restart()
    assert pending_of(world)[0].deal_id == pending.deal_id
    await world.press(who, CutPress(pending.deal_id, DEPTH))
    assert world.game_id() == 2


@pytest.fixture(scope="module")
def redealt():
    return tip_with_a_redeal()


async def redealing(world, tip):
    """A redeal has been asked for."""
    world.cuts_at_once = True
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    world.table().lobby.rules["redeal_one_suit"] = True
    world.seeds = iter([tip])
    await world.lobby(ANNA, "deal")
    world.cuts_at_once = False
    await world.press(
        (ANNA, BORIS)[world.live().game.awaited[0]], MovePress(1, 0, 0, 0, Verb.REDEAL)
    )
    return pending_of(world)


async def test_a_redeal_is_promised_and_cut_too(world, redealt):
    pending, who = await redealing(world, redealt)
    live = world.live()
    assert (pending.game_id, pending.number) == (1, 1) and live.game.deck_due
    assert pending.commitment == commitment(
        pending.seed, 1, live.stored.deal.rules, 2, live.stored.deal.dealer, None, pending.link
    )
    await world.restart()
    await world.press(who, CutPress(pending.deal_id, DEPTH))
    assert not world.live().game.deck_due and world.hand(ANNA).keyboard
    stored = await ended(world)
    first, second = verify(stored.record())
    assert (second.seed, second.depth, second.drawn) == (pending.seed, DEPTH, False)
    assert stored.actions[1].text.split()[1] == str(shuffled(36, pending.seed)[DEPTH])
    assert first.seed == earlier(redealt, LINKS - 1) == earlier(second.seed)
    anchor = earlier(redealt, LINKS)
    assert (first.link, second.link) == (Link(anchor, 1), Link(anchor, 2))


async def test_nobody_cuts_a_redeal_and_the_clock_does(world, redealt):
    await redealing(world, redealt)
    await world.advance(16)
    assert world.live().game.view(None).deal == 1
    assert verify((await ended(world)).record())[1].drawn


async def test_a_game_stopped_while_a_redeal_waits_can_still_be_checked(world, redealt):
    pending, who = await redealing(world, redealt)
    stored = await ended(world)
    assert len(verify(stored.record())) == 1
    assert not world.table().busy and await waiting(world) == []
    assert (await world.press(who, CutPress(pending.deal_id, DEPTH))).text == message(
        "toast-cut-already", RU
    )
    await world.advance(60)
    assert not world.table().busy


async def test_what_cannot_be_kept_is_cut_a_little_later(world, monkeypatch):
    pending, who = await ask(world, ANNA, BORIS)

    async def full(*args, **kwargs):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("bot.storage.games.create_game", full)
        answer = await world.press(who, CutPress(pending.deal_id, DEPTH))
        assert answer.text == message("toast-storage", RU)
        await world.advance(16)
        assert world.game_id() is None and len(await waiting(world)) == 1
    await world.advance(10)
    assert world.live() is not None and await waiting(world) == []


async def test_the_check_says_that_all_fits_and_sends_how(world):
    world.cuts_at_once = True
    game_id = await world.deal(ANNA, BORIS)
    live = await world.press(ANNA, ProofPress(game_id))
    assert live.text == message("toast-proof-later", RU)
    await world.play_out(ANNA, BORIS, chance=random.Random(8))
    stored = await stored_game(world, game_id)
    for screen in (world.table_screen(), world.hand(ANNA)):
        assert ProofPress(game_id) in presses(screen)
        assert stored.deal.seed in screen.text
    answer = await world.press(BORIS, ProofPress(game_id), GROUP)
    assert answer.text == message("toast-proof-right", RU)
    told = world.delivery.notes(BORIS.user_id)[-1]
    for part in (stored.proofs[0].commitment, stored.deal.seed, "durak-deal/2 seed="):
        assert part in told
    assert stored.record()["proof"]["seal"] in told
    assert "колода № 1 " in told and stored.proofs[0].link.anchor in told
    await world.meet(GENA, can_write=False)
    answer = await world.press(GENA, ProofPress(game_id), GROUP)
    assert answer.alert and len(answer.text) <= 200


@pytest.mark.parametrize("chat_id", [VOVA.user_id, GROUP - 1])
async def test_a_game_is_checked_where_it_was_played_or_by_who_played_it(world, chat_id):
    world.cuts_at_once = True
    game_id = await world.deal(ANNA, BORIS)
    await world.meet(VOVA)
    await world.tables.stop(world.place(), ANNA)
    answer = await world.press(VOVA, ProofPress(game_id), chat_id)
    assert answer.text == message("toast-history-elsewhere", RU)
    assert world.delivery.notes(VOVA.user_id) == []
    answer = await world.press(BORIS, ProofPress(game_id), BORIS.user_id)
    assert answer.text == message("toast-proof-right", RU)


async def test_the_check_finds_what_was_tampered_with(world):
    world.cuts_at_once = True
    game_id = await world.deal(ANNA, BORIS)
    await world.tables.stop(world.place(), ANNA)
    async with world.db.transaction() as conn:
        await conn.execute("UPDATE deals SET seed = ?", ("ab" * 32,))
    answer = await world.press(BORIS, ProofPress(game_id), GROUP)
    assert answer.alert and answer.text.startswith(message("alert-proof-wrong", RU))
    assert "seed:" in answer.text


async def test_no_seed_of_a_game_that_is_on_leaves_the_bot(world, caplog):
    """Nor one that is still to come: the seeds of the next games are links of the same chain."""
    caplog.set_level(logging.DEBUG, "bot")
    pending, who = await ask(world, ANNA, BORIS, VOVA)
    secret, tip = pending.seed, f"{1:064x}"
    to_come = {earlier(tip, links) for links in (0, 1, LINKS - 3, LINKS - 2)}
    await world.tables.table(world.place(), ANNA)
    await world.press(who, CutPress(pending.deal_id, DEPTH))
    await some_moves(world, (ANNA, BORIS, VOVA), 12)
    await world.press(ANNA, ProofPress(1), GROUP)
    stored = await stored_game(world, 1)
    said_so_far = [shown.screen.text + repr(shown.screen.keyboard) for shown in world.delivery.log]
    told = [*said_so_far, caplog.text, repr(stored), repr(world.live()), repr(pending)]
    assert not any(secret in text for text in told)
    assert "proof" not in stored.record() and secret not in repr(stored.record())
    await world.tables.stop(world.place(), ANNA)
    assert secret in world.table_screen().text
    await world.press(ANNA, ProofPress(1), GROUP)
    said_so_far = [shown.screen.text + repr(shown.screen.keyboard) for shown in world.delivery.log]
    stored = await stored_game(world, 1)
    told = [*said_so_far, *world.delivery.notes(), caplog.text, repr(stored), str(stored.record())]
    assert not any(seed in text for seed in to_come for text in told)
    assert "proof" in (await stored_game(world, 1)).record()


async def test_all_that_a_cut_changes_is_kept_at_once(world):
    """No moment at which a deal has been cut and has no game, or waits and has one."""
    show = world.delivery.show
    seen = set()

    def checked(slot, screen, urgency, *, repost=False):
        with contextlib.closing(sqlite3.connect(world.path)) as conn:
            seen.add(
                conn.execute(
                    "SELECT (SELECT COUNT(*) FROM deals WHERE ended_at IS NULL), "
                    "(SELECT COUNT(*) FROM games), "
                    "(SELECT COUNT(*) FROM lobbies WHERE closed_at IS NULL)"
                ).fetchone()
            )
        show(slot, screen, urgency, repost=repost)

    world.delivery.show = checked
    pending, who = await ask(world, ANNA, BORIS)
    await world.press(who, CutPress(pending.deal_id, DEPTH))
    assert seen == {(0, 0, 1), (1, 0, 0), (0, 1, 0)}


async def test_a_chat_that_wants_no_proof_is_dealt_to_at_once(world):
    await settings.put(world.db, GROUP, proof=False)
    game_id = await world.deal(ANNA, BORIS)
    stored = await stored_game(world, game_id)
    assert list(stored.deal.deck) == list(map(str, shuffled(36, stored.deal.seed)))
    assert shown_cut(world) is None and stored.proofs == ()
    await world.tables.stop(world.place(), ANNA)
    stored = await stored_game(world, game_id)
    assert "proof" not in stored.record()
    assert stored.deal.seed not in world.table_screen().text
    assert ProofPress(game_id) not in presses(world.table_screen())
    answer = await world.press(BORIS, ProofPress(game_id), GROUP)
    assert answer.text == message("toast-proof-none", RU)


async def test_all_decks_of_a_table_are_links_of_a_chain_shown_before_the_first(world):
    world.cuts_at_once = True
    shown, games_played = [], []
    for number in (1, 2, 3):
        game_id = await world.deal(ANNA, BORIS)
        shown.append(shown_cut(world).text)
        assert f"колоды № {number}," in shown[-1]
        await world.tables.stop(world.place(), ANNA)
        games_played.append(await stored_game(world, game_id))
    anchor = earlier(f"{1:064x}", LINKS)
    assert [anchor in text for text in shown] == [True, False, False]
    seeds = [game.deal.seed for game in games_played]
    assert [earlier(seed) for seed in seeds] == [anchor, *seeds[:2]]
    deals = [verify(game.record()) for game in games_played]
    assert chains([*deals]) == [f"chain {anchor}: links 1-3"]


async def test_a_deal_that_is_called_off_uses_up_its_link_and_that_is_seen(world):
    first, _ = await ask(world, ANNA, BORIS)
    await world.tables.stop(world.place(), ANNA)
    told = shown_cut(world).text
    assert "колоды № 1," in told and first.link.anchor in told
    second, _ = await ask(world, ANNA, BORIS)
    assert second.link == Link(first.link.anchor, 2) and "колоды № 2," in shown_cut(world).text
    await world.restart()
    await world.tables.stop(world.place(), ANNA)
    third, _ = await ask(world, ANNA, BORIS)
    assert third.link.number == 3 and earlier(third.seed, 2) == first.seed


async def use_up(world, links):
    """As after so many deals at the tables that have a chain."""
    async with world.db.transaction() as conn:
        await conn.execute("UPDATE chains SET used = ?", (links,))


async def test_the_last_link_shows_the_chain_that_comes_after_it(world):
    world.cuts_at_once = True
    await world.deal(ANNA, BORIS)
    await world.tables.stop(world.place(), ANNA)
    await use_up(world, LINKS - 1)
    last = await world.deal(ANNA, BORIS)
    before, anchor = (earlier(f"{number:064x}", LINKS) for number in (1, 2))
    assert f"колоды № {LINKS}," in shown_cut(world).text and anchor in shown_cut(world).text
    await world.tables.stop(world.place(), ANNA)
    first = await world.deal(ANNA, BORIS)
    assert "колоды № 1," in shown_cut(world).text and anchor in shown_cut(world).text
    await world.tables.stop(world.place(), ANNA)
    deals = [verify((await stored_game(world, game_id)).record()) for game_id in (last, first)]
    assert [deal.link for (deal,) in deals] == [Link(before, LINKS, anchor), Link(anchor, 1)]
    assert chains(deals)[1] == f"chain {anchor}: links 1, announced by chain {before}"


async def test_each_table_has_a_chain_of_its_own(world):
    group, _ = await ask(world, ANNA, BORIS)
    alone, _ = await ask(world, VOVA, chat_id=VOVA.user_id)
    assert {group.link.number, alone.link.number} == {1}
    assert group.link.anchor != alone.link.anchor


async def test_a_redeal_of_a_game_without_a_chain_has_none_either(world, redealt):
    """As of a game that an earlier version has dealt: its proof stays of one kind."""
    world.cuts_at_once = True
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    world.table().lobby.rules["redeal_one_suit"] = True
    world.seeds = iter([redealt, f"{5:064x}"])
    await world.lobby(ANNA, "deal")
    stored = await stored_game(world, 1)
    shown = commitment(stored.deal.seed, 0, stored.deal.rules, 2, stored.deal.dealer, None)
    async with world.db.transaction() as conn:
        await conn.execute("DELETE FROM chains")
        await conn.execute("UPDATE deals SET anchor = NULL, link = NULL, commitment = ?", (shown,))
    await world.restart()
    await world.press(
        (ANNA, BORIS)[world.live().game.awaited[0]], MovePress(1, 0, 0, 0, Verb.REDEAL)
    )
    assert "№" not in shown_cut(world).text
    await world.tables.stop(world.place(), ANNA)
    record = (await stored_game(world, 1)).record()
    assert record["proof"]["scheme"] == "durak-deal/1"
    assert [deal.seed for deal in verify(record)] == [stored.deal.seed, f"{5:064x}"]
