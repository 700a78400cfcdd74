"""Proofs of deals are verified, and wrong ones refused (docs/fair-deal.md)."""

from __future__ import annotations

import contextlib
import json
import random
import re
import subprocess
import sys
from functools import cache
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Action, EngineError, Game, ProofError, Rules, Verb
from engine.__main__ import main
from engine.deal import shuffled
from engine.proof import (
    CHAINED,
    DEPTHS,
    LINKS,
    UNCHAINED,
    Link,
    Opened,
    chains,
    commitment,
    commitment_text,
    cut_deck,
    cutter,
    digest,
    drawn_depth,
    earlier,
    proven,
    seal,
    verify,
)
from engine.record import play

ROOT = Path(__file__).parents[2]


def deal_of(rules, number, seed, dealer, depth=None, leader=None, seats=3, link=None):
    """What was shown and done before a deal; a drawn cut where no depth is named."""
    deepness = drawn_depth(rules.deck, seed) if depth is None else depth
    shown = commitment(seed, number, rules.to_dict(), seats, dealer, leader, link)
    return Opened(shown, seed, cutter(dealer, seats), deepness, depth is None, link)


def played(rules, deals, dealer, leader, rng, seats=3):
    """A record with its proof: a whole game, with a redeal for each deal after the first."""
    decks = [cut_deck(rules.deck, deal.seed, deal.depth) for deal in deals]
    game = Game.deal(rules, seats, dealer, deck=decks[0], leader=leader)
    for deck in decks[1:]:
        game.apply(next(a for a in game.legal() if a.verb is Verb.REDEAL))
        game.redeal(deck)
    while not game.over:
        legal = [a for a in game.legal() if a.verb not in (Verb.RETRACT, Verb.REDEAL)]
        game.apply(rng.choice(legal))
    record = {
        "format": "durak-record/1",
        "rules": rules.to_dict(),
        "seats": seats,
        "dealer": dealer,
        "leader": leader,
        "deck": [str(card) for card in decks[0]],
        "actions": game.actions,
    }
    return proven(record, deals)


@cache
def plain():
    """A game of three whose cutter has cut, and whose leader was settled before."""
    rules = Rules()
    deal = deal_of(rules, 0, digest("one"), 1, depth=13, leader=2)
    return played(rules, [deal], 1, 2, random.Random(1))


@cache
def seed_with_a_redeal():
    """A seed by which one of two is dealt six cards of one suit."""
    for number in count():
        seed = digest(f"suit {number}")
        deck = cut_deck(24, seed, drawn_depth(24, seed))
        if any(len({card.suit for card in deck[seat:12:2]}) == 1 for seat in (0, 1)):
            return seed


@cache
def redealt():
    """A game of two with a redeal, whose deals nobody has cut."""
    rules = Rules(redeal_one_suit=True, deck=24)
    seeds = (seed_with_a_redeal(), digest("2"))
    deals = [deal_of(rules, number, seed, 0, seats=2) for number, seed in enumerate(seeds)]
    return played(rules, deals, 0, None, random.Random(2), seats=2)


TIP = digest("tip")
NEXT = digest("the tip of the chain after it")
ANCHOR = earlier(TIP, LINKS)


def linked(number, tip=TIP, after=NEXT):
    """A link of a chain: its seed, and its place."""
    place = Link(earlier(tip, LINKS), number, earlier(after, LINKS) if number == LINKS else None)
    return earlier(tip, LINKS - number), place


def game_of_links(*links, rules=None):
    """A game of two whose deals, and there may be redeals, have these seeds and places."""
    rules = rules or Rules(deck=24)
    deals = [
        deal_of(rules, number, seed, 0, seats=2, link=link)
        for number, (seed, link) in enumerate(links)
    ]
    return played(rules, deals, 0, None, random.Random(4), seats=2)


@cache
def chained():
    """A game whose seed is link 3 of its chain."""
    return game_of_links(linked(3))


def redealt_by_links(second, first=None):
    """A game with a redeal, whose first seed is a link that a chain could have."""
    first = first or (seed_with_a_redeal(), Link(earlier(seed_with_a_redeal(), 3), 3))
    return game_of_links(first, second, rules=Rules(redeal_one_suit=True, deck=24))


