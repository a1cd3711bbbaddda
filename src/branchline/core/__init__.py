"""Pure values and exact reckonings that every game shares: no I/O, no clock, no randomness of its own."""
