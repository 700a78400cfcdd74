"""The arena: results, files and errors."""

from __future__ import annotations

import json
import math
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Game, Rules, RulesError, UnknownPlayer
from engine.__main__ import main
from engine.ai import greedy
from engine.arena.errors import ArenaError, PlayerFault
from engine.arena.files import keep, resume
from engine.arena.line import Program, state_line
from engine.arena.match import Match, Played, Times, play_deal, players_of
from engine.arena.players import commands
from engine.arena.report import interval, report, standing
from engine.arena.run import run

ARENA = (Path(__file__).parents[3] / "docs" / "arena.md").read_text(encoding="utf-8")


def match(a="greedy", b="plain", *, rules=None, seats=2, programs=None, seconds=None):
    return Match(a, b, rules or Rules(), seats, seconds, "test", programs or {})


def ours(view, legal, seconds):
    return greedy.choose(view, legal)


@pytest.fixture
def script(tmp_path):
    """Writes a program; gives the command that runs it."""

    def write(text: str) -> str:
        path = tmp_path / "program.py"
        path.write_text(text, encoding="utf-8")
        return f"{sys.executable} {path}"

    return write


def test_a_player_against_itself_breaks_even_in_every_deal():
    for number in range(10):
        played = play_deal(match(), {"greedy": ours, "plain": ours}, number)
        assert sum(played.scores) == 1
        assert len(played.scores) == 2


def test_with_more_seats_every_seat_is_taken_once_and_one_player_is_the_durak():
    for number in range(10):
        played = play_deal(match(seats=4), {"greedy": ours, "plain": ours}, number)
        assert len(played.scores) == 4
        assert played.scores.count(0) == (0 if 0.5 in played.scores else 1)


def test_a_team_plays_with_every_other_seat():
    teams = match(rules=Rules(teams=2), seats=6)
    assert [teams.seats_of_a(turn) for turn in range(teams.games_a_deal)] == [{0, 2, 4}, {1, 3, 5}]
    played = play_deal(teams, {"greedy": ours, "plain": ours}, 0)
    assert sum(played.scores) == 1


def test_each_player_has_its_own_measure_of_time():
    given: dict[str, set[float | None]] = {"a": set(), "b": set()}

    def player(name):
        def choose(view, legal, seconds):
            given[name].add(seconds)
            return greedy.choose(view, legal)

        return choose

    players = {name: player(name) for name in given}
    play_deal(match("a", "b", seconds=0.5), players, 0)
    assert given == {"a": {0.5}, "b": {0.5}}
    play_deal(replace(match("a", "b", seconds=2.5), seconds_b=1.5), players, 0)
    assert given == {"a": {0.5, 2.5}, "b": {0.5, 1.5}}


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "long"])
def test_a_time_that_is_none_is_refused(text, capsys):
    for command in (["arena", "greedy", "plain"], ["bench"]):
        with pytest.raises(SystemExit) as caught:
            main([*command, "--seconds", text])
        assert caught.value.code == 2
        assert "a number of seconds, more than 0" in capsys.readouterr().err


def test_the_same_match_has_the_same_deals():
    two = run(match(), 40, processes=2)
    one = [play_deal(match(), players_of(match()), number) for number in range(20)]
    assert [(deal.number, deal.scores) for deal in one] == [(d.number, d.scores) for d in two]
    other = replace(match(), seed="other")
    elsewhere = [play_deal(other, players_of(other), number) for number in range(20)]
    assert [deal.scores for deal in elsewhere] != [deal.scores for deal in one]


def test_a_result_file_is_gone_on_with(tmp_path):
    out = tmp_path / "results.jsonl"
    players = {"greedy": ours, "plain": ours}
    assert resume(out, match()) == []
    first = [play_deal(match(), players, number) for number in range(4)]
    for deal in first:
        keep(out, deal)
    before = out.read_text()
    out.write_text(before + '{"number": 4, "scor')
    assert resume(out, match()) == first
    assert out.read_text() == before
    told = []
    played = run(match(), 12, out=out, processes=1, told=lambda deals: told.append(len(deals)))
    assert told == [5, 6]
    assert played[:4] == first
    assert resume(out, match()) == played


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seconds": 0.5}, "made with seconds None, not 0.5"),
        ({"rules": Rules(transfer=True)}, "made with rules"),
        ({"b": "novice"}, "made with b 'plain', not 'novice'"),
    ],
)
def test_a_result_file_of_another_match_is_refused(tmp_path, changed, said):
    out = tmp_path / "results.jsonl"
    assert resume(out, match()) == []
    with pytest.raises(ArenaError, match=said):
        resume(out, match(**changed))


