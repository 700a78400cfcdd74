"""One test for each sentence of docs/rules.md §§3-9: the cases that check it hold."""

from __future__ import annotations

import pytest

from tests.engine.cases import BY_NUMBER
from tests.engine.sentences import parsed
from tests.engine.test_cases import check


@pytest.mark.parametrize(
    "numbers",
    [numbers for _, numbers in parsed()],
    ids=[claim.replace("§", "s") for claim, _ in parsed()],
)
def test_sentence(numbers):
    assert numbers
    for number in numbers:
        check(BY_NUMBER[number])


def test_every_case_about_the_rules_stands_by_a_sentence():
    used = {number for _, numbers in parsed() for number in numbers}
    about = {
        n for n, case in BY_NUMBER.items() if case["rule"][:2] in {f"§{i}" for i in range(3, 10)}
    }
    assert about - used == set()
