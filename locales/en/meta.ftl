# The language itself.

language-own-name = English
# Codes of the languages (ISO 639-1, as Telegram tells them) whose speakers this one is for.
language-codes = en
# Whether it is for everybody whose language is not here: yes in one language, no in the others.
language-fallback = yes

# What is written on the cards from ten to ace.
card-ten = 10
card-jack = J
card-queen = Q
card-king = K
card-ace = A
