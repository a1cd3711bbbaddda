"""The routes of a board: from straight lines to curves with a slot for every space."""
