"""The revision of the rules that this program plays."""

from typing import Final

# A change of rules raises it: a game recorded under another revision may not replay under this one.
RULES_REVISION: Final = 2
