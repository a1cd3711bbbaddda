"""Whether a board is any good: games between compiled players, measured and compared with printed boards."""
