"""The one-line notation round-trips, and invalid texts are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game, NotationError, Rules, RulesError, View
from engine.ai.levels import choose
from engine.record import apply_text, start, state_of
from tests.engine.playing import Player, Record, random_record, random_rules

LONGEST = 400


SELDOM: tuple[Record, ...] = ({}, {"redeal_one_suit": True}, {"teams": 2, "pogony": "any_pair"})
"""Rules by turns over what random ones bring about too seldom."""


def course(seed: int, record: Record | None = None) -> Iterator[tuple[Game, str]]:
    """A random game, and each time the action to be played next; none at its end."""
    rng = Random(seed)
    if record is None:
        record = random_record(rng, random_rules(rng) | SELDOM[seed % 3])
        if "dealer" in record and seed % 2:
            record["leader"] = 0
    player = Player(rng, record)
    game = start(record)
    for _ in range(LONGEST):
        if game.over:
            break
        text = player.choose(state_of(game), game.deck_due)
        yield game, text
        apply_text(game, text)
    yield game, ""


def views(game: Game) -> list[View]:
    """What everybody may know, but for the log of the past."""
    audiences = (None, *range(game.state.r.n))
    return [replace(game.view(audience), log=()) for audience in audiences]


def same(game: Game, again: Game) -> None:
    assert state_of(again) == state_of(game)
    assert again.legal() == game.legal()
    assert views(again) == views(game)
    assert again.deck_due == game.deck_due
    assert again.notation() == game.notation()


@pytest.mark.parametrize("part", range(4))
def test_a_game_read_back_at_any_step_is_the_same_and_goes_on_the_same(part):
    for seed in range(part, 90, 4):
        for game, text in course(seed):
            again = Game.from_notation(game.notation())
            same(game, again)
            if text:
                other = game.copy()
                told = len(other.log)
                apply_text(other, text)
                apply_text(again, text)
                same(other, again)
                assert again.log == other.log[told:]


@given(seed=st.integers(0, 100_000), at=st.integers(0, 80))
@settings(max_examples=40)
def test_a_game_read_back_once_is_played_to_the_same_end(seed, at):
    again: Game | None = None
    for step, (game, text) in enumerate(course(seed)):
        if step == at:
            again = Game.from_notation(game.notation())
        if again is not None:
            same(game, again)
            if text:
                apply_text(again, text)
    assert again is None or again.result == game.result


def test_what_a_position_can_hold_is_met_in_these_games():
    """The games above are only as good as what comes up in them."""
    met = set()
    for seed in range(90):
        for game, _ in course(seed):
            met |= {word.partition("=")[0] for word in game.notation().split(" ")}
            met |= {"deck due"} if game.deck_due else set()
    assert met == {
        "hands", "table", "taking", "retractable", "talon", "trump", "discard", "asked", "lead",
        "defender", "mover", "passed", "retracted", "shown", "bout", "first", "deal", "dealer",
        "leader", "out", "resigned", "seen", "pogony", "hangers", "over", "durak", "lost", "void",
        "rules", "deck due",
    }  # fmt: skip


def test_the_repr_of_a_game_makes_the_game():
    game = Game.deal(Rules(transfer=True), 3, 2, seed="any text")
    game.apply(game.legal()[0])
    same(game, eval(repr(game), {"Game": Game}))


def test_what_is_left_out_is_what_it_mostly_is():
    game = Game.from_notation("hands=6S7D/8HAS trump=H lead=1")
    assert game.notation() == (
        "hands=6S7D/8HAS trump=H lead=1 defender=0 bout=0"  # all other cards are in the discard
    )
    assert game.view(None).discard == 32
    assert Game.from_notation("hands=6S7D/8HAS trump=H discard=- lead=1").view(None).discard == 0


def test_nothing_is_kept_of_the_past():
    game = Game.deal(Rules(), 2, 0, seed="any text")
    game.apply(game.legal()[0])
    again = Game.from_notation(game.notation())
    assert (again.log, again.actions, again.step, again.last_text) == ([], [], 0, "")


def test_a_new_deck_is_an_action_too():
    games = (course(seed) for seed in range(1, 60, 3))
    texts = (game.last_text for played in games for game, _ in played)
    assert next(text for text in texts if text.startswith("deck ")).count(" ") >= 24


@pytest.mark.parametrize("level", ["amateur", "master"])
def test_a_computer_goes_on_from_a_lead(level):
    """What a computer knows before a lead needs no past: a position is not taken for a deal."""
    game = Game.from_notation("hands=6S7DTC/8HAS talon=9CTH trump=TH lead=1 bout=4 dealer=0")
    while not game.over:
        seat = game.awaited[0]
        action = choose(level, game.view(seat), game.legal_for(seat), 0.01)
        assert action is not None
        game.apply(action)
    assert game.result is not None


@pytest.mark.parametrize("audience", [None, 0, 1, 2])
def test_a_view_in_one_line_has_its_own_hand_and_no_other(audience):
    for seed in range(8):
        rng = Random(seed)
        record = random_record(rng, seats=3, rules=random_rules(rng) | {"teams": 0})
        for game, _ in course(seed, record):
            s = game.state
            shown = str(game.view(audience))
            words = dict(word.partition("=")[::2] for word in shown.split(" "))
            hands = words["hands"].split("/")
            for seat, hand in enumerate(hands):
                if seat == audience:
                    assert hand == ("".join(map(str, game.hand(seat))) or "-")
                else:
                    assert hand == str(s.hands[seat].bit_count())
            assert words["talon"] == str(len(s.talon) - s.drawn)
            assert words["discard"] == str(s.discard.bit_count())
            assert "\n" not in shown and repr(game.view(audience)) == f"<View {shown}>"


def test_a_state_shows_its_cards():
    game = Game.from_notation("hands=7D/9H8HAS table=0:6S,1:6S/TS,0:6C trump=H lead=0 defender=1")
    assert repr(game.state) == (
        "<State bout hands=7D/8H9HAS talon=0 trump=H table=6STS,6C lead=0 defender=1>"
    )


GOOD = "hands=7D8D/9HJH table=0:6S,1:6S/TS,0:TC talon=KCKH trump=KH lead=0 defender=1 bout=2"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hands", "hand", "no such field: 'hand'"),
        (" talon", "  talon", "no such field: ''"),
        ("bout=2", "bout=2 bout=2", "bout: stands twice"),
        ("bout=2", "bout=", "bout: without a value"),
        ("bout=2", "bout", "bout: without a value"),
        ("bout=2", "bout=-2", "bout: not a number: '-2'"),
        ("bout=2", "bout=٢", "bout: not a number: '٢'"),
        ("bout=2", "first=yes", "first: takes no value"),
        (GOOD, "", "no such field: ''"),
        (GOOD, GOOD + "\n", "bout: not a number: '2\\n'"),
        ("hands=7D8D/9HJH ", "", "hands: missing"),
        (" trump=KH", "", "trump: missing"),
        (" lead=0", "", "lead: missing"),
        (" defender=1", "", "defender: missing"),
        ("lead=0", "lead=2", "lead: no such seat: '2'"),
        ("lead=0", "lead=00", "lead: no such seat: '00'"),
        ("7D8D", "7D8", "not a card: '8'"),
        ("7D8D", "7D1S", "not a card: '1S'"),
        ("7D8D", "7D5S", "5S: not in the deck"),
        ("7D8D", "7D7D", "hands: a card stands twice"),
        ("7D8D", "7D9H", "9H: in two places"),
        ("7D8D", "7DTC", "TC: in two places"),
        ("7D8D", "", "hands: no cards"),
        ("7D8D/9HJH", "7D8D", "deck: 36 cards seat 2 to 6, not 1"),
        ("talon=KCKH", "talon=KHKC", "talon: its last card is not the trump card"),
        ("trump=KH", "trump=H", "talon: its last card is not the trump card"),
        ("trump=KH", "trump=X", "not a card: 'X'"),
        ("0:TC", "0:TC,0:TC", "table: TC stands twice"),
        ("6S/TS", "6S/TH/TS", "not a card: 'TH/TS'"),
        ("6S/TS", "6S/TD", "table: TD does not beat 6S"),
        ("6S/TS", "7S/TS", "table: 7S is no unbeaten card"),
        ("0:TC", "TC", "table: no such seat: 'TC'"),
        ("0:TC", "0:TC,0:TD,0:6D", "table: 4 attack cards, of 3 allowed"),
        (",0:TC", "", "table: the bout would be over"),
        ("lead=0 defender=1", "lead=1 defender=1", "defender: cannot be the lead without a mover"),
        ("bout=2", "mover=0", "mover: the rules have no transfer"),
        ("bout=2", "retractable passed=0,0", "passed: a seat stands twice"),
        ("bout=2", "retractable rules=retract:false", "retractable: the last card on the table"),
        ("bout=2", "taking rules=throw_after_take:false", "taking: the rules end the bout with it"),
        ("bout=2", "out=0", "out: a seat that holds cards"),
        ("bout=2", "seen=0@7D8D", "seen: 1 hands"),
        ("bout=2", "seen==,=,=", "seen: a position three times"),
        ("bout=2", "asked=0 dealer=0", "table: not in a game at this point"),
        ("bout=2", "durak=0", "durak: not in a game at this point"),
        ("bout=2", "over", "table: not in a game at this point"),
        ("bout=2", "rules=deck:37", "deck: '37' is not one of 36, 24, 52"),
        ("bout=2", "rules=decks:36", "decks: no such rule"),
        ("bout=2", "rules=deck:36,deck:36", "deck: stands twice"),
        ("bout=2", "rules=transfer_by_show:true", "transfer_by_show: needs transfer"),
    ],
)
def test_what_is_no_notation_is_refused_with_the_reason(old, new, message):
    assert Game.from_notation(GOOD).notation().startswith("hands=7D8D/9HJH table=0:6S,1:6S/TS,0:TC")
    assert old in GOOD
    with pytest.raises(NotationError) as caught:
        Game.from_notation(GOOD.replace(old, new, 1))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hands=7D/8D/- trump=H lead=0", "hands: seat 2 has no cards, and is not out"),
        ("hands=7D/-/- trump=H lead=0 out=1,2", "hands: at least two seats"),
        ("hands=7D/8D/- trump=H lead=2 out=2", "lead: seat 2 is not in the game"),
        ("hands=7D/8D/- trump=H lead=0 defender=2 out=2", "defender: seat 1 would be"),
        ("hands=7D/8D/- trump=H lead=0 out=2 resigned=2", "resigned: a seat that is out"),
        ("hands=7D/8D/- trump=H talon=9H lead=0 out=2", "talon: its last card"),
        ("hands=7D/8D/- trump=9H talon=9H lead=0 out=2", "out: while there is a talon"),
        ("hands=7D/8D trump=H lead=0 passed=0", "passed: not in a game at this point"),
        ("hands=7D/8D trump=H asked=0", "dealer: missing"),
        ("hands=7D/8D trump=H asked=0 dealer=1 lead=0", "lead: not while redeals are asked for"),
        ("hands=-/8D trump=H over lead=0", "defender: one without a lead"),
        ("hands=7D/8D trump=H lead=0 void", "void: not in a game at this point"),
    ],
)
def test_parts_that_do_not_fit_are_refused(text, message):
    with pytest.raises(NotationError) as caught:
        Game.from_notation(text)
    assert str(caught.value).startswith(message)


def test_a_damaged_notation_is_refused_or_is_a_game_that_can_be_played():
    rng = Random(11)
    refused = 0
    for seed in range(60):
        texts = [game.notation() for game, _ in course(seed)]
        for text in rng.sample(texts, min(6, len(texts))):
            at = rng.randrange(len(text))
            words = text.split(" ")
            damaged = rng.choice(
                (
                    text[:at] + text[at + 1 :],
                    text[:at] + rng.choice("0123,:/->=@ STJQKACDH") + text[at + 1 :],
                    " ".join(word for word in words if word != rng.choice(words)),
                    " ".join([*words[:2], rng.choice(rng.choice(texts).split(" ")), *words[3:]]),
                )
            )
            try:
                game = Game.from_notation(damaged)
            except NotationError:
                refused += 1
                continue
            same(game, Game.from_notation(game.notation()))
            player = Player(rng, {"rules": game.rules.to_dict()})
            for _ in range(LONGEST):
                if game.over:
                    break
                assert game.awaited or game.deck_due, damaged
                apply_text(game, player.choose(state_of(game), game.deck_due))
            assert game.over, damaged
    assert refused > 50


def test_rules_in_notation_are_the_same_rules():
    for seed in range(50):
        rules = Rules(**random_rules(Random(seed)))
        assert Rules.from_notation(rules.notation()) == rules
    assert Rules().notation() == ""
    with pytest.raises(RulesError):
        Rules.from_notation("transfer")
