# SPDX-License-Identifier: MIT
"""Buckets of S3: what other writers put there reads as they wrote it, and others read what
parquet_write() puts there.

    build/interop/venv/bin/python interop/bucket_checks.py [--seed N] [--folders N]
        [--extension FILE]

pyarrow (by its S3FileSystem) and Polars write and read partitioned folders and a file that goes up
in parts; deltalake and pyiceberg write tables with some commits.  The server is versitygw.
"""
import os
import pathlib
import random
import sys
import time

import polars
import pyarrow as pa
import pyarrow.dataset
import pyarrow.fs
import pyarrow.parquet

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "hosts/remote"))

import s3_servers  # noqa: E402
from folder_checks import COLUMNS, parse_options, reading_differs, rows_of, shown, table_of  # noqa: E402
from sqlite_host import Host, SqlError  # noqa: E402

BUCKET = "interop"
FOLDERS = 3
TYPES = {"text": polars.String, "number": polars.Int64, "day": polars.String}
passed = failed = 0


def judge(name, wrong):
    global passed, failed
    passed += wrong is None
    failed += wrong is not None
    if wrong is not None:
        print(f"--- buckets: {name}: {wrong}")


class Clients:
    """How the others reach the server."""

    def __init__(self, server):
        place = server.endpoint.split("//")[1]
        self.arrow = pyarrow.fs.S3FileSystem(
            access_key=s3_servers.KEY, secret_key=s3_servers.SECRET, region=s3_servers.REGION,
            scheme="http", endpoint_override=place)
        self.options = {
            "aws_access_key_id": s3_servers.KEY, "aws_secret_access_key": s3_servers.SECRET,
            "aws_region": s3_servers.REGION, "aws_endpoint_url": server.endpoint,
            "aws_allow_http": "true", "aws_conditional_put": "etag"}
        self.iceberg = {
            "s3.endpoint": server.endpoint, "s3.access-key-id": s3_servers.KEY,
            "s3.secret-access-key": s3_servers.SECRET, "s3.region": s3_servers.REGION}

    def by_pyarrow(self, folder, rows, keys):
        schema = pa.schema([table_of(rows).schema.field(k) for k in keys])
        pyarrow.dataset.write_dataset(
            table_of(rows), f"{BUCKET}/{folder}", format="parquet", filesystem=self.arrow,
            partitioning=pyarrow.dataset.partitioning(schema, flavor="hive"))

    def by_polars(self, folder, rows, keys):
        frame = polars.from_arrow(table_of(rows))
        frame.write_parquet(polars.PartitionBy(f"s3://{BUCKET}/{folder}/", key=keys),
                            storage_options=self.options)

    def of_pyarrow(self, folder, keys):
        schema = table_of([(None, None, "", 0)]).schema
        made = pyarrow.dataset.partitioning(pa.schema([schema.field(k) for k in keys]),
                                            flavor="hive")
        return pyarrow.dataset.dataset(f"{BUCKET}/{folder}", partitioning=made,
                                       filesystem=self.arrow).to_table()

    def of_polars(self, folder, keys):
        return polars.read_parquet(
            f"s3://{BUCKET}/{folder}/**/*.parquet", hive_partitioning=True,
            hive_schema={key: TYPES[key] for key in keys},
            storage_options=self.options).to_arrow()


class Ours:
    def __init__(self, extension, server):
        self.host, self.server = Host(os.path.abspath(extension)), server

    def open(self):
        self.host.open()
        self.host.rows("SELECT parquet_add_secret(?, ?, ?, ?, ?, 'url_style=path')",
                       f"s3://{BUCKET}/", s3_servers.KEY, s3_servers.SECRET,
                       f"region={s3_servers.REGION}", f"endpoint={self.server.endpoint}")

    def table(self, folder, options=""):
        self.open()
        self.host.rows(f"CREATE VIRTUAL TABLE temp.t USING parquet('s3://{BUCKET}/{folder}'{options})")

    def rows(self, sql):
        return [tuple(v.decode() if isinstance(v, bytes) else v for v in row)
                for row in self.host.rows(sql)]


def check_folder_of(ours, clients, rng, write, name):
    rows, keys = rows_of(rng), rng.sample(COLUMNS[:3], rng.randint(1, 2))
    write(name, rows, keys)
    ours.table(name + rng.choice(["", "/", "/**/*.parquet"]))
    cells = ", ".join(f"CAST({c} AS TEXT)" if c in keys else c for c in COLUMNS)
    wanted = [tuple(shown(v) if c in keys else v for c, v in zip(COLUMNS, row)) for row in rows]
    found = ours.rows(f"SELECT {cells} FROM t ORDER BY value")
    judge(name, None if found == wanted else
          [pair for pair in zip(found, wanted) if pair[0] != pair[1]][:3] or len(found))


