"""The table server: rooms, their log, and the wire to people and bots."""
