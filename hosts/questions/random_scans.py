# SPDX-License-Identifier: MIT
"""Pages that statements return to: files of thousands of rows, random statements.

    python3 hosts/questions/random_scans.py [options] EXTENSION      from the project's root

The statements of a connection skip rows, look rows up further back, and read the same pages in
part or as a whole, one after the other, so that each begins where the last has left the readers.
The columns of most files are random: few values among nulls, runs of nulls, or many values, in
random encodings and pages.  Every sixth file is an ORC file of ORC_FILES.  Each answer must be that
of an ordinary table with the same rows.

    --seed N       the seed of everything random
    --tables N     the number of files
"""
import argparse
import os
import pathlib
import random
import shutil
import sqlite3
import sys

sys.path.insert(0, "hosts")

from host_tests import connect  # noqa: E402

FOLDER = pathlib.Path("build/hosts/scanned")
STATEMENTS = 25  # on each connection

ORC_FILES = [f"testdata/orc/pyarrow_{name}.orc" for name in (
    "sorted", "sorted_zlib", "strides", "bloom", "snappy", "zlib", "lz4", "zstd", "dictionary")]

# name, declared type, its encodings, SQL for a value of row i
COLUMNS = [
    ("i32", "INT32", "dictionary PLAIN DELTA_BINARY_PACKED", "abs(random()) % {m}"),
    ("i64", "INT64", "dictionary PLAIN DELTA_BINARY_PACKED BYTE_STREAM_SPLIT",
     "i * 1000003 % {m} - 7"),
    ("real", "DOUBLE", "dictionary PLAIN BYTE_STREAM_SPLIT ALP", "abs(random()) % {m} * 0.25"),
    ("flag", "BOOLEAN", "PLAIN RLE", "i * 7919 % 3 = 1"),
    ("text", "STRING", "dictionary PLAIN DELTA_LENGTH_BYTE_ARRAY DELTA_BYTE_ARRAY",
     "CASE WHEN i % 13 = 0 THEN '' ELSE 'text ' || (abs(random()) % {m}) END"),
    ("other", "STRING", "dictionary PLAIN DELTA_LENGTH_BYTE_ARRAY DELTA_BYTE_ARRAY",
     "'text ' || (i * i)"),
    ("bytes", "BLOB", "dictionary PLAIN DELTA_LENGTH_BYTE_ARRAY DELTA_BYTE_ARRAY",
     "CAST(substr('some longer bytes', 1, 1 + i % 17) || i % {m} AS BLOB)"),
    ("day", "DATE", "dictionary PLAIN DELTA_BINARY_PACKED",
     "date(abs(random()) % {m} * 86400, 'unixepoch')"),
    ("tags", "LIST<STRING>", "dictionary PLAIN",
     "json_array('a' || (i % {m}), NULL, 'b' || (i % 3))"),
]
SETTINGS = {"compression": ["none", "snappy", "zstd", "gzip"], "data_page_version": [1, 2],
            "page_size": ["1KB", "16KB", "1MB"], "data_page_row_limit": [300, 2500, 20000],
            "row_group_size": [1500, 5000, 100000], "dictionary_page_size": ["1KB", "1MB"]}


