# SPDX-License-Identifier: MIT
"""parquet_write() into buckets: in one piece and in parts, folders, and what is left of failures.

    python3 hosts/remote/test_writes.py ./parquet_vtab.so [NAME] [SERVER]      from the project's root
"""
import os
import sqlite3
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from answers import Upstream  # noqa: E402
from lying_server import LyingServer  # noqa: E402
from remote_tests import EXTENSION, ONLY, TRIPS  # noqa: E402
from s3_servers import KEY, REGION, SECRET, S3Server  # noqa: E402
from host_tests import connect, failure, run_tests  # noqa: E402

server = None
lying = None  # stands between the extension and the server
BUCKET = "writes"
STATUSES = [403, 409, 503] if os.environ.get("ROUNDS") == "1" else [400, 403, 404, 409, 412, 500, 503]
SMALL = "SELECT * FROM (VALUES (1, 'a'), (2, 'b'))"
# 25 MB that no codec makes smaller: three parts of 8 MiB, and a rest.
LARGE = ("WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 400)"
         " SELECT i, randomblob(62500) AS b FROM r")


def add_secret(db, word, endpoint):
    db.execute("SELECT parquet_add_secret(?, ?, ?, ?, ?)", (
        f"s3://{BUCKET}/", KEY, word, f"region={REGION}", f"endpoint={endpoint}"))


def database(through=None):
    db = connect(EXTENSION)
    endpoint = (through or lying).url.rstrip("/")
    add_secret(db, SECRET, endpoint)
    return db


def begin():
    lying.be_honest()
    server.client.empty(BUCKET)
    return database()


def write(db, key, query, *options):
    marks = ", ?" * len(options)
    return db.execute(f"SELECT parquet_write(?, ?{marks})",
                      (f"s3://{BUCKET}/{key}", query, *options)).fetchall()


def left():
    """What is in the bucket: keys, and uploads that nobody has ended."""
    return server.client.keys(BUCKET), server.uploads(BUCKET)


def methods(*names):
    return [method for method, *_ in lying.counts.log if method in (names or (method,))]


def test_one_piece():
    db = begin()
    assert write(db, "a/small.parquet", SMALL) == [(2,)]
    assert methods("PUT", "POST") == ["PUT"], lying.counts.log
    assert left() == (["a/small.parquet"], [])
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('s3://{BUCKET}/a/small.parquet')")
    found = db.execute("SELECT * FROM t").fetchall()
    assert found == [(1, "a"), (2, "b")], found
    db.close()


def test_parts(folder):
    db = begin()
    db.execute(f"CREATE TEMP TABLE big AS {LARGE}")
    assert write(db, "large.parquet", "SELECT * FROM big") == [(400,)]
    uploads = [target for method, target, *_ in lying.counts.log if "uploadId=" in target]
    assert len(uploads) >= 4, uploads
    assert left() == (["large.parquet"], [])
    # The same bytes as in a local file.
    db.execute("SELECT parquet_write(?, 'SELECT * FROM big')", (str(folder / "x.parquet"),))
    assert server.client.get(BUCKET, "large.parquet") == (folder / "x.parquet").read_bytes()
    db.close()


def test_existing_objects():
    """Each is written whole, or the other stays."""
    db = begin()
    write(db, "x.parquet", "SELECT 1 AS a")
    message = failure(write, db, "x.parquet", "SELECT 2 AS a", "overwrite=off")
    assert f"s3://{BUCKET}/x.parquet" in message and "exist" in message, message
    sql = f"SELECT row FROM read_parquet('s3://{BUCKET}/x.parquet')"
    assert db.execute(sql).fetchall() == [('{"a":1}',)]
    write(db, "x.parquet", "SELECT 3 AS a")
    assert db.execute(sql).fetchall() == [('{"a":3}',)]
    assert left() == (["x.parquet"], [])
    db.close()


def test_an_object_that_comes_meanwhile():
    """With overwrite=off, another writer's object stays, where the server can refuse."""
    for query in (SMALL, LARGE):
        db = begin()
        made = []

        def choose(request):
            completes = request.method == "POST" and "uploadId=" in request.target
            if not made and (completes or request.method == "PUT" and "uploadId=" not in request.target):
                made.append(1)
                server.client.put(BUCKET, "x.parquet", b"of another writer")
            return None

        lying.choose = choose
        try:
            write(db, "x.parquet", query, "overwrite=off")
            assert server.name != "versitygw", "the other writer's object is lost"
            assert server.client.get(BUCKET, "x.parquet")[:4] == b"PAR1"
        except sqlite3.Error as error:
            assert f"s3://{BUCKET}/x.parquet" in str(error), error
            assert server.client.get(BUCKET, "x.parquet") == b"of another writer"
        assert server.uploads(BUCKET) == []
        db.close()


def test_queries_that_fail():
    """An error in the query, before and after parts were sent, leaves nothing."""
    for n in (1, 100, 390):
        db = begin()
        failure(write, db, "x.parquet",
                LARGE.replace("SELECT i, ", f"SELECT CASE WHEN i = {n} THEN abs(-9223372036854775807"
                              " - 1) ELSE i END AS i, "))
        assert left() == ([], []), left()
        db.close()