@pytest.mark.parametrize("text", ["nonsense\n", "{}\n", "no newline"])
def test_what_is_no_result_file_is_refused_and_kept(tmp_path, text):
    out = tmp_path / "results.jsonl"
    out.write_text(text)
    with pytest.raises(ArenaError, match=r"results\.jsonl"):
        resume(out, match())
    assert out.read_text() == text


def test_times_are_counted_in_classes():
    times = Times()
    for took in [0.001] * 95 + [0.5] * 5:
        times.add(took)
    assert 0.001 <= times.below(0.95) <= 0.0011
    assert 0.5 <= times.below(0.96) <= 0.55
    other = Times()
    other.join(times)
    other.join(times)
    assert (other.moves, other.below(0.95)) == (200, times.below(0.95))
    deal = Played(3, (1.0, 0.5), times, other)
    assert Played.from_dict(json.loads(json.dumps(deal.to_dict()))) == deal


def test_an_interval_is_that_of_the_mean():
    mean, half = interval([0.0, 1.0] * 50)
    assert mean == 0.5
    assert half == pytest.approx(1.96 * math.sqrt(0.25 / 99))
    assert interval([1.0]) == (1.0, math.inf)


def test_a_report_tells_score_or_share_of_defeats():
    deals = [Played(n, (1.0, float(n % 2)), Times(), Times()) for n in range(4)]
    assert standing(match(), deals).startswith("greedy scores 0.750 ± ")
    assert "8 games of 4 deals: greedy lost 2, 0 were drawn" in report(match(), deals)
    deals = [Played(n, (1.0, 0.0, 1.0, 1.0), Times(), Times()) for n in range(4)]
    assert standing(match(seats=4), deals) == (
        "greedy is durak in 25.0 ± 0.0 % of games among 3 plain, where 25.0 % is a fair share"
    )


def test_unknown_players_and_impossible_seats_are_refused():
    with pytest.raises(UnknownPlayer, match="'champion'; there are greedy, plain"):
        run(match(a="champion"), 2)
    with pytest.raises(RulesError, match="36 cards seat 2 to 6"):
        run(match(seats=7), 2)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["greedy", "champion"], "no such player: 'champion'"),
        (["greedy", "plain", "--rules", "poker"], "no such rules: 'poker'"),
        (["greedy", "plain", "--rules", '{"deck": 12}'], "deck: 12 is not one of"),
        (["greedy", "plain", "--player", "me=./me"], "not a player: 'me=./me'"),
        (["greedy", "plain", "--player", "plain=exec:true"], "a player 'plain' already"),
        (["greedy", "me", "--player", "me=exec:/nowhere/me"], "me: can't be started"),
    ],
)
def test_the_command_says_in_one_line_what_is_wrong(arguments, said, capsys):
    assert main(["arena", *arguments, "--games", "2", "--processes", "1"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert printed.err.count("\n") == 1


def test_the_example_player_of_the_docs_plays(script, capsys):
    (text,) = re.findall(r"```python3 player\n(.*?)```", ARENA, re.DOTALL)
    arguments = ["mine", "greedy", "--player", f"mine=exec:{script(text)}", "--games", "20"]
    assert main(["arena", *arguments, "--rules", '{"transfer": true, "deck": 52}']) == 0
    found = re.match(r"mine scores (0\.\d+) ± ", capsys.readouterr().out)
    assert found is not None
    assert 0 < float(found[1]) < 0.5


ANSWERS_AT_ONCE = "import sys\nfor line in sys.stdin: print({!r}, flush=True)\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ANSWERS_AT_ONCE.format("0 lead 6X"), "me: not a card: '6X'"),
        (ANSWERS_AT_ONCE.format("7 take"), "me: '7 take' is not legal in bout 0 for seat"),
        (ANSWERS_AT_ONCE.format(""), "me: ended, or answered with an empty line"),
        ("", "me: ended, or answered with an empty line"),
    ],
)
def test_a_program_that_does_not_play_ends_the_match(script, text, said):
    programs = {"me": script(text)}
    with pytest.raises(PlayerFault) as caught:
        play_deal(match("me", programs=programs), players_of(match("me", programs=programs)), 0)
    assert said in str(caught.value)


def test_a_program_that_is_silent_is_given_up(monkeypatch):
    monkeypatch.setattr("engine.arena.line.START", 0.0)
    monkeypatch.setattr("engine.arena.line.GRACE", 0.05)
    game = Game.deal(Rules(), 2, 0, seed="any")
    seat = game.awaited[0]
    program = Program("me", [sys.executable, "-c", "import sys; sys.stdin.read()"])
    with pytest.raises(PlayerFault, match=r"me: no answer within 0\.05 s"):
        program.choose(game.view(seat), game.legal_for(seat), None)


