"""What a seat can conclude from all it has seen, and whole games that agree with it."""
