"""Mutation testing: breaks the code on purpose, one small change at a time, and asks whether some test notices."""
