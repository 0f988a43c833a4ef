# SPDX-License-Identifier: MIT
"""The lying server itself: honest answers as RFC 9110 has them, each lie, the counts.

    python3 hosts/remote/test_servers.py        from the project's root
"""
import http.client
import json
import os
import socket
import sys
import threading
import time

sys.path[:0] = ["hosts", os.path.dirname(os.path.abspath(__file__))]

from answers import Folder  # noqa: E402
from lies import LIES  # noqa: E402
from lying_server import LyingServer  # noqa: E402
from host_tests import run_tests  # noqa: E402

server = LyingServer(Folder("testdata")).start()
TRIPS = open("testdata/trips.parquet", "rb").read()


def get(path="/trips.parquet", method="GET", **headers):
    """The status, the headers and the body."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=2)
    try:
        connection.request(method, path, headers={n.replace("_", "-"): v for n, v in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def test_ranges():
    size = len(TRIPS)
    assert get()[2] == TRIPS
    for text, first, after in (("0-3", 0, 4), ("5-", 5, size), ("-8", size - 8, size),
                               ("100-999999999", 100, size), ("-999999999", 0, size)):
        status, headers, body = get(Range=f"bytes={text}")
        assert (status, body) == (206, TRIPS[first:after]), text
        assert headers["Content-Range"] == f"bytes {first}-{after - 1}/{size}", text
    status, headers, body = get(Range=f"bytes={size}-")
    assert (status, headers["Content-Range"]) == (416, f"bytes */{size}")
    for text in ("bytes=", "bytes=a-b", "items=0-1", "bytes=-"):
        assert get(Range=text)[0] == 200, text
    status, headers, body = get(Range="bytes=0-1,4-5")
    assert status == 206 and headers["Content-Type"].startswith("multipart/byteranges")
    assert get("/no.parquet")[0] == get("/../README.md")[0] == 404
    assert get(method="PUT")[0] == 405
    status, headers, body = get(method="HEAD")
    assert (status, int(headers["Content-Length"]), body) == (200, size, b"")


def test_conditions():
    _, headers, _ = get()
    tag, date, old = headers["ETag"], headers["Last-Modified"], "Sat, 01 Jan 2000 00:00:00 GMT"
    for header, value, status in (
            ("If-Match", tag, 200), ("If-Match", '"x"', 412), ("If-Match", f'"x", {tag}', 200),
            ("If-Match", "*", 200), ("If-Match", "W/" + tag, 412), ("If-None-Match", tag, 304),
            ("If-None-Match", "W/" + tag, 304), ("If-None-Match", '"x"', 200),
            ("If-Unmodified-Since", date, 200), ("If-Unmodified-Since", old, 412),
            ("If-Modified-Since", date, 304), ("If-Modified-Since", old, 200)):
        assert get(**{header: value})[0] == status, (header, value)
    for value, status in ((tag, 206), (date, 206), (old, 200), ('"x"', 200)):
        assert get(Range="bytes=0-3", If_Range=value)[0] == status, value


def test_each_lie_answers():
    """Whatever it is, it is no exception of the server."""
    problems = []
    server.handle_error = lambda *_: problems.append(sys.exc_info()[1])
    arguments = {"drip": "0.01", "hangs": "0.01", "status": "200", "status-with-body": "203",
                 "once": "503", "twice": "503", "redirects": "2", "head": "403"}
    for name in LIES:
        path = f"/lie/{name}-{arguments[name]}" if name in arguments else f"/lie/{name}"
        with socket.create_connection(server.server_address, timeout=2) as client:
            client.sendall(f"GET {path}/trips.parquet HTTP/1.1\r\nRange: bytes=0-99\r\n\r\n".encode())
            data = client.recv(1000) if not name.startswith(("no-answer", "reset")) else b"x"
            assert data, name
    assert not problems, problems


def test_counts():
    server.be_honest()
    server.delay = 100
    threads = [threading.Thread(target=get) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    get(Range="bytes=0-9")
    server.delay = 0
    counts = json.loads(get("/_counts")[2])
    assert (counts["requests"], counts["bytes"]) == (4, 3 * len(TRIPS) + 10), counts
    assert (counts["round_trips"], counts["overlapping"], counts["most_at_once"]) == (2, 2, 3)
    assert json.loads(get("/_reset")[2])["requests"] == 0


def test_budgets():
    for stays_down in (False, True):
        server.be_honest()
        server.budget, server.stays_down = 1000, stays_down
        for n in range(3):
            try:
                ok = get()[2] == TRIPS
            except (OSError, http.client.HTTPException):
                ok = False
            assert ok == (n > 0 and not stays_down), (n, stays_down)
        assert stays_down or server.counts.sent > len(TRIPS)


def test_slow_bodies():
    server.be_honest()
    started = time.monotonic()
    assert get("/lie/drip-0.05/trips.parquet", Range="bytes=0-9")[2] == TRIPS[:10]
    assert time.monotonic() - started > 0.4


if __name__ == "__main__":
    sys.exit(run_tests(globals(), "servers", "remote, the lying server"))
