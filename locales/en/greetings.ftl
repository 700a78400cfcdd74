# Talk that is about no table: greetings, languages, apologies.

chat-hello =
    Hi! A game of Durak? Send /play and I'll open a table.
    Everyone gets their cards in private; the table is here for all to see. Rules: /rules.
chat-seated = You have a seat! When the cards are dealt, yours will come here.
chat-anonymous = I can't see who is writing: this came in the name of a chat. Write as yourself to take a seat.
chat-language-admins = In a group its admins choose the language.
chat-language-chosen = English it is.
toast-trouble = That didn't work, sorry. Please try again.
answer-slow-down = Not so fast, I can't keep up. Give me a moment.
