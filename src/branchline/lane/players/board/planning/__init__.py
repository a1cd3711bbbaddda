"""The planner light: what its plan needs and is worth, and what each action does for it."""
