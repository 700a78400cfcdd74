"""A deal of a match: its games, with the seats rotated."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from engine.ai.levels import Choice
from engine.arena.errors import PlayerFault
from engine.arena.players import player
from engine.deal import shuffled
from engine.game import Game
from engine.rules import Rules

STEP = 1.1
"""The ratio between consecutive classes of durations."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match: A against B at `seats` seats, with decks from `seed`.

    With two seats or teams A has one side; with more seats A has one and B all others.
    `programs` are the commands of those that are not our own; `seconds` is for each move,
    `seconds_b` for those of B where they are others.
    """

    a: str
    b: str
    rules: Rules
    seats: int
    seconds: float | None
    seed: str
    programs: Mapping[str, str]
    seconds_b: float | None = None

    @property
    def sides(self) -> bool:
        """Whether there are two sides, so that the game is zero-sum."""
        return self.seats == 2 or bool(self.rules.teams)

    @property
    def games_a_deal(self) -> int:
        """The number of games per deal: A is in each place once."""
        return 2 if self.sides else self.seats

    def seats_of_a(self, turn: int) -> set[int]:
        """Return the seats of A in game `turn` of a deal."""
        if self.rules.teams:
            return set(range(turn, self.seats, 2))
        return {turn}

    def to_dict(self) -> dict[str, Any]:
        """Return the match as JSON values."""
        return asdict(self) | {"rules": self.rules.to_dict(), "programs": dict(self.programs)}


@dataclass(slots=True)
class Times:
    """Durations of a player's decisions that had a choice: number, sum, classes.

    They are CPU time for built-in players, and wall time for programs.
    """

    moves: int = 0
    seconds: float = 0.0
    classes: dict[int, int] = field(default_factory=dict)

    def add(self, took: float) -> None:
        """Count one decision of `took` seconds."""
        self.moves += 1
        self.seconds += took
        number = math.ceil(math.log(max(took, 1e-9), STEP))
        self.classes[number] = self.classes.get(number, 0) + 1

    def join(self, other: Times) -> None:
        """Add the counts of another."""
        self.moves += other.moves
        self.seconds += other.seconds
        for number, count in other.classes.items():
            self.classes[number] = self.classes.get(number, 0) + count

    def below(self, share: float) -> float:
        """Return the quantile `share` in seconds, by the upper end of a class."""
        left = share * self.moves
        for number in sorted(self.classes):
            left -= self.classes[number]
            if left <= 0:
                return float(STEP**number)
        return 0.0


class Side(NamedTuple):
    """The player of a seat: its name, choice, seconds per move, and durations."""

    name: str
    choose: Choice
    seconds: float | None
    times: Times


@dataclass(frozen=True, slots=True)
class Played:
    """The games of deal `number`, with A's score: 0 as durak, ½ for a draw, else 1."""

    number: int
    scores: tuple[float, ...]
    a: Times
    b: Times

    def to_dict(self) -> dict[str, Any]:
        """Return the values of a line of a result file."""
        return asdict(self)

    @staticmethod
    def from_dict(given: Mapping[str, Any]) -> Played:
        """Return the deal of a line of a result file.

        Raises:
            KeyError, TypeError, ValueError, AttributeError: the line is invalid.
        """
        times = []
        for key in ("a", "b"):
            classes = {int(number): int(n) for number, n in given[key]["classes"].items()}
            times.append(Times(int(given[key]["moves"]), float(given[key]["seconds"]), classes))
        return Played(int(given["number"]), tuple(map(float, given["scores"])), *times)


def players_of(match: Match) -> dict[str, Choice]:
    """Return the players of a match by name."""
    return {name: player(name, match.programs) for name in (match.a, match.b)}


def play_deal(match: Match, players: Mapping[str, Choice], number: int) -> Played:
    """Play all games of deal `number`.

    Raises:
        PlayerFault: a player does not answer as it must.
    """
    a, b = Times(), Times()
    seconds_b = match.seconds if match.seconds_b is None else match.seconds_b
    scores = []
    for turn in range(match.games_a_deal):
        own = match.seats_of_a(turn)
        sides = [
            Side(match.a, players[match.a], match.seconds, a)
            if seat in own
            else Side(match.b, players[match.b], seconds_b, b)
            for seat in range(match.seats)
        ]
        game = play_game(match, sides, number)
        scores.append(_score(game, own))
    return Played(number, tuple(scores), a, b)


def play_game(match: Match, sides: Sequence[Side], number: int) -> Game:
    """Play one game of deal `number`; `sides` has the player of each seat.

    A player with a single legal action is not asked. Of several throwers the lowest seat is asked.

    Raises:
        PlayerFault: an answer that is not legal.
    """
    seed = f"{match.seed}:{number}"
    game = Game.deal(match.rules, match.seats, 0, seed=seed)
    while not game.over:
        if game.deck_due:
            game.redeal(shuffled(match.rules.deck, f"{seed}:{game.state.deal + 1}"))
            continue
        seat = game.awaited[0]
        legal = game.legal_for(seat)
        action = legal[0]
        if len(legal) > 1:
            name, choose, seconds, times = sides[seat]
            view = game.view(seat)
            clock = time.perf_counter if name in match.programs else time.process_time
            begun = clock()
            chosen = choose(view, legal, seconds)
            times.add(clock() - begun)
            if chosen not in legal:
                raise PlayerFault(f"{name}: {chosen} is not legal")
            action = chosen
        game.apply(action)
    return game


def _score(game: Game, own: set[int]) -> float:
    result = game.result
    assert result is not None
    if result.draw or result.void:
        return 0.5
    if game.rules.teams:
        return float(not own & set(result.losers))
    return float(result.durak not in own)