def check_own_folder(ours, clients, rng, name):
    rows, keys = rows_of(rng), rng.sample(COLUMNS[:3], rng.randint(1, 2))
    ours.open()
    ours.host.rows("CREATE TABLE made(text TEXT, number INTEGER, day TEXT, value INTEGER)")
    ours.host.many("INSERT INTO made VALUES (?, ?, ?, ?)", rows)
    ours.host.rows("SELECT parquet_write(?, 'SELECT * FROM made', ?, 'types=text=STRING, number=INT64, day=STRING')",
                   f"s3://{BUCKET}/{name}", f"partition_by={','.join(keys)}")
    for read in (clients.of_pyarrow, clients.of_polars):
        judge(f"{name}, {read.__name__}", reading_differs(lambda folder, read=read: read(folder, keys), name, rows))


def check_parts(ours, clients, rng, name):
    """An object of some 20 MB, which goes up in parts."""
    ours.open()
    ours.host.rows("CREATE TABLE made(i INTEGER, b BLOB)")
    made = [(i, rng.randbytes(50000)) for i in range(400)]
    ours.host.many("INSERT INTO made VALUES (?, ?)", made)
    ours.host.rows("SELECT parquet_write(?, 'SELECT * FROM made')", f"s3://{BUCKET}/{name}")
    for table in (pyarrow.parquet.read_table(f"{BUCKET}/{name}", filesystem=clients.arrow),
                  polars.read_parquet(f"s3://{BUCKET}/{name}", storage_options=clients.options).to_arrow()):
        found = list(zip(table.column("i").to_pylist(), table.column("b").to_pylist()))
        judge(name, None if found == made else "the rows differ")


# --- lake tables ----------------------------------------------------------------------------

class DeltaWriter:
    """A Delta table in the bucket, and its rows."""

    def __init__(self, clients, name):
        self.url, self.options = f"s3://{BUCKET}/{name}", clients.options

    def append(self, table):
        import deltalake
        deltalake.write_deltalake(self.url, table, mode="append", partition_by=["k"],
                                  storage_options=self.options)

    def delete(self, below):
        import deltalake
        deltalake.DeltaTable(self.url, storage_options=self.options).delete(f"i < {below}")


class IcebergWriter:
    def __init__(self, clients, name):
        from pyiceberg.catalog.sql import SqlCatalog
        self.name = name
        self.catalog = SqlCatalog("buckets", uri="sqlite:///:memory:", **clients.iceberg)
        self.catalog.create_namespace("d")
        self.table = None

    def append(self, table):
        if self.table is None:
            self.table = self.catalog.create_table("d.t", table.schema, location=f"s3://{BUCKET}/{self.name}")
        self.table.append(table)

    def delete(self, below):
        self.table.delete(f"i < {below}")


def check_lake(ours, clients, rng, writer, name):
    """After each commit, in a new connection: what others write is seen after a second."""
    rows, at = [], 0
    for _ in range(4):
        if rows and rng.random() < 0.4:
            below = rng.choice(rows)[0]
            writer.delete(below)
            rows = [row for row in rows if row[0] >= below]
        else:
            new = [(at + i, rng.choice("abc")) for i in range(rng.randint(1, 50))]
            at += len(new)
            writer.append(pa.table({"i": pa.array([i for i, _ in new], pa.int64()),
                                    "k": pa.array([k for _, k in new], pa.string())}))
            rows += new
        time.sleep(1.6)
        try:
            ours.table(name)
            found = ours.rows("SELECT i, k FROM t ORDER BY i")
            judge(name, None if found == rows else f"{len(found)} rows of {len(rows)}")
        except SqlError as error:
            judge(name, error)


def main():
    given = parse_options("buckets", __doc__, FOLDERS)
    if not s3_servers.install("versitygw"):
        print("skipped: buckets: versitygw cannot be installed")
        return 0
    server = s3_servers.S3Server("versitygw")
    server.client.make_bucket(BUCKET)
    clients, ours = Clients(server), Ours(given.extension, server)
    for i in range(given.folders):
        rng = random.Random(f"buckets {given.seed}/{i}")
        for write in (clients.by_pyarrow, clients.by_polars):
            check_folder_of(ours, clients, rng, write, f"{write.__name__}-{i}")
        check_own_folder(ours, clients, rng, f"own-{i}")
        check_lake(ours, clients, rng, DeltaWriter(clients, f"delta-{i}"), f"delta-{i}")
        check_lake(ours, clients, rng, IcebergWriter(clients, f"iceberg-{i}"), f"iceberg-{i}")
    check_parts(ours, clients, random.Random(given.seed), "parts.parquet")
    server.stop()
    print(f"buckets: {passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
