"""The description of HTTP is that of the real routes: no drift, nothing left out, and served to whoever asks."""

from pathlib import Path

from starlette.routing import Route

from branchline.server.app import create_app
from branchline.server.http import static
from branchline.server.http.openapi import description, text
from branchline.server.store.sqlite.store import SqliteStore
from tests.server.webapp import serving

DOCS = Path(__file__).parents[2] / "docs"


def test_the_committed_description_is_the_generated_one() -> None:
    """If this fails: make wire."""
    assert (DOCS / "openapi.json").read_text("utf-8") == text()


def test_the_server_gives_its_own_description(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        answer = client.get("/api/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == description()


def test_every_route_is_described_and_every_description_has_its_route() -> None:
    app = create_app(lambda: SqliteStore.open(Path("never opened")))
    routes = {
        (route.path, method.lower())
        for route in app.routes
        if isinstance(route, Route) and route not in static.ROUTES
        for method in route.methods or ()
        if method != "HEAD"
    }
    described = {
        (path, method)
        for path, operations in description()["paths"].items()
        for method in operations
        if method != "parameters"
    }
    assert routes == described


def test_a_wrong_method_is_told_from_a_wrong_address(tmp_path: Path) -> None:
    """And `Allow` names every method that the address knows."""
    with serving(tmp_path) as client:
        for path, methods in (
            ("/api/tables", {"GET", "HEAD", "POST"}),
            ("/api/replays", {"POST"}),
            ("/api/tables/aaaaaaaaaaaaaaaa/seats", {"POST"}),
            ("/api/boards", {"GET", "HEAD", "POST"}),
            ("/", {"GET", "HEAD"}),
        ):
            for method in {"DELETE", "PUT", "OPTIONS", *({"GET"} - methods)}:
                answer = client.request(method, path)
                assert (answer.status_code, answer.json()["code"]) == (405, "wrong-method")
                assert set(answer.headers["allow"].split(", ")) == methods
        for path in ("/api", "/api/", "/api/nothing", "/api/tables/", "/ws"):
            assert client.get(path, follow_redirects=False).status_code == 404
