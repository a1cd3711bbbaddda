"""Observations: what the view of one seat tells, as one vector of numbers; by compiled code, and from views alike."""
