# SPDX-License-Identifier: MIT
"""Cold queries of files on a web server take few round trips, whatever the file's size.

    python3 hosts/remote/test_trips.py [-v]     from the project's root, after `make`

Each query runs in a process of its own that nothing is known to.
"""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path[:0] = ["hosts", os.path.dirname(os.path.abspath(__file__))]

from answers import Folder, Upstream  # noqa: E402
from lying_server import LyingServer  # noqa: E402
from host_tests import connect, run_tests  # noqa: E402
from s3_servers import KEY, REGION, SECRET, S3Server, install  # noqa: E402

folder = tempfile.TemporaryDirectory()
server = LyingServer(Folder(folder.name), delay=0.05).start()
URL = f"http://127.0.0.1:{server.server_address[1]}"
ROWS = 327680
TRIES = 8


def run(sql):
    """Runs statements; returns the output without the statements."""
    path = os.path.join(folder.name, "query.sql")
    with open(path, "w") as file:
        file.write(sql)
    output = subprocess.run(["build/plain/sqlrun", "-e", "./parquet_vtab.so", path],
                            capture_output=True, text=True, check=True).stdout
    return "\n".join(line for line in output.splitlines() if not line.startswith("> "))


def trips(query, at, expected=None):
    """The round trips of a query of a table t, and the bytes that were sent."""
    server.counts.reset()
    got = run(f"CREATE VIRTUAL TABLE t USING parquet('{at}');\n{query};\n")
    assert "error" not in got, got
    if expected is not None:
        assert got == expected, (query, got)
    if "-v" in sys.argv:
        print(f"{server.counts.round_trips:3} trips {server.counts.requests:3} requests "
              f"{server.counts.sent:9} bytes  {query}")
    return server.counts.round_trips, server.counts.sent


def check(query, most_trips, most_bytes, name="numbers.parquet"):
    """Compares a query with that of the file on disk, too."""
    near = run(f"CREATE VIRTUAL TABLE t USING parquet('{folder.name}/{name}');\n{query};\n")
    for _ in range(TRIES):  # on a busy machine, requests of one round trip may not overlap
        n, sent = trips(query, f"{URL}/{name}", near)
        if n <= most_trips:
            break
    assert n <= most_trips and sent <= most_bytes, (query, n, sent)


# 2.8 MB in 20 row groups; the footer with its indexes does not fit in the first answer.
run(f"""SELECT parquet_write('{folder.name}/numbers.parquet', 'WITH RECURSIVE c(i) AS
  (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < {ROWS - 1})
  SELECT i * 3 AS id, (i * 2654435761) % 4294967296 AS h,
    (i * 40503) % 999983 * 7919 AS a, (i * 69069 + 1) % 4294967296 * 31 AS b,
    ''name '' || (i * 7 % 1000) AS name FROM c', 'row_group_size=16384');
""")


def test_one_row_group():
    check("SELECT * FROM t WHERE id = 600000", 3, 1 << 20)
    check("SELECT * FROM t LIMIT 10", 3, 1 << 20)
    check("SELECT sum(a) FROM t WHERE id BETWEEN 600000 AND 620000", 3, 1 << 20)


def test_whole_columns():
    check("SELECT count(*) FROM t", 3, 2 << 20)
    check("SELECT sum(a) FROM t", 3, 4 << 20)
    check("SELECT sum(a), max(b), count(h), min(name) FROM t", 5, 16 << 20)


def test_conditions():
    check("SELECT * FROM t WHERE h = 2654435761", 4, 8 << 20)
    check("SELECT sum(a) FROM t WHERE name = 'name 17'", 5, 8 << 20)


def test_vectors():
    check("SELECT * FROM parquet_query('SELECT name, sum(a) FROM t GROUP BY name "
          "ORDER BY name LIMIT 2')", 4, 8 << 20)


class Bucket:
    """The bucket "trips", whose round trips are counted."""

    def __init__(self):
        self.s3 = S3Server("versitygw")
        self.lying = LyingServer(Upstream(self.s3.endpoint), delay=50).start()
        self.s3.client.make_bucket("trips")
        self.start = (f"SELECT parquet_add_secret('s3://trips/', '{KEY}', '{SECRET}', 'region={REGION}',"
                      f" 'endpoint={self.lying.url.rstrip('/')}', 'url_style=path');\n")

    def put(self, key, data):
        self.s3.client.put("trips", key, data)

    def check(self, sql, right, most):
        """Compares the output of statements, and how many round trips they take."""
        found = []
        while len(found) < TRIES and min(found, default=most + 1) > most:
            self.lying.counts.reset()
            got = run(self.start + sql).splitlines()[1:]
            assert got == right, (sql, got)
            found.append(self.lying.counts.round_trips)
        assert min(found) <= most, (sql, found)

    def stop(self):
        self.lying.stop()
        self.s3.stop()


