"""The final scoring of the board games in the lane."""
