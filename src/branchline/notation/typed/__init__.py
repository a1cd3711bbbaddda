"""Actions as people type them."""
