"""Core and lane side by side: game by game with all there is to compare, or many games at once."""
