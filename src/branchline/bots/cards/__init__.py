"""Bots for the Card Game."""
