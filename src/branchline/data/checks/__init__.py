"""The checks of a board file, by what they look at."""
