"""The composition root: builds the components, runs them, and stops them in order."""

import asyncio
import gc
import logging
import secrets
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from aiogram import Bot
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import (
    AiogramError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    User,
)

from bot.config import ConfigError, Settings
from bot.delivery.call_metrics import CallMetrics
from bot.delivery.errors import words
from bot.delivery.json_session import JsonSession
from bot.delivery.outbox import Outbox
from bot.delivery.rate_limits import RateLimits
from bot.model.people import LANGUAGES, Reader
from bot.model.protocols import Clock
from bot.runtime import heartbeat
from bot.runtime.clock import SystemClock
from bot.runtime.http import HealthChecks, health_routes, listening, metrics_routes
from bot.runtime.metrics import Metrics
from bot.runtime.tasks import Nursery
from bot.services.analysis import Analysis
from bot.services.directory import Directory
from bot.services.greetings import Greetings
from bot.services.history import History
from bot.services.privacy import Privacy
from bot.services.puzzles import Puzzles
from bot.services.scores import Scores
from bot.services.settings import SettingsMenu
from bot.storage import recount
from bot.storage.database import Database
from bot.tables.tables import Tables
from bot.tables.thinking import Thinker
from bot.workers.painter import Painter
from bot.workers.pool import WorkerPool
from handlers.features import menu
from handlers.polling import Poller
from handlers.rate_limit import slow_down
from handlers.routers import dispatcher
from handlers.services import Services
from handlers.updates import Source, UpdateQueue
from handlers.webhook import Webhook
from locales import fluent

log = logging.getLogger(__name__)

_REFUSED = "Telegram refuses the token: check BOT_TOKEN, or ask @BotFather for a new one"
HANDLERS_SECONDS = 2.0
DRAIN_SECONDS = 5.0
_LONGEST_PAUSE = 60.0
_THOUGHTS_WAIT = 16
"""The number of thoughts that may wait for each worker."""
_DRAWINGS_WAIT = 16


@dataclass(frozen=True, slots=True)
class Pools:
    """The pools of worker processes, which are started when needed."""

    thinking: WorkerPool
    drawing: WorkerPool

    async def close(self) -> None:
        """End all workers."""
        await asyncio.gather(self.thinking.close(), self.drawing.close())


@dataclass(frozen=True, slots=True)
class Components:
    """The components that run and must be stopped in order."""

    tables: Tables
    delivery: Outbox
    source: Source
    pools: Pools
    analysis: Analysis
    scores: Scores
    privacy: Privacy


@dataclass(frozen=True, slots=True)
class Observability:
    """The metrics and health checks for operators."""

    metrics: Metrics
    checkup: HealthChecks


def _secret() -> str:
    return secrets.token_hex(32)


async def run(
    settings: Settings,
    *,
    clock: Clock | None = None,
    seed: Callable[[], str] = _secret,
    stop: asyncio.Event | None = None,
) -> None:
    """Run the bot until `stop` is set or, without one, until SIGTERM or SIGINT.

    Tests pass their own `clock`, and a `seed` that returns the secret of every deal.

    Raises:
        ConfigError: Telegram refuses the token.
        StorageError: the database can't be opened.
    """
    if stop is None:
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    db = await Database.open(settings.database_path)
    try:
        await recount.catch_up(db)
        server = TelegramAPIServer.from_base(settings.telegram_api_url)
        async with Bot(
            settings.bot_token.get_secret_value(), session=JsonSession(api=server)
        ) as bot:
            observed = Observability(Metrics(), HealthChecks())
            bot.session.middleware(CallMetrics(observed.metrics))
            async with _operator_server(settings, observed):
                await _serve(settings, db, bot, stop, clock or SystemClock(), seed, observed)
    finally:
        await db.close()


