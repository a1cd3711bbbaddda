"""Measures the server under load: real processes, real clients, real disks."""
