# The language itself.

language-own-name = English
# Telegram's codes of the languages (ISO 639-1) in whose place this one is spoken.
language-codes = en
# Whether it is spoken to all those whose language is not here: yes in one language, else no.
language-fallback = yes

# What is written on the cards from ten to ace.
card-ten = 10
card-jack = J
card-queen = Q
card-king = K
card-ace = A
