"""Drawings of boards: from cities and routes to canvas, coast, cities, names and spaces. Standard library only."""

from branchline.draw.drawing import draw, drawing
from branchline.draw.hints import Hints, read_hints
from branchline.draw.layout import Layout, lay_out

__all__ = ["Hints", "Layout", "draw", "drawing", "lay_out", "read_hints"]
