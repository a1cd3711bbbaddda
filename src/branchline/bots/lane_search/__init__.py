"""The bot that searches on the fast lane: its ideas, and their trials in imagined worlds."""