class Table:
    """A random file, and the same rows as the ordinary table s."""

    key = "n"
    no_run, run = "run = 0", "run = 1"

    def __init__(self, rng, db, path):
        self.rng, self.db, self.path = rng, db, path
        self.n_rows = rng.choice([1200, 3000, 3000, 9000])
        self.columns = rng.sample(COLUMNS, 3)
        # Nulls, often near the row to which a reader returns first, and a run of rows that
        # conditions leave out, which begins among them.
        first = rng.choice([rng.randint(900, 1060), rng.randint(1, self.n_rows)])
        self.nulls = first, first + rng.randint(5, 120)
        run = first + rng.randint(0, 20), self.nulls[1] + rng.randint(1, 400)
        self.borders = [*self.nulls, *run, 1024, rng.randint(1, self.n_rows)]
        values = ", ".join(f"{self.value(sql)} AS {name}" for name, _, _, sql in self.columns)
        db.execute("CREATE TABLE s AS WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                   f"FROM r WHERE i < {self.n_rows}) SELECT i AS n, i BETWEEN {run[0]} "
                   f"AND {run[1]} AS run, {values} FROM r")
        options = [f"{name}={rng.choice(choice)}" for name, choice in SETTINGS.items()
                   if rng.random() < 0.15]
        options.append("encodings=" + ", ".join(
            f"{name}={rng.choice(['PLAIN', *encodings.split()])}"
            for name, _, encodings, _ in self.columns))
        options.append("types=" + ", ".join(f"{name}={type}" for name, type, _, _ in self.columns))
        self.options = options
        db.execute(f"SELECT parquet_write(?, 'SELECT * FROM s', {', '.join('?' * len(options))})",
                   (path, *options))
        db.execute(f"CREATE VIRTUAL TABLE temp.p USING parquet('{path}', "
                   f"threads={rng.choice([1, 1, 2])})")

    def value(self, sql):
        """SQL for a value or NULL."""
        rng = self.rng
        value = sql.format(m=rng.choice([1, 3, 50, 5000]))
        are_null = f"i BETWEEN {self.nulls[0]} AND {self.nulls[1]}"
        nulls = rng.choice([
            "0", f"i % {rng.choice([2, 3])} = 0", are_null,
            *[f"i % {rng.randint(10, 40)} <> 3 OR {are_null}"] * 5])
        return f"CASE WHEN {nulls} THEN NULL ELSE {value} END"

    def names(self):
        return [name for name, *_ in self.columns]

    def row(self):
        """The key of a row."""
        return self.number()

    def number(self):
        rng = self.rng
        return rng.choice([rng.randint(1, self.n_rows),
                           rng.choice(self.borders) + rng.randint(-9, 60)])

    def condition(self):
        rng = self.rng
        name, n = rng.choice(self.names()), self.key
        return rng.choice([
            *["1", self.no_run, f"{n} = {self.row()}"] * 3, self.run,
            f"{n} > {self.row()}", f"{n} < {self.row()}",
            f"{n} BETWEEN {self.row()} AND {self.row()}", f"{self.no_run} AND {n} > {self.row()}",
            f"{n} IN ({self.row()}, {self.row()}, {self.row()})",
            f"{name} NOT NULL", f"{name} IS NULL",
            f"{name} = (SELECT {name} FROM s WHERE {n} = {self.row()})",
            f"{name} > (SELECT max({name}) FROM s WHERE {n} < {self.row()})",
            f"rowid = {self.number()}", f"rowid BETWEEN {self.number()} AND {self.number()}"])

    def statement(self):
        rng = self.rng
        name, n = rng.choice(self.names()), self.key
        shown = rng.choice([name, f"count({name})", f"group_concat(quote({name}))",
                            f"{n}, {name}", f"sum(length({name})), count(*)", "*"])
        rows = ", ".join(f"({self.row()})" for _ in range(rng.randint(2, 9)))
        return rng.choice(
            [f"SELECT {shown} FROM @ WHERE {self.condition()}"] * 12 +
            [f"SELECT {name} FROM @ WHERE {self.condition()} LIMIT {rng.randint(1, 1200)}",
             f"SELECT {name} FROM @ LIMIT 40 OFFSET {self.number()}",
             f"SELECT {n}, {name} FROM @ WHERE {self.condition()} ORDER BY {n} DESC LIMIT 5",
             f"WITH k(v) AS (VALUES {rows}) SELECT v, {name} FROM k CROSS JOIN @ AS t ON t.{n} = v",
             f"WITH k(v) AS (VALUES {rows}) SELECT v, (SELECT count({name}) FROM @ AS t "
             f"WHERE t.{n} >= v) FROM k",
             f"SELECT {n} FROM @ WHERE {self.condition()}"])

    def answer(self, statement, table):
        try:
            return self.db.execute(statement.replace("@", table)).fetchall()
        except sqlite3.Error as error:
            return [("error", str(error))]


class OrcTable(Table):
    """An ORC file; its rows are found by number, or by the column id, which grows with it."""

    def __init__(self, rng, db):  # pylint: disable=super-init-not-called
        self.rng, self.db, self.path = rng, db, rng.choice(ORC_FILES)
        self.options = [f"threads={rng.choice([1, 1, 2])}"]
        db.execute(f"CREATE VIRTUAL TABLE temp.o USING parquet('{self.path}', pushdown=off)")
        db.execute(f"CREATE VIRTUAL TABLE temp.p USING parquet('{self.path}', {self.options[0]})")
        db.execute("CREATE TABLE s AS SELECT * FROM o")
        names = [row[1] for row in db.execute("PRAGMA table_info(s)")]
        self.columns = [(name,) for name in rng.sample(names, min(3, len(names)))]
        self.n_rows = db.execute("SELECT count(*) FROM s").fetchone()[0]
        self.step = 1
        if "id" in names and rng.random() < 0.6:
            self.key, self.step = "id", db.execute("SELECT id FROM s WHERE rowid = 2").fetchone()[0]
        else:
            self.key = "rowid"
        self.borders = [1024, self.n_rows, *(100 * rng.randint(0, self.n_rows // 100)
                                             for _ in range(3))]
        first = self.row()
        self.run = f"{self.key} BETWEEN {first} AND {first + self.step * rng.randint(20, 300)}"
        self.no_run = f"NOT ({self.run})"

    def row(self):
        return self.number() * self.step


def ask(rng, extension, path):
    """Asks the statements of one connection. Returns the number of right and wrong answers."""
    db = connect(extension, isolation_level=None)
    table = Table(rng, db, path) if path else OrcTable(rng, db)
    asked = []
    for _ in range(STATEMENTS):
        statement = table.statement()
        asked.append(statement.replace("@", "p"))
        right, found = (table.answer(statement, t) for t in ("s", "p"))
        if found != right:
            differing = next((pair for pair in zip(found, right) if pair[0] != pair[1]),
                             (len(found), len(right)))
            kept = shutil.copy(path, f"{path}.failed") if path else table.path
            print(f"{kept}, {table.options}, after:", *asked, sep="\n  ")
            print("  shows", *(str(row)[:300] for row in differing), sep="\n    ")
            return len(asked) - 1, 1
    db.close()
    return len(asked), 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("extension")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=300)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    os.environ.setdefault("PARQUET_VTAB_VALUES_ALONE", "0")  # threads start with the first rows
    totals = [0, 0]
    for i in range(options.tables):
        path = f"{FOLDER}/{i}.parquet" if i % 6 != 5 else None
        right, wrong = ask(rng, options.extension, path)
        totals = [totals[0] + right, totals[1] + wrong]
        if not wrong and path:
            os.remove(f"{FOLDER}/{i}.parquet")
    print(f"hosts: scans: {totals[0]} passed, {totals[1]} failed")
    return totals[1] > 0


sys.exit(main())
