"""What a board bot plans with: its network, the cards it needs, the turns that are left."""
