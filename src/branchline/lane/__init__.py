"""The fast lane: the rules once more, compiled by numba, for games by the thousand; equal to the bit to core and rules.

Needs the extra `fast` (numba, numpy). Nothing else imports this package: whoever wants it names it.
"""
