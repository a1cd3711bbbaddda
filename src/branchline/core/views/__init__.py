"""What one seat, or a spectator, may know of a state, built up by whitelist."""
