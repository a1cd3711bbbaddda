-- What was computed for somebody and took long; the oldest go when there are many.
CREATE TABLE result (
    key TEXT PRIMARY KEY, -- The SHA-256 of what was asked for, in hexadecimal digits.
    at REAL NOT NULL,
    digest TEXT NOT NULL, -- That of the content.
    content BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX result_by_at ON result (at);
