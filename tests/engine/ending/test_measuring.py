from __future__ import annotations

from random import Random

from engine import PRESETS
from engine.__main__ import main
from engine.ai.ending.solver import solvable
from engine.bench import solved
from engine.bench.endings import ending, times


def test_endings_of_sensible_games_are_solved_and_timed():
    """Times come ascending, one for each game that has an ending."""
    rules = PRESETS["podkidnoy"]
    rng = Random(1)
    state = ending(rules, rng)
    assert state is not None and solvable(state) and state.drawn == len(state.talon)
    best, every = times(rules, 4, "x", nodes=3000)
    assert len(best) == len(every) == 4
    assert best == sorted(best) and every == sorted(every) and best[0] > 0


def test_endings_of_master_games_are_had_too():
    """The other yardstick: positions that come about where both seats search."""
    state = ending(PRESETS["podkidnoy"], Random(3), "master")
    assert state is not None and solvable(state) and state.drawn == len(state.talon)


def test_the_command_prints_shares(capsys):
    assert main(["endings", "--games", "1", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("podkidnoy, 1 endings") for line in lines) and len(lines) == 2


def test_nodes_are_counted_for_the_bench():
    assert solved(Random(2), PRESETS["perevodnoy"]) > 0
