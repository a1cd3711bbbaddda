"""The Card Game, one module for each verb."""
