"""Boards over HTTP: which there are, how they are drawn, and those that are being made."""
