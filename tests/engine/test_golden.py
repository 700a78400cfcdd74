"""The golden playthroughs match the engine."""

from __future__ import annotations

import json

import pytest

from tests.engine.playthrough import RECORDS, playthrough


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_golden_playthrough(path):
    record = json.loads(path.read_text(encoding="utf-8"))
    text = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert playthrough(record) == text, "see playthrough.py for how to write it anew"


def test_every_playthrough_is_there():
    assert [path.stem for path in RECORDS] == [
        "lively-6", "perevodnoy-4-show", "podkidnoy-2", "teams-4",
    ]  # fmt: skip
