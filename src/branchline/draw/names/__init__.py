"""The names on a board: how they are set, and where."""
