"""The board games, one module for each verb."""
