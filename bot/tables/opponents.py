"""Plans the moves of seats that no person plays."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from bot.tables import autoplay
from bot.tables.autoplay import Decision
from bot.tables.game import LiveGame
from bot.tables.runner import Runner
from bot.tables.services import TableServices
from bot.tables.table import Table
from engine import Verb

PlayDecision = Callable[[Table, int, int, Decision], Coroutine[Any, Any, None]]
"""Plays a decision in the game with this id, if it is still at this step."""


class Opponents:
    """Plans the next move of a computer or the autopilot."""

    def __init__(self, services: TableServices, runner: Runner) -> None:
        self._services = services
        self._runner = runner

    def plan(self, table: Table, live: LiveGame, play: PlayDecision) -> None:
        """Have the next awaited computer choose, and `play` its decision after a pause."""
        thoughts = self._services.thoughts
        game_id, step, seat = live.game_id, live.step, autoplay.next_seat(live)
        decision = None if seat is None else autoplay.choice(live, seat)
        if seat is None:
            self._runner.unplan(game_id)
        elif decision is not None:
            thoughts.drop(game_id)
            self._later(table, play, game_id, step, decision, self._services.ai_pause)
        elif not thoughts.on(game_id, (step, seat)):
            self._runner.unplan(game_id)
            thoughts.begin(game_id, (step, seat), self._think(table, live, seat, play))

    def _later(
        self,
        table: Table,
        play: PlayDecision,
        game_id: int,
        step: int,
        decision: Decision,
        seconds: float,
    ) -> None:
        work = partial(play, table, game_id, step, decision)
        self._runner.later(("opponent", game_id), seconds, table, work)

    def _think(
        self, table: Table, live: LiveGame, seat: int, play: PlayDecision
    ) -> Coroutine[Any, Any, None]:
        """Return the work of thinking about the game as it is now, outside the mailbox.

        The time of thinking counts towards the pause before a move; a pass needs no pause.
        """
        services, game_id, step = self._services, live.game_id, live.step
        begun, level = services.now(), live.stored.deal.seats[seat].level or ""
        choosing = services.opponent.choose(level, live.moment.view(seat), live.moment.legal(seat))

        async def think() -> None:
            action = await choosing
            pause = 0.0 if action.verb is Verb.PASS else services.ai_pause
            seconds = max(begun + pause - services.now(), 0.0)
            self._later(table, play, game_id, step, Decision(action, "bot"), seconds)

        return think()
