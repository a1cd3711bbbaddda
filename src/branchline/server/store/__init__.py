"""Where tables are kept: the contract, and its two implementations."""
