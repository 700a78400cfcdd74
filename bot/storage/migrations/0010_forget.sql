-- What tells an update from others names nobody any more. These are of processes that have ended.
DELETE FROM updates;
