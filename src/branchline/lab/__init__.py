"""The laboratory: many games at once, compared honestly, counted and drawn."""
