"""What is printed: boards, sets of cards, and what both have in common."""
