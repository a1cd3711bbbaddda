"""A table and its rules of conduct, pure: no event loop, no socket, no clock, no database."""
