"""`python -m engine replay` and `perft`, and invalid records (docs/record.md)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine import RecordError
from engine.__main__ import main
from engine.record import replay
from tests.engine.cases import BY_NUMBER

ROOT = Path(__file__).parents[2]
GOOD = BY_NUMBER["270"]["record"]
BAD = BY_NUMBER["041"]["record"]


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True)


def test_replay_of_a_file_prints_one_object(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GOOD))
    done = run("replay", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == replay(GOOD)


def test_replay_of_standard_input():
    done = run("replay", "-", given=json.dumps(GOOD))
    assert done.returncode == 0
    assert json.loads(done.stdout)["result"]["draw"] is True


def test_an_illegal_action_is_one_line_and_status_2():
    done = run("replay", "-", given=json.dumps(BAD))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("action ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "[" * 100_000,
        '{"format": "durak-record/1"}',
        json.dumps(GOOD | {"actions": ["0 lead\n6S"]}),
        json.dumps(GOOD | {"actions": [""]}),
        json.dumps(GOOD | {"extra\nkey": 1}),
        json.dumps(GOOD | {"format": "durak-record/2"}),
        json.dumps(GOOD | {"seats": True}),
        json.dumps(GOOD | {"leader": "0"}),
        json.dumps(GOOD | {"rules": {"transfer": 1}}),
        json.dumps(GOOD | {"rules": {"deck": [36]}}),
        json.dumps(GOOD | {"rules": None}),
        json.dumps(GOOD | {"actions": [["0", "lead", "6S"]]}),
        json.dumps(GOOD | {"actions": "0 lead 6S"}),
        json.dumps(GOOD | {"deck": []}),
        json.dumps(GOOD | {"proof": "none"}),
        json.dumps(GOOD | {"position": {"hands": [1, 2], "talon": [], "trump": "H"}}),
        json.dumps({key: GOOD[key] for key in GOOD if key != "position"}),
        json.dumps(GOOD)[:-1] + ', "actions": []}',
        json.dumps(GOOD).replace('"trump"', '"talon": [], "trump"'),
    ],
)
def test_what_is_no_record_is_one_line_and_status_2(text, tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_text(text)
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1 and err.endswith("\n")


def test_a_missing_file_is_one_line_and_status_2(tmp_path, capsys):
    assert main(["replay", str(tmp_path / "none.json")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


@pytest.mark.parametrize(
    "text",
    ["8 pass", "99 pass", "-1 pass", "0  pass", " 0 pass", "0 pass ", "٠ pass", "0 PASS", "0",
     "0 lead 6X", "0 lead", "0 beat 6S", "0 pass 6S", "deck", "deck 6S"],
)  # fmt: skip
def test_what_is_no_action_is_refused_with_its_number(text):
    with pytest.raises(RecordError) as caught:
        replay(GOOD | {"actions": ["0 lead 6S", text]})
    assert caught.value.number == 1


def test_a_proof_is_kept_out_of_it():
    assert replay(GOOD | {"proof": {"seed": "x"}}) == replay(GOOD)


def test_perft_of_a_file(tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GOOD | {"actions": []}))
    assert main(["perft", str(path), "1"]) == 0
    assert capsys.readouterr().out == "2\n"
