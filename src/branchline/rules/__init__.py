"""The verbs of the games, one module each, and the procedures that they share."""
