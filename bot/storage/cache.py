"""A cache of rows that are read at every press and rarely change."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

V = TypeVar("V")

MOST = 16_384
"""The cache is cleared when it holds this many rows."""


class Cache(Generic[V]):
    """Rows of one table by id, missing rows included.

    Writes to the table must be inside a `changing` block; a row read before the end of such a
    block is not cached.
    """

    def __init__(self) -> None:
        self._rows: dict[int, V | None] = {}
        self._changes = 0

    async def find(
        self, ids: Iterable[int], read: Callable[[list[int]], Awaitable[dict[int, V]]]
    ) -> dict[int, V]:
        """Return the existing rows of these ids; `read` loads those that are not cached."""
        found: dict[int, V | None] = {}
        missing = []
        for one in ids:
            if one in self._rows:
                found[one] = self._rows[one]
            else:
                missing.append(one)
        if missing:
            before = self._changes
            rows = await read(missing)
            found |= rows
            if before == self._changes:
                self._keep({one: rows.get(one) for one in missing})
        return {one: row for one, row in found.items() if row is not None}

    @contextmanager
    def changing(self, *ids: int) -> Iterator[None]:
        """Invalidate these rows at the end of the block that writes them."""
        try:
            yield
        finally:
            if ids:
                self._changes += 1
            for one in ids:
                self._rows.pop(one, None)

    def _keep(self, rows: dict[int, V | None]) -> None:
        if len(self._rows) >= MOST:
            self._rows.clear()
        self._rows |= rows
