"""What the bot counts about itself, for Prometheus; no names, no texts, no ids of anybody."""

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

disable_created_metrics()  # type: ignore[no-untyped-call]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 3, 5, 10, 30, 60, 300)


class Metrics:
    """One process's counts. The names of its methods' parameters are the labels."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._updates = Counter("durak_updates", "Updates taken over", ["kind"], registry=registry)
        self._presses = Counter(
            "durak_presses",
            "Presses of buttons by what came of them",
            ["outcome"],
            registry=registry,
        )
        self._calls = Counter(
            "durak_api_calls", "Calls to the Bot API", ["method", "result"], registry=registry
        )
        self._shown = Histogram(
            "durak_screen_seconds",
            "From a thing's being committed to its being on a screen",
            ["urgency"],
            buckets=_SECONDS,
            registry=registry,
        )

    def update(self, kind: str) -> None:
        """An update of Telegram's was taken over (repeated ones do not count)."""
        self._updates.labels(kind).inc()

    def press(self, outcome: str) -> None:
        """A press was dealt with: "done", "unchanged", "foreign", "not kept" or "failed"."""
        self._presses.labels(outcome).inc()

    def call(self, method: str, result: str) -> None:
        """A call of the Bot API ended: "ok", an HTTP status, "network" or "unreadable"."""
        self._calls.labels(method, result).inc()

    def shown(self, urgency: str, seconds: float) -> None:
        """A screen was shown, so long after what is new on it was committed.

        For whom: "awaited", "acted", "table" or "onlooker".
        """
        self._shown.labels(urgency).observe(seconds)

    def watch(self, name: str, words: str, count: Callable[[], float]) -> None:
        """Ask for a number whenever the metrics are read."""
        Gauge(f"durak_{name}", words, registry=self._registry).set_function(count)

    def text(self) -> bytes:
        """All of it as Prometheus reads it."""
        return generate_latest(self._registry)
