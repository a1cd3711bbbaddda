-- A table of players and what lists say about it. `summary` is JSON; what is searched for stands in columns of its own.
CREATE TABLE seating (
    key BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    version BIGINT NOT NULL, -- The number of the last entry.
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'finished')),
    public BOOLEAN NOT NULL,
    updated DOUBLE PRECISION NOT NULL,
    due DOUBLE PRECISION,
    summary BYTEA NOT NULL
);
CREATE INDEX seating_by_status ON seating (status, updated);
CREATE INDEX seating_by_due ON seating (due) WHERE due IS NOT NULL;

-- The log: all that ever happened at a table, never changed, never deleted.
CREATE TABLE entry (
    seating BIGINT NOT NULL REFERENCES seating (key),
    seq BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    actor TEXT NOT NULL,
    cid TEXT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (seating, seq)
);
CREATE UNIQUE INDEX entry_once ON entry (seating, actor, cid);

-- The server processes that live: one row each, renewed together with all the leases that it holds.
CREATE TABLE process (
    name TEXT PRIMARY KEY,
    expires TIMESTAMPTZ NOT NULL -- By the clock of the database, so that the clocks of the machines may differ.
);

-- Which process drives a table. A row outlives its process; each new holder raises the fence.
CREATE TABLE lease (
    seating BIGINT PRIMARY KEY REFERENCES seating (key),
    process TEXT,
    fence BIGINT NOT NULL
);
