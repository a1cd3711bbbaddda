"""`branchline serve`: the table server, for one machine or as one of several processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import typer

from branchline.cli.board_folder import BoardFolder, texts_in
from branchline.cli.errors import UsageError

Host = Annotated[str, typer.Option("--host", help="Address to listen on; 0.0.0.0 is every address of this machine.")]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="Port to listen on; 0 takes any that is free.")]
Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        envvar="BRANCHLINE_DB",
        help="Where tables are kept: a file, or postgresql://... for several processes. "
        "Without it, a file in your data folder.",
    ),
]
PublicUrl = Annotated[
    str | None,
    typer.Option(
        "--public-url",
        envvar="BRANCHLINE_PUBLIC_URL",
        help="Address under which people reach the server, such as https://trains.example.net.",
    ),
]
Proxies = Annotated[
    int,
    typer.Option(
        "--proxies",
        envvar="BRANCHLINE_PROXIES",
        min=0,
        max=9,
        help="How many proxies of yours every request comes through; X-Forwarded-For is believed that far.",
    ),
]
Metrics = Annotated[
    str, typer.Option("--metrics", envvar="BRANCHLINE_METRICS", help="Who may read /metrics: local or public.")
]
KeepUnfinished = Annotated[
    int,
    typer.Option(
        "--keep-unfinished",
        envvar="BRANCHLINE_KEEP_UNFINISHED",
        min=0,
        help="Days for which a game that nobody finished is kept after its last move; 0 is for ever.",
    ),
]
KeepFinished = Annotated[
    int,
    typer.Option(
        "--keep-finished",
        envvar="BRANCHLINE_KEEP_FINISHED",
        min=0,
        help="Days for which a finished game is kept; 0 is for ever.",
    ),
]
KEEP_UNFINISHED, KEEP_FINISHED = 90, 730
LogLevel = Annotated[str, typer.Option("--log-level", help="debug, info, warning or error.")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    db: Db = None,
    public_url: PublicUrl = None,
    proxies: Proxies = 0,
    metrics: Metrics = "local",
    keep_unfinished: KeepUnfinished = KEEP_UNFINISHED,
    keep_finished: KeepFinished = KEEP_FINISHED,
    boards: BoardFolder = None,
    log_level: LogLevel = "info",
) -> None:
    """Serve tables to browsers and bots until it is stopped."""
    keep = (keep_unfinished, keep_finished)
    start(host, port, db, public_url, log_level, proxies=proxies, metrics=metrics, keep=keep, boards=boards)


def start(
    host: str,
    port: int,
    db: str | None,
    public_url: str | None,
    log_level: str,
    ready: Callable[[str, Sequence[str]], None] = lambda url, for_others: None,
    *,
    network: Literal["never", "asked", "at once"] = "never",
    proxies: int = 0,
    metrics: str = "local",
    keep: tuple[int, int] = (0, 0),
    boards: Path | None = None,
) -> None:
    """Serve; `ready` gets the address, and those for others in the network, once people can arrive.

    `keep` are the days for unfinished and finished games; whoever plays on their own machine keeps them for ever.
    `boards` is a folder of board files that are offered too. What cannot be is told in one line.
    """
    from branchline.server import logs, process
    from branchline.server.network import CannotListen
    from branchline.server.settings import Settings
    from branchline.server.store.contract import StoreError

    if log_level not in logs.LEVELS:
        raise UsageError(f"--log-level is one of {', '.join(logs.LEVELS)}, not {log_level!r}")
    if metrics not in ("local", "public"):
        raise UsageError(f"--metrics is local or public, not {metrics!r}")
    check_public_url(public_url)
    settings = Settings(
        public_url,
        network=network,
        proxies=proxies,
        public_metrics=metrics == "public",
        keep_unfinished=keep[0],
        keep_finished=keep[1],
        boards=texts_in(boards),
    )
    logs.begin(log_level)
    try:
        listening = process.listen(host, port)
    except CannotListen as error:
        raise UsageError(f"{error}; choose another with --host and --port") from None
    url = public_url or address(host, listening.getsockname()[1])

    def announce(for_others: Sequence[str]) -> None:
        process.log.info("serving", extra={"url": url})
        ready(url, for_others)

    with listening:
        try:
            process.run(listening, db, settings, announce)
        except StoreError as error:
            raise UsageError(str(error)) from None


def address(host: str, port: int) -> str:
    """Say where a browser on this machine finds the server."""
    reachable = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, host)
    bracketed = f"[{reachable}]" if ":" in reachable and not reachable.startswith("[") else reachable
    return f"http://{bracketed}:{port}"


def check_public_url(url: str | None) -> None:
    if url is None:
        return
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise UsageError(f"--public-url is an address such as https://trains.example.net, without a path, not {url!r}")
