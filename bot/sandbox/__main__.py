"""`python -m bot.sandbox`: a local Telegram with its page, and the bot in it.

Two processes, as in production: the server, and the bot that talks to it over HTTP. The world is
created for each run, and so is the bot's database. Both processes end together.

Exit status 0 after Ctrl-C or SIGTERM, 2 if the port is taken, 1 if one of the processes died.
"""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import aiohttp

from bot.config import ConfigError, SandboxSettings, load
from bot.sandbox.server import LIMITS_HELP
from bot.sandbox.world import TOKEN

STOP_SECONDS = 15.0
LOOK_SECONDS = 0.2


async def run(port: int, limits: bool = False) -> int:
    """Run server and bot until a signal or the end of one; return the exit status.

    With `limits` the server enforces Telegram's rate limits, and the bot keeps its default pace.
    """
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    options = ["--limits"] if limits else []
    server = await _start("bot.sandbox.server", "--port", str(port), *options, stdout=PIPE)
    address = await _address(server)
    if address is None:
        await server.wait()
        return 2
    print("The cards are being shuffled…", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(prefix="durak-sandbox-") as folder:
        bot = await _start("bot", environment=_bot_environment(address, Path(folder), limits))
        ended = {asyncio.create_task(process.wait()) for process in (server, bot)}
        stopping = asyncio.create_task(stop.wait())
        welcome = asyncio.create_task(_welcome(address))
        await asyncio.wait({stopping, *ended}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        welcome.cancel()
        # The bot first: it still makes calls to the server while it stops.
        for process in (bot, server):
            await _end(process)
    return 0 if stop.is_set() else 1


async def _start(
    module: str,
    *arguments: str,
    stdout: int | None = None,
    environment: dict[str, str] | None = None,
) -> Process:
    # A new session: Ctrl-C in the terminal reaches only this process, which forwards it.
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        stdout=stdout,
        env=environment,
        start_new_session=True,
    )


async def _address(server: Process) -> str | None:
    """Return the address from the server's first line, None if the server ended."""
    assert server.stdout is not None
    line = (await server.stdout.readline()).decode()
    return line.split()[-1] if line else None


async def _welcome(address: str) -> None:
    """Print the address of the page once the bot listens."""
    async with aiohttp.ClientSession() as session:
        while True:
            async with session.get(f"{address}/world") as response:
                if (await response.json())["bot"]["online"]:
                    break
            await asyncio.sleep(LOOK_SECONDS)
    print(f"Open {address}/", flush=True)


def _bot_environment(address: str, folder: Path, limits: bool) -> dict[str, str]:
    """Return the environment of the bot: its settings, with this server's address."""
    pace = {"PACE_GROUP_PER_MINUTE": "240", "PACE_PRIVATE_PER_SECOND": "5"}
    return {
        **({} if limits else pace),
        **os.environ,
        "BOT_TOKEN": TOKEN,
        "TELEGRAM_API_URL": address,
        "DATABASE_PATH": str(folder / "sandbox.sqlite3"),
    }


async def _end(process: Process) -> None:
    if process.returncode is not None:
        return
    process.terminate()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


def main() -> int:
    """Run the sandbox; return the exit status."""
    try:
        settings = load(SandboxSettings)
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    parser = argparse.ArgumentParser(description="Play in a local Telegram.")
    parser.add_argument("--port", type=int, default=settings.sandbox_port)
    parser.add_argument("--limits", action="store_true", help=LIMITS_HELP)
    given = parser.parse_args()
    return asyncio.run(run(given.port, given.limits))


if __name__ == "__main__":
    sys.exit(main())
