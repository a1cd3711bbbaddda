"""Imagined worlds in the lane: what a watcher knows as arrays, and compiled dealing of all that it has not seen."""
