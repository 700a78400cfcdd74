-- The last updates that had an effect: a repeated one has none. A ring of rows, see updates.py.
CREATE TABLE updates (
    row       INTEGER PRIMARY KEY,
    update_id INTEGER NOT NULL,
    what      TEXT NOT NULL
);
