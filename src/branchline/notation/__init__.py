"""How games are written down: actions as text, everything as JSON, whole games as records."""