def test_interrupts():
    for seconds in (0.05, 0.3, 0.8):
        db = begin()
        lying.delay = 20
        timer = threading.Timer(seconds, db.interrupt)
        timer.start()
        try:
            write(db, "x.parquet", LARGE)
            expected = [["x.parquet"]]
        except Exception:  # SQLite may be interrupted after the object has appeared
            expected = [[], ["x.parquet"]]
        finally:
            timer.cancel()
            lying.delay = 0
        keys, uploads = left()
        assert keys in expected and uploads == [], (seconds, keys, uploads, expected)
        db.close()
        if keys:
            db = database()
            found = db.execute(f"SELECT count(*) FROM read_parquet('s3://{BUCKET}/x.parquet')").fetchall()
            assert found == [(400,)], found
            db.close()


def test_a_status_at_each_request():
    """Refused or passing, at each request: written whole, or an error and nothing left."""
    for query in (SMALL, LARGE):
        db = begin()
        write(db, "x.parquet", query)
        n_requests = lying.counts.requests
        db.close()
        for n in range(n_requests):
            for status in STATUSES:
                db = begin()
                lying.choose = lambda request: f"status-{status}" if request.number == n else None
                try:
                    write(db, "x.parquet", query)
                    ok = True
                except Exception as error:
                    ok = False
                    assert f"s3://{BUCKET}/x.parquet" in str(error), error
                lying.be_honest()
                assert left() == ((["x.parquet"] if ok else []), []), (n, status, ok, left())
                if status in (500, 503):
                    assert ok, (n, status)
                db.close()


def test_answers_that_are_lost():
    """The request was carried out, but its answer does not come."""
    if server.name == "s3s-fs":
        return "it does not list the uploads whose names have been lost"
    for query in (SMALL, LARGE):
        db = begin()
        write(db, "x.parquet", query)
        n_requests = lying.counts.requests
        db.close()
        for n in range(n_requests):
            for lie in ("no-answer", "reset-0", "shorter"):
                db = begin()
                lying.choose = lambda request: lie if request.number == n else None
                try:
                    write(db, "x.parquet", query)
                    ok = True
                except Exception as error:
                    ok = False
                    assert f"s3://{BUCKET}/x.parquet" in str(error), error
                keys, uploads = left()
                assert uploads == [], (n, lie, uploads)
                assert not ok or keys == ["x.parquet"], (n, lie, keys)
                db.close()


def test_completions_that_fail_with_status_200():
    """CompleteMultipartUpload can answer 200 and an error in its body."""
    db = begin()

    def choose(request):
        if request.method == "POST" and "uploadId=" in request.target:
            return "error-in-body"
        return None

    lying.choose = choose
    message = failure(write, db, "x.parquet", LARGE)
    assert "InternalError" in message and f"s3://{BUCKET}/x.parquet" in message, message
    db.close()


def test_folders():
    db = begin()
    write(db, "out", "SELECT i, i % 3 AS k FROM (WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL"
          " SELECT i + 1 FROM r WHERE i < 100) SELECT i FROM r)", "partition_by=k")
    keys, uploads = left()
    assert uploads == [] and len(keys) == 3, keys
    assert all(f"k={i}/" in key for i, key in enumerate(sorted(keys))), keys
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('s3://{BUCKET}/out')")
    found = db.execute("SELECT k, count(*), sum(i) FROM t GROUP BY k ORDER BY k").fetchall()
    assert found == [(0, 33, 1683), (1, 34, 1717), (2, 33, 1650)], found
    db.close()


def test_copies_of_local_files():
    db = begin()
    db.execute(f"CREATE VIRTUAL TABLE temp.near USING parquet('{TRIPS}')")
    assert write(db, "copy.parquet", "near") == [(2000,)]
    db.execute(f"CREATE VIRTUAL TABLE temp.far USING parquet('s3://{BUCKET}/copy.parquet')")
    found = db.execute("SELECT * FROM far").fetchall()
    assert found == db.execute("SELECT * FROM near").fetchall() and len(found) == 2000
    db.close()


def test_what_is_not_allowed():
    for limit in ("remote=none", "write=none", "remote=s3://other/"):
        db = begin()
        db.execute(f"SELECT parquet_restrict('{limit}')")
        message = failure(write, db, "x.parquet", SMALL)
        assert "x.parquet" in message, message
        assert lying.counts.connections == 0 and left() == ([], [])
        db.close()


def test_secrets_of_others():
    """No key is no write; a wrong key is an error with S3's code."""
    begin().close()
    db = connect(EXTENSION)
    add_secret(db, "wrong", lying.url.rstrip("/"))
    message = failure(write, db, "x.parquet", SMALL)
    assert "403" in message, message
    assert left() == ([], [])
    db.close()


def main():
    global server, lying
    status = 0
    for name in sys.argv[3:] or ["versitygw", "s3s-fs"]:
        server = S3Server(name)
        server.client.make_bucket(BUCKET)
        lying = LyingServer(Upstream(server.endpoint)).start()
        status |= run_tests(globals(), name, f"remote, writes, {name}", ONLY,
                            times=bool(os.environ.get("TIMES")))
        lying.stop()
        server.stop()
    return status


if __name__ == "__main__":
    sys.exit(main())
