"""Compiled players of the board games, on any board."""
