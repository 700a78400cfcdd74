-- A chat without a row has what the columns say here. `proof`: the deck is cut, and can be checked.
CREATE TABLE chat_settings (
    chat_id INTEGER PRIMARY KEY,
    pictures INTEGER NOT NULL DEFAULT 1 CHECK (pictures IN (0, 1)),
    season TEXT NOT NULL DEFAULT 'never' CHECK (season IN ('never', 'month', 'quarter')),
    proof INTEGER NOT NULL DEFAULT 1 CHECK (proof IN (0, 1))
);
