"""The table in the terminal: one person against bots, with typed moves and a map of signs and letters."""
