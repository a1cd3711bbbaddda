"""An analysis as a page: the curve, and moments of the game on its board."""
