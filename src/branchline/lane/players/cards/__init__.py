"""Compiled players of the Card Game."""