@cache
def across():
    """A game with a redeal: the last link of a chain, and the first of the announced one."""
    seed = seed_with_a_redeal()
    last = Link(earlier(seed, LINKS), LINKS, earlier(NEXT, LINKS))
    return redealt_by_links(linked(1, tip=NEXT), (seed, last))


@pytest.mark.parametrize(
    "record",
    [plain(), redealt(), chained(), across()],
    ids=["cut", "drawn, redealt", "chained", "chained, redealt"],
)
def test_an_honest_record_is_verified(record):
    deals = verify(record)
    assert len(deals) == 1 + len(record["proof"]["redeals"])
    assert [str(card) for card in cut_deck(len(record["deck"]), deals[0].seed, deals[0].depth)] == (
        record["deck"]
    )
    assert play(record).over


def test_the_commitment_is_the_hash_of_the_written_line():
    line = commitment_text("ab" * 32, 1, {"transfer": True, "deck": 36}, 3, 2, None)
    assert line == (
        f"durak-deal/1 seed={'ab' * 32} deal=1 seats=3 dealer=2 leader=- "
        'rules={"deck":36,"transfer":true}'
    )
    assert commitment("ab" * 32, 1, {"transfer": True, "deck": 36}, 3, 2, None) == digest(line)
    assert commitment_text("00", 0, {}, 2, 0, 1).endswith("leader=1 rules={}")


