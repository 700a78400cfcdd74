leave-question = { $name }, leave the game? Your cards go to the discard, and it counts as a defeat.
leave-question-team = { $name }, leave the game? Your team loses by it.
button-leave = I'm leaving
button-stay = I play on

language-group = Which language shall I speak in this chat?
language-private = Which language shall I speak with you?

ring-question = When shall I call you if the table waits for you? Your cards come anew, so that the phone rings. Everybody chooses for themselves.
ring-now = At once
ring-half = When half the time has gone
ring-never = Don't call me

greeting = <b>Hello! We play Durak here.</b>
    Add me to a group and say /play there: I'll send you your cards here. Or play against me right here: /play

help-group = <b>Let's play Durak</b>
    /play — open a table
    /table — show the table at the bottom of the chat
    /hand — send me my cards
    /rules — what we have agreed on
    /top — who ends up the fool least often
    /history — past games, step by step
    /stats — my games in figures (in reply to somebody: theirs)
    /pogony — who has which rank
    /leave — get up from the table
    /stop — stop the game (the table's host 👑 or an admin)
    /ring — when to call me
    /settings — the chat's settings
    /lang — the chat's language
    Cards come in private messages; the whole game can be played there.
help-private = <b>Let's play Durak</b>
    /play — play against bots here
    /hand — send the cards anew
    /rules — what we have agreed on
    /leave — leave the game
    /stop — stop the game
    /puzzle — puzzles: find the right move
    /history — past games, step by step
    /top — the best of all chats
    /stats — my games in figures
    /pogony — my ranks
    /ring — when to call me
    /settings — settings
    /lang — language
    /privacy — what I keep about you
    To play with friends, add me to a group and say /play there.
