"""Training of learned players by self-play: needs the extra `[train]` (PyTorch). Only the command line names it."""
