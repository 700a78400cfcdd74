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
