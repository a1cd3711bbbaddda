"""The JSON form of actions, events, views and score sheets."""
