"""Environments for learning: PettingZoo, Gymnasium and OpenSpiel, on the core or on the fast lane.

Needs the extra `envs` (gymnasium, pettingzoo), OpenSpiel the extra `spiel`. Nothing else imports this package.
"""
