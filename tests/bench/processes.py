"""Start, measure (CPU time and memory) and stop processes."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Sequence
from pathlib import Path

from bot.sandbox.world import TOKEN

ROOT = Path(__file__).parents[2]
LIFTED = {
    "PACE_GROUP_PER_MINUTE": "1000000",
    "PACE_PRIVATE_PER_SECOND": "1000000",
    "PACE_TOTAL_PER_SECOND": "1000000",
}
_TICKS = os.sysconf("SC_CLK_TCK")


class Measured:
    """One running process."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._stat = Path(f"/proc/{process.pid}/stat")
        self._status = Path(f"/proc/{process.pid}/status")

    @property
    def cpu(self) -> float:
        """Seconds of CPU time so far."""
        fields = self._stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    @property
    def memory(self) -> int:
        """Bytes in memory."""
        lines = self._status.read_text().splitlines()
        line = next(line for line in lines if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024

    async def stop(self) -> None:
        """End it."""
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                await asyncio.wait_for(self._process.wait(), 15)
            except TimeoutError:
                self._process.kill()
                await self._process.wait()


async def start(module: str, folder: Path, url: str, **settings: str) -> Measured:
    """Start a bot, `python -m module`, that talks to the server at `url`."""
    with open(folder / f"{module}.log", "ab") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            cwd=folder,
            stdin=DEVNULL,
            stdout=log,
            stderr=log,
            env=os.environ
            | {
                "PYTHONPATH": str(ROOT),
                "BOT_TOKEN": TOKEN,
                "TELEGRAM_API_URL": url,
                "DATABASE_PATH": str(folder / "durak.sqlite3"),
                "LOG_LEVEL": "WARNING",
            }
            | settings,
        )
    return Measured(process)


def percentile(values: Sequence[float], part: float) -> float | None:
    """The value that so great a part of all (0 to 1) do not exceed, in milliseconds."""
    if not values:
        return None
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1)
