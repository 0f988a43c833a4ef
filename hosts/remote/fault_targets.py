# SPDX-License-Identifier: MIT
"""What fault_runs.py asks about: files, folders of buckets, lake tables, and questions."""
import dataclasses
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from remote_tests import EXTENSION, ORC, QUESTIONS, TRIPS, connect  # noqa: E402

DELTA_LOG = "_delta_log/00000000000000000003.json"
ALWAYS = ("cut", "down", "status", "status-stays", "lie", "names", "removed", "proxy-cut",
          "proxy-down", "proxy-status")
RANGE = "WITH RECURSIVE r(i) AS (SELECT {} UNION ALL SELECT i + 1 FROM r WHERE i < {}) "


@dataclasses.dataclass
class Target:
    name: str
    scheme: str
    path: str  # in the folder of the files
    questions: list
    kinds: tuple
    # What the object is replaced by: (key, local file), and the path that then has the right rows.
    replacement: tuple = None
    replaced_path: str = None
    # A file that is removed, and the path that has the right rows without it; None: an error.
    removed: str = None
    removed_path: str = None


def numbers(table_key):
    return [QUESTIONS[0], QUESTIONS[1], QUESTIONS[3],
            f"SELECT * FROM t WHERE a = {table_key}",
            "SELECT sum(a), sum(b), min(c), max(c) FROM t", "SELECT sum(b) FROM t WHERE c > 3 LIMIT 1"]


LAKE = [QUESTIONS[0], "SELECT * FROM t ORDER BY id LIMIT 3", "SELECT count(*), sum(id) FROM t",
        "SELECT * FROM t WHERE id = 5", "SELECT max(id), min(id), count(day), sum(amount) FROM t"]
TRIP = QUESTIONS + ["SELECT max(fare), sum(distance_km) FROM t", "SELECT count(*) FROM t WHERE fare > 30"]
OLD, NEW = "old.parquet", "new.parquet"


def both(name, path, questions, **more):
    """A file at a URL of a web server, and in a bucket."""
    kinds = ALWAYS + (("replaced",) if more.get("replacement") else ())
    return [Target(f"{name}, {scheme}", scheme, path, questions, kinds, removed=path, **more)
            for scheme in ("http", "s3")]


TARGETS = [
    *both("trips", "trips.parquet", TRIP), *both("orc", "strides.orc", QUESTIONS),
    *both("numbers", OLD, numbers(30003), replacement=(OLD, NEW), replaced_path=NEW),
    Target("parts", "s3", "parts", numbers(3077), ALWAYS + ("replaced",),
           replacement=("parts/k=1/0.parquet", "other/k=1/0.parquet"), replaced_path="other",
           removed="parts/k=2/1.parquet", removed_path="less"),
    Target("delta", "s3", "orders_delta", LAKE, ALWAYS + ("replaced",),
           replacement=(f"orders_delta/{DELTA_LOG}", f"orders_delta/{DELTA_LOG}"),
           replaced_path="earlier_delta",
           removed="orders_delta/day=2025-11-03/part-4.snappy.parquet"),
    Target("iceberg", "s3", "orders_iceberg", LAKE, ALWAYS, removed="orders_iceberg/data/4.parquet"),
]


def write(db, path, query, *options):
    path.parent.mkdir(parents=True, exist_ok=True)
    db.execute("SELECT parquet_write(?, ?" + ", ?" * len(options) + ")", (str(path), query, *options))


def write_numbers(db, path, first, n, factor):
    """Files with the same layout and other values: only a validator shows the difference."""
    write(db, path, RANGE.format(first, first + n - 1) +
          f"SELECT i * 3 AS a, i * 7919 % 100003 * {factor} AS b, i % 10 AS c FROM r",
          "row_group_size=10000", "compression=uncompressed")


def make_files(folder):
    db = connect(EXTENSION)
    shutil.copy(TRIPS, folder / "trips.parquet")
    shutil.copy(ORC, folder / "strides.orc")
    for name, factor in ((OLD, 1), (NEW, -1)):
        write_numbers(db, folder / name, 0, 60000, factor)
    for k in range(4):
        for i in range(3):
            name = f"k={k}/{i}.parquet"
            write_numbers(db, folder / "parts" / name, k * 1000 + i * 300, 300, 1)
            write_numbers(db, folder / "other" / name, k * 1000 + i * 300, 300,
                          -1 if name == "k=1/0.parquet" else 1)
    shutil.copytree(folder / "parts", folder / "less")
    (folder / "less/k=2/1.parquet").unlink()
    for name in ("orders_delta", "orders_iceberg"):
        shutil.copytree(f"testdata/lakes/{name}", folder / name)
    shutil.copytree(folder / "orders_delta", folder / "earlier_delta")
    (folder / "earlier_delta" / DELTA_LOG).unlink()
    # 9 MB that no codec makes smaller, for two parts of an upload.
    write(db, folder / "blobs.parquet", RANGE.format(1, 148) + "SELECT i, randomblob(62500) AS b FROM r")
    db.close()
