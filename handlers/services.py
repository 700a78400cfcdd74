"""The services that handlers may call."""

from collections.abc import Iterable, Mapping
from typing import TypeVar, cast

T = TypeVar("T")


class Services:
    """The services of the bot, each found by its class."""

    def __init__(self, by_class: Mapping[type, object]) -> None:
        self._by_class = by_class

    def __getitem__(self, kind: type[T]) -> T:
        """Return the service of a class.

        Raises:
            KeyError: there is none.
        """
        return cast(T, self._by_class[kind])

    def check(self, kinds: Iterable[type]) -> None:
        """Check that there is a service of each class.

        Raises:
            KeyError: one is missing.
        """
        for kind in kinds:
            self._by_class[kind]
