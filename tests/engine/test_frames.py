"""A replay shows the game that was played."""

import json
from pathlib import Path

import pytest

from engine import RecordError
from engine.frames import bout_starts, frames
from engine.record import play, state_of

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_frame_is_the_game_after_so_many_actions(path):
    record = json.loads(path.read_text())
    found = frames(record)
    assert len(found) == len(record["actions"]) + 1
    for number, frame in enumerate(found):
        game = play({**record, "actions": record["actions"][:number]})
        assert frame.view == game.view(None)
        hands = [[str(card) for card in hand] for hand in frame.hands]
        assert hands == state_of(game)["hands"]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_bouts_start_where_the_last_one_has_ended(path):
    found = frames(json.loads(path.read_text()))
    starts = bout_starts(found)
    assert starts[0] == 0
    assert len(starts) == found[-1].view.bout + 1
    for number in starts[1:]:
        assert found[number].view.bout == found[number - 1].view.bout + 1


def test_what_cannot_be_played_has_no_frames():
    record = json.loads(GOLDEN[0].read_text())
    with pytest.raises(RecordError, match="action 0"):
        frames({**record, "actions": ["0 beat 6S 7S"]})
