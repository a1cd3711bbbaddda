"""Looking back at a game: what every decision was worth, how the chances went, what was luck; needs the fast lane."""