@pytest.mark.parametrize("size", DEPTHS)
def test_depths_are_seven_inside_the_deck_and_differ_for_every_number_of_seats(size):
    depths = DEPTHS[size]
    assert len(depths) == 7 and list(depths) == sorted(set(depths))
    assert depths[0] > 0 and depths[-1] < size
    for seats in range(2, size // 6 + 1):
        remainders = [depth % seats for depth in depths]
        assert max(map(remainders.count, remainders)) <= 4, seats
    drawn = {drawn_depth(size, digest(f"{number}")) for number in range(100)}
    assert drawn == set(depths)


def test_a_cut_puts_the_top_below():
    whole = shuffled(36, "durak")
    assert cut_deck(36, "durak", 9) == whole[9:] + whole[:9]
    assert (cutter(0, 3), cutter(1, 3), cutter(2, 2)) == (2, 0, 1)


@pytest.mark.parametrize("number", [1, 2, LINKS - 1, LINKS])
def test_each_seed_of_a_chain_is_the_hash_of_the_next_one(number):
    seed, link = linked(number)
    assert earlier(seed) == earlier(TIP, LINKS - number + 1)
    assert earlier(seed) == digest(f"durak-chain/1 {seed}")
    assert earlier(seed, number) == link.anchor == ANCHOR
    assert verify(game_of_links((seed, link)))[0].link == link


def test_the_place_in_the_chain_is_committed_to():
    link = Link("cd" * 32, 7)
    line = commitment_text("ab" * 32, 1, {}, 3, 2, None, link)
    assert line == (
        f"durak-deal/2 seed={'ab' * 32} chain={'cd' * 32} link=7 next=- "
        "deal=1 seats=3 dealer=2 leader=- rules={}"
    )
    last = Link("cd" * 32, LINKS, "ef" * 32)
    assert f" link=1000 next={'ef' * 32} " in commitment_text("00", 0, {}, 2, 0, 1, last)


def test_a_seed_that_is_no_link_is_refused_however_well_it_is_promised():
    """The owner draws another seed for one game, and commits to it at the place of the link."""
    _, place = linked(3)
    for seed, claimed in [
        (OTHER, place),
        (linked(4)[0], place),
        (linked(3)[0], Link(ANCHOR, 4)),
        (linked(3)[0], Link(earlier(NEXT, LINKS), 3)),
    ]:
        with pytest.raises(ProofError, match=r"^chain: the seed is not link \d of it"):
            verify(game_of_links((seed, claimed)))


def test_a_redeal_takes_the_link_after_that_of_the_deal():
    seed = seed_with_a_redeal()
    anchor = earlier(seed, 3)
    later = digest("later")
    for place in (Link(earlier(later, 5), 5), Link(earlier(later, 2), 2)):
        with pytest.raises(ProofError, match=r"^redeal 1: chain: not the link after"):
            verify(redealt_by_links((later, place)))
    with pytest.raises(ProofError, match=r"^redeal 1: chain: not the link after"):
        verify(redealt_by_links((earlier(seed), Link(anchor, 2))))
    with pytest.raises(ProofError, match=r"^redeal 1: chain: not the link after"):
        verify(redealt_by_links((seed, Link(anchor, 3))))
    assert verify(redealt_by_links(linked(1)))[1].link == linked(1)[1]


@given(st.integers(1, LINKS), st.integers(1, LINKS))
def test_one_link_follows_another_only_where_none_is_passed_over(one, two):
    before, link, other = linked(one)[1], linked(two)[1], linked(two, tip=NEXT)[1]
    assert link.follows(before) == (two == one + 1)
    assert other.follows(before) == (two == 1)
    if one == LINKS:
        assert not linked(1, tip=OTHER)[1].follows(before)


def test_several_games_tell_which_links_they_are():
    games = [verify(game_of_links(linked(number))) for number in (LINKS, 3, 1, 2, 6)]
    later = verify(game_of_links(linked(1, tip=NEXT)))
    assert chains([verify(plain())]) == []
    assert chains(games[1:3]) == [f"chain {ANCHOR}: links 1, 3, not among these records: 2"]
    assert chains(games[1:4]) == [f"chain {ANCHOR}: links 1-3"]
    assert chains([*games, later]) == [
        f"chain {ANCHOR}: links 1-3, 6, 1000, not among these records: 4-5, 7-999",
        f"chain {earlier(NEXT, LINKS)}: links 1, announced by chain {ANCHOR}",
    ]
    with pytest.raises(ProofError, match=r"link 3 was dealt twice$"):
        chains([games[1], games[1]])


def test_no_proof_is_said_so():
    bare = {key: value for key, value in plain().items() if key != "proof"}
    with pytest.raises(ProofError, match="no proof"):
        verify(bare)
    position = {
        "format": "durak-record/1",
        "rules": {},
        "seats": 2,
        "leader": 0,
        "position": {"hands": [["6S"], ["7S"]], "talon": [], "trump": "H"},
        "actions": [],
        "proof": plain()["proof"],
    }
    with pytest.raises(ProofError, match="not dealt"):
        verify(position)


OTHER = digest("another")


def changed(record, path, value):
    record = json.loads(json.dumps(record))
    place = record
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value(place[path[-1]]) if callable(value) else value
    return record


def resealed(record):
    """As somebody leaves it who knows how seals are made."""
    return changed(record, ("proof", "seal"), seal(record))


def swap(cards):
    return [cards[1], cards[0], *cards[2:]]


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("proof", "seed"), OTHER, "seed:"),
        (("proof", "commitment"), OTHER, "commitment:"),
        (("proof", "cut", "depth"), 18, "cut: depth:"),
        (("proof", "cut", "depth"), 999, "cut: depth:"),
        (("proof", "cut", "seat"), 1, "cut: seat:"),
        (("proof", "cut", "drawn"), True, "cut: drawn:"),
        (("proof", "scheme"), "durak-deal/3", "scheme:"),
        (("proof", "scheme"), CHAINED, "proof:"),
        (("proof", "scheme"), [], "scheme:"),
        (("proof", "redeals"), [{}], "redeal 1:"),
        (("proof", "redeals"), None, "redeals:"),
        (("proof", "seed"), "durak", "seed:"),
        (("deck",), swap, "deck:"),
        (("dealer",), 0, "commitment:"),
        (("leader",), None, "commitment:"),
        (("rules", "deck"), 24, "record:"),
        (("rules", "draw_result"), "both_lose", "commitment:"),
        (("actions", 0), "2 pass", "action 0:"),
    ],
)
def test_what_does_not_fit_is_named_however_it_is_sealed(path, value, named):
    for record in (changed(plain(), path, value), resealed(changed(plain(), path, value))):
        with pytest.raises(EngineError) as caught:
            verify(record)
        assert str(caught.value).startswith(named)


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("proof", "scheme"), UNCHAINED, "proof:"),
        (("proof", "chain"), None, "chain:"),
        (("proof", "chain", "anchor"), OTHER, "commitment:"),
        (("proof", "chain", "anchor"), "durak", "chain: anchor:"),
        (("proof", "chain", "link"), 2, "commitment:"),
        (("proof", "chain", "link"), 0, "chain: link:"),
        (("proof", "chain", "link"), True, "chain: link:"),
        (("proof", "chain", "link"), LINKS + 1, "chain: link:"),
        (("proof", "chain", "link"), LINKS, "chain: next:"),
        (("proof", "chain", "next"), OTHER, "chain: next:"),
        (("proof", "seed"), linked(2)[0], "seed:"),
    ],
)
def test_what_does_not_fit_in_a_chain_is_named(path, value, named):
    for record in (changed(chained(), path, value), resealed(changed(chained(), path, value))):
        with pytest.raises(EngineError) as caught:
            verify(record)
        assert str(caught.value).startswith(named)


