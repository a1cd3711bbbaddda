"""The tests, in folders that mirror src/branchline; shared builders are imported as `from tests.xyz import ...`."""