def test_a_match_that_is_killed_leaves_nobody_behind():
    """All that write to the pipe are gone when it ends; the program ends with its input."""
    waits = "import sys; print('here', file=sys.stderr, flush=True); sys.stdin.read()"
    player = f"waits=exec:{shlex.join([sys.executable, '-c', waits])}"
    command = [sys.executable, "-m", "engine", "arena", "waits", "greedy", "--player", player]
    with subprocess.Popen([*command, "--processes", "1"], stderr=subprocess.PIPE) as arena:
        assert arena.stderr is not None
        assert arena.stderr.readline() == b"here\n"
        arena.kill()
        assert b"Traceback" not in arena.stderr.read()


def test_a_program_is_told_no_hidden_card():
    game = Game.deal(Rules(), 3, 0, seed="any")
    for _ in range(6):
        seat = game.awaited[0]
        action = greedy.choose(game.view(seat), game.legal_for(seat))
        assert action is not None
        game.apply(action)
    seat = game.awaited[0]
    view = game.view(seat)
    told = json.loads(state_line(view, game.legal_for(seat), 0.5))
    shown = {str(card) for event in view.log for card in event.cards}
    known = shown | {str(card) for card in view.hand}
    assert set(re.findall(r'"([2-9TJQKA][SCDH])"', json.dumps(told))) == known
    assert told["legal"] == sorted(str(action) for action in game.legal_for(seat))
    assert (told["seat"], told["seconds"], told["hand"]) == (seat, 0.5, [*map(str, view.hand)])


def test_commands_are_read():
    assert commands(["me=exec:python3 'my player.py' -x"]) == {"me": "python3 'my player.py' -x"}
    with pytest.raises(ArenaError, match="not a command"):
        commands(["me=exec:python3 'my"])


def test_a_program_that_writes_on_and_on_is_not_read_on_and_on():
    game = Game.deal(Rules(), 2, 0, seed="any")
    seat = game.awaited[0]
    for what in ("x", "\\n0 pass\\n"):
        floods = f"import sys\nwhile True: sys.stdout.write('{what}' * 100_000)"
        program = Program("me", [sys.executable, "-c", floods])
        with pytest.raises(PlayerFault, match=r"me: .{1,1100}$"):
            program.choose(game.view(seat), game.legal_for(seat), None)
        assert program._answers.qsize() <= 9


def test_a_program_that_reads_nothing_is_given_up_in_time(monkeypatch):
    """More is written to it than a pipe holds."""
    monkeypatch.setattr("engine.arena.line.START", 0.0)
    monkeypatch.setattr("engine.arena.line.GRACE", 0.05)
    monkeypatch.setattr("engine.arena.line.state_line", lambda *_: "x" * 10_000_000)
    game = Game.deal(Rules(), 2, 0, seed="any")
    seat = game.awaited[0]
    program = Program("me", [sys.executable, "-c", "import time; time.sleep(600)"])
    with pytest.raises(PlayerFault, match=r"me: no answer within 0\.05 s"):
        program.choose(game.view(seat), game.legal_for(seat), None)


def test_a_program_that_goes_on_without_input_is_ended_with_the_match(script):
    """All that write to the pipe are gone when it ends."""
    stays = """
import json, sys, time
for line in sys.stdin:
    print(json.loads(line)["legal"][0], flush=True)
time.sleep(600)
"""
    player = f"stays=exec:{script(stays)}"
    command = [sys.executable, "-m", "engine", "arena", "stays", "greedy", "--player", player]
    done = subprocess.run(
        [*command, "--games", "2", "--processes", "1"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "odd",
    [
        ("--games", "1000000000000"),
        ("--games", "0"),
        ("--processes", "100000"),
        ("--seed", "\udcff"),
    ],
)
def test_what_no_machine_can_do_is_refused(odd, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["arena", "greedy", "plain", *odd])
    assert ended.value.code == 2
    assert f"argument {odd[0]}" in capsys.readouterr().err


def test_rules_nested_too_deep_are_no_rules(capsys):
    assert main(["arena", "greedy", "plain", "--rules", "[" * 100_000]) == 2
    assert capsys.readouterr().err.startswith("no such rules: ")


def test_a_deal_that_stands_twice_counts_once_and_one_of_other_games_is_refused(tmp_path):
    path = tmp_path / "match.jsonl"
    assert resume(path, match()) == []
    played = Played(0, (1.0, 0.0), Times(), Times())
    for _ in range(2):
        keep(path, played)
    assert resume(path, match()) == [played]
    keep(path, Played(1, (), Times(), Times()))
    with pytest.raises(ArenaError, match="line 4 is none of this match"):
        resume(path, match())