async def _serve(
    settings: Settings,
    db: Database,
    bot: Bot,
    stop: asyncio.Event,
    clock: Clock,
    seed: Callable[[], str],
    observed: Observability,
) -> None:
    me = await _or_stopped(_introduce(bot, clock, polls=settings.webhook_url is None), stop)
    if me is None:
        return
    components = await _build(settings, db, bot, me, clock, seed, observed)
    running = [
        asyncio.create_task(components.delivery.run(components.tables.chat_events)),
        asyncio.create_task(heartbeat.beat(settings.database_path)),
        asyncio.create_task(_live(bot, components)),
    ]
    stopping = asyncio.create_task(stop.wait())
    log.info("started bot=@%s", me.username)
    try:
        await asyncio.wait([*running, stopping], return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        await _stop(components, running)
    for task in running:
        if not task.cancelled() and (error := task.exception()):
            raise ConfigError(_REFUSED) if _is_refusal(error) else error


async def _live(bot: Bot, components: Components) -> None:
    """Receive updates; tables are resumed and menus set meanwhile."""
    await components.tables.start()
    # Objects loaded by now live on. Scanning them again and again took a third of the processor
    # time of a busy bot, in noticeable pauses.
    gc.collect()
    gc.freeze()
    background = Nursery()
    background.spawn(_offer_commands(bot), name="commands")
    background.spawn(_freeze_resumed(components.tables), name="resumed")
    try:
        await components.source.run()
    finally:
        await background.close()


async def _freeze_resumed(tables: Tables) -> None:
    """Exempt the games that are resumed after the start from garbage collection too."""
    await tables.resumed()
    gc.freeze()


async def _stop(components: Components, running: list[asyncio.Task[None]]) -> None:
    """Stop new work, wait for running work, then send what is left in the outbox."""
    log.info("stopping")
    worker, *others = running
    for task in others:
        task.cancel()
    await asyncio.wait(others)
    await components.source.finish(HANDLERS_SECONDS)
    await components.tables.close()
    await components.analysis.tasks.close()
    await components.scores.plotter.tasks.close()
    await components.privacy.tasks.close()
    await components.pools.close()
    if not worker.done():
        await components.delivery.drain(DRAIN_SECONDS)
        worker.cancel()
        await asyncio.wait([worker])
    await components.delivery.close()


async def _build(
    settings: Settings,
    db: Database,
    bot: Bot,
    me: User,
    clock: Clock,
    seed: Callable[[], str],
    observed: Observability,
) -> Components:
    pace = RateLimits(
        settings.pace_group_per_minute,
        settings.pace_private_per_second,
        settings.pace_total_per_second,
    )

    delivery = Outbox(bot, db, clock, pace, observed.metrics)
    await delivery.load()
    directory = Directory(db, clock, settings.default_language)
    pools = Pools(
        WorkerPool(settings.ai_workers, _THOUGHTS_WAIT * settings.ai_workers),
        WorkerPool(1, _DRAWINGS_WAIT),
    )
    painter = Painter(pools.drawing)
    tables = Tables(
        db,
        delivery,
        clock,
        Thinker(pools.thinking, settings.ai_seconds),
        painter,
        bot_username=me.username or "",
        ai_pause=settings.ai_pause,
        ring_after=settings.ring_after,
        seed=seed,
        default_language=settings.default_language,
        on_moved=directory.moved,
    )
    services = Services(
        {
            Tables: tables,
            Directory: directory,
            Metrics: observed.metrics,
            Greetings: Greetings(delivery, directory),
            SettingsMenu: SettingsMenu(db, clock, delivery, directory, tables),
            Scores: Scores(db, delivery, clock, painter),
            History: History(db, delivery),
            Analysis: Analysis(db, delivery, clock, pools.thinking, painter),
            Puzzles: Puzzles(db, delivery, clock, pools.thinking, me.username or ""),
            Privacy: Privacy(db, delivery, directory, tables),
        }
    )
    handlers = dispatcher(bot, services)
    for heard in (handlers.message, handlers.callback_query):
        heard.outer_middleware(delivery.hear)
    updates_ = UpdateQueue(
        bot,
        handlers,
        clock,
        observed.metrics,
        partial(slow_down, bot=bot, identity=handlers["identity"], services=services),
        await db.kept_updates(),
    )
    observed.metrics.watch(
        "updates_waiting", "Updates that wait for their turn", lambda: updates_.waiting
    )
    source = _source(settings, bot, updates_, clock, observed, delivery.retry)
    _observe(observed, db, tables, delivery, source)
    observed.metrics.watch("known", "People and chats in memory", lambda: len(directory))
    thinking = pools.thinking
    observed.metrics.watch("thoughts_waiting", "Thoughts not begun", lambda: thinking.depth)
    return Components(
        tables,
        delivery,
        source,
        pools,
        services[Analysis],
        services[Scores],
        services[Privacy],
    )


def _source(
    settings: Settings,
    bot: Bot,
    updates_: UpdateQueue,
    clock: Clock,
    observed: Observability,
    recovered: Callable[[], None],
) -> Source:
    if settings.webhook_url is None:
        return Poller(bot, updates_, clock, recovered)
    assert settings.webhook_secret is not None
    return Webhook(
        bot,
        updates_,
        clock,
        url=settings.webhook_url,
        secret=settings.webhook_secret.get_secret_value(),
        host=settings.webhook_host,
        port=settings.webhook_port,
        routes=health_routes(observed.checkup),
    )


def _observe(
    observed: Observability, db: Database, tables: Tables, delivery: Outbox, source: Source
) -> None:
    """Add the components to /readyz and /metrics."""
    observed.checkup.look_at("database", db.problem)
    observed.checkup.look_at("updates", source.problem)
    observed.checkup.look_at("delivery", delivery.problem)
    observed.metrics.watch("outbox_depth", "Messages that wait to be shown", lambda: delivery.depth)
    observed.metrics.watch("chat_queues", "Chats with a queue", lambda: delivery.queues)
    observed.metrics.watch("tables", "Tables in memory", lambda: len(tables.index.all()))
    observed.metrics.watch("live_games", "Games that are on", lambda: tables.on[0])
    observed.metrics.watch("open_lobbies", "Lobbies that are open", lambda: tables.on[1])


@asynccontextmanager
async def _operator_server(settings: Settings, observed: Observability) -> AsyncIterator[None]:
    """Serve metrics and health checks on localhost during the block, if a port is set."""
    if settings.metrics_port is None:
        yield
        return
    routes = [*health_routes(observed.checkup), *metrics_routes(observed.metrics)]
    async with listening(routes, "127.0.0.1", settings.metrics_port, "METRICS_PORT"):
        yield


async def _introduce(bot: Bot, clock: Clock, *, polls: bool) -> User:
    """Return the bot's own user, retrying until Telegram answers.

    Raises:
        ConfigError: Telegram refuses the token.
    """
    pause = 1.0
    while True:
        try:
            me = await bot.me()
            if polls:
                # Polling is refused while a webhook is set, perhaps by another program.
                await bot.delete_webhook()
        except AiogramError as error:
            if _is_refusal(error) or isinstance(error, TelegramNotFound):
                raise ConfigError(_REFUSED) from error
            wait = error.retry_after if isinstance(error, TelegramRetryAfter) else pause
            log.warning('telegram_unreachable retry_seconds=%.0f error="%s"', wait, words(error))
            await clock.sleep(wait)
            pause = min(2 * pause, _LONGEST_PAUSE)
        else:
            return me


def _is_refusal(error: BaseException) -> bool:
    return isinstance(error, TelegramUnauthorizedError)


async def _offer_commands(bot: Bot) -> None:
    """Set the menus of commands; a failure is only logged.

    https://core.telegram.org/bots/api#setmycommands
    """
    menus = (
        (BotCommandScopeAllPrivateChats(), menu("private")),
        (BotCommandScopeAllGroupChats(), menu("group")),
        (BotCommandScopeAllChatAdministrators(), menu("admins")),
    )
    try:
        for language in LANGUAGES:
            # A menu without a code is for people whose language is missing.
            codes = [None] if language == fluent.FALLBACK else fluent.codes(language)
            for scope, names in menus:
                commands = [
                    BotCommand(command=name, description=Reader(language).text(f"command-{name}"))
                    for name in names
                ]
                for code in codes:
                    await bot.set_my_commands(
                        commands, scope=scope, language_code=code, request_timeout=10
                    )
    except AiogramError as error:
        log.warning('commands_not_set error="%s"', words(error))


async def _or_stopped(work: Coroutine[Any, Any, User], stop: asyncio.Event) -> User | None:
    """Return the result of `work`, None if `stop` is set before it ends."""
    task = asyncio.create_task(work)
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait([task, stopping], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if task.done():
        return task.result()
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return None
