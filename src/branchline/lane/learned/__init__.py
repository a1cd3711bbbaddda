"""Learned players in compiled code: what they look at, the network that weighs it, and games played by it."""
