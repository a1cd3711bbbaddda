"""Players: everything that decides for a seat, knowing only what that seat may know."""
