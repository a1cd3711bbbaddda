-- What each server writes every few seconds to learn whether anything can be kept; one row for each process.
CREATE TABLE health (
    process TEXT PRIMARY KEY,
    at TIMESTAMPTZ NOT NULL
);
