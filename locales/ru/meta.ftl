# The language itself.

language-own-name = Русский
# Codes of the languages (ISO 639-1, as Telegram tells them) whose speakers this one is for.
language-codes = ru
# Whether it is for everybody whose language is not here: yes in one language, no in the others.
language-fallback = no

# What is written on the cards from ten to ace.
card-ten = 10
card-jack = В
card-queen = Д
card-king = К
card-ace = Т
