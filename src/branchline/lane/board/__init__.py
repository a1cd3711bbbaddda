"""The board games in the lane: one module for each verb, as in `rules.board`."""
