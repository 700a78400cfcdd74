"""Fault injection: server errors, lost connections, repeated and late updates.

`POST /world/faults {"rate", "kinds", "seed"?, "methods"?, "times"?, "retry_after"?, "delay"?,
"hang"?, "updates"?: {"twice"?, "late"?, "late_seconds"?}}`, or `null` for none, as at the start.

- `rate` (0 to 1) of the calls of `methods` (without it: all but getUpdates) fail in one of the
  `kinds`; after `times` faults there are no more. `seed` makes the choice reproducible.
- `429` (with `retry_after`, 1), `500` and `502` (a page of HTML): the call is not performed.
  `500_after`, `502_after`: it is performed, and the answer is the error.
- `delay`: performed, and answered `delay` (0.5) seconds later.
- `timeout`, `timeout_after`: no answer for `hang` (120) seconds, then the connection is closed; the
  first does not perform the call, the second does at once.
- `cut_before`, `cut_after`: the connection is closed at once, before or after the call.
- `updates`: this share of them is delivered `twice` (with the same update_id, after it was
  confirmed) or `late` by `late_seconds` (1): after those of other people, but in order for each
  person.

`GET /world/calls` has `"fault"` at each such call; its `status` is what the bot received, 0 for no
answer. If the call was performed, `"done"` is the status of its result.
"""

import asyncio
import math
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields

from aiohttp import web

from bot.sandbox import schema
from bot.sandbox.errors import ApiError, WorldError
from bot.sandbox.model import Json

BEFORE = ("429", "500", "502", "timeout", "cut_before")
AFTER = ("500_after", "502_after", "delay", "timeout_after", "cut_after")
_STATUS = {"429": 429, "500": 500, "502": 502, "500_after": 500, "502_after": 502}
_HTML = (
    "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n"
    "<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>"
)
_Answer = tuple[int, Json]


@dataclass(frozen=True, slots=True)
class Plan:
    """The faults to inject; rates are from 0 to 1, durations in seconds."""

    rate: float = 0.0
    kinds: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    times: float = math.inf
    retry_after: float = 1
    delay: float = 0.5
    hang: float = 120.0
    twice: float = 0.0
    late: float = 0.0
    late_seconds: float = 1.0

    @classmethod
    def parse(cls, given: Json) -> "Plan":
        """Return the plan of a /world/faults request, without its `seed`.

        Raises:
            WorldError: a name is unknown or a value out of range.
        """
        updates = given.get("updates", {})
        if not isinstance(updates, dict) or "twice" in given or "late" in given:
            raise WorldError("updates must be an object")
        values = {key: value for key, value in given.items() if key != "updates"} | updates
        known = {one.name for one in fields(cls)}
        for name, value in values.items():
            if name not in known:
                raise WorldError(f"faults know no {name}")
            values[name] = (
                _names(name, value) if name in ("kinds", "methods") else _size(name, value)
            )
        return cls(**values)


class Faults:
    """Draws faults at random; there are none without a plan."""

    def __init__(self) -> None:
        self.set(None)

    def set(self, plan: Plan | None, seed: object = None) -> None:
        """Start with this plan; an equal seed draws equal faults."""
        self.plan = plan or Plan()
        self._left = self.plan.times
        self._random = random.Random(str(seed))

    def draw(self, method: str) -> str | None:
        """Return the kind of fault for a call, or None."""
        plan = self.plan
        meant = method in plan.methods if plan.methods else method != "getUpdates"
        if not (meant and plan.kinds and self._left > 0 and self._random.random() < plan.rate):
            return None
        self._left -= 1
        return self._random.choice(plan.kinds)

    def twice(self) -> bool:
        """Return whether an update is delivered a second time."""
        return self._random.random() < self.plan.twice if self.plan.twice else False

    def late(self) -> float:
        """Return by how many seconds an update is delayed."""
        if not self.plan.late or self._random.random() >= self.plan.late:
            return 0.0
        return self.plan.late_seconds

    def status(self, kind: str, done: int = 0) -> int:
        """Return the status the bot receives, 0 for no answer; `done` is the call's own."""
        return done if kind == "delay" else _STATUS.get(kind, 0)

    async def play(
        self, kind: str, request: web.Request, perform: Callable[[], Awaitable[_Answer]]
    ) -> web.StreamResponse:
        """Answer a request with a fault; kinds in `AFTER` perform the call first."""
        plan = self.plan
        done = await perform() if kind in AFTER else (0, {})
        if kind == "delay":
            await asyncio.sleep(plan.delay)
            return web.json_response(done[1], status=done[0])
        if kind.startswith("502"):
            return web.Response(text=_HTML, content_type="text/html", status=502)
        if kind in _STATUS:
            return web.json_response(self.error(kind).body(), status=_STATUS[kind])
        if kind.startswith("timeout"):
            await asyncio.sleep(plan.hang)
        if request.transport is not None:
            request.transport.abort()
        return web.Response()

    def error(self, kind: str) -> ApiError:
        """Return the Bot API's error for a 429 or 500."""
        if kind == "429":
            wait = math.ceil(self.plan.retry_after)
            return ApiError(429, f"Too Many Requests: retry after {wait}", retry_after=wait)
        return ApiError(500, "Internal Server Error")


def _names(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise WorldError(f"{name} must be a list of words")
    for one in value:
        if name == "kinds" and one not in BEFORE + AFTER:
            raise WorldError(f"no such fault: {one}")
    if name == "methods":
        try:
            return tuple(schema.method_name(one) for one in value)
        except ApiError:
            raise WorldError("methods has something that is no method") from None
    return tuple(value)


def _size(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise WorldError(f"{name} must be a number, 0 or more")
    if name in ("rate", "twice", "late") and value > 1:
        raise WorldError(f"{name} must be between 0 and 1")
    return value
