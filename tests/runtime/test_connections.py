"""Connections that ask for nothing are closed, and are no obstacle to those that do."""

import asyncio

from bot.runtime import connections
from bot.runtime.http import HealthChecks, health_routes, listening
from tests.handlers.test_webhook import free_port


def served(port):
    return listening(health_routes(HealthChecks()), "127.0.0.1", port, "PORT")


async def connected(port):
    return await asyncio.open_connection("127.0.0.1", port)


async def answer(reader, writer):
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    return (await reader.readline()).split()[1:2]


async def ended(reader):
    """Read to the end, which a reset is too."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


async def test_the_oldest_idle_connection_makes_room_for_a_new_one(monkeypatch, caplog):
    monkeypatch.setattr(connections, "MOST", 3)
    port = free_port()
    async with served(port):
        first, second, third = [await connected(port) for _ in range(3)]
        assert await answer(*third) == [b"200"]
        fourth, fifth = await connected(port), await connected(port)
        assert await answer(*fifth) == [b"200"]
        assert await ended(first[0]) == await ended(second[0]) == b""
        assert await answer(*fourth) == [b"200"]
        for _, writer in (first, second, third, fourth, fifth):
            writer.close()
    assert [r.message for r in caplog.records if "connections" in r.message] == [
        "connections_refused count=1"
    ]


async def test_a_connection_that_sends_no_request_is_closed(monkeypatch):
    monkeypatch.setattr(connections, "FIRST_SECONDS", 0)
    port = free_port()
    async with served(port):
        reader, writer = await connected(port)
        assert await ended(reader) == b""
        writer.close()


async def test_a_connection_is_closed_some_time_after_its_last_request(monkeypatch):
    monkeypatch.setattr(connections, "NEXT_SECONDS", 0)
    port = free_port()
    async with served(port):
        reader, writer = await connected(port)
        assert await answer(reader, writer) == [b"200"]
        assert (await ended(reader)).endswith(b"alive\n")
        writer.close()
