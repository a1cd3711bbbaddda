"""Exact optimizers: longest path, borrowed routes, tours, settlements."""
