"""Limits for the connections of an HTTP server: how many there are, and how long they may idle.

aiohttp has neither a limit of connections nor a time limit for the first request.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from aiohttp import web

log = logging.getLogger(__name__)

MOST = 256
"""How many connections may be open at once."""
FIRST_SECONDS, NEXT_SECONDS = 10.0, 75.0
"""How long a connection may take for its first request, and for the next one."""
_NOTE_SECONDS = 60.0

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Connections:
    """The open connections of a server.

    Where there are too many, the oldest one without a request is closed for a new one.
    """

    def __init__(self) -> None:
        # Ordered sets of those with and without a request in progress.
        self._busy: dict[_Connection, None] = {}
        self._idle: dict[_Connection, None] = {}
        self._refused = 0
        self._noted = -_NOTE_SECONDS

    def limited(self, server: Callable[[], asyncio.Protocol]) -> Callable[[], asyncio.Protocol]:
        """Return a factory of protocols that limits the connections of another one."""
        return lambda: _Connection(server(), self)

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Note which connections have a request in progress."""
        transport = request.transport
        connection = transport.get_protocol() if transport is not None else None
        if not isinstance(connection, _Connection):
            return await handler(request)
        self._idle.pop(connection, None)
        self._busy[connection] = None
        connection.wait(None)
        try:
            return await handler(request)
        finally:
            if self._busy.pop(connection, connection) is None:
                self._idle[connection] = None
                connection.wait(NEXT_SECONDS)

    def add(self, connection: _Connection) -> bool:
        """Count a new connection; return False where there is no room for it."""
        if len(self._busy) + len(self._idle) >= MOST:
            self._note_refusal()
            if not self._idle:
                return False
            oldest = next(iter(self._idle))
            self.remove(oldest)
            oldest.close()
        self._idle[connection] = None
        return True

    def remove(self, connection: _Connection) -> None:
        """Forget a connection that is closed."""
        self._busy.pop(connection, None)
        self._idle.pop(connection, None)

    def _note_refusal(self) -> None:
        self._refused += 1
        now = time.monotonic()
        if now - self._noted >= _NOTE_SECONDS:
            log.warning("connections_refused count=%d", self._refused)
            self._refused, self._noted = 0, now


class _Connection(asyncio.Protocol):
    """Passes on what happens to a connection, and closes it when it idles for too long."""

    def __init__(self, inner: asyncio.Protocol, connections: Connections) -> None:
        self._inner = inner
        self._connections = connections
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    def wait(self, seconds: float | None) -> None:
        """Close the connection in so many seconds unless this is called again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self.close)

    def close(self) -> None:
        """Close the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        if not self._connections.add(self):
            transport.abort()
            return
        self._transport = transport
        self._inner.connection_made(transport)
        self.wait(FIRST_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self.wait(None)
        self._connections.remove(self)
        if self._transport is not None:
            self._inner.connection_lost(exc)
            self._transport = None

    def data_received(self, data: bytes) -> None:
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()
