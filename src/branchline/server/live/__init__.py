"""Tables that are open now: one asyncio task a room, its connections and its bots."""
