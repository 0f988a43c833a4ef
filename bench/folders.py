# SPDX-License-Identifier: MIT
"""The folders suite: 10,000 files as one table, against DuckDB on the same folder."""
import os
import re
import sqlite3
import statistics

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

import engines
from engines import judged, ms_text, number, ratio

FILES, FEW_FILES, ROWS = 10_000, 1_000, 1_000
LEAST = 1.0  # DuckDB's time with one thread / the extension's

# name, SQL, whether the table is made anew.  {k}: another number each time
STATEMENTS = [
    ("open", "SELECT i FROM {t} LIMIT 1", True),
    ("one partition", "SELECT count(*), sum(x) FROM {t} WHERE k = {k}", False),
    ("one partition, first time", "SELECT count(*), sum(x) FROM {t} WHERE k = {k}", True),
    ("one day of partitions", "SELECT count(*), sum(x) FROM {t} WHERE day = '2001-03-05'", False),
    ("one file by its name", "SELECT count(*) FROM {t} WHERE {file} LIKE '%/k={k}/%'", False),
    ("rows by statistics", "SELECT count(*) FROM {t} WHERE id = {k} * 1000 + 7", False),
    ("count of all rows", "SELECT count(*) FROM {t}", False),
    ("sum of a column", "SELECT sum(x) FROM {t}", False),
    ("groups by partition", "SELECT day, count(*) FROM {t} GROUP BY day", False),
]


def make_folder(folder, n):
    """n files of ROWS rows below day=.../k=..."""
    if os.path.exists(f"{folder}/done"):
        return
    print(f"writing {folder}", flush=True)
    for k in range(n):
        day = f"{2000 + k // 1000}-{1 + k // 100 % 10:02}-{1 + k % 28:02}"
        path = f"{folder}/files/day={day}/k={k}"
        os.makedirs(path, exist_ok=True)
        ids = list(range(k * ROWS, (k + 1) * ROWS))
        table = pa.table({"id": ids, "i": [i % 97 for i in ids], "x": [i * 0.5 for i in ids],
                          "t": [f"name {i % 100}" for i in ids]})
        pq.write_table(table, f"{path}/part-0.parquet")
    open(f"{folder}/done", "w", encoding="utf-8").close()


class Extension:
    def __init__(self, folder, extension):
        self.folder, self.extension = folder, extension
        self.db = self.connect()

    def connect(self):
        db = sqlite3.connect(":memory:")
        db.enable_load_extension(True)
        db.load_extension(self.extension)
        db.execute(f"CREATE VIRTUAL TABLE temp.t USING {engines.parquet(self.folder + '/')}")
        return db

    def run(self, sql, k, is_new):
        db = self.connect() if is_new else self.db
        return db.execute(sql.format(t="temp.t", file="_file", k=k)).fetchall()


class Duck:
    def __init__(self, folder, threads):
        self.table = f"read_parquet('{folder}/**/*.parquet', filename=true)"
        self.threads = threads
        self.db = self.connect()

    def connect(self):
        return duckdb.connect(config={"threads": self.threads})

    def run(self, sql, k, is_new):
        db = self.connect() if is_new else self.db
        return db.execute(sql.format(t=self.table, file="filename", k=k)).fetchall()


def held():
    """Memory in MB and descriptors of this process."""
    with open("/proc/self/statm", encoding="utf-8") as file:
        pages = int(file.read().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6, len(os.listdir("/proc/self/fd"))


def same(a, b):
    """Days are text in SQLite, and sums may differ in their last digits."""
    def plain(rows):
        return sorted([f"{v:.9g}" if isinstance(v, float) else str(v) for v in row]
                      for row in rows)
    return plain(a) == plain(b)


def run(options, extension):
    """Runs the suite and prints its table. Returns whether the answers agree."""
    chosen = [s for s in STATEMENTS if any(re.search(o, s[0]) for o in options.only)]
    if not chosen or not extension:
        return True
    n = FEW_FILES if options.quick else FILES
    folder = f"{engines.FOLDER}/data/folder_{n}"
    make_folder(folder, n)
    before = held()
    ext = Extension(f"{folder}/files", extension)
    sides = {"ext": ext}
    times, answers = {}, {}
    for name, sql, is_new in chosen:  # first the extension alone: what it holds
        ext.run(sql, 1, is_new)
    after = held()
    if not options.no_duckdb:
        sides |= {threads: Duck(f"{folder}/files", threads) for threads in (1, 2)}
    agree = True
    for i in range(options.rounds):
        for name, sql, is_new in chosen:
            k = (i * 7919 + 13) % n
            for side, engine in sides.items():
                ms = engines.time_ms(
                    lambda: answers.__setitem__(side, engine.run(sql, k, is_new)))
                times.setdefault((name, side), []).append(ms)
            if not options.no_duckdb and name != "open" and not same(answers["ext"], answers[1]):
                print(f"{name}: {answers['ext'][:3]} DIFFERS from DuckDB's {answers[1][:3]}")
                agree = False
    print(f"\nFolders: {n} files, {options.rounds} rounds, threads={engines.threads}; "
          "medians in ms\n")
    medians = {key: statistics.median(values) for key, values in times.items()}
    rows = []
    for name, *_ in chosen:
        ms = medians[name, "ext"]
        ducks = [medians.get((name, threads)) for threads in (1, 2)]
        rows.append((name, ms_text(ms), *map(ms_text, ducks),
                     judged(ratio(ducks[0], ms), least=LEAST), number(ratio(ducks[1], ms))))
    engines.print_table(("statement", "ext", "duck 1T", "duck 2T", "duck 1T/ext", "duck 2T/ext"),
                        rows)
    print(f"\nthe extension holds {after[0] - before[0]:.0f} MB and "
          f"{after[1] - before[1]} descriptors after all statements\n", flush=True)
    return agree
