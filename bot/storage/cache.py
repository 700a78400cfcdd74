"""What is read at every press and hardly ever changes, kept until it does."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

V = TypeVar("V")

MOST = 16_384
"""When so many rows are kept, it begins anew."""


class Cache(Generic[V]):
    """Rows of one table by their ids, also that there is none.

    Whoever writes such a row does it in a `changing` block; no row is kept that was read before
    the end of one.
    """

    def __init__(self) -> None:
        self._rows: dict[int, V | None] = {}
        self._changes = 0

    async def find(
        self, ids: Iterable[int], read: Callable[[list[int]], Awaitable[dict[int, V]]]
    ) -> dict[int, V]:
        """The rows of these ids that there are; `read` reads those that are not kept."""
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
        """These rows are written in the block: afterwards they are read anew."""
        try:
            yield
        finally:
            self._changes += 1
            for one in ids:
                self._rows.pop(one, None)

    def _keep(self, rows: dict[int, V | None]) -> None:
        if len(self._rows) >= MOST:
            self._rows.clear()
        self._rows |= rows
