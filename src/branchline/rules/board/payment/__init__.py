"""Which cards pay for a route or a building."""
