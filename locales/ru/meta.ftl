# The language itself.

language-own-name = Русский
# Telegram's codes of the languages (ISO 639-1) in whose place this one is spoken.
language-codes = ru
# Whether it is spoken to all those whose language is not here: yes in one language, else no.
language-fallback = no

# What is written on the cards from ten to ace.
card-ten = 10
card-jack = В
card-queen = Д
card-king = К
card-ace = Т
