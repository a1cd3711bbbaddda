-- What was computed for somebody and took long; the oldest go when there are many.
CREATE TABLE result (
    key TEXT PRIMARY KEY, -- The SHA-256 of what was asked for, in hexadecimal digits.
    at DOUBLE PRECISION NOT NULL,
    digest TEXT NOT NULL, -- That of the content.
    content BYTEA NOT NULL
);
CREATE INDEX result_by_at ON result (at);
