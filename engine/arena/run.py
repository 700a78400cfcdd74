"""Run a match on all cores; a result file can be resumed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from engine.ai.levels import Choice
from engine.arena import files
from engine.arena.errors import ArenaError
from engine.arena.match import Match, Played, play_deal, players_of
from engine.arena.players import check


def run(
    match: Match,
    games: int,
    *,
    out: Path | None = None,
    processes: int | None = None,
    told: Callable[[list[Played]], None] | None = None,
) -> list[Played]:
    """Play complete deals until there are `games` games; return all deals, by number.

    `out` is resumed if it exists. `processes` None means one per core; `told` is called with all
    deals so far after each.

    Raises:
        UnknownPlayer, RulesError: the match is impossible.
        ArenaError: a player does not answer as it must, or the file is not of this match.
    """
    match.rules.check_seats(match.seats)
    for name in (match.a, match.b):
        check(name, match.programs)
    played = [] if out is None else files.resume(out, match)
    deals = -(-games // match.games_a_deal)
    missing = sorted(set(range(deals)) - {deal.number for deal in played})
    for deal in _played(match, missing, processes or os.cpu_count() or 1):
        played.append(deal)
        if out is not None:
            files.keep(out, deal)
        if told is not None:
            told(played)
    return sorted(played, key=lambda deal: deal.number)


def _played(match: Match, numbers: list[int], processes: int) -> Iterator[Played]:
    if not numbers:
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(numbers)), context, _prepare, (match,)) as pool:
        try:
            futures = [pool.submit(_play, number) for number in numbers]
            yield from (future.result() for future in as_completed(futures))
        except BrokenProcessPool as error:
            raise ArenaError("a process of the match was killed") from error
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


_MATCHES: list[tuple[Match, dict[str, Choice]]] = []
"""The match of a worker process."""


def _prepare(match: Match) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _MATCHES[:] = [(match, players_of(match))]


def _end_with_parent() -> None:
    """Exit when the parent process ends, even if it was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _play(number: int) -> Played:
    match, players = _MATCHES[0]
    return play_deal(match, players, number)
