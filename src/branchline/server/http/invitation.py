"""Invitations: the address that guests need, and letting others in the network in."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.server import wire
from branchline.server.http.address import is_local
from branchline.server.http.responses import answer, bytes_of
from branchline.server.http.state import state_of
from branchline.server.limits import MAX_BODY_BYTES
from branchline.server.room.commands import Refuse


async def invitation(request: Request) -> Response:
    return answer(await invitation_for(request))


async def invitation_for(request: Request) -> wire.Invitation:
    """Say how far a link reaches. Addresses inside the network are told to whoever sits at this machine only."""
    state = state_of(request.app)
    if state.settings.public_url:
        return wire.Invitation(reach="public", addresses=[state.settings.public_url.rstrip("/")], can_open=False)
    here = is_local(request.scope)
    addresses = await state.listening.for_others()
    return wire.Invitation(
        reach="network" if addresses else "machine",
        addresses=addresses if here else [],
        can_open=here and state.listening.may_open and not addresses,
    )


async def open_to_network(request: Request) -> Response:
    """Let others in the network in, when somebody at this machine asks and the server was started for that."""
    await bytes_of(request, MAX_BODY_BYTES)
    state = state_of(request.app)
    if state.settings.public_url or not state.listening.may_open or not is_local(request.scope):
        raise Refuse("only-at-host-machine")
    await state.listening.open()
    found = await invitation_for(request)
    if found.reach == "machine":
        raise Refuse("no-network")
    return answer(found)


ROUTES: Final = [
    Route("/api/invitation", invitation),
    Route("/api/invitation/open", open_to_network, methods=["POST"]),
]
