# SPDX-License-Identifier: MIT
"""Partitioned folders of other writers: a table of the folder has the rows that were written;
and folders that parquet_write() has written, in other readers.

    build/interop/venv/bin/python interop/folder_checks.py [--seed N] [--folders N]
        [--extension FILE]

DuckDB, pyarrow and Polars write random rows into folders key=value; Spark does if pyspark is
installed.  The keys have special characters, NULL and empty texts.  The extension reads each
folder; a query of some keys must give the rows with these keys and open no other file.  Then
it writes folders, which the others read.
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
FOLDERS = 16
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
    session = (SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
               .config("spark.ui.showConsoleProgress", "false")
               .config("spark.sql.shuffle.partitions", "1").getOrCreate())
    session.sparkContext.setLogLevel("ERROR")
    return session


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
        self.host.rows(f"SELECT count(value) FROM t WHERE {key} IS {literal}")
        files, left_out, groups = self.host.rows(
            "SELECT files, files_by_path, row_groups FROM parquet_scan_stats "
            "ORDER BY seq DESC LIMIT 1")[0]
        if left_out != files - groups:  # each file has one row group
            return f"{key} IS {literal}: {files} files, {left_out} left out, {groups} row groups"
        return None


# --- folders of our own -----------------------------------------------------------------

def keys_in(folder):
    return [part.split("=")[0] for part in next(folder.rglob("*.parquet")).relative_to(folder).parts
            if "=" in part]


def of_duckdb(folder):
    types = {"text": "VARCHAR", "number": "BIGINT", "day": "VARCHAR"}
    named = ", ".join(f"'{key}': {types[key]}" for key in keys_in(folder))
    return duckdb.sql(f"SELECT * FROM read_parquet('{folder}/**/*.parquet', hive_partitioning=true, "
                      f"hive_types={{{named}}})").to_arrow_table()


def of_pyarrow(folder):
    schema = table_of([(None, None, "", 0)]).schema
    keys = pa.schema([schema.field(key) for key in keys_in(folder)])
    made = pyarrow.dataset.partitioning(keys, flavor="hive")
    return pyarrow.dataset.dataset(folder, partitioning=made).to_table()


def of_polars(folder):
    types = {"text": polars.String, "number": polars.Int64, "day": polars.String}
    return polars.read_parquet(f"{folder}/**/*.parquet", hive_partitioning=True,
                               hive_schema={key: types[key] for key in keys_in(folder)}).to_arrow()


def of_spark(folder):
    frame = spark().read.option("mergeSchema", "true").parquet(str(folder))
    rows = [tuple(row[c] for c in COLUMNS) for row in frame.collect()]
    return table_of([(shown(a), None if b is None else int(b), shown(c), d)
                     for a, b, c, d in rows])


def written_here(host, rng, folder):
    """The rows and keys of a folder that parquet_write() has written."""
    rows = rows_of(rng)
    keys = rng.sample(COLUMNS[:3], rng.randint(1, 2))
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    host.open()
    host.rows("CREATE TABLE made(text TEXT, number INTEGER, day TEXT, value INTEGER)")
    host.many("INSERT INTO made VALUES (?, ?, ?, ?)", rows)
    path = str(folder).replace("'", "''")
    options = rng.choice(["", ", 'rows_per_file=7'", ", 'filename_pattern={uuid}'"])
    host.rows(f"SELECT parquet_write('{path}', 'SELECT * FROM made', "
              f"'partition_by={','.join(keys)}', 'types=text=STRING, number=INT64, day=STRING'"
              f"{options})")
    return rows, keys


def reading_differs(read, folder, rows):
    """What another reader gets wrong, or None."""
    table = read(folder)
    got = sorted(zip(*(table.column(c).to_pylist() for c in COLUMNS)), key=lambda row: row[3])
    got = [(shown(a), b, shown(c), d) for a, b, c, d in got]
    differences = [pair for pair in zip(got, rows) if pair[0] != pair[1]]
    return None if len(got) == len(rows) and not differences else (
        f"{read.__name__}: {len(got)} rows of {len(rows)}: {differences[:3]}")


def parse_options(name, description, n_folders):
    """Also for bucket_checks.py.  Others' options are passed over."""
    parser = argparse.ArgumentParser(description=description.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6)
    parser.add_argument("--folders", type=int, default=n_folders)
    parser.add_argument("--extension", default=str(ROOT / "parquet_vtab.so"))
    given, _ = parser.parse_known_args()
    print(f"{name}: seed {given.seed}")
    return given


def main():
    given = parse_options("folders", __doc__, FOLDERS)
    work = ROOT / "build/interop/folders"
    host = Host(os.path.abspath(given.extension))
    passed = failed = 0
    known = writers()
    readers = [of_duckdb, of_pyarrow, of_polars] + [of_spark] * (by_spark in known)
    for i in range(given.folders):
        rng = random.Random(f"folders {given.seed}/{i}")
        folder = work / f"own-{i}"
        rows, keys = written_here(host, rng, folder)
        for read in readers:
            wrong = reading_differs(read, folder, rows)
            passed += wrong is None
            failed += wrong is not None
            if wrong:
                print(f"--- {folder.name}: {keys}: {wrong}")
        shutil.rmtree(folder)
    for write in known:
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
