"""Boards and cards as data files: reading, checking, loading."""
