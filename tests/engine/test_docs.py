"""The examples of docs/record.md and the table of docs/rules.md are correct."""

from __future__ import annotations

import doctest
import hashlib
import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from engine import ALLOWED, Game, RecordError
from engine.deal import shuffled
from engine.notation import FIELDS
from engine.record import play, replay

DOCS = Path(__file__).parents[2] / "docs"
RECORD = (DOCS / "record.md").read_text(encoding="utf-8")
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")


def block(name: str) -> str:
    """The only fenced block of docs/record.md with that name."""
    (text,) = re.findall(rf"```\w+ {name}\n(.*?)```", RECORD, re.DOTALL)
    return text


def test_the_example_record_leads_to_the_example_state():
    assert replay(json.loads(block("record"))) == json.loads(block("state"))


def test_the_example_refusal():
    record = json.loads(block("record"))
    with pytest.raises(RecordError) as caught:
        replay(record | {"actions": [*record["actions"], "1 beat 9D TS"]})
    assert str(caught.value) == block("refusal").strip()


def test_the_worked_shuffle():
    """The algorithm of docs/record.md, followed by hand for its first two steps."""
    digest = hashlib.sha256(b"durak:0").hexdigest()
    assert digest == block("digest").strip()
    assert (int(digest[:8], 16), int(digest[8:16], 16)) == (3090523952, 2925893691)
    assert (3090523952 % 36, 2925893691 % 35) == (20, 21)
    ascending = [rank + suit for rank in "6789TJQKA" for suit in "SCDH"]
    deck = [str(card) for card in shuffled(36, "durak")]
    assert deck[35] == ascending[20]
    assert deck[34] == ascending[21]
    assert deck == json.loads(block("record"))["deck"]


def test_the_table_of_options_is_complete_and_bold_at_the_defaults():
    rows = re.findall(r"^\| `(\w+)` \| (\*\*.*?) \|", RULES, re.MULTILINE)
    listed = {key: values.replace("*", "").split(", ") for key, values in rows}
    written = {
        key: [str(value).lower() if value in (True, False) and type(value) is bool else str(value)
              for value in values]
        for key, values in ALLOWED.items()
    }  # fmt: skip
    assert listed == written


def test_the_example_notation_is_that_of_the_example_record():
    game = play(json.loads(block("record")))
    assert game.notation() == block("notation").strip()
    assert str(game.view(None)) == block("view").strip()


def test_the_shortest_notation():
    assert Game.from_notation(block("short").strip()).awaited == (0,)


def test_the_table_of_fields_is_complete_and_in_order():
    rows = re.findall(r"^\| (`[a-z`, ]+`) \|", RECORD.split("## A position in one line")[1], re.M)
    listed = [name for row in rows for name in re.findall(r"\w+", row)]
    assert sorted(listed) == sorted(FIELDS)


@pytest.mark.parametrize("name", ["cards", "game", "rules"])
def test_the_examples_in_docstrings_hold(name):
    tried = doctest.testmod(import_module(f"engine.{name}"))
    assert tried.attempted and not tried.failed


def test_the_rules_have_their_ten_sections():
    assert re.findall(r"^## §(\d+)", RULES, re.MULTILINE) == [str(n) for n in range(1, 11)]
