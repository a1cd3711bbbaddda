"""`branchline serve` and `branchline play` as people start and stop them."""

import json
import logging
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from branchline.cli.main import run
from branchline.cli.serve import address

READY = re.compile(r"http://[\d.]+:\d+")


@pytest.fixture(autouse=True)
def log_as_before() -> Iterator[None]:
    """A command that runs inside this process sets its log up; afterwards it is the tests' again."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@contextmanager
def started(*arguments: str, db: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a command and give it with the address that it says it serves at."""
    command = [sys.executable, "-m", "branchline.cli.main", *arguments, "--port", "0", "--db", str(db)]
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert process.stdout
    try:
        line = process.stdout.readline()
        found = READY.search(line)
        assert found, line + process.stdout.read()
        yield process, found.group()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def get(url: str) -> str:
    with urlopen(url, timeout=10) as answer:
        text: str = answer.read().decode()
        return text


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_answers_until_it_is_stopped_and_ends_well(tmp_path: Path, how: signal.Signals) -> None:
    with started("serve", db=tmp_path / "tables.db") as (process, url):
        assert get(f"{url}/healthz") == "ok\n"
        assert json.loads(get(f"{url}/api/tables")) == {"tables": []}
        process.send_signal(how)
        assert process.wait(timeout=30) == 0
        assert process.stdout
        last = json.loads(process.stdout.read().splitlines()[-1])
        assert (last["level"], last["message"]) == ("info", "ended")
    assert (tmp_path / "tables.db").exists()


def test_metrics_are_in_the_form_that_prometheus_reads(tmp_path: Path) -> None:
    line = re.compile(r'[a-z_]+(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})? [0-9.e+-]+')
    with started("serve", db=tmp_path / "tables.db") as (_, url):
        text = get(f"{url}/metrics")
    lines = text.splitlines()
    assert all(line.fullmatch(each) or each.startswith(("# HELP ", "# TYPE ")) for each in lines), text
    names = {each.split()[2] for each in lines if each.startswith("# TYPE ")}
    assert {"branchline_ack_seconds", "branchline_commit_seconds", "process_resident_memory_bytes"} <= names


def test_no_secret_of_a_table_reaches_the_log(tmp_path: Path) -> None:
    """ASVS 16.2.5: a token that is sent in all kinds of wrong places appears nowhere in what the server writes."""
    with started("serve", "--log-level", "debug", db=tmp_path / "tables.db") as (process, url):
        new = {"cid": "x" * 24, "board": "usa", "seats": [{"kind": "mine", "name": "Ann"}, {"kind": "open"}]}
        post = Request(f"{url}/api/tables", json.dumps(new).encode(), {"content-type": "application/json"})
        with urlopen(post, timeout=10) as answer:
            token = json.loads(answer.read())["token"]
        assert re.fullmatch("[a-z2-7]{32}", token)
        for place in (f"/api/tables?token={token}", f"/t/{token}", f"/{token}.js"):
            with suppress(OSError):
                get(url + place)
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)
        assert process.stdout
        said = process.stdout.read()
    assert said.strip(), "the log is empty, so this proves nothing"
    assert token not in said


def test_play_says_where_the_table_is(tmp_path: Path) -> None:
    with started("play", "--no-open", db=tmp_path / "tables.db") as (process, url):
        assert "Branchline" in get(url)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0


def test_play_finds_a_table_that_is_open_already(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with started("serve", db=tmp_path / "tables.db") as (_, url):
        assert run(["play", "--no-open", "--port", url.rpartition(":")[2]]) == 0
        assert f"running already: {url}" in capsys.readouterr().out


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run what cannot work, and give the one line that it says."""
    assert run(["serve", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "70000"], "--port"),
        (["--log-level", "loud"], "--log-level is one of debug, info, warning, error, not 'loud'"),
        (["--public-url", "trains.example.net"], "--public-url is an address such as https://trains.example.net"),
        (["--public-url", "https://trains.example.net/path"], "without a path"),
        (["--db", "redis://127.0.0.1"], "redis:// is no store"),
        (["--port", "0", "--db", "postgresql://127.0.0.1:1/none"], "PostgreSQL does not answer"),
        (["--host", "192.0.2.1"], "cannot be listened on"),
    ],
)
def test_what_cannot_work_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert said in told(capsys, *arguments)


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "Address already in use" in told(capsys, "--port", str(taken.getsockname()[1]))


def test_a_file_that_is_in_use_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with started("serve", db=tmp_path / "tables.db"):
        assert "in use by another Branchline server" in told(capsys, "--port", "0", "--db", f"{tmp_path}/tables.db")


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:80"),
        ("0.0.0.0", "http://127.0.0.1:80"),
        ("::", "http://[::1]:80"),
        ("fe80::1", "http://[fe80::1]:80"),
        ("trains.example.net", "http://trains.example.net:80"),
    ],
)
def test_the_address_is_one_that_a_browser_understands(host: str, url: str) -> None:
    assert address(host, 80) == url
