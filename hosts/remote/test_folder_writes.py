# SPDX-License-Identifier: MIT
"""parquet_write() into folders of buckets: new, appended and replaced ones, and commits that fail.

    python3 hosts/remote/test_folder_writes.py ./parquet_vtab.so      from the project's root
"""
import os
import sys

sys.path[:0] = ["hosts", os.path.dirname(os.path.abspath(__file__))]

from answers import Upstream  # noqa: E402
from host_tests import connect, failure, run_tests  # noqa: E402
from lying_server import LyingServer  # noqa: E402
from s3_servers import KEY, REGION, SECRET, S3Server, install  # noqa: E402

EXTENSION = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "./parquet_vtab.so")
SERVER = "versitygw"
BUCKET = "writes"
ROWS = ("WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 100)"
        " SELECT i, i % 3 AS k FROM r")
server = None
lying = None  # stands between the extension and the server


def write(db, key, query, *options):
    marks = ", ?" * len(options)
    return db.execute(f"SELECT parquet_write(?, ?{marks})",
                      (f"s3://{BUCKET}/{key}", query, *options)).fetchall()


def begin():
    lying.be_honest()
    lying.delay = 0
    server.client.empty(BUCKET)
    db = connect(EXTENSION)
    db.execute(f"SELECT parquet_add_secret('s3://{BUCKET}/', ?, ?, ?, ?, ?)",
               (KEY, SECRET, f"region={REGION}", f"endpoint={lying.url.rstrip('/')}",
                "url_style=path"))
    return db


def keys():
    assert server.client.uploads(BUCKET) == []
    return server.client.keys(BUCKET)


def refuse(method, part):
    """The server answers 403 to requests of the method for keys with the part."""
    lying.choose = lambda request: (
        "status-403" if request.method == method
        and part in request.target.replace("%3D", "=") else None)


def test_new_appended_and_replaced():
    db = begin()
    assert write(db, "out", ROWS, "partition_by=k") == [(100,)]
    new = keys()
    assert new == [f"out/k={k}/data_0.parquet" for k in range(3)], new
    assert "already exists" in failure(write, db, "out", ROWS, "partition_by=k")
    assert write(db, "out/", ROWS, "partition_by=k", "append=on") == [(100,)]
    both = keys()
    assert len(both) == 6 and set(new) < set(both), both
    assert write(db, "out", ROWS, "partition_by=k", "overwrite=on") == [(100,)]
    replaced = keys()
    assert len(replaced) == 3 and not set(replaced) & set(both), replaced
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('s3://{BUCKET}/out/*/*.parquet')")
    found = db.execute("SELECT k, count(*), sum(i) FROM t GROUP BY k ORDER BY k").fetchall()
    assert found == [(0, 33, 1683), (1, 34, 1717), (2, 33, 1650)], found
    db.close()


def test_commits_that_fail_leave_what_was_there():
    db = begin()
    write(db, "out", ROWS, "partition_by=k")
    before = keys()
    refuse("PUT", "/k=2/")
    for key, *options in (("out", "overwrite=on"), ("out", "append=on"), ("new",)):
        assert "403" in failure(write, db, key, ROWS, "partition_by=k", *options)
        assert keys() == before, (key, options, keys())
    db.close()


def test_old_objects_that_stay():
    db = begin()
    write(db, "out", ROWS, "partition_by=k")
    refuse("DELETE", "/k=1/")
    message = failure(write, db, "out", ROWS, "partition_by=k", "overwrite=on")
    assert "the new files are in place" in message and "k=1/data_0.parquet" in message, message
    assert len(keys()) == 4 and "out/k=1/data_0.parquet" in keys()
    db.close()


def test_folders_of_others():
    db = begin()
    server.client.put(BUCKET, "other/readme.txt", b"x")
    assert "readme.txt" in failure(write, db, "other", ROWS, "partition_by=k", "overwrite=on")
    assert "already exists" in failure(write, db, "other", ROWS, "partition_by=k")
    server.client.put(BUCKET, "lake/_delta_log/0.json", b"{}")
    for key, *options in (("lake/x.parquet",), ("lake/day=1", "partition_by=k", "append=on")):
        message = failure(write, db, key, ROWS, *options)
        assert f'"s3://{BUCKET}/lake/" is a Delta table' in message, message
    assert keys() == ["lake/_delta_log/0.json", "other/readme.txt"]
    assert write(db, "lake/x.parquet", ROWS, "lake=off") == [(100,)]
    db.close()


def test_types_that_prove_too_narrow():
    """The parts that were sent are dropped, and all begins anew."""
    db = begin()
    db.execute("CREATE TEMP TABLE big AS WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL"
               " SELECT i + 1 FROM r WHERE i < 2600) SELECT CASE WHEN i < 2500 THEN i ELSE i + 0.5"
               " END AS a, randomblob(9000) AS b FROM r")
    lying.delay = 200  # a part is under way when the types prove too narrow
    assert write(db, "x.parquet", "SELECT * FROM big", "row_group_size=500") == [(2600,)]
    assert keys() == ["x.parquet"]
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('s3://{BUCKET}/x.parquet')")
    assert db.execute("SELECT count(*) FROM t JOIN big ON t.rowid = big.rowid"
                      " WHERE t.a = big.a AND t.b = big.b").fetchall() == [(2600,)]
    began = [target for method, target, *_ in lying.counts.log if target.endswith("?uploads=")]
    assert len(began) == 2, began
    db.close()


def main():
    global server, lying
    if not install(SERVER):
        print(f"hosts: remote, folder writes: skipped: {SERVER} cannot be installed")
        return 0
    server = S3Server(SERVER)
    server.client.make_bucket(BUCKET)
    lying = LyingServer(Upstream(server.endpoint)).start()
    status = run_tests(globals(), SERVER, "remote, folder writes")
    lying.stop()
    server.stop()
    return status


if __name__ == "__main__":
    sys.exit(main())
