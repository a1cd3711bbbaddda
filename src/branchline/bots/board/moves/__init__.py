"""The moves that board bots compare: one module for each kind of decision."""
