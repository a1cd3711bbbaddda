"""The Card Game in the lane: one module for each verb, as in `rules.cards`."""
