"""`python -m tests.bench`: measure the bot under load, as one JSON object.

Times are CPU time where they can be, since a machine has other things to do too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from typing import Any

from tests.bench import boards, burst, calls, crowd
from tests.bench.thinking import thinking

SECTIONS = ("lively", "crowd", "asleep", "awake", "burst", "thinking", "boards")


async def bench(
    sections: list[str],
    actions: int,
    tables: int,
    games: int,
    awake: int,
    updates: int,
    thinkers: int,
    stored: int,
) -> dict[str, Any]:
    """The figures of these sections."""
    found: dict[str, Any] = {}
    if "lively" in sections:
        found["lively"] = await calls.lively(actions)
    if "crowd" in sections:
        found["crowd"] = await crowd.crowd(tables)
    if "asleep" in sections:
        found["asleep"] = await crowd.asleep(games)
    if "awake" in sections:
        found["awake"] = await crowd.awake(awake)
    if "burst" in sections:
        found["burst"] = await burst.burst(updates)
    if "thinking" in sections:
        found["thinking"] = await thinking(thinkers, 30.0)
    if "boards" in sections:
        found["boards"] = await boards.bench(stored)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "sections",
        nargs="*",
        default=SECTIONS,
        metavar="SECTION",
        help=f"of {', '.join(SECTIONS)}; all if none is named",
    )
    parser.add_argument("--actions", type=int, default=40, help="at each lively table")
    parser.add_argument("--tables", type=int, default=200, help="in the crowd")
    parser.add_argument("--games", type=int, default=10_000, help="that are stored and asleep")
    parser.add_argument("--awake", type=int, default=1500, help="games that are on at a start")
    parser.add_argument("--updates", type=int, default=1500, help="of one person in a burst")
    parser.add_argument("--thinkers", type=int, default=10, help="tables of four grandmasters")
    parser.add_argument("--results", type=int, default=1_000_000, help="that boards are made of")
    given = parser.parse_args()
    found = asyncio.run(
        bench(
            given.sections,
            given.actions,
            given.tables,
            given.games,
            given.awake,
            given.updates,
            given.thinkers,
            given.results,
        )
    )
    print(json.dumps(found, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
