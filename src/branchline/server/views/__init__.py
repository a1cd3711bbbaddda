"""What one viewer may know of a table, by whitelist."""
