"""What board bots plan with: networks of routes, the cards these need, the turns that are left."""
