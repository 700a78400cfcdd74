"""Readers of each language, as screens and services are given them."""

from bot.model.people import LANGUAGES, Language, Reader

RU, EN = Reader(Language("ru")), Reader(Language("en"))
READERS = tuple(map(Reader, LANGUAGES))
