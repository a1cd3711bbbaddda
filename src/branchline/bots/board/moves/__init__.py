"""The moves a board bot weighs: one module for each kind of decision."""
