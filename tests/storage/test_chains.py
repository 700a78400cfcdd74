"""A table's seeds are the links of a chain: each is promised once, and the tip stays secret."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.storage import chains, chat_moves, chats, deals, games, privacy
from bot.storage.backup import back_up
from bot.storage.chains import Chain
from bot.storage.database import Database
from bot.storage.deals import Pending
from bot.storage.proofs import Cut
from engine import Rules
from engine.proof import LINKS, Link, commitment, cutter, digest, earlier

TIP, AFTER = digest("tip"), digest("after")


def no_other():
    raise AssertionError("no new chain is due")


@given(st.integers(0, LINKS - 2))
def test_each_seed_leads_back_to_the_one_before_and_to_the_anchor(used):
    one = chains.draw(Chain(TIP, used), no_other)
    anchor = earlier(TIP, LINKS)
    assert (one.link, one.chain) == (Link(anchor, used + 1), Chain(TIP, used + 1))
    assert earlier(one.text, used + 1) == anchor
    if used < LINKS - 2:
        two = chains.draw(one.chain, no_other)
        assert two.link == Link(anchor, used + 2) and earlier(two.text) == one.text


def test_the_last_link_announces_the_next_chain():
    last = chains.draw(Chain(TIP, LINKS - 1), lambda: AFTER)
    assert last.text == TIP
    announced = earlier(AFTER, LINKS)
    assert last.link == Link(earlier(TIP, LINKS), LINKS, announced)
    first = chains.draw(last.chain, no_other)
    assert first.link == Link(announced, 1) and earlier(first.text) == announced


def test_a_table_without_a_chain_begins_one():
    assert chains.draw(None, lambda: TIP) == chains.draw(Chain(TIP), no_other)


async def promise(db, deal, fresh):
    """Promise the next deal of a table."""
    rules = Rules(deck=24).to_dict()
    seed = chains.draw(await chains.of_table(db, deal.table_id), fresh)
    deal = replace(deal, rules=rules, deck=(), seed=seed.text)
    shown = commitment(seed.text, 0, rules, 3, deal.dealer, None, seed.link)
    pending = Pending(0, None, 0, seed.text, shown, cutter(deal.dealer, 3), 25.0, deal, seed.link)
    return await deals.promise(db, pending, 10.0, chain=seed.chain)


async def test_each_promise_takes_a_link_also_one_that_is_called_off(db, deal):
    made = []
    for _ in range(3):
        pending = await promise(db, deal, lambda: TIP)
        assert await deals.waiting(db) == [pending]
        await deals.call_off(db, pending.deal_id, 12.0)
        past = await deals.past(db, pending.deal_id)
        assert past is not None and past.link == pending.link
        made.append(pending)
    assert [pending.link.number for pending in made] == [1, 2, 3]
    assert all(earlier(two.seed) == one.seed for one, two in pairwise(made))
    assert await chains.of_table(db, deal.table_id) == Chain(TIP, 3)


async def test_no_link_is_promised_twice(db, deal):
    pending = await promise(db, deal, lambda: TIP)
    await deals.call_off(db, pending.deal_id, 12.0)
    with pytest.raises(sqlite3.IntegrityError):
        await deals.promise(db, pending, 13.0, chain=Chain(TIP, 1))


async def test_a_game_has_its_place_in_the_chain(db, deal):
    pending = await promise(db, deal, lambda: TIP)
    game = await games.create_game(db, pending.deal, 20.0, cut=Cut(pending.deal_id, 12, False))
    assert [proof.link for proof in game.proofs] == [Link(earlier(TIP, LINKS), 1)]


@pytest.mark.parametrize(
    ("column", "value"), [("tip", "short"), ("tip", b"\x00"), ("used", "many"), ("used", LINKS)]
)
async def test_in_place_of_a_chain_that_cannot_be_used_another_is_begun(db, deal, column, value):
    pending = await promise(db, deal, lambda: TIP)
    await deals.call_off(db, pending.deal_id, 12.0)
    async with db.transaction() as conn:
        await conn.execute(f"UPDATE chains SET {column} = ?", (value,))
    assert (await promise(db, deal, lambda: AFTER)).link == Link(earlier(AFTER, LINKS), 1)


async def test_a_chain_moves_with_its_chat(db, deal):
    await db_chain(db, deal.table_id, Chain(TIP, 5))
    await chat_moves.move_chat(db, -100, -1000000000100)
    table = await chats.table_at(db, -1000000000100)
    assert table is not None and await chains.of_table(db, table.table_id) == Chain(TIP, 5)


@pytest.mark.parametrize("both", [True, False])
async def test_of_two_tables_that_are_merged_one_chain_goes_on(db, table, both):
    new = await chats.ensure_table(db, -1000000000100, "group")
    await db_chain(db, new.table_id, Chain(AFTER, 7))
    if both:
        await db_chain(db, table.table_id, Chain(TIP, 5))
    await chat_moves.move_chat(db, -100, -1000000000100)
    merged = await chats.table_at(db, -1000000000100)
    assert merged is not None and merged.table_id == table.table_id
    assert await chains.of_table(db, table.table_id) == (Chain(TIP, 5) if both else Chain(AFTER, 7))
    assert len(await db.all("SELECT * FROM chains")) == 1


async def db_chain(db, table_id, chain):
    async with db.transaction() as conn:
        await chains.keep(conn, table_id, chain)


async def test_a_forgotten_person_leaves_no_chain_and_is_given_none(db, table):
    await chats.seen(db, 7, "private", "Вера", 1.0)
    alone = await chats.ensure_table(db, 7, "solo")
    for place in (alone, table):
        await db_chain(db, place.table_id, Chain(TIP, 5))
    assert TIP not in repr(await privacy.rows_of(db, 7))
    await privacy.erase(db, 7)
    assert [row["table_id"] for row in await db.all("SELECT * FROM chains")] == [table.table_id]


async def test_a_backup_holds_no_chain_so_that_no_link_comes_twice(tmp_path):
    path, copy = tmp_path / "x.sqlite3", tmp_path / "copy"
    db = await Database.open(path)
    table = await chats.ensure_table(db, -100, "group")
    await db_chain(db, table.table_id, Chain(TIP, 5))
    back_up(path, copy)
    assert await chains.of_table(db, table.table_id) == Chain(TIP, 5)
    await db.close()
    with closing(sqlite3.connect(copy)) as conn:
        assert conn.execute("SELECT COUNT(*) FROM chains").fetchone() == (0,)
    assert TIP.encode() not in copy.read_bytes()


def test_nothing_that_is_written_down_in_passing_holds_the_tip_or_a_seed():
    seed = chains.draw(Chain(TIP, LINKS - 3), no_other)
    told = repr(seed) + repr(seed.chain)
    assert TIP not in told and seed.text not in told
