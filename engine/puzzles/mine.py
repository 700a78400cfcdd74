"""Mine puzzles: endings of sensible games in which only one action is good."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from engine.actions import RETRACT, UNPACKED, Action
from engine.ai import amateur, fast, greedy
from engine.ai.ending.solver import solve
from engine.ai.plain import PlainPolicy
from engine.apply import apply
from engine.cards import CARDS, SUITS, bits, deck_of
from engine.game import Game
from engine.legal import awaited, legal
from engine.puzzles.book import Puzzle, TooHard, best, with_beside
from engine.record import FORMAT, play
from engine.rules import Rules
from engine.state import LEADING, OVER, State

_SLIPS = 0.15
_NODES = 6_000
"""The limit of nodes for a position, so that answers are instant."""
_MOST_MOVES = 40
_FEWEST_CHOICES = 3


def mine(rules: Rules, seed: str, games: int) -> Iterator[Puzzle]:
    """Yield puzzles from so many games, at most one of each; deterministic by seed.

    Both seats play as greedy, with slips; one of a game's suitable positions is drawn.
    """
    rng = Random(seed)
    for _ in range(games):
        found = [puzzle for record in _positions(rules, rng) if (puzzle := _puzzle(record))]
        if found:
            yield rng.choice(found)


def _positions(rules: Rules, rng: Random) -> Iterator[dict[str, Any]]:
    """Yield the decisions of a game's ending, as records that begin with the bout."""
    deck = list(deck_of(rules.deck))
    rng.shuffle(deck)
    state = Game.deal(rules, 2, 0, deck=deck).state
    record: dict[str, Any] = {}
    while state.phase != OVER:
        if state.phase == LEADING and state.drawn == len(state.talon):
            record = _record(rules, state)
        if record and _worth_a_look(state):
            yield {**record, "actions": list(record["actions"])}
        action = _sensible(state, rng)
        apply(state, action)
        if record:
            record["actions"].append(str(UNPACKED[action]))


def _record(rules: Rules, state: State) -> dict[str, Any]:
    hands = [[str(CARDS[card]) for card in bits(hand)] for hand in state.hands]
    return {
        "format": FORMAT,
        "rules": rules.differences(),
        "seats": 2,
        "leader": state.lead,
        "position": {"hands": hands, "talon": [], "trump": SUITS[state.trump]},
        "actions": [],
    }


def _worth_a_look(state: State) -> bool:
    due = awaited(state)[0]
    own = [action for action in legal(state) if action >> 4 & 7 == due]
    return len(own) >= _FEWEST_CHOICES and all(action & 15 != RETRACT for action in own)


def _sensible(state: State, rng: Random) -> int:
    if rng.random() >= _SLIPS:
        return fast.choose(state)
    due = awaited(state)[0]
    own = [a for a in legal(state) if a >> 4 & 7 == due and a & 15 != RETRACT]
    return rng.choice(own)


def _puzzle(record: dict[str, Any]) -> Puzzle | None:
    """Return the puzzle of a position, None if it is not suitable."""
    game = play(record)
    solution = solve(game.state, nodes=_NODES, lengths=False)
    if solution is None or solution.lost:
        return None
    own = [action for action in game.legal() if action.seat == solution.seat]
    top = solution.outcome
    good = [packed for packed, value in solution.values.items() if value.outcome == top]
    if len(solution.values) < len(own) or len(good) > 1:
        return None
    action = UNPACKED[good[0]]
    try:
        moves = _moves(game.copy(), action)
    except TooHard:
        return None
    if moves < 2:
        return None
    text = json.dumps(record, sort_keys=True)
    return Puzzle(
        id=hashlib.sha256(text.encode()).hexdigest()[:8],
        record=record,
        seat=action.seat,
        good=action,
        outcome=top,
        moves=moves,
        grade=_grade(moves, _tempting(game, action), len(own)),
    )


def _moves(game: Game, action: Action) -> int:
    """Count the seat's decisions until the end, with best play by both.

    Cards that are best played together count as one decision, as in an attempt.
    """
    seat, moves = action.seat, 1
    with_beside(game, action, _NODES)
    while not game.over and moves < _MOST_MOVES:
        if game.awaited[0] == seat and len(game.legal_for(seat)) > 1:
            moves += 1
        with_beside(game, best(game, _NODES)[0], _NODES)
    return moves


def _tempting(game: Game, good: Action) -> int:
    """Count how many of three sensible policies go wrong."""
    view, actions = game.view(good.seat), game.legal()
    chosen = (
        greedy.choose(view, actions),
        PlainPolicy().choose(view, actions),
        amateur.choose(view, actions),
    )
    return sum(action != good for action in chosen)


def _grade(moves: int, tempting: int, choices: int) -> int:
    """Return the grade 1..5, by length, number of choices and tempting wrong ones."""
    points = min(moves, 8) + 2 * tempting + (choices > 4)
    return 1 + sum(points >= bound for bound in (5, 7, 9, 11))
