# SPDX-License-Identifier: MIT
"""Connections that break, servers that fail at one moment, objects that are replaced.

    python3 hosts/remote/test_faults.py ./parquet_vtab.so [NAME]       from the project's root

A statement has the right rows, or an error that names the URL.  CUTS: how many places of a
query's traffic are cut (40), or "all".
"""
import itertools
import os
import pathlib
import shutil
import socket
import socketserver
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from answers import Folder  # noqa: E402
from folder_bucket import Bucket  # noqa: E402
from lying_server import LyingServer  # noqa: E402
from remote_tests import (EXTENSION, ONLY, ORC, PATIENCE, QUESTIONS, TRIPS, Asker,  # noqa: E402
                          judge, timed)
from host_tests import connect, run_tests  # noqa: E402

CUTS = os.environ.get("CUTS", "40")
server = LyingServer(Folder(".")).start()
asker = Asker()
numbers = itertools.count()


def check(path, question, *names, seconds=PATIENCE):
    """Whether the rows are right; else the error names the URL.  Nothing is known of it."""
    url = f"{server.url}as/{next(numbers)}/{path}"
    return judge(asker.ask(url, question, seconds), asker.right(path, question), url, *names)


def traffic(path, question):
    """How many requests a question takes, and how many bytes are sent."""
    server.be_honest()
    assert check(path, question)
    return server.counts.requests, server.counts.sent


