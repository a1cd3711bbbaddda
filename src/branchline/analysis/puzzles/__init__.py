"""Puzzles: positions out of bots' games with one clearly best move, found by the analysis."""
