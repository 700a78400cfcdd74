"""Deals that wait for their cut, and when their proofs are revealed."""

from dataclasses import replace

import pytest

from bot.storage import chat_moves, deals, games, heartbeat, proofs
from bot.storage.deals import Pending
from bot.storage.errors import TableBusy
from bot.storage.proofs import Cut
from engine import Rules
from engine.proof import commitment, cut_deck, cutter, digest, verify

SEED = digest("seed")


@pytest.fixture
def promised(deal):
    """A deal that is to wait."""
    rules = Rules(deck=24).to_dict()
    deal = replace(deal, rules=rules, deck=(), seed=SEED, host_id=1, clock=60)
    known = commitment(SEED, 0, rules, 3, deal.dealer, None)
    return Pending(0, None, 0, SEED, known, cutter(deal.dealer, 3), 25.0, deal)


async def cut(db, pending, depth=12):
    """Deal what has waited."""
    deck = tuple(str(card) for card in cut_deck(24, pending.seed, depth))
    how = Cut(pending.deal_id, depth, False)
    return await games.create_game(db, replace(pending.deal, deck=deck), 20.0, cut=how)


async def test_a_deal_waits_as_it_was_promised(db, table, promised):
    pending = await deals.promise(db, promised, 10.0)
    assert await deals.waiting(db) == [pending] == await deals.waiting(db, table.table_id)
    assert await deals.waiting(db, table.table_id + 1) == []
    assert replace(pending, deal_id=0) == promised
    assert await deals.past(db, pending.deal_id) is None
    with pytest.raises(TableBusy):
        await deals.promise(db, promised, 11.0)


async def test_the_cut_begins_the_game_and_its_proof_comes_out_at_the_end(db, promised):
    pending = await deals.promise(db, promised, 10.0)
    game = await cut(db, pending)
    assert await deals.waiting(db) == []
    assert [proof.depth for proof in game.proofs] == [12]
    assert "proof" not in game.record()
    assert await proofs.seeds(db, game.game_id) == ()
    await games.end_game(db, game.game_id, "stopped", 30.0)
    ended = await games.load_game(db, game.game_id)
    assert ended is not None
    assert await proofs.seeds(db, game.game_id) == (SEED,)
    assert verify(ended.record()) == list(ended.proofs) == list(game.proofs)
    (row,) = await db.all("SELECT * FROM deals")
    assert (row["plan"], row["drawn"], row["ended_at"]) == (None, 0, 20.0)


async def test_a_deal_called_off_names_nobody_any_more(db, promised):
    pending = await deals.promise(db, promised, 10.0)
    await deals.call_off(db, pending.deal_id, 12.0)
    past = await deals.past(db, pending.deal_id)
    assert past is not None and (past.game_id, past.depth) == (None, None)
    assert (await db.one("SELECT plan FROM deals"))["plan"] is None
    await deals.promise(db, promised, 13.0)


async def test_a_redeal_that_waits_ends_with_its_game(db, promised):
    game = await cut(db, await deals.promise(db, promised, 10.0))
    again = replace(promised, game_id=game.game_id, number=1, seed=digest("another"))
    again = await deals.promise(db, again, 21.0)
    (waiting,) = await deals.waiting(db)
    assert waiting == replace(again, deal=game.deal)
    await games.end_game(db, game.game_id, "stopped", 30.0)
    assert await deals.waiting(db) == []
    ended = await games.load_game(db, game.game_id)
    assert ended is not None and len(ended.proofs) == 1
    past = await deals.past(db, again.deal_id)
    assert past is not None and (past.game_id, past.depth) == (game.game_id, None)


async def test_a_deal_goes_along_when_its_chat_moves_and_keeps_its_place(db, promised):
    pending = await deals.promise(db, promised, 10.0)
    (moved,) = await chat_moves.move_chat(db, -100, -1000000000100)
    assert (moved.thread_id, moved.topic_gone) == (0, False)
    assert await deals.waiting(db) == [pending]


async def test_time_down_does_not_count(db, promised):
    await heartbeat.beat(db, 12.0)
    pending = await deals.promise(db, promised, 10.0)
    await heartbeat.wake(db, 112.0)
    (waiting,) = await deals.waiting(db)
    assert waiting.until == pending.until + 100.0


def test_nothing_that_is_written_down_in_passing_holds_the_seed(promised):
    assert SEED not in repr(promised) + repr(promised.deal) + repr(Cut(1, 12, False))
