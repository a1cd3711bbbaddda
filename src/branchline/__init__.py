"""Branchline: the open table for railway games of the Ticket to Ride family."""

__version__ = "0.1.0"
