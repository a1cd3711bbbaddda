"""Curves, outlines and rectangles; projections of the globe."""
