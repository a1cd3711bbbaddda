"""Compiled players: they decide on the lane's records, and read of them only what their seat may know."""
