-- A table of players and what lists say about it. `summary` is JSON; what is searched for stands in columns of its own.
CREATE TABLE seating (
    key INTEGER PRIMARY KEY, -- Grows, so that the tables that are played now lie side by side in `entry`.
    id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL, -- The number of the last entry.
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'finished')),
    public INTEGER NOT NULL,
    updated REAL NOT NULL,
    due REAL,
    summary BLOB NOT NULL
) STRICT;
CREATE INDEX seating_by_status ON seating (status, updated);
CREATE INDEX seating_by_due ON seating (due) WHERE due IS NOT NULL;

-- The log: all that ever happened at a table, never changed, never deleted.
CREATE TABLE entry (
    seating INTEGER NOT NULL REFERENCES seating (key),
    seq INTEGER NOT NULL,
    at REAL NOT NULL,
    actor TEXT NOT NULL,
    cid TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (seating, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entry_once ON entry (seating, actor, cid);
