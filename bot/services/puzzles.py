"""Puzzles: endings to solve, one message for each person, and streaks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from typing import TypeVar
from weakref import WeakValueDictionary

from bot.model.buttons import PuzzlePress
from bot.model.people import Person, Place
from bot.model.protocols import Clock, Delivery
from bot.model.screen import Answer, Slot, SlotKind, Urgency
from bot.screens.puzzles import PuzzleState, Status, no_puzzles_screen, puzzle_hint, puzzle_screen
from bot.screens.text import message
from bot.services.notes import say
from bot.storage import puzzles as kept
from bot.storage.database import Database
from bot.storage.errors import FAILURES
from bot.storage.puzzles import PuzzleProgress
from bot.workers.pool import WorkerLost, WorkerPool, WorkersBusy
from engine import Action
from engine.ai.why import Why
from engine.puzzles.attempt import attempt, position, solution
from engine.puzzles.book import GRADES, Puzzle, TooHard, puzzles

T = TypeVar("T")

log = logging.getLogger(__name__)


class _Forgotten(Exception):
    """Raised where the person was erased while their press was being handled."""


_WAIT, _LIMIT = 3.0, 10.0
_HARDER_EVERY = 3
"""The number of puzzles solved in a row after which the grade goes up."""


class Puzzles:
    """Shows puzzles and judges moves. Solving is done in `workers`."""

    def __init__(
        self, db: Database, delivery: Delivery, clock: Clock, workers: WorkerPool, bot_username: str
    ) -> None:
        self._db = db
        self._delivery = delivery
        self._clock = clock
        self._workers = workers
        self._bot_url = f"https://t.me/{bot_username}?start=puzzle"
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @cached_property
    def _book(self) -> dict[str, Puzzle]:
        return {puzzle.id: puzzle for puzzle in puzzles()}

    async def show(self, place: Place, person: Person) -> None:
        """Post the unfinished puzzle of a person, else the next one, in private."""
        if not place.private:
            say(self._delivery, place, no_puzzles_screen(self._bot_url, place.reader))
            return
        try:
            async with self._lock(person):
                player = await self._player(person)
                if player.done:
                    player = await self._next(person, player)
                self._draw(person, player, repost=True)
        except _Forgotten:
            return
        except FAILURES:
            log.exception("puzzle_not_shown")

    async def press(self, place: Place, person: Person, press: PuzzlePress) -> Answer:
        """Handle a move, or a request for a hint or for the next puzzle.

        Old buttons, and those forged in a group, change nothing.
        """
        if not place.private:
            return Answer(message("toast-old-button", person.reader))
        lock = self._lock(person)
        if lock.locked():
            return Answer(message("toast-thinking", person.reader))
        try:
            async with lock:
                player = await self._player(person)
                if (press.puzzle, press.step) != (player.puzzle, len(player.line)):
                    if not player.done:
                        self._draw(person, player)
                    return Answer(message("toast-old-button", person.reader))
                if press.verb == "next":
                    self._draw(person, await self._next(person, player))
                    return Answer()
                if player.done:
                    return Answer(message("toast-old-button", person.reader))
                if press.verb == "hint":
                    return await self._hint(person, player)
                return await self._move(person, player, press)
        except _Forgotten:
            return Answer(message("toast-old-button", person.reader))
        except (WorkersBusy, WorkerLost, TooHard):
            return Answer(message("toast-puzzle-busy", person.reader))
        except FAILURES:
            return Answer(message("toast-storage", person.reader))

    async def _move(self, person: Person, player: PuzzleProgress, press: PuzzlePress) -> Answer:
        puzzle = self._book[player.puzzle]
        action = Action(puzzle.seat, press.move, press.cards) if press.move else None
        if action is None or action not in position(puzzle, player.line).legal_for(puzzle.seat):
            return Answer(message("toast-unknown", person.reader))
        tried = await self._run(attempt, puzzle, player.line, action)
        if tried.outcome == "wrong":
            better = await self._solution(puzzle, player.line)
            player = replace(player, done=True, streak=0)
            await self._put(person, player, False)
            self._draw(person, player, "wrong", better)
            return Answer(message("toast-puzzle-wrong", person.reader))
        player = replace(player, line=tried.line)
        if tried.outcome == "on":
            await self._put(person, player)
            self._draw(person, player)
        else:
            streak = player.streak + (0 if player.hinted else 1)
            player = replace(player, done=True, streak=streak, best=max(streak, player.best))
            await self._put(person, player, True)
            self._draw(person, player, "right")
        return Answer(message("toast-puzzle-right", person.reader))

    async def _hint(self, person: Person, player: PuzzleProgress) -> Answer:
        puzzle = self._book[player.puzzle]
        better = await self._solution(puzzle, player.line)
        await self._put(person, replace(player, hinted=True))
        game = position(puzzle, player.line)
        return Answer(puzzle_hint(puzzle, game, better, person.reader))

    async def _solution(self, puzzle: Puzzle, line: tuple[str, ...]) -> tuple[Action, Why]:
        if line:
            return await self._run(solution, puzzle, line)
        return solution(puzzle, line)

    async def _run(self, work: Callable[..., T], *what: object) -> T:
        return await self._workers.run(work, *what, wait=_WAIT, limit=_LIMIT)

    async def _player(self, person: Person) -> PuzzleProgress:
        """Return the progress of a person, at a puzzle that still exists."""
        player = await kept.get(self._db, person.user_id)
        if player is None or player.puzzle not in self._book:
            player = await self._next(person, player)
        return player

    async def _next(self, person: Person, player: PuzzleProgress | None) -> PuzzleProgress:
        """Choose the next puzzle: untried, of a grade by the streak; else tried long ago."""
        tried = await kept.tried(self._db, person.user_id)
        before = player or PuzzleProgress("")
        wanted = min(GRADES[0] + before.streak // _HARDER_EVERY, GRADES[-1])

        def order(puzzle: Puzzle) -> tuple[float, int, str]:
            # Each person has their own order, so that neighbours get different puzzles.
            mixed = sha256(f"{person.user_id}:{puzzle.id}".encode()).hexdigest()
            return tried.get(puzzle.id, 0.0), abs(puzzle.grade - wanted), mixed

        others = (puzzle for puzzle in self._book.values() if puzzle.id != before.puzzle)
        following = PuzzleProgress(
            min(others, key=order).id, streak=before.streak, best=before.best
        )
        if player is None:
            await kept.begin(self._db, person.user_id, following)
            return following
        if not before.done and before.puzzle in self._book:
            # A skipped puzzle counts as tried, and is shown again after all others.
            await self._put(person, before, False)
        await self._put(person, following)
        return following

    async def _put(
        self, person: Person, player: PuzzleProgress, solved: bool | None = None
    ) -> None:
        if not await kept.put(self._db, person.user_id, player, solved, self._clock.now()):
            raise _Forgotten

    def _draw(
        self,
        person: Person,
        player: PuzzleProgress,
        status: Status = "task",
        better: tuple[Action, Why] | None = None,
        *,
        repost: bool = False,
    ) -> None:
        puzzle = self._book[player.puzzle]
        game = position(puzzle, player.line)
        state = PuzzleState(
            puzzle,
            game,
            len(player.line),
            player.streak,
            player.best,
            status,
            better,
            player.hinted,
        )
        slot = Slot(SlotKind.PUZZLE, 0, person.user_id)
        screen = puzzle_screen(state, person.reader)
        self._delivery.show(slot, screen, Urgency.ACTED, repost=repost)

    def _lock(self, person: Person) -> asyncio.Lock:
        return self._locks.setdefault(person.user_id, asyncio.Lock())