def test_folders_of_buckets():
    """One for the names in a folder and around it, one for the first file, one for 64 others."""
    if not install("versitygw"):
        return "versitygw cannot be installed"
    bucket = Bucket()
    trips_file = pathlib.Path("testdata/trips.parquet").read_bytes()
    for i in range(160):
        bucket.put(f"days/day={i % 4}/{i}.parquet", trips_file)
    for i in range(1100):
        bucket.put(f"many/{i:04}.txt", b"x")
    bucket.put("many/z/1.parquet", trips_file)
    table = "CREATE VIRTUAL TABLE days USING parquet('s3://trips/days');\n"
    bucket.check(table, [], 2)
    bucket.check(table + "SELECT count(*) FROM days WHERE day = 2 AND fare > 0;\n", ["80000"], 4)
    bucket.check(table + "SELECT count(*) FROM days WHERE fare > 0;\n", ["320000"], 8)
    # More names than in one answer take one round trip more.
    bucket.check("SELECT count(*) FROM read_parquet('s3://trips/many');\n", ["2000"], 4)
    bucket.stop()


DELETED = 40  # files with deletion vectors, each of a commit of its own


def write_delta(put):
    """A Delta table whose data files are missing: counts do not open them."""
    fields = [{"name": "id", "type": "long", "nullable": True, "metadata": {}}]
    start = [{"protocol": {"minReaderVersion": 3, "minWriterVersion": 7,
                           "readerFeatures": ["deletionVectors"], "writerFeatures": ["deletionVectors"]}},
             {"metaData": {"id": "t", "format": {"provider": "parquet", "options": {}},
                           "schemaString": json.dumps({"type": "struct", "fields": fields}),
                           "partitionColumns": [], "configuration": {}, "createdTime": 0}}]
    positions = struct.pack("<IQIIIHHIHH", 1681511377, 1, 0, 12346, 1, 0, 1, 16, 3, 5)  # rows 3 and 5
    vector = (b"\1" + struct.pack(">I", len(positions)) + positions
              + struct.pack(">I", zlib.crc32(positions)))
    for i in range(DELETED):
        add = {"path": f"{i}.parquet", "partitionValues": {}, "size": 1000, "modificationTime": 0,
               "dataChange": True, "stats": '{"numRecords":10}',
               "deletionVector": {"storageType": "p", "pathOrInlineDv": f"s3://trips/delta/{i}.bin",
                                  "offset": 1, "sizeInBytes": len(positions), "cardinality": 2}}
        put(f"delta/{i}.bin", vector)
        put(f"delta/_delta_log/{i:020}.json", "".join(
            json.dumps(action) + "\n" for action in [*(start if i == 0 else []), {"add": add}]).encode())


def test_lake_tables_of_buckets():
    """What a table's metadata name is asked for together: lists, commits or manifests, files."""
    if not install("versitygw"):
        return "versitygw cannot be installed"
    bucket = Bucket()
    write_delta(bucket.put)
    for path in pathlib.Path("testdata/lakes").rglob("*"):
        if path.is_file():
            bucket.put(str(path.relative_to("testdata/lakes")), path.read_bytes())
    bucket.check("SELECT count(*) FROM lake_snapshots('s3://trips/delta');\n", [str(DELETED)], 2)
    columns = "SELECT count(*) FROM pragma_table_info('t');\n"
    for name, n_columns, most in (("delta", 1, 2), ("orders_delta", 5, 2), ("orders_iceberg", 5, 4)):
        table = f"CREATE VIRTUAL TABLE t USING parquet('s3://trips/{name}');\n"
        bucket.check(table + columns, [str(n_columns)], most)
        if name == "delta":
            bucket.check(table + "SELECT count(*) FROM t;\n", [str(DELETED * 8)], most + 1)
        else:
            bucket.check(table + "SELECT count(*), sum(amount) FROM t;\n", ["9|338.25"], most + 1)
    bucket.stop()


def test_what_statistics_say():
    """The requests of a scan, the bytes of their answers, and how long it waited for them."""
    db = connect("./parquet_vtab.so")
    db.execute(f"CREATE VIRTUAL TABLE t USING parquet('{URL}/numbers.parquet', threads=1)")
    server.delay = 20
    for scan in range(2):
        server.counts.reset()
        db.execute("SELECT sum(a) FROM t").fetchone()
        counts = server.counts
        *found, waited = db.execute("SELECT requests, bytes_received, milliseconds_waiting"
                                    "  FROM parquet_scan_stats").fetchall()[-1]
        assert found == [counts.requests, counts.bytes], (scan, found, counts.as_json())
        assert (counts.requests > 0) == (scan == 0), counts.log  # then they are in memory
        assert waited >= 20 * counts.round_trips and (waited == 0) == (scan == 1), waited
    server.delay = 0.05
    db.close()


def test_plan():
    plan = run(f"CREATE VIRTUAL TABLE t USING parquet('{URL}/numbers.parquet');\n"
               "EXPLAIN QUERY PLAN SELECT a, b FROM t WHERE id = 5;")
    assert plan.endswith("INDEX 0:id#0=? reads d'"), plan


if __name__ == "__main__":
    sys.exit(run_tests(globals(), "trips", "sqlrun"))
