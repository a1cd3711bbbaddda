"""The final table of a cardboard game, written down by hand and scored."""
