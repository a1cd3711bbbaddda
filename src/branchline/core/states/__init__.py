"""Everything true about a game: its state, and the cards that nobody holds while a step moves them."""
