"""Tables kept in PostgreSQL, shared by several server processes."""
