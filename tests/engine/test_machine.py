"""A Hypothesis state machine: the engine, its naive twin and the invariants."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import IllegalAction
from engine.record import apply_text, start, state_of
from tests.engine.naive import Naive
from tests.engine.playing import random_deck, random_record
from tests.engine.test_conformance import check_awaited, check_cards, parts


class Playing(RuleBasedStateMachine):
    """One game: any legal action, resignation, new deck or illegal action at any time."""

    @initialize(seed=st.integers(0, 10_000))
    def begin(self, seed):
        self.record = random_record(Random(seed))
        self.game, self.naive = start(self.record), Naive(self.record)
        self.cards = sum(parts(self.game))

    def do(self, text):
        apply_text(self.game, text)
        self.naive.do(text)

    @precondition(lambda self: self.game.legal())
    @rule(data=st.data())
    def act(self, data):
        self.do(str(data.draw(st.sampled_from(self.game.legal()))))

    @precondition(lambda self: self.game.deck_due)
    @rule(seed=st.integers(0, 1000))
    def deal_anew(self, seed):
        self.do(" ".join(("deck", *random_deck(Random(seed), self.record["rules"]))))

    @precondition(lambda self: self.game.legal())
    @rule(seat=st.integers(0, 7), sure=st.integers(0, 9))
    def resign(self, seat, sure):
        in_game = seat < self.record["seats"] and not self.game.state.gone >> seat & 1
        if in_game and sure == 0:
            self.do(f"{seat} resign")
        elif not in_game:
            with pytest.raises(IllegalAction):
                apply_text(self.game, f"{seat} resign")

    @precondition(lambda self: self.game.over)
    @rule(seat=st.integers(0, 7), verb=st.sampled_from(("take", "pass", "resign", "keep")))
    def nothing_after_the_end(self, seat, verb):
        with pytest.raises(IllegalAction):
            apply_text(self.game, f"{seat} {verb}")

    @invariant()
    def all_is_well(self):
        if hasattr(self, "game"):
            check_cards(self.game, self.cards)
            check_awaited(self.game)
            assert state_of(self.game) == self.naive.state()


TestPlaying = Playing.TestCase
TestPlaying.settings = settings(max_examples=25, stateful_step_count=40)
