"""Prometheus metrics, without names, texts or ids."""

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
    """The metrics of a process; the parameters of the methods are the labels."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._updates = Counter("durak_updates", "Updates accepted", ["kind"], registry=registry)
        self._dropped = Counter(
            "durak_updates_dropped", "Updates dropped beyond a person's rate", registry=registry
        )
        self._presses = Counter(
            "durak_presses",
            "Button presses by outcome",
            ["outcome"],
            registry=registry,
        )
        self._calls = Counter(
            "durak_api_calls", "Calls to the Bot API", ["method", "result"], registry=registry
        )
        self._shown = Histogram(
            "durak_screen_seconds",
            "Seconds from a commit to its screen being shown",
            ["urgency"],
            buckets=_SECONDS,
            registry=registry,
        )

    def update(self, kind: str) -> None:
        """Count an accepted update, or one that is "unreadable"; repeated ones do not count."""
        self._updates.labels(kind).inc()

    def dropped(self) -> None:
        """Count an update that is not carried out, since its person sends too many."""
        self._dropped.inc()

    def press(self, outcome: str) -> None:
        """Count a press: "done", "unchanged", "foreign", "not kept" or "failed"."""
        self._presses.labels(outcome).inc()

    def call(self, method: str, result: str) -> None:
        """Count a Bot API call by result.

        "ok", an HTTP status, "network", "unreadable", "cancelled" or "broken".
        """
        self._calls.labels(method, result).inc()

    def shown(self, urgency: str, seconds: float) -> None:
        """Observe the seconds from a commit until its screen was shown.

        `urgency` is "awaited", "acted", "table" or "onlooker".
        """
        self._shown.labels(urgency).observe(seconds)

    def watch(self, name: str, words: str, count: Callable[[], float]) -> None:
        """Add a gauge whose value is computed whenever the metrics are read."""
        Gauge(f"durak_{name}", words, registry=self._registry).set_function(count)

    def text(self) -> bytes:
        """Return all metrics in the Prometheus text format."""
        return generate_latest(self._registry)
