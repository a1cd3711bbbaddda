"""Where the servers that are killed keep their tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgresql import Cluster, private_cluster


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with private_cluster() as cluster:
        yield cluster


@pytest.fixture
def postgres(cluster: Cluster) -> str:
    return cluster.database()


@pytest.fixture(params=["sqlite", "postgres"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the address of an empty store, of each kind in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    return str(request.getfixturevalue("postgres"))
