# Talk that is about no table: greetings, languages, apologies.

chat-hello =
    Hi! A game of Durak? Send /play and I'll open a table.
    Everyone gets their cards in private; the table is here for all to see. Rules: /rules.
chat-seated = You have a seat! When the cards are dealt, yours will come here.
chat-anonymous = I can't see who is writing: this came in the name of a chat. Write as yourself to take a seat.
chat-language-admins = In a group its admins choose the language.
chat-language-chosen = English it is.
toast-trouble = That didn't work, sorry. Please try again.

# What the menu of commands says.

command-play = play Durak
command-hand = my cards
command-table = show the table again
command-leave = leave the table
command-stop = end the game for everybody
command-rules = the rules
command-history = past games, step by step
command-puzzle = puzzles: find the right move
command-top = boards: fewest defeats, rating
command-stats = my games in figures
command-pogony = who has which rank
command-ring = when to call me if I am awaited
command-settings = settings
command-lang = language: русский, English
command-privacy = what I keep about you
command-forget = forget me
command-help = what I can do
