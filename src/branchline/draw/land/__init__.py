"""The land under a board: coasts, ground and mountains."""
