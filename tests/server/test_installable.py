"""What makes the page an app: the manifest, its icons and the service worker, as a browser wants them served."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from branchline.server.http import static
from tests.server.webapp import serving

PUBLIC = Path(__file__).parents[2] / "web" / "public"


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server with a small page of its own, so that nothing has to be built."""
    page = tmp_path / "static"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>Branchline</title>")
    (page / "sw.js").write_text("self.addEventListener('fetch', () => {});")
    (page / "manifest.webmanifest").write_bytes((PUBLIC / "manifest.webmanifest").read_bytes())
    (page / "assets" / "part-abc.js").write_text("export {};")
    monkeypatch.setattr(static, "STATIC", page)
    static._names.cache_clear()
    with serving(tmp_path) as opened:
        yield opened
    static._names.cache_clear()


def test_the_service_worker_is_javascript_at_the_root_and_never_stale(client: TestClient) -> None:
    answer = client.get("/sw.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_policy_lets_the_worker_fetch_from_its_server_and_nowhere_else(client: TestClient) -> None:
    """A worker obeys the policy of its own answer, not that of the page."""
    policy = client.get("/sw.js").headers["content-security-policy"]
    assert "connect-src 'self'" in policy
    assert "default-src 'none'" in policy
    assert "sandbox" not in policy
    assert "connect-src" not in client.get("/assets/part-abc.js").headers["content-security-policy"]


def test_the_policy_of_pages_permits_worker_and_manifest(client: TestClient) -> None:
    policy = client.get("/").headers["content-security-policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy


def test_pages_are_asked_for_anew_and_parts_with_a_hash_are_kept(client: TestClient) -> None:
    assert client.get("/").headers["cache-control"] == "no-cache"
    assert client.get("/games").headers["cache-control"] == "no-cache"
    assert "immutable" in client.get("/assets/part-abc.js").headers["cache-control"]


def test_the_manifest_says_what_it_is(client: TestClient) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["display"] == "standalone"


def test_every_icon_of_the_manifest_is_there_in_its_size() -> None:
    manifest = json.loads((PUBLIC / "manifest.webmanifest").read_text("utf-8"))
    purposes = set()
    for icon in manifest["icons"]:
        path = PUBLIC / icon["src"].removeprefix("/")
        assert path.is_file(), path
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", path.read_bytes()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            purposes.add((icon["purpose"], width))
    assert purposes == {(purpose, size) for purpose in ("any", "maskable") for size in (192, 512)}


def test_the_worker_serves_no_page_from_what_it_keeps_but_the_one_without_a_connection() -> None:
    worker = (PUBLIC.parent / "app" / "sw.js").read_text("utf-8")
    assert re.search(r"async function page\(request\) \{\s+try \{\s+return await fetch\(request\);", worker)
    assert "index.html" not in worker
