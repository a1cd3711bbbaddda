"""Bots that play on a board: any board of any game."""