def places(n):
    step = 1 if CUTS == "all" else max(1, n // int(CUTS))
    return range(1, n + 1, step)


def test_connections_that_are_cut():
    """One connection is reset after n bytes of all that is sent; later ones work."""
    for path, question in ((TRIPS, QUESTIONS[2]), (ORC, QUESTIONS[3])):
        _, sent = traffic(path, question)
        right = 0
        for n in places(sent):
            server.be_honest()
            server.budget = n
            right += check(path, question)
        # A new try succeeds.
        assert right == len(places(sent)), (path, right, len(places(sent)))


def test_servers_that_go_down():
    """From the n-th byte on, every connection is reset."""
    for path, question in ((TRIPS, QUESTIONS[2]), (ORC, QUESTIONS[3])):
        _, sent = traffic(path, question)
        for n in places(sent - 1)[::8]:
            server.be_honest()
            server.budget, server.stays_down = n, True
            assert not check(path, question, seconds=60), n  # each request is tried four times


def at_request(n, lie):
    return lambda request: lie if request.number == n else None


def test_a_status_at_each_request():
    """Others than 200 and 206 are errors that name the status, or are overcome."""
    for path, question in ((TRIPS, QUESTIONS[2]), (ORC, QUESTIONS[3])):
        requests, _ = traffic(path, question)
        for n in range(requests):
            for status in (200, 204, 206, 301, 304, 400, 401, 403, 404, 408, 410, 412, 416, 421,
                           429, 451, 500, 501, 502, 503, 504, 520, 599):
                server.be_honest()
                server.choose = at_request(n, f"status-{status}")
                check(path, question)


def test_a_status_that_passes_is_overcome():
    for path, question in ((TRIPS, QUESTIONS[2]), (ORC, QUESTIONS[3])):
        requests, _ = traffic(path, question)
        for n in range(requests):
            for status in (429, 500, 502, 503, 504):
                server.be_honest()
                server.choose = at_request(n, f"status-{status}")
                assert check(path, question), (path, n, status)


def test_a_status_that_stays_is_named():
    for status in (400, 401, 403, 404, 410, 451, 501):
        server.be_honest()
        server.lie = f"status-{status}"
        assert not check(TRIPS, QUESTIONS[0], str(status))
        assert server.counts.requests <= 4, server.counts.log


def test_what_is_wrong_with_an_answer_is_named():
    for lie in ("range-start", "range-missing", "shorter-honestly", "gzip-encoded"):
        server.be_honest()
        server.lie = lie
        assert not check(TRIPS, QUESTIONS[0], "GET bytes=", "HTTP status 206")


def test_lies_at_each_request():
    """A lie in one answer only, where the others make it plausible."""
    lies = ("range-start", "range-end", "range-total", "range-missing", "outside", "less",
            "shorter", "shorter-honestly", "longer-honestly", "no-ranges", "gzip-encoded", "empty",
            "no-etag", "weak-etag", "multipart-etag", "garbage", "no-answer", "unsatisfiable",
            "multipart-ranges", "two-answers", "chunked", "closes")
    for path, question in ((TRIPS, QUESTIONS[2]), (ORC, QUESTIONS[3])):
        requests, _ = traffic(path, question)
        for n in range(requests):
            for lie in lies:
                server.be_honest()
                server.choose = at_request(n, lie)
                check(path, question)


def test_logs_that_cannot_be_looked_for():
    """A list that fails is no sign of a folder without a log, whose files have deleted rows."""
    bucket = LyingServer(Bucket("testdata/lakes")).start()
    try:
        for lie in ("status-500", "status-503", "status-200", "no-answer", "garbage", "status-403"):
            bucket.choose = lambda request: lie if "_delta_log" in request.target else None
            url = f"s3://bucket-{next(numbers)}/orders_delta/day=2025-11-03/"
            setup = [f"SELECT parquet_add_secret('s3://', '', '', 'endpoint={bucket.url[:-1]}')"]
            found = Asker(setup).ask(url, QUESTIONS[0])
            if lie == "status-403":  # whoever may see only some folders
                assert isinstance(found, list), found
            else:
                assert isinstance(found, str) and url[:-20] in found, (lie, found)
                assert lie[-3:] in found or "status" not in lie or lie == "status-200", (lie, found)
    finally:
        bucket.stop()


# ---- Objects that are replaced -----------------------------------------------------------

def write(path, factor):
    """Files with the same layout and other values: only a validator shows the difference."""
    db = connect(EXTENSION)
    db.execute("SELECT parquet_write(?, 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1"
               f" FROM r WHERE i < 29999) SELECT i * {factor} AS a, -i * {factor} AS b, i AS c"
               "  FROM r', 'row_group_size=5000', 'compression=uncompressed', 'overwrite=on')", (str(path),))
    db.close()


REPLACED_QUESTIONS = ["SELECT sum(a), sum(b), count(*) FROM t",
                      "SELECT a, b FROM t WHERE c IN (77, 12345, 29999)",
                      "SELECT a, b, c FROM t ORDER BY rowid DESC LIMIT 3"]


def check_replaced(folder, question, change):
    """Replaces the object before each request; `change` sets what else holds."""
    old, new = str(folder / "old.parquet"), str(folder / "new.parquet")
    server.source = Folder(folder)
    rows = [asker.ask(path, question) for path in (old, new)]
    assert rows[0] != rows[1]
    server.be_honest()
    change()
    assert asker.ask(f"{server.url}as/{next(numbers)}/old.parquet", question) == rows[0]
    for n in range(server.counts.requests + 1):
        url = f"{server.url}as/{next(numbers)}/old.parquet"
        server.be_honest()
        change()

        def replace(request, n=n):
            if request.number >= n:
                server.source.replaced["old.parquet"] = new
            return None

        other = server.choose
        server.choose = lambda request: (replace(request), other and other(request))[1]
        found = asker.ask(url, question)
        if isinstance(found, list):
            assert found in rows, f"rows of two objects: request {n}: {found}"
        else:
            assert url in found, found
            server.choose = other  # it stays replaced, and the next statement sees that
            again = asker.ask(url, question)
            assert again == rows[1], f"again: request {n}: {again}, after {found}"


def test_an_object_that_is_replaced(folder):
    write(folder / "old.parquet", 1)
    write(folder / "new.parquet", 3)
    try:
        for question in REPLACED_QUESTIONS:
            check_replaced(folder, question, lambda: None)
    finally:
        server.source = Folder(".")


def test_an_object_that_is_replaced_by_one_of_its_age(folder):
    """The date and the size stay, the tag changes; and the other way, without a tag."""
    write(folder / "old.parquet", 1)
    write(folder / "new.parquet", -1)
    sizes = [os.path.getsize(folder / name) for name in ("old.parquet", "new.parquet")]
    os.utime(folder / "old.parquet", ns=(10**18, 10**18))
    os.utime(folder / "new.parquet", ns=(10**18 + 5, 10**18 + 5))  # the same second
    try:
        check_replaced(folder, REPLACED_QUESTIONS[0], lambda: None)
        os.utime(folder / "new.parquet", ns=(10**18 + 10**10, 10**18 + 10**10))

        def without_tag():
            server.lie = "no-etag"

        check_replaced(folder, REPLACED_QUESTIONS[0], without_tag)
    finally:
        server.source = Folder(".")
    assert sizes[0] == sizes[1], sizes


def test_an_object_that_is_replaced_between_statements(folder):
    """The next statement sees the new object, also with what the process has cached."""
    write(folder / "old.parquet", 1)
    write(folder / "new.parquet", 3)
    server.be_honest()
    server.source = Folder(folder)
    db = connect(EXTENSION)
    try:
        db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{server.url}old.parquet')")
        for name, factor in (("old", 1), ("new", 3), ("old", 1)):
            server.source.replaced = {"old.parquet": str(folder / f"{name}.parquet")}
            time.sleep(1.1)  # within a second, nobody asks again whether a file is the same
            for _ in range(2):
                found = db.execute("SELECT sum(a) FROM t").fetchone()[0]
                assert found == factor * sum(range(30000)), (name, found)
    finally:
        db.close()
        server.source = Folder(".")


def test_an_object_that_is_removed_between_statements(folder):
    shutil.copy(TRIPS, folder / "t.parquet")
    server.be_honest()
    server.source = Folder(folder)
    db = connect(EXTENSION)
    try:
        db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{server.url}t.parquet')")
        assert db.execute("SELECT count(*) FROM t").fetchone()[0] == 2000
        (folder / "t.parquet").unlink()
        time.sleep(1.1)
        try:
            found = db.execute("SELECT max(fare) FROM t").fetchall()
        except Exception as error:
            found = str(error)
        assert isinstance(found, str) and server.url + "t.parquet" in found and "404" in found, found
    finally:
        db.close()
        server.source = Folder(".")


# ---- Networks that fail ------------------------------------------------------------------

def test_names_without_address():
    for url in ("http://no-such-host.invalid/x.parquet", "https://no-such-host.invalid/x.parquet"):
        found, seconds = timed(asker.ask, url, QUESTIONS[0])
        assert isinstance(found, str) and url in found, found
        assert seconds < 15, seconds


def test_ports_without_server():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    url = f"http://127.0.0.1:{port}/x.parquet"
    found, seconds = timed(asker.ask, url, QUESTIONS[0])
    assert isinstance(found, str) and url in found, found
    assert seconds < 15, seconds


class Proxy(socketserver.ThreadingTCPServer):
    """Reads a little of what it is sent, and closes."""
    daemon_threads = True
    asked = 0

    def __init__(self, reply):
        class Handler(socketserver.BaseRequestHandler):
            def handle(handler):
                self.asked += 1
                handler.request.recv(1000)
                handler.request.sendall(reply)

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()


def test_proxies_that_die():
    for reply in (b"", b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
                  b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"):
        proxy = Proxy(reply)
        os.environ["http_proxy"] = f"http://127.0.0.1:{proxy.server_address[1]}"
        try:
            url = "http://host-behind-proxy.invalid/x.parquet"
            found, seconds = timed(asker.ask, url, QUESTIONS[0])
        finally:
            del os.environ["http_proxy"]
            proxy.shutdown()
            proxy.server_close()
        assert isinstance(found, str) and url in found, found
        assert proxy.asked > 0
        assert seconds < 20, seconds


def test_interrupts_of_slow_servers():
    """A statement that waits ends soon after its interrupt, wherever the server is slow."""
    for lie in ("drip-1", "hangs-30", "always-retry-after-20"):
        requests, _ = traffic(TRIPS, QUESTIONS[2])
        for n in range(requests):
            server.be_honest()
            server.choose = lambda request, n=n: lie if request.number >= n else None
            url = f"{server.url}as/{next(numbers)}/{TRIPS}"
            db = connect(EXTENSION)
            timer = threading.Timer(0.7, db.interrupt)
            timer.start()
            started = time.monotonic()
            try:
                db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{url}')")
                found = db.execute(QUESTIONS[2].replace("{first}", "rowid")).fetchall()
            except Exception as error:
                found = str(error)
            seconds = time.monotonic() - started
            timer.cancel()
            timer.join()
            db.close()
            assert seconds < 3, (lie, n, seconds, found)
            assert isinstance(found, list) or "interrupt" in found or server.url in found, found


if __name__ == "__main__":
    pathlib.Path("build/hosts").mkdir(parents=True, exist_ok=True)
    sys.exit(run_tests(globals(), "faults", "remote, faults", ONLY,
                       times=bool(os.environ.get("TIMES"))))