def test_another_deck_of_the_same_deals_is_refused():
    """The swapped deck itself, dealt and played with the honest proof of another one."""
    rules, proof = Rules(), plain()["proof"]
    other = played(rules, [deal_of(rules, 0, OTHER, 1, depth=13, leader=2)], 1, 2, random.Random(3))
    with pytest.raises(ProofError, match=r"^deck:"):
        verify(resealed({**other, "proof": proof}))


def test_a_redeal_is_checked_like_a_deal():
    record = redealt()
    at = next(n for n, text in enumerate(record["actions"]) if text.startswith("deck "))
    for path, value, named in [
        (("proof", "redeals", 0, "seed"), OTHER, "redeal 1: seed:"),
        (("proof", "redeals", 0, "commitment"), OTHER, "redeal 1: commitment:"),
        (("proof", "redeals", 0, "cut", "drawn"), False, "seal:"),
        (("proof", "redeals"), [], "redeals:"),
    ]:
        with pytest.raises(ProofError) as caught:
            verify(changed(record, path, value))
        assert str(caught.value).startswith(named)
    deck = swap(record["actions"][at].split(" ")[1:])
    with pytest.raises(ProofError, match="redeal 1: deck:"):
        verify(resealed(changed(record, ("actions", at), " ".join(["deck", *deck]))))


def test_an_action_changed_into_another_legal_one_breaks_the_seal():
    record = plain()
    game = play({**record, "actions": []})
    for number, text in enumerate(record["actions"][:12]):
        for other in game.legal():
            tampered = changed(record, ("actions", number), str(other))
            if str(other) != text:
                with pytest.raises(EngineError):
                    verify(tampered)
        game.apply(Action.parse(text))
    with pytest.raises(ProofError, match=r"^seal:"):
        verify({**record, "actions": record["actions"][:-1]})


