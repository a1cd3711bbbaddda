"""Distances on a board whose east edge continues at its west edge."""


def shortest(dx: float, period: float) -> float:
    """The shorter way east or west where the board repeats itself after `period`; 0 means that it does not."""
    return dx - period * round(dx / period) if period else dx
