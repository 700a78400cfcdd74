"""Has the seats without a person choose, thinking where that takes time, and move later."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from bot.model.protocols import Clock, Opponent
from bot.tables import autoplay
from bot.tables.autoplay import Decision
from bot.tables.game import LiveGame
from bot.tables.table import Table
from bot.tables.thinking import Thoughts
from engine import Verb

Later = Callable[[Table, int, int, Decision, float], None]


class Opponents:
    """Plans the next move of a computer or an autopilot.

    `later(room, game_id, step, deed, seconds)` does the deed in so many seconds, if the game still
    stands at that step then; `never(game_id)` calls that off. `pause` is the human moment, in
    seconds.
    """

    def __init__(
        self,
        clock: Clock,
        opponent: Opponent,
        pause: float,
        later: Later,
        never: Callable[[int], None],
    ) -> None:
        self._clock = clock
        self._opponent = opponent
        self._pause = pause
        self._later = later
        self._never = never
        self.thoughts = Thoughts()

    def plan(self, table: Table, live: LiveGame) -> None:
        """Have the next computer, if one is awaited, choose and then move after a human moment."""
        game_id, seat = live.game_id, autoplay.next_seat(live)
        decision = None if seat is None else autoplay.choice(live, seat)
        if seat is None or decision is not None:
            self.thoughts.drop(game_id)
        if seat is None:
            self._never(game_id)
        elif decision is not None:
            self._later(table, game_id, live.step, decision, self._pause)
        elif not self.thoughts.on(game_id, (live.step, seat)):
            self._never(game_id)
            self.thoughts.begin(game_id, (live.step, seat), self._think(table, live, seat))

    def forget(self, game_id: int) -> None:
        """A game is over, or must be read anew: nothing is planned."""
        self.thoughts.drop(game_id)
        self._never(game_id)

    def _think(self, table: Table, live: LiveGame, seat: int) -> Coroutine[Any, Any, None]:
        """Think about the game as it stands now; to be waited for outside the lane.

        The time counts as part of the human moment, and a pass needs none.
        """
        game_id, step, begun = live.game_id, live.step, self._clock.now()
        level = live.stored.deal.seats[seat].level or ""
        choosing = self._opponent.choose(level, live.game.view(seat), live.game.legal_for(seat))

        async def think() -> None:
            action = await choosing
            pause = 0.0 if action.verb is Verb.PASS else self._pause
            seconds = max(begun + pause - self._clock.now(), 0.0)
            self._later(table, game_id, step, Decision(action, "bot"), seconds)

        return think()
