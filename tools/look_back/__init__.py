"""Whether the analysis of games can be trusted: one subject a module, all behind `python -m tools.look_back`."""