def fields_of(value, path=()):
    """The paths of everything in a JSON value."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from fields_of(value[key], (*path, key))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from fields_of(item, (*path, at))


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 60),
    st.floats(),
    st.sampled_from(["", "6S", "0 pass", OTHER, OTHER.upper(), "deck", UNCHAINED, CHAINED]),
    st.lists(st.sampled_from(["6S", "0 pass", OTHER]), max_size=3),
    st.dictionaries(st.sampled_from(["seat", "seed"]), st.integers(0, 3), max_size=2),
)


@pytest.fixture(scope="module")
def records():
    return [json.dumps(record) for record in (plain(), redealt(), chained(), across())]


@settings(max_examples=120)
@given(st.data())
def test_every_single_mutation_is_refused(records, data):
    record = json.loads(data.draw(st.sampled_from(records)))
    *path, last = data.draw(st.sampled_from(list(fields_of(record))[1:]))
    place = record
    for key in path:
        place = place[key]
    how = data.draw(st.sampled_from(["set", "delete", "double", "add"]))
    before = json.dumps(record)
    if how == "delete":
        del place[last]
    elif how == "add" and isinstance(place, dict):
        place[data.draw(st.text(max_size=5))] = data.draw(ANYTHING)
    elif how == "double" and isinstance(place, list):
        place.insert(last, place[last])
    else:
        place[last] = data.draw(ANYTHING)
    if json.dumps(record) == before:
        return
    with pytest.raises(EngineError):
        verify(record)


@given(st.data())
def test_every_flipped_character_is_refused(data):
    """The file itself with one character changed: unreadable, or refused, or another writing of
    the same record."""
    text = json.dumps(data.draw(st.sampled_from([plain(), redealt(), chained(), across()])))
    at = data.draw(st.integers(0, len(text) - 1))
    changed_text = text[:at] + data.draw(st.sampled_from('0aAx9 ,"{[')) + text[at + 1 :]
    with contextlib.suppress(ValueError):
        record = json.loads(changed_text)
        if record != json.loads(text):
            with pytest.raises(EngineError):
                verify(record)


def by_hand(record, path):
    """Run the example of docs/fair-deal.md on a file."""
    page = (ROOT / "docs" / "fair-deal.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python by hand\n(.*?)```", page, re.DOTALL)
    path.write_text(json.dumps(record))
    command = [sys.executable, "-c", code, str(path)]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_check_by_hand_agrees(tmp_path):
    path = tmp_path / "game.json"
    for record in (plain(), redealt(), chained(), across()):
        assert by_hand(record, path).stdout == "the deck is the one that was promised\n"
    for way, value, told in [
        (("proof", "seed"), OTHER, "the commitment is of something else"),
        (("dealer",), 0, "the commitment is of something else"),
        (("deck",), swap, "another deck was dealt"),
        (("proof", "cut", "depth"), 18, "another deck was dealt"),
    ]:
        assert told in by_hand(changed(plain(), way, value), path).stderr
    other = changed(chained(), ("proof", "chain", "link"), 4)
    assert "the commitment is of something else" in by_hand(other, path).stderr
    unlinked = game_of_links((OTHER, linked(3)[1]))
    assert "the seed is no link of the chain" in by_hand(unlinked, path).stderr


def test_the_depths_are_written_down():
    page = (ROOT / "docs" / "fair-deal.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d[\d, ]*) \|$", page, re.MULTILINE)
    assert {int(size): tuple(map(int, row.split(","))) for size, row in rows} == DEPTHS


def run(text):
    command = [sys.executable, "-m", "engine", "verify", "-"]
    return subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True)


def test_the_command_says_in_a_line_what_holds():
    done = run(json.dumps(plain()))
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    assert done.stdout.startswith("fair: deal 0: commitment ")
    for told in ("commitment", "seal"):
        assert plain()["proof"][told] in done.stdout


def test_the_command_refuses_with_a_line_and_status_2(tmp_path, capsys):
    path = tmp_path / "game.json"
    bare = {key: value for key, value in plain().items() if key != "proof"}
    for record, named in [
        (bare, "the record has no proof"),
        (changed(plain(), ("proof", "seed"), OTHER), "seed:"),
        (changed(plain(), ("actions", 0), "0 dance"), "action 0:"),
    ]:
        path.write_text(json.dumps(record))
        assert main(["verify", str(path)]) == 2
        told = capsys.readouterr()
        assert told.out == "" and told.err.startswith(named) and told.err.count("\n") == 1


def test_the_command_checks_several_records_together(tmp_path, capsys):
    paths = []
    for number in (1, 2, 4):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(game_of_links(linked(number))))
        paths.append(str(path))
    assert main(["verify", *paths]) == 0
    *fair, chain = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in fair] == ["fair:"] * 3
    assert f"link 4 of chain {ANCHOR}, " in fair[2]
    assert chain == f"chain {ANCHOR}: links 1-2, 4, not among these records: 3"
    assert main(["verify", paths[0], paths[0]]) == 2
    assert capsys.readouterr().err == f"chain {ANCHOR}: link 1 was dealt twice\n"
    wrong = changed(chained(), ("proof", "seed"), OTHER)
    (tmp_path / "4.json").write_text(json.dumps(wrong))
    assert main(["verify", *paths]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("record 3: seed:")
