"""Records of games: one line of text each, read strictly and replayed."""
