"""All cases hold, in the engine and in the naive implementation."""

from __future__ import annotations

import pytest

from engine import RecordError
from engine.record import play, replay
from tests.engine.cases import BY_NUMBER, CASES, holds
from tests.engine.naive import Naive

NAMES = [case["name"] for case in CASES]
PLAYED = [case for case in CASES if case["expect"].get("illegal") != -1]
"""Without the bad records, which the naive implementation does not check."""


def check(case):
    """The engine does with the record of a case what the case expects."""
    record, expect = case["record"], case["expect"]
    if "illegal" not in expect:
        holds(expect, replay(record))
        return
    number = expect["illegal"]
    if number >= 0:
        play(record | {"actions": record["actions"][:number]})
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert caught.value.number == number
    assert expect.get("message", "") in str(caught.value)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_case(case):
    check(case)


def test_numbers_are_distinct():
    assert len(BY_NUMBER) == len(CASES) == len(set(NAMES))


@pytest.mark.parametrize("case", PLAYED, ids=[case["name"] for case in PLAYED])
def test_case_with_the_naive_implementation(case):
    record, expect = case["record"], case["expect"]
    number = expect.get("illegal", len(record["actions"]))
    naive = Naive(record)
    for text in record["actions"][:number]:
        naive.do(text)
    if "illegal" in expect:
        with pytest.raises(ValueError):
            naive.do(record["actions"][number])
    else:
        holds(expect, naive.state())
