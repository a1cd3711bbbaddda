"""What strong games say about a board: tickets, routes, seats and the end, gathered from games of compiled players."""
