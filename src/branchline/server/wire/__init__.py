"""Everything that crosses the wire, as types: what clients send, what the server sends, and the bodies of HTTP.

`docs/protocol.md` tells the story with examples; `docs/protocol.schema.json` is generated from here. Actions, events,
views and score sheets have the one JSON form of `branchline.notation`; here they are plain objects, and the schema
points to their own definitions.
"""

# Whoever uses the wire names its types as `wire.Play`, wherever they stand; so all of them are here.
from branchline.server.wire.balance import *  # noqa: F403
from branchline.server.wire.catalog import *  # noqa: F403
from branchline.server.wire.client import *  # noqa: F403
from branchline.server.wire.common import *  # noqa: F403
from branchline.server.wire.design import *  # noqa: F403
from branchline.server.wire.http import *  # noqa: F403
from branchline.server.wire.puzzles import *  # noqa: F403
from branchline.server.wire.replay import *  # noqa: F403
from branchline.server.wire.server import *  # noqa: F403
from branchline.server.wire.steps import *  # noqa: F403
from branchline.server.wire.table import *  # noqa: F403
