# SPDX-License-Identifier: MIT
"""Partitioned folders of other writers: a table of the folder has the rows that were written.

    build/interop/venv/bin/python interop/folder_checks.py [--seed N] [--folders N]
        [--extension FILE]

DuckDB, pyarrow and Polars write random rows into folders key=value; Spark does if pyspark is
installed.  The keys have special characters, NULL and empty texts.  The extension reads each
folder; a query of some keys must give the rows with these keys and open no other file.
"""
import argparse
import os
import pathlib
import random
import shutil
import sys
import time

import duckdb
import polars
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet

from sqlite_host import Host

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = 24
TEXTS = ["plain", "two words", "a/b", "a=b", "100%", "ü", "x:y", "q'q", "a+b", "#1", "%41", "b\\c",
         "tab\t", "007", "1", "-5", "2024-02-29", "true", "null", ".dot", "_line", "~", "*?[x]"]
NUMBERS = [0, 7, -3, 2**40]
DAYS = ["2024-02-29", "1999-12-31"]


def rows_of(rng):
    """(text or None, number or None, day, value) of some partitions."""
    texts = rng.sample(TEXTS, rng.randint(1, 6)) + [None] * (rng.random() < 0.5)
    numbers = rng.sample(NUMBERS, rng.randint(1, 3)) + [None] * (rng.random() < 0.3)
    return [(rng.choice(texts), rng.choice(numbers), rng.choice(DAYS), i)
            for i in range(rng.choice([1, 20, 300]))]


def table_of(rows):
    text, number, day, value = map(list, zip(*rows))
    return pa.table({"text": pa.array(text, pa.string()), "number": pa.array(number, pa.int64()),
                     "day": pa.array(day, pa.string()), "value": pa.array(value, pa.int64())})


def by_duckdb(folder, rows, keys):
    db = duckdb.connect()
    db.register("made", table_of(rows))
    db.execute(f"COPY made TO '{folder}' (FORMAT parquet, PARTITION_BY ({', '.join(keys)}))")


def by_pyarrow(folder, rows, keys):
    schema = pa.schema([table_of(rows).schema.field(k) for k in keys])
    pyarrow.dataset.write_dataset(table_of(rows), folder, format="parquet",
                                  partitioning=pyarrow.dataset.partitioning(schema, flavor="hive"))


def by_polars(folder, rows, keys):
    frame = polars.from_arrow(table_of(rows))
    frame.write_parquet(polars.PartitionBy(str(folder), key=keys), mkdir=True)


def by_spark(folder, rows, keys):
    frame = spark().createDataFrame(rows, "text string, number long, day string, value long")
    frame.write.partitionBy(*keys).parquet(str(folder))


def spark():
    from pyspark.sql import SparkSession
    return (SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "1").getOrCreate())


def writers():
    found = [by_duckdb, by_pyarrow, by_polars]
    try:
        spark()
        return [*found, by_spark]
    except Exception as error:  # no pyspark, or no Java for it
        print(f"skipped: folders of Spark: {type(error).__name__}")
        return found


COLUMNS = ("text", "number", "day", "value")


def shown(value):
    """A key's value as text: its type depends on all values in the paths."""
    return None if value is None else str(value)


class Folder:
    """Rows, and the table of the folder that has them."""

    def __init__(self, host, rng, write, folder):
        self.host, self.rng, self.rows = host, rng, rows_of(rng)
        self.keys = rng.sample(COLUMNS[:3], rng.randint(1, 2))
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        write(folder, self.rows, self.keys)
        host.open()
        path = str(folder).replace("'", "''")
        host.rows(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}/')")

    def read(self, where=""):
        cells = [f"CAST({c} AS TEXT)" if c in self.keys else c for c in COLUMNS]
        return [tuple(v.decode() if isinstance(v, bytes) else v for v in row) for row in
                self.host.rows(f"SELECT {', '.join(cells)} FROM t{where} ORDER BY value")]

    def wanted(self, keep=lambda row: True):
        return [tuple(shown(v) if c in self.keys else v for c, v in zip(COLUMNS, row))
                for row in self.rows if keep(row)]

    def difference(self):
        """What is wrong, or None."""
        if self.read() != self.wanted():
            pairs = zip(self.read(), self.wanted())
            return f"{self.keys}: {[pair for pair in pairs if pair[0] != pair[1]][:3]}"
        key = self.rng.choice(self.keys)
        at = COLUMNS.index(key)
        value = self.rng.choice(self.rows)[at]
        literal = "NULL" if value is None else "'" + str(value).replace("'", "''") + "'"
        chosen = self.read(f" WHERE {key} IS {literal}")
        if chosen != self.wanted(lambda row: row[at] == value):
            return f"WHERE {key} IS {literal}: {chosen[:3]}"
        files, left_out, groups = self.host.rows(
            "SELECT files, files_by_path, row_groups FROM parquet_scan_stats "
            "ORDER BY seq DESC LIMIT 1")[0]
        if left_out != files - groups:
            return f"{key} IS {literal}: {files} files, {left_out} left out, {groups} row groups"
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6)
    parser.add_argument("--folders", type=int, default=FOLDERS)
    parser.add_argument("--extension", default=str(ROOT / "parquet_vtab.so"))
    given, _ = parser.parse_known_args()
    print(f"folders: seed {given.seed}")
    work = ROOT / "build/interop/folders"
    host = Host(os.path.abspath(given.extension))
    passed = failed = 0
    for write in writers():
        for i in range(given.folders):
            name = f"{write.__name__}-{i}"
            rng = random.Random(f"folders {given.seed}/{name}")
            wrong = Folder(host, rng, write, work / name).difference()
            passed += wrong is None
            failed += wrong is not None
            if wrong:
                print(f"--- {name}: {wrong}")
            else:
                shutil.rmtree(work / name)
    print(f"folders: {passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
